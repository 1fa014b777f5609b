"""The markers of the set-up: kinds to drag or click onto the map, and a table of those that lie there."""

from __future__ import annotations

from msgspec.structs import replace
from PySide6.QtCore import QMimeData, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QDrag, QIcon
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QVBoxLayout,
    QWidget,
)

from designer.document import Document
from designer.labels import Label
from designer.paint.markers import marker_face, marker_pixmap
from designer.setup.board import MARKER_MIME, SetupMap
from designer.tables.grid import GridView
from designer.tables.records import RecordSheet
from designer.tables.references import keyed
from designer.tables.sheet import Line
from engine.records import Rows
from engine.records.changes import Change, drop, put
from engine.records.counters import Side
from engine.records.markers import Marker, MarkerStart

SIZE = 30
HINT = "Drag a marker onto the map, or choose it and click a hex. Escape lets it go."
NO_KINDS = "There are no markers yet: name their kinds on the Charts tab."
EMPTY = "No marker lies on the map. Choose one on the left and click a hex, or press + for a line."


def start_sheet(rows: Rows) -> RecordSheet:
    """The markers that lie on the map."""
    return RecordSheet(
        rows,
        MarkerStart,
        lambda ahead: MarkerStart(start="new", marker=_first(ahead), cell=""),
        noun="marker",
        fields=("marker", "cell", "side", "first_turn", "last_turn"),
    )


def _first(rows: Rows) -> str:
    kinds = _kinds(rows)
    return kinds[0].marker if kinds else ""


def _kinds(rows: Rows) -> list[Marker]:
    return sorted(rows.all(Marker), key=lambda row: row.position)


def lay(rows: Rows, marker: str, cell: str, side: str | None) -> list[Change]:
    """Lay a marker in a cell."""
    row = keyed(rows, MarkerStart(start="new", marker=marker, cell=cell, side=side), f"{marker} {cell}")
    return [put(rows, row)]


class KindList(QListWidget):
    """Markers that can be dragged."""

    def startDrag(self, _actions: Qt.DropAction) -> None:
        """Carry the chosen marker off."""
        items = self.selectedItems()
        if items:
            drag = QDrag(self)
            data = QMimeData()
            data.setData(MARKER_MIME, b"marker")
            drag.setMimeData(data)
            drag.setPixmap(items[0].icon().pixmap(SIZE, SIZE))
            drag.setHotSpot(drag.pixmap().rect().center())
            drag.exec(Qt.DropAction.CopyAction)


class MarkersPage(QWidget):
    """Kinds on the left, what lies on the map on the right; the map's mouse is answered here."""

    shown = Signal()
    """A marker on the map was chosen, and its line should come to the front."""

    def __init__(self, document: Document, map_: SetupMap) -> None:
        super().__init__()
        self.document = document
        self._map = map_
        self.kinds = KindList()
        self.kinds.setIconSize(QSize(SIZE, SIZE))
        self.kinds.setDragEnabled(True)
        self.kinds.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.kinds.setAccessibleName("Kinds of marker")
        self.side = QComboBox()
        self.side.setAccessibleName("Whose the next marker is")
        self.side.setToolTip("Whose the next marker is; it hinders only the other side")
        self.says = Label()
        self.says.setWordWrap(True)
        self.grid = GridView(document, start_sheet(document.rows), empty=EMPTY, without=("table.up", "table.down"))
        self._lay_out()
        map_.marker_dropped.connect(self.place)
        map_.marker_moved.connect(self.move_marker)
        map_.marker_chosen.connect(self._show)
        map_.marker_asked.connect(self._menu)
        self.grid.picked.connect(self._picked)
        self.refill()

    def _lay_out(self) -> None:
        left = QVBoxLayout()
        left.addWidget(self.says)
        left.addWidget(self.side)
        left.addWidget(self.kinds, 1)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(10)
        layout.addLayout(left, 1)
        layout.addWidget(self.grid, 3)

    def refill(self) -> None:
        """Offer the kinds and the sides of the scenario; what is chosen stays so."""
        rows, kind, side = self.document.rows, self.chosen(), self.side.currentData()
        self.kinds.blockSignals(True)
        self.kinds.clear()
        for row in _kinds(rows):
            item = QListWidgetItem(QIcon(marker_pixmap(marker_face(row), SIZE, self.devicePixelRatioF())), row.name)
            item.setData(Qt.ItemDataRole.UserRole, row.marker)
            self.kinds.addItem(item)
            item.setSelected(row.marker == kind)
        self.kinds.blockSignals(False)
        self.side.clear()
        self.side.addItem("against both sides", None)
        for one in sorted(rows.all(Side), key=lambda row: row.position):
            self.side.addItem(one.name, one.side)
        self.side.setCurrentIndex(max(0, self.side.findData(side)))
        self.says.setText(HINT if self.kinds.count() else NO_KINDS)
        self.grid.buttons["table.add"].setEnabled(bool(self.kinds.count()))

    def chosen(self) -> str | None:
        """The kind that a click on the map would lay."""
        items = self.kinds.selectedItems()
        return str(items[0].data(Qt.ItemDataRole.UserRole)) if items else None

    def let_go(self) -> None:
        """Choose no kind any more."""
        self.kinds.clearSelection()

    def place(self, cell: str) -> bool:
        """Lay the chosen marker in a cell."""
        kind = self.document.rows.get(Marker, self.chosen())
        if kind is None:
            return False
        changes = lay(self.document.rows, kind.marker, cell, self.side.currentData())
        return self.document.edit(f"Lay {kind.name} in {cell}", changes)

    def move_marker(self, start: str, cell: str) -> None:
        """Move a marker to another cell."""
        row = self.document.rows.get(MarkerStart, start)
        if row is not None:
            name = f"Move {self._name(row)} to {cell}"
            self.document.edit(name, [put(self.document.rows, replace(row, cell=cell))])

    def take_off(self, start: str) -> None:
        """Take a marker off the map."""
        row = self.document.rows.get(MarkerStart, start)
        if row is not None:
            self.document.edit(f"Take {self._name(row)} off the map", [drop(row)])

    def _name(self, row: MarkerStart) -> str:
        kind = self.document.rows.get(Marker, row.marker)
        return kind.name if kind else row.marker

    def _show(self, start: str) -> None:
        self.shown.emit()
        self.grid.view.show_line((start,))

    def _picked(self, line: Line | None) -> None:
        self._map.pick_marker(str(line[0]) if isinstance(line, tuple) and line else None)

    def _menu(self, start: str, at: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction("Take off the map").triggered.connect(lambda _on=False: self.take_off(start))
        menu.popup(at)
