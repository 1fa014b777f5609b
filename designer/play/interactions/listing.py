"""Any decision as a list of answers in words: for choices between results, and for kinds not known here."""

from __future__ import annotations

from itertools import islice

from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from designer.play.choices import Choice, ChoicePanel
from designer.play.interactions.base import Ending, Interaction, light
from designer.play.stage import Spot, Stage
from designer.play.wording import effects_in_words, say_action
from engine.state.actions import AnyAction, Choose, Done
from engine.state.tasks import ChooseEffects

MOST = 400
"""More answers than anybody reads; the map narrows them down."""


class ListInteraction(Interaction):
    """Lists every legal answer; clicking a unit or a cell narrows the list to it."""

    hint = "Choose one of the answers in the list. Clicking a unit or a hex shows only those that concern it."

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.answers: list[AnyAction] = []
        self._about: tuple[int, ...] = ()
        self._cells: list[int] = []
        self._panel = ChoicePanel("Choose")
        self._panel.chosen.connect(self._choose)
        self._panel.pointed.connect(self._point)

    def refresh(self) -> None:
        """Ask for the answers, and list them."""
        self.answers = [action for action in islice(self.stage.options, MOST) if not isinstance(action, Done)]
        self._about = ()
        self._list()
        self.stage.offered.emit()

    def _list(self) -> None:
        shown = [(n, action) for n, action in enumerate(self.answers) if self._concerns(action)]
        self._panel.show_choices(
            [Choice(n, self._text(action), "", getattr(action, "piece", None)) for n, action in shown],
            self.stage.table,
        )

    def _concerns(self, action: AnyAction) -> bool:
        return not self._about or bool(set(self._about) & set(cells_of(self.stage, action)))

    def _text(self, action: AnyAction) -> str:
        agenda = self.stage.table.state.agenda
        task = agenda[-1] if agenda else None
        if isinstance(action, Choose) and isinstance(task, ChooseEffects):
            return effects_in_words(task.choice.options[action.option])
        return say_action(self.stage.view, action)

    def panel(self) -> QWidget:
        """The answers."""
        return self._panel

    def ending(self) -> Ending | None:
        """Going on, where that is an answer."""
        return Ending("Done", Done()) if self.stage.judge(Done()) else None

    def _choose(self, number: int) -> None:
        self.stage.act(self.answers[number])

    def _point(self, number: int | None) -> None:
        self._cells = [] if number is None else cells_of(self.stage, self.answers[number])
        self.stage.redraw.emit()

    def release(self, spot: Spot) -> None:
        """Show only what concerns this cell."""
        self._about = () if spot.cell is None else (spot.cell,)
        if not any(self._concerns(action) for action in self.answers):
            self._about = ()
        self._list()

    def cancel(self) -> bool:
        """Show all answers again."""
        narrowed = bool(self._about)
        self._about = ()
        self._list()
        return narrowed

    def draw_under(self, painter: QPainter, _scale: float) -> None:
        """Light the cells of the answer pointed at."""
        if self._cells:
            light(painter, self.stage, self._cells)


def cells_of(stage: Stage, action: AnyAction) -> list[int]:
    """The cells that an action concerns."""
    state = stage.table.state
    found = [value for name in ("cell", "target") if isinstance(value := getattr(action, name, None), int)]
    found += getattr(action, "path", ())
    piece = getattr(action, "piece", None)
    if isinstance(piece, int):
        found.append(state.cell[piece])
    return [cell for cell in found if cell >= 0]
