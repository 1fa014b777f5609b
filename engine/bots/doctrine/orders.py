"""Doctrine for the small decisions of a battle: losses, retreats, advances, support, the order of battles."""

from __future__ import annotations

from typing import Annotated, ClassVar

from engine.bots.doctrine.appraisal import Appraisal
from engine.bots.doctrine.assault import Assault, _shift
from engine.bots.doctrine.rule import ActionRule
from engine.records.base import col
from engine.state.actions import (
    AdvanceUnit,
    AnyAction,
    CommitSupport,
    FightBattle,
    LoseStep,
    RemoveUnit,
    RetreatUnit,
)
from engine.state.tasks import MatchLoss, ResolveBattles, SupportBattle

MANY = 20.0
"""Strength points that count as a great many."""


class Losses(ActionRule, frozen=True, kw_only=True):
    """Takes losses where they hurt least."""

    key: ClassVar[str] = "losses"
    title: ClassVar[str] = "Take losses where they hurt least"
    help: ClassVar[str] = "A loss falls on the unit whose step is worth least, and no more is paid than is owed."
    goal: ClassVar[str] = "spare what is worth most"
    kinds: ClassVar[tuple[str, ...]] = ("lose", "remove")

    last_step: Annotated[float, col("Extra for a last step", "In strength points", ge=0, le=20)] = 1.0

    def score(self, look: Appraisal, action: AnyAction) -> float:
        """The less it costs the better."""
        assert isinstance(action, LoseStep | RemoveUnit)
        return 1.0 - min(self._cost(look, action), MANY) / MANY

    def _cost(self, look: Appraisal, action: LoseStep | RemoveUnit) -> float:
        table, piece = look.table, action.piece
        counter = look.view.state.counter[piece]
        if counter is None:
            return float(table.face(piece).attack)
        faces, face = look.view.scenario.counters[counter].faces, look.view.state.face[piece]
        last = face + 1 >= len(faces)
        cost = faces[face].attack - (0.0 if last else faces[face + 1].attack)
        task = look.view.state.agenda[-1]
        if isinstance(task, MatchLoss):
            cost = abs(cost - task.points) + (0.0 if cost >= task.points else MANY / 4)
        return cost + (self.last_step if last else 0.0)

    def say(self, look: Appraisal, action: AnyAction) -> str:
        """Whom it spares."""
        assert isinstance(action, LoseStep | RemoveUnit)
        return f"{look.table.full_name(action.piece)} can best bear it"


class Retreats(ActionRule, frozen=True, kw_only=True):
    """Sends beaten enemies where they are useless, our own where they are needed."""

    key: ClassVar[str] = "retreats"
    title: ClassVar[str] = "Choose retreats with care"
    help: ClassVar[str] = "An enemy is driven away from the places he holds; our own units fall back towards ours."
    goal: ClassVar[str] = "make the most of a retreat"
    kinds: ClassVar[tuple[str, ...]] = ("retreat",)

    def score(self, look: Appraisal, action: AnyAction) -> float:
        """By the way from where it ends to the places of its side."""
        assert isinstance(action, RetreatUnit)
        own = look.table.side_of(action.piece) == look.side
        kind = look.lie.kind(look.view.unit(action.piece))
        places = look.held if own else look.wanted
        way = min((int(look.way_to(one.cell, kind)[action.path[-1]]) for one in places), default=0)
        near = min(way / 100.0, 1.0)
        return 1.0 - near if own else near

    def say(self, look: Appraisal, action: AnyAction) -> str:
        """Where it goes."""
        assert isinstance(action, RetreatUnit)
        own = look.table.side_of(action.piece) == look.side
        where = look.label(action.path[-1])
        return f"{where} lies nearer to our places" if own else f"{where} lies far from the places he holds"


