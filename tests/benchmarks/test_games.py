"""How many games a second the doctrine plays against itself on one core.

pytest tests/benchmarks/test_games.py --benchmark-enable -s
"""

from __future__ import annotations

import time

from engine.lab.match import play_match
from engine.lab.settings import RunSettings
from tests.kit.players import setting_for

GAMES = 20
LEAST = 2.0
"""Games a second that a change must not bring it below."""


def test_doctrine_games_a_second(measured: bool) -> None:
    setting, seeds = setting_for("arduous-beginning"), RunSettings(seed=1)
    bots = dict.fromkeys(("german", "soviet"), "doctrine")
    played = [play_match(setting, bots, seeds.seed_of(GAMES))]  # the first game also loads the kernels
    started = time.process_time()
    for number in range(GAMES if measured else 1):
        played.append(play_match(setting, bots, seeds.seed_of(number), number))
    speed = (len(played) - 1) / (time.process_time() - started)
    print(f"\ndoctrine against doctrine: {speed:.2f} games a second on one core")
    assert all(game.actions > 100 for game in played)
    if measured:
        assert speed >= LEAST
