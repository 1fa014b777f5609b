"""Setting up: line by line, fixed units at once, free ones where their owner wants them."""

from __future__ import annotations

from functools import partial

from engine.records.play import Placement
from engine.rules.claims import to_set_up
from engine.rules.decision import LEGAL, Decision, OptionGroup, Options, Verdict, no
from engine.rules.markers import clear_markers
from engine.rules.table import Table
from engine.scenario.sentences import counted, units_words
from engine.state.actions import AnyAction, PlaceUnit
from engine.state.events import FaceSet, UnitPlaced
from engine.state.tasks import AnyTask, NextPhase, SetUp

APART = "set-up-apart"
"""The count that says that sides with a set-up of their own have been asked."""


def _own_ways(table: Table) -> dict[int, AnyTask]:
    """The sides that set up by a rule of their own, each with its task."""
    return {side: task for each in table.answering("setting_up") for side, task in each.setting_up(table)}


def _unasked(table: Table, task: SetUp) -> bool:
    """Whether such sides are still to be asked, before the first line."""
    return task.line == 0 and not table.count(APART) and bool(_own_ways(table))


def _apart(table: Table, line: Placement) -> bool:
    """Whether a line is left alone, because its side sets up by a rule of its own."""
    return bool(table.answering("setting_up")) and table.scenario.side_index[line.side] in _own_ways(table)


class SetUpProcedure:
    """One line of the set-up after another; then the first turn begins."""

    def decision(self, table: Table, task: SetUp) -> Decision | None:
        """A free line with units left to place waits for its owner."""
        line = _line(table, task)
        if line is None or line.region is None or _apart(table, line) or _unasked(table, task):
            return None
        left = _left(table, line, task)
        if left <= 0:
            return None
        side = table.scenario.side_index[line.side]
        return Decision(side, "set-up", f"Set up: place {left} more of {_called(table, line)}.")

    def run(self, table: Table, task: SetUp) -> None:
        """Place what has no choice, and go on to the next line."""
        line = _line(table, task)
        if _unasked(table, task):
            table.remember(APART)
            table.swap(*_own_ways(table).values(), task)
            return
        if line is None:
            table.swap(NextPhase(table.scenario.about.first_turn, 0))
            for side in range(len(table.scenario.sides)) if table.answering("set_up") else ():
                if side not in _own_ways(table):
                    table.tell("set_up", side)
            return
        if line.region is None and not _apart(table, line):
            for piece in to_set_up(table, task.line)[: line.count or None]:
                place(table, piece, fixed_cell(table, line), line.face, "set-up", task.line)
        table.swap(SetUp(task.line + 1))

    def options(self, table: Table, task: SetUp) -> Options:
        """Every unit of the line in every cell where the rest can still follow."""
        line = _line(table, task)
        assert line is not None
        return Options(
            tuple(
                OptionGroup(piece, partial(self._cells, table, task, line, piece))
                for piece in distinct(table, to_set_up(table, task.line))
            )
        )

    def _cells(self, table: Table, task: SetUp, line: Placement, piece: int) -> list[AnyAction]:
        return [PlaceUnit(piece, cell) for cell in self._open(table, task, line)]

    def _open(self, table: Table, task: SetUp, line: Placement) -> list[int]:
        """The cells of a line that take another unit: the same for every unit of it."""
        cells = sorted(table.board.regions[line.region or ""])
        return table.cached(
            ("open", task), lambda: [cell for cell in cells if self._judge_cell(table, task, line, cell)]
        )

    def judge(self, table: Table, task: SetUp, action: AnyAction) -> Verdict:
        """Whether a unit may be set up in a cell."""
        line = _line(table, task)
        if line is None or not isinstance(action, PlaceUnit):
            return no("Units are being set up: place one.")
        if action.piece not in to_set_up(table, task.line):
            return no("That unit is not among those to be placed now.", line.case)
        return self._judge_cell(table, task, line, action.cell)

    def _judge_cell(self, table: Table, task: SetUp, line: Placement, cell: int) -> Verdict:
        region = table.board.regions[line.region or ""]
        if cell not in region:
            return no("That cell is not in the set-up area.", line.case)
        own = [table.state.cell[other] for other in _placed(table, task)]
        if not _free(table, line, cell, own, []):
            return no(_barred(table, line, cell), line.case)
        if not _can_follow(table, line, own, [cell], _left(table, line, task) - 1):
            return no("The units still to be placed would find no room.", line.case)
        return LEGAL

    def perform(self, table: Table, task: SetUp, action: AnyAction) -> None:
        """Place the unit."""
        line = _line(table, task)
        assert line is not None and isinstance(action, PlaceUnit)
        place(table, action.piece, action.cell, line.face, "set-up", task.line)


