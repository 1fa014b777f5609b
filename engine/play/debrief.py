"""The debrief of a game: how the sides stood turn by turn, how lucky the dice were, and where it turned."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from engine.charts.analysis import RETREAT, Engagement, toll
from engine.charts.crt import CombatTable
from engine.play.game import Game
from engine.play.journal import tell
from engine.rules.combat import OddsCombat
from engine.rules.table import Table
from engine.state import State
from engine.state.events import AnyEvent, BattleFought, ControlChanged, PhaseBegan, StepLost, UnitEliminated

TURNING_POINTS = 6
"""The most moments that a game is said to have turned on."""

PLACE = 2.0
"""What a place that changes hands weighs beside a step, when moments are compared."""


@dataclass(frozen=True)
class TurnStanding:
    """How the sides stood at the end of a turn: places held, points scored, steps lost so far."""

    turn: int
    places: tuple[int, ...]
    points: tuple[float, ...]
    steps_lost: tuple[int, ...]


@dataclass(frozen=True)
class BattleThrow:
    """The dice of one battle: what they brought the attacker, and what was to be expected, in steps.

    A step of the defender counts for the attacker, one of his own against him, a retreat half a step.
    """

    entry: int
    turn: int
    cell: int
    attacker: int
    column: str
    code: str
    expected: float
    came: float

    @property
    def luck(self) -> float:
        """What the attacker got beyond what was to be expected; negative: less."""
        return self.came - self.expected


@dataclass(frozen=True)
class TurningPoint:
    """Something on which the game turned: where, in which entry, how much it weighs, and what it was."""

    entry: int
    turn: int
    cell: int
    weight: float
    text: str


@dataclass(frozen=True)
class Debrief:
    """All of it."""

    standings: tuple[TurnStanding, ...]
    throws: tuple[BattleThrow, ...]
    moments: tuple[TurningPoint, ...]

    def luck(self, side: int) -> float:
        """How lucky a side was over all battles, in steps; one side's luck is the other's want of it."""
        return sum(throw.luck if throw.attacker == side else -throw.luck for throw in self.throws)


def debrief(game: Game) -> Debrief:
    """What can be said of a game as far as it was played, told by walking its log on a table of its own."""
    walk = _Walk(game)
    for number, entry in enumerate(game.log[: game.cursor]):
        for event in entry.events:
            walk.see(number, event)
        walk.close(number)
    return Debrief(walk.standings(), tuple(walk.throws), walk.turning())


class _Walk:
    """Follows a log and keeps account."""

    def __init__(self, game: Game) -> None:
        self.table = Table(game.setting, State.at_start(game.scenario), seed=0)
        self.throws: list[BattleThrow] = []
        self._moments: list[TurningPoint] = []
        self._sides = range(len(game.scenario.sides))
        self._lost = [0] * len(game.scenario.sides)
        self._turn = 0
        self._by_turn: dict[int, TurnStanding] = {}
        self._battle: tuple[int, BattleFought, str, int] | None = None
        self._readings: dict[tuple[str, int, int], tuple[float, dict[str, float]]] = {}

    def see(self, number: int, event: AnyEvent) -> None:
        """Let an event happen."""
        steps = self._steps(event)
        event.apply(self.table.state)
        if steps:
            self._lost[self.table.side_of(_piece(event))] += steps
        if isinstance(event, BattleFought):
            self._settle()
            self._battle = (number, event, tell(self.table, event) or "", sum(self._lost))
            self._throw(number, event)
        elif isinstance(event, ControlChanged) and self._turn:
            place = self.table.scenario.places[event.place]
            cell = int(self.table.board.cell(place.cell))
            self._moments.append(TurningPoint(number, self._turn, cell, PLACE, tell(self.table, event) or ""))
        elif isinstance(event, PhaseBegan):
            self._settle()
            self._turn = event.turn

    def close(self, _number: int) -> None:
        """An entry is over: this is how the sides stand."""
        state, scenario = self.table.state, self.table.scenario
        self._by_turn[self._turn] = TurnStanding(
            self._turn,
            tuple(state.control.count(side) for side in self._sides),
            tuple(state.tallies.get(f"points.{row.side}", 0.0) for row in scenario.sides),
            tuple(self._lost),
        )

    def standings(self) -> tuple[TurnStanding, ...]:
        """How it stood at the end of each turn, the running one last."""
        return tuple(self._by_turn[turn] for turn in sorted(self._by_turn))

    def turning(self) -> tuple[TurningPoint, ...]:
        """The weightiest moments, in the order in which they came."""
        self._settle()
        chosen = sorted(self._moments, key=lambda moment: -moment.weight)[:TURNING_POINTS]
        return tuple(sorted(chosen, key=lambda moment: moment.entry))

    def _settle(self) -> None:
        """A battle is over with all that followed: what it cost is its weight."""
        if self._battle is not None:
            entry, fought, text, before = self._battle
            cost = sum(self._lost) - before
            if cost:
                self._moments.append(TurningPoint(entry, self._turn, fought.target, float(cost), text))
            self._battle = None

    def _steps(self, event: AnyEvent) -> int:
        """How many steps an event takes, before it does."""
        if isinstance(event, StepLost):
            return event.after - event.before
        if not isinstance(event, UnitEliminated):
            return 0
        counter = self.table.state.counter[event.piece]
        left = self.table.scenario.counters[counter].steps if counter is not None else 1
        return max(1, left - self.table.state.face[event.piece])

    def _throw(self, number: int, fought: BattleFought) -> None:
        """Hold the result of the dice against what the column promised."""
        crt = self.table.scenario.combat_tables.get(self.table.mechanism(OddsCombat).chart)
        if crt is None or fought.total is None or fought.column not in crt.table.columns or not fought.attackers:
            return
        expected, worth = self._reading(crt, fought)
        self.throws.append(
            BattleThrow(
                number,
                self._turn,
                fought.target,
                self.table.side_of(fought.attackers[0]),
                fought.column,
                fought.code,
                expected,
                worth.get(fought.code, 0.0),
            )
        )

    def _reading(self, crt: CombatTable, fought: BattleFought) -> tuple[float, dict[str, float]]:
        """What a column is worth to the attacker on the mean, and each of its results."""
        key = (fought.column, len(fought.attackers), len(fought.defenders))
        if key not in self._readings:
            size = Engagement(len(fought.attackers), max(1, len(fought.defenders)))
            worth = {code: _worth(crt, code, size) for code in crt.results}
            chances = crt.distributions[crt.table.columns.index(fought.column)]
            mean = sum((chance * worth.get(code, Fraction(0)) for code, chance in chances.items()), Fraction(0))
            self._readings[key] = float(mean), {code: float(value) for code, value in worth.items()}
        return self._readings[key]


def _worth(crt: CombatTable, code: str, size: Engagement) -> Fraction:
    cost = toll(crt.results[code].effects, size)
    gained = cost.defender + RETREAT * cost.defender_retreats
    return Fraction(gained - cost.attacker - RETREAT * cost.attacker_retreats)


def _piece(event: AnyEvent) -> int:
    return int(getattr(event, "piece", -1))
