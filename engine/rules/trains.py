"""Trains: units and stores that ride within a side's capacity, and units that change the gauge."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import partial
from typing import Annotated, Any, ClassVar

from engine.board.network import TICKS
from engine.ids import Cell
from engine.records import Rows
from engine.records.base import col
from engine.records.counters import Selector
from engine.rules.control import enter
from engine.rules.decision import LEGAL, OptionGroup, Verdict, no
from engine.rules.mechanism import Mechanism
from engine.rules.movement import may_move, own_piece, resume
from engine.rules.railways import CONVERTED, Railways
from engine.rules.stores import SUPPLY, fresh, in_use, move_tokens
from engine.rules.table import Table
from engine.scenario.sentences import counted, units_words
from engine.state import Status, Store
from engine.state.actions import Action, AnyAction
from engine.state.events import UnitMoved
from engine.state.tasks import MoveUnits


class RideTrain(Action, frozen=True, tag="ride-train"):
    """Let a piece ride by rail from where it stands to a cell."""

    piece: int
    target: int

    def words(self, table: Table, /) -> str:
        """Who rides where, and what of the capacity that takes."""
        rule, here = table.mechanism(Railways), table.state.cell[self.piece]
        way = rule.way(table, table.side_of(self.piece), here, self.target)
        load = float(rule.unit_weight(table, self.piece) * way[1]) if way is not None else 0.0
        return (
            f"rail {table.full_name(self.piece)} to {table.label(self.target)} ({counted(load, 'point')} of capacity)"
        )


class SendStores(Action, frozen=True, tag="send-stores", omit_defaults=True):
    """Send tokens of a group by rail from one cell to another."""

    origin: int
    target: int
    tokens: int
    group: str = ""

    def words(self, table: Table, /) -> str:
        """How much goes where."""
        return f"rail {counted(self.tokens, 'token')} from {table.label(self.origin)} to {table.label(self.target)}"


class ConvertRail(Action, frozen=True, tag="convert-rail"):
    """Change the gauge of the railway along a run of cells."""

    piece: int
    path: tuple[int, ...]

    def words(self, table: Table, /) -> str:
        """How far it works."""
        return f"convert the railway as far as {table.label(self.path[-1])} with {table.full_name(self.piece)}"


class Trains(Mechanism, frozen=True, kw_only=True):
    """What rides by rail in a side's movement."""

    key: ClassVar[str] = "trains"
    title: ClassVar[str] = "Trains"
    help: ClassVar[str] = "Units and stores ride by rail within a side's capacity; railway units change the gauge."
    told: ClassVar[frozenset[str]] = frozenset({"riders", "phases"})
    acts: ClassVar[tuple[type[AnyAction], ...]] = (RideTrain, SendStores, ConvertRail)

    riders: Annotated[Selector, col("Who may ride")] = Selector()
    phases: Annotated[tuple[str, ...], col("Phases", "Empty: every movement phase", refers="phase")] = ()

    def sentences(self, rows: Rows) -> list[str]:
        """Who rides, and that stores ride too."""
        return [
            f"In its movement {units_words(rows, self.riders)} ride, and so do stores, from railway hex to railway "
            "hex. What has ridden is carried no more in the phase."
        ]

    def _open(self, table: Table) -> bool:
        return not self.phases or table.scenario.phases[table.state.phase].phase in self.phases

    # Options

    def act_options(self, table: Table, task: MoveUnits) -> Iterable[OptionGroup]:
        """Every unit and dump on a railway, to every railway hex; every run that can be converted."""
        if not self._open(table):
            return
        rule = table.mechanism(Railways)
        for piece in table.matching(rule.converters, table.on_map(task.side)):
            yield OptionGroup(piece, partial(self._runs, table, task, piece), aside=True)
        if rule.left(table, task.side) <= 0:
            return
        for piece in table.matching(self.riders, table.on_map(task.side)):
            yield OptionGroup(piece, partial(self._rides, table, task, piece), aside=True)
        for store in sorted(table.state.stores):
            if (store.on, store.side, store.kind) == ("cell", task.side, SUPPLY):
                yield OptionGroup(store.where, partial(self._sendings, table, task, store), aside=True)

    def _runs(self, table: Table, task: MoveUnits, piece: int) -> list[AnyAction]:
        runs = [ConvertRail(piece, run) for run in table.mechanism(Railways).stretches(table, piece)]
        return [action for action in runs if self.judge_act(table, task, action)]

    def _rides(self, table: Table, task: MoveUnits, piece: int) -> list[AnyAction]:
        cells = sorted(table.mechanism(Railways).ways(table, task.side, table.state.cell[piece]))
        return [action for action in (RideTrain(piece, cell) for cell in cells) if self.judge_act(table, task, action)]

    def _sendings(self, table: Table, task: MoveUnits, store: Store) -> list[AnyAction]:
        rule = in_use(table)
        point = min(rule.tokens if rule is not None else 1, fresh(table, store))
        cells = sorted(table.mechanism(Railways).ways(table, task.side, store.where))
        every = (SendStores(store.where, cell, point, store.group) for cell in cells)
        return [action for action in every if self.judge_act(table, task, action)]

    # Judging

    def judge_act(self, table: Table, task: MoveUnits, action: Any) -> Verdict:
        """Whether something may ride, or a railway be converted."""
        if not self._open(table):
            return no("No trains run in this phase.", self.case("rail"))
        if isinstance(action, SendStores):
            return self._judge_stores(table, task.side, action)
        verdict = own_piece(table, task.side, action.piece)
        if not verdict:
            return verdict
        if table.state.status[action.piece] & Status.MOVED:
            return no(f"{table.full_name(action.piece)} has already moved in this phase.", self.case("rail"))
        verdict = may_move(table, action.piece)
        if not verdict:
            return verdict
        return self._judge_run(table, action) if isinstance(action, ConvertRail) else self._judge_ride(table, action)

    def _judge_ride(self, table: Table, action: RideTrain) -> Verdict:
        rule, piece, side = table.mechanism(Railways), action.piece, table.side_of(action.piece)
        if not self.riders.matches(table.unit(piece)):
            return no(f"{table.full_name(piece)} does not ride by rail.", self.case("rail"))
        if rule.mode and table.state.mode[piece] != rule.mode:
            return no(f"{table.full_name(piece)} must be in {rule.mode} mode to ride by rail.", self.case("rail"))
        whole = table.allowance(piece) * TICKS
        if whole - table.state.spent[piece] < whole * Fraction(rule.entrain):
            return no(f"{table.full_name(piece)} has too few points left to entrain.", self.case("rail"))
        return self._judge_way(table, side, table.state.cell[piece], action.target, rule.unit_weight(table, piece))

    def _judge_stores(self, table: Table, side: int, action: SendStores) -> Verdict:
        if not table.has_cell(action.origin) or not table.has_cell(action.target):
            return no("There is no such cell.", self.case("rail"))
        if any(table.board.is_box(Cell(cell)) for cell in (action.origin, action.target)):
            return no("No stores ride into a box beside the map, or out of it.", self.case("rail"))
        store, rule = Store("cell", action.origin, side, SUPPLY, action.group), in_use(table)
        if rule is None or not 0 < action.tokens <= fresh(table, store):
            return no("There is not so much that was not carried in this phase.", self.case("rail"))
        return self._judge_way(table, side, action.origin, action.target, Fraction(action.tokens, rule.tokens))

    def _judge_way(self, table: Table, side: int, start: int, target: int, weight: Fraction) -> Verdict:
        rule = table.mechanism(Railways)
        way = rule.way(table, side, start, target)
        if way is None:
            return no("No railway that trains can use leads there.", self.case("rail"))
        if weight * way[1] > rule.left(table, side):
            left = counted(float(rule.left(table, side)), "point")
            return no(f"That weighs {float(weight * way[1]):g}; {left} of capacity are left.", self.case("rail"))
        return LEGAL

    def _judge_run(self, table: Table, action: ConvertRail) -> Verdict:
        rule = table.mechanism(Railways)
        if not rule.converters.matches(table.unit(action.piece)) or table.state.spent[action.piece]:
            return no(f"{table.full_name(action.piece)} cannot convert railways now.", self.case("convert"))
        if action.path not in rule.stretches(table, action.piece):
            most = counted(rule.hexes, "hex")
            return no(
                f"At most {most} in a row are converted, next to the own railway, none in an enemy zone.",
                self.case("convert"),
            )
        return LEGAL

    # Doing

    def perform_act(self, table: Table, task: MoveUnits, action: Any) -> None:
        """Ride, send, or convert."""
        rule = table.mechanism(Railways)
        if isinstance(action, SendStores):
            self._send(table, task.side, action)
            return
        here = table.state.cell[action.piece]
        resume(table, task, ())
        if isinstance(action, ConvertRail):
            other = table.scenario.sides[task.side].side in rule.other
            for cell in action.path:
                table.set_mark(CONVERTED, cell, int(other))
            path = action.path[1:] if action.path[0] == here else action.path
        else:
            path = self._use(table, task.side, here, action.target, rule.unit_weight(table, action.piece))
        if path:
            table.do(UnitMoved(action.piece, here, path[-1], path))
        table.mark(action.piece, Status.MOVED)
        if path:
            enter(table, action.piece, path)

    def _send(self, table: Table, side: int, action: SendStores) -> None:
        stores = in_use(table)
        weight = Fraction(action.tokens, stores.tokens if stores is not None else 1)
        self._use(table, side, action.origin, action.target, weight)
        source, target = (Store("cell", cell, side, SUPPLY, action.group) for cell in (action.origin, action.target))
        move_tokens(table, source, target, action.tokens, "by rail", self.case("rail"))

    def _use(self, table: Table, side: int, start: int, target: int, weight: Fraction) -> tuple[int, ...]:
        """Take up capacity, and give the way."""
        rule = table.mechanism(Railways)
        way = rule.way(table, side, start, target)
        assert way is not None
        table.tally(rule.used_key(table, side), float(weight * way[1]))
        return way[0]
