"""Tasks: what is still to be done, as data on the agenda; rules say how each is done."""

from __future__ import annotations

import msgspec

from engine.records.charts import AnyEffect, Choice
from engine.records.family import Family
from engine.state.actions import AnyAction


class AnyTask(Family):
    """The family of tasks."""

    __slots__ = ()


class Task(msgspec.Struct, AnyTask, frozen=True, tag_field="task", gc=False):
    """One thing to be done; the last task on the agenda comes first."""


class Battle(msgspec.Struct, frozen=True, gc=False):
    """One battle: who attacks which cell with what, who defends once it is fought, other cells, and its kind."""

    side: int
    target: int
    attackers: tuple[int, ...]
    defenders: tuple[int, ...] = ()
    others: tuple[int, ...] = ()
    kind: str = ""

    @property
    def targets(self) -> tuple[int, ...]:
        """Every cell that is attacked, the first first."""
        return (self.target, *self.others)


class SetUp(Task, frozen=True, tag="set-up"):
    """Carry out one line of the set-up; `placed` is how games of the first release say what was placed under it."""

    line: int
    placed: tuple[int, ...] = ()


class NextPhase(Task, frozen=True, tag="next-phase"):
    """Begin the first phase that applies, from this one on."""

    turn: int
    phase: int


class ClosePhase(Task, frozen=True, tag="close-phase"):
    """End the phase: excess units go, marks come off, the next phase follows."""


class RemoveExcess(Task, frozen=True, tag="remove-excess"):
    """A side removes units from an overstacked cell, or only such as retreated there."""

    side: int
    cell: int
    retreated: bool = False


class MoveUnits(Task, frozen=True, tag="move-units"):
    """A side moves units; some may be in the midst of a move."""

    side: int
    moving: tuple[int, ...] = ()


class CarryOut(Task, frozen=True, tag="carry-out"):
    """What a side wanted to do in its movement is done, now that it is paid for."""

    action: AnyAction


class MoveAndFight(Task, frozen=True, tag="move-and-fight"):
    """A side moves units, and fights wherever they move into the enemy."""

    side: int


class RollWeather(Task, frozen=True, tag="roll-weather"):
    """The weather of every zone with a table is determined, for the turn or for a later part of it."""

    part: float = 0.0


class Arrive(Task, frozen=True, tag="arrive"):
    """A side places the units that are due."""

    side: int


class Replace(Task, frozen=True, tag="replace"):
    """A side spends replacement steps."""

    side: int


class Produce(Task, frozen=True, tag="produce"):
    """A side brings in units at its centres."""

    side: int


class DeclareBattles(Task, frozen=True, tag="declare-battles"):
    """A side announces its battles."""

    side: int
    battles: tuple[Battle, ...] = ()


class ResolveBattles(Task, frozen=True, tag="resolve-battles"):
    """A side resolves its announced battles one by one."""

    side: int
    battles: tuple[Battle, ...] = ()


class SupportBattle(Task, frozen=True, tag="support-battle"):
    """The attacker may commit support to the battle whose odds are now known."""

    battle: Battle


class RollBattle(Task, frozen=True, tag="roll-battle"):
    """The dice are thrown for a battle."""

    battle: Battle
    marker: int | None = None


class CloseBattle(Task, frozen=True, tag="close-battle"):
    """A battle is over: what was named and thrown for it alone is forgotten."""


class ApplyEffects(Task, frozen=True, tag="apply-effects"):
    """What is left of a combat result is carried out in order."""

    battle: Battle
    effects: tuple[AnyEffect, ...]
    case: str = ""


class TakeLosses(Task, frozen=True, tag="take-losses"):
    """Steps are lost one by one, chosen by a side."""

    battle: Battle
    pieces: tuple[int, ...]
    steps: int
    chooser: int
    case: str = ""


class PayLosses(Task, frozen=True, tag="pay-losses"):
    """Loss points are paid with steps, one by one, by the owner's choice; the attacker's first may fall on armour."""

    battle: Battle
    pieces: tuple[int, ...]
    points: float
    chooser: int
    first: bool = True
    case: str = ""


class MatchLoss(Task, frozen=True, tag="match-loss"):
    """Strength points are lost until they match what the other side lost."""

    battle: Battle
    pieces: tuple[int, ...]
    points: float
    chooser: int
    attacking: bool
    case: str = ""


class RetreatUnits(Task, frozen=True, tag="retreat-units"):
    """Pieces retreat, one by one."""

    battle: Battle
    pieces: tuple[int, ...]
    hexes: int
    chooser: int
    case: str = ""


class ChooseEffects(Task, frozen=True, tag="choose-effects"):
    """A side chooses one of several programs of effects."""

    battle: Battle
    choice: Choice
    chooser: int
    case: str = ""


class AdvanceAfterCombat(Task, frozen=True, tag="advance"):
    """Victors may advance into vacated cells: who has done so, and where the attackers stood when they fought.

    Where both sides suffered, the defenders have not won.
    """

    battle: Battle
    advanced: tuple[int, ...] = ()
    stood: tuple[int, ...] = ()
    both_suffered: bool = False
