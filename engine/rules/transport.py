"""Transport: lorries and wagons that load stores, carry them, and unload them; and extenders made of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from math import ceil
from typing import Annotated, Any, ClassVar

import msgspec
import numpy as np

from engine.board.network import TICKS
from engine.ids import OFF_MAP
from engine.records import Rows
from engine.records.base import col
from engine.records.counters import Selector
from engine.rules.answers import Closure
from engine.rules.decision import LEGAL, OptionGroup, Verdict, no
from engine.rules.exchange import UnitSetAside
from engine.rules.markers import lying
from engine.rules.mechanism import Mechanism
from engine.rules.movement import may_move, own_piece, phase_modes, resume, together
from engine.rules.prices import Price, Source
from engine.rules.reach import budget
from engine.rules.setup import place
from engine.rules.stores import SUPPLY, carried_by, fresh, held, in_use, move_tokens, whose
from engine.rules.table import Table
from engine.scenario.sentences import counted, units_words
from engine.state import Status, Store
from engine.state.actions import Action, AnyAction
from engine.state.tasks import MoveUnits


class LoadStores(Action, frozen=True, tag="load-stores", omit_defaults=True):
    """Take tokens of a group aboard from where a carrier stands."""

    piece: int
    tokens: int
    group: str = ""

    def words(self, table: Table, /) -> str:
        """Who loads how much."""
        return f"load {counted(self.tokens, 'token')} onto {table.name(self.piece)}"


class UnloadStores(Action, frozen=True, tag="unload-stores"):
    """Put all that a carrier has aboard down where it stands."""

    piece: int

    def words(self, table: Table, /) -> str:
        """Who unloads where."""
        return f"unload {table.name(self.piece)} in {table.label(table.state.cell[self.piece])}"


class MakeExtender(Action, frozen=True, tag="make-extender"):
    """Turn the transport in a cell into an extender, or an extender back into transport."""

    kit: int
    cell: int
    back: bool = False

    def words(self, table: Table, /) -> str:
        """What becomes of what, and where."""
        where = table.label(self.cell)
        return f"break up the extender in {where}" if self.back else f"form an extender in {where}"


class ExtenderKit(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """So many units of transport that may become an extender."""

    units: Annotated[Selector, col("Transport")] = Selector()
    count: Annotated[int, col("How many", ge=1, le=99)] = 5
    becomes: Annotated[Selector, col("Extender")] = Selector()


class Transport(Mechanism, frozen=True, kw_only=True):
    """What carries stores about."""

    key: ClassVar[str] = "transport"
    title: ClassVar[str] = "Transport"
    help: ClassVar[str] = "Lorries and wagons load stores, carry them and unload them; nobody is barred by them."
    told: ClassVar[frozenset[str]] = frozenset({"carriers", "capacity", "share", "organic", "kits", "bases"})
    acts: ClassVar[tuple[type[AnyAction], ...]] = (LoadStores, UnloadStores, MakeExtender)

    carriers: Annotated[Selector, col("Carriers")] = Selector(flags=("transport",))
    loose: Annotated[Selector, col("Bar nobody", "Units that the enemy may enter upon where they are alone")] = (
        Selector(flags=("transport",))
    )
    capacity: Annotated[str, col("Capacity", "The value that says how many points fit", word="value")] = "capacity"
    share: Annotated[float, col("Handling", "Share of the allowance that loading and unloading cost", ge=0, le=1)] = 0.1
    organic: Annotated[tuple[str, ...], col("Organic", "Flags of carriers that serve their own formation only")] = ()
    bases: Annotated[tuple[str, ...], col("Bases", "Markers at which may be unloaded too", refers="marker")] = ()
    kits: Annotated[tuple[ExtenderKit, ...], col("Extenders", "What may be made of transport")] = ()

    def sentences(self, rows: Rows) -> list[str]:
        """Who carries how much, at what cost, for whom."""
        said = [
            f"{units_words(rows, self.carriers)} carry as many supply points as their {self.capacity} says. Loading "
            f"and unloading each cost {self.share:.0%} of the allowance. They unload only with a combat unit, a base "
            "or a dump. No token is carried twice in a phase.",
            "Where transport is alone, the enemy may enter.",
        ]
        if self.organic:
            said.append("What an organic truck carries serves its own formation only.")
        for kit in self.kits:
            said.append(
                f"{kit.count} of the {units_words(rows, kit.units)} in a hex that have not moved may become one of the "
                f"{units_words(rows, kit.becomes)}, and back; neither moves in that phase."
            )
        return said

    def bystanders(self) -> Iterable[Selector]:
        """Transport bars nobody."""
        return (self.loose,)

    def closed(self, table: Table, piece: int, group: tuple[int, ...]) -> Iterable[Closure]:
        """But it enters no hex with anything of the enemy in it."""
        if not self.loose.matches(table.unit(piece)):
            return
        side = table.side_of(piece)
        cells = np.zeros(table.board.size, np.uint8)
        cells[[cell for cell, stack in table.state.stacks.items() if table.side_of(stack[0]) != side]] = 1
        yield Closure(cells, "Transport does not enter a hex of the enemy.", self.case("carry"))

    def may_draw(self, table: Table, price: Price, source: Source) -> Verdict | None:
        """An organic truck serves its own formation."""
        store = source.store
        if store is None or store.on != "piece" or not self._organic(table, store.where):
            return None
        own = table.unit(store.where).formation
        if price.users and all(table.unit(piece).formation == own for piece in price.users):
            return None
        return no(f"{table.full_name(store.where)} serves its own formation only.", self.case("organic"))

    def _organic(self, table: Table, piece: int) -> bool:
        return any(flag in table.unit(piece).flags for flag in self.organic)

    # What a carrier can do

    def room(self, table: Table, piece: int) -> int:
        """How many tokens a carrier can still take aboard."""
        rule = in_use(table)
        whole = int(table.face(piece).extra.get(self.capacity, 0.0) * (rule.tokens if rule is not None else 0))
        return whole - sum(held(table, store).tokens for store in carried_by(table, piece))

    def handling(self, table: Table, piece: int) -> int:
        """What loading or unloading costs, in ticks."""
        return ceil(table.allowance(piece) * TICKS * self.share - 1e-9)

    def _left(self, table: Table, piece: int) -> int:
        unit = table.unit(piece)
        modes = [mode for mode in phase_modes(table) if not mode.whole and mode.units.matches(unit)]
        return max((budget(table, piece, mode) for mode in modes), default=0)

    def act_options(self, table: Table, task: MoveUnits) -> Iterable[OptionGroup]:
        """Every carrier's loading and unloading; every extender that may be made or unmade."""
        for piece in table.matching(self.carriers, table.on_map(task.side)):
            if not table.state.status[piece] & Status.MOVED:
                yield OptionGroup(piece, partial(self._handlings, table, task, piece), aside=True)
        for number in range(len(self.kits)):
            for action in self._extenders(table, task, number):
                yield OptionGroup(action.cell, partial(tuple, (action,)), aside=True)

    def _handlings(self, table: Table, task: MoveUnits, piece: int) -> list[AnyAction]:
        here, room = table.state.cell[piece], self.room(table, piece)
        stores = [store for store in table.state.stores if (store.on, store.where) == ("cell", here)]
        groups = sorted({store.group for store in stores if (store.side, store.kind) == (task.side, SUPPLY)})
        found: list[AnyAction] = [
            LoadStores(piece, min(room, fresh(table, Store("cell", here, task.side, SUPPLY, group))), group)
            for group in groups
        ]
        return [action for action in (*found, UnloadStores(piece)) if self.judge_act(table, task, action)]

    def judge_act(self, table: Table, task: MoveUnits, action: Any) -> Verdict:
        """Whether stores may be loaded or unloaded, or an extender made."""
        if isinstance(action, MakeExtender):
            return self._judge_kit(table, task, action)
        piece = action.piece
        verdict = own_piece(table, task.side, piece)
        if not verdict:
            return verdict
        if not self.carriers.matches(table.unit(piece)):
            return no(f"{table.full_name(piece)} carries no stores.", self.case("carry"))
        if table.state.status[piece] & Status.MOVED:
            return no(f"{table.full_name(piece)} has already moved in this phase.", self.case("carry"))
        if self._left(table, piece) < self.handling(table, piece):
            cost = counted(self.handling(table, piece) / TICKS, "movement point")
            return no(f"Loading or unloading costs {table.full_name(piece)} {cost}.", self.case("carry"))
        verdict = may_move(table, piece)
        if not verdict:
            return verdict
        return self._judge_load(table, action) if isinstance(action, LoadStores) else self._judge_drop(table, piece)

    def _judge_load(self, table: Table, action: LoadStores) -> Verdict:
        store = Store("cell", table.state.cell[action.piece], table.side_of(action.piece), SUPPLY, action.group)
        if not 0 < action.tokens <= held(table, store).tokens:
            return no("There is not so much to load.", self.case("carry"))
        if action.tokens > fresh(table, store):
            return no("What was carried in this phase is not carried again.", self.case("carry"))
        if action.tokens > self.room(table, action.piece):
            return no(f"{table.full_name(action.piece)} has no room for so much.", self.case("carry"))
        return LEGAL

    def _judge_drop(self, table: Table, piece: int) -> Verdict:
        if not carried_by(table, piece):
            return no(f"{table.full_name(piece)} has nothing aboard.", self.case("carry"))
        if not self.may_drop(table, table.side_of(piece), table.state.cell[piece]):
            return no("Stores are put down only with a combat unit, a base or a dump.", self.case("carry"))
        return LEGAL

    def may_drop(self, table: Table, side: int, cell: int) -> bool:
        """Whether stores may be put down in a cell."""
        dumps = any(
            (store.on, store.where, store.side, store.kind) == ("cell", cell, side, SUPPLY)
            for store in table.state.stores
        )
        bases = any(table.state.markers[number] == cell and kind.marker in self.bases for number, kind in lying(table))
        return dumps or bases or table.holder(cell) == side

    def perform_act(self, table: Table, task: MoveUnits, action: Any) -> None:
        """Load, unload, or turn transport over."""
        if isinstance(action, MakeExtender):
            self._turn(table, task, action)
            return
        piece, side = action.piece, table.side_of(action.piece)
        ground = Store("cell", table.state.cell[piece], side, SUPPLY, getattr(action, "group", ""))
        resume(table, task, self._company(table, task, piece))
        table.spend((piece,), (self.handling(table, piece),))
        if isinstance(action, LoadStores):
            aboard = Store("piece", piece, side, SUPPLY, action.group)
            move_tokens(table, ground, aboard, action.tokens, "loaded", self.case("carry"))
            return
        for store in carried_by(table, piece):
            here = table.state.cell[piece]
            down = Store("cell", here, side, SUPPLY, store.group or whose(table, side, here))
            move_tokens(table, store, down, held(table, store).tokens, "unloaded", self.case("carry"))

    def _company(self, table: Table, task: MoveUnits, piece: int) -> tuple[int, ...]:
        """Who is in the midst of a move when a carrier loads: those that were loaded beside it go on with it."""
        beside = [one for one in task.moving if table.state.cell[one] == table.state.cell[piece]]
        column = tuple(one for one in beside if self.carriers.matches(table.unit(one)))
        return together(task, (piece,)) if piece in task.moving else (*column, piece)

    # Extenders

    def _extenders(self, table: Table, task: MoveUnits, number: int) -> Iterator[MakeExtender]:
        kit = self.kits[number]
        cells = {table.state.cell[piece] for piece in table.matching(kit.units, table.on_map(task.side))}
        backs = {table.state.cell[piece] for piece in table.matching(kit.becomes, table.on_map(task.side))}
        every = [MakeExtender(number, cell) for cell in sorted(cells)]
        every += [MakeExtender(number, cell, True) for cell in sorted(backs)]
        yield from (action for action in every if self._judge_kit(table, task, action))

    def _judge_kit(self, table: Table, task: MoveUnits, action: MakeExtender) -> Verdict:
        if not 0 <= action.kit < len(self.kits) or not table.has_cell(action.cell):
            return no("There is no such extender.", self.case("extender"))
        kit = self.kits[action.kit]
        goes, comes = self._parts(table, task.side, action)
        if len(goes) < (1 if action.back else kit.count) or len(comes) < (kit.count if action.back else 1):
            return no(f"An extender is {kit.count} transport points that have not moved.", self.case("extender"))
        return LEGAL

    def _parts(self, table: Table, side: int, action: MakeExtender) -> tuple[list[int], list[int]]:
        """Who would go, and who would come."""
        kit = self.kits[action.kit]
        gone, new = (kit.becomes, kit.units) if action.back else (kit.units, kit.becomes)
        here = table.matching(gone, [piece for piece in table.stack(action.cell) if table.side_of(piece) == side])
        busy = [
            piece
            for piece in here
            if not table.state.status[piece] & Status.MOVED
            and not table.state.spent[piece]
            and not carried_by(table, piece)
        ]
        return busy[: 1 if action.back else kit.count], spare(table, side, new, kit.count if action.back else 1)

    def _turn(self, table: Table, task: MoveUnits, action: MakeExtender) -> None:
        goes, comes = self._parts(table, task.side, action)
        resume(table, task, ())
        for piece in goes:
            set_aside(table, piece)
        for piece in comes:
            place(table, piece, action.cell, 0, "an extender")
            table.mark(piece, Status.MOVED)


def spare(table: Table, side: int, units: Selector, most: int) -> list[int]:
    """So many counters of a side that are not on the map and were never lost."""
    free = [piece for piece in table.setting.pieces(units) if table.state.cell[piece] == OFF_MAP]
    return [piece for piece in free if table.side_of(piece) == side][:most]


def set_aside(table: Table, piece: int) -> None:
    """Take a counter off the map; it may come again."""
    table.tell("leaving", piece)
    table.do(UnitSetAside(piece, table.state.cell[piece], OFF_MAP))
    table.unmark(piece)
