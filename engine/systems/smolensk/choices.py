"""What owners choose before play: which trucks begin full, which of two divisions is worn, and who is on the march."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar

import msgspec

from engine.records import Rows
from engine.records.base import col
from engine.rules.decision import Decision, Options, Verdict, one
from engine.rules.mechanism import Mechanism
from engine.rules.procedure import listed as one_of
from engine.rules.stores import carried_by, in_use, place_tokens
from engine.rules.table import Table
from engine.scenario.sentences import counted, side_words
from engine.state import Store
from engine.state.actions import Action, AnyAction, Done
from engine.state.events import FaceSet
from engine.state.tasks import AnyTask, Task
from engine.systems.smolensk.modes import COMBAT, MOVE

ASKED = "owners.asked"


class FullTrucks(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """So many of some trucks that begin full, as their owner chooses."""

    side: Annotated[str, col("Side", refers="side")] = ""
    units: Annotated[tuple[str, ...], col("Trucks", refers="unit")] = ()
    count: Annotated[int, col("How many", ge=0, le=99)] = 0


class OneWorn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Units of which one has lost a step; the first, unless their owner says otherwise."""

    side: Annotated[str, col("Side", refers="side")] = ""
    units: Annotated[tuple[str, ...], col("Units", refers="unit")] = ()


class FillTruck(Action, frozen=True, tag="fill-truck"):
    """Let a truck begin full."""

    piece: int

    def words(self, table: Table, /) -> str:
        """Which one."""
        return f"let {table.name(self.piece)} begin full"


class WearUnit(Action, frozen=True, tag="wear-unit"):
    """Let a unit be the one that has lost a step."""

    piece: int

    def words(self, table: Table, /) -> str:
        """Which one."""
        return f"let {table.name(self.piece)} be the one that has lost a step"


class BeginMarching(Action, frozen=True, tag="begin-marching"):
    """Let a unit begin in move mode."""

    piece: int

    def words(self, table: Table, /) -> str:
        """Which one."""
        return f"let {table.name(self.piece)} begin in move mode"


class FillTrucks(Task, frozen=True, tag="fill-trucks"):
    """A side chooses so many more trucks that begin full."""

    side: int
    line: int
    left: int


class WearOne(Task, frozen=True, tag="wear-one"):
    """A side chooses which of some units has lost a step."""

    side: int
    line: int


class PickModes(Task, frozen=True, tag="pick-modes"):
    """A side says which of its units begin in move mode."""

    side: int


class OwnersChoices(Mechanism, frozen=True, kw_only=True):
    """What the set-ups leave to their owners."""

    key: ClassVar[str] = "owners-choices"
    title: ClassVar[str] = "Owners' choices"
    help: ClassVar[str] = (
        "Before play owners choose full trucks, worn units and modes, where the set-up leaves that open."
    )
    told: ClassVar[frozenset[str]] = frozenset({"trucks", "worn", "modes"})

    trucks: Annotated[tuple[FullTrucks, ...], col("Full trucks")] = ()
    worn: Annotated[tuple[OneWorn, ...], col("One of them is worn")] = ()
    modes: Annotated[tuple[str, ...], col("Modes", "Sides that pick the modes of their units", refers="side")] = ()

    def sentences(self, rows: Rows) -> list[str]:
        """What is left to whom."""
        said = []
        for trucks in self.trucks:
            many = counted(trucks.count, "more organic truck")
            said.append(f"Before play {side_words(rows, trucks.side)} chooses {many} to begin full.")
        for worn in self.worn:
            many = counted(len(worn.units), "division")
            said.append(f"Of {many} {side_words(rows, worn.side)} chooses the one that has lost a step.")
        for side in self.modes:
            said.append(f"Before play {side_words(rows, side)} may turn its units over to move mode.")
        return said

    def opening(self, table: Table, side: int | None) -> Iterable[AnyTask]:
        """Before the first phase of the game owners are asked, in the order of the set-up."""
        begun = table.state.turn == table.scenario.about.first_turn and table.state.phase == 0
        if not begun or table.count(ASKED):
            return ()
        table.remember(ASKED)
        index = table.scenario.side_index
        found: list[AnyTask] = [
            FillTrucks(index[each.side], number, each.count) for number, each in enumerate(self.trucks)
        ]
        found += [WearOne(index[each.side], number) for number, each in enumerate(self.worn)]
        return [*found, *(PickModes(index[each]) for each in self.modes)]

    def advise(self, table: Table, side: int, action: AnyAction) -> tuple[float, str] | None:
        """Full trucks where the division is strongest; the rating that is less is worn; everybody stands ready."""
        if isinstance(action, FillTruck):
            formation = table.unit(action.piece).formation
            mates = [piece for piece in table.on_map(side) if table.unit(piece).formation == formation]
            strength = sum(float(table.face(piece).attack) for piece in mates)
            return strength, f"its division has {strength:g} strength points"
        if isinstance(action, WearUnit):
            return -float(action.piece), "one is as good as the other"
        marching = isinstance(action, BeginMarching)
        if isinstance(table.state.agenda[-1], PickModes):
            return float(not marching), "whoever may be attacked first stands ready to fight"
        return None

    # What there is to choose from

    def empty(self, table: Table, line: int) -> list[int]:
        """The trucks of a line that are on the map and empty."""
        found = [piece for piece, one in enumerate(table.scenario.pieces) if one.unit.unit in self.trucks[line].units]
        return [piece for piece in found if table.stands(piece) and not carried_by(table, piece)]

    def alike(self, table: Table, line: int) -> list[int]:
        """The units of a line of which one is worn, as far as they are on the map."""
        found = [piece for piece, one in enumerate(table.scenario.pieces) if one.unit.unit in self.worn[line].units]
        return [piece for piece in found if table.stands(piece)]

    def free(self, table: Table, side: int) -> list[int]:
        """The units that may still be turned over."""
        counters, state = table.scenario.counters, table.state
        return [
            piece
            for piece in table.on_map(side)
            if state.mode[piece] == COMBAT
            and (counter := state.counter[piece]) is not None
            and MOVE in counters[counter].modes
        ]


