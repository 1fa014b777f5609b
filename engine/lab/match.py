"""One bot game from the first decision to the last, with what it showed."""

from __future__ import annotations

from collections.abc import Mapping
from time import perf_counter

import msgspec

from engine.bots import Bot, make_bot
from engine.lab.score import score
from engine.play import Game
from engine.rules.setting import Setting
from engine.state.events import ControlChanged, StepLost, UnitEliminated


class GameResult(msgspec.Struct, frozen=True):
    """How one game went; lists by side, lists of lists by side and turn."""

    game: int
    seed: int
    winner: str
    level: str
    score: tuple[float, ...]
    turns: int
    actions: int
    side_turns: int
    seconds: float
    losses: tuple[tuple[int, ...], ...]
    places: tuple[tuple[int, ...], ...]


class Log:
    """Counts steps lost in every turn and places held at its end."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.sides = len(setting.scenario.sides)
        self.owned = [index for index, place in enumerate(setting.scenario.places) if place.owner is not None]
        self.losses: list[list[int]] = []
        self.places: list[list[int]] = []

    def take(self, game: Game, events: tuple[object, ...]) -> None:
        """Write down what an action brought."""
        turn = max(game.state.turn, 1)
        new = len(self.losses) < turn
        while len(self.losses) < turn:
            self.losses.append([0] * self.sides)
            self.places.append([0] * self.sides)
        for event in events:
            if isinstance(event, StepLost | UnitEliminated):
                self.losses[-1][self.setting.side_of[event.piece]] += 1
        if new or any(isinstance(event, ControlChanged) for event in events):
            control = game.state.control
            self.places[-1] = [sum(control[place] == side for place in self.owned) for side in range(self.sides)]


def bot_seed(seed: int, side: int) -> int:
    """The seed of a side's bot in a game; it tells nothing about the game's dice."""
    return seed * 2 + side


def play_match(
    setting: Setting, bots: Mapping[str, str], seed: int, number: int = 0, plans: Mapping[str, str] | None = None
) -> GameResult:
    """Play one game between the bots named for each side."""
    began = perf_counter()
    scenario, chosen = setting.scenario, plans or {}
    players: list[Bot] = [
        make_bot(bots[side.side], scenario, index, bot_seed(seed, index), chosen.get(side.side))
        for index, side in enumerate(scenario.sides)
    ]
    game = Game.begin(setting, seed)
    log, actions = Log(setting), 0
    while game.decision is not None:
        action, why = players[game.decision.side].choose(game.view(game.decision.side))
        log.take(game, game.apply(action, dict(why)))
        actions += 1
    assert game.outcome is not None
    winner = "" if game.outcome.winner is None else scenario.sides[game.outcome.winner].side
    return GameResult(
        number,
        seed,
        winner,
        game.outcome.level,
        score(game.table),
        game.state.turn,
        actions,
        game.state.turn * len(scenario.sides),
        perf_counter() - began,
        tuple(tuple(turn[side] for turn in log.losses) for side in range(log.sides)),
        tuple(tuple(turn[side] for turn in log.places) for side in range(log.sides)),
    )
