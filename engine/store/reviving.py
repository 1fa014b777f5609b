"""Kept games brought back: what the file says is believed only as far as it makes sense."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any

import msgspec

from engine.play.game import Entry, Game
from engine.records.family import decode, decoder
from engine.scenario import compile_scenario
from engine.state import ELIMINATED, WITHDRAWN
from engine.state.actions import AnyAction
from engine.state.events import AnyEvent
from engine.store.believing import believed, within
from engine.store.games import StoredGame
from engine.systems import setting_of

_actions: msgspec.json.Decoder[AnyAction | None] = decoder(AnyAction | None)
_events: msgspec.json.Decoder[tuple[AnyEvent, ...]] = decoder(tuple[AnyEvent, ...])


def revive_game(stored: StoredGame) -> Game:
    """A stored game exactly where it was left, not kept any further yet; any thread may make it."""
    with _told(stored):
        setting = setting_of(compile_scenario(stored.rows, options_of(stored)))
        sides = tuple(side.side for side in setting.scenario.sides)
        entries = [
            Entry(
                sides.index(kept.side),
                _actions.decode(kept.action),
                _events.decode(kept.events),
                decode(kept.why, dict[str, Any] | None),
            )
            for kept in stored.entries
        ]
        if not entries:
            return Game.begin(setting, stored.info.seed)
        if [entry.action is None for entry in entries] != [True, *[False] * (len(entries) - 1)]:
            raise ValueError("its log has no beginning, or a gap")
        game = Game.replay(setting, stored.info.seed, entries, len(entries))
        _hold(game)
        game.go_to(stored.info.cursor)
        _hold(game)
    return game


def options_of(stored: StoredGame) -> dict[str, str]:
    """The options that a stored game was started with."""
    with _told(stored):
        return decode(stored.info.options, dict[str, str])


def players_of(stored: StoredGame) -> dict[str, Any]:
    """Who played which side in a stored game, as whoever kept it wrote it down; nothing where that makes no sense."""
    try:
        return decode(stored.info.sides, dict[str, Any])
    except msgspec.MsgspecError:
        return {}


def _told(stored: StoredGame) -> AbstractContextManager[None]:
    """Turn whatever a damaged game leads to into a sentence."""
    return believed(f"Game {stored.info.id} cannot be taken up again", "games")


def _hold(game: Game) -> None:
    """Hold a state against its scenario: nothing in it may lie beyond what there is."""
    state, scenario = game.state, game.scenario
    within(state.cell, WITHDRAWN, scenario.board.size)
    within(state.markers, ELIMINATED, scenario.board.size)
    within((one for one in state.counter if one is not None), 0, len(scenario.counters))
    within((one for one in state.control if one is not None), 0, len(scenario.sides))
    within(state.weather, 0, len(scenario.weathers))
    within((state.phase,), -1, max(len(scenario.phases), 1))
    for piece, counter in enumerate(state.counter):
        if counter is not None:
            within((state.face[piece],), 0, max(len(scenario.counters[counter].faces), 1))
    if game.decision is not None:
        next(iter(game.options()), None)
    elif state.outcome is None:
        raise ValueError("nobody has to decide, and nobody has won")