def _rule(table: Table) -> OwnersChoices:
    return table.mechanism(OwnersChoices)


class FillTrucksProcedure:
    """Truck by truck; where no more are empty than are to be filled, they fill by themselves."""

    def decision(self, table: Table, task: FillTrucks) -> Decision | None:
        """Waits where there is a choice."""
        if task.left <= 0 or len(_rule(table).empty(table, task.line)) <= task.left:
            return None
        return Decision(task.side, "fill", f"Choose {counted(task.left, 'more truck')} to begin full.")

    def run(self, table: Table, task: FillTrucks) -> None:
        """No choice is left."""
        table.swap()
        for piece in _rule(table).empty(table, task.line)[: max(task.left, 0)]:
            _fill(table, piece)

    def options(self, table: Table, task: FillTrucks) -> Options:
        """Each that is empty."""
        return Options(tuple(one(piece, FillTruck(piece)) for piece in _rule(table).empty(table, task.line)))

    def judge(self, table: Table, task: FillTrucks, action: AnyAction) -> Verdict:
        """One of them."""
        return one_of(self.options(table, task), action, "Choose an empty organic truck.", _rule(table).case("trucks"))

    def perform(self, table: Table, task: FillTrucks, action: AnyAction) -> None:
        """Fill it, and ask for the next."""
        assert isinstance(action, FillTruck)
        table.swap(msgspec.structs.replace(task, left=task.left - 1))
        _fill(table, action.piece)


def _fill(table: Table, piece: int) -> None:
    rule = in_use(table)
    if rule is not None:
        place_tokens(table, Store("piece", piece, table.side_of(piece)), rule.tokens, "full at the start")


class WearOneProcedure:
    """One of several, asked once."""

    def decision(self, table: Table, task: WearOne) -> Decision | None:
        """Waits where there is a choice."""
        if len(_rule(table).alike(table, task.line)) < 2:
            return None
        return Decision(task.side, "wear", "Choose the division that has lost a step.")

    def run(self, table: Table, task: WearOne) -> None:
        """There is nothing to choose."""
        table.swap()

    def options(self, table: Table, task: WearOne) -> Options:
        """Each of them."""
        return Options(tuple(one(piece, WearUnit(piece)) for piece in _rule(table).alike(table, task.line)))

    def judge(self, table: Table, task: WearOne, action: AnyAction) -> Verdict:
        """One of them."""
        return one_of(self.options(table, task), action, "Choose one of these divisions.", _rule(table).case("worn"))

    def perform(self, table: Table, task: WearOne, action: AnyAction) -> None:
        """The chosen one is worn, and the others are whole."""
        assert isinstance(action, WearUnit)
        alike = _rule(table).alike(table, task.line)
        table.swap()
        worn = max(table.state.face[piece] for piece in alike)
        for piece in alike:
            face = worn if piece == action.piece else 0
            if table.state.face[piece] != face:
                table.do(FaceSet(piece, table.state.face[piece], face))


class PickModesProcedure:
    """Unit by unit, until the owner is content."""

    def decision(self, table: Table, task: PickModes) -> Decision | None:
        """Always asks where somebody could be turned over."""
        if not _rule(table).free(table, task.side):
            return None
        return Decision(task.side, "pick-modes", "Turn units over that begin in move mode, or begin.")

    def run(self, table: Table, task: PickModes) -> None:
        """Nobody could."""
        table.swap()

    def options(self, table: Table, task: PickModes) -> Options:
        """Each that stands in combat mode; or nobody else."""
        groups = (one(piece, BeginMarching(piece)) for piece in _rule(table).free(table, task.side))
        return Options((*groups, one(None, Done())))

    def judge(self, table: Table, task: PickModes, action: AnyAction) -> Verdict:
        """A unit that has another side, or the end of it."""
        why = "Turn a unit over that has another side, or begin."
        if isinstance(action, BeginMarching) and table.has_piece(action.piece):
            who = table.name(action.piece)
            turned = table.state.mode[action.piece] == MOVE
            why = f"{who} begins in move mode already." if turned else f"{who} has no other side to begin with."
        return one_of(self.options(table, task), action, why, _rule(table).case("modes"))

    def perform(self, table: Table, task: PickModes, action: AnyAction) -> None:
        """Turn it over; or it is done."""
        if isinstance(action, BeginMarching):
            table.turn_over((action.piece,), MOVE)
        else:
            table.swap()