def place(table: Table, piece: int, cell: int, face: int, why: str, line: int | None = None, mode: str = "") -> None:
    """Put a piece on the map with a face up and in a mode, under a line of the set-up if that puts it there."""
    table.turn_over((piece,), mode)
    if table.state.face[piece] != face:
        table.do(FaceSet(piece, table.state.face[piece], face))
    table.do(UnitPlaced(piece, table.state.cell[piece], cell, why, line))
    clear_markers(table, table.side_of(piece), (cell,))


def distinct(table: Table, pieces: list[int]) -> list[int]:
    """The pieces, but only the first of each filling of a pool: face down they are all alike."""
    found, pools = [], set()
    for piece in pieces:
        pool = (table.scenario.pieces[piece].pool, table.state.batch[piece])
        if table.state.counter[piece] is None:
            if pool in pools:
                continue
            pools.add(pool)
        found.append(piece)
    return found


def _called(table: Table, line: Placement) -> str:
    """What a line is called: its note, or the units it means."""
    return line.note or units_words(table.scenario.rows, line.units)


def _line(table: Table, task: SetUp) -> Placement | None:
    lines = table.scenario.placements
    return lines[task.line] if task.line < len(lines) else None


def fixed_cell(table: Table, line: Placement) -> int:
    """The cell in which a line puts its units."""
    if line.cell is not None:
        return table.board.cell(line.cell)
    spot = next(place for place in table.scenario.places if place.place == line.place)
    return table.board.cell(spot.cell)


def _placed(table: Table, task: SetUp) -> list[int]:
    """The pieces placed under the line so far."""
    return table.cached(("placed", task), lambda: _placed_under(table, task))


def _placed_under(table: Table, task: SetUp) -> list[int]:
    return [*task.placed, *(piece for piece, line in enumerate(table.state.lines) if line == task.line)]


def _left(table: Table, line: Placement, task: SetUp) -> int:
    """How many units are still to be placed under the line."""
    return line.count - len(_placed(table, task)) if line.count else len(to_set_up(table, task.line))


def _free(table: Table, line: Placement, cell: int, own: list[int], planned: list[int]) -> bool:
    """Whether a cell can take one more unit of the line, with units planned but not yet placed."""
    if line.per_cell and len(table.stack(cell)) + planned.count(cell) >= line.per_cell:
        return False
    if table.holder(cell) not in (None, table.scenario.side_index[line.side]):
        return False
    close = (cell, *table.setting.neighbours[cell])
    return not (line.apart and any(other in close for other in (*own, *planned)))


def _barred(table: Table, line: Placement, cell: int) -> str:
    """Why a cell takes no more units of the line."""
    where = table.label(cell)
    if line.per_cell and len(table.stack(cell)) >= line.per_cell:
        return f"{where} is full: no more than {counted(line.per_cell, 'unit')} may be set up in one cell."
    if table.holder(cell) not in (None, table.scenario.side_index[line.side]):
        return f"{where} is held by the enemy."
    return f"{where} is too near: no two of these may be set up side by side."


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
