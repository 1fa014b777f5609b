"""Movement: unit by unit or stack by stack, along a path that each of them can pay for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Annotated, ClassVar, Literal

from engine.board.network import TICKS
from engine.records.base import col
from engine.rules.control import enter
from engine.rules.decision import LEGAL, Decision, OptionGroup, Options, Verdict, no, one
from engine.rules.mechanism import Mechanism
from engine.rules.phase import MarkedPhase, Ways
from engine.rules.prices import affordable, costs_of, payment
from engine.rules.procedure import Automatic
from engine.rules.reach import MoveMode, Reach, bar, modes_for, reaches, used_key, walk, zoc_case
from engine.rules.table import Table
from engine.rules.zoc import stops_for
from engine.state import Status
from engine.state.actions import AnyAction, Done, MoveStack, MoveUnit
from engine.state.events import UnitMoved
from engine.state.tasks import AnyTask, CarryOut, MoveUnits

UNPAID = (0, None)
"""What a refused move costs, and its mode: nobody asks."""


class MovementPhase(MarkedPhase, frozen=True, kw_only=True):
    """A phase in which a side moves units."""

    key: ClassVar[str] = "movement"
    title: ClassVar[str] = "Movement"
    help: ClassVar[str] = "Units move one at a time, each once, spending movement points by terrain."
    reads: ClassVar[tuple[str, ...]] = ("move.",)

    modes: Annotated[tuple[MoveMode, ...], col("Who moves how", "A unit may use any mode that fits it")] = (MoveMode(),)
    stacks: Annotated[bool, col("Stacks", "Units of one cell may move together")] = False
    from_start: Annotated[
        bool, col("Together from the start", "Units move together only if they stood together when the phase began")
    ] = False
    resume: Annotated[
        Literal["never", "until another moves"],
        col(
            "Going on",
            "never: a unit moves once; until another moves: it may go on while it has points left",
        ),
    ] = "never"

    def open(self, table: Table, side: int | None) -> tuple[AnyTask, ...]:
        """One task: the side moves its units."""
        return (MoveUnits(side or 0),)

    def reach(self, table: Table, piece: int) -> Sequence[Reach]:
        """What a unit can reach, mode by mode."""
        return reaches(table, piece, self.modes, moving=piece in moving(table))


def phase_rule(table: Table) -> MovementPhase | None:
    """The rule of the current phase, if units move in it."""
    rule = table.phase
    return rule if isinstance(rule, MovementPhase) else None


def phase_modes(table: Table) -> tuple[MoveMode, ...]:
    """The modes of the current phase."""
    rule = phase_rule(table)
    return rule.modes if rule else ()


def moving(table: Table) -> tuple[int, ...]:
    """The pieces in the midst of a move."""
    for task in reversed(table.state.agenda):
        if isinstance(task, MoveUnits):
            return task.moving
    return ()


def movable(table: Table, side: int, *, bystanders: bool = False) -> list[int]:
    """The pieces that may still move in this phase; those that hold no ground only where they are asked for."""
    others = frozenset() if bystanders else table.setting.bystanders
    return [piece for piece in table.on_map(side) if piece not in others and is_movable(table, piece)]


def is_movable(table: Table, piece: int) -> bool:
    """Whether a piece on the map may still move in this phase."""
    return (
        not table.state.status[piece] & Status.MOVED
        and table.face(piece).movement > 0
        and bool(modes_for(table, piece, phase_modes(table)))
        and bool(may_move(table, piece))
    )


def may_move(table: Table, piece: int) -> Verdict:
    """Whether phase and rules let a unit move now, or why not."""
    admitted = table.phase.admits(table, piece)
    return table.verdict("may_move", piece) if admitted else admitted


def _affords(table: Table, piece: int) -> Verdict:
    """Whether a move of a unit alone can be paid for."""
    if not table.answering("dues"):
        return LEGAL
    return affordable(table, *costs_of(table, table.side_of(piece), MoveUnit(piece, ())))


def _affordable(table: Table, side: int, group: OptionGroup) -> OptionGroup:
    """Those actions of a group that can be paid for."""
    if not table.answering("dues"):
        return group
    return OptionGroup(
        group.subject,
        lambda: [each for each in group.make() if affordable(table, *costs_of(table, side, each))],
        group.aside,
    )


def reach_of(table: Table, piece: int) -> Sequence[Ways]:
    """Where a piece can go now, mode by mode."""
    if table.state.status[piece] & Status.MOVED or not table.stands(piece):
        return ()
    if not may_move(table, piece) or (piece in moving(table) and not may_go_on(table, piece)):
        return ()
    if not _affords(table, piece):
        return ()
    return table.phase.reach(table, piece)


class MoveProcedure:
    """The movement of a side's units, until it is done."""

    def decision(self, table: Table, task: MoveUnits) -> Decision | None:
        """The side moves another unit or ends the phase."""
        return Decision(task.side, "move", f"{table.phase_name}: move your units, or end the phase.")

    def run(self, table: Table, task: MoveUnits) -> None:
        """Never runs by itself."""

    def options(self, table: Table, task: MoveUnits) -> Options:
        """For each unit every cell it can reach; whole stacks; other acts; and ending the phase."""
        free = [piece for piece in movable(table, task.side, bystanders=True) if _affords(table, piece)]
        groups = [OptionGroup(piece, partial(_moves, table, piece)) for piece in free]
        groups += [OptionGroup(stack[0], partial(_stack_moves, table, stack)) for stack in _stacks(table, free)]
        for mechanism in table.answering("act_options"):
            groups += [_affordable(table, task.side, group) for group in mechanism.act_options(table, task)]
        return Options((*groups, *([one(None, Done())] if _judge_done(table, task) else ())))

    def judge(self, table: Table, task: MoveUnits, action: AnyAction) -> Verdict:
        """Whether units may move along a path, or do something else."""
        if isinstance(action, Done):
            return _judge_done(table, task)
        verdict = self._judge(table, task, action)
        if not table.answering("dues"):
            return verdict
        return affordable(table, *costs_of(table, task.side, action)) if verdict else verdict

    def _judge(self, table: Table, task: MoveUnits, action: AnyAction) -> Verdict:
        """Whether it could be done, whatever it costs."""
        actor = _actor(table, action)
        if actor is not None:
            return actor.judge_act(table, task, action)
        if isinstance(action, MoveStack):
            return judge_stack(table, task.side, action)[0]
        if not isinstance(action, MoveUnit):
            return no("Only moves are made in this phase.")
        return judge_move(table, task.side, action)[0]

    def perform(self, table: Table, task: MoveUnits, action: AnyAction) -> None:
        """Move the units, do what else was wanted, or end the phase; what that costs is paid first."""
        owed = payment(table, *costs_of(table, task.side, action))
        if owed:
            table.push(*owed, CarryOut(action))
        else:
            self.carry_out(table, task, action)

    def carry_out(self, table: Table, task: MoveUnits, action: AnyAction) -> None:
        """Do what was wanted, all being paid."""
        actor = _actor(table, action)
        if actor is not None:
            actor.perform_act(table, task, action)
        elif isinstance(action, MoveUnit):
            _, spent, mode = judge_move(table, task.side, action)
            _go(table, task, (action.piece,), action.path, (spent,), mode)
        elif isinstance(action, MoveStack):
            _, ticks, mode = judge_stack(table, task.side, action)
            _go(table, task, action.pieces, action.path, ticks, mode)
        else:
            table.swap()


