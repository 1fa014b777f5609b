"""Retreat after combat: each hex farther away, clear of enemy zones if it can be, within stacking."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, ClassVar

from engine.ids import Cell
from engine.records.base import col
from engine.rules.control import enter
from engine.rules.costs import step_costs
from engine.rules.decision import Decision, Options, Verdict, one
from engine.rules.effects import lose_step
from engine.rules.parameters import Mechanism
from engine.rules.procedure import listed
from engine.rules.stacking import fits
from engine.rules.table import Table
from engine.rules.zoc import zone
from engine.state.actions import AnyAction, RetreatUnit
from engine.state.events import UnitRetreated
from engine.state.tasks import RetreatUnits


class Retreat(Mechanism, frozen=True, kw_only=True):
    """What happens to retreating units."""

    key: ClassVar[str] = "retreat"
    title: ClassVar[str] = "Retreat"
    help: ClassVar[str] = "Retreating units move away from their hex, around enemy zones of control where they can."

    zoc_costs_step: Annotated[
        bool, col("A step for a zone", "Retreating into or through an enemy zone costs one step")
    ] = True
    zoc_end_eliminates: Annotated[bool, col("Lost in a zone", "Ending in an enemy zone eliminates")] = True
    extend_for_stacking: Annotated[bool, col("On past full cells", "Go on hex by hex until the unit fits")] = True


@dataclass(frozen=True)
class Way:
    """One way to retreat: its cells, how many lie in enemy zones, and whether the last does."""

    path: tuple[int, ...]
    zones: int
    ends_in_zone: bool


def ways(table: Table, piece: int, origin: int, hexes: int) -> list[Way]:
    """The ways a unit may retreat: only the best there are, by enemy zones; none if it is lost."""
    length = hexes
    while True:
        found = list(_paths(table, piece, origin, length))
        if not found:
            return []
        roomy = [way for way in found if fits(table, piece, way.path[-1])]
        if roomy:
            best = min((way.ends_in_zone, way.zones) for way in roomy)
            return [way for way in roomy if (way.ends_in_zone, way.zones) == best]
        if not table.mechanism(Retreat).extend_for_stacking:
            return []
        length += 1


def _paths(table: Table, piece: int, origin: int, length: int) -> Iterator[Way]:
    """Every path of that length that leads one hex farther from the origin with each step."""
    side = table.side_of(piece)
    enemy, zones = table.occupied(1 - side), zone(table, 1 - side)
    costs = step_costs(table, side, table.unit(piece).move_class)
    distance = table.board.grid.distance

    def extend(path: tuple[int, ...], here: int) -> Iterator[Way]:
        if len(path) == length:
            yield Way(path, sum(bool(zones[cell]) for cell in path), bool(zones[path[-1]]))
            return
        for edge in range(table.board.indptr[here], table.board.indptr[here + 1]):
            cell = int(table.board.indices[edge])
            if enemy[cell] or costs[edge] < 0 or cell >= table.board.grid.size:
                continue
            if distance(Cell(origin), Cell(cell)) == len(path) + 1:
                yield from extend((*path, cell), cell)

    return extend((), origin)


class RetreatProcedure:
    """The pieces of a retreat go one by one; whoever has no way is lost."""

    def decision(self, table: Table, task: RetreatUnits) -> Decision | None:
        """Waits while a piece has a way to go."""
        piece = _first(table, task)
        if piece is None or not ways(table, piece, task.battle.target, task.hexes):
            return None
        prompt = f"Retreat {table.name(piece)} from {table.label(task.battle.target)}: choose its path."
        return Decision(task.chooser, "retreat", prompt, piece)

    def run(self, table: Table, task: RetreatUnits) -> None:
        """Nobody is left to retreat, or the next has nowhere to go."""
        piece = _first(table, task)
        if piece is None:
            table.swap()
            return
        table.swap(_without(task, piece))
        table.eliminate(piece, "no way to retreat", table.mechanism(Retreat).case("no-path"))

    def options(self, table: Table, task: RetreatUnits) -> Options:
        """Each way open to the piece."""
        piece = _first(table, task)
        if piece is None:
            return Options(())
        found = [RetreatUnit(piece, way.path) for way in ways(table, piece, task.battle.target, task.hexes)]
        return Options(tuple(one(piece, action) for action in found))

    def judge(self, table: Table, task: RetreatUnits, action: AnyAction) -> Verdict:
        """Only the best ways there are."""
        why = "A retreat leads farther away with every hex, around enemy zones where it can, and ends within stacking."
        return listed(self.options(table, task), action, why, table.mechanism(Retreat).case("path"))

    def perform(self, table: Table, task: RetreatUnits, action: AnyAction) -> None:
        """Move the piece; enemy zones take their toll."""
        assert isinstance(action, RetreatUnit)
        piece, rule = action.piece, table.mechanism(Retreat)
        way = next(way for way in ways(table, piece, task.battle.target, task.hexes) if way.path == action.path)
        table.swap(_without(task, piece))
        table.do(UnitRetreated(piece, table.state.cell[piece], action.path[-1], action.path))
        enter(table, piece, action.path)
        if way.ends_in_zone and rule.zoc_end_eliminates:
            table.eliminate(piece, "retreat ended in an enemy zone of control", rule.case("zoc-end"))
        elif way.zones and rule.zoc_costs_step:
            lose_step(table, piece, False, "retreating through an enemy zone of control", rule.case("zoc"))


def _first(table: Table, task: RetreatUnits) -> int | None:
    return next((piece for piece in task.pieces if table.state.cell[piece] >= 0), None)


def _without(task: RetreatUnits, piece: int) -> RetreatUnits:
    rest = tuple(other for other in task.pieces if other != piece)
    return RetreatUnits(task.battle, rest, task.hexes, task.chooser, task.case)
