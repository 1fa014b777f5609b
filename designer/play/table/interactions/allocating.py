"""Sharing something out among many pieces on one screen: losses, payments; nothing happens before the button."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import islice

from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from designer.paint.faces import face_values
from designer.paint.overlays import cell_note, outline_cells
from designer.play.running.controller import GROUP
from designer.play.table.allotment import Allotment, Share
from designer.play.table.interactions.base import CHOICE, FINAL, PRACTICE, TARGET, Ending, Interaction, ending_words
from designer.play.table.interactions.loss import loss_words
from designer.play.table.interactions.shape import altered, piece_in
from designer.play.table.stage import PointerSpot, Stage
from designer.play.wording import plain
from engine.ids import Cell
from engine.play import Game
from engine.rules.decision import Decision, Verdict, no
from engine.scenario.sentences import counted
from engine.state.actions import AnyAction, Done

_BUTTONS = {"lose": "Take these losses", "pay": "Pay so"}
SHARED = "Everything is shared out."
_LEAST = 24
"""Pixels to a hex below which no figures are written into it."""


class AllocateInteraction(Interaction):
    """Answers one decision after another on a copy of the game, as long as they are of one kind, and then all at once.

    A click gives a share, another key takes it back.  The rules are asked after every share what is still open.
    """

    hint = "Click a unit to give it a share, Ctrl+click to take it back; then press the button."

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.given: list[AnyAction] = []
        """The answers so far, in their order."""
        self.answers: dict[int, AnyAction] = {}
        self._began = stage.decision
        self._at = -1
        self._draft: Game = stage.session.game
        self._candidates: tuple[int, ...] = ()
        self._end: AnyAction | None = None
        self._pressed: int | None = None
        self._kind = stage.decision.kind if stage.decision else ""
        self.shares = Allotment()
        self.shares.more.connect(self.give)
        self.shares.less.connect(self.take_back)
        self.shares.cleared.connect(self.clear)

    def refresh(self) -> None:
        """Begin anew where the game went on; else only show what is drafted."""
        if self.stage.session.game.cursor != self._at:
            self._at, self._began, self.given = self.stage.session.game.cursor, self.stage.decision, []
            found = (piece_in(action) for action in self.stage.options)
            self._candidates = tuple(dict.fromkeys(piece for piece in found if piece is not None))
        self._work_out()

    # the draft

    def _work_out(self) -> None:
        """Carry the draft out on a copy, and see who may take the next share."""
        fork, kept = self.stage.session.game.fork(), []
        for action in self.given:
            if not _same(self._began, fork.decision) or not fork.judge(action):
                break
            fork.apply(action)
            kept.append(action)
        self.given, self._draft = kept, fork
        found = list(fork.options()) if self.open else []
        self.answers = {piece: action for action in found if (piece := piece_in(action)) is not None}
        self._candidates = tuple(dict.fromkeys((*self._candidates, *self.answers)))
        self._end = next((action for action in found if isinstance(action, Done)), None)
        self._show()

    @property
    def open(self) -> bool:
        """Whether another share is to be given; dice that fell in the draft end it."""
        thrown = any(entry.sealed for entry in self._draft.log[self._at :])
        return not thrown and _same(self._began, self._draft.decision)

    @property
    def ready(self) -> bool:
        """Whether the draft may be carried out as it is."""
        return bool(self.given) and (not self.open or self._end is not None)

    def give(self, piece: int) -> None:
        """Let a piece take another share."""
        if piece in self.answers:
            self.given.append(self.answers[piece])
            self._work_out()
        else:
            self.refuse(self._refusal(piece))

    def take_back(self, piece: int) -> None:
        """Take the last share of a piece back."""
        for place in range(len(self.given) - 1, -1, -1):
            if piece_in(self.given[place]) == piece:
                del self.given[place]
                break
        self._work_out()

    def clear(self) -> None:
        """Take every share back."""
        self.given = []
        self._work_out()

    def count(self, piece: int) -> int:
        """How many shares a piece has taken."""
        return Counter(map(piece_in, self.given))[piece]

    def _refusal(self, piece: int) -> Verdict:
        if not self.open:
            return no("Everything is shared out: take a share back first, or press the button.")
        known = next(iter(self.answers.values()), None)
        if known is None:
            return no("Nobody can take another share.")
        return self._draft.judge(altered(known, piece=piece))

    # what is shown

    def _show(self) -> None:
        decision = self._draft.decision if self.open else None
        say = plain(self._draft, decision.prompt) if decision is not None else SHARED
        self.prompt = self.stage.words(say)
        lines = [self._share(piece) for piece in self._candidates]
        self.shares.show_shares(self.prompt, lines, self.stage.table, begun=bool(self.given))
        self.stage.select(dict.fromkeys(piece for action in self.given if (piece := piece_in(action)) is not None))
        self.stage.redraw.emit()
        self.stage.offered.emit()

    def _share(self, piece: int) -> Share:
        cell = self.stage.table.state.cell[piece]
        name = f"{self.stage.name(piece)}, {self.stage.place(cell)}" if cell >= 0 else self.stage.name(piece)
        return Share(piece, name, self._after(piece), self.count(piece), piece in self.answers)

    def _after(self, piece: int) -> str:
        """What the draft makes of a unit, or what another share would."""
        table, draft, said = self.stage.table, self._draft.table, ""
        if self.count(piece):
            gone = draft.state.cell[piece] < 0 <= table.state.cell[piece]
            rows = table.scenario.rows
            before, after = (face_values(each.unit(piece), each.face(piece), rows) for each in (table, draft))
            said = "eliminated" if gone else f"{before} becomes {after}" if before != after else ""
        elif piece in self.answers and self._kind == "lose":
            tried = self._draft.fork()
            tried.apply(self.answers[piece])
            said = loss_words(draft, tried.table, piece, brief=True)
        return said

    def panel(self) -> QWidget:
        """Everybody who may take a share."""
        return self.shares

    def dress(self) -> None:
        """Take the colours of the theme."""
        self.shares.dress()

    def ending(self) -> Ending | None:
        """All shares at once, or none where that is an answer."""
        if not self.given and self._end is not None:
            return Ending(ending_words(self.stage, self._end), self._end)
        sealed = any(entry.sealed for entry in self._draft.log[self._at :])
        final = PRACTICE if self.stage.session.controller.manners.practice else FINAL
        text = _BUTTONS.get(self._kind, "Share it out so")
        first = self.given[0] if self.given else Done()
        return Ending(text, first, final if sealed else "Undo takes all of it back", ready=self.ready)

    def press_button(self) -> None:
        """Carry the draft out as one choice; where something is open, say what."""
        if not self.given and self._end is not None:
            super().press_button()
        elif not self.ready:
            decision = self._draft.decision
            self.stage.said.emit(plain(self._draft, decision.prompt) if decision is not None else "")
        else:
            self._carry_out(tuple(self.given))

    def _carry_out(self, wanted: tuple[AnyAction, ...]) -> None:
        """What passes by itself in between is among what was drafted."""
        game, began = self.stage.session.game, self._at
        done: tuple[AnyAction | None, ...] = ()
        while len(done) < len(wanted) and done == wanted[: len(done)]:
            if not self.stage.act(wanted[len(done)], {GROUP: began}):
                break
            done = tuple(entry.action for entry in game.log[began : game.cursor])

    def confirm(self) -> bool:
        """Enter carries it out once nothing is open."""
        if self.ready and not self.open:
            self.press_button()
            return True
        return False

    def cancel(self) -> bool:
        """Take the last share back."""
        if not self.given:
            return False
        self.given.pop()
        self._work_out()
        return True

    def step(self, forward: bool) -> None:
        """Show the next unit that may take a share."""
        self.shares.walk(forward)

    # the mouse

    def active(self) -> frozenset[int]:
        """Whoever may take a share, or has taken one."""
        return frozenset(self._candidates)

    def _candidate(self, spot: PointerSpot) -> int | None:
        if spot.piece is not None:
            return spot.piece if spot.piece in self._candidates else None
        there = [piece for piece in self.stage.pieces_in(spot.cell) if piece in self._candidates]
        return there[0] if len(there) == 1 else None

    def press(self, spot: PointerSpot) -> None:
        """Remember what was pressed."""
        self._pressed = self._candidate(spot)

    def release(self, spot: PointerSpot) -> None:
        """Give the unit a share, or take one back."""
        piece, pressed, self._pressed = self._candidate(spot), self._pressed, None
        if piece is None:
            self.refuse(self.why_not(spot), spot.cell)
        elif piece == pressed:
            (self.take_back if spot.ctrl else self.give)(piece)

    def says(self, spot: PointerSpot) -> str:
        """What a click would do."""
        piece = self._candidate(spot)
        if piece is None or piece not in self.answers:
            return ""
        back = f"; {counted(self.count(piece), 'share')} taken, Ctrl+click takes one back" if self.count(piece) else ""
        return f"{self.stage.called(piece)} takes a share{back}"

    def why_not(self, spot: PointerSpot) -> Verdict | None:
        """Why the unit there can take no share."""
        there = spot.piece if spot.piece is not None else next(iter(self.stage.pieces_in(spot.cell)), None)
        if there is None or there in self.answers:
            return None
        several = [piece for piece in self.stage.pieces_in(spot.cell) if piece in self._candidates]
        if spot.piece is None and len(several) > 1:
            return no("Several units there may take a share: click one of their counters.")
        return self._refusal(there)

    def action_at(self, cell: int) -> AnyAction | None:
        """The share of the only candidate there."""
        there = [piece for piece in self.stage.pieces_in(cell) if piece in self.answers]
        return self.answers[there[0]] if there and not self.given else None

    def lit(self, _pieces: Sequence[int]) -> frozenset[int]:
        """Where the candidates stand."""
        cells = (self.stage.table.state.cell[piece] for piece in self._candidates)
        return frozenset(cell for cell in cells if cell >= 0)

    def draw(self, painter: QPainter, scale: float) -> None:
        """Ring the candidates, and write the shares into their hexes."""
        outline_cells(painter, self.stage.scene, [Cell(cell) for cell in self.lit(())], CHOICE, 0.07)
        cells = Counter(self.stage.table.state.cell[piece] for piece in map(piece_in, self.given) if piece is not None)
        for cell, many in cells.items() if scale >= _LEAST else ():
            if cell >= 0:
                cell_note(painter, self.stage.scene, Cell(cell), f"−{many}", TARGET)


def _same(one: Decision | None, other: Decision | None) -> bool:
    """Whether two decisions ask the same of the same side."""
    return one is not None and other is not None and (one.side, one.kind) == (other.side, other.kind)


def several_due(stage: Stage) -> bool:
    """Whether one answer is not enough: after some of them there is a choice of the same kind, and no dice fell."""
    for action in [action for action in stage.options if piece_in(action) is not None][:8]:
        tried = stage.tried(action)
        if tried.log[-1].sealed or not _same(stage.decision, tried.decision):
            continue
        if len(list(islice(tried.options(), 2))) > 1:
            return True
    return False