class CarryOutProcedure(Automatic):
    """What was paid for is done."""

    def run(self, table: Table, task: CarryOut) -> None:
        """Do it in the movement that waits for it."""
        table.swap()
        movement = table.state.agenda[-1]
        assert isinstance(movement, MoveUnits)
        MoveProcedure().carry_out(table, movement, task.action)


def _judge_done(table: Table, task: MoveUnits) -> Verdict:
    """Whether a side may end its movement: no unit may owe a move."""
    if not table.answering("owes"):
        return LEGAL
    owed = (table.verdict("owes", piece) for piece in table.on_map(task.side))
    return next((found for found in owed if not found), LEGAL)


def _actor(table: Table, action: AnyAction) -> Mechanism | None:
    """The mechanism whose act an action is, if any."""
    return next((each for each in table.answering("act_options") if isinstance(action, each.acts)), None)


def _go(
    table: Table,
    task: MoveUnits,
    pieces: tuple[int, ...],
    path: tuple[int, ...],
    ticks: tuple[int, ...],
    mode: MoveMode | None,
) -> None:
    """Move pieces along a path, count what they spend, and note whether they may go on."""
    set_out(table, task, pieces)
    for piece, spent in zip(pieces, ticks, strict=True):
        table.do(UnitMoved(piece, table.state.cell[piece], path[-1], path, spent / TICKS))
    rule = phase_rule(table)
    going_on = rule is not None and rule.resume != "never" and not (mode is not None and mode.whole)
    if mode is not None and mode.capacity:
        table.tally(used_key(table, task.side, mode), sum(mode.weight(table, piece) for piece in pieces))
    if not going_on:
        for piece in pieces:
            table.mark(piece, Status.MOVED)
        resume(table, task, ())
    else:
        table.spend(pieces, ticks)
        resume(table, task, together(task, pieces))
    for piece in pieces:
        enter(table, piece, path)


