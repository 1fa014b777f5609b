"""What the games of one version show: rates, curves, lengths and paces, each with its 95 % interval."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Literal

import msgspec

from engine.lab.fair import taken_out
from engine.lab.record import Played
from engine.lab.statistics import Difference, Estimate, average, difference, share
from engine.scenario import Scenario

Measure = Literal["score", "points", "losses", "places"]
Number = Callable[[Played], float]
CURVES: tuple[Measure, ...] = ("places", "losses", "points")


class Curve(msgspec.Struct, frozen=True):
    """A number by turn: its mean, and the band that holds the mean with 95 %."""

    mean: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]


class Findings(msgspec.Struct, frozen=True, kw_only=True):
    """The games of one version in numbers; dictionaries are by the key of the side."""

    games: int
    score: dict[str, Estimate]
    wins: dict[str, Estimate]
    levels: dict[str, Estimate]
    curves: dict[str, dict[str, Curve]]
    turns: Estimate
    actions: Estimate
    game_seconds: Estimate
    turn_seconds: Estimate


def findings(scenario: Scenario, games: Sequence[Played]) -> Findings:
    """The numbers of finished games."""
    sides = [side.side for side in scenario.sides]
    levels = Counter(game.level for game in games)
    timed = [game for game in games if game.seconds]
    return Findings(
        games=len(games),
        score={side: share([game.score[index] for game in games]) for index, side in enumerate(sides)},
        wins={side: share([float(game.winner == side) for game in games]) for side in sides},
        levels={level: share([float(game.level == level) for game in games]) for level in _ordered(scenario, levels)},
        curves={
            what: {side: _counted(games, what, index) for index, side in enumerate(sides)}
            for what in CURVES
            if what != "points" or any(any(points) for game in games for points in game.points)
        },
        turns=average([float(game.length) for game in games]),
        actions=average([float(game.actions) for game in games]),
        game_seconds=average([game.seconds for game in timed]),
        turn_seconds=average([pace for game in timed for pace in game.paces]),
    )


def _ordered(scenario: Scenario, levels: Counter[str]) -> list[str]:
    """Levels of victory as the scenario lists them, then those it does not."""
    known = [row.name for row in scenario.victories]
    return [level for level in dict.fromkeys(known) if levels[level]] + sorted(set(levels) - set(known))


def _series(game: Played, what: Measure) -> Sequence[Sequence[float]]:
    series: Sequence[Sequence[float]] = getattr(game, what)
    return series


def _counted(games: Sequence[Played], what: Measure, side: int) -> Curve:
    """The curve of a measure; what is counted is never less than nothing, and neither is its band."""
    found = curve([_series(game, what)[side] for game in games])
    return found if what == "points" else Curve(found.mean, tuple(max(0.0, low) for low in found.low), found.high)


def curve(games: Sequence[Sequence[float]]) -> Curve:
    """The mean of every turn over the games that reached it."""
    longest = max((len(game) for game in games), default=0)
    found = [average([game[turn] for game in games if turn < len(game)]) for turn in range(longest)]
    return Curve(*(tuple(getattr(each, name) for each in found) for name in ("mean", "low", "high")))


# Two versions


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """Two versions on the same seeds: what the second has more than the first."""

    pairs: int
    played: int
    """Games that were truly played; of a pair that a change never touches, one is enough."""

    score: dict[str, Difference]
    levels: dict[str, Difference]
    totals: dict[str, dict[str, Difference]]
    """By measure and side: at the end of the game, or in all of it for losses."""

    curves: dict[str, dict[str, Curve]]
    turns: Difference
    fair: dict[str, Difference]
    """The scores with the luck of the dice taken out; empty where too little is known of it."""

    fair_levels: dict[str, Difference]

    @property
    def main(self) -> Difference:
        """The difference of the first side's score, without luck if that can be told."""
        side = next(iter(self.score))
        return self.fair.get(side, self.score[side])

    @property
    def plain(self) -> Difference:
        """The difference of the first side's score as it was played."""
        return next(iter(self.score.values()))

    @property
    def gain(self) -> float:
        """The standard error as a share of what as many games of either version would have given without pairs."""
        return self.main.error / self.main.unpaired if self.main.unpaired else 0.0


def compare(scenario: Scenario, first: Sequence[Played], second: Sequence[Played]) -> Comparison:
    """Games of two versions that were played from the same seeds, in the same order."""
    sides = [side.side for side in scenario.sides]
    levels = _ordered(scenario, Counter(game.level for game in (*first, *second)))
    luck = [(one.luck, other.luck) for one, other in zip(first, second, strict=True)]
    scores = {side: _score_of(index) for index, side in enumerate(sides)}
    ended = {level: _ended(level) for level in levels}

    def gap(number: Number) -> Difference:
        return difference([number(game) for game in first], [number(game) for game in second])

    def fair(numbers: dict[str, Number]) -> dict[str, Difference]:
        found = {
            key: taken_out([number(game) for game in first], [number(game) for game in second], luck)
            for key, number in numbers.items()
        }
        return {key: gap for key, gap in found.items() if gap is not None}

    return Comparison(
        pairs=len(first),
        played=sum(bool(game.seconds) for game in (*first, *second)),
        score={side: gap(number) for side, number in scores.items()},
        levels={level: gap(number) for level, number in ended.items()},
        fair=fair(scores),
        fair_levels=fair(ended),
        totals={
            what: {
                side: gap(lambda game, what=what, index=index: total(game, what, index))  # type: ignore[misc]
                for index, side in enumerate(sides)
            }
            for what in CURVES
        },
        curves={
            what: {side: _gap_curve(first, second, what, index) for index, side in enumerate(sides)} for what in CURVES
        },
        turns=gap(lambda game: float(game.length)),
    )


def _score_of(side: int) -> Number:
    return lambda game: game.score[side]


def _ended(level: str) -> Number:
    return lambda game: float(game.level == level)


def total(game: Played, what: Measure, side: int) -> float:
    """What a side has of a measure at the end of a game; losses are summed over it."""
    series = _series(game, what)[side]
    if what == "losses":
        return float(sum(series))
    return float(series[-1]) if series else 0.0


def _gap_curve(first: Sequence[Played], second: Sequence[Played], what: Measure, side: int) -> Curve:
    pairs = [(_series(one, what)[side], _series(other, what)[side]) for one, other in zip(first, second, strict=True)]
    return curve([[b - a for a, b in zip(one, other, strict=False)] for one, other in pairs])


def paired(games: dict[tuple[int, int], Played], version: int) -> tuple[list[Played], list[Played]]:
    """The games of the first version and of another that have the same seeds, in order."""
    numbers = sorted({number for v, number in games if v == version} & {number for v, number in games if v == 0})
    return [games[0, number] for number in numbers], [games[version, number] for number in numbers]
