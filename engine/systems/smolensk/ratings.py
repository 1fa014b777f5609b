"""Action ratings: each side names one unit of a battle, and the better troops add to the dice."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar

from engine.records import Rows
from engine.records.base import col
from engine.records.charts import AnyEffect, Choice, RetreatHexes
from engine.records.counters import Selector
from engine.rules.answers import Modifier
from engine.rules.combat import kind_of
from engine.rules.decision import Decision, Options, Verdict, no, one
from engine.rules.effects import involved
from engine.rules.mechanism import Mechanism
from engine.rules.procedure import listed
from engine.rules.retreat import ways
from engine.rules.table import Table
from engine.scenario.sentences import tenths, units_words
from engine.state.actions import Action, AnyAction
from engine.state.tasks import AnyTask, Battle, Task
from engine.systems.smolensk.disorder import DG
from engine.systems.smolensk.modes import STRAT

NAMED, HIT, WITHDREW, FAILED = "battle.named.", "battle.hit.", "battle.withdrew", "battle.failed"
"""Counts of the battle at hand: the unit that a role named, whether it lost its step, and what the attacker did."""


class NameUnit(Action, frozen=True, tag="name-unit"):
    """Name the unit whose rating counts for its side."""

    piece: int

    def words(self, table: Table, /) -> str:
        """Whom."""
        rating = table.mechanism(Ratings).rating(table, self.piece)
        return f"let the rating of {table.name(self.piece)} count: {rating}"


class NameRating(Task, frozen=True, tag="name-rating"):
    """A side of a battle names the unit whose rating counts."""

    battle: Battle
    who: str


class Ratings(Mechanism, frozen=True, kw_only=True):
    """Named units, what they add to the dice, and the first loss that falls on them."""

    key: ClassVar[str] = "ratings"
    title: ClassVar[str] = "Action ratings"
    help: ClassVar[str] = "Each side names a unit; the difference of their ratings is added to the dice of a battle."
    told: ClassVar[frozenset[str]] = frozenset({"value", "disorder", "steadfast"})

    value: Annotated[str, col("Rating", "The value of a counter", word="value")] = "rating"
    disorder: Annotated[int, col("Disorganised", "Taken off their rating, which is never below 0", ge=0, le=9)] = 1
    steadfast: Annotated[
        Selector | None,
        col("Who must be named", "Defenders of this kind give the rating, and take every option as a loss"),
    ] = None

    def sentences(self, rows: Rows) -> list[str]:
        """Who is named, and what that does."""
        said = [
            f"Each side of a battle names one of its units; the attacker's {self.value} less the defender's is added "
            f"to the dice. A disorganised unit has {self.disorder} less, one in strategic mode 0. The first step that "
            "a side loses comes from its named unit.",
            "Options are hexes of retreat by all, or steps, in any mix that pays them all. A defender ignores his "
            "where the attacker retreated or could not take his own.",
        ]
        if self.steadfast is not None:
            who = units_words(rows, self.steadfast)
            said.append(f"Defending {who} must be named, and then every option of the defence is a step.")
        return said

    # Ratings

    def rating(self, table: Table, piece: int) -> int:
        """A unit's rating now."""
        if table.state.mode[piece] == STRAT:
            return 0
        printed = int(table.face(piece).extra.get(self.value, 0.0))
        return max(0, printed - (self.disorder if table.marked(DG, piece) else 0))

    def candidates(self, table: Table, battle: Battle, who: str) -> list[int]:
        """The units that a side may name: those that must be named, or any."""
        units = list(involved(table, battle, who))
        steadfast = self._steadfast(table, battle) if who == "defender" else []
        return [piece for piece in units if piece in steadfast] or units

    def _steadfast(self, table: Table, battle: Battle) -> list[int]:
        """The defenders that give no ground; also those who fell first, for their hex gives none after them."""
        if self.steadfast is None:
            return []
        return [piece for piece in battle.defenders if self.steadfast.matches(table.unit(piece))]

    def named(self, table: Table, battle: Battle, who: str) -> int | None:
        """The unit that a side has named, or would name: its best."""
        said = int(table.count(NAMED + who)) - 1
        if said >= 0:
            return said
        found = self.candidates(table, battle, who)
        return max(found, key=lambda piece: (self.rating(table, piece), -piece), default=None)

    def die_modifiers(self, table: Table, battle: Battle, throw: str) -> Iterable[Modifier]:
        """The difference of the ratings."""
        if not kind_of(table, battle).contested:
            return
        ours, theirs = (self.named(table, battle, who) for who in ("attacker", "defender"))
        if ours is None or theirs is None:
            return
        points = self.rating(table, ours) - self.rating(table, theirs)
        why = f"rating of {table.name(ours)} against {table.name(theirs)}"
        yield Modifier(points, why, self.case("rating"))

    def advise(self, table: Table, side: int, action: AnyAction) -> tuple[float, str] | None:
        """The best rating; of several the unit whose step costs least, for it loses the first one."""
        if not isinstance(action, NameUnit):
            return None
        rating, face = self.rating(table, action.piece), table.face(action.piece)
        cost = (face.attack + face.defence) / table.steps_left(action.piece)
        return rating - cost / 100, f"rating {rating}, and its step is worth {tenths(cost / 2)} strength points"

    def preliminaries(self, table: Table, battle: Battle) -> Iterable[AnyTask]:
        """Both sides name a unit, the attacker first."""
        if kind_of(table, battle).contested:
            yield from (NameRating(battle, who) for who in ("attacker", "defender"))

    # Losses and options

    def losers(self, table: Table, battle: Battle, pieces: tuple[int, ...]) -> Iterable[int]:
        """The first step comes from the named unit."""
        who = "attacker" if pieces and pieces[0] in battle.attackers else "defender"
        said = int(table.count(NAMED + who)) - 1
        return (said,) if said in pieces and not table.count(HIT + who) else ()

    def weakened(self, table: Table, piece: int, steps: int) -> None:
        """Remember that the named unit has lost its step."""
        for who in ("attacker", "defender"):
            if int(table.count(NAMED + who)) - 1 == piece and not table.count(HIT + who):
                table.remember(HIT + who)

    def retreated(self, table: Table, piece: int, path: tuple[int, ...]) -> None:
        """Remember that attackers went back."""
        if table.count(NAMED + "attacker"):
            attacker = int(table.count(NAMED + "attacker")) - 1
            if table.side_of(attacker) == table.side_of(piece) and not table.count(WITHDREW):
                table.remember(WITHDREW)

    def waived(self, table: Table, battle: Battle, who: str) -> Verdict | None:
        """Nobody is left to take options; or the attacker gave way first."""
        if not involved(table, battle, who):
            return no("Nobody is left to take the options.", self.case("options"))
        gave = table.count(WITHDREW) or table.count(FAILED)
        if who == "defender" and gave and not self._steadfast(table, battle):
            return no("The attacker gave way: the defender ignores his options.", self.case("options"))
        return None

    def choice_note(self, table: Table, battle: Battle, who: str, program: tuple[AnyEffect, ...]) -> str:
        """That a defender ignores his options where the attacker gives way."""
        theirs = any(isinstance(effect, Choice) and effect.who == "defender" for effect in program)
        lets_off = who == "attacker" and theirs and not self._steadfast(table, battle)
        return "if he goes back, the defender ignores his options" if lets_off else ""

    def let_off(self, table: Table, battle: Battle, who: str) -> None:
        """Remember that the attacker could not take his options."""
        if who == "attacker":
            table.remember(FAILED)

    def may_choose(self, table: Table, battle: Battle, who: str, program: tuple[AnyEffect, ...]) -> Verdict | None:
        """Hexes only where everybody has a way and somebody is left to go it; the steadfast give no ground."""
        hexes = sum(effect.hexes for effect in program if isinstance(effect, RetreatHexes))
        left = involved(table, battle, who)
        steps = sum(getattr(effect, "steps", 0) for effect in program)
        have = sum(table.steps_left(piece) for piece in left)
        if steps > have or (hexes and steps >= have):
            return no("They have not so many steps.", self.case("options"))
        if hexes and who == "defender" and self._steadfast(table, battle):
            return no("They give no ground: every option is a step.", self.case("steadfast"))
        if hexes and not all(ways(table, piece, hexes) for piece in left):
            return no("They have no way to retreat.", self.case("options"))
        return None


