"""Setting up: line by line, fixed units at once, free ones where their owner wants them."""

from __future__ import annotations

from functools import partial

from engine.ids import OFF_MAP
from engine.records.play import Placement
from engine.rules.decision import LEGAL, Decision, OptionGroup, Options, Verdict, no
from engine.rules.markers import clear_markers
from engine.rules.table import Table
from engine.state.actions import AnyAction, PlaceUnit
from engine.state.events import FaceSet, UnitPlaced
from engine.state.tasks import NextPhase, SetUp


class SetUpProcedure:
    """One line of the set-up after another; then the first turn begins."""

    def decision(self, table: Table, task: SetUp) -> Decision | None:
        """A free line with units left to place waits for its owner."""
        line = _line(table, task)
        if line is None or line.region is None or len(task.placed) >= _wanted(table, line, task):
            return None
        side = table.scenario.side_index[line.side]
        left = _wanted(table, line, task) - len(task.placed)
        return Decision(side, "set-up", f"Set up: place {left} more of {line.note or line.placement}.")

    def run(self, table: Table, task: SetUp) -> None:
        """Place what has no choice, and go on to the next line."""
        line = _line(table, task)
        if line is None:
            table.swap(NextPhase(1, 0))
            return
        if line.region is None:
            for piece in waiting(table, line)[: _wanted(table, line, task)]:
                place(table, piece, _fixed_cell(table, line), line.face, "set-up")
        table.swap(SetUp(task.line + 1))

    def options(self, table: Table, task: SetUp) -> Options:
        """Every unit of the line in every cell where the rest can still follow."""
        line = _line(table, task)
        if line is None:
            return Options(())
        return Options(
            tuple(
                OptionGroup(piece, partial(self._cells, table, task, line, piece))
                for piece in distinct(table, waiting(table, line))
            )
        )

    def _cells(self, table: Table, task: SetUp, line: Placement, piece: int) -> list[AnyAction]:
        cells = sorted(table.board.regions[line.region or ""])
        return [PlaceUnit(piece, cell) for cell in cells if self._judge_cell(table, task, line, piece, cell)]

    def judge(self, table: Table, task: SetUp, action: AnyAction) -> Verdict:
        """Whether a unit may be set up in a cell."""
        line = _line(table, task)
        if line is None or not isinstance(action, PlaceUnit):
            return no("Units are being set up: place one.")
        if action.piece not in waiting(table, line):
            return no("That unit is not among those to be placed now.", line.case)
        return self._judge_cell(table, task, line, action.piece, action.cell)

    def _judge_cell(self, table: Table, task: SetUp, line: Placement, piece: int, cell: int) -> Verdict:
        region = table.board.regions[line.region or ""]
        if cell not in region:
            return no("That cell is not in the set-up area.", line.case)
        own = [table.state.cell[other] for other in task.placed]
        if not _free(table, line, cell, own, []):
            return no(f"{table.label(cell)} may not take this unit.", line.case)
        left = _wanted(table, line, task) - len(task.placed) - 1
        if not _can_follow(table, line, own, [cell], left):
            return no("The units still to be placed would find no room.", line.case)
        return LEGAL

    def perform(self, table: Table, task: SetUp, action: AnyAction) -> None:
        """Place the unit."""
        line = _line(table, task)
        assert line is not None and isinstance(action, PlaceUnit)
        place(table, action.piece, action.cell, line.face, "set-up")
        table.swap(SetUp(task.line, (*task.placed, action.piece)))


def place(table: Table, piece: int, cell: int, face: int, why: str) -> None:
    """Put a piece on the map with a face up."""
    if table.state.face[piece] != face:
        table.do(FaceSet(piece, table.state.face[piece], face))
    table.do(UnitPlaced(piece, table.state.cell[piece], cell, why))
    clear_markers(table, table.side_of(piece), (cell,))


def waiting(table: Table, line: Placement) -> list[int]:
    """The pieces of a line that are not on the map."""
    return [piece for piece in table.setting.pieces(line.units) if table.state.cell[piece] == OFF_MAP]


def distinct(table: Table, pieces: list[int]) -> list[int]:
    """The pieces, but only the first of each pool: face down they are all alike."""
    found, pools = [], set()
    for piece in pieces:
        pool = table.scenario.pieces[piece].pool
        if table.state.counter[piece] is None:
            if pool in pools:
                continue
            pools.add(pool)
        found.append(piece)
    return found


def _line(table: Table, task: SetUp) -> Placement | None:
    lines = table.scenario.placements
    return lines[task.line] if task.line < len(lines) else None


def _fixed_cell(table: Table, line: Placement) -> int:
    if line.cell is not None:
        return table.board.cell(line.cell)
    spot = next(place for place in table.scenario.places if place.place == line.place)
    return table.board.cell(spot.cell)


def _wanted(table: Table, line: Placement, task: SetUp) -> int:
    if line.count:
        return line.count
    return len(waiting(table, line)) + len(task.placed)


def _free(table: Table, line: Placement, cell: int, own: list[int], planned: list[int]) -> bool:
    """Whether a cell can take one more unit of the line, with units planned but not yet placed."""
    if line.per_cell and len(table.stack(cell)) + planned.count(cell) >= line.per_cell:
        return False
    if table.holder(cell) not in (None, table.scenario.side_index[line.side]):
        return False
    close = (cell, *table.setting.neighbours[cell])
    return not (line.apart and any(other in close for other in (*own, *planned)))


def _can_follow(table: Table, line: Placement, own: list[int], planned: list[int], left: int) -> bool:
    """Whether the rest of the line still fits: counted, or tried out where units must stand apart."""
    cells = sorted(table.board.regions[line.region or ""])
    if not line.apart:
        stood = table.cached(("stood", line.placement), lambda: sum(len(table.stack(cell)) for cell in cells))
        return not line.per_cell or line.per_cell * len(cells) - stood - len(planned) >= left
    return left == 0 or any(
        _free(table, line, cell, own, planned) and _can_follow(table, line, own, [*planned, cell], left - 1)
        for cell in cells
    )
