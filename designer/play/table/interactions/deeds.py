"""What units may do in their movement besides moving: cut a railway, sail, hand over, dig in, call aircraft."""

from __future__ import annotations

from PySide6.QtGui import QPainter

from designer.play.running.controller import GROUP
from designer.play.table.choices import ChoiceLine, ChoicePanel
from designer.play.table.interactions.base import Interaction, light
from designer.play.table.interactions.shape import altered, cells_of, pieces_in
from designer.play.table.stage import Stage
from designer.play.wording import say_action
from engine.play import View
from engine.rules.overrun import OverrunStack
from engine.rules.prices import cost_words, costs_of
from engine.scenario.sentences import counted, listed
from engine.state.actions import AnyAction
from engine.state.tasks import MoveUnits

MOST = 60
"""More deeds than anybody reads."""

FEW = 2
"""Units that are named one by one in a deed; of more it is told how many they are."""


class Deeds:
    """The list of them, for whoever is selected; it lies below what else the panel shows, and moves nothing."""

    def __init__(self, interaction: Interaction) -> None:
        self._interaction, self._stage = interaction, interaction.stage
        self.found: list[AnyAction] = []
        self._alike: dict[AnyAction, list[AnyAction]] = {}
        """Deeds that read the same for several of the selected units, under the first of them: one click does all."""
        self._pointed: list[int] = []
        self.panel = ChoicePanel("What else can be done", shares=True)
        self.panel.chosen.connect(lambda number: self._do(self.found[number]))
        self.panel.pointed.connect(self._point)
        self.panel.hide()

    def show(self) -> None:
        """List what the selected units can do, and what nobody in particular can."""
        self._alike = alike(self._stage.view, joined(self._stage, deeds(self._interaction)))
        self.found, self._pointed = list(self._alike)[:MOST], []
        table = self._stage.table
        lines = [
            ChoiceLine(number, self._line(action), "", next(iter(pieces_in(action)), None))
            for number, action in enumerate(self.found)
        ]
        self.panel.show_choices(lines, table)
        self.panel.setVisible(bool(lines))

    def _line(self, action: AnyAction) -> str:
        said, many = _said(self._stage.view, action), len(self._alike[action])
        return f"{said}, {'both' if many == 2 else f'all {many}'} of them" if many > 1 else said

    def _do(self, action: AnyAction) -> None:
        """Do it, with all who do the same; one undo takes all of it back."""
        same, began = self._alike.get(action, [action]), self._stage.session.game.cursor
        for each in same:
            if self._stage.judge(each) and not self._interaction.commit(each, {GROUP: began} if same[1:] else None):
                return

    def _point(self, number: int | None) -> None:
        self._pointed = [] if number is None else cells_of(self._stage, self.found[number])
        self._stage.redraw.emit()

    def draw(self, painter: QPainter) -> None:
        """Light the cells of the deed pointed at."""
        if self._pointed:
            light(painter, self._stage, self._pointed)


def _said(view: View, action: AnyAction) -> str:
    """What a deed is, and what it costs in supply."""
    what, who = say_action(view, action), pieces_in(action)
    if len(who) > FEW:
        what = what.replace(listed([view.table.full_name(piece) for piece in who]), counted(len(who), "unit"))
    paid = cost_words(view.table, costs_of(view.table, view.side, action))
    return f"{what}: {paid}" if paid else what


def alike(view: View, found: list[AnyAction]) -> dict[AnyAction, list[AnyAction]]:
    """Deeds with those that read the same and cost nothing, as of wagons that load: under the first of them."""
    same: dict[tuple[type[AnyAction], str], AnyAction] = {}
    made: dict[AnyAction, list[AnyAction]] = {}
    for action in found:
        single = len(pieces_in(action)) == 1 and not costs_of(view.table, view.side, action)
        first = same.setdefault((type(action), _said(view, action)), action) if single else action
        made.setdefault(first, []).append(action)
    return made


def deeds_known(stage: Stage) -> bool:
    """Whether the rules of a game let units do anything in their movement besides moving and overrunning."""
    return any(OverrunStack not in mechanism.acts for mechanism in stage.table.answering("act_options"))


def joined(stage: Stage, found: list[AnyAction]) -> list[AnyAction]:
    """Deeds in which what each of several units could do alone is one, where they may do it together."""
    alike: dict[AnyAction, list[int]] = {}
    for action in found:
        if len(own := _together(action)) == 1:
            alike.setdefault(altered(action, pieces=()), []).append(own[0])
    made: dict[AnyAction, None] = {}
    for action in found:
        together = alike[altered(action, pieces=())] if len(_together(action)) == 1 else []
        joint = altered(action, pieces=tuple(sorted(together))) if len(together) > 1 else action
        made[joint if joint is action or stage.judge(joint) else action] = None
    return list(made)


def _together(action: AnyAction) -> tuple[int, ...]:
    """The units that do something as one; nobody where it is for one unit alone."""
    found: tuple[int, ...] = getattr(action, "pieces", ())
    return found


def deeds(interaction: Interaction) -> list[AnyAction]:
    """What is not a move: of the selected units alone or together, and of nobody; overruns are made on the map."""
    stage = interaction.stage
    table, chosen = stage.session.game.table, set(stage.selected)
    task = table.state.agenda[-1] if table.state.agenda else None
    if stage.decision is None or not isinstance(task, MoveUnits):
        return []
    cells = {table.state.cell[piece] for piece in chosen}
    found: list[AnyAction] = []
    for mechanism in table.answering("act_options"):
        if OverrunStack in mechanism.acts:
            continue
        for group in mechanism.act_options(table, task):
            subject = group.subject
            piece = subject is not None and 0 <= subject < len(table.state.cell)  # or else a cell or a store
            if not piece or subject in cells or table.state.cell[subject or 0] in cells:
                found += [each for each in group.make() if _concerns(stage, each, chosen, cells)]
    return list(dict.fromkeys(found))


def _concerns(stage: Stage, action: AnyAction, chosen: set[int], cells: set[int]) -> bool:
    """Whether an action is about the chosen units or where they stand, or about nothing on the map."""
    pieces, there = set(pieces_in(action)), set(cells_of(stage, action))
    if pieces:
        return pieces <= chosen or _of(action, chosen)
    return not there or bool(there & cells)


def _of(action: AnyAction, chosen: set[int]) -> bool:
    """Whether an action is done to one of the chosen by somebody else, as when an aircraft is handed over."""
    return getattr(action, "piece", None) in chosen
