"""How long the chances of five against five take, drawn blind from a pool of 343.

pytest tests/benchmarks/test_draws.py --benchmark-enable -s
"""

from __future__ import annotations

import random
import time
from fractions import Fraction

from engine.records.counters import Face
from engine.rules.columns import Ends
from engine.rules.draws import Blind, FaceDownUnit, draws, faces_of
from engine.rules.forecast import Sums, columns
from tests.kit.players import setting_for

POOL, UNITS = 343, 5


def test_five_against_five_from_a_pool_of_343(measured: bool) -> None:
    chance = random.Random(343)
    printed = [(chance.randint(0, 6), chance.randint(1, 6)) for _ in range(24)]
    members = [
        Face(unit=str(n), face=0, attack=a, defence=d) for n, (a, d) in enumerate(chance.choices(printed, k=POOL))
    ]
    crt = next(iter(setting_for("arduous-beginning").scenario.combat_tables.values()))
    draws.cache_clear()
    took = []
    for _ in range(2):
        began = time.process_time()
        faces = faces_of(members)
        ours = (FaceDownUnit(0, tuple(Fraction(attack) / 2 for (attack, _), _ in faces)),) * UNITS
        theirs = (FaceDownUnit(1, tuple(Fraction(defence) for (_, defence), _ in faces)),) * UNITS
        drawn = draws((Blind(faces, ours + theirs),), 2)
        chances = columns(crt, drawn, Sums((Fraction(3),), (0,), ()), Sums((Fraction(0),), (1,), ()), Ends())
        took.append((time.process_time() - began) * 1000)
    print(f"\nfive against five from {POOL}: {took[0]:.1f} ms at first, {took[1]:.2f} ms after")
    assert sum(chances.chances.values()) == 1
    assert sum(drawn.ways.values()) == drawn.total
    if measured:
        assert took[0] < 500
        assert took[1] < 1
