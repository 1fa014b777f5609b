"""Giving ground: beaten defenders may leave their cell together, which pays for a part of their loss."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar

import msgspec

from engine.ids import Cell
from engine.records import Rows
from engine.records.base import col
from engine.records.board import Region
from engine.records.charts import LosePoints, Result
from engine.records.counters import Selector
from engine.rules.answers import MarkKind
from engine.rules.control import enter
from engine.rules.costs import step_costs
from engine.rules.decision import LEGAL, Decision, Options, Verdict, no, one
from engine.rules.effects import involved, owed, side_of_role
from engine.rules.mechanism import Mechanism
from engine.rules.reach import closures
from engine.rules.retreat import RETREATED
from engine.rules.stacking import broken_limit
from engine.rules.table import Table
from engine.scenario.sentences import counted, named, side_words, units_words
from engine.state.actions import Action, AnyAction, Done
from engine.state.events import UnitRetreated
from engine.state.tasks import AnyTask, Battle, PayLosses, Task

NOWHERE = 1 << 20
"""How far home is for whoever has none."""


class YieldTo(Action, frozen=True, tag="yield-to"):
    """Retreat together into a cell."""

    cell: int

    def words(self, table: Table, /) -> str:
        """Where to."""
        return f"retreat together to {table.label(self.cell)}"


class YieldGround(Task, frozen=True, tag="yield-ground"):
    """The last loss points of a battle: its defenders retreat together, or pay them with steps."""

    battle: Battle
    points: float
    case: str = ""


class Homeward(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where certain units are supplied from."""

    units: Annotated[Selector, col("Which units")] = Selector()
    region: Annotated[str, col("Region", "Their sources of supply", refers="region")] = ""


class Yielding(Mechanism, frozen=True, kw_only=True):
    """A side's defenders may retreat for a part of their loss."""

    key: ClassVar[str] = "yielding"
    title: ClassVar[str] = "Retreat instead of a loss"
    help: ClassVar[str] = "Defenders of a side may retreat one cell, all together, in place of loss points."
    marks: ClassVar[tuple[MarkKind, ...]] = (MarkKind(RETREATED, "Retreated", lasts="phase", badge="R"),)
    told: ClassVar[frozenset[str]] = frozenset({"side", "points", "homes"})

    side: Annotated[str, col("Side", "Whose defenders", refers="side")] = ""
    points: Annotated[float, col("Loss points", "What the retreat pays for", gt=0, le=99)] = 1.0
    homes: Annotated[
        tuple[Homeward, ...], col("Sources", "The first that fits: where a retreat leads nearer to, if it can")
    ] = ()

    def sentences(self, rows: Rows) -> list[str]:
        """Who, for what, where to, and what may follow."""
        said = [
            f"Defenders of {side_words(rows, self.side)} may retreat one hex instead of paying the last "
            f"{counted(self.points, 'loss point')} of an attack, but not of an assault within movement: all together, "
            "after their other losses, into a hex without enemies, at no cost but not where they may not move, and "
            "only within stacking.",
            "Where they can choose, the retreat leads nearer to their supply.",
            "Whoever retreated adds nothing to the defence of a hex in that phase, and is lost if its defenders suffer "
            "any result.",
        ]
        homes = [f"{units_words(rows, each.units)}: {named(rows, Region, each.region)}" for each in self.homes]
        return [*said, *([f"Their sources are: {'; '.join(homes)}."] if homes else [])]

    def loss_tasks(self, table: Table, battle: Battle, who: str, toll: float, case: str) -> Iterable[AnyTask]:
        """Losses first, then the choice for the last of them."""
        ours = table.scenario.side_index.get(self.side) == side_of_role(battle, who)
        if who != "defender" or not ours or battle.kind or toll < self.points:
            return ()
        if not table.verdict("may_yield", battle) or not self._open(table, involved(table, battle, who)):
            return ()
        first = PayLosses(battle, involved(table, battle, who), toll - self.points, 1 - battle.side, True, case)
        return (first, YieldGround(battle, self.points, case))

    def _open(self, table: Table, pieces: tuple[int, ...]) -> list[int]:
        """The neighbouring cells that all these pieces may enter."""
        if not pieces:
            return []
        side, here = table.side_of(pieces[0]), table.state.cell[pieces[0]]
        found = []
        for edge in range(table.board.indptr[here], table.board.indptr[here + 1]):
            cell = int(table.board.indices[edge])
            barred = cell >= table.board.grid.size or table.holder(cell) == 1 - side
            if not barred and all(self._enters(table, piece, edge) for piece in pieces):
                found.append(cell)
        return found

    def _enters(self, table: Table, piece: int, edge: int) -> bool:
        """Whether nothing forbids a piece that step."""
        cell = table.board.indices[edge]
        if step_costs(table, table.side_of(piece), table.unit(piece).move_class)[edge] < 0:
            return False
        shut = (closure for closure in closures(table, piece, (piece,)) if closure.retreats)
        return not any(each.cells[cell] or (each.steps is not None and each.steps[edge]) for each in shut)

    def ways(self, table: Table, pieces: tuple[int, ...]) -> list[int]:
        """Where pieces may retreat together: within stacking, and nearer to their supply where they can."""
        roomy = [
            cell
            for cell in self._open(table, pieces)
            if broken_limit(table, [*table.stack(cell), *pieces], cell) is None
        ]
        if len(roomy) < 2:
            return roomy
        away = {cell: self._home(table, pieces, cell) for cell in roomy}
        now = self._home(table, pieces, table.state.cell[pieces[0]])
        nearer = [cell for cell in roomy if away[cell] < now]
        return nearer or [cell for cell in roomy if away[cell] == min(away.values())]

    def _home(self, table: Table, pieces: tuple[int, ...], cell: int) -> int:
        """How far a cell lies from the nearest source of one of the pieces."""
        regions = set()
        for piece in pieces:
            unit = table.unit(piece)
            regions.add(next((each.region for each in self.homes if each.units.matches(unit)), ""))
        distance, size = table.board.grid.distance, table.board.grid.size
        sources = {each for region in regions for each in table.board.regions.get(region, ()) if each < size}
        return min((distance(Cell(cell), Cell(source)) for source in sources), default=NOWHERE)

    def fought(self, table: Table, battle: Battle, result: Result) -> None:
        """Whoever retreated into a cell that suffers is lost with it."""
        side = 1 - battle.side
        if table.scenario.side_index.get(self.side) != side or not _suffers(table, battle, result):
            return
        for piece in list(table.stack(battle.target)):
            if table.marked(RETREATED, piece) and piece not in battle.defenders:
                table.eliminate(piece, "retreated into a hex that was beaten again", self.case("newcomers"))


