"""What a bot is asked for by: its kind, and for the one that looks ahead the number of playouts, as in `hard:24`."""

from __future__ import annotations

from typing import NamedTuple

from engine.errors import StavkaError

KINDS = ("random", "greedy", "doctrine", "hard")
"""The bots that play every scenario."""

AHEAD = "hard"
"""The kind of bot that looks ahead."""

MOST_PLAYOUTS = 9999
"""More playouts than anybody would wait for."""


class BotName(NamedTuple):
    """A kind of bot, and how many playouts of a phase it makes; None: as many as suit the scenario."""

    kind: str
    playouts: int | None = None

    def __str__(self) -> str:
        """The name as it is kept with a game."""
        return self.kind if self.playouts is None else f"{self.kind}:{self.playouts}"


def read_name(name: str) -> BotName:
    """A name in its parts; StavkaError where a number is missing, or stands where none belongs."""
    kind, colon, number = name.partition(":")
    if not colon:
        return BotName(kind)
    if kind != AHEAD or not (number.isascii() and number.isdecimal()) or int(number) > MOST_PLAYOUTS:
        raise StavkaError(
            f"{name} is no bot: only {AHEAD} is followed by a number of playouts, 0 to {MOST_PLAYOUTS}, "
            f"as in {AHEAD}:24."
        )
    return BotName(kind, int(number))


def kind_of(name: str) -> str:
    """The kind of bot that a name asks for, whatever follows it."""
    return name.partition(":")[0]


def with_playouts(title: str, name: str) -> str:
    """What people call a bot, with the playouts that its name asks for."""
    number = name.partition(":")[2]
    return f"{title}, {number} {'playout' if number == '1' else 'playouts'}" if number else title
