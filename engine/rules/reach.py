"""Reach: how far units can move now, in each of the ways a phase allows them."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

import msgspec
import numpy as np
import numpy.typing as npt

from engine.board.kernels import reach as reach_kernel
from engine.board.network import TICKS, path
from engine.ids import Cell
from engine.records.base import col
from engine.records.board import HexsideKind
from engine.records.counters import Selector
from engine.rules.answers import Closure
from engine.rules.costs import step_costs
from engine.rules.decision import LEGAL, Verdict, no
from engine.rules.table import Table
from engine.rules.zoc import Zoc, held_fast, in_enemy_zone, stops_for, zone
from engine.scenario.seasons import season
from engine.scenario.sentences import counted, named

Flags = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.int32]


ALL_THERE_IS = 1 << 20
"""A cost in ticks that no allowance pays for."""


class Weight(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What certain units count of a capacity."""

    units: Annotated[Selector, col("Which units")] = Selector()
    weight: Annotated[float, col("Count", ge=0, le=99)] = 1.0


class MoveMode(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One way in which certain units may move in a phase."""

    name: Annotated[str, col("Name", "As players read it: by rail", max_length=40)] = ""
    units: Annotated[Selector, col("Which units")] = Selector()
    share: Annotated[float, col("Share of the allowance", gt=0, le=4)] = 1.0
    points: Annotated[
        float, col("Points of its own", "May be spent instead of the allowance; 0: the allowance", ge=0, le=999)
    ] = 0.0
    not_from_zoc: Annotated[bool, col("Not from an enemy zone", "Only units that start outside enemy zones")] = False
    not_into_zoc: Annotated[bool, col("Never into an enemy zone")] = False
    links_only: Annotated[
        tuple[str, ...], col("Only along", "The whole move follows connected links of these kinds", refers="link_kind")
    ] = ()
    ignore_terrain: Annotated[bool, col("Ignore terrain", "Every cell costs one point")] = False
    ignore_zoc: Annotated[bool, col("Ignore enemy zones")] = False
    ignore_weather: Annotated[bool, col("Ignore weather", "The weather costs nothing, as on the railway")] = False
    least: Annotated[
        bool, col("At least a cell", "A unit that has spent nothing may enter a neighbouring cell for all it has")
    ] = False
    crossing: Annotated[
        tuple[str, ...],
        col("Crosses", "One step across such a hexside, for the whole allowance", refers="hexside_kind"),
    ] = ()
    whole: Annotated[bool, col("The whole move", "A unit that moves so does not move otherwise in the phase")] = False
    capacity: Annotated[
        float, col("Capacity", "How many units of a side may use it in a phase; 0: any number", ge=0, le=999)
    ] = 0.0
    weights: Annotated[tuple[Weight, ...], col("Counts", "Units that count more or less; the first that fits")] = ()
    case: Annotated[str, col("Rule case")] = ""

    def weight(self, table: Table, piece: int) -> float:
        """How much of the capacity a unit takes."""
        unit = table.unit(piece)
        return next((each.weight for each in self.weights if each.units.matches(unit)), 1.0)


class Reach(msgspec.Struct, frozen=True, gc=False):
    """What units can reach in one mode: points spent in ticks (-1: out of reach) and the way there."""

    mode: MoveMode
    budget: int
    spent: npt.NDArray[np.int32]
    came_from: npt.NDArray[np.int32]
    passed: Flags | None = None
    """Cells that the way may lead through, but where it does not end."""

    @property
    def ends(self) -> npt.NDArray[np.bool_]:
        """Where a move may end but the cell it begins in."""
        found: npt.NDArray[np.bool_] = self.spent > 0
        return found if self.passed is None else found & (self.passed == 0)

    def cells(self) -> list[int]:
        """Every cell where a move may end but the one it stands in, in order."""
        found: list[int] = np.flatnonzero(self.ends).tolist()
        return found

    def points(self, cell: int) -> float:
        """Movement points spent to get to a cell."""
        return float(self.spent[cell]) / TICKS

    def path(self, cell: int) -> tuple[int, ...]:
        """The cheapest way to a cell, its start not included."""
        return path(self.came_from, Cell(cell))[1:]


def modes_for(table: Table, piece: int, modes: tuple[MoveMode, ...], *, moving: bool = False) -> list[MoveMode]:
    """The modes that a unit may use where it stands; one in the midst of a move cannot begin another kind."""
    unit = table.unit(piece)
    return [mode for mode in modes if mode.units.matches(unit) and bar(table, piece, mode, moving) is None]


def bar(table: Table, piece: int, mode: MoveMode, moving: bool) -> Verdict | None:
    """Why a unit may not use a mode of its kind now; None: it may."""
    if mode.not_from_zoc and _starts_in_zone(table, piece):
        return no(f"Nobody who begins in an enemy zone of control moves {mode.name or 'so'}.", mode.case)
    if mode.whole and moving:
        return no(f"A unit moves {mode.name or 'so'} all the way, or not at all.", mode.case)
    if not _room(table, piece, mode):
        return no(f"No more than {counted(mode.capacity, 'unit')} may move {mode.name or 'so'} in a phase.", mode.case)
    verdict = table.verdict("may_use", piece, mode.name)
    return None if verdict else verdict


def used_key(table: Table, side: int, mode: MoveMode) -> str:
    """The count of how much of a mode's capacity a side has used in this phase."""
    return f"phase.used.{table.scenario.sides[side].side}.{mode.name}"


def _room(table: Table, piece: int, mode: MoveMode) -> bool:
    if not mode.capacity:
        return True
    used = table.count(used_key(table, table.side_of(piece), mode))
    return used + mode.weight(table, piece) <= mode.capacity


def _starts_in_zone(table: Table, piece: int) -> bool:
    return in_enemy_zone(table, table.state.cell[piece], table.side_of(piece))


def budget(table: Table, piece: int, mode: MoveMode, group: tuple[int, ...] = ()) -> int:
    """Ticks that a unit may still spend in a mode, alone or when it moves with a group."""
    if mode.points:
        return int(mode.points * TICKS)
    if not table.answering("allowance") and not table.answering("company"):
        return int(table.face(piece).movement * mode.share * TICKS) - table.state.spent[piece]
    return int(table.allowance(piece, group) * TICKS * Fraction(mode.share)) - table.state.spent[piece]


def reaches(
    table: Table, piece: int, modes: tuple[MoveMode, ...], *, moving: bool = False, group: tuple[int, ...] = ()
) -> list[Reach]:
    """What a unit can reach in each mode it may use, alone or with a group that moves with it."""
    found = modes_for(table, piece, modes, moving=moving)
    return [_reach(table, mode, piece, group or (piece,)) for mode in found if not _held(table, piece, mode)]


def _held(table: Table, piece: int, mode: MoveMode) -> bool:
    return not mode.ignore_zoc and held_fast(table, piece)


def _reach(table: Table, mode: MoveMode, piece: int, group: tuple[int, ...]) -> Reach:
    limit = min([budget(table, each, mode, group) for each in group])
    shut = [closure for each in group for closure in closures(table, each, group, mode.name)]
    costs, blocked = _dearest(table, group, mode, shut), _blocked(table, table.side_of(piece), mode, shut)
    spent, came_from = reach_kernel(
        table.board.net,
        costs,
        table.state.cell[piece],
        limit,
        blocked,
        _stops(table, group, mode),
        False,
    )
    if mode.least and limit > 0 and not any(table.state.spent[each] for each in group):
        _add_least(table, table.state.cell[piece], limit, (costs, blocked, spent, came_from))
    return Reach(mode, limit, spent, came_from, _passed(shut))


def _add_least(table: Table, here: int, limit: int, made: tuple[Ints, Flags, Ints, Ints]) -> None:
    """Neighbouring cells that are too dear are reached for all there is."""
    costs, blocked, spent, came_from = made
    for edge in range(table.board.indptr[here], table.board.indptr[here + 1]):
        cell = table.board.indices[edge]
        if spent[cell] < 0 <= costs[edge] and not blocked[cell]:
            spent[cell], came_from[cell] = limit, here


def _dearest(table: Table, group: tuple[int, ...], mode: MoveMode, shut: list[Closure]) -> npt.NDArray[np.int32]:
    """What each step costs the unit of a group that pays most for it; prohibited where it is for one of them."""
    kinds = list(dict.fromkeys([table.unit(piece).move_class for piece in group]))
    costs = _costs(table, table.side_of(group[0]), kinds[0], mode)
    for kind in kinds[1:]:
        other = _costs(table, table.side_of(group[0]), kind, mode)
        costs = np.where((costs < 0) | (other < 0), np.int32(-1), np.maximum(costs, other)).astype(np.int32)
    for closure in shut:
        if closure.steps is not None:
            costs = np.where(closure.steps, np.int32(-1), costs).astype(np.int32)
    return costs


def _costs(table: Table, side: int, move_class: str, mode: MoveMode) -> Ints:
    if mode.crossing:
        return table.cached_now(("crossing", move_class, mode), lambda: _ferried(table, move_class, mode))
    return step_costs(table, side, move_class, mode.links_only, mode.ignore_terrain, mode.ignore_weather)


def _ferried(table: Table, move_class: str, mode: MoveMode) -> Ints:
    """Only the steps across the hexsides of a mode, dearer than any allowance: such a step takes all there is.

    What is frozen over is crossed like any other ground.
    """
    costs = table.setting.costs(move_class, table.state.turn, (), False, (), mode.crossing)
    now = season(table.scenario, table.setting.zones, tuple(table.state.weather)) if table.state.weather else None
    frozen = np.uint32(0) if now is None else now.open_sides(table.board)
    across = (table.board.edge_hexsides & np.uint32(table.board.hexside_bits(mode.crossing))) != 0
    across &= (table.board.edge_hexsides & frozen) == 0
    found: Ints = np.where(across & (costs >= 0), np.int32(ALL_THERE_IS), np.int32(-1)).astype(np.int32)
    return found


def closures(table: Table, piece: int, group: tuple[int, ...], mode: str = "") -> list[Closure]:
    """The cells that rules close to a unit which moves with a group, in a way that has this name."""
    every = (closure for one in table.answering("closed") for closure in one.closed(table, piece, group))
    return [closure for closure in every if closure.mode in (None, mode)]


def _blocked(table: Table, side: int, mode: MoveMode, shut: list[Closure]) -> Flags:
    """Where a side's group may not go: the enemy, what rules close to it, zones where the mode bars them."""
    blocked = table.occupied(1 - side)
    for closure in shut:
        if not closure.ends:
            blocked = blocked | closure.cells
    return blocked | (zone(table, 1 - side) > 0).astype(np.uint8) if mode.not_into_zoc else blocked


def _passed(shut: list[Closure]) -> Flags | None:
    """Where a group may pass, but not end its move; None: there is no such cell."""
    found: Flags | None = None
    for closure in shut:
        if closure.ends:
            found = closure.cells if found is None else found | closure.cells
    return found


def _stops(table: Table, group: tuple[int, ...], mode: MoveMode) -> Flags:
    if mode.ignore_zoc:
        return table.cached("no-stops", lambda: np.zeros(table.board.size, np.uint8))
    return stops_for(table, group)


class Walked(msgspec.Struct, frozen=True):
    """How a path was judged in a mode: the verdict, the ticks it costs and the steps taken as far as it is legal."""

    verdict: Verdict
    spent: int = 0
    steps: int = 0


def walk(
    table: Table,
    piece: int,
    path: tuple[int, ...],
    mode: MoveMode,
    cases: dict[str, str],
    group: tuple[int, ...] = (),
) -> Walked:
    """Judge a path step by step in one mode."""
    side, here, spent = table.side_of(piece), table.state.cell[piece], 0
    if _held(table, piece, mode):
        why = f"{table.full_name(piece)} is held fast by the enemy zone of control in {table.label(here)}."
        return Walked(no(why, zoc_case(table, "leave")))
    costs, halting = _costs(table, side, table.unit(piece).move_class, mode), _stops(table, (piece,), mode)
    shut, limit = closures(table, piece, group or (piece,), mode.name), budget(table, piece, mode, group)
    if again := next((closure for closure in shut if closure.once and len({here, *path}) <= len(path)), None):
        return Walked(no(again.why, again.case))
    for steps, cell in enumerate(path):
        edge = table.board.adjacency.edge(Cell(here), Cell(cell))
        if edge is None:
            return Walked(no(_not_neighbours(table, here, cell), cases.get("path", "")), spent, steps)
        last = steps == len(path) - 1
        barring = [one for one in shut if last or not one.ends] if shut else shut
        verdict = _enterable(table, side, (edge, cell), mode, barring, cases)
        if not verdict:
            return Walked(verdict, spent, steps)
        if costs[edge] < 0:
            why = _prohibited(table, piece, mode, (here, cell), costs)
            case = mode.case if mode.links_only else cases.get("terrain", "") or mode.case
            return Walked(no(why, case), spent, steps)
        spent += int(costs[edge])
        if mode.least and len(path) == 1 and not table.state.spent[piece] and spent > limit > 0:
            spent = limit
        if spent > limit:
            case = mode.case if mode.share < 1 or mode.points else cases.get("points", "")
            return Walked(no(_too_dear(table, path, cell, spent, limit), case), spent, steps)
        if halting[cell] and not last:
            why = f"Entering the enemy zone of control in {table.label(cell)} ends the move."
            return Walked(no(why, zoc_case(table, "enter")), spent, steps)
        here = cell
    return Walked(LEGAL, spent, len(path))


def _enterable(
    table: Table, side: int, step: tuple[int, int], mode: MoveMode, shut: list[Closure], cases: dict[str, str]
) -> Verdict:
    edge, cell = step
    if table.holder(cell) == 1 - side:
        return no(f"{table.label(cell)} is occupied by the enemy.", cases.get("enemy", ""))
    for closure in shut:
        if closure.cells[cell] or (closure.steps is not None and closure.steps[edge]):
            return no(closure.why, closure.case)
    if mode.not_into_zoc and in_enemy_zone(table, cell, side):
        return no(f"{table.label(cell)} lies in an enemy zone of control.", mode.case)
    return LEGAL


def _not_neighbours(table: Table, here: int, cell: int) -> str:
    return f"{table.board.label(Cell(here))} and {_label(table, cell)} are not neighbours."


def _too_dear(table: Table, path: tuple[int, ...], cell: int, spent: int, limit: int) -> str:
    """That a path costs more than there is, and by which of its cells it does."""
    needed, given = counted(spent / TICKS, "movement point"), f"{max(0, limit) / TICKS:g} may be spent"
    cost = f"{table.label(cell)} costs {needed} to reach; {given}."
    return cost if cell == path[-1] else f"{_label(table, path[-1])} is too far: on the way there {cost}"


def _label(table: Table, cell: int) -> str:
    return table.board.label(Cell(cell)) if table.has_cell(cell) else "a cell off the map"


def _prohibited(table: Table, piece: int, mode: MoveMode, step: tuple[int, int], costs: Ints) -> str:
    """That a step may not be taken: for want of a road, because of what it crosses, or because of where it leads."""
    here, cell = step
    if mode.links_only:
        return f"No {' or '.join(mode.links_only)} leads into {table.label(cell)} from there."
    if crossed := _crossed(table, step, costs):
        across = f"the {crossed} from {table.label(here)} into {table.label(cell)}"
        if _ferries(table, piece, step):
            return f"{table.full_name(piece)} crosses {across} only as its whole move, from beside it."
        return f"Units of this kind may not cross {across}."
    return f"Units of this kind may not enter {table.label(cell)}."


def _ferries(table: Table, piece: int, step: tuple[int, int]) -> bool:
    """Whether a unit could take a step in another way of this phase, if that were all that it does."""
    edge, unit = table.board.adjacency.edge(Cell(step[0]), Cell(step[1])), table.unit(piece)
    modes = [mode for mode in getattr(table.phase, "modes", ()) if mode.crossing and mode.units.matches(unit)]
    found = (_ferried(table, unit.move_class, mode) for mode in modes)
    return edge is not None and any(costs[edge] >= 0 for costs in found)


def _crossed(table: Table, step: tuple[int, int], costs: Ints) -> str:
    """What runs along the hexside of a step into a cell that may be entered elsewhere; empty: nothing, or nowhere."""
    joined, cell = table.board.adjacency, Cell(step[1])
    ways = (joined.edge(Cell(near), cell) for near in table.setting.neighbours[cell])
    if not any(way is not None and costs[way] >= 0 for way in ways):
        return ""
    edge, board, rows = joined.edge(Cell(step[0]), cell), table.board, table.scenario.rows
    mask = 0 if edge is None else int(board.edge_hexsides[edge])
    kinds = [kind for bit, kind in enumerate(board.hexside_kinds) if mask >> bit & 1]
    return " and ".join(named(rows, HexsideKind, kind).lower() for kind in kinds)


def zoc_case(table: Table, about: str) -> str:
    """The case that the rule of zones cites for entering or leaving one."""
    rule = table.mechanism(Zoc)
    return rule.case(about) or rule.case("enter")
