"""Advance after combat: victors enter the cell that the beaten left, and may follow them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

import msgspec

from engine.ids import Cell
from engine.records import Rows
from engine.records.base import col
from engine.rules.combat import OddsCombat
from engine.rules.control import enter
from engine.rules.costs import step_costs
from engine.rules.decision import Decision, Options, Verdict, one
from engine.rules.effects import involved
from engine.rules.mechanism import Mechanism
from engine.rules.procedure import listed
from engine.rules.reach import closures
from engine.rules.retreat import RETREATED, TRAIL
from engine.rules.stacking import fits
from engine.rules.table import Table
from engine.scenario.sentences import counted
from engine.state import Status
from engine.state.actions import AdvanceUnit, AnyAction
from engine.state.events import UnitAdvanced
from engine.state.tasks import AdvanceAfterCombat, Battle


class Advance(Mechanism, frozen=True, kw_only=True):
    """Advances of several units, along the path of a retreat, by either side."""

    key: ClassVar[str] = "advance"
    title: ClassVar[str] = "Advance after combat"
    help: ClassVar[str] = "Victorious units may enter the hexes that the beaten left, and follow the path of a retreat."

    wiped_out: Annotated[
        int, col("After elimination", "How many hexes where the beaten were wiped out, the first theirs", ge=1, le=9)
    ] = 1
    defender: Annotated[bool, col("The defender too", "Where the attackers left their hexes and nobody else did")] = (
        False
    )

    told: ClassVar[frozenset[str]] = frozenset({"wiped_out", "defender"})

    def sentences(self, rows: Rows) -> list[str]:
        """Who may go where."""
        said = [
            "Units that won may advance into the hex that was left and on along the path of the retreat, "
            "whatever zones "
            "lie there, within stacking; they fight no more in that phase."
        ]
        if self.wiped_out > 1:
            far = counted(self.wiped_out, "hex")
            said.append(f"Where the beaten were wiped out they may go {far}, the first of them theirs.")
        if self.defender:
            said.append("So may a defender who suffered nothing, where the attackers left their hexes.")
        return said


class AdvanceProcedure:
    """Victors advance one after the other, as far as their rule lets them."""

    def decision(self, table: Table, task: AdvanceAfterCombat) -> Decision | None:
        """Waits while somebody may enter a vacated cell."""
        side, where = victors(table, task), table.label(task.battle.target)
        if side is None or not any(ways(table, task, piece) for piece in eligible(table, task, side)):
            return None
        if table.setting.by_key(Advance.key) is None:
            return Decision(side, "advance", f"Advance one unit into {where}?", task.battle.target)
        return Decision(side, "advance", f"Battle for {where}: advance units, or stay.", task.battle.target)

    def run(self, table: Table, task: AdvanceAfterCombat) -> None:
        """No advance is possible."""
        table.swap()

    def options(self, table: Table, task: AdvanceAfterCombat) -> Options:
        """Each victor along each path, or none."""
        side = victors(table, task)
        pieces = eligible(table, task, side) if side is not None else ()
        groups = [one(piece, action) for piece in pieces for action in ways(table, task, piece)]
        return Options((*groups, one(None, AdvanceUnit(None))))

    def judge(self, table: Table, task: AdvanceAfterCombat, action: AnyAction) -> Verdict:
        """Only a victor, and only into cells that were left."""
        case = table.mechanism(OddsCombat).case("advance")
        why = "Only units that won the battle may advance, into the hexes that the beaten left."
        if table.setting.by_key(Advance.key) is None:
            why = "Only one of the attacking units may advance."
        return listed(self.options(table, task), action, why, case)

    def perform(self, table: Table, task: AdvanceAfterCombat, action: AnyAction) -> None:
        """Enter the cells, or stay."""
        assert isinstance(action, AdvanceUnit)
        several = table.setting.by_key(Advance.key) is not None
        if action.piece is None or not several:
            table.swap()
        else:
            table.swap(msgspec.structs.replace(task, advanced=(*task.advanced, action.piece)))
        if action.piece is not None:
            path = action.path or (task.battle.target,)
            table.do(UnitAdvanced(action.piece, table.state.cell[action.piece], path[-1]))
            if several:
                table.mark(action.piece, Status.FOUGHT)
            enter(table, action.piece, path)


def victors(table: Table, task: AdvanceAfterCombat) -> int | None:
    """The side that may advance: the attacker into an emptied target, else the defender where attackers left."""
    battle = task.battle
    attackers = [piece for piece in involved(table, battle, "attacker") if not table.marked(RETREATED, piece)]
    emptied = [target for target in battle.targets if not table.garrison(target) or table.holder(target) == battle.side]
    if attackers and emptied:
        return battle.side
    rule = table.setting.by_key(Advance.key)
    defenders = involved(table, battle, "defender")
    if isinstance(rule, Advance) and rule.defender and defenders and not attackers and not task.both_suffered:
        return 1 - battle.side
    return None


def eligible(table: Table, task: AdvanceAfterCombat, side: int) -> tuple[int, ...]:
    """The victors that have not advanced."""
    who = involved(table, task.battle, "attacker" if side == task.battle.side else "defender")
    return tuple(piece for piece in who if piece not in task.advanced and not table.marked(RETREATED, piece))


def ways(table: Table, task: AdvanceAfterCombat, piece: int) -> list[AdvanceUnit]:
    """Every advance that is open to a victor."""
    if table.setting.by_key(Advance.key) is None:
        return [AdvanceUnit(piece)] if not table.garrison(task.battle.target) else []
    first = [cell for cell in _left(table, task, piece) if _open(table, piece, table.state.cell[piece], cell)]
    found = [AdvanceUnit(piece, (cell,)) for cell in first if fits(table, piece, cell)]
    for cell in first:
        found += [AdvanceUnit(piece, path) for path in _farther(table, task.battle, piece, (cell,))]
    return found


def _left(table: Table, task: AdvanceAfterCombat, piece: int) -> list[int]:
    """The cells beside a victor that the beaten left."""
    attacking = table.side_of(piece) == task.battle.side
    cells = task.battle.targets if attacking else task.stood
    near = table.setting.neighbours[table.state.cell[piece]]
    return sorted({cell for cell in cells if cell in near})


def _farther(table: Table, battle: Battle, piece: int, path: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Longer advances: along the path of the retreat, or anywhere where the beaten were wiped out."""
    rule = table.setting.by_key(Advance.key)
    trail, here = table.bearing(TRAIL), path[-1]
    losers = battle.defenders if table.side_of(piece) == battle.side else battle.attackers
    wiped = all(not table.stands(loser) for loser in losers)
    for cell in sorted(table.setting.neighbours[here]):
        if cell in path or not _open(table, piece, here, cell):
            continue
        follows = trail.get(cell) == len(path) + 1
        free = isinstance(rule, Advance) and wiped and len(path) < rule.wiped_out
        if follows or free:
            if fits(table, piece, cell):
                yield (*path, cell)
            yield from _farther(table, battle, piece, (*path, cell))


def _open(table: Table, piece: int, here: int, cell: int) -> bool:
    """Whether a victor may step into a cell: no enemy, no prohibited ground, nothing that a rule closes."""
    side = table.side_of(piece)
    edge = table.board.adjacency.edge(Cell(here), Cell(cell))
    costs = step_costs(table, side, table.unit(piece).move_class)
    if edge is None or costs[edge] < 0 or table.holder(cell) == 1 - side:
        return False
    return not any(closure.cells[cell] for closure in closures(table, piece, (piece,)))
