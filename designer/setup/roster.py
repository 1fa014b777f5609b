"""The roster: the units of a side that wait for their place, as counters to drag onto the map."""

from __future__ import annotations

from PySide6.QtCore import QMimeData, QSize, Qt, Signal
from PySide6.QtGui import QDrag, QIcon
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from designer.document import Document
from designer.labels import Label
from designer.paint.counter import counter_icon
from designer.paint.faces import counter_face
from designer.setup.board import MIME
from designer.setup.operations import Recruit, roster
from designer.theme import current_theme, scaled
from engine.records.counters import Face, Nationality, Side, Unit
from engine.scenario.deployment import Deployment

SIZE = 46
ALL_PLACED = "Every unit of this side has its place."
NO_UNITS = "This side has no units yet: add them in the Order of battle."
HINT = "Drag a unit onto the map, or choose it here and click a hex."


class RosterList(QListWidget):
    """Counters that can be dragged."""

    def startDrag(self, _actions: Qt.DropAction) -> None:
        """Carry the selected units off."""
        items = self.selectedItems()
        if items:
            drag = QDrag(self)
            data = QMimeData()
            data.setData(MIME, b"roster")
            drag.setMimeData(data)
            drag.setPixmap(items[0].icon().pixmap(SIZE, SIZE))
            drag.setHotSpot(drag.pixmap().rect().center())
            drag.exec(Qt.DropAction.CopyAction)


class RosterPanel(QWidget):
    """Who waits, by side; and buttons for what is not a single cell."""

    free_wanted = Signal()
    arrival_wanted = Signal()

    def __init__(self, document: Document) -> None:
        super().__init__()
        self._document = document
        self._recruits: list[Recruit] = []
        self.side = QComboBox()
        self.list = RosterList()
        self.list.setIconSize(QSize(SIZE, SIZE))
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.list.setDragEnabled(True)
        self.list.setSpacing(1)
        self.says = Label()
        self.says.setWordWrap(True)
        self.free = QPushButton("Free in a region …")
        self.free.setToolTip("Leave it to the owner where in a region the selected units begin")
        self.arrive = QPushButton("Arrive later …")
        self.arrive.setToolTip("Let the selected units arrive on a turn, by an entry region")
        self.free.clicked.connect(lambda _on: self.free_wanted.emit())
        self.arrive.clicked.connect(lambda _on: self.arrival_wanted.emit())
        self._lay_out()
        self.side.currentIndexChanged.connect(lambda _index: self.refresh())
        self.list.itemSelectionChanged.connect(self._enable)
        self.refill_sides()

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        buttons.addWidget(self.free)
        buttons.addWidget(self.arrive)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 4, 8)
        layout.addWidget(self.side)
        layout.addWidget(self.says)
        layout.addWidget(self.list, 1)
        layout.addLayout(buttons)
        layout.addStretch()
        self.setMinimumWidth(scaled(230))

    def refill_sides(self) -> None:
        """Offer the sides of the scenario."""
        kept = self.side.currentData()
        self.side.blockSignals(True)
        self.side.clear()
        for row in sorted(self._document.rows.all(Side), key=lambda row: row.position):
            self.side.addItem(row.name, row.side)
        self.side.setCurrentIndex(max(0, self.side.findData(kept)))
        self.side.blockSignals(False)
        self.refresh()

    def refresh(self, dealt: Deployment | None = None) -> None:
        """Show who waits now; the selection stays as far as it can."""
        side = self.side.currentData() or ""
        kept = {(one.group, one.key) for one in self.selected()}
        self._recruits = roster(self._document.rows, side, dealt)
        self.list.blockSignals(True)
        self.list.clear()
        for one in self._recruits:
            item = QListWidgetItem(self._icon(one), one.name)
            self.list.addItem(item)
            item.setSelected((one.group, one.key) in kept)
        self.list.blockSignals(False)
        there = any(unit.side == side for unit in self._document.rows.all(Unit))
        self.list.setVisible(bool(self._recruits))
        self.says.setText(HINT if self._recruits else ALL_PLACED if there else NO_UNITS)
        tone = current_theme().muted if self._recruits or not there else current_theme().good
        self.says.setStyleSheet(f"color: {tone};")
        self._enable()

    def _icon(self, one: Recruit) -> QIcon:
        rows = self._document.rows
        member = (
            one.unit.unit
            if one.group == "unit"
            else next((unit.unit for unit in rows.all(Unit) if unit.pool == one.key), "")
        )
        face = counter_face(
            one.unit,
            rows.get(Face, member, 0),
            rows.get(Nationality, one.unit.nationality),
            rows=rows,
            untried=one.group == "pool",
        )
        return counter_icon(face, SIZE, self.devicePixelRatioF())

    def _enable(self) -> None:
        for button in (self.free, self.arrive):
            button.setEnabled(bool(self.list.selectedItems()))

    def selected(self) -> list[Recruit]:
        """The selected entries."""
        return [
            one
            for n, one in enumerate(self._recruits)
            if self.list.item(n) is not None and self.list.item(n).isSelected()
        ]

    def select(self, index: int) -> None:
        """Select one entry, if it is there."""
        self.list.clearSelection()
        if 0 <= index < self.list.count():
            self.list.setCurrentRow(index)
            self.list.item(index).setSelected(True)

    def seek(self, unit: str) -> bool:
        """Bring a unit that waits to the front, whatever its side; False if it does not wait."""
        row = self._document.rows.get(Unit, unit)
        at = self.side.findData(row.side) if row else -1
        if row is None or at < 0:
            return False
        self.side.setCurrentIndex(at)
        wanted = ("pool", row.pool) if row.pool else ("unit", unit)
        self.select(next((n for n, one in enumerate(self._recruits) if (one.group, one.key) == wanted), -1))
        self.list.scrollToItem(self.list.currentItem())
        return bool(self.selected())

    def first_selected(self) -> int:
        """The place of the first selected entry, or -1."""
        return next((n for n in range(self.list.count()) if self.list.item(n).isSelected()), -1)
