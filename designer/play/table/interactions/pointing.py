"""Pointing at a cell: where each answer is one cell of the map, and what is done there may be one of several things."""

from __future__ import annotations

import re

from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QVBoxLayout, QWidget

from designer.labels import Label
from designer.paint.overlays import outline_cells
from designer.play.table.choices import ChoiceLine, ChoicePanel
from designer.play.table.interactions.base import CHOICE, Ending, Interaction, ending_words, light
from designer.play.table.interactions.shape import altered, bare, cell_in
from designer.play.table.stage import PointerSpot, Stage
from designer.play.wording import say_action
from designer.theme import current_theme
from engine.ids import Cell
from engine.rules.decision import Verdict
from engine.rules.prices import cost_words, costs_of
from engine.scenario.sentences import counted
from engine.state.actions import AnyAction

FEW = 200
"""Up to so many hexes are lit; where nearly the whole map is open, only the one under the mouse is."""

NOWHERE = -1
"""The cell of an action whose cell does not matter: what it does, wherever."""


class PointInteraction(Interaction):
    """What to do is chosen in the list, where there is a choice; then the map is clicked."""

    hint = "Click a lit hex on the map; Undo takes it back."

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.cells: dict[int, AnyAction] = {}
        self.over: int | None = None
        self.deeds: dict[AnyAction, dict[int, AnyAction]] = {}
        """What can be done, each with the cells where."""
        self.deed: AnyAction | None = None
        self._called = ""
        self._pressed: int | None = None
        self._end: AnyAction | None = None
        self.note = Label()
        self.note.setWordWrap(True)
        self.list = ChoicePanel("What to do", whole=True)
        self.list.chosen.connect(self.choose)
        self._panel = QWidget()
        layout = QVBoxLayout(self._panel)
        layout.setContentsMargins(0, 8, 0, 8)
        layout.addWidget(self.note)
        layout.addWidget(self.list)
        layout.addStretch(1)
        self.note.setContentsMargins(10, 0, 10, 0)

    def refresh(self) -> None:
        """See what can be done, and where."""
        self.deeds, self._end = {}, None
        for action in self.stage.options:
            cell = cell_in(action)
            if cell is not None:
                self.deeds.setdefault(self.anywhere(action), {})[cell] = action
            elif bare(action):
                self._end = action
        same = (deed for deed in self.deeds if self.name(deed) == self._called)
        self.choose(next(same, next(iter(self.deeds), None)))

    def anywhere(self, action: AnyAction) -> AnyAction:
        """What an action does, wherever it does it."""
        return altered(action, cell=NOWHERE)

    def choose(self, deed: AnyAction | None) -> None:
        """Choose what is done with the next click."""
        self.deed, self._called = deed, "" if deed is None else self.name(deed)
        self.cells = self.deeds.get(deed, {}) if deed is not None else {}
        several = [ChoiceLine(each, self.name(each), self._many(len(cells))) for each, cells in self.deeds.items()]
        self.list.setVisible(len(several) > 1)
        self.list.show_choices(several, self.stage.table)
        self.list.mark(deed)
        self.note.setText(self.stage.words(self._explain()))
        self.stage.redraw.emit()
        self.stage.offered.emit()

    def name(self, deed: AnyAction) -> str:
        """What is done, in a few words, without the place."""
        first = next(iter(self.deeds[deed].values()))
        where = self.stage.table.label(cell_in(first) or 0)
        return re.sub(rf"(?: in| into| to| at| of)? {re.escape(where)}$", "", say_action(self.stage.view, first))

    def _many(self, cells: int) -> str:
        return self.stage.words(f"{counted(cells, 'hex')} to choose from")

    def _explain(self) -> str:
        if self.deed is None:
            return "There is no hex to click."
        which = "the lit hex" if len(self.cells) == 1 else f"one of {counted(len(self.cells), 'hex')}"
        return f"{self.name(self.deed)}: click {which}."

    def panel(self) -> QWidget:
        """What is done, in words, and what else could be."""
        return self._panel

    def dress(self) -> None:
        """Take the colours of the theme."""
        self.note.setStyleSheet(f"color: {current_theme().text};")
        self.list.dress()

    def ending(self) -> Ending | None:
        """Going on, where that is an answer."""
        if self._end is None:
            return None
        return Ending(ending_words(self.stage, self._end), self._end)

    def press(self, spot: PointerSpot) -> None:
        """Remember where."""
        self._pressed = spot.cell

    def release(self, spot: PointerSpot) -> None:
        """Do it there, or say why not there."""
        pressed, self._pressed = self._pressed, None
        if spot.cell is None or spot.cell != pressed:
            return
        if spot.cell in self.cells:
            self.commit(self.cells[spot.cell])
        else:
            self.refuse(self.why_not(spot), spot.cell)

    def hover(self, spot: PointerSpot) -> None:
        """Ring the hex under the mouse."""
        if spot.cell != self.over:
            self.over = spot.cell
            self.stage.redraw.emit()

    def confirm(self) -> bool:
        """Do it in the hex under the mouse."""
        action = self.cells.get(self.over) if self.over is not None else None
        if action is not None:
            self.commit(action)
        return action is not None

    def step(self, forward: bool) -> None:
        """Show the next hex that may be clicked."""
        cells = sorted(self.cells)
        if cells:
            at = cells.index(self.over) + (1 if forward else -1) if self.over in self.cells else 0
            self.over = cells[at % len(cells)]
            self.stage.pointed.emit(self.over)
            self.stage.redraw.emit()

    def lit(self, _pieces: object) -> frozenset[int]:
        """Every hex that may be clicked."""
        return frozenset(self.cells)

    def says(self, spot: PointerSpot) -> str:
        """What a click would do."""
        if spot.cell not in self.cells or spot.cell is None:
            return ""
        action, table = self.cells[spot.cell], self.stage.table
        paid = cost_words(table, costs_of(table, self.stage.view.side, action))
        return f"{say_action(self.stage.view, action)}{f': {paid}' if paid else ''}"

    def why_not(self, spot: PointerSpot) -> Verdict | None:
        """The judge's word on doing it there."""
        if spot.cell is None or spot.cell in self.cells or self.deed is None:
            return None
        return self.stage.judge(altered(self.deed, cell=spot.cell))

    def action_at(self, cell: int) -> AnyAction | None:
        """Doing it in that cell."""
        return None if self.deed is None else altered(self.deed, cell=cell)

    def draw_under(self, painter: QPainter, _scale: float) -> None:
        """Light the hexes that are open, where they are few."""
        if len(self.cells) <= FEW:
            light(painter, self.stage, sorted(self.cells))

    def draw(self, painter: QPainter, _scale: float) -> None:
        """Ring the hex under the mouse."""
        if self.over is not None and self.over in self.cells:
            outline_cells(painter, self.stage.scene, [Cell(self.over)], CHOICE, 0.1)
