"""The formations as a tree; choosing one shows its units only."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem

from designer.theme import scaled
from engine.records import Rows
from engine.records.counters import Formation, Side, Unit

Branch = tuple[str, str]
"""What a branch stands for: `all`, a side, a formation, or the units of a side that have none."""

ALL: Branch = ("all", "")


def members(rows: Rows, branch: Branch) -> set[str]:
    """The units of a branch, those of formations within it included."""
    what, key = branch
    units = rows.all(Unit)
    if what == "side":
        return {unit.unit for unit in units if unit.side == key}
    if what == "none":
        return {unit.unit for unit in units if unit.side == key and unit.formation is None}
    if what == "formation":
        inside = {key, *_within(rows, key)}
        return {unit.unit for unit in units if unit.formation in inside}
    return {unit.unit for unit in units}


def _within(rows: Rows, key: str, seen: frozenset[str] = frozenset()) -> Iterable[str]:
    """The formations within a formation; one that is part of itself is followed once."""
    for formation in rows.all(Formation):
        if formation.parent == key and formation.formation not in seen:
            yield formation.formation
            yield from _within(rows, formation.formation, seen | {key, formation.formation})


class FormationTree(QTreeWidget):
    """Sides, their formations, and how many units each holds."""

    chosen = Signal(object)
    """A branch."""

    def __init__(self, rows: Rows) -> None:
        super().__init__()
        self._rows = rows
        self.setHeaderLabels(["Formation", "Units"])
        self.header().setStretchLastSection(False)
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.setIndentation(14)
        self.setMinimumWidth(scaled(170))
        self.setAlternatingRowColors(False)
        self.currentItemChanged.connect(self._tell)
        self.refresh()

    def branch(self) -> Branch:
        """The branch in front."""
        item = self.currentItem()
        return ALL if item is None else tuple(item.data(0, Qt.ItemDataRole.UserRole))

    def _tell(self, _now: object, _before: object) -> None:
        self.chosen.emit(self.branch())

    def refresh(self) -> None:
        """Show the formations as they are now, with the same branch in front."""
        kept = self.branch()
        self.blockSignals(True)
        self.clear()
        root = self._item(None, "All units", ALL)
        for side in sorted(self._rows.all(Side), key=lambda side: side.position):
            branch = self._item(root, side.name, ("side", side.side))
            self._grow(branch, side.side, None, frozenset())
            if any(unit.side == side.side and unit.formation is None for unit in self._rows.all(Unit)):
                self._item(branch, "no formation", ("none", side.side))
        self.expandAll()
        self._go(kept)
        self.blockSignals(False)

    def _grow(self, parent: QTreeWidgetItem, side: str, above: str | None, seen: frozenset[str]) -> None:
        for row in sorted(self._rows.all(Formation), key=lambda row: row.name):
            if row.side == side and row.parent == above and row.formation not in seen:
                item = self._item(parent, row.name, ("formation", row.formation))
                self._grow(item, side, row.formation, seen | {row.formation})

    def _item(self, parent: QTreeWidgetItem | None, name: str, branch: Branch) -> QTreeWidgetItem:
        item = QTreeWidgetItem([name, str(len(members(self._rows, branch)))])
        item.setData(0, Qt.ItemDataRole.UserRole, branch)
        item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight)
        if parent is None:
            self.addTopLevelItem(item)
        else:
            parent.addChild(item)
        return item

    def _go(self, branch: Branch) -> None:
        found = [item for item in self._items() if tuple(item.data(0, Qt.ItemDataRole.UserRole)) == branch]
        self.setCurrentItem((found or self._items())[0])

    def choose(self, branch: Branch) -> None:
        """Bring a branch to the front."""
        self._go(branch)

    def _items(self) -> list[QTreeWidgetItem]:
        found = [item for item in (self.topLevelItem(0),) if item is not None]
        for item in found:
            found += [child for n in range(item.childCount()) if (child := item.child(n)) is not None]
        return found
