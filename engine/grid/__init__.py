"""Topology only: hex and square grids, how their cells are numbered, and where they lie on a plane."""

from __future__ import annotations

from engine.errors import ScenarioError
from engine.grid.base import CellGrid, Point
from engine.grid.hexes import HexGrid
from engine.grid.numbering import Numbering, numbering_problems
from engine.grid.squares import SquareGrid
from engine.records.board import Grid


def make_grid(record: Grid) -> CellGrid:
    """Build the grid that a record describes."""
    problems = numbering_problems(record)
    if problems:
        raise ScenarioError(problems)
    numbering = Numbering.from_record(record)
    if record.shape == "hex":
        return HexGrid(record.columns, record.rows, numbering, record.orientation, record.shifted)
    return SquareGrid(record.columns, record.rows, numbering, record.neighbours)


__all__ = ["CellGrid", "HexGrid", "Numbering", "Point", "SquareGrid", "make_grid", "numbering_problems"]
