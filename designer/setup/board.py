"""The map of the set-up: counters and markers where they begin, to be placed, moved and taken off with the mouse."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPointF, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QDragEnterEvent, QDragMoveEvent, QDropEvent, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QVBoxLayout, QWidget

from designer.document import Document
from designer.mapview import MapPoint, MapView, Stack
from designer.mapview.markers import LaidMarker, Markers
from designer.paint.faces import CounterFace, counter_face
from designer.paint.markers import marker_face
from engine.counters import Piece
from engine.ids import Cell
from engine.records import Rows
from engine.records.board import Box, Place, RegionCell
from engine.records.changes import Change
from engine.records.counters import Face, Nationality, Side, Unit
from engine.records.markers import Marker, MarkerStart
from engine.records.play import Placement
from engine.scenario.deployment import Deployment, deployment

MIME = "application/x-stavka-roster"
MARKER_MIME = "application/x-stavka-marker"


class SetupMap(QWidget):
    """The map with the counters of the set-up; it says what the mouse asks for and changes nothing itself."""

    clicked = Signal(str)
    """A cell without a counter was clicked."""
    moved = Signal(str, str)
    """A counter was dragged: the piece, and the cell it was dropped in."""
    chosen = Signal(object)
    """The piece in front, or None."""
    dropped = Signal(str)
    """Units of the roster were dropped on a cell."""
    asked = Signal(str, object)
    """A menu is wanted for a piece, at a point of the screen."""
    marker_dropped = Signal(str)
    """A marker of the list was dropped on a cell."""
    marker_moved = Signal(str, str)
    """A marker was dragged: which, and the cell it was dropped in."""
    marker_chosen = Signal(str)
    """A marker was clicked."""
    marker_asked = Signal(str, object)
    """A menu is wanted for a marker, at a point of the screen."""

    def __init__(self, document: Document) -> None:
        super().__init__()
        self._document = document
        self.view = MapView(document.rows)
        self.view.setAcceptDrops(True)
        self.view.installEventFilter(self)
        self.dealt: Deployment = deployment(document.rows)
        self._there: dict[Cell, list[str]] = {}
        self.markers = Markers(self.view)
        self._held: str | None = None
        self._held_marker: LaidMarker | None = None
        self._target: Cell | None = None
        self.piece: str | None = None
        self.region: str = ""
        self.view.pressed.connect(self._press)
        self.view.moved.connect(self._move)
        self.view.released.connect(self._release)
        self.view.asked.connect(self._ask)
        self.view.add_overlay(self._draw)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.view)
        self.refresh()

    # what is shown

    def follow(self, changes: list[Change]) -> None:
        """Take over an edit."""
        self.view.apply(changes, self._document.rows)
        self.refresh()

    def reload(self) -> None:
        """Show the map as it is now."""
        self.view.set_rows(self._document.rows)
        self.refresh()

    def refresh(self) -> None:
        """Show the counters where they begin now."""
        rows = self._document.rows
        self.dealt = deployment(rows)
        self._there = {}
        pieces = {piece.key: piece for piece in self.dealt.pieces}
        if self.piece not in pieces:
            self.piece = None
        for key, taken in self.dealt.placed.items():
            cell = self._cell_of(rows.get(Placement, key))
            if cell is not None:
                self._there.setdefault(cell, []).extend(taken)
        self.view.set_stacks(
            Stack(
                cell,
                tuple(self._face(pieces[key]) for key in keys),
                frozenset(n for n, key in enumerate(keys) if key == self.piece),
            )
            for cell, keys in self._there.items()
        )
        self._lay_markers()

    def _lay_markers(self) -> None:
        rows = self._document.rows
        laid = []
        for row in rows.all(MarkerStart):
            kind = rows.get(Marker, row.marker)
            cell = self.cell(row.cell) if row.cell is not None else None
            if kind is not None and cell is not None:
                laid.append(LaidMarker(row.start, cell, marker_face(kind, rows.get(Side, row.side))))
        self.markers.set(laid)

    @property
    def marker(self) -> str | None:
        """The marker in front."""
        key = self.markers.chosen
        return str(key) if key is not None and self._document.rows.has(MarkerStart, key) else None

    def pick_marker(self, start: str | None) -> None:
        """Bring a marker to the front."""
        self.markers.chosen = start
        self.view.update()

    def _cell_of(self, line: Placement | None) -> Cell | None:
        if line is None or line.region is not None:
            return None
        place = self._document.rows.get(Place, line.place) if line.place else None
        return self.cell(place.cell if place else line.cell or "")

    def cell(self, label: str) -> Cell | None:
        """The cell or box that a label names."""
        boxes = [row.box for row in self._document.rows.all(Box)]
        if label in boxes:
            return Cell(self.view.grid.size + boxes.index(label))
        from engine.errors import ScenarioError

        try:
            return self.view.grid.parse(label)
        except ScenarioError:
            return None

    def label(self, cell: Cell) -> str:
        """The label of a cell, or the key of a box."""
        if cell < self.view.grid.size:
            return self.view.grid.label(cell)
        return self._document.rows.all(Box)[cell - self.view.grid.size].box

    def _face(self, piece: Piece) -> CounterFace:
        rows = self._document.rows
        line = self.dealt.line_of(piece.key)
        placed = rows.get(Placement, line[1]) if line else None
        nation = rows.get(Nationality, piece.unit.nationality)
        if piece.pool:
            return counter_face(piece.unit, _pool_faces(rows).get(piece.pool), nation, untried=True)
        return counter_face(
            piece.unit, rows.get(Face, piece.unit.unit, placed.face if placed else 0), nation, rows=rows
        )

    def show_region(self, region: str) -> None:
        """Tint a region, or none."""
        self.region = region
        self.view.update()

    def _draw(self, painter: QPainter, _scale: float) -> None:
        grid = self.view.grid
        if self.region:
            colour = QColor("#8c3b2a")
            painter.setPen(QPen(colour, 0.04))
            colour.setAlpha(60)
            painter.setBrush(QBrush(colour))
            for row in self._document.rows.all(RegionCell):
                cell = self.cell(row.cell) if row.region == self.region else None
                if cell is not None and cell < grid.size:
                    painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in grid.corners(cell)]))
        if self._target is not None and self._target < grid.size:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor("#8c3b2a"), 0.09))
            painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in grid.corners(self._target)]))

    # the mouse

    def piece_at(self, point: MapPoint) -> str | None:
        """The counter under the mouse."""
        if point.counter is None:
            return None
        return self._there[point.counter.cell][point.counter.index]

    def pick(self, piece: str | None) -> None:
        """Bring a counter to the front."""
        self.piece = piece
        self.refresh()
        self.chosen.emit(piece)

    def _press(self, point: MapPoint) -> None:
        self.view.setFocus()
        self._held_marker = self.markers.hit(QPointF(point.x, point.y))
        self.pick_marker(str(self._held_marker.key) if self._held_marker else None)
        if self._held_marker is not None:
            self.pick(None)
            self.marker_chosen.emit(str(self._held_marker.key))
            return
        self._held = self.piece_at(point)
        self.pick(self._held)
        if self._held is None and point.cell is not None:
            self.clicked.emit(self.label(point.cell))

    def _move(self, point: MapPoint) -> None:
        if self._held_marker is not None:
            self._target = point.cell
            self.markers.carry(self._held_marker, QPointF(point.x, point.y))
        if self._held is not None:
            face = next(self._face(piece) for piece in self.dealt.pieces if piece.key == self._held)
            self._target = point.cell
            self.view.set_ghosts([(face, QPointF(point.x, point.y))])

    def _release(self, point: MapPoint) -> None:
        if self._held_marker is not None:
            marker, self._held_marker, self._target = self._held_marker, None, None
            self.markers.carry(None)
            if point.cell is not None and point.cell != marker.cell:
                self.marker_moved.emit(str(marker.key), self.label(point.cell))
            return
        held, self._held, self._target = self._held, None, None
        self.view.set_ghosts([])
        if held is None or point.cell is None:
            return
        start = next((cell for cell, keys in self._there.items() if held in keys), None)
        if point.cell != start:
            self.moved.emit(held, self.label(point.cell))

    def _ask(self, point: MapPoint) -> None:
        marker = self.markers.hit(QPointF(point.x, point.y))
        if marker is not None:
            self.pick_marker(str(marker.key))
            self.marker_asked.emit(str(marker.key), self.view.mapToGlobal(point.position.toPoint()))
            return
        piece = self.piece_at(point)
        if piece is not None:
            self.pick(piece)
            self.asked.emit(piece, self.view.mapToGlobal(point.position.toPoint()))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take units that are dragged out of the roster, and markers out of their list."""
        if isinstance(event, QDropEvent) and any(map(event.mimeData().hasFormat, (MIME, MARKER_MIME))):
            handlers: dict[type[QDropEvent], Callable[[QDropEvent], None]] = {
                QDragEnterEvent: self._hover,
                QDragMoveEvent: self._hover,
            }
            handlers.get(type(event), self._drop)(event)
            return True
        return super().eventFilter(watched, event)

    def _hover(self, event: QDropEvent) -> None:
        self._target = self.view.cell_at(event.position())
        event.setAccepted(self._target is not None)
        self.view.update()

    def _drop(self, event: QDropEvent) -> None:
        cell, self._target = self.view.cell_at(event.position()), None
        if cell is not None:
            event.acceptProposedAction()
            marker = event.mimeData().hasFormat(MARKER_MIME)
            (self.marker_dropped if marker else self.dropped).emit(self.label(cell))


def _pool_faces(rows: Rows) -> dict[str, Face]:
    """The face behind the back of each pool's counters, which all look alike: that of the first; found once for all."""

    def find() -> dict[str, Face]:
        found: dict[str, Face] = {}
        for face in rows.all(Face):
            unit = rows.get(Unit, face.unit)
            if unit is not None and unit.pool:
                found.setdefault(unit.pool, face)
        return found

    return rows.kept("pool faces", ("face", "unit"), find)
