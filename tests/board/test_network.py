"""The cost of an edge is what the terrain effects chart says of cell, hexside and link."""

from __future__ import annotations

from typing import Any

import pytest

from engine.board import TICKS, Board, TecChart, edge_costs
from engine.records import Rows
from engine.records import board as records
from tests.kit.boards import board_rows, box, place, rail, river, road


def strip() -> Rows:
    """Five squares in a row: clear, forest, swamp, water, clear."""
    return board_rows(". f s ~ .", shape="square", neighbours=4)


def points(rows: Rows, start: str, target: str, effect: str = "move.infantry", **more: Any) -> float | None:
    """Movement points from one cell to the next; None if prohibited."""
    board = Board.from_rows(rows)
    edge = board.adjacency.edge(board.cell(start), board.cell(target))
    assert edge is not None
    ticks = int(edge_costs(board, TecChart.from_rows(rows), effect, **more)[edge])
    return None if ticks == -1 else ticks / TICKS


def test_a_cell_costs_its_terrain_by_class() -> None:
    rows = strip()
    assert points(rows, "0101", "0201") == 2
    assert points(rows, "0201", "0101") == 1
    assert points(rows, "0101", "0201", "move.mech") == 3
    assert points(rows, "0201", "0301", "move.mech") is None
    assert points(rows, "0301", "0401") is None


def test_hexsides_add_up_and_one_prohibited_is_enough() -> None:
    rows = strip()
    river(rows, "0101", "0201")
    assert points(rows, "0101", "0201") == 3
    assert points(rows, "0201", "0101") == 2
    river(rows, "0101", "0201", kind="major-river")
    assert points(rows, "0101", "0201") == 5
    river(rows, "0101", "0201", kind="lake")
    assert points(rows, "0101", "0201") is None


def test_a_link_replaces_terrain_and_hexside_even_prohibited_ones() -> None:
    rows = strip()
    river(rows, "0201", "0301", kind="lake")
    road(rows, "0201", "0301", "0401")
    assert points(rows, "0201", "0301", "move.mech") == 0.5
    assert points(rows, "0301", "0401") == 1
    assert points(rows, "0201", "0301", "move.mech", links=False) is None


def test_the_cheapest_link_wins() -> None:
    rows = strip()
    road(rows, "0101", "0201")
    rail(rows, "0101", "0201")
    rows.put(records.Tec(layer="link", kind="rail", effect="move.infantry", value="1/4"))
    rows.put(records.Tec(layer="link", kind="rail", effect="move.mech", value="4"))
    assert points(rows, "0101", "0201") == 0.25
    assert points(rows, "0101", "0201", "move.mech") == 0.5


def test_a_link_without_value_or_marked_p_is_no_help_and_no_hindrance() -> None:
    rows = strip()
    rail(rows, "0101", "0201")
    assert points(rows, "0101", "0201") == 2
    rows.put(records.Tec(layer="link", kind="rail", effect="move.infantry", value="P"))
    assert points(rows, "0101", "0201") == 2


def test_a_link_counts_from_its_first_turn() -> None:
    rows = strip()
    road(rows, "0101", "0201", first_turn=4)
    assert points(rows, "0101", "0201", turn=3) == 2
    assert points(rows, "0101", "0201", turn=4) == 1


def test_only_links_closes_every_edge_without_them() -> None:
    rows = strip()
    rail(rows, "0101", "0201")
    road(rows, "0201", "0301")
    assert points(rows, "0101", "0201", only_links=("rail",)) == 2
    assert points(rows, "0201", "0301", only_links=("rail",)) is None
    assert points(rows, "0201", "0301", only_links=("rail", "road")) == 1
    assert points(rows, "0101", "0201", only_links=("canal",)) is None


def test_flat_costs_ignore_terrain_but_not_prohibitions() -> None:
    rows = strip()
    river(rows, "0101", "0201")
    assert points(rows, "0101", "0201", flat=1) == 1
    assert points(rows, "0201", "0301", flat=0.5) == 0.5
    assert points(rows, "0301", "0401", flat=1) is None
    assert points(rows, "0201", "0301", "move.mech", flat=1) is None


def test_flat_costs_along_a_railway_lead_into_a_box() -> None:
    rows = strip()
    rail(rows, "0401", "0501")
    box(rows, "reserve", "0501", kind="rail")
    assert points(rows, "0501", "reserve", only_links=("rail",), flat=1) == 1
    assert points(rows, "0501", "reserve", flat=1) is None
    assert points(rows, "0501", "reserve", "rail.none", only_links=("rail",), flat=2) == 2


def test_a_leap_needs_a_link_with_a_value() -> None:
    rows = strip()
    box(rows, "reserve", "0101")
    road(rows, "0101", "0501", kind="sea")
    assert points(rows, "0101", "reserve") == 1
    assert points(rows, "reserve", "0101") == 1
    assert points(rows, "0101", "0501") is None
    rows.put(records.Tec(layer="link", kind="sea", effect="move.infantry", value="6"))
    assert points(rows, "0101", "0501") == 6


def test_a_place_with_a_value_replaces_the_terrain_of_its_cell() -> None:
    rows = strip()
    place(rows, "Pinsk", "0301", kind="city")
    assert points(rows, "0201", "0301") == 3
    rows.put(records.Tec(layer="place", kind="city", effect="move.infantry", value="1"))
    river(rows, "0201", "0301")
    assert points(rows, "0201", "0301") == 2
    rows.put(records.Tec(layer="place", kind="city", effect="move.infantry", value="P"))
    assert points(rows, "0201", "0301") is None


def test_terrain_without_an_entry_may_not_be_entered() -> None:
    rows = strip()
    rows.drop(records.Tec, "terrain", "forest", "move.infantry")
    assert points(rows, "0101", "0201") is None
    assert points(rows, "0101", "0201", flat=1) == 1


@pytest.mark.parametrize("effect", ["move.infantry", "move.mech"])
def test_half_points_are_whole_ticks(effect: str) -> None:
    rows = strip()
    rows.put(records.Tec(layer="terrain", kind="forest", effect=effect, value="1.5"))
    rows.put(records.Tec(layer="hexside", kind="river", effect=effect, value="+1/4"))
    river(rows, "0101", "0201")
    assert points(rows, "0101", "0201", effect) == 1.75
