"""One bot game from the first decision to the last, with what it showed."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from engine.bots import Bot, make_bot
from engine.bots.bot import unheard
from engine.lab.knowing import eyes
from engine.lab.record import Counts, Played, Recorder
from engine.lab.score import score
from engine.play import Game
from engine.rules.setting import Setting


class GameResult(msgspec.Struct, frozen=True):
    """How one game of the arena went; lists by side, lists of lists by side and turn."""

    game: int
    seed: int
    winner: str
    level: str
    score: tuple[float, ...]
    turns: int
    actions: int
    side_turns: int
    seconds: float
    losses: Counts
    places: Counts


def bot_seed(seed: int, side: int) -> int:
    """The seed of a side's bot in a game; it tells nothing about the game's dice."""
    return seed * 2 + side


def seat_bots(
    setting: Setting, bots: Mapping[str, str], seed: int, plans: Mapping[str, str], *, heard: bool = True
) -> list[Bot]:
    """A bot for each side, as named; its plan is the one named, or drawn by the seed; nobody may read its reasons."""
    seated = [
        make_bot(bots[side.side], setting.scenario, index, bot_seed(seed, index), plans.get(side.side))
        for index, side in enumerate(setting.scenario.sides)
    ]
    return seated if heard else [unheard(bot) for bot in seated]


def play_out(game: Game, players: list[Bot], known: Setting | None = None) -> Played:
    """Let bots, who may know another version of the scenario, play a new game to its end; what it shows."""
    recorder, actions, views = Recorder(game.table), 0, eyes(game, known)
    recorder.take(game.log[0].events)
    while game.decision is not None:
        side = game.decision.side
        action, why = players[side].choose(views[side])
        if known is not None and not game.judge(action):
            action, why = players[side].choose(game.view(side))
        recorder.take(game.apply(action, dict(why)))
        actions += 1
    assert game.outcome is not None
    winner = "" if game.outcome.winner is None else game.scenario.sides[game.outcome.winner].side
    return recorder.finish(winner, game.outcome.level, score(game.table), game.state.turn, actions)


def play_match(
    setting: Setting, bots: Mapping[str, str], seed: int, number: int = 0, plans: Mapping[str, str] | None = None
) -> GameResult:
    """Play one game between the bots named for each side."""
    players = seat_bots(setting, bots, seed, plans or {}, heard=False)
    played = play_out(Game.begin(setting, seed), players)
    return result_of(played, number, seed)


def result_of(played: Played, number: int, seed: int) -> GameResult:
    """A game as the arena tells it."""
    return GameResult(
        number,
        seed,
        played.winner,
        played.level,
        played.score,
        played.turns,
        played.actions,
        played.length * len(played.score),
        played.seconds,
        played.losses,
        played.places,
    )
