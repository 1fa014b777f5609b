"""Any decision as a list of answers in words: for choices between results, and for kinds not known here."""

from __future__ import annotations

from itertools import islice

from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from designer.paint.overlays import outline_cells
from designer.play.table.choices import ChoiceLine, ChoicePanel, alike_as_one
from designer.play.table.interactions.base import CHOICE, TARGET, Ending, Interaction, ending_words, light
from designer.play.table.interactions.shape import cells_of, pieces_in, told_apart
from designer.play.table.stage import PointerSpot, Stage
from designer.play.wording import say_action
from engine.ids import Cell
from engine.rules.decision import Verdict, no
from engine.rules.depots import held_words
from engine.rules.prices import PayFrom
from engine.scenario.sentences import counted
from engine.state.actions import AnyAction, Done

FEW = 200
"""More cells than anybody tells apart are not ringed."""

IN_LIST = "Choose one of the answers in the list."
ON_MAP = "Choose one of the answers in the list, or click on the map what it is about."

MOST = 400
"""More answers than anybody reads; the map narrows them down."""


class ListInteraction(Interaction):
    """Lists every legal answer; clicking a unit or a cell narrows the list to it."""

    hint = ON_MAP

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.answers: list[AnyAction] = []
        self._about: tuple[int, ...] = ()
        self._cells: list[int] = []
        asked = stage.decision
        self.concern = asked.subject if asked is not None and asked.kind == "pay" else None
        self._panel = ChoicePanel("Choose")
        self._panel.chosen.connect(self._choose)
        self._panel.pointed.connect(self._point)

    def refresh(self) -> None:
        """Ask for the answers, and list them."""
        found = (action for action in islice(self.stage.options, MOST) if not isinstance(action, Done))
        self.answers = told_apart(self.stage, found)
        self._about = ()
        self._list()
        self.hint = ON_MAP if self.lit(()) else IN_LIST
        self.stage.offered.emit()

    def _list(self) -> None:
        shown = [(n, action) for n, action in enumerate(self.answers) if self._concerns(action)]
        lines = [
            ChoiceLine(n, self._text(action), self._detail(action), next(iter(pieces_in(action)), None))
            for n, action in shown
        ]
        self._panel.show_choices(alike_as_one(lines, self.stage.table), self.stage.table)

    def _concerns(self, action: AnyAction) -> bool:
        return not self._about or bool(set(self._about) & set(cells_of(self.stage, action)))

    def _text(self, action: AnyAction) -> str:
        return say_action(self.stage.view, action)

    def _detail(self, action: AnyAction) -> str:
        """What there is to pay with."""
        store = action.store if isinstance(action, PayFrom) else None
        return held_words(self.stage.table, store) if store is not None else ""

    def panel(self) -> QWidget:
        """The answers."""
        return self._panel

    def ending(self) -> Ending | None:
        """Going on, where that is an answer."""
        return Ending(ending_words(self.stage, Done()), Done()) if self.stage.judge(Done()) else None

    def _choose(self, number: int) -> None:
        self._panel.mark(number)
        self.commit(self.answers[number])

    def dress(self) -> None:
        """Take the colours of the theme."""
        self._panel.dress()

    def _point(self, number: int | None) -> None:
        self._cells = [] if number is None else cells_of(self.stage, self.answers[number])
        self.stage.redraw.emit()

    def release(self, spot: PointerSpot) -> None:
        """Choose the one answer that concerns this cell, or show only those that do."""
        about = self._answers_at(spot)
        if len(about) == 1:
            self._choose(about[0])
            return
        self._about = () if spot.cell is None or not about else (spot.cell,)
        if not about:
            self.refuse(self.why_not(spot), spot.cell)
        self._list()

    def _answers_at(self, spot: PointerSpot) -> list[int]:
        """The answers that a click on the map may mean: those that name the piece under the mouse, or its cell."""
        named = [n for n, action in enumerate(self.answers) if spot.piece in pieces_in(action)]
        there = [n for n, action in enumerate(self.answers) if spot.cell in cells_of(self.stage, action)]
        return named if spot.piece is not None and named else there

    def says(self, spot: PointerSpot) -> str:
        """What a click would do."""
        about = self._answers_at(spot)
        if len(about) == 1:
            return self._text(self.answers[about[0]])
        return f"Show the {counted(len(about), 'answer')} about this hex" if about else ""

    def lit(self, _pieces: object) -> frozenset[int]:
        """Every cell that an answer is about, where they are few."""
        cells = {cell for action in self.answers for cell in cells_of(self.stage, action)}
        return frozenset(cells) if len(cells) <= FEW else frozenset()

    def why_not(self, spot: PointerSpot) -> Verdict | None:
        """No answer is about that cell."""
        if spot.cell in (None, self.concern) or not self.lit(()) or self._answers_at(spot):
            return None
        assert spot.cell is not None
        return no(f"None of the answers is about {self.stage.table.label(spot.cell)}.")

    def cancel(self) -> bool:
        """Show all answers again."""
        narrowed = bool(self._about)
        self._about = ()
        self._list()
        return narrowed

    def draw_under(self, painter: QPainter, _scale: float) -> None:
        """Ring the battle that is decided and what the answers are about, and light the cells of the one pointed at."""
        field = self.stage.battlefield if self.concern is None else self.concern
        if field is not None:
            outline_cells(painter, self.stage.scene, [Cell(field)], TARGET, 0.1)
        outline_cells(painter, self.stage.scene, [Cell(cell) for cell in self.lit(())], CHOICE, 0.06)
        if self._cells:
            light(painter, self.stage, self._cells)
