"""When a run has enough games: looked at after fixed numbers of them, so that how many play it changes nothing."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from engine.lab.fair import taken_out
from engine.lab.luck import Luck
from engine.lab.settings import RunSettings
from engine.lab.statistics import difference, share

FIRST_LOOK, LOOK = 40, 20
"""Games before an interval is trusted at all, and between two looks at it."""


class GameScore(msgspec.Struct, frozen=True):
    """What a look needs of a game: the first side's score, and the luck that was in it."""

    score: float
    luck: Luck = Luck()


Scores = Mapping[tuple[int, int], GameScore]
"""Games by version and number."""


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
        return all(_gap(lists[0], other) <= settings.width for other in lists[1:])
    return all(share([game.score for game in each]).width <= settings.width for each in lists)


def _gap(first: list[GameScore], second: list[GameScore]) -> float:
    """How wide the interval of a difference is, without luck if that can be told."""
    one, other = ([game.score for game in each] for each in (first, second))
    luck = [(game.luck, there.luck) for game, there in zip(first, second, strict=True)]
    return (taken_out(one, other, luck) or difference(one, other)).width
