"""How many games a second the doctrine plays against itself on one core, held against the first release's.

    pytest tests/benchmarks/test_games.py --benchmark-enable -s

Machines differ, so both play in one run, by turns.
"""

from __future__ import annotations

import time

from engine.lab.match import play_match
from engine.lab.settings import RunSettings
from tests.kit.players import setting_for

GAMES = 20
LEAST = 3 / 3.3
"""Where the first release's doctrine played 3.3 games a second, 3 are asked of today's."""


def test_the_doctrine_plays_as_many_games_a_second_as_the_first_release(measured: bool) -> None:
    setting, seeds = setting_for("arduous-beginning"), RunSettings(seed=1)
    spent = {"doctrine": 0.0, "doctrine-1": 0.0}
    for number in range(-1, GAMES if measured else 0):  # the first game also loads the kernels
        for bot in spent:
            began = time.process_time()
            game = play_match(setting, dict.fromkeys(("german", "soviet"), bot), seeds.seed_of(number % GAMES))
            spent[bot] += time.process_time() - began if number >= 0 else 0.0
            assert game.actions > 100
    if measured:
        now, first = (GAMES / seconds for seconds in spent.values())
        print(
            f"\ndoctrine {now:.2f} games a second on one core, the first release's {first:.2f}: {now / first:.2f} times"
        )
        assert now >= LEAST * first