def set_out(table: Table, task: MoveUnits, pieces: tuple[int, ...]) -> None:
    """Those of the pieces that are not yet in the midst of a move begin one."""
    fresh = tuple(piece for piece in pieces if piece not in task.moving)
    if fresh:
        table.tell("setting_out", fresh)


def together(task: MoveUnits, pieces: tuple[int, ...]) -> tuple[int, ...]:
    """Who is in the midst of a move when these pieces go on: a stack may part, and each part may still go on."""
    return task.moving if set(pieces) <= set(task.moving) else pieces


def resume(table: Table, task: MoveUnits, now: tuple[int, ...], *before: AnyTask) -> None:
    """Go on with a side's movement after other tasks, with these pieces in the midst of a move.

    Those that were before have moved, and cannot go on, unless they owe a move.
    """
    if before or now != task.moving:
        table.swap(*before, MoveUnits(task.side, now))
    for piece in task.moving:
        if piece not in now and table.stands(piece) and table.verdict("owes", piece):
            table.mark(piece, Status.MOVED)


def _stacks(table: Table, pieces: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The pieces of each cell that may move together, where there is more than one."""
    rule = phase_rule(table)
    if rule is None or not rule.stacks:
        return
    found: dict[int, list[int]] = {}
    for piece in pieces:
        found.setdefault(table.state.cell[piece], []).append(piece)
    for stack in (tuple(stack) for stack in found.values() if len(stack) > 1):
        if affordable(table, *costs_of(table, table.side_of(stack[0]), MoveStack(stack, ()))):
            yield stack


def _moves(table: Table, piece: int) -> list[AnyAction]:
    return [MoveUnit(piece, path) for path in _paths(reach_of(table, piece))]


def _stack_moves(table: Table, pieces: tuple[int, ...]) -> list[AnyAction]:
    return [MoveStack(pieces, path) for path in _paths(stack_reach(table, pieces))]


def _paths(found: Sequence[Ways]) -> list[tuple[int, ...]]:
    paths: dict[int, tuple[int, ...]] = {}
    for reach in found:
        for cell in reach.cells():
            if cell not in paths:
                paths[cell] = reach.path(cell)
    return [paths[cell] for cell in sorted(paths)]


def stack_reach(table: Table, pieces: tuple[int, ...]) -> Sequence[Reach]:
    """Where several pieces of one cell can go together, in the modes that all of them may use."""
    rule = phase_rule(table)
    if rule is None or not rule.stacks:
        return ()
    busy = moving(table)
    if not all(may_move(table, piece) for piece in pieces):
        return ()
    if any(piece in busy and not may_go_on(table, piece) for piece in pieces) or _strangers(table, rule, pieces):
        return ()
    shared = tuple(
        mode
        for mode in rule.modes
        if not mode.capacity and all(modes_for(table, piece, (mode,), moving=piece in busy) for piece in pieces)
    )
    return reaches(table, pieces[0], shared, moving=pieces[0] in busy, group=pieces)


def _strangers(table: Table, rule: MovementPhase, pieces: tuple[int, ...]) -> bool:
    """Whether pieces did not stand together when the phase began: some are in the midst of a move, others are not."""
    busy = moving(table)
    return rule.from_start and 0 < sum(piece in busy for piece in pieces) < len(pieces)


def judge_move(table: Table, side: int, action: MoveUnit) -> tuple[Verdict, int, MoveMode | None]:
    """Whether some mode allows the move, else why the most promising one does not; the ticks spent, and the mode.

    It is asked before a move, by the game, and when the move is made: judged once.
    """
    piece, path = action.piece, action.path
    return table.cached_now(
        ("judged", side, piece, path, moving(table)),
        lambda: _judge_one(table, side, piece, path, (piece,), phase_modes(table)),
    )


def judge_stack(table: Table, side: int, action: MoveStack) -> tuple[Verdict, tuple[int, ...], MoveMode | None]:
    """Whether one mode lets all pieces of a stack go along a path; what each spends, and the mode; judged once."""
    key = ("judged-stack", side, action.pieces, action.path, moving(table))
    return table.cached_now(key, lambda: _judge_stack(table, side, action))


def _judge_stack(table: Table, side: int, action: MoveStack) -> tuple[Verdict, tuple[int, ...], MoveMode | None]:
    rule, pieces = phase_rule(table), action.pieces
    if rule is None or not rule.stacks:
        return no("Units move one at a time.", table.phase.case("stacks")), (), None
    cells = {table.state.cell[piece] for piece in pieces if table.has_piece(piece)}
    if not pieces or len(set(pieces)) < len(pieces) or len(cells) != 1:
        return no("Only units of one cell move together.", table.phase.case("stacks")), (), None
    if _strangers(table, rule, pieces):
        why = "Units move together only if they stood together when the phase began."
        return no(why, table.phase.case("stacks")), (), None
    verdict: Verdict | None = None
    for mode in (mode for mode in rule.modes if not mode.capacity):
        judged = [_judge_one(table, side, piece, action.path, pieces, (mode,)) for piece in pieces]
        refused = next((found[0] for found in judged if not found[0]), None)
        if refused is None:
            return LEGAL, tuple(ticks for _, ticks, _ in judged), mode
        verdict = refused if verdict is None else verdict
    apart = no("They cannot move so together.", table.phase.case("stacks"))
    return apart if verdict is None else verdict, (), None


def _judge_one(
    table: Table,
    side: int,
    piece: int,
    path: tuple[int, ...],
    group: tuple[int, ...],
    allowed: tuple[MoveMode, ...],
) -> tuple[Verdict, int, MoveMode | None]:
    verdict = own_piece(table, side, piece)
    if not verdict:
        return verdict, *UNPAID
    rule = table.phase
    if table.state.status[piece] & Status.MOVED:
        return no(f"{table.full_name(piece)} has already moved in this phase.", rule.case("once")), *UNPAID
    if not path:
        return no("A move goes at least one cell.", rule.case("path")), *UNPAID
    verdict = may_move(table, piece)
    if not verdict:
        return verdict, *UNPAID
    busy = piece in moving(table)
    if busy and not may_go_on(table, piece):
        why = f"{table.full_name(piece)} must stop in the enemy zone of control."
        return no(why, zoc_case(table, "enter")), *UNPAID
    if not modes_for(table, piece, allowed, moving=busy):
        return no(f"{table.full_name(piece)} may not move in this phase.", rule.case("who")), *UNPAID
    return _best_mode(table, piece, path, group, allowed, busy)


def _best_mode(
    table: Table,
    piece: int,
    path: tuple[int, ...],
    group: tuple[int, ...],
    allowed: tuple[MoveMode, ...],
    busy: bool,
) -> tuple[Verdict, int, MoveMode | None]:
    """The first mode in which a path is legal; else why that is not so which would have taken the unit farthest."""
    refused: list[tuple[int, Verdict]] = []
    for mode in (mode for mode in allowed if mode.units.matches(table.unit(piece))):
        barred, walked = bar(table, piece, mode, busy), walk(table, piece, path, mode, table.phase.cases, group)
        if barred is None and walked.verdict:
            return LEGAL, walked.spent, mode
        refused.append((walked.steps, walked.verdict if barred is None else barred))
    return max(refused, key=lambda each: each[0])[1], *UNPAID


def may_go_on(table: Table, piece: int) -> bool:
    """Whether a unit in the midst of a move does not stand where a move must end."""
    return not stops_for(table, (piece,))[table.state.cell[piece]]


def own_piece(table: Table, side: int, piece: int) -> Verdict:
    """Whether a piece exists, stands on the map and is the side's own."""
    if not table.has_piece(piece):
        return no("There is no such unit.")
    if table.side_of(piece) != side:
        return no(f"{table.full_name(piece)} is not yours.")
    if not table.stands(piece):
        return no(f"{table.full_name(piece)} is not on the map.")
    return LEGAL
