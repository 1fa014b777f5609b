"""Which game was taken from which: the games of a scenario as a tree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.store.games import GameInfo


@dataclass(frozen=True)
class Origin:
    """The game that another was taken from, and after how many of its actions."""

    game: int
    position: int


def origins(games: Sequence[GameInfo]) -> dict[int, Origin]:
    """Where the games come from; one whose parent was deleted comes from nowhere."""
    return {
        game.id: Origin(game.parent, game.parent_at)
        for game in games
        if game.parent is not None and game.parent_at is not None
    }


def as_tree(games: Sequence[GameInfo], known: Mapping[int, Origin]) -> list[tuple[int, GameInfo]]:
    """The games in the order of a tree, each with its depth: what was taken from a game stands below it."""
    found: list[tuple[int, GameInfo]] = []
    done: set[int] = set()

    def add(game: GameInfo, depth: int) -> None:
        if game.id not in done:
            done.add(game.id)
            found.append((depth, game))
            for child in games:
                if child.id in known and known[child.id].game == game.id:
                    add(child, depth + 1)

    for game in games:
        if game.id not in known:
            add(game, 0)
    for game in games:  # what a damaged file ties into a ring stands by itself
        add(game, 0)
    return found
