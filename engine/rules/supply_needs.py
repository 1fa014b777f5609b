"""What rules ask of supply before they help a unit or a place: nothing, any supply, or full supply overland."""

from __future__ import annotations

from typing import Literal

from engine.rules.supply import Supply, line_at, supplied
from engine.rules.table import Table

Need = Literal["none", "supplied", "full"]

NEED_HELP = "none: no matter; supplied: by any line; full: by a line that is neither attenuated nor over a lake"
"""What the choices mean, for the forms."""

WORDS: dict[Need, str] = {"none": "", "supplied": "in supply", "full": "in full supply"}
"""A need, to follow `that are`."""


def meets(table: Table, piece: int, need: Need) -> bool:
    """Whether a unit is as well supplied as a rule asks; everybody is where the rules know no supply."""
    if need == "none" or not table.stands(piece):
        return True
    if not supplied(table, piece):
        return False
    return need != "full" or grade_of(table, table.state.cell[piece], table.side_of(piece), piece) is None


def place_meets(table: Table, cell: int, side: int, need: Need) -> bool:
    """Whether a line of supply that serves a side's units runs from a cell, whoever stands in it."""
    if need == "none" or not isinstance(table.setting.by_key(Supply.key), Supply):
        return True
    if line_at(table, side, cell) is None:
        return False
    return need != "full" or grade_of(table, cell, side) is None


def grade_of(table: Table, cell: int, side: int, piece: int | None = None) -> str | None:
    """How the supply of a cell, or of a unit there, is less than full; None: it is full, or there is none."""
    said = (each.supply_grade(table, cell, side, piece) for each in table.answering("supply_grade"))
    return next((grade for grade in said if grade is not None), None)
