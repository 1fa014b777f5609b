"""The inspector: every fact about the hex under the mouse, and fields to change them."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QToolButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from designer.fonts import SERIF
from designer.icons import icon
from designer.labels import Label
from designer.mapeditor.context import ToolContext
from designer.mapeditor.operations import features
from designer.theme import current_theme
from engine.grid import HexGrid
from engine.ids import Cell
from engine.records import Record
from engine.records.board import Hexside, HexsideKind, Link, LinkKind, Place, PlaceKind, Region, RegionCell, TerrainKind
from engine.records.changes import drop
from engine.records.play import Placement

FLAT = ("N", "NE", "SE", "S", "SW", "NW")
POINTY = ("NE", "E", "SE", "SW", "W", "NW")
EIGHT = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
FOUR = ("N", "E", "S", "W")


@dataclass(frozen=True)
class Fact:
    """One line of the inspector, and the row behind it."""

    group: str
    text: str
    row: Record | None = None


def compass(context: ToolContext, side: int) -> str:
    """The name of a side."""
    grid = context.ground.grid
    if isinstance(grid, HexGrid):
        return (FLAT if grid.orientation == "flat" else POINTY)[side]
    return (EIGHT if grid.sides == 8 else FOUR)[side]


def facts(context: ToolContext, cell: Cell) -> list[Fact]:
    """Everything the rows say about a cell."""
    ground, rows = context.ground, context.document.rows
    label = ground.label(cell)
    found: list[Fact] = []
    for place in ground.places([cell]):
        kind = rows.get(PlaceKind, place.kind)
        worth = f", value {place.value:g}" if place.value else ""
        found.append(Fact("Places", f"{place.name or place.place} ({kind.name if kind else place.kind}{worth})", place))
    for side in ground.hexsides(ground.sides_of(cell)):
        found.append(Fact("Hexsides", _side_text(context, cell, side), side))
    for link in ground.links([cell]):
        kind_of = rows.get(LinkKind, link.kind)
        other = link.other if link.cell == label else link.cell
        named = f" “{link.name}”" if link.name else ""
        since = f", from turn {link.first_turn}" if link.first_turn else ""
        found.append(Fact("Links", f"{kind_of.name if kind_of else link.kind}{named} to {other}{since}", link))
    found += [
        Fact("Regions", region.name, rows.get(RegionCell, region.region, label)) for region in ground.regions(cell)
    ]
    found += [Fact("Set-up", line.note or line.placement, line) for line in rows.all(Placement) if line.cell == label]
    return found


def _side_text(context: ToolContext, cell: Cell, row: Hexside) -> str:
    ground = context.ground
    stored = ground.cell(row.cell)
    side = row.side if stored == cell else ground.grid.opposite(row.side)
    kind = context.document.rows.get(HexsideKind, row.kind)
    named = f" “{row.name}”" if row.name else ""
    return f"{compass(context, side)}: {kind.name if kind else row.kind}{named}"


class FactInspector(QWidget):
    """Follows the mouse until it is pinned; Delete removes the chosen fact."""

    opened = Signal(object)

    def __init__(self, context: ToolContext) -> None:
        super().__init__()
        self._context = context
        self.cell: Cell | None = None
        self._heading = Label(context.words("No hex"))
        self._place = Label()
        self.pin = QToolButton()
        self.pin.setCheckable(True)
        self.pin.setAutoRaise(True)
        self.pin.setToolTip(context.words("Stay on this hex, so that it can be edited"))
        self.terrain = QComboBox()
        self.region = QComboBox()
        self.tree = QTreeWidget()
        self.tree.setHeaderHidden(True)
        self.tree.setIndentation(12)
        self.tree.setToolTip("Double-click to change, Delete to remove")
        self._lay_out()
        self.terrain.activated.connect(self._set_terrain)
        self.region.activated.connect(self._join_region)
        self.tree.itemDoubleClicked.connect(self._open)
        context.document.changed.connect(lambda _changes: self._refresh())
        self.dress()
        self._refresh()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.addWidget(self._heading)
        head.addWidget(self._place, 1)
        head.addWidget(self.pin)
        form = QFormLayout()
        form.addRow("Terrain", self.terrain)
        form.addRow("Region", self.region)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 6, 10, 10)
        layout.addLayout(head)
        layout.addLayout(form)
        layout.addWidget(self.tree, 1)

    def dress(self) -> None:
        """Take the colours and the text size of the theme."""
        heading = QFont(SERIF)
        heading.setPointSizeF(QApplication.font().pointSizeF() * 1.4)
        heading.setWeight(QFont.Weight.DemiBold)
        self._heading.setFont(heading)
        self._place.setStyleSheet(f"color: {current_theme().muted};")
        self.pin.setIcon(icon("mdi6.pin-outline"))

    def follow(self, cell: Cell | None) -> None:
        """Show a cell, unless another is pinned."""
        if cell is not None and cell != self.cell and not self.pin.isChecked():
            self.cell = cell
            self._refresh()

    def hold(self, cell: Cell) -> None:
        """Show a cell and stay on it."""
        self.pin.setChecked(False)
        self.follow(cell)
        self.pin.setChecked(True)

    def _refresh(self) -> None:
        context = self._context
        if self.cell is not None and self.cell >= context.ground.grid.size:
            self.cell = None
        there = self.cell is not None
        for widget in (self.terrain, self.region, self.tree):
            widget.setEnabled(there)
        if self.cell is None:
            self._heading.setText(context.words("No hex"))
            self._place.setText("Move the mouse over the map")
            self.tree.clear()
            return
        column, row = context.ground.grid.column_row(self.cell)
        self._heading.setText(context.ground.label(self.cell))
        self._place.setText(f"column {column + 1}, row {row + 1}")
        self._fill_fields(self.cell)
        self._fill_tree(facts(context, self.cell))

    def _fill_fields(self, cell: Cell) -> None:
        rows = self._context.document.rows
        with QSignalBlocker(self.terrain), QSignalBlocker(self.region):
            self.terrain.clear()
            for kind in sorted(rows.all(TerrainKind), key=lambda kind: kind.position):
                self.terrain.addItem(kind.name, kind.kind)
            self.terrain.setCurrentIndex(self.terrain.findData(self._context.ground.terrain(cell)))
            self.region.clear()
            self.region.addItem("Add to a region …", "")
            for region in rows.all(Region):
                self.region.addItem(region.name, region.region)

    def _fill_tree(self, lines: list[Fact]) -> None:
        self.tree.clear()
        groups: dict[str, QTreeWidgetItem] = {}
        for fact in lines:
            if fact.group not in groups:
                groups[fact.group] = QTreeWidgetItem(self.tree, [fact.group])
                groups[fact.group].setExpanded(True)
                groups[fact.group].setForeground(0, current_theme().colour("muted"))
            item = QTreeWidgetItem(groups[fact.group], [fact.text])
            item.setData(0, Qt.ItemDataRole.UserRole, fact)
        if not lines:
            QTreeWidgetItem(self.tree, ["No river, road, place or region here"]).setDisabled(True)

    def _set_terrain(self, index: int) -> None:
        if self.cell is not None and self._context.may("terrain"):
            kind = self.terrain.itemData(index)
            changes = features.paint_terrain(self._context.ground, [self.cell], kind)
            name = self.terrain.itemText(index).lower()
            self._context.edit(f"Paint {name}, {self._context.hexes(len(changes))}", changes)

    def _join_region(self, index: int) -> None:
        region = self.region.itemData(index)
        if self.cell is not None and region and self._context.may("regions"):
            changes = features.join_region(self._context.ground, [self.cell], region)
            self._context.edit(f"Add to {self.region.itemText(index)}, {self._context.hexes(len(changes))}", changes)
        self.region.setCurrentIndex(0)

    def _open(self, item: QTreeWidgetItem) -> None:
        fact = item.data(0, Qt.ItemDataRole.UserRole)
        if isinstance(fact, Fact) and isinstance(fact.row, Place | Hexside | Link):
            self.opened.emit(fact.row)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Delete removes the chosen fact from the map."""
        item = self.tree.currentItem()
        fact = item.data(0, Qt.ItemDataRole.UserRole) if item is not None else None
        if event.key() == Qt.Key.Key_Delete and isinstance(fact, Fact) and fact.row is not None:
            if not isinstance(fact.row, Placement):
                self._context.edit(f"Remove {fact.text}", [drop(fact.row)])
            return
        super().keyPressEvent(event)
