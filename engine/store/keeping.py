"""Keeping games: every action is on disk before its call returns, and a game resumes where it was left."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import msgspec

from engine.play.game import Entry, Game
from engine.play.sandbox import Position, arrange
from engine.records import Rows
from engine.scenario import compile_scenario
from engine.state.actions import AnyAction
from engine.state.events import AnyEvent, GameEnded
from engine.store.bundle import write_bundle
from engine.store.errors import StoreError
from engine.store.games import Entry as StoredEntry
from engine.store.games import StoredGame
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
        stored = _stored(entry, self._sides)
        kept = self.library.append_entry(
            self.game,
            side=stored.side,
            action=stored.action,
            events=stored.events,
            why=stored.why,
            status=_status(entry),
        )
        if kept != position:
            raise StoreError(f"Game {self.game} was changed by another program: entry {position} went to {kept}.")

    def cursor(self, position: int) -> None:
        """Remember how many entries are in force."""
        self.library.set_cursor(self.game, position, status="playing")


def _stored(entry: Entry, sides: tuple[str, ...]) -> StoredEntry:
    return StoredEntry(
        sides[entry.side], _encoder.encode(entry.action), _encoder.encode(entry.events), _encoder.encode(entry.why)
    )


def _status(entry: Entry) -> str:
    return "over" if any(isinstance(event, GameEnded) for event in entry.events) else "playing"


@dataclass(frozen=True)
class Beginning:
    """How a game begins: the scenario as it is, what was chosen, and the position if one was arranged."""

    rows: Rows
    seed: int
    options: dict[str, str] = field(default_factory=dict)
    position: Position | None = None

    @cached_property
    def snapshot(self) -> str:
        """The scenario as the library keeps it with the game; written out by whatever thread asks first."""
        return write_bundle(self.rows)


def begin_game(beginning: Beginning) -> Game:
    """A game at its first decision, not kept yet; it needs no library, so any thread may make it."""
    setting = setting_of(compile_scenario(beginning.rows, beginning.options))
    if beginning.position is None:
        return Game.begin(setting, beginning.seed)
    return arrange(setting, beginning.position, beginning.seed)


def keep_game(
    library: Library,
    slug: str,
    game: Game,
    beginning: Beginning,
    *,
    name: str = "",
    players: Mapping[str, Any] | None = None,
) -> GameKeeper:
    """Keep a game that has just begun, its first entry with it, and every action from now on."""
    sides = tuple(side.side for side in game.scenario.sides)
    number = library.new_game(
        slug,
        name=name,
        seed=game.seed,
        sides=_encoder.encode(dict(players or {})),
        options=_encoder.encode(beginning.options),
        snapshot=beginning.snapshot,
        first=_stored(game.log[0], sides),
        status=_status(game.log[0]),
    )
    keeper = GameKeeper(library, number, sides)
    game.keeper = keeper
    return keeper


def start_game(
    library: Library,
    slug: str,
    *,
    seed: int,
    name: str = "",
    players: Mapping[str, Any] | None = None,
    options: Mapping[str, str] | None = None,
    position: Position | None = None,
) -> tuple[Game, GameKeeper]:
    """A new game of a scenario as it is now, from its set-up or from a position, kept from its first event on."""
    beginning = Beginning(library.load(slug), seed, dict(options or {}), position)
    game = begin_game(beginning)
    return game, keep_game(library, slug, game, beginning, name=name, players=players)


def resume_game(library: Library, number: int) -> tuple[Game, GameKeeper]:
    """A kept game exactly where it was left, without rolling a die."""
    stored = library.load_game(number)
    game = revive_game(stored)
    return game, keep_on(library, stored, game)


def revive_game(stored: StoredGame) -> Game:
    """A stored game exactly where it was left, not kept any further yet; any thread may make it."""
    setting = setting_of(compile_scenario(stored.rows, options_of(stored)))
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
        raise StoreError(f"The log of game {stored.info.id} cannot be read: {error}.") from error
    if not entries:
        return Game.begin(setting, stored.info.seed)
    return Game.replay(setting, stored.info.seed, entries, stored.info.cursor)


def options_of(stored: StoredGame) -> dict[str, str]:
    """The options that a stored game was started with."""
    return msgspec.json.decode(stored.info.options, type=dict[str, str])


def keep_on(library: Library, stored: StoredGame, game: Game) -> GameKeeper:
    """Keep every action of a game that was brought back."""
    keeper = GameKeeper(library, stored.info.id, tuple(side.side for side in game.scenario.sides))
    if not stored.entries:
        keeper.append(0, game.log[0])
    game.keeper = keeper
    return keeper
