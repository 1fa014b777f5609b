"""Games between bots boiled down to a few letters: what was done and thrown, and what was said of it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

import msgspec

from engine.bots import make_bot
from engine.lab.match import bot_seed
from engine.play import Game
from engine.play.game import Entry
from engine.rules.setting import Setting
from engine.state.events import DieRolled


def bot_game(setting: Setting, bot: str, seed: int) -> Game:
    """A whole game of a bot against itself, as the arena plays it."""
    sides = range(len(setting.scenario.sides))
    players = [make_bot(bot, setting.scenario, side, bot_seed(seed, side)) for side in sides]
    game = Game.begin(setting, seed)
    while game.decision is not None:
        action, why = players[game.decision.side].choose(game.view(game.decision.side))
        game.apply(action, dict(why))
    return game


def digests(games: list[Game]) -> tuple[str, str]:
    """Of all that was done and thrown in these games and how they ended, and of all reasons given."""
    done = hashlib.sha256(b"\n".join(line for game in games for line in _done(game))).hexdigest()
    said = hashlib.sha256(b"\n".join(msgspec.json.encode(one.why) for game in games for one in game.log)).hexdigest()
    return done[:16], said[:16]


def _done(game: Game) -> Iterator[bytes]:
    for entry in game.log:
        yield msgspec.json.encode((entry.side, entry.action, _thrown(entry)))
    state, outcome = game.state, game.outcome
    assert outcome is not None
    yield msgspec.json.encode((state.cell, state.face, state.counter, state.control, outcome.winner, outcome.level))


def _thrown(entry: Entry) -> list[int]:
    return [event.total for event in entry.events if isinstance(event, DieRolled)]