class Advances(ActionRule, frozen=True, kw_only=True):
    """Advances into what is worth having."""

    key: ClassVar[str] = "advances"
    title: ClassVar[str] = "Advance after combat"
    help: ClassVar[str] = "A place that counts is always entered; other cells when they bring a unit nearer to one."
    goal: ClassVar[str] = "keep what was won"
    kinds: ClassVar[tuple[str, ...]] = ("advance",)

    keen: Annotated[bool, col("Always", "Advance even where no place is nearer")] = False

    def score(self, look: Appraisal, action: AnyAction) -> float:
        """High for a place, middling for coming nearer, low for leaving a place that needs its garrison."""
        assert isinstance(action, AdvanceUnit)
        if action.piece is None:
            return 0.4
        target = look.view.decision.subject if look.view.decision else None
        assert target is not None
        here = look.view.state.cell[action.piece]
        alone = len(look.table.stack(here)) == 1 and any(one.cell == here for one in look.held)
        kind = look.lie.kind(look.view.unit(action.piece))
        strength = min(float(look.table.face(action.piece).defence) / MANY, 1.0) / 10
        if any(one.cell == target for one in look.objectives):
            return 0.8 + strength - (0.3 if alone else 0.0)
        ways = [look.way_to(one.cell, kind) for one in look.wanted]
        gain = max((int(way[here] - way[target]) for way in ways), default=0)
        if alone or not (gain > 0 or self.keen):
            return 0.1
        return 0.5 + strength

    def say(self, look: Appraisal, action: AnyAction) -> str:
        """What the advance brings."""
        assert isinstance(action, AdvanceUnit)
        if action.piece is None:
            return "nothing is won by leaving its cell"
        return f"{look.table.full_name(action.piece)} holds the ground that was won"


class Supports(ActionRule, frozen=True, kw_only=True):
    """Commits support where it changes most."""

    key: ClassVar[str] = "supports"
    title: ClassVar[str] = "Commit support where it changes most"
    help: ClassVar[str] = "A marker goes to the battle whose worth it raises most, those still to be fought included."
    goal: ClassVar[str] = "win the battles that matter"
    kinds: ClassVar[tuple[str, ...]] = ("support",)

    least: Annotated[float, col("Least gain", "In strength points", ge=0, le=20)] = 0.3

    def score(self, look: Appraisal, action: AnyAction) -> float:
        """By what the marker adds here beyond what it would add elsewhere."""
        assert isinstance(action, CommitSupport)
        if action.marker is None:
            return 0.3
        task = look.view.state.agenda[-1]
        assert isinstance(task, SupportBattle)
        shift = _shift(look, action.marker)
        gain = self._gain(look, task.battle.target, task.battle.attackers, shift)
        waiting = next((one for one in reversed(look.view.state.agenda) if isinstance(one, ResolveBattles)), None)
        others = [self._gain(look, one.target, one.attackers, shift) for one in (waiting.battles if waiting else ())]
        if gain < self.least or gain < max(others, default=0.0):
            return 0.1
        return min(0.4 + gain / MANY - shift / 100, 1.0)

    def _gain(self, look: Appraisal, target: int, attackers: tuple[int, ...], shift: int) -> float:
        rule = Assault()
        return rule.prospect(look, target, attackers, shift).worth - rule.prospect(look, target, attackers).worth

    def say(self, look: Appraisal, action: AnyAction) -> str:
        """What it changes."""
        assert isinstance(action, CommitSupport)
        if action.marker is None:
            return "a marker would change little here"
        return f"{look.table.full_name(action.marker)} changes this battle more than any that is left"


class BattleOrder(ActionRule, frozen=True, kw_only=True):
    """Fights the surest battle first."""

    key: ClassVar[str] = "battle-order"
    title: ClassVar[str] = "Fight the surest battle first"
    help: ClassVar[str] = "Battles are fought in the order of what they promise."
    goal: ClassVar[str] = "open the way for the battles that follow"
    kinds: ClassVar[tuple[str, ...]] = ("fight",)

    def score(self, look: Appraisal, action: AnyAction) -> float:
        """By the chance that the cell falls."""
        assert isinstance(action, FightBattle)
        task = look.view.state.agenda[-1]
        assert isinstance(task, ResolveBattles)
        battle = next(one for one in task.battles if one.target == action.target)
        return Assault().prospect(look, battle.target, battle.attackers).vacates

    def say(self, look: Appraisal, action: AnyAction) -> str:
        """How sure it is."""
        assert isinstance(action, FightBattle)
        return f"{look.label(action.target)} is the likeliest to fall"
