"""The view of a map: pan, zoom, overlays, counters, and what lies under the mouse."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from math import inf
from time import perf_counter

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, QSizeF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from designer.mapview.camera import Camera, level_scale
from designer.mapview.canvas import Canvas, origin
from designer.mapview.cards import HoverCard
from designer.mapview.frames import photographed
from designer.mapview.points import MapPoint, cell_under, nearest_side
from designer.mapview.stacks import SHARE, Stack, StackHit, Stacks, draw_counter
from designer.mapview.tiles import Tiles
from designer.paint.faces import CounterFace
from designer.paint.map.scene import MapScene
from designer.theme import current_theme
from engine.grid import CellGrid
from engine.ids import Cell
from engine.records import Rows
from engine.records.changes import Change

Overlay = Callable[[QPainter, float], None]
"""Draws over the map with a painter whose unit is one cell; the number is pixels a cell."""

MOVING, RESTING = 0.009, 0.02
"""Seconds a frame may spend on new tiles while the map is dragged or zoomed, and when it lies still."""

REST = 0.15
"""Seconds after which it lies still."""

COUNTER_SHARE = 0.3
"""The share of that time which counters of a new size may take besides."""

RENAMING = 120
"""Milliseconds after an edit before names are set anew, so that a stroke does not wait for them."""

_DRAG = 4
_ARROWS = {
    Qt.Key.Key_Left: (1, 0),
    Qt.Key.Key_Right: (-1, 0),
    Qt.Key.Key_Up: (0, 1),
    Qt.Key.Key_Down: (0, -1),
}


class MapView(QWidget):
    """A map that pans and zooms smoothly; editors and play draw on it through overlays."""

    hovered = Signal(object)
    """The cell under the mouse changed: a Cell, or None off the map."""
    pressed = Signal(object)
    """A MapPoint, when the left button goes down."""
    moved = Signal(object)
    """A MapPoint, whenever the mouse moves and is not panning."""
    released = Signal(object)
    """A MapPoint, when the left button goes up."""
    double_clicked = Signal(object)
    """A MapPoint."""
    asked = Signal(object)
    """A MapPoint, on a right click that was no drag: the place for a menu."""
    changed = Signal()
    """What is in view changed."""
    restacked = Signal()
    """Other counters lie on the map, or elsewhere."""
    edited = Signal(object)
    """The map itself changed: the parts of it in map units, or None for all of it."""

    def __init__(self, rows: Rows | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMinimumSize(200, 150)
        self.camera = Camera()
        self.overlays: list[Overlay] = []
        self.underlays: list[Overlay] = []
        self.stacks = Stacks()
        self.counters_shown = True
        self.ghosts: list[tuple[CounterFace, QPointF]] = []
        self.complete = False
        """Whether the last frame showed all that there is to show; if not, another follows."""
        self._canvas: Canvas | None = None
        self._looked_at = 0.0
        self._cell: Cell | None = None
        self._drag_from: QPointF | None = None
        self._dragged = False
        self._space = False
        self._whole = True
        """Whether the whole map is looked at, so that it is fitted anew when the view changes its size."""
        self.card = HoverCard(self)
        self._rename = QTimer(self)
        self._rename.setSingleShot(True)
        self._rename.setInterval(RENAMING)
        self._rename.timeout.connect(self._set_names)
        if rows is not None:
            self.set_rows(rows)

    def set_rows(self, rows: Rows) -> None:
        """Show the map of a scenario."""
        self.set_scene(MapScene(rows))

    def set_scene(self, scene: MapScene) -> None:
        """Show a map and fit it into the view."""
        self._canvas = Canvas(scene, current_theme().colour("table"))
        self.camera.bounds = scene.bounds
        self.fit()

    @property
    def scene(self) -> MapScene:
        """The map that is shown."""
        return self.tiles.scene

    @property
    def has_scene(self) -> bool:
        """Whether there is a map to show."""
        return self._canvas is not None

    @property
    def grid(self) -> CellGrid:
        """The grid of the map."""
        return self.scene.grid

    @property
    def canvas(self) -> Canvas:
        """The painted map."""
        if self._canvas is None:
            raise RuntimeError("The view has no map yet.")
        return self._canvas

    @property
    def tiles(self) -> Tiles:
        """The painted tiles."""
        return self.canvas.tiles

    @property
    def scale(self) -> float:
        """Pixels a cell."""
        return self.camera.scale

    def apply(self, changes: Iterable[Change], rows: Rows) -> None:
        """Take over an edit of the rows and repaint what it touched."""
        dirty = self.scene.apply(changes, rows)
        if dirty is None:
            self.canvas.clear()
            self.camera.bounds = self.scene.bounds
            self.update()
        else:
            self._spoil(dirty)
        if self.canvas.names.outdated:
            self._rename.start()
        self.edited.emit(dirty)

    def _set_names(self) -> None:
        """Set the names anew, a while after the edit that moved them."""
        if self._canvas is not None:
            self._canvas.names.catch_up()
            self.update()

    def invalidate(self, cells: Iterable[Cell]) -> None:
        """Repaint these cells."""
        self._spoil(self.scene.invalidate(cells))

    def _spoil(self, dirty: list[QRectF]) -> None:
        """Paint parts of the map anew, and only the pixels over them."""
        self.tiles.invalidate(dirty)
        for rect in dirty:
            self.update(self.to_view_rect(rect).adjusted(-2, -2, 2, 2))

    def show_layers(self, names: Collection[str]) -> None:
        """Show these layers of the map and no others."""
        self.tiles.shown = frozenset(names)
        self.tiles.clear()
        self.update()

    def set_stacks(self, stacks: Iterable[Stack]) -> None:
        """Show these stacks of counters and no others."""
        self.stacks.set(stacks)
        self.restacked.emit()
        self.update()

    def set_ghosts(self, ghosts: Iterable[tuple[CounterFace, QPointF]]) -> None:
        """Counters in flight, each with the middle of its place in map units."""
        self.ghosts = list(ghosts)
        self.update()

    def add_overlay(self, overlay: Overlay, *, under: bool = False) -> None:
        """Draw this over the map, above what was added before; under the counters if wished."""
        (self.underlays if under else self.overlays).append(overlay)
        self.update()

    def remove_overlay(self, overlay: Overlay) -> None:
        """Draw it no longer."""
        for listed in (self.overlays, self.underlays):
            if overlay in listed:
                listed.remove(overlay)
        self.update()

    def retheme(self) -> None:
        """Take over the colours of the current theme."""
        if self._canvas is not None:
            self._canvas.tiles.backdrop = current_theme().colour("table")
            self._canvas.clear()
        self.update()

    def to_map(self, at: QPointF | QPoint) -> QPointF:
        """The point of the map under a pixel of the view."""
        return self.camera.to_map(QPointF(at))

    def to_view(self, at: QPointF) -> QPointF:
        """The pixel of the view over a point of the map."""
        return self.camera.to_view(at)

    def to_view_rect(self, rect: QRectF) -> QRect:
        """The pixels of the view over a part of the map."""
        return QRectF(self.to_view(rect.topLeft()), self.to_view(rect.bottomRight())).toAlignedRect()

    def position_of(self, cell: Cell) -> QPointF:
        """The pixel over the middle of a cell or box."""
        return self.to_view(self.scene.anchor(cell))

    def cell_at(self, at: QPointF | QPoint) -> Cell | None:
        """The cell or box under a pixel."""
        point = self.to_map(at)
        return cell_under(self.scene, point.x(), point.y())

    def nearest_side(self, x: float, y: float) -> tuple[Cell, int] | None:
        """The cell at a point in map units and the side of it that is nearest; None off the grid."""
        return nearest_side(self.grid, x, y)

    def counter_at(self, at: QPointF | QPoint) -> StackHit | None:
        """The counter under a pixel."""
        return self.stacks.hit(self.scene, self.to_map(at)) if self.counters_shown else None

    def fit(self) -> None:
        """Show the whole map."""
        if self._canvas is None:
            return
        self.camera.size = QSizeF(self.size())
        self.camera.fit(self.scene.bounds)
        self._looked()
        self._whole = True

    def centre_on(self, cell: Cell, scale: float | None = None) -> None:
        """Bring a cell to the middle, at least at a scale if one is given."""
        if scale is not None and self.scale < scale:
            self.zoom_to(scale)
        self.camera.centre = self.scene.anchor(cell)
        self._looked()

    def centre_at(self, at: QPointF) -> None:
        """Bring a point of the map to the middle."""
        self.camera.centre = QPointF(at)
        self.camera.hold()
        self._looked()

    def zoom_to(self, scale: float, at: QPointF | None = None) -> None:
        """Go to the zoom level nearest to a scale in pixels a cell."""
        level = self.camera.level
        while level_scale(level) < scale * 0.999:
            level += 1
        while level_scale(level - 1) > scale * 0.999:
            level -= 1
        self._zoom(level, at)

    def zoom_by(self, steps: int, at: QPointF | None = None) -> None:
        """Zoom in by so many steps, or out; what lies under the pixel stays there."""
        self._zoom(self.camera.level + steps, at)

    def _zoom(self, level: int, at: QPointF | None) -> None:
        if self.camera.zoom_to(level, at or QPointF(self.width() / 2, self.height() / 2)):
            self._looked()

    def pan(self, dx: float, dy: float) -> None:
        """Drag the map by pixels."""
        self.camera.pan(QPointF(dx, dy))
        self._looked()

    def _looked(self) -> None:
        """The view shows another part of the map."""
        self._whole = False
        self._looked_at = perf_counter()
        self.card.hide()
        self.changed.emit()
        self.update()

    def sizeHint(self) -> QSize:
        """A fair part of a window."""
        return QSize(900, 640)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the middle in the middle, and a map that was seen whole whole."""
        self.camera.size = QSizeF(event.size())
        if self._whole:
            self.fit()
        self.card.hide()
        self.changed.emit()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Tiles, then counters, then overlays."""
        painter = QPainter(self)
        if self._canvas is None:
            painter.fillRect(event.rect(), current_theme().colour("table"))
            painter.end()
            return
        part = QRectF(event.rect())
        seen = QRectF(self.to_map(part.topLeft()), self.to_map(part.bottomRight()))
        budget = self._budget(painter)
        laid = self._canvas.paint(painter, self.camera, seen, self.devicePixelRatioF(), budget)
        self.complete = self._paint_over(painter, seen, perf_counter() + budget * COUNTER_SHARE) and laid
        self.card.paint(painter)
        painter.end()
        if not self.complete:
            QTimer.singleShot(0, self, self.update)

    def _budget(self, painter: QPainter) -> float:
        """Seconds that this frame may spend on what is not painted yet; a picture takes all the time it needs."""
        if photographed(self, painter):
            return inf
        return MOVING if perf_counter() - self._looked_at < REST else RESTING

    def _paint_over(self, painter: QPainter, seen: QRectF, until: float) -> bool:
        """Counters between overlays; False when some counters are still to be drawn at this size."""
        ratio = self.devicePixelRatioF()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(origin(self.camera, ratio) / ratio)
        painter.scale(self.scale, self.scale)
        self._paint_overlays(painter, self.underlays)
        drawn = not self.counters_shown or self.stacks.paint(painter, self.scene, seen, self.scale, ratio, until)
        self._paint_overlays(painter, self.overlays)
        self._paint_ghosts(painter)
        return drawn

    def _paint_overlays(self, painter: QPainter, overlays: list[Overlay]) -> None:
        for overlay in list(overlays):
            painter.save()
            overlay(painter, self.scale)
            painter.restore()

    def _paint_ghosts(self, painter: QPainter) -> None:
        painter.resetTransform()
        for face, at in self.ghosts:
            half = SHARE * self.scale / 2
            draw_counter(painter, self.to_view(at) - QPointF(half, half), face, half * 2, self.devicePixelRatioF())

    def point(self, event: QMouseEvent) -> MapPoint:
        """What a mouse event means on the map."""
        at = event.position()
        there = self.to_map(at)
        x, y = there.x(), there.y()
        return MapPoint(
            x,
            y,
            cell_under(self.scene, x, y),
            self.nearest_side(x, y),
            self.counter_at(at),
            event.button(),
            event.buttons(),
            event.modifiers(),
            at,
        )

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Left works, right and middle drag the map, space and left too."""
        if self._canvas is None:
            return
        self.card.hide()
        dragging = event.button() in (Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton)
        if dragging or self._space:
            self._drag_from, self._dragged = event.position(), False
        elif event.button() == Qt.MouseButton.LeftButton:
            self.pressed.emit(self.point(event))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Pan while dragging; otherwise say what is under the mouse."""
        if self._canvas is None:
            return
        if self._drag_from is not None:
            way = event.position() - self._drag_from
            if self._dragged or way.manhattanLength() >= _DRAG:
                self._dragged = True
                self.setCursor(Qt.CursorShape.ClosedHandCursor)
                self._drag_from = event.position()
                self.pan(way.x(), way.y())
            return
        point = self.point(event)
        self._hover(point.cell)
        self.card.offer(point.counter, buttons=event.buttons() != Qt.MouseButton.NoButton)
        self.moved.emit(point)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End a drag, or report a click."""
        if self._canvas is None:
            return
        if self._drag_from is not None:
            clicked = not self._dragged and event.button() == Qt.MouseButton.RightButton
            self._drag_from, self._dragged = None, False
            self.unsetCursor()
            if clicked:
                self.asked.emit(self.point(event))
        elif event.button() == Qt.MouseButton.LeftButton:
            self.released.emit(self.point(event))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Report a double click."""
        if self._canvas is not None and event.button() == Qt.MouseButton.LeftButton:
            self.double_clicked.emit(self.point(event))

    def _hover(self, cell: Cell | None) -> None:
        if cell != self._cell:
            self._cell = cell
            self.hovered.emit(cell)

    def leaveEvent(self, event: QEvent) -> None:
        """Nothing is under the mouse any more."""
        self.card.hide()
        self._hover(None)
        super().leaveEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom to the cursor; a touch pad's two fingers pan."""
        touched = event.phase() != Qt.ScrollPhase.NoScrollPhase
        if touched and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.pan(event.pixelDelta().x(), event.pixelDelta().y())
        else:
            steps = round(event.angleDelta().y() / 120) or (1 if event.angleDelta().y() > 0 else -1)
            self.zoom_by(steps, event.position())
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows pan, plus and minus zoom, Home shows all, space makes the left button drag."""
        key = event.key()
        if key in _ARROWS:
            step = 0.2 * min(self.width(), self.height())
            self.pan(_ARROWS[Qt.Key(key)][0] * step, _ARROWS[Qt.Key(key)][1] * step)
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom_by(1)
        elif key == Qt.Key.Key_Minus:
            self.zoom_by(-1)
        elif key == Qt.Key.Key_Home:
            self.fit()
        elif key == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._space = True
            self.setCursor(Qt.CursorShape.OpenHandCursor)
        else:
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """The left button works again when space is let go."""
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._space = False
            self.unsetCursor()
        else:
            super().keyReleaseEvent(event)
