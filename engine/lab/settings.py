"""What a run is to play: who, how many games or how tight an interval, from which seed, and which kind it is."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from engine.errors import StavkaError
from engine.records.family import decode

Kind = Literal["one", "compare", "sweep"]

MOST_GAMES, MOST_JOBS = 1_000_000, 64
"""No run has more games of a version, and none is played by more processes."""


class RunSettings(msgspec.Struct, frozen=True, kw_only=True):
    """A run in words that a process needs: the versions of the scenario are rows of their own beside it."""

    kind: Kind = "one"
    bots: dict[str, str] = {}
    plans: dict[str, str] = {}
    games: Annotated[int, msgspec.Meta(ge=1, le=MOST_GAMES)] = 200
    width: Annotated[float, msgspec.Meta(ge=0)] = 0.0
    """Stop when the 95 % interval is as narrow as this; 0: play every game."""

    seed: int = 1
    jobs: Annotated[int, msgspec.Meta(ge=1, le=MOST_JOBS)] = 1
    coupled: bool = True
    """Dice that follow from what they are thrown for, so that versions can be compared."""

    knowing: bool = True
    """Whether the bots of a version plan by it; else they plan by the first."""

    swept: str = ""
    """What a sweep varies, in words."""

    values: tuple[str, ...] = ()
    """The value of each version of a sweep."""

    def seed_of(self, number: int) -> int:
        """The seed of a game: every version plays the same numbers from the same seeds."""
        return self.seed * 1_000_003 + number


def read_settings(text: str) -> RunSettings:
    """Settings as the library keeps them; a StavkaError says why they cannot be."""
    try:
        return decode(text, RunSettings)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise StavkaError(f"What this playtest should play is damaged: {error}.") from error


def write_settings(settings: RunSettings) -> str:
    """Settings as the library will keep them."""
    return msgspec.json.encode(settings).decode()
