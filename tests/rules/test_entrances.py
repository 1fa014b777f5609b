"""Entrances: the free cells of one; where it is shut, the nearest free ones no farther from where it leads."""

from __future__ import annotations

import pytest

from engine.ids import Cell
from engine.play.sandbox import Position, Spot, lay_out
from engine.records.board import Region, RegionCell
from engine.rules.setting import Setting
from engine.rules.special_arrivals import entrance_cells, free_cell
from engine.rules.table import Table
from engine.scenario import compile_scenario
from engine.systems import setting_of
from tests.kit.byways import ground
from tests.kit.drill import drill_rows

CORPS = ("vi", "ix", "xliii", "xlvi-pz", "xxiv-pz", "xlvii-pz", "xx", "xiii", "vii")


def held(*cells: str) -> Table:
    """German corps in these cells of the map."""
    return _held(ground("drill"), *cells)


def _held(setting: Setting, *cells: str) -> Table:
    keys = [key for key in CORPS if key in setting.scenario.piece_index]
    spots = {key: Spot(cell) for key, cell in zip(keys, cells, strict=False)}
    assert len(spots) == len(cells), "there are not enough of them"
    return lay_out(setting, Position(spots, 3, "soviet-movement"))


def found(table: Table, region: str, toward: str, side: int = 1) -> list[str]:
    return [table.board.label(cell) for cell in entrance_cells(table, side, region, toward)]  # type: ignore[arg-type]


def nearest(table: Table, region: str, toward: str) -> list[str]:
    """By trying every cell of the map."""
    cells, goal = (sorted(table.board.regions[name]) for name in (region, toward))
    far = table.board.grid.distance
    limit = min(far(here, there) for here in cells for there in goal)
    open_ = [
        (min(far(cell, each) for each in cells), cell)
        for cell in map(Cell, range(table.board.grid.size))
        if free_cell(table, 1, cell) and min(far(cell, each) for each in goal) <= limit
    ]
    return [table.board.label(cell) for away, cell in sorted(open_, key=lambda pair: pair[1]) if away == min(open_)[0]]


def test_an_entrance_lets_in_by_every_cell_that_is_free() -> None:
    front = [f"04{row:02}" for row in range(1, 8)]
    assert found(held(), "front", "east-edge") == front
    assert found(held("0402", "0407"), "front", "east-edge") == ["0404", "0405"], "neither there nor beside"
    assert found(held(), "nowhere", "east-edge") == []


@pytest.mark.parametrize("toward", ["east-edge", "west-edge"])
def test_where_all_of_it_is_held_the_nearest_free_cells_on_the_way_serve(toward: str) -> None:
    table = held(*(f"04{row:02}" for row in range(1, 8)))
    assert found(table, "front", toward) == nearest(table, "front", toward) != []
    assert found(table, "front", "nowhere") == [] == found(table, "front", "")
    assert found(table, "front", toward, side=0) == [f"04{row:02}" for row in range(1, 8)], "to its owner it is open"


@pytest.mark.parametrize("goal", ["0902", "0405", "0409"])
def test_how_far_that_may_be_is_reckoned_from_the_cell_of_the_entrance_that_lies_nearest(goal: str) -> None:
    """Toward a single hex: not all cells of the entrance are as far from it."""
    rows = drill_rows()
    rows.put(Region(region="goal", name="The goal"))
    rows.put(RegionCell(region="goal", cell=goal))
    table = _held(setting_of(compile_scenario(rows)), *(f"04{row:02}" for row in range(1, 8)))
    assert found(table, "front", "goal") == nearest(table, "front", "goal")
