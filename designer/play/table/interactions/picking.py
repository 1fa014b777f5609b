"""Picking one of several pieces, or none: losses, removals, advances, and whatever else is about one piece."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from designer.paint.overlays import outline_cells
from designer.play.table.choices import ChoiceLine, ChoicePanel, alike_as_one
from designer.play.table.interactions.base import CHOICE, TARGET, Ending, Interaction, ending_words
from designer.play.table.interactions.loss import loss_words
from designer.play.table.interactions.shape import altered, piece_in, told_apart
from designer.play.table.stage import PointerSpot, Stage
from designer.play.wording import say_action
from engine.ids import Cell
from engine.rules.decision import Verdict, no
from engine.scenario.sentences import counted
from engine.state.actions import AdvanceUnit, AnyAction, Done, WithdrawAttack

_VERBS = {
    "lose": ("Who takes the loss?", "Takes the loss"),
    "remove": ("Who is removed?", "Is removed"),
    "advance": ("Who advances?", "Advances"),
    "order": ("Who retreats first?", "Retreats first"),
    "withdraw": ("Who goes?", "Goes"),
    "refit": ("Who refits?", "Refits"),
}

_AIMED = ("fly", "intercept", "name")
"""Questions about a cell whose answers lie far from it."""


class PickInteraction(Interaction):
    """Each answer is a piece; one answer may be none of them."""

    hint = "Click one of the lit units, on the map or in the list."

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.answers: dict[int, AnyAction] = {}
        self.needs: dict[int, str | None] = {}
        """What each of them is short of, where an answer helps; those in need come first."""
        self.none: AnyAction | None = None
        self.others: tuple[AnyAction, ...] = ()
        """Answers that name no piece, beyond the one on the button."""
        self._pressed: int | None = None
        self._kind = stage.decision.kind if stage.decision else ""
        self.concern = stage.decision.subject if stage.decision is not None and self._kind in _AIMED else None
        self._panel = ChoicePanel(_VERBS.get(self._kind, ("Choose a unit", ""))[0])
        self._panel.chosen.connect(self._choose)
        self._panel.pointed.connect(self._point)

    def refresh(self) -> None:
        """List the pieces that may be picked."""
        found = self._in_place([(piece_in(each), each) for each in told_apart(self.stage, self.stage.options)])
        self.answers = self._needy_first({piece: action for piece, action in found if piece is not None})
        without = [action for piece, action in found if piece is None]
        self.none, self.others = (without[-1] if without else None), tuple(without[:-1])
        self.hint = self._hint()
        lines = [ChoiceLine(piece, self._title(piece), self._detail(piece), piece) for piece in self.answers]
        lines += [ChoiceLine(action, say_action(self.stage.view, action)) for action in self.others]
        self._panel.show_choices(alike_as_one(lines, self.stage.table), self.stage.table)
        self.stage.offered.emit()

    def _in_place(self, found: list[tuple[int | None, AnyAction]]) -> list[tuple[int | None, AnyAction]]:
        """Whoever was taken stands below those just like him: nothing moves under a click."""
        if not any(isinstance(action, WithdrawAttack) for _, action in found):
            return found
        table, rows = self.stage.table, dict[object, int]()
        for piece in sorted(piece for piece, _ in found if piece is not None):
            rows.setdefault((table.name(piece), table.state.cell[piece]), len(rows))

        def row(each: tuple[int | None, AnyAction]) -> tuple[int, bool]:
            piece, action = each
            at = len(rows) if piece is None else rows[table.name(piece), table.state.cell[piece]]
            return at, isinstance(action, WithdrawAttack)

        return sorted(found, key=row)

    def _needy_first(self, answers: dict[int, AnyAction]) -> dict[int, AnyAction]:
        """Those who are in need before the others, and who stands together in one row."""
        cells = self.stage.table.state.cell
        self.needs = {piece: action.need(self.stage.table) for piece, action in answers.items()}
        if not any(self.needs.values()):
            return answers
        stacks = {cell: at for at, cell in reversed(list(enumerate(cells[piece] for piece in answers)))}
        return {
            each: answers[each] for each in sorted(answers, key=lambda one: (not self.needs[one], stacks[cells[one]]))
        }

    def _hint(self) -> str:
        """How to pick, and who is in need; or, where the button does something, all that it does."""
        if self.none is None or isinstance(self.none, (AdvanceUnit, Done)):
            return " ".join(filter(None, (self._plight(), PickInteraction.hint)))
        return f"{say_action(self.stage.view, self.none)}."

    def _plight(self) -> str:
        """How many are in need, where that is what it is about."""
        many = sum(bool(need) for need in self.needs.values())
        if all(need is None for need in self.needs.values()) or many == len(self.needs):
            return ""
        return f"In need: {counted(many, 'unit')}, first in the list." if many else "Nobody is in need."

    def _title(self, piece: int) -> str:
        """A unit by its name, or, where the heading does not say what becomes of it, what it would do."""
        known = self._kind in _VERBS
        return self.stage.name(piece) if known else say_action(self.stage.view, self.answers[piece])

    def _detail(self, piece: int) -> str:
        state, table = self.stage.table.state, self.stage.table
        where = table.label(state.cell[piece]) if state.cell[piece] >= 0 else ""
        if self._kind != "lose":
            where = "" if where in self._title(piece) else where
            return ". ".join(filter(None, (where, self.needs[piece])))
        return f"{where}. {loss_words(self.stage.table, self.stage.tried(self.answers[piece]).table, piece)}"

    def panel(self) -> QWidget:
        """The pieces that may be picked."""
        return self._panel

    def ending(self) -> Ending | None:
        """None of them, where that is an answer."""
        if self.none is None:
            return None
        if isinstance(self.none, AdvanceUnit):
            return Ending("Do not advance", self.none)
        return Ending(ending_words(self.stage, self.none), self.none)

    def active(self) -> frozenset[int]:
        """Those that may be picked."""
        return frozenset(self.answers)

    def dress(self) -> None:
        """Take the colours of the theme."""
        self._panel.dress()

    def lit(self, _pieces: Sequence[int]) -> frozenset[int]:
        """Where the candidates stand."""
        state = self.stage.table.state
        return frozenset(state.cell[piece] for piece in self.answers if state.cell[piece] >= 0)

    def _choose(self, piece: int | AnyAction) -> None:
        if isinstance(piece, AnyAction):
            self._panel.mark(piece)
            self.commit(piece)
        elif piece in self.answers:
            self.stage.select((piece,))
            self._panel.mark(piece)
            self.commit(self.answers[piece])

    def _point(self, piece: int | AnyAction | None) -> None:
        if isinstance(piece, int):
            self.stage.select((piece,))
        self.stage.redraw.emit()

    def _candidate(self, spot: PointerSpot) -> int | None:
        """The piece a click means: the one under the mouse, or the only candidate in the cell."""
        if spot.piece in self.answers:
            return spot.piece
        there = [piece for piece in self.stage.pieces_in(spot.cell) if piece in self.answers]
        return there[0] if len(there) == 1 else None

    def press(self, spot: PointerSpot) -> None:
        """Remember what was pressed."""
        self._pressed = self._candidate(spot)

    def release(self, spot: PointerSpot) -> None:
        """Pick it, if the button goes up where it went down."""
        piece = self._candidate(spot)
        if piece is not None and piece == self._pressed:
            self._choose(piece)
        elif piece is None:
            self.refuse(self.why_not(spot), spot.cell)

    def says(self, spot: PointerSpot) -> str:
        """Whom a click would pick."""
        piece = self._candidate(spot)
        if piece is None:
            return ""
        known = _VERBS.get(self._kind)
        return f"{self.stage.called(piece)} {known[1].lower()}" if known else self._title(piece)

    def why_not(self, spot: PointerSpot) -> Verdict | None:
        """Why the unit there cannot be picked: the judge's word on an answer that names it."""
        there = spot.piece if spot.piece is not None else next(iter(self.stage.pieces_in(spot.cell)), None)
        known = next(iter(self.answers.values()), None)
        if there is None or known is None or self._candidate(spot) is not None or spot.cell == self.concern:
            return None
        if any(piece in self.answers for piece in self.stage.pieces_in(spot.cell)) and spot.piece is None:
            return no("Several units there may be picked: click one of their counters.")
        return self.stage.judge(altered(known, piece=there))

    def action_at(self, cell: int) -> AnyAction | None:
        """The answer that the only candidate there stands for."""
        there = [piece for piece in self.stage.pieces_in(cell) if piece in self.answers]
        return self.answers[there[0]] if there else None

    def confirm(self) -> bool:
        """Pick the selected piece."""
        if len(self.stage.selected) != 1 or self.stage.selected[0] not in self.answers:
            return False
        self.commit(self.answers[self.stage.selected[0]])
        return True

    def step(self, forward: bool) -> None:
        """Select the next candidate."""
        pieces = list(self.answers)
        if pieces:
            now = self.stage.selected[0] if self.stage.selected else None
            at = pieces.index(now) + (1 if forward else -1) if now in pieces else 0
            self.stage.select((pieces[at % len(pieces)],))
            self.stage.pointed.emit(self.stage.table.state.cell[self.stage.selected[0]])

    def draw(self, painter: QPainter, _scale: float) -> None:
        """Ring the candidates, those not in need more finely where others are, and the cell it is about."""
        state = self.stage.table.state
        cells = {Cell(state.cell[piece]) for piece in self.answers if state.cell[piece] >= 0}
        needy = {Cell(state.cell[piece]) for piece, need in self.needs.items() if need and state.cell[piece] >= 0}
        outline_cells(painter, self.stage.scene, cells - needy, CHOICE, 0.02 if needy else 0.07)
        outline_cells(painter, self.stage.scene, needy, CHOICE, 0.07)
        decision = self.stage.decision
        goal = decision.subject if decision is not None and decision.kind == "advance" else self.concern
        if goal is not None:
            outline_cells(painter, self.stage.scene, [Cell(goal)], TARGET, 0.07, dashed=True)
