"""Retreat after combat: each hex farther away, clear of enemy zones if it can be, within stacking."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

import msgspec
import numpy as np

from engine.ids import Cell
from engine.records.base import col
from engine.rules.answers import MarkKind
from engine.rules.control import enter
from engine.rules.costs import step_costs
from engine.rules.decision import Decision, Options, Verdict, one
from engine.rules.effects import lose_step
from engine.rules.mechanism import Mechanism
from engine.rules.names import without_article
from engine.rules.procedure import listed
from engine.rules.reach import closures
from engine.rules.stacking import fits
from engine.rules.table import Table
from engine.rules.zoc import open_zone, zone
from engine.state.actions import AnyAction, RetreatFirst, RetreatUnit
from engine.state.events import UnitRetreated
from engine.state.tasks import Battle, RemoveExcess, RetreatUnits

RETREATED, TRAIL = "retreated", "trail"


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
    full: Annotated[
        Literal["around", "past"],
        col(
            "Full cells",
            "around: a way that ends with room comes before any other; "
            "past: enemy zones are avoided first, and the unit goes on from a full cell that such a way ends in",
        ),
    ] = "around"
    order: Annotated[
        Literal["listed", "chosen"],
        col(
            "Order of a stack",
            "listed: units retreat as the order of battle has them; "
            "chosen: whoever picks the way also picks who goes first",
        ),
    ] = "listed"
    zones: Annotated[
        Literal["counted", "barred"],
        col(
            "Enemy zones",
            "counted: avoided where there is another way; barred: never entered, but for cells that a friend holds",
        ),
    ] = "counted"
    empty_first: Annotated[bool, col("Empty cells first", "Through friends only where no other way is left")] = False
    overflow: Annotated[
        Literal["lost", "owner"],
        col(
            "Where there is no room",
            "lost: a unit that finds none is lost; "
            "owner: it goes where there is none, and of those who retreated there its owner picks who is lost",
        ),
    ] = "lost"
    newcomers: Annotated[
        bool,
        col(
            "Newcomers",
            "Who retreated adds nothing to the defence of a cell, and is lost if that cell suffers a result",
        ),
    ] = False

    marks: ClassVar[tuple[MarkKind, ...]] = (
        MarkKind(RETREATED, "Retreated", lasts="phase", badge="R"),
        MarkKind(TRAIL, "Path of a retreat", on="cell", lasts="phase"),
    )


@dataclass(frozen=True)
class Way:
    """One way to retreat: its cells, how many lie in enemy zones, whether the last does, how many friends hold."""

    path: tuple[int, ...]
    zones: int
    ends_in_zone: bool
    held: int = 0

    @property
    def rank(self) -> tuple[bool, int, int]:
        """What a better way has less of."""
        return (self.ends_in_zone, self.zones, self.held)


def ways(table: Table, piece: int, hexes: int, mates: tuple[int, ...] = ()) -> list[Way]:
    """The ways a unit may retreat: only the best there are, by enemy zones; none if it is lost.

    A hex that holds nobody but those who retreated from the same battle counts as empty.
    """
    return table.cached_now(("retreats", piece, hexes, mates), lambda: _open_ways(table, piece, hexes, mates))


def _open_ways(table: Table, piece: int, hexes: int, mates: tuple[int, ...]) -> list[Way]:
    rule, length = table.mechanism(Retreat), hexes
    if rule.full == "past" and (found := _past(table, piece, hexes, mates)):
        return found
    while True:
        found = list(_paths(table, piece, length, mates))
        if not found:
            return []
        roomy = [way for way in found if fits(table, piece, way.path[-1])]
        if roomy or rule.overflow == "owner":
            return _best(roomy or found)
        if not rule.extend_for_stacking:
            return []
        length += 1


def _best(found: list[Way]) -> list[Way]:
    best = min(way.rank for way in found)
    return [way for way in found if way.rank == best]


def _past(table: Table, piece: int, hexes: int, mates: tuple[int, ...]) -> list[Way]:
    """The ways that avoid zones before all else and go on from full cells; none: they come to nothing."""
    length, found = hexes, list(_paths(table, piece, hexes, mates))
    while found:
        found = _best(found)
        roomy = [way for way in found if fits(table, piece, way.path[-1])]
        if roomy:
            return roomy
        begun, length = {way.path for way in found}, length + 1
        found = [way for way in _paths(table, piece, length, mates) if way.path[:-1] in begun]
    return []


def _paths(table: Table, piece: int, length: int, mates: tuple[int, ...]) -> Iterator[Way]:
    """Every path of that length that leads one hex farther from where the unit stands with each step."""
    side, rule, origin = table.side_of(piece), table.mechanism(Retreat), table.state.cell[piece]
    enemy, zones = table.occupied(1 - side), zone(table, 1 - side)
    costs = step_costs(table, side, table.unit(piece).move_class)
    distance = table.board.grid.distance
    shut = enemy
    if rule.zones == "barred":
        zones, shut = np.zeros_like(zones), shut | open_zone(table, side)
    for closure in closures(table, piece, (piece,)):
        if closure.retreats:
            shut = shut | closure.cells

    def extend(path: tuple[int, ...], here: int) -> Iterator[Way]:
        if len(path) == length:
            held = sum(not set(table.stack(cell)) <= set(mates) for cell in path) if rule.empty_first else 0
            yield Way(path, sum(bool(zones[cell]) for cell in path), bool(zones[path[-1]]), held)
            return
        for edge in range(table.board.indptr[here], table.board.indptr[here + 1]):
            cell = int(table.board.indices[edge])
            if shut[cell] or costs[edge] < 0 or cell >= table.board.grid.size:
                continue
            if distance(Cell(origin), Cell(cell)) == len(path) + 1:
                yield from extend((*path, cell), cell)

    return extend((), origin)


class RetreatProcedure:
    """The pieces of a retreat go one by one; whoever has no way is lost."""

    def decision(self, table: Table, task: RetreatUnits) -> Decision | None:
        """Waits while a piece has a way to go."""
        if _unordered(table, task):
            where = table.label(table.state.cell[_standing(table, task)[0]])
            return Decision(task.chooser, "order", f"Choose who retreats first from {where}.", task.battle.target)
        piece = _first(table, task)
        if piece is None or not _ways(table, task, piece):
            return None
        name, where = table.full_name(piece), table.label(table.state.cell[piece])
        who = name if table.side_of(piece) == task.chooser else f"the enemy's {without_article(name)}"
        prompt = f"Retreat {who} from {where}: choose its path."
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
        """Who may go first, where that is chosen; then each way open to the piece."""
        if _unordered(table, task):
            return Options(tuple(one(piece, RetreatFirst(piece)) for piece in _standing(table, task)))
        piece = _first(table, task)
        assert piece is not None
        found = [RetreatUnit(piece, way.path) for way in _ways(table, task, piece)]
        return Options(tuple(one(piece, action) for action in found))

    def judge(self, table: Table, task: RetreatUnits, action: AnyAction) -> Verdict:
        """Only the best ways there are."""
        if _unordered(table, task):
            why = "Choose which of the units that retreat goes first."
            return listed(self.options(table, task), action, why, table.mechanism(Retreat).case("order"))
        why = "A retreat leads farther away with every hex, around enemy zones where it can, and ends within stacking."
        return listed(self.options(table, task), action, why, table.mechanism(Retreat).case("path"))

    def perform(self, table: Table, task: RetreatUnits, action: AnyAction) -> None:
        """Move the piece; enemy zones take their toll."""
        if isinstance(action, RetreatFirst):
            table.swap(msgspec.structs.replace(task, pieces=(action.piece,)), _without(task, action.piece))
            return
        assert isinstance(action, RetreatUnit)
        piece, rule = action.piece, table.mechanism(Retreat)
        way = next(way for way in _ways(table, task, piece) if way.path == action.path)
        crowded = not fits(table, piece, action.path[-1])
        table.swap(
            *((RemoveExcess(table.side_of(piece), action.path[-1], True),) if crowded else ()), _without(task, piece)
        )
        if rule.newcomers or rule.overflow == "owner":
            _leave_trail(table, piece, action.path)
        table.do(UnitRetreated(piece, table.state.cell[piece], action.path[-1], action.path))
        enter(table, piece, action.path)
        if way.ends_in_zone and rule.zoc_end_eliminates:
            table.eliminate(piece, "retreat ended in an enemy zone of control", rule.case("zoc-end"))
        elif way.zones and rule.zoc_costs_step:
            lose_step(table, piece, "retreating through an enemy zone of control", rule.case("zoc"))
        if table.stands(piece):
            table.tell("retreated", piece, action.path)


def _ways(table: Table, task: RetreatUnits, piece: int) -> list[Way]:
    fought = (*task.battle.attackers, *task.battle.defenders)
    return ways(table, piece, task.hexes, tuple(mate for mate in fought if table.marked(RETREATED, mate)))


def _leave_trail(table: Table, piece: int, path: tuple[int, ...]) -> None:
    """Remember who retreated and along which cells, for advances and for battles that follow."""
    table.set_mark(RETREATED, piece)
    for number, cell in enumerate((table.state.cell[piece], *path), start=1):
        if not table.marked(TRAIL, cell):
            table.set_mark(TRAIL, cell, number)


def lose_newcomers(table: Table, battle: Battle) -> None:
    """Whoever retreated into a cell of a battle is lost with it, where the rule says so."""
    if not table.mechanism(Retreat).newcomers:
        return
    case = table.mechanism(Retreat).case("newcomers")
    for target in battle.targets:
        for piece in list(table.stack(target)):
            if table.marked(RETREATED, piece) and piece not in battle.defenders:
                table.eliminate(piece, "retreated into a hex that was beaten again", case)


def _standing(table: Table, task: RetreatUnits) -> list[int]:
    return [piece for piece in task.pieces if table.stands(piece)]


def _first(table: Table, task: RetreatUnits) -> int | None:
    return next(iter(_standing(table, task)), None)


def _unordered(table: Table, task: RetreatUnits) -> bool:
    """Whether it must still be said who goes first."""
    return table.mechanism(Retreat).order == "chosen" and len(_standing(table, task)) > 1


def _without(task: RetreatUnits, piece: int) -> RetreatUnits:
    return msgspec.structs.replace(task, pieces=tuple(other for other in task.pieces if other != piece))
