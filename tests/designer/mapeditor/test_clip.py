"""Copy, paste, turn and flip keep the shape of a piece on every grid."""

from __future__ import annotations

from typing import Any

import pytest

from designer.mapeditor.operations import clip
from designer.mapeditor.operations.ground import Ground
from designer.mapeditor.operations.lattice import Lattice, Rotation
from engine.errors import StavkaError
from engine.ids import Cell
from engine.records import Rows
from engine.records.board import Hexside, Link, Place
from tests.kit.boards import board_rows, place, river, road

OPEN = "\n".join(". " * 12 for _ in range(12))
GRIDS: list[dict[str, Any]] = [
    {"orientation": orientation, "shifted": shifted}
    for orientation in ("flat", "pointy")
    for shifted in ("odd", "even")
] + [{"shape": "square", "neighbours": 4}, {"shape": "square", "neighbours": 8}]


def scenery(**grid: Any) -> Rows:
    """A small piece with a river, a road and a town near the middle of an empty map."""
    rows = board_rows(OPEN, **grid)
    ground = Ground(rows)
    middle = ground.grid.cell_at(5, 5)
    near = ground.grid.neighbours(middle)
    from engine.records.board import CellRow

    for index, cell in enumerate((middle, *near[:3])):
        rows.put(CellRow(cell=ground.label(cell), terrain=("forest", "swamp", "hills", "water")[index]))
    river(rows, ground.label(middle), ground.label(near[0]))
    road(rows, ground.label(middle), ground.label(near[1]))
    place(rows, "Orsha", ground.label(near[2]))
    return rows


def shape_of(rows: Rows) -> tuple[Any, ...]:
    """What a map holds, told by distances between its features, so that place and direction do not matter."""
    ground = Ground(rows)
    spots = {
        ground.terrain(Cell(index)): Cell(index)
        for index in range(ground.grid.size)
        if ground.terrain(Cell(index)) != "clear"
    }
    apart = sorted((a, b, ground.grid.distance(spots[a], spots[b])) for a in spots for b in spots)
    sides = [
        sorted((ground.terrain(cell), ground.terrain(other)))
        for row in rows.all(Hexside)
        if (cell := ground.cell(row.cell)) is not None and (other := ground.grid.neighbour(cell, row.side)) is not None
    ]
    links = [
        sorted(ground.terrain(cell) for label in (row.cell, row.other) if (cell := ground.cell(label)) is not None)
        for row in rows.all(Link)
    ]
    towns = [(row.name, ground.terrain(cell)) for row in rows.all(Place) if (cell := ground.cell(row.cell)) is not None]
    return apart, sides, links, towns


def piece_cells(ground: Ground) -> list[Cell]:
    """The cells of the piece."""
    return [Cell(index) for index in range(ground.grid.size) if ground.terrain(Cell(index)) != "clear"]


@pytest.mark.parametrize("grid", GRIDS)
def test_a_vector_names_one_cell_and_steps_follow_sides(grid: dict[str, Any]) -> None:
    lattice = Lattice(Ground(board_rows(OPEN, **grid)).grid)
    for index in range(lattice.grid.size):
        cell = Cell(index)
        vector = lattice.vector(cell)
        assert lattice.cell(vector) == cell
        for side, (du, dv) in enumerate(lattice.steps):
            assert lattice.cell((vector[0] + du, vector[1] + dv)) == lattice.grid.neighbour(cell, side)


@pytest.mark.parametrize("grid", GRIDS)
@pytest.mark.parametrize("way", ["clockwise", "anticlockwise", "east-west", "north-south"])
@pytest.mark.parametrize("column", [5, 6])
def test_moving_and_turning_keeps_the_shape_on_either_parity(grid: dict[str, Any], way: str, column: int) -> None:
    rows = scenery(**grid)
    before = shape_of(rows)
    ground = Ground(rows)
    lattice = Lattice(ground.grid)
    turns = {
        "clockwise": lattice.rotation(True),
        "anticlockwise": lattice.rotation(False),
        "east-west": lattice.mirror(east_west=True),
        "north-south": lattice.mirror(east_west=False),
    }
    cells = piece_cells(ground)
    piece = clip.turned(lattice, clip.copy(ground, cells, ground.grid.cell_at(5, 5)), turns[way])
    for change in clip.move(ground, cells, piece, ground.grid.cell_at(column, 6)):
        change.apply(rows)
    assert shape_of(rows) == before
    assert ground.terrain(ground.grid.cell_at(column, 6)) == "forest"


@pytest.mark.parametrize("grid", GRIDS)
def test_turns_come_round(grid: dict[str, Any]) -> None:
    ground = Ground(scenery(**grid))
    lattice = Lattice(ground.grid)
    piece = clip.copy(ground, piece_cells(ground), ground.grid.cell_at(5, 5))
    around = 6 if len(lattice.steps) == 6 else 4
    turned = piece
    for _ in range(around):
        turned = clip.turned(lattice, turned, lattice.rotation(True))
    assert turned == piece
    mirror = lattice.mirror(east_west=True)
    assert clip.turned(lattice, clip.turned(lattice, piece, mirror), mirror) == piece


def test_a_flip_east_to_west_really_swaps_east_and_west() -> None:
    grid = Ground(board_rows(OPEN)).grid
    lattice = Lattice(grid)
    north, north_east = lattice.steps[0], lattice.steps[1]
    mirror = lattice.mirror(east_west=True)
    assert lattice.turned(north, mirror) == north
    assert lattice.turned(north_east, mirror) == lattice.steps[5]
    assert lattice.turned(north, lattice.mirror(east_west=False)) == lattice.steps[3]
    assert lattice.turned(north, Rotation(1)) == north_east


def test_a_paste_leaves_the_original_and_gives_the_copy_a_key_of_its_own() -> None:
    rows = scenery()
    ground = Ground(rows)
    [key] = [row.place for row in rows.all(Place)]
    piece = clip.copy(ground, piece_cells(ground), ground.grid.cell_at(5, 5))
    for change in clip.paste(ground, piece, ground.grid.cell_at(9, 9)):
        change.apply(rows)
    assert sorted(row.place for row in rows.all(Place)) == [key, f"{key}-2"]
    assert len(rows.all(Hexside)) == 2 and len(rows.all(Link)) == 2


def test_a_paste_onto_itself_changes_nothing() -> None:
    ground = Ground(scenery())
    anchor = ground.grid.cell_at(5, 5)
    assert clip.paste(ground, clip.copy(ground, piece_cells(ground), anchor), anchor) == []


def test_a_paste_half_outside_keeps_what_fits_and_wholly_outside_is_refused() -> None:
    rows = scenery()
    ground = Ground(rows)
    anchor = ground.grid.cell_at(5, 5)
    piece = clip.copy(ground, piece_cells(ground), anchor)
    covered = clip.footprint(ground, piece, Cell(0))
    assert 0 < len(covered) < len(piece.cells)
    assert clip.paste(ground, piece, Cell(0))
    west = clip.copy(ground, [ground.grid.cell_at(1, 1)], ground.grid.cell_at(8, 8))
    with pytest.raises(StavkaError, match="wholly outside the map"):
        clip.paste(ground, west, Cell(0))


def test_a_piece_of_hexes_does_not_fit_squares() -> None:
    hexes, squares = Ground(scenery()), Ground(scenery(shape="square"))
    piece = clip.copy(hexes, piece_cells(hexes), hexes.grid.cell_at(5, 5))
    with pytest.raises(StavkaError, match="flat hexes cannot be pasted on a map of squares"):
        clip.paste(squares, piece, Cell(0))
