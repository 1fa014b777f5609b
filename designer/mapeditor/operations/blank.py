"""A new scenario, as the dialog for it makes one."""

from __future__ import annotations

from engine.records import Rows
from engine.records.board import Grid
from engine.scenario.template import blank_scenario, with_sides

__all__ = ["blank", "with_sides"]


def blank(title: str, grid: Grid, turns: int = 7) -> Rows:
    """The rows of an empty scenario on a grid."""
    return blank_scenario(title, grid, turns)
