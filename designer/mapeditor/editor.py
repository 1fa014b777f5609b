"""The map editor: the map in the middle, tools on the left, panels round it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QDockWidget, QMainWindow, QToolBar, QWidget

from designer.docking import dress_dock, make_dock
from designer.document import Document
from designer.mapeditor import commands
from designer.mapeditor.context import KINDS, ToolContext, ToolPoint
from designer.mapeditor.docks.inspector import FactInspector
from designer.mapeditor.docks.layers import LayersPanel
from designer.mapeditor.docks.palette import PalettePanel
from designer.mapeditor.docks.problems import ProblemsPanel
from designer.mapeditor.operations.shapes import BRUSH_SIZES
from designer.mapeditor.pictures import UnderlayPainter, faded
from designer.mapeditor.rowforms import FRESH, open_form
from designer.mapeditor.tools import TOOLBAR, TOOLS
from designer.mapeditor.tools.base import Tool, outline
from designer.mapeditor.tools.select import SelectTool
from designer.mapview import MapPoint, MapView, OverviewMap
from designer.paint.map.scene import LAYERS as PAINTED
from designer.theme import scaled
from designer.work import Debounce, Worker
from engine.ids import Cell
from engine.records import Record
from engine.records.board import TerrainKind, Underlay
from engine.records.changes import Change

if TYPE_CHECKING:
    from designer.shell.window import MainWindow

LEFT, RIGHT = Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea
BOTTOM = Qt.DockWidgetArea.BottomDockWidgetArea


def create(document: Document, window: MainWindow) -> QWidget:
    """The Map tab of a document."""
    return MapEditor(document, window)


class MapEditor(QMainWindow):
    """A window within the window, so that its panels can be moved and stay where they were put."""

    def __init__(self, document: Document, window: MainWindow) -> None:
        super().__init__()
        self.setWindowFlags(Qt.WindowType.Widget)
        self.document = document
        self.window_ = window
        self.context = ToolContext(document)
        self.view = MapView(document.rows)
        self.underlay = UnderlayPainter(self.context)
        self.worker = Worker(self)
        self.tools: dict[str, Tool] = {}
        self.tool_name = ""
        self._before = "brush"
        self._pressed = False
        self.setCentralWidget(self.view)
        self.palette_panel = PalettePanel(self.context, window.book)
        self.layers = LayersPanel()
        self.inspector = FactInspector(self.context)
        self.overview = OverviewMap(self.view)
        self.problems = ProblemsPanel(document)
        self._overview_soon = Debounce(self, 400, self.overview.refresh)
        self.docks: dict[str, QDockWidget] = {}
        self._add_docks()
        self._add_tool_bar()
        self._connect()
        self._follow_underlay()
        self.take("brush")

    # building

    def _add_docks(self) -> None:
        self.setDockNestingEnabled(True)
        for key, title, panel, area in (
            ("palette", "Palette", self.palette_panel, LEFT),
            ("overview", "Overview", self.overview, LEFT),
            ("inspector", "Inspector", self.inspector, RIGHT),
            ("layers", "Layers", self.layers, RIGHT),
            ("problems", "Problems", self.problems, BOTTOM),
        ):
            self.docks[key] = make_dock(key, title, panel)
            self.addDockWidget(area, self.docks[key])
        sideways, upright = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
        self.resizeDocks([self.docks["palette"], self.docks["inspector"]], [scaled(230), scaled(270)], sideways)
        self.resizeDocks([self.docks["palette"], self.docks["overview"]], [480, scaled(180)], upright)
        self.resizeDocks([self.docks["inspector"], self.docks["layers"]], [430, scaled(250)], upright)
        self.resizeDocks([self.docks["problems"]], [130], upright)
        kept = self.window_.settings.memory("docks/map")
        if isinstance(kept, QByteArray):
            self.restoreState(kept)

    def _add_tool_bar(self) -> None:
        bar = QToolBar("Tools")
        bar.setObjectName("tools")
        bar.setIconSize(QSize(scaled(22), scaled(22)))
        bar.setMovable(True)
        for name in TOOLBAR:
            action = self.window_.book[f"tool.{name}"]
            action.setCheckable(True)
            bar.addAction(action)
        self.addToolBar(Qt.ToolBarArea.LeftToolBarArea, bar)

    def _connect(self) -> None:
        context, view = self.context, self.view
        view.pressed.connect(self._press)
        view.double_clicked.connect(self._press)
        view.moved.connect(self._move)
        view.released.connect(self._release)
        view.hovered.connect(self._hover)
        view.changed.connect(self._tell_where)
        view.add_overlay(self.underlay)
        view.add_overlay(self._draw)
        self.document.changed.connect(self._on_changed)
        context.redraw.connect(view.update)
        context.said.connect(lambda text: self.window_.say(context.words(text)))
        context.refused.connect(lambda text: self.window_.warn(context.words(text), "warning"))
        context.asked.connect(self.open_form)
        context.finished.connect(lambda: self.take(self._before))
        context.chosen.connect(lambda _what: self._count_sizes())
        self.palette_panel.adding.connect(lambda palette: open_form(context, FRESH[palette], self, palette))
        self.palette_panel.changing.connect(self._change_kind)
        self.layers.shown.connect(lambda _layer, _on: self._show_layers())
        self.layers.locked.connect(self._lock)
        self.layers.faded.connect(self._fade)
        self.inspector.opened.connect(self.open_form)
        self.problems.culprit.connect(self.window_.reveal)
        self.problems.counted.connect(
            lambda _errors, _others: self.docks["problems"].setWindowTitle(self.problems.title())
        )

    def handlers(self) -> Mapping[str, Callable[[], object]]:
        """What the actions do while the map is in front."""
        return {
            **{f"tool.{name}": partial(self.take, name) for name in TOOLBAR},
            **{f"size.{size}": partial(self.context.set_size, size) for size in BRUSH_SIZES},
            **commands.handlers(self),
        }

    # tools

    @property
    def tool(self) -> Tool:
        """The tool in hand."""
        return self.tools[self.tool_name]

    def take(self, name: str) -> Tool:
        """Take up a tool."""
        if self.tool_name:
            self.tool.deactivate()
            if self.tool_name not in ("picker", "calibrate"):
                self._before = self.tool_name
        if name not in self.tools:
            self.tools[name] = TOOLS[name](self.context)
        self.tool_name = name
        for other in TOOLBAR:
            self.window_.book[f"tool.{other}"].setChecked(other == name)
        self.palette_panel.show_tool(self.tool)
        self.window_.say(self.context.words(self.tool.hint))
        self.tool.activate()
        self.view.update()
        return self.tool

    def select_tool(self) -> SelectTool:
        """The select tool, taken up."""
        tool = self.tool if isinstance(self.tool, SelectTool) else self.take("select")
        assert isinstance(tool, SelectTool)
        return tool

    def _spot(self, point: MapPoint) -> ToolPoint:
        cell = point.cell if point.cell is not None and point.cell < self.context.ground.grid.size else None
        box = self.context.ground.box_at(point.x, point.y) if cell is None else None
        held = point.modifiers
        return ToolPoint(
            point.x,
            point.y,
            cell,
            bool(held & Qt.KeyboardModifier.ShiftModifier),
            bool(held & Qt.KeyboardModifier.ControlModifier),
            box.box if box else "",
        )

    def _press(self, point: MapPoint) -> None:
        self._pressed = True
        self.view.setFocus()
        self.tool.press(self._spot(point))
        self.view.update()

    def _move(self, point: MapPoint) -> None:
        spot = self._spot(point)
        if self._pressed:
            self.tool.drag(spot)
        else:
            self.tool.hover(spot)

    def _release(self, point: MapPoint) -> None:
        if self._pressed:
            self._pressed = False
            self.tool.release(self._spot(point))
            self.view.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape drops what the tool is doing."""
        if event.key() == Qt.Key.Key_Escape:
            self._pressed = False
            self.tool.cancel()
            self.view.update()
        else:
            super().keyPressEvent(event)

    def _draw(self, painter: QPainter, _scale: float) -> None:
        if self.context.selection:
            outline(painter, self.context.ground.grid, self.context.selection, "#8c3b2a", 0.16)
        self.tool.draw(painter)

    # following the document

    def _on_changed(self, changes: list[Change]) -> None:
        self.view.apply(changes, self.document.rows)
        self._overview_soon.poke()
        tables = {change.table for change in changes}
        if "grid" in tables:
            self.view.fit()
        if "underlay" in tables:
            self._follow_underlay()

    def _follow_underlay(self) -> None:
        rows = self.document.rows.all(Underlay)
        self.layers.show_opacity(round(rows[0].opacity * 100) if rows else None)
        self.view.update()

    def _hover(self, cell: Cell | None) -> None:
        self.inspector.follow(cell if cell is not None and cell < self.context.ground.grid.size else None)
        self._tell_where(cell)

    def _tell_where(self, cell: Cell | None = None) -> None:
        if not self.isVisible():
            return
        parts = []
        if cell is not None and cell < self.context.ground.grid.size:
            kind = self.document.rows.get(TerrainKind, self.context.ground.terrain(cell))
            parts = [self.context.ground.label(cell), kind.name if kind else ""]
            parts += [place.name for place in self.context.ground.places([cell])]
        elif cell is not None:
            box = self.view.scene.sheet.box_of(cell)
            parts = [box.name] if box else []
        parts.append(f"{self.view.scale / 48:.0%}")
        self.window_.where.setText("   ".join(part for part in parts if part))

    def _count_sizes(self) -> None:
        for size in BRUSH_SIZES:
            action = self.window_.book[f"size.{size}"]
            action.setCheckable(True)
            action.setChecked(size == self.context.size)

    # layers and rows

    def _show_layers(self) -> None:
        shown = {key for key, eye in self.layers.eyes.items() if eye.isChecked()}
        if "places" in shown:
            shown.add("names")
        self.underlay.shown = "underlay" in shown
        self.view.show_layers([name for name in PAINTED if name in shown])
        for id, layer in (("view.numbers", "numbers"), ("view.regions", "regions")):
            self.window_.book[id].setChecked(layer in shown)

    def toggle_layer(self, layer: str) -> None:
        """Show a layer that is hidden, or hide it."""
        self.layers.eyes[layer].toggle()

    def _lock(self, layer: str, on: bool) -> None:
        if on:
            self.context.locked.add(layer)
        else:
            self.context.locked.discard(layer)

    def _fade(self, percent: int) -> None:
        self.document.edit(f"Fade underlay to {percent} %", faded(self.context, percent), topic="underlay opacity")

    def open_form(self, row: Record) -> None:
        """Open the form of a place, a box, a region, a hexside or a link."""
        open_form(self.context, row, self)

    def _change_kind(self, palette: str) -> None:
        row = self.document.rows.get(KINDS[palette], self.context.choice[palette])
        if row is not None:
            open_form(self.context, row, self, palette)

    def reveal(self, table: str, key: tuple[object, ...]) -> bool:
        """Show the cell of a row that a problem names."""
        cell = commands.cell_of(self.context, table, key)
        if cell is None:
            return False
        self.show_cell(cell)
        return True

    def show_cell(self, cell: Cell) -> None:
        """Bring a cell to the middle and mark it."""
        self.view.centre_on(cell, 40)
        self.context.select([cell])
        self.inspector.hold(cell)
        self._tell_where(cell)

    def dress(self) -> None:
        """Take the colours of the theme."""
        for panel in (self.palette_panel, self.layers, self.inspector):
            panel.dress()
        for dock in self.docks.values():
            dress_dock(dock)
        self.view.retheme()
