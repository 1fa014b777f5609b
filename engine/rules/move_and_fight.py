"""Moving and fighting at once: unit by unit, by factors; moving into an enemy cell is the attack."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Annotated, ClassVar

from engine.ids import Cell
from engine.records import Rows
from engine.records.base import col
from engine.rules.control import enter
from engine.rules.decision import LEGAL, Decision, OptionGroup, Options, Verdict, no, one
from engine.rules.garrison import Garrison, bound, garrisoned, judge_leaving, must_stop
from engine.rules.movement import own_piece
from engine.rules.phase import PhaseRule
from engine.rules.procedure import AskingProcedure
from engine.rules.rail_hops import HopSteps, Path, RailHops, barred, net, spent, ways
from engine.rules.table import Table
from engine.rules.value_combat import compare, fight, judge_attack
from engine.scenario.sentences import cell_word, counted, plural
from engine.state import Status
from engine.state.actions import AnyAction, Done, MoveUnit
from engine.state.events import UnitMoved
from engine.state.tasks import AnyTask, MoveAndFight

UNSPENT = 0
"""The factors that a refused move spends: nobody asks."""


@dataclass(frozen=True)
class Hops:
    """What a unit can get to by factors, attacks that win included, with a way to each cell."""

    found: dict[int, tuple[int, Path]]

    def cells(self) -> list[int]:
        """Every cell within reach, in order."""
        return sorted(self.found)

    def points(self, cell: int) -> float:
        """Factors spent to get to a cell."""
        return float(self.found[cell][0])

    def path(self, cell: int) -> Path:
        """A way to a cell, its start not included."""
        return self.found[cell][1]


class MoveAndFightPhase(PhaseRule, frozen=True, kw_only=True):
    """A phase in which a side moves and fights."""

    key: ClassVar[str] = "move-and-fight"
    title: ClassVar[str] = "Movement and combat"
    help: ClassVar[str] = "Units move one at a time, each once, by factors; moving into an enemy cell is an attack."
    told: ClassVar[frozenset[str]] = frozenset({"extra_overland", "pass_enemy"})
    reads: ClassVar[tuple[str, ...]] = ("move.",)

    extra_overland: Annotated[
        int, col("Extra overland", "More factors for moves that are overland all the way", ge=0, le=9)
    ] = 0
    pass_enemy: Annotated[bool, col("Pass the enemy", "Units move over enemy cells as if they were empty")] = False

    def sentences(self, rows: Rows) -> list[str]:
        """How units move, and what is different in this phase."""
        where = cell_word(rows)
        said = [f"Units move one at a time, each once, by factors; moving into an enemy {where} is an attack."]
        if self.extra_overland:
            more = counted(self.extra_overland, "factor")
            said.append(f"A move that is overland all the way has {more} more.")
        if self.pass_enemy:
            said.append(f"Units move over enemy {plural(where)} as if they were empty.")
        return said

    def open(self, table: Table, side: int | None) -> tuple[AnyTask, ...]:
        """One task: the side moves and fights."""
        return (MoveAndFight(side or 0),)

    def reach(self, table: Table, piece: int) -> Sequence[Hops]:
        """What a unit can get to now."""
        if not judge_leaving(table, piece):
            return ()
        side, rule = table.side_of(piece), table.mechanism(RailHops)
        found = ways(
            _net(table, piece),
            table.state.cell[piece],
            _factors(table, piece),
            self.extra_overland,
            rule.jump_off,
            self.halts(table, side),
        )
        open_ways = {
            cell: way
            for cell, way in found.items()
            if table.holder(cell) != 1 - side or compare(table, piece, cell).wins
        }
        return (Hops(open_ways),)

    def halts(self, table: Table, side: int) -> frozenset[int]:
        """The cells from which a side's move may not go on: the enemy's, and those to be garrisoned."""
        return table.cached(("halts", side, self.pass_enemy), lambda: self._halts(table, side))

    def _halts(self, table: Table, side: int) -> frozenset[int]:
        enemy = () if self.pass_enemy else (cell for cell in table.state.stacks if table.holder(cell) == 1 - side)
        duties = (cell for cell in garrisoned(table, side) if must_stop(table, side, cell))
        return frozenset((*enemy, *duties))


class MoveAndFightProcedure(AskingProcedure):
    """The moves and attacks of a side's units, until it is done."""

    def decision(self, table: Table, task: MoveAndFight) -> Decision | None:
        """The side moves another unit or ends the phase."""
        return Decision(task.side, "move", f"{table.phase_name}: move your units, or end the phase.")

    def options(self, table: Table, task: MoveAndFight) -> Options:
        """For each unit every cell it can get to or take; and ending the phase."""
        groups = [
            OptionGroup(piece, partial(_moves, table, piece))
            for piece in table.on_map(task.side)
            if not table.state.status[piece] & Status.MOVED and not bound(table, piece)
        ]
        return Options((*groups, one(None, Done())))

    def judge(self, table: Table, task: MoveAndFight, action: AnyAction) -> Verdict:
        """Whether a unit may move along a path and, at its end, attack."""
        if isinstance(action, Done):
            return LEGAL
        if not isinstance(action, MoveUnit):
            return no("Only moves are made in this phase.")
        return judge_hops(table, task.side, action)[0]

    def perform(self, table: Table, task: MoveAndFight, action: AnyAction) -> None:
        """Fight for the cell if the enemy stands there, and move; or end the phase."""
        if not isinstance(action, MoveUnit):
            table.swap()
            return
        piece, target = action.piece, action.path[-1]
        factors = judge_hops(table, task.side, action)[1]
        if table.holder(target) == 1 - task.side:
            fight(table, piece, target)
        table.do(UnitMoved(piece, table.state.cell[piece], target, action.path, float(factors)))
        table.mark(piece, Status.MOVED)
        enter(table, piece, action.path)