def _suffers(table: Table, battle: Battle, result: Result) -> bool:
    """Whether a result is more than nothing to the defender."""
    return any(
        owed(table, battle, effect.who, effect.points) > 0 if isinstance(effect, LosePoints) else bool(effect.hurts())
        for effect in result.effects
        if getattr(effect, "who", "") == "defender"
    )


class YieldGroundProcedure:
    """The defenders go where they can, or pay."""

    def _ways(self, table: Table, task: YieldGround) -> list[int]:
        return table.mechanism(Yielding).ways(table, involved(table, task.battle, "defender"))

    def decision(self, table: Table, task: YieldGround) -> Decision | None:
        """Waits where there is a way."""
        if not self._ways(table, task):
            return None
        owes = counted(task.points, "loss point")
        prompt = f"Retreat together from {table.label(task.battle.target)}, or stand and pay {owes}."
        return Decision(1 - task.battle.side, "yield", prompt, task.battle.target, f"Stand and pay {owes}")

    def run(self, table: Table, task: YieldGround) -> None:
        """There is no way, or nobody is left: what is owed is paid with steps."""
        self._stand(table, task)

    def _stand(self, table: Table, task: YieldGround) -> None:
        pieces = involved(table, task.battle, "defender")
        table.swap(PayLosses(task.battle, pieces, task.points, 1 - task.battle.side, False, task.case))

    def options(self, table: Table, task: YieldGround) -> Options:
        """Every way, or standing fast."""
        return Options((*(one(cell, YieldTo(cell)) for cell in self._ways(table, task)), one(None, Done())))

    def judge(self, table: Table, task: YieldGround, action: AnyAction) -> Verdict:
        """Only a way that is open."""
        rule = table.mechanism(Yielding)
        if isinstance(action, Done) or (isinstance(action, YieldTo) and action.cell in self._ways(table, task)):
            return LEGAL
        if isinstance(action, YieldTo) and action.cell in rule._open(table, involved(table, task.battle, "defender")):
            why = "A retreat keeps to the stacking limits, and leads nearer to supply where it can."
            return no(why, rule.case("where"))
        return no("The defenders retreat together into a hex that they may enter, or stand.", rule.case("path"))

    def perform(self, table: Table, task: YieldGround, action: AnyAction) -> None:
        """Take everybody there, or pay."""
        if not isinstance(action, YieldTo):
            self._stand(table, task)
            return
        pieces = involved(table, task.battle, "defender")
        table.swap()
        for piece in pieces:
            table.set_mark(RETREATED, piece)
            table.do(UnitRetreated(piece, table.state.cell[piece], action.cell, (action.cell,)))
        for piece in pieces:
            enter(table, piece, (action.cell,))
