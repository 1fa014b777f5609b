"""How large the map is, in cells, without painting it."""

from __future__ import annotations

from designer.printing.material import Material
from designer.printing.pages import Rect
from engine.grid import make_grid
from engine.records.board import Box, Grid

MARGIN = 0.75
"""Cells of paper round the grid, as on the painted map."""

_SHARED = 1.5
"""How far, in cells, a row with its shifted neighbours reaches down."""

RIM = 0.4
"""Cells of paper round the grid on a map with furniture, which has a frame of its own."""


def whole_map(material: Material) -> Rect:
    """The whole sheet in cells: the grid, its boxes and a margin."""
    west, north, east, south = make_grid(material.rows.the(Grid)).bounds()
    for box in material.boxes.values():
        west, north = min(west, box.x), min(north, box.y)
        east, south = max(east, box.x + box.width), max(south, box.y + box.height)
    return Rect(west - MARGIN, north - MARGIN, east - west + 2 * MARGIN, south - north + 2 * MARGIN)


def board(material: Material) -> Rect:
    """The grid in cells with a narrow rim; boxes beside it are not on it."""
    west, north, east, south = make_grid(material.rows.the(Grid)).bounds()
    return Rect(west - RIM, north - RIM, east - west + 2 * RIM, south - north + 2 * RIM)


def sheet_parts(material: Material, whole: Rect) -> list[Rect]:
    """A map, or its northern and its southern sheet, which both have the row that joins them."""
    grid = material.rows.the(Grid)
    if grid.numbering != "ccrr-sheet" or not 0 < grid.sheet_rows < grid.rows:
        return [whole]
    joint = float(grid.sheet_rows)
    return [
        Rect(whole.x, whole.y, whole.width, joint + _SHARED - whole.y),
        Rect(whole.x, joint, whole.width, whole.bottom - joint),
    ]


def far_boxes(material: Material) -> list[Box]:
    """The boxes that do not lie on the grid."""
    west, north, east, south = make_grid(material.rows.the(Grid)).bounds()
    return [
        box
        for box in material.boxes.values()
        if box.x >= east or box.y >= south or box.x + box.width <= west or box.y + box.height <= north
    ]
