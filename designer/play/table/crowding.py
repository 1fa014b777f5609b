"""Crowds: hexes where more units stand, or would stand, than may stay when the phase ends."""

from __future__ import annotations

from collections.abc import Sequence

from designer.play.table.stage import Stage
from engine.rules.decision import Verdict, no
from engine.rules.stacking import crowding, enforced


def crowd_to_be(stage: Stage, pieces: Sequence[int], cell: int) -> Verdict | None:
    """What is said of a move after which too many units stand in a cell; None where there is room."""
    others = [piece for piece in stage.table.stack(cell) if piece not in pieces]
    crowd = _crowd(stage, [*others, *pieces], cell)
    if crowd is None:
        return None
    many, stay, case = crowd
    return no(f"{many} would stand here and {stay} when the phase ends: make room, or lose what is too much.", case)


def crowd_now(stage: Stage, cell: int) -> Verdict | None:
    """What is said of a cell in which too many own units stand already."""
    crowd = stage.kept(("crowd", cell), lambda: _own_crowd(stage, cell))
    if crowd is None:
        return None
    many, stay, case = crowd
    return no(f"{many} stand here and {stay}: what is too much is lost when the phase ends.", case)


def crowded_cells(stage: Stage) -> list[int]:
    """The cells in which too many own units stand."""
    stacks = stage.table.state.stacks
    found = (cell for cell, stack in stacks.items() if len(stack) > 1 and crowd_now(stage, cell) is not None)
    return stage.kept("crowded", lambda: sorted(found))


def _own_crowd(stage: Stage, cell: int) -> tuple[str, str, str] | None:
    table = stage.table
    return _crowd(stage, table.stack(cell), cell) if table.holder(cell) == stage.view.side else None


def _crowd(stage: Stage, pieces: list[int], cell: int) -> tuple[str, str, str] | None:
    table = stage.table
    return crowding(table, pieces, cell) if len(pieces) > 1 and table.state.phase >= 0 and enforced(table) else None
