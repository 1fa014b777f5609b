"""What every scenario must have before a window can show it; the same check at every door of the library."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from engine.errors import Problem
from engine.records import Record, Rows
from engine.records.board import Box, Grid, Underlay
from engine.records.play import ScenarioRow
from engine.records.verify import faults

FARTHEST = 1000.0
"""Cells from the corner of the map beyond which nothing is drawn."""

WIDEST = 400.0
"""Cells that a box may measure."""

STRONGEST = 1e6
"""The most by which an underlay may be enlarged or moved."""


NEEDED: tuple[type[Record], ...] = (ScenarioRow, Grid)
"""The tables whose one row no scenario can do without."""


def missing(rows: Rows, kinds: Iterable[type[Record]] = NEEDED) -> list[Problem]:
    """The rows without which a scenario is none."""
    return [
        Problem(f"the scenario has no {kind.table} row, so it cannot be opened", kind.table)
        for kind in kinds
        if not rows.has(kind)
    ]


def unsound(rows: Iterable[Record]) -> Iterator[Problem]:
    """Rows whose every value is allowed, but that make no sense as a whole."""
    return (problem for row in rows if (look := _LOOKS.get(type(row))) is not None for problem in look(row))


def faults_in(row: Record) -> list[Problem]:
    """All that is wrong with a row made in the program."""
    return faults(row) or list(unsound((row,)))


def _box(row: Box) -> list[Problem]:
    problems = []
    for field, most in (("x", FARTHEST), ("y", FARTHEST), ("width", WIDEST), ("height", WIDEST)):
        if abs(getattr(row, field)) > most:
            message = f"the value is {getattr(row, field):g}, but a box must lie near the map: at most {most:g} cells"
            problems.append(Problem(message, row.table, row.identity(), field))
    return problems


def _underlay(row: Underlay) -> list[Problem]:
    if max(map(abs, row.matrix)) <= STRONGEST:
        return []
    return [Problem("the picture would be laid far off the map", row.table, row.identity(), "matrix")]


def _misnumbered(grid: Grid) -> list[Problem]:
    from engine.grid import numbering_problems  # with numpy behind it, which a start has no use for

    return numbering_problems(grid)


_LOOKS: dict[type[Record], Callable[[Any], list[Problem]]] = {
    Grid: _misnumbered,
    Box: _box,
    Underlay: _underlay,
}
