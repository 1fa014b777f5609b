"""How fast a game is played at random, and that an action costs no more late in the log than early.

pytest tests/benchmarks/test_play.py --benchmark-enable -s
"""

from __future__ import annotations

import random
import time

from engine.play import Game
from tests.kit.players import play_on, random_game, setting_for

GAMES = 30


def test_random_self_play(measured: bool) -> None:
    random_game("arduous-beginning", seed=0)
    started, applied = time.process_time(), 0
    for seed in range(GAMES if measured else 1):
        game = Game.begin(setting_for("arduous-beginning"), seed)
        applied += play_on(game, random.Random(seed))
    speed = applied / (time.process_time() - started)
    print(f"\nrandom self-play: {applied} actions, {speed:.0f} actions a second on one core")
    assert applied > 100
    if measured:
        assert speed >= 1500


def test_an_action_costs_the_same_with_a_long_log(measured: bool) -> None:
    short = Game.begin(setting_for("arduous-beginning"), 1)
    long = Game.begin(setting_for("arduous-beginning"), 1)
    long.log = long.log * (20_000 if measured else 20)
    long.cursor = len(long.log)
    took = [_time(game) for game in (short, long)]
    fresh, late = (f"{seconds * 1000:.0f} ms" for seconds in took)
    print(f"\na whole game: {fresh} from an empty log, {late} behind a long one")
    assert short.state == long.state
    if measured:
        assert took[1] < 1.5 * took[0] + 0.02


def _time(game: Game) -> float:
    started = time.process_time()
    play_on(game, random.Random(1))
    return time.process_time() - started
