"""The map of the sandbox: counters are set down, moved, turned and taken off with the mouse or the keyboard."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QVBoxLayout, QWidget

from designer.mapview import MapPoint, MapView, Stack
from designer.mapview.markers import Markers
from designer.paint.map.scene import MapScene
from designer.paint.overlays import outline_cells, tint_cells
from designer.play.starting.sandbox.draft import PositionDraft
from designer.play.table.faces import laid_markers, piece_face
from designer.play.table.interactions.base import CHOICE, WARN
from designer.play.table.pointer import Pointer
from engine.ids import Cell
from engine.rules.table import Table

FLASH = 900
"""Milliseconds that a cell stays lit when something points at it."""


class SandboxBoard(QWidget):
    """Shows a draft; says what the mouse and the keys ask for, and changes nothing itself."""

    put = Signal(int, int)
    """A piece is to stand in a cell."""
    taken_off = Signal(int)
    """A piece was dragged off the map."""
    picked = Signal()
    """Another counter on the map is chosen, or none."""
    asked = Signal(int, QPoint)
    """A menu is wanted for a piece, at a point of the screen."""
    hovered = Signal(object)
    """The cell under the mouse, or None."""

    def __init__(self, draft: PositionDraft) -> None:
        super().__init__()
        self.draft = draft
        self.view = MapView(draft.setting.scenario.rows)
        self.held: int | None = None
        self.piece: int | None = None
        self.pointer = Pointer(self)
        self.markers = Markers(self.view)
        self._order: dict[int, list[int]] = {}
        self._dragged: int | None = None
        self._pressed: QPointF | None = None
        self._over: int | None = None
        self._lit: int | None = None
        self._dim = QTimer(self)
        self._dim.setSingleShot(True)
        self._dim.timeout.connect(lambda: self.light(None))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.view)
        self._connect()
        self.refresh()

    def _connect(self) -> None:
        view = self.view
        view.add_overlay(self._draw_under, under=True)
        view.add_overlay(self._draw)
        view.pressed.connect(self._press)
        view.moved.connect(self._move)
        view.released.connect(self._release)
        view.asked.connect(self._ask)
        view.hovered.connect(self._hover)

    @property
    def table(self) -> Table:
        """The table with the position on it."""
        return self.draft.table

    @property
    def scene(self) -> MapScene:
        """The map that is shown."""
        return self.view.scene

    # showing

    def refresh(self) -> None:
        """Lay the counters out as the draft has them."""
        table = self.table
        if self.piece is not None and table.state.cell[self.piece] < 0:
            self.piece = None
        self._order = {
            cell: sorted(stack, key=lambda piece: piece == self.piece) for cell, stack in table.state.stacks.items()
        }
        self.view.set_stacks(
            Stack(
                Cell(cell),
                tuple(piece_face(table, piece, marks=False) for piece in pieces),
                frozenset(n for n, piece in enumerate(pieces) if piece == self.piece),
            )
            for cell, pieces in self._order.items()
        )
        self.markers.set(laid_markers(table))

    def pick(self, piece: int | None) -> None:
        """Choose a counter on the map."""
        if piece != self.piece:
            self.piece = piece
            self.refresh()
            self.picked.emit()

    def hold(self, piece: int | None) -> None:
        """Take a counter of the tray in hand."""
        self.held = piece
        if piece is not None:
            self.pick(None)
        self.view.update()

    def light(self, cell: int | None) -> None:
        """Light a cell for a moment."""
        self._lit = cell
        if cell is not None:
            self._dim.start(FLASH)
        self.view.update()

    def point_at(self, cell: int) -> None:
        """Bring a cell into view and light it."""
        if not self.view.rect().adjusted(30, 30, -30, -30).contains(self.view.position_of(Cell(cell)).toPoint()):
            self.view.centre_on(Cell(cell))
        self.light(cell)

    def _draw_under(self, painter: QPainter, _scale: float) -> None:
        doubtful = [Cell(doubt.cell) for doubt in self.draft.doubts if doubt.cell is not None]
        tint_cells(painter, self.scene, doubtful, WARN, 0.22)
        outline_cells(painter, self.scene, doubtful, WARN, 0.06)

    def _draw(self, painter: QPainter, _scale: float) -> None:
        if self._over is not None and (self.held is not None or self._dragged is not None):
            outline_cells(painter, self.scene, [Cell(self._over)], CHOICE, 0.1)
        if self._lit is not None:
            outline_cells(painter, self.scene, [Cell(self._lit)], "#f0b323", 0.12)
        self.pointer.draw(painter)

    # the mouse

    def piece_at(self, point: MapPoint) -> int | None:
        """The piece under the mouse."""
        return None if point.counter is None else self._order[point.counter.cell][point.counter.index]

    def _press(self, point: MapPoint) -> None:
        self.view.setFocus()
        self.pointer.hide()
        self._pressed = QPointF(point.position)
        if self.held is None:
            self._dragged = self.piece_at(point)
            self.pick(self._dragged)

    def _move(self, point: MapPoint) -> None:
        if self._over != point.cell:
            self._over = point.cell
            self.view.update()
        dragging = self._dragged is not None and point.buttons & Qt.MouseButton.LeftButton
        if dragging and self._dragged is not None:
            face = piece_face(self.table, self._dragged, marks=False)
            self.view.set_ghosts([(face, QPointF(point.x, point.y))])

    def _release(self, point: MapPoint) -> None:
        dragged, self._dragged = self._dragged, None
        self.view.set_ghosts([])
        cell = point.counter.cell if point.counter is not None else point.cell
        if dragged is None:
            if self.held is not None and cell is not None:
                self.put.emit(self.held, int(cell))
        elif not self.view.rect().contains(point.position.toPoint()):
            self.taken_off.emit(dragged)
        elif point.cell is not None and self._moved(point):
            self.put.emit(dragged, int(point.cell))

    def _moved(self, point: MapPoint) -> bool:
        return self._pressed is not None and (point.position - self._pressed).manhattanLength() > 4

    def _ask(self, point: MapPoint) -> None:
        piece = self.piece_at(point)
        if piece is not None:
            self.pick(piece)
            self.asked.emit(piece, self.view.mapToGlobal(point.position.toPoint()))

    def _hover(self, cell: int | None) -> None:
        self._over = cell
        self.hovered.emit(cell)

    # from the tray

    def carry(self, piece: int, at: QPoint) -> None:
        """A counter of the tray hangs at the mouse."""
        point = QPointF(self.view.mapFromGlobal(at))
        inside = self.view.rect().contains(point.toPoint())
        self._over = self.view.cell_at(point) if inside else None
        face = piece_face(self.table, piece, marks=False)
        self.view.set_ghosts([(face, self.view.to_map(point))] if inside else [])

    def drop(self, piece: int, at: QPoint) -> None:
        """It was let go: over the map it stands where it fell, and the hand is empty."""
        self.view.set_ghosts([])
        self.held = None
        point = self.view.mapFromGlobal(at)
        cell = self.view.cell_at(point) if self.view.rect().contains(point) else None
        if cell is not None:
            self.put.emit(piece, int(cell))

    # the keyboard

    def walk(self, key: int) -> None:
        """An arrow key: point at the next cell in its direction."""
        middle = self.view.cell_at(QPointF(self.view.width() / 2, self.view.height() / 2))
        start = self.table.state.cell[self.piece] if self.piece is not None else int(middle or 0)
        cell = self.pointer.walk(key, start)
        if not self.view.rect().contains(self.view.position_of(Cell(cell)).toPoint()):
            self.view.centre_on(Cell(cell))
        self.hovered.emit(cell)
        self.view.update()

    def confirm(self) -> None:
        """Enter: set the counter in hand, or the chosen one, down where the keyboard points; else choose one there."""
        cell = self.pointer.cell
        if cell is None:
            return
        there, taken = self.table.stack(cell), self.held if self.held is not None else self.piece
        if taken is not None and self.table.state.cell[taken] != cell:
            self.put.emit(taken, cell)
        elif there:
            again = there.index(self.piece) + 1 if self.piece in there else 0
            self.pick(there[again % len(there)])