def _moves(table: Table, piece: int) -> list[AnyAction]:
    return [MoveUnit(piece, hops.path(cell)) for hops in table.phase.reach(table, piece) for cell in hops.cells()]


def _net(table: Table, piece: int) -> HopSteps:
    return net(table.setting, table.unit(piece).move_class, table.state.turn)


def _factors(table: Table, piece: int) -> int:
    return int(table.face(piece).movement)


def judge_hops(table: Table, side: int, action: MoveUnit) -> tuple[Verdict, int]:
    """Whether a unit may move along a path, else why not; and the factors spent."""
    verdict = own_piece(table, side, action.piece)
    if not verdict:
        return verdict, UNSPENT
    rule, piece, start = table.mechanism(RailHops), action.piece, table.state.cell[action.piece]
    if table.state.status[piece] & Status.MOVED:
        return no(f"{table.full_name(piece)} has already moved in this phase.", rule.case("once")), UNSPENT
    if not action.path or action.path[-1] == start:
        return no("A move ends in another cell.", rule.case("factors")), UNSPENT
    verdict = judge_leaving(table, piece)
    verdict = verdict and _judge_steps(table, piece, (start, *action.path))
    if not verdict:
        return verdict, UNSPENT
    verdict, factors = _judge_factors(table, piece, action.path)
    if verdict and table.holder(action.path[-1]) == 1 - side:
        verdict = judge_attack(table, piece, action.path[-1])
    return verdict, factors


def _judge_steps(table: Table, piece: int, cells: Path) -> Verdict:
    """Whether every step leads to a neighbouring cell that may be entered, and none has to be the last."""
    rule, side, move_class = table.mechanism(RailHops), table.side_of(piece), table.unit(piece).move_class
    known = _net(table, piece)
    for number, (here, there) in enumerate(pairwise(cells), 1):
        if there not in table.setting.neighbours[here]:
            return no(f"{table.board.label(Cell(here))} has no such neighbour.", rule.case("factors"))
        if barred(table.setting, move_class, there):
            return no(f"{table.label(there)} may not be entered.", rule.case("terrain"))
        if there not in known.overland[here] and there not in known.rail[here]:
            return _no_way(table, piece, here, there)
        if number < len(cells) - 1:
            verdict = _judge_passing(table, side, there)
            if not verdict:
                return verdict
    return LEGAL


def _judge_passing(table: Table, side: int, cell: int) -> Verdict:
    """Whether a move may go on from a cell, else why not."""
    rule = table.phase
    assert isinstance(rule, MoveAndFightPhase)
    if cell not in rule.halts(table, side):
        return LEGAL
    if must_stop(table, side, cell):
        case = table.mechanism(Garrison).case("enter")
        return no(f"{table.label(cell)} must be garrisoned: the move ends there.", case)
    return no(f"{table.label(cell)} is occupied by the enemy.", table.mechanism(RailHops).case("enemy"))


def _no_way(table: Table, piece: int, here: int, there: int) -> Verdict:
    rule = table.mechanism(RailHops)
    if there in net(table.setting, table.unit(piece).move_class, None).rail[here]:
        return no(f"The railway to {table.label(there)} is not yet built.", rule.case("dated"))
    return no(f"No land joins {table.label(here)} and {table.label(there)}.", rule.case("land"))


def _judge_factors(table: Table, piece: int, path: Path) -> tuple[Verdict, int]:
    """Whether a unit has the factors for a path, else what stands in its way."""
    rule, phase, known = table.mechanism(RailHops), table.phase, _net(table, piece)
    start, factors = table.state.cell[piece], _factors(table, piece)
    assert isinstance(phase, MoveAndFightPhase)
    used = spent(known, start, path, factors, rule.jump_off)
    if used is not None and used <= factors:
        return LEGAL, used
    overland = _overland(known, start, path)
    if overland is not None and overland <= factors + phase.extra_overland:
        return LEGAL, overland
    return _too_far(table, piece, path, used, phase.extra_overland), UNSPENT


def _overland(known: HopSteps, start: int, path: Path) -> int | None:
    steps = [known.overland[here].get(there) for here, there in pairwise((start, *path))]
    return None if None in steps else sum(step for step in steps if step)


def _too_far(table: Table, piece: int, path: Path, used: int | None, extra: int) -> Verdict:
    rule, start, factors = table.mechanism(RailHops), table.state.cell[piece], _factors(table, piece)
    target = table.label(path[-1])
    freely = spent(_net(table, piece), start, path, factors, rule.jump_off, freely=True)
    if freely is not None and freely <= factors:
        why = "A unit jumps off the railway only with its last factor, and only where no railway runs."
        return no(why, rule.case("jump-off"))
    later = spent(net(table.setting, table.unit(piece).move_class, None), start, path, factors, rule.jump_off)
    if later is not None and later <= factors:
        return no(f"The railway on the way to {target} is not yet built.", rule.case("dated"))
    if extra and used is not None and used <= factors + extra:
        return no("The extra factor is for moves that are overland all the way.", table.phase.case("extra"))
    needed = "more factors" if used is None else counted(used, "factor")
    return no(f"The way to {target} takes {needed}; {table.full_name(piece)} has {factors}.", rule.case("factors"))
