"""Proud Monster: which sides of a hex make an assault concentric, of all there are."""

from __future__ import annotations

from itertools import combinations

import pytest

from engine.ids import Cell
from engine.play.sandbox import Position, Spot, lay_out
from engine.state.tasks import Battle
from engine.systems.proud_monster.assaults import Concentric
from tests.kit.byways import ground

SIDES = [sides for many in range(1, 7) for sides in combinations(range(6), many)]


def concentric(sides: tuple[int, ...]) -> bool:
    """Opposite sides, every other side, or more than half of them."""
    opposite = any(side + 3 in sides for side in sides)
    return opposite or {0, 2, 4} <= set(sides) or {1, 3, 5} <= set(sides) or len(sides) > 3


@pytest.mark.parametrize("sides", SIDES)
def test_an_assault_from_these_sides_is_concentric_or_not(sides: tuple[int, ...]) -> None:
    setting = ground("drill")
    grid, target = setting.board.grid, Cell(setting.board.cell("0505"))
    near = {grid.side_between(target, Cell(cell)): cell for cell in setting.neighbours[target]}
    keys = [piece.key for piece in setting.scenario.pieces if piece.unit.side == "german" and not piece.pool][:6]
    spots = {key: Spot(setting.board.label(Cell(near[side]))) for key, side in zip(keys, sides, strict=False)}
    table = lay_out(setting, Position(spots))
    attackers = tuple(table.scenario.piece_index[key] for key in spots)
    assert len(attackers) == len(sides)
    shifts = list(Concentric(columns=2).shifts(table, Battle(0, target, attackers)))
    assert [shift.columns for shift in shifts] == ([2] if concentric(sides) else [])
