"""A board says of its cells, sides and links what its rows say."""

from __future__ import annotations

import numpy as np
import pytest

from engine.board import Board
from engine.errors import ScenarioError
from engine.ids import Cell
from engine.records import Rows
from engine.records import board as records
from tests.kit.boards import board_rows, box, place, rail, region, river, road


def small() -> Rows:
    return board_rows("""
        . f .
        s . ~
        . . .
    """)


def test_cells_are_named_both_ways_and_boxes_come_after_the_grid() -> None:
    rows = small()
    box(rows, "reserve", "0101")
    board = Board.from_rows(rows)
    assert board.size == 10
    assert [board.cell(board.label(Cell(cell))) for cell in range(10)] == list(range(10))
    assert board.cell("reserve") == 9
    assert board.cell("2.1") == board.cell("0201") == 1
    with pytest.raises(ScenarioError, match="not a cell number"):
        board.cell("nowhere")


def test_terrain_is_that_of_the_sketch_and_a_box_has_none() -> None:
    rows = small()
    box(rows, "reserve", "0101")
    board = Board.from_rows(rows)
    names = [board.terrain_of(Cell(cell)) for cell in range(10)]
    assert names == ["clear", "forest", "clear", "swamp", "clear", "water", "clear", "clear", "clear", ""]
    assert board.terrain.dtype == np.int16


def test_a_hexside_is_seen_from_both_cells() -> None:
    rows = small()
    river(rows, "0201", "0202")
    river(rows, "0202", "0201", kind="lake")
    board = Board.from_rows(rows)
    assert board.hexsides_of(board.cell("0201"), 3) == {"river", "lake"}
    assert board.hexsides_of(board.cell("0202"), 0) == {"river", "lake"}
    assert board.hexsides_of(board.cell("0202"), 3) == frozenset()
    bits = {int(mask) for mask in board.edge_hexsides}
    assert bits == {0, board.hexside_bits(["river", "lake"])}
    assert np.count_nonzero(board.edge_hexsides) == 2


def test_a_hexside_stored_with_the_higher_cell_still_counts() -> None:
    rows = small()
    rows.put(records.Hexside(cell="0202", side=0, kind="river"))
    board = Board.from_rows(rows)
    assert board.hexsides_of(board.cell("0201"), 3) == {"river"}


def test_adjacency_lists_the_neighbours_in_order_of_sides() -> None:
    board = Board.from_rows(small())
    for cell in range(board.size):
        assert board.neighbours(Cell(cell)) == board.grid.neighbours(Cell(cell))
        for edge in range(board.indptr[cell], board.indptr[cell + 1]):
            assert board.grid.neighbour(Cell(cell), int(board.edge_side[edge])) == board.indices[edge]


def test_every_edge_knows_the_way_back() -> None:
    rows = small()
    box(rows, "reserve", "0101", "0303")
    board = Board.from_rows(rows)
    froms = np.repeat(np.arange(board.size), np.diff(board.indptr))
    assert (froms[board.reverse] == board.indices).all()
    assert (board.indices[board.reverse] == froms).all()


def test_boxes_and_sea_lanes_are_edges_without_a_side() -> None:
    rows = small()
    box(rows, "reserve", "0101")
    road(rows, "0101", "0303", kind="sea")
    board = Board.from_rows(rows)
    assert board.neighbours(board.cell("reserve")) == (board.cell("0101"),)
    assert board.neighbours(board.cell("0101"))[-2:] == (board.cell("0303"), board.cell("reserve"))
    assert np.count_nonzero(board.edge_side == -1) == 4
    assert board.links_between(board.cell("0303"), board.cell("0101")) == {"sea"}
    assert board.links_between(board.cell("0303"), board.cell("0201")) == frozenset()


def test_links_come_into_being_on_their_first_turn() -> None:
    rows = small()
    rail(rows, "0101", "0102")
    rail(rows, "0102", "0103", first_turn=3)
    road(rows, "0102", "0103", first_turn=5)
    board = Board.from_rows(rows)
    a, b = board.cell("0103"), board.cell("0102")
    assert board.links_between(board.cell("0101"), b, turn=1) == {"rail"}
    assert [board.links_between(a, b, turn) for turn in (2, 3, 4, 5)] == [
        frozenset(),
        {"rail"},
        {"rail"},
        {"rail", "road"},
    ]
    assert board.links_between(a, b, None) == {"rail", "road"}
    assert board.link_masks(3) is board.link_masks(4)
    assert (board.link_masks(4) == board.link_masks(4)[board.reverse]).all()


def test_places_and_regions_are_found_by_cell() -> None:
    rows = small()
    place(rows, "Minsk", "0102", value=2)
    place(rows, "Old line", "0102", kind="fort")
    region(rows, "west", "0101", "0102")
    region(rows, "nowhere")
    board = Board.from_rows(rows)
    assert [row.name for row in board.places_at(board.cell("0102"))] == ["Minsk", "Old line"]
    assert board.places_at(board.cell("0101")) == ()
    assert board.regions == {"west": {board.cell("0101"), board.cell("0102")}, "nowhere": frozenset()}


def test_only_the_middle_lies_inland() -> None:
    rows = small()
    box(rows, "reserve", "0101")
    board = Board.from_rows(rows)
    assert [cell for cell in range(board.size) if not board.on_edge(Cell(cell))] == [board.cell("0202"), 9]


def test_the_arrays_of_a_board_cannot_be_written() -> None:
    board = Board.from_rows(small())
    for array in (board.terrain, board.edge_hexsides, board.link_masks(None), board.indices, board.indptr):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


def test_a_square_board_with_diagonals_works_too() -> None:
    board = Board.from_rows(
        board_rows(
            """
        . . .
        . . .
        . . .
    """,
            shape="square",
            neighbours=8,
        )
    )
    assert len(board.neighbours(board.cell("0202"))) == 8
    assert board.indptr[-1] == 2 * 20
