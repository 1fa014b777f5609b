"""How large the map is, in cells, without painting it."""

from __future__ import annotations

from designer.printing.material import Material
from designer.printing.pages import Rect
from engine.grid import make_grid
from engine.records.board import Grid

MARGIN = 0.75
"""Cells of paper round the grid, as on the painted map."""


def whole_map(material: Material) -> Rect:
    """The whole sheet in cells: the grid, its boxes and a margin."""
    west, north, east, south = make_grid(material.rows.the(Grid)).bounds()
    for box in material.boxes.values():
        west, north = min(west, box.x), min(north, box.y)
        east, south = max(east, box.x + box.width), max(south, box.y + box.height)
    return Rect(west - MARGIN, north - MARGIN, east - west + 2 * MARGIN, south - north + 2 * MARGIN)
