"""Placing units from the tray: set-up, arrivals, replacements, production."""

from __future__ import annotations

from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from designer.paint.overlays import outline_cells
from designer.play.faces import piece_face
from designer.play.interactions.base import CHOICE, Ending, Interaction, light
from designer.play.stage import Spot, Stage
from designer.play.tray import Laid, Tray
from engine.ids import Cell
from engine.rules.decision import Verdict
from engine.state.actions import AnyAction, Done, PlaceUnit, RestoreStep

_ENDINGS = {
    "arrive": ("Hold the rest back", "The others come on a later turn"),
    "replace": ("End replacements", "What is not used now is lost"),
}
_HEADINGS = {"set-up": "To be set up", "arrive": "Arriving", "replace": "To be brought back or restored"}


class PlaceInteraction(Interaction):
    """Takes a counter from the tray and sets it down in a lit cell; restores reduced units on the map."""

    hint = "Click a counter in the tray, then a lit hex, or drag it there. Tab takes the next counter."

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.held: int | None = None
        self.cells: dict[int, AnyAction] = {}
        self.restores: dict[int, AnyAction] = {}
        self._pieces: list[int] = []
        self._over: int | None = None
        self._pressed: Spot | None = None
        self._kind = stage.decision.kind if stage.decision else ""
        self.tray = Tray(_HEADINGS.get(self._kind, "To be placed"))
        self.tray.field.taken.connect(self.take)

    def refresh(self) -> None:
        """See what can be placed, and keep a counter in hand."""
        self._pieces, self.restores = [], {}
        for group in self.stage.options.groups:
            if group.subject is None:
                continue
            actions = group.make()
            if any(isinstance(action, PlaceUnit) for action in actions):
                self._pieces.append(group.subject)
            self.restores |= {action.piece: action for action in actions if isinstance(action, RestoreStep)}
        listed = [*self._pieces, *self.restores]
        self.take(self.held if self.held in listed else next(iter(listed), None))

    def take(self, piece: int | None) -> None:
        """Take a counter in hand."""
        self.held = piece
        actions = [] if piece is None else self.stage.options.of(piece)
        self.cells = {action.cell: action for action in actions if isinstance(action, PlaceUnit)}
        if piece in self.restores and piece is not None:
            self.cells[self.stage.table.state.cell[piece]] = self.restores[piece]
        self.stage.select([piece] if piece in self.restores and piece is not None else [])
        self._lay()
        self.stage.redraw.emit()
        self.stage.offered.emit()

    def _lay(self) -> None:
        table = self.stage.table
        laid = [
            Laid(piece, piece_face(table, piece, marks=False), self._caption(piece), self.stage.name(piece))
            for piece in (*self._pieces, *self.restores)
        ]
        self.tray.field.lay(laid, self.held)

    def _caption(self, piece: int) -> str:
        if piece in self.restores:
            return f"in {self.stage.table.board.label(Cell(self.stage.table.state.cell[piece]))}"
        if self.stage.table.state.counter[piece] is None:
            return "untried"
        return self.stage.table.unit(piece).name

    def panel(self) -> QWidget:
        """The tray."""
        return self.tray

    def ending(self) -> Ending | None:
        """Stopping early, where that is allowed."""
        text, tip = _ENDINGS.get(self._kind, ("Done", ""))
        return Ending(text, Done(), tip) if self.stage.judge(Done()) else None

    def active(self) -> frozenset[int]:
        """Reduced units that can be restored."""
        return frozenset(self.restores)

    def put(self, cell: int) -> None:
        """Set the counter in hand down in a cell."""
        if cell in self.cells:
            self.stage.act(self.cells[cell])
        elif self.held is not None:
            self.stage.session.refused.emit(self.stage.judge(PlaceUnit(self.held, cell)))

    def press(self, spot: Spot) -> None:
        """Remember where."""
        self._pressed = spot

    def release(self, spot: Spot) -> None:
        """Set the counter down, or restore the unit clicked."""
        start, self._pressed = self._pressed, None
        if start is None or spot.cell is None or start.cell != spot.cell:
            return
        if spot.piece in self.restores and spot.piece is not None and spot.cell not in self.cells:
            self.take(spot.piece)
        elif spot.cell in self.cells:
            self.put(spot.cell)

    def hover(self, spot: Spot) -> None:
        """Show where the counter would go."""
        if self._over != spot.cell:
            self._over = spot.cell
            self.stage.redraw.emit()

    def says(self, cell: int) -> str:
        """What a click would place."""
        if cell not in self.cells or self.held is None:
            return ""
        verb = "Restore" if self.held in self.restores else "Place"
        return f"{verb} {self.stage.table.name(self.held)} here"

    def why_not(self, cell: int) -> Verdict | None:
        """Why the counter in hand may not stand there."""
        if self.held is None or cell in self.cells or self.held in self.restores:
            return None
        return self.stage.judge(PlaceUnit(self.held, cell))

    def action_at(self, cell: int) -> AnyAction | None:
        """Placing the counter in hand there."""
        return self.cells.get(cell) or (None if self.held is None else PlaceUnit(self.held, cell))

    def step(self, forward: bool) -> None:
        """Take the next counter."""
        listed = [*self._pieces, *self.restores]
        if listed:
            at = listed.index(self.held) + (1 if forward else -1) if self.held in listed else 0
            self.take(listed[at % len(listed)])

    def confirm(self) -> bool:
        """Restore the unit in hand, or place it where the mouse points."""
        if self.held in self.restores and self.held is not None:
            return self.stage.act(self.restores[self.held])
        if self._over in self.cells and self._over is not None:
            self.put(self._over)
            return True
        return False

    def draw_under(self, painter: QPainter, _scale: float) -> None:
        """Light the cells where the counter in hand may go."""
        light(painter, self.stage, list(self.cells))

    def draw(self, painter: QPainter, _scale: float) -> None:
        """Ring the cell under the mouse."""
        if self._over in self.cells and self._over is not None:
            outline_cells(painter, self.stage.scene, [Cell(self._over)], CHOICE, 0.1)
