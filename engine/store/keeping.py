"""Keeping games: every action is on disk before its call returns, and a game resumes where it was left."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from engine.play.game import Entry, Game
from engine.scenario import compile_scenario
from engine.state.actions import AnyAction
from engine.state.events import AnyEvent, GameEnded
from engine.store.errors import StoreError
from engine.store.library import Library
from engine.systems import setting_of

_encoder = msgspec.json.Encoder()
_actions: msgspec.json.Decoder[AnyAction | None] = msgspec.json.Decoder(AnyAction | None)
_events: msgspec.json.Decoder[tuple[AnyEvent, ...]] = msgspec.json.Decoder(tuple[AnyEvent, ...])


class GameKeeper:
    """Writes the log of one game into a library."""

    def __init__(self, library: Library, game: int, sides: tuple[str, ...]) -> None:
        self.library = library
        self.game = game
        self._sides = sides

    def append(self, position: int, entry: Entry) -> None:
        """Keep an entry; whatever followed its position is dropped."""
        ended = any(isinstance(event, GameEnded) for event in entry.events)
        kept = self.library.append_entry(
            self.game,
            side=self._sides[entry.side],
            action=_encoder.encode(entry.action),
            events=_encoder.encode(entry.events),
            why=_encoder.encode(entry.why),
            status="over" if ended else "playing",
        )
        if kept != position:
            raise StoreError(f"Game {self.game} was changed by another program: entry {position} went to {kept}.")

    def cursor(self, position: int) -> None:
        """Remember how many entries are in force."""
        self.library.set_cursor(self.game, position, status="playing")


def start_game(
    library: Library,
    slug: str,
    *,
    seed: int,
    name: str = "",
    players: Mapping[str, Any] | None = None,
    options: Mapping[str, str] | None = None,
) -> tuple[Game, GameKeeper]:
    """A new game of a scenario as it is now, kept from its first event on."""
    rows = library.load(slug)
    setting = setting_of(compile_scenario(rows, options))
    game = library.new_game(
        slug,
        name=name,
        seed=seed,
        rows=rows,
        sides=_encoder.encode(dict(players or {})),
        options=_encoder.encode(dict(options or {})),
    )
    keeper = GameKeeper(library, game, tuple(side.side for side in setting.scenario.sides))
    return Game.begin(setting, seed, keeper), keeper


def resume_game(library: Library, number: int) -> tuple[Game, GameKeeper]:
    """A kept game exactly where it was left, without rolling a die."""
    stored = library.load_game(number)
    setting = setting_of(compile_scenario(stored.rows, msgspec.json.decode(stored.info.options)))
    sides = tuple(side.side for side in setting.scenario.sides)
    try:
        entries = [
            Entry(
                sides.index(kept.side),
                _actions.decode(kept.action),
                _events.decode(kept.events),
                msgspec.json.decode(kept.why),
            )
            for kept in stored.entries
        ]
    except (msgspec.MsgspecError, ValueError) as error:
        raise StoreError(f"The log of game {number} cannot be read: {error}.") from error
    keeper = GameKeeper(library, number, sides)
    if not entries:
        return Game.begin(setting, stored.info.seed, keeper), keeper
    return Game.replay(setting, stored.info.seed, entries, stored.info.cursor, keeper), keeper
