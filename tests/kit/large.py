"""A large order of battle on the largest map: every unit with its faces, its formation and its line of the set-up."""

from __future__ import annotations

from engine.records import Rows, board
from engine.records.board import CellRow
from engine.records.counters import Face, Formation, Nationality, Selector, Side, Unit
from engine.records.play import Placement, ScenarioRow
from tests.kit.shipped import shipped_rows

ARMIES = 30


def largest_map() -> Rows:
    """The map of Proud Monster with its two sides, and nothing to play with."""
    rows = shipped_rows("proud-monster")
    return Rows(row for row in rows if isinstance(row, ScenarioRow | Side) or type(row).__module__ == board.__name__)


def large_scenario(units: int = 900) -> Rows:
    """The map of Proud Monster with so many units of our own, half of them on each side."""
    rows = largest_map()
    sides = sorted(rows.all(Side), key=lambda side: side.position)
    for side in sides:
        rows.put(Nationality(nationality=f"{side.side}-army", name=f"{side.name} army", side=side.side))
        for number in range(ARMIES):
            name = f"{side.name} Army {number + 1}"
            rows.put(Formation(formation=f"{side.side}-{number}", name=name, side=side.side))
    cells = [row.cell for row in rows.all(CellRow)]
    for number in range(units):
        side, key = sides[number % 2].side, f"u{number:03}"
        rows.put(
            Unit(
                unit=key,
                name=f"{number + 1}th Division",
                side=side,
                nationality=f"{side}-army",
                formation=f"{side}-{number % ARMIES}",
                position=number,
            )
        )
        rows.put(Face(unit=key, face=0, attack=number % 9 + 1, defence=number % 7 + 1, movement=6))
        rows.put(Face(unit=key, face=1, attack=2, defence=2, movement=6))
        one, cell = Selector(units=(key,)), cells[number * 7 % len(cells)]
        rows.put(Placement(placement=key, side=side, units=one, count=1, cell=cell, position=number))
    return rows
