"""Distinct types for the numbers and names that must not be mixed up."""

from __future__ import annotations

from typing import NewType

Cell = NewType("Cell", int)
"""Index of a cell on a board: row * columns + column, row 0 in the north; boxes come after the grid."""

UnitId = NewType("UnitId", int)
"""Index of a unit in a game's state."""

SideKey = NewType("SideKey", str)
"""Key of a side, as `german`."""

OFF_MAP = Cell(-1)
"""Where a unit is that is neither on the map nor in a box."""
