"""Making a plan while moving, and carrying it out: first the moves, then the attacks when they are announced."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from designer.play.running.controller import GROUP
from designer.play.table.interactions.routes import goals
from designer.play.table.plan import TurnPlan
from designer.play.table.planbar import PlanBar
from designer.play.table.planlayer import plan_words
from designer.play.table.prospects import attackers_on
from designer.play.table.stage import Stage
from engine.scenario.sentences import counted
from engine.state.actions import DeclareAttack

if TYPE_CHECKING:
    from designer.play.table.interactions.moving import MoveInteraction


PROMPT = "Plan moves and attacks: nothing moves until you do the plan."


def plan_now(stage: Stage) -> TurnPlan:
    """What the side at the table plans for this turn."""
    state = stage.game.state
    stage.plan.heed(state.turn, stage.view.side, state.cell)
    return stage.plan


class MovePlanning:
    """While it is on, goals and enemies that are clicked are noted and nothing moves."""

    def __init__(self, interaction: MoveInteraction) -> None:
        self._interaction = interaction
        self._stage = interaction.stage
        self.bar = PlanBar(moving=True)
        self.bar.toggled.connect(self._switch)
        self.bar.done.connect(self.do)
        self.bar.cleared.connect(self.clear)

    @property
    def plan(self) -> TurnPlan:
        """What is planned."""
        return plan_now(self._stage)

    @property
    def on(self) -> bool:
        """Whether clicks are noted instead of done."""
        return self.bar.plan.isChecked()

    @property
    def prompt(self) -> str:
        """What the bar says while it is on."""
        return PROMPT if self.on else ""

    def flip(self) -> None:
        """Begin to plan, or end it."""
        self.bar.plan.toggle()

    def _switch(self, on: bool) -> None:
        what = "You are planning: nothing moves until you do the plan." if on else "Clicks move units again."
        self._interaction.prompt = self.prompt
        self._stage.redraw.emit()
        self._stage.offered.emit()
        self._stage.said.emit(what)

    def aims_at(self, cell: int | None) -> bool:
        """Whether a click on a cell means an attack in the plan."""
        return self.on and cell is not None and self._stage.table.holder(cell) == 1 - self._stage.view.side

    def says(self, cell: int | None) -> str:
        """What a click on an enemy would do."""
        return "Plan no attack on this hex" if cell in self.plan.targets else "Plan an attack on this hex"

    def toggle(self, target: int) -> None:
        """Plan an attack, or no longer."""
        self.plan.toggle(target)
        self.show()
        self._stage.offered.emit()

    def note(self, ways: Mapping[int, tuple[int, ...]]) -> None:
        """Plan moves."""
        self.plan.note(ways)
        self._interaction.refresh()
        self.show()

    def clear(self) -> None:
        """Plan nothing."""
        self.plan.clear()
        self._interaction.refresh()
        self.show()

    def show(self) -> None:
        """Say what the plan comes to; whoever can no longer move is not in it."""
        able = self._interaction.active()
        self.plan.drop([piece for piece in self.plan.moves if piece not in able])
        self.bar.show_plan(plan_words(self._stage, self.plan))
        self._stage.redraw.emit()

    def do(self) -> None:
        """Move everybody as planned, as one choice; stop at the first who cannot go, and say why."""
        stage, began, moved = self._stage, self._stage.session.game.cursor, 0
        self.bar.plan.setChecked(False)
        for piece, way in self.plan.moves.items():
            action = goals(stage, piece).get(way[-1])
            if action is None:
                refused = f"{stage.called(piece)} cannot go to {stage.table.label(way[-1])} any more"
                stage.said.emit(f"{refused}; {counted(moved, 'move')} of the plan done.")
                stage.pointed.emit(way[-1])
                return
            if not self._interaction.commit(action, {GROUP: began}):
                return
            moved += 1
        self._interaction.refresh()
        later = f" {counted(len(self.plan.targets), 'attack')} wait for the combat phase." if self.plan.targets else ""
        stage.said.emit(f"{counted(moved, 'move')} of the plan done.{later}")


def declare_plan(stage: Stage) -> str:
    """Commit everybody who touches a planned target against it; the answer says what came of it."""
    plan, done = plan_now(stage), 0
    for target in list(plan.targets):
        pieces = attackers_on(stage.table, target, stage.view.side)
        done += stage.act_all([DeclareAttack(piece, target) for piece in pieces])
        plan.targets.remove(target)
    return f"{counted(done, 'unit')} committed as planned."
