"""The formations as a tree; choosing one shows its units only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

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
        inside = {key, *_within(_parts(rows), key)}
        return {unit.unit for unit in units if unit.formation in inside}
    return {unit.unit for unit in units}


Parts = Mapping[str | None, Sequence[Formation]]
"""The formations that are part of each formation, and of none."""


def _parts(rows: Rows) -> Parts:
    found: dict[str | None, list[Formation]] = {}
    for formation in sorted(rows.all(Formation), key=lambda formation: formation.name):
        found.setdefault(formation.parent, []).append(formation)
    return found


def _within(parts: Parts, key: str, seen: frozenset[str] = frozenset()) -> Iterator[str]:
    """The formations within a formation; one that is part of itself is followed once."""
    for formation in parts.get(key, ()):
        if formation.formation not in seen:
            yield formation.formation
            yield from _within(parts, formation.formation, seen | {key, formation.formation})


@dataclass(frozen=True)
class Twig:
    """A line of the tree: how deep it lies, what it is called, what it stands for, and how many units it holds."""

    level: int
    name: str
    branch: Branch
    units: int


def outline(rows: Rows) -> Iterator[Twig]:
    """The lines of the tree from the top; every unit is looked at once, however many formations there are."""
    units, parts = rows.all(Unit), _parts(rows)
    held = Counter(unit.formation for unit in units)
    sides = Counter(unit.side for unit in units)
    loose = Counter(unit.side for unit in units if unit.formation is None)
    yield Twig(0, "All units", ALL, len(units))
    for side in sorted(rows.all(Side), key=lambda side: side.position):
        yield Twig(1, side.name, ("side", side.side), sides[side.side])
        yield from _grown(parts, held, side.side, None, 2)
        if loose[side.side]:
            yield Twig(2, "no formation", ("none", side.side), loose[side.side])


def _grown(
    parts: Parts,
    held: Counter[str | None],
    side: str,
    above: str | None,
    level: int,
    seen: frozenset[str] = frozenset(),
) -> Iterator[Twig]:
    """The formations of a side that are part of another, each with those that are part of it."""
    for row in parts.get(above, ()):
        if row.side == side and row.formation not in seen:
            within = {row.formation, *_within(parts, row.formation)}
            units = sum(held[formation] for formation in within)
            yield Twig(level, row.name, ("formation", row.formation), units)
            yield from _grown(parts, held, side, row.formation, level + 1, seen | {row.formation})


class FormationTree(QTreeWidget):
    """Sides, their formations, and how many units each holds."""

    chosen = Signal(object)
    """A branch."""

    def __init__(self, rows: Rows) -> None:
        super().__init__()
        self._rows = rows
        self._shown: list[Twig] = []
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
        twigs = list(outline(self._rows))
        if twigs == self._shown:
            return
        kept, self._shown = self.branch(), twigs
        self.blockSignals(True)
        self.clear()
        above: list[QTreeWidgetItem] = []
        for twig in twigs:
            item = _item(twig)
            del above[twig.level :]
            if above:
                above[-1].addChild(item)
            else:
                self.addTopLevelItem(item)
            above.append(item)
        self.expandAll()
        self._go(kept)
        self.blockSignals(False)

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


def _item(twig: Twig) -> QTreeWidgetItem:
    item = QTreeWidgetItem([twig.name, str(twig.units)])
    item.setData(0, Qt.ItemDataRole.UserRole, twig.branch)
    item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight)
    return item
