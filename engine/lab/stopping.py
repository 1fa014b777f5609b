"""When a run has enough games: looked at after fixed numbers of them, so that how many play it changes nothing."""

from __future__ import annotations

from collections.abc import Mapping

from engine.lab.settings import RunSettings
from engine.lab.statistics import difference, share

FIRST_LOOK, LOOK = 40, 20
"""Games before an interval is trusted at all, and between two looks at it."""

Scores = Mapping[tuple[int, int], float]
"""The first side's score, by version and number of the game."""


def whole(scores: Scores, versions: int, start: int = 0) -> int:
    """How many games from the first on are over in every version, where it is known for `start` of them."""
    number = start
    while all((version, number) in scores for version in range(versions)):
        number += 1
    return number


def looks(settings: RunSettings, upto: int) -> list[int]:
    """After how many games the interval is looked at, as far as they are played."""
    return list(range(FIRST_LOOK, min(upto, settings.games) + 1, LOOK))


def enough(settings: RunSettings, scores: Scores, versions: int, games: int) -> bool:
    """Whether so many games make every interval as narrow as is wished."""
    if not settings.width:
        return False
    lists = [[scores[version, number] for number in range(games)] for version in range(versions)]
    if settings.kind == "compare":
        return all(difference(lists[0], other).width <= settings.width for other in lists[1:])
    return all(share(each).width <= settings.width for each in lists)