class NameRatingProcedure:
    """A side names a unit; an only one is named by itself."""

    def decision(self, table: Table, task: NameRating) -> Decision | None:
        """Waits where there is a choice."""
        if len(_found(table, task)) < 2:
            return None
        side = task.battle.side if task.who == "attacker" else 1 - task.battle.side
        prompt = (
            f"Battle for {table.label(task.battle.target)}: name the unit whose rating counts; it takes the first loss."
        )
        return Decision(side, "name", prompt, task.battle.target)

    def run(self, table: Table, task: NameRating) -> None:
        """There is one, or nobody."""
        found = _found(table, task)
        table.swap()
        if found:
            _name(table, task, found[0])

    def options(self, table: Table, task: NameRating) -> Options:
        """Every unit that may be named."""
        return Options(tuple(one(piece, NameUnit(piece)) for piece in _found(table, task)))

    def judge(self, table: Table, task: NameRating, action: AnyAction) -> Verdict:
        """One of them."""
        case = table.mechanism(Ratings).case("rating")
        return listed(self.options(table, task), action, "Name a unit of this battle that may be named.", case)

    def perform(self, table: Table, task: NameRating, action: AnyAction) -> None:
        """Write it down for the battle."""
        assert isinstance(action, NameUnit)
        table.swap()
        _name(table, task, action.piece)


def _found(table: Table, task: NameRating) -> list[int]:
    return table.mechanism(Ratings).candidates(table, task.battle, task.who)


def _name(table: Table, task: NameRating, piece: int) -> None:
    table.tally(NAMED + task.who, piece + 1 - table.count(NAMED + task.who))
