"""Results in sentences: what was found, how surely, and what that means."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.bots.naming import kind_of, with_playouts
from engine.lab.findings import Comparison, Findings
from engine.lab.results import RunResults
from engine.lab.settings import RunSettings
from engine.lab.statistics import Difference, Estimate
from engine.records.counters import Side
from engine.scenario.sentences import counted

BOTS: dict[str, str] = {"doctrine": "Staff", "hard": "Staff, looking ahead", "greedy": "Greedy", "random": "Random"}
"""What the bots are called, the best first."""


def bot_title(bot: str) -> str:
    """What a bot is called; those kept for measurement go by their own names."""
    kind = kind_of(bot)
    return with_playouts(BOTS.get(kind, kind.capitalize()), bot)


def percent(value: float) -> str:
    """A share as a wargamer reads it."""
    return f"{100 * value:.0f} %" if abs(value) >= 0.0995 or not value else f"{100 * value:.1f} %"


def with_interval(found: Estimate) -> str:
    """A share with its interval."""
    return f"{percent(found.mean)} ({percent(found.low)} to {percent(found.high)})"


def points_more(gap: Difference) -> str:
    """A difference of shares in points, with its interval."""
    return f"{signed(100 * gap.mean, 1)} points ({signed(100 * gap.low, 1)} to {signed(100 * gap.high, 1)})"


def numbers_more(gap: Difference) -> str:
    """A difference of other numbers, with its interval."""
    return f"{signed(gap.mean)} ({signed(gap.low)} to {signed(gap.high)})"


def signed(value: float, places: int = 2) -> str:
    """A number with its sign; what rounds to nothing has none."""
    rounded = round(value, places)
    return f"{rounded:+.{places}f}".replace("-", "−") if rounded else f"{0:.{places}f}"


def side_names(results: RunResults) -> dict[str, str]:
    """What the sides are called."""
    return {side.side: side.name for side in results.rows[0].all(Side)}


def verdict(results: RunResults, comparison: Comparison) -> str:
    """Whether a change makes a difference, in one sentence."""
    gap, name = comparison.main, next(iter(side_names(results).values()))
    pairs = counted(comparison.pairs, "pair of games", "pairs of games")
    if comparison.pairs and not comparison.plain.error and not comparison.plain.mean:
        return f"In {pairs} the change made no difference to the score at all."
    if not gap.clear:
        return f"After {pairs} no difference can be told: the {name} score changes by {points_more(gap)}."
    more = "more" if gap.mean > 0 else "less"
    least, most = sorted((abs(gap.low), abs(gap.high)))
    size = f"{abs(100 * gap.mean):.1f} points ({100 * least:.1f} to {100 * most:.1f})"
    return f"The {name} side scores {size} {more} than before, as {pairs} show."


def certainty(comparison: Comparison) -> str:
    """How the difference became so sure, in a sentence or two."""
    if not comparison.gain:
        return ""
    sure = f"The standard error is {percent(comparison.gain)} of what as many games would have given without pairs."
    if not comparison.fair:
        return sure
    luck = comparison.plain.mean - comparison.main.mean
    return f"The luck of the dice is taken out; it made {signed(100 * luck, 1)} points of the difference. {sure}"


def response(settings: RunSettings, found: Sequence[Findings], names: Mapping[str, str]) -> str:
    """Where in a sweep the first side fares worst and best, in one sentence."""
    side = next(iter(names))
    scores = [(one.score[side].mean, value) for one, value in zip(found, settings.values, strict=True) if one.games]
    if not scores:
        return settings.swept
    (least, low), (most, high) = min(scores, key=_first), max(scores, key=_first)
    if least == most:
        return f"{settings.swept}: the {names[side]} side scores {percent(most)}, whatever the value."
    return (
        f"{settings.swept}: the {names[side]} side scores least at {low} ({percent(least)}) and most at {high} "
        f"({percent(most)})."
    )


def _first(pair: tuple[float, str]) -> float:
    return pair[0]


def knowledge(results: RunResults) -> str:
    """By what the bots of a comparison planned."""
    if results.settings.kind != "compare":
        return ""
    if results.settings.knowing:
        return "The bots of each version planned by its own tables."
    return "The bots of both versions planned by the first, so that games part only where the change strikes."
