"""Keeping games: every action is on disk before its call returns, and a game resumes where it was left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import msgspec

from engine.play.game import Entry, Game
from engine.play.sandbox import Position, arrange
from engine.records import Rows
from engine.scenario import compile_scenario
from engine.state.events import GameEnded
from engine.store.bundle import write_bundle
from engine.store.errors import StoreError
from engine.store.games import EntryText, Expected, OrderLine, StoredGame
from engine.store.library import Library
from engine.store.reviving import revive_game
from engine.systems import setting_of

_encoder = msgspec.json.Encoder()


class GameKeeper:
    """Writes the log of one game into a library."""

    def __init__(self, library: Library, game: int, sides: tuple[str, ...], revision: int) -> None:
        self.library = library
        self.game = game
        self._sides = sides
        self._revision = revision

    def append(self, position: int, entry: Entry) -> None:
        """Keep an entry; whatever followed its position is dropped."""
        stored = _stored(entry, self._sides)
        self.library.append_entry(
            self.game,
            side=stored.side,
            action=stored.action,
            events=stored.events,
            why=stored.why,
            status=_status(entry),
            expected=Expected(self._revision, position),
        )
        self._revision += 1

    def cursor(self, position: int) -> None:
        """Remember how many entries are in force."""
        self.library.set_cursor(self.game, position, status="playing", expected=Expected(self._revision))
        self._revision += 1

    def orders(self, lines: Sequence[OrderLine]) -> None:
        """Keep the orders to the staff as they came to stand."""
        self.library.keep_orders(self.game, lines, Expected(self._revision))
        self._revision += 1

    def elsewhere(self) -> str:
        """What another window or program did to the game since this one wrote to it, in a sentence; or nothing."""
        try:
            found = self.library.game_revision(self.game)
        except StoreError:
            return "This game was deleted in another window; it is not kept any more."
        return "" if found == self._revision else "This game was played on in another window."


def _stored(entry: Entry, sides: tuple[str, ...]) -> EntryText:
    return EntryText(
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
    """Keep a game, what has been done in it and every action from now on."""
    sides = tuple(side.side for side in game.scenario.sides)
    number = library.new_game(
        slug,
        name=name,
        seed=game.seed,
        sides=_encoder.encode(dict(players or {})),
        options=_encoder.encode(beginning.options),
        snapshot=beginning.snapshot,
        entries=[_stored(entry, sides) for entry in game.log],
        status=_status(game.log[-1]),
    )
    keeper = GameKeeper(library, number, sides, library.game_revision(number))
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


def keep_on(library: Library, stored: StoredGame, game: Game) -> GameKeeper:
    """Keep every action of a game that was brought back."""
    keeper = GameKeeper(library, stored.info.id, tuple(side.side for side in game.scenario.sides), stored.info.revision)
    if not stored.entries:
        keeper.append(0, game.log[0])
    game.keeper = keeper
    return keeper
