"""Picking one of several pieces, or none: losses, removals, advances."""

from __future__ import annotations

from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from designer.paint.overlays import outline_cells
from designer.play.choices import Choice, ChoicePanel
from designer.play.interactions.base import CHOICE, TARGET, Ending, Interaction
from designer.play.stage import Spot, Stage
from engine.ids import Cell
from engine.state.actions import AdvanceUnit, AnyAction

_VERBS = {
    "lose": ("Who takes the loss?", "Takes the loss"),
    "remove": ("Who is removed?", "Is removed"),
    "advance": ("Who advances?", "Advances"),
}


class PickInteraction(Interaction):
    """Each answer is a piece; one answer may be none of them."""

    hint = "Click one of the lit units, on the map or in the list."

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.answers: dict[int, AnyAction] = {}
        self.none: AnyAction | None = None
        self._pressed: int | None = None
        self._pointed: int | None = None
        self._kind = stage.decision.kind if stage.decision else ""
        self._panel = ChoicePanel(_VERBS.get(self._kind, ("Choose a unit", ""))[0])
        self._panel.chosen.connect(self._choose)
        self._panel.pointed.connect(self._point)

    def refresh(self) -> None:
        """List the pieces that may be picked."""
        found = [(getattr(action, "piece", None), action) for action in self.stage.options]
        self.answers = {piece: action for piece, action in found if piece is not None}
        self.none = next((action for piece, action in found if piece is None), None)
        table = self.stage.table
        self._panel.show_choices(
            [Choice(piece, self.stage.name(piece), self._detail(piece), piece) for piece in self.answers], table
        )
        self.stage.offered.emit()

    def _detail(self, piece: int) -> str:
        state, table = self.stage.table.state, self.stage.table
        where = table.label(state.cell[piece]) if state.cell[piece] >= 0 else ""
        if self._kind != "lose":
            return where
        counter = state.counter[piece]
        steps = 1 if counter is None else table.scenario.counters[counter].steps - state.face[piece]
        return f"{where}, {'its last step' if steps == 1 else f'{steps} steps left'}"

    def panel(self) -> QWidget:
        """The pieces that may be picked."""
        return self._panel

    def ending(self) -> Ending | None:
        """None of them, where that is an answer."""
        if self.none is None:
            return None
        text = "Do not advance" if isinstance(self.none, AdvanceUnit) else "None of them"
        return Ending(text, self.none)

    def active(self) -> frozenset[int]:
        """Those that may be picked."""
        return frozenset(self.answers)

    def _choose(self, piece: int) -> None:
        if piece in self.answers:
            self.stage.act(self.answers[piece])

    def _point(self, piece: int | None) -> None:
        self._pointed = piece
        if piece is not None:
            self.stage.select((piece,))
        self.stage.redraw.emit()

    def _candidate(self, spot: Spot) -> int | None:
        """The piece a click means: the one under the mouse, or the only candidate in the cell."""
        if spot.piece in self.answers:
            return spot.piece
        there = [piece for piece in self.stage.pieces_in(spot.cell) if piece in self.answers]
        return there[0] if len(there) == 1 else None

    def press(self, spot: Spot) -> None:
        """Remember what was pressed."""
        self._pressed = self._candidate(spot)

    def release(self, spot: Spot) -> None:
        """Pick it, if the button goes up where it went down."""
        piece = self._candidate(spot)
        if piece is not None and piece == self._pressed:
            self._choose(piece)

    def says(self, cell: int) -> str:
        """Whom a click would pick."""
        there = [piece for piece in self.stage.pieces_in(cell) if piece in self.answers]
        verb = _VERBS.get(self._kind, ("", "Is chosen"))[1].lower()
        return f"{self.stage.name(there[0])} {verb}" if len(there) == 1 else ""

    def action_at(self, cell: int) -> AnyAction | None:
        """The answer that the only candidate there stands for."""
        there = [piece for piece in self.stage.pieces_in(cell) if piece in self.answers]
        return self.answers[there[0]] if there else None

    def confirm(self) -> bool:
        """Pick the selected piece."""
        if len(self.stage.selected) == 1 and self.stage.selected[0] in self.answers:
            return self.stage.act(self.answers[self.stage.selected[0]])
        return False

    def step(self, forward: bool) -> None:
        """Select the next candidate."""
        pieces = list(self.answers)
        if pieces:
            now = self.stage.selected[0] if self.stage.selected else None
            at = pieces.index(now) + (1 if forward else -1) if now in pieces else 0
            self.stage.select((pieces[at % len(pieces)],))
            self.stage.pointed.emit(self.stage.table.state.cell[self.stage.selected[0]])

    def draw(self, painter: QPainter, _scale: float) -> None:
        """Ring the candidates, and the cell it is about."""
        state = self.stage.table.state
        cells = {Cell(state.cell[piece]) for piece in self.answers if state.cell[piece] >= 0}
        outline_cells(painter, self.stage.scene, cells, CHOICE, 0.07)
        decision = self.stage.decision
        if decision is not None and decision.kind == "advance" and decision.subject is not None:
            outline_cells(painter, self.stage.scene, [Cell(decision.subject)], TARGET, 0.07, dashed=True)
