"""A made-up front: so many units a side on a board of 62 by 36, with the rules of The Arduous Beginning."""

from __future__ import annotations

import random

from engine.play import Game
from engine.play.sandbox import Position, Spot, arrange
from engine.records.counters import Face, Unit
from engine.scenario import compile_scenario
from engine.systems import setting_of
from tests.kit.boards import place
from tests.kit.drill import CITIES, drill_rows, region

COLUMNS, ROWS = 62, 36


def front(units: int, seed: int = 1) -> Game:
    """A game at the beginning of a German turn: two fronts four columns apart, as deep as the units need."""
    chance = random.Random(seed)
    sketch = "\n".join("".join(chance.choice("....f") for _ in range(COLUMNS)) for _ in range(ROWS))
    rows = drill_rows(sketch)
    for number, (key, _) in enumerate(CITIES):
        cell = f"{40 + 4 * (number % 5):02}{3 + 5 * (number // 2):02}"
        place(rows, key.title(), cell, kind="city", owner="soviet", key=key)
    region(rows, "west-edge", *(f"01{row:02}" for row in range(1, ROWS + 1)))
    region(rows, "east-edge", *(f"{COLUMNS}{row:02}" for row in range(1, ROWS + 1)))
    spots = {}
    for side, start, step in (("german", 30, -1), ("soviet", 34, 1)):
        for number in range(units):
            key = f"{side}-{number}"
            tank, strength = number % 4 == 0, 4 + number % 5
            rows.put(_unit(key, side, tank))
            rows.put(Face(unit=key, face=0, attack=strength, defence=strength, movement=6 if tank else 4))
            rows.put(Face(unit=key, face=1, attack=strength // 2, defence=strength // 2, movement=6 if tank else 4))
            column, row = number // ROWS, number % ROWS
            spots[key] = Spot(f"{start + step * column:02}{row + 1:02}")
    return arrange(setting_of(compile_scenario(rows)), Position(spots, 2, "german-movement"), seed)


def _unit(key: str, side: str, tank: bool) -> Unit:
    return Unit(
        unit=key,
        name=key,
        side=side,
        nationality=side,
        symbol="armour" if tank else "infantry",
        size="corps",
        move_class="tank" if tank else "infantry",
        flags=("tank",) if tank else (),
    )
