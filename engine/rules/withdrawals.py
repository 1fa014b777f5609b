"""Withdrawals: units that a side must give up for another front on certain turns, or keep at a price."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar, Literal

import msgspec

from engine.ids import OFF_MAP
from engine.records import Rows
from engine.records.base import col
from engine.records.counters import Selector
from engine.rules.decision import LEGAL, Decision, Options, Verdict, no, one
from engine.rules.exchange import UnitSetAside
from engine.rules.leaving import withdraw
from engine.rules.mechanism import Mechanism
from engine.rules.phase import asked
from engine.rules.procedure import listed
from engine.rules.supply_needs import NEED_HELP, WORDS, Need, meets
from engine.rules.table import Table
from engine.scenario.sentences import counted, phases_words, side_words, so_many_words, units_words
from engine.state import ELIMINATED
from engine.state.actions import Action, AnyAction, Done
from engine.state.tasks import AnyTask, Task


class Withdrawal(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Units that are to go on a turn."""

    turn: Annotated[int, col("Turn", ge=1, le=200)] = 1
    side: Annotated[str, col("Side", "Empty: the side of the rule", refers="side")] = ""
    units: Annotated[Selector, col("Which units")] = Selector()
    count: Annotated[int, col("How many", ge=1, le=99)] = 1
    price: Annotated[float, col("Price", "Points that the side loses for each that does not go", ge=0, le=99)] = 0.0
    must: Annotated[bool, col("They must go", "All that are left go at once, whatever their supply")] = False
    alike: Annotated[
        bool, col("Or like them", "So many must go; the owner may let units with the same values go instead")
    ] = False
    dead: Annotated[bool, col("Lost ones too", "Units that are lost count as well")] = False
    leave: Annotated[
        Literal["game", "map"], col("They leave", "game: for good; map: they wait until the schedule brings them back")
    ] = "game"
    case: Annotated[str, col("Rule case")] = ""


class WithdrawUnit(Action, frozen=True, tag="withdraw-unit"):
    """Withdraw a piece from the game."""

    piece: int

    def words(self, table: Table, /) -> str:
        """Who goes."""
        return f"withdraw {table.full_name(self.piece)}"


class KeepUnits(Action, frozen=True, tag="keep-units"):
    """Keep one unit that was to be withdrawn, at a price."""

    def words(self, _table: Table, /) -> str:
        """What it is."""
        return "keep a unit, at its price"


class WithdrawUnits(Task, frozen=True, tag="withdraw-units"):
    """A side gives up units of a withdrawal; so many are still to go."""

    side: int
    withdrawal: int
    left: int


class WithdrawAlike(Task, frozen=True, tag="withdraw-alike"):
    """So many units of a withdrawal leave, or others with the same values."""

    side: int
    withdrawal: int
    left: int


class Withdrawals(Mechanism, frozen=True, kw_only=True):
    """The schedule of withdrawals of a side."""

    key: ClassVar[str] = "withdrawals"
    title: ClassVar[str] = "Withdrawals"
    help: ClassVar[str] = "On certain turns a side gives up units for good, or pays points to keep them."

    told: ClassVar[frozenset[str]] = frozenset({"side", "phases", "need", "schedule"})

    side: Annotated[str, col("Side", refers="side")] = ""
    phases: Annotated[tuple[str, ...], col("Phases", "Asked when one of these opens", refers="phase")] = ()
    need: Annotated[Need, col("Supply", NEED_HELP)] = "none"
    schedule: Annotated[tuple[Withdrawal, ...], col("Schedule")] = ()

    def sentences(self, rows: Rows) -> list[str]:
        """Who goes when, and what it costs to keep them."""
        terms = f", {WORDS[self.need]} and at any strength," if WORDS[self.need] else ", at any strength,"
        said = [
            f"When {phases_words(rows, self.phases) or 'a phase'} opens on these turns, {side_words(rows, self.side)} "
            f"withdraws units{terms} for good. Where too few of a kind are left, the price is paid as for those kept."
        ]
        for each in self.schedule:
            if each.alike:
                where = ", on the map or lost" if each.dead else ""
                many = so_many_words(rows, each.count, each.units)
                said.append(f"Turn {each.turn}: {many}, or units with the same values{where}.")
            elif each.must:
                price = f", and each that is missing costs {counted(each.price, 'point')}" if each.price else ""
                who = units_words(rows, each.units)
                said.append(f"Turn {each.turn}: all {who} that are left; none may be kept{price}.")
            else:
                price = counted(each.price, "point")
                many = so_many_words(rows, each.count, each.units)
                said.append(f"Turn {each.turn}: {many}; each that is kept costs {price}.")
        return said

    def opening(self, table: Table, side: int | None) -> Iterable[AnyTask]:
        """Those that must go are gone at once; the others are asked for."""
        found: list[AnyTask] = []
        for number, each in enumerate(self.schedule):
            if each.turn != table.state.turn:
                continue
            for ours in asked(table, self.phases, each.side or self.side, side):
                found += self._called(table, ours, number, each)
        return found

    def _called(self, table: Table, side: int, number: int, each: Withdrawal) -> list[AnyTask]:
        if each.alike:
            return [WithdrawAlike(side, number, each.count)]
        if not each.must:
            return [WithdrawUnits(side, number, each.count)]
        left = _left(table, side, each)
        for piece in left:
            let_go(table, each, piece)
        self.pay(table, side, each, each.count - len(left))
        return []

    def pay(
        self, table: Table, side: int, each: Withdrawal, many: int, why: str = "no unit was left to be withdrawn"
    ) -> None:
        """The price of so many that do not go."""
        if each.price and many > 0:
            table.score(side, -each.price * many, why, self.case("kept") or each.case)

    def eligible(self, table: Table, side: int, each: Withdrawal) -> list[int]:
        """The units that a side may give up now."""
        return [
            piece
            for piece in table.on_map(side)
            if each.units.matches(table.unit(piece)) and meets(table, piece, self.need)
        ]


def _left(table: Table, side: int, each: Withdrawal) -> list[int]:
    """The units of a withdrawal that are in the game, on the map or waiting; lost ones where they count."""
    least = ELIMINATED if each.dead else OFF_MAP
    return [
        piece
        for piece in table.setting.pieces(each.units)
        if table.side_of(piece) == side and table.state.cell[piece] >= least
    ]


def let_go(table: Table, each: Withdrawal, piece: int) -> None:
    """A unit leaves, for good or until it is brought back."""
    if each.leave == "game":
        withdraw(table, piece, "withdrawn to another front", each.case)
        return
    table.tell("leaving", piece)
    table.do(UnitSetAside(piece, table.state.cell[piece], OFF_MAP))
    table.unmark(piece)


def alike(table: Table, side: int, each: Withdrawal) -> list[int]:
    """The units that may go: those named first, the lost and the weakest of them first, then others of their values."""
    named = [piece for piece in _left(table, side, each) if table.state.cell[piece] != OFF_MAP]
    values = {_values(table, piece) for piece in table.setting.pieces(each.units)}
    others = [
        piece
        for piece, cell in enumerate(table.state.cell)
        if (table.stands(piece) or (each.dead and cell == ELIMINATED))
        and table.side_of(piece) == side
        and piece not in named
        and _values(table, piece) in values
    ]
    return [*sorted(named, key=lambda piece: (table.stands(piece), -table.state.face[piece], piece)), *others]


def _values(table: Table, piece: int) -> object:
    """What is printed on all faces of a unit, and its type."""
    counter = table.state.counter[piece]
    if counter is None:
        return piece
    known = table.scenario.counters[counter]
    faces = [(face.attack, face.defence, face.movement, tuple(sorted(face.extra.items()))) for face in known.faces]
    return (known.unit.symbol, known.unit.size, tuple(faces))


class WithdrawAlikeProcedure:
    """Units of the same values may go instead; with no more to say, the named ones go."""

    def decision(self, table: Table, task: WithdrawAlike) -> Decision | None:
        """Asks where there is a choice."""
        each = table.mechanism(Withdrawals).schedule[task.withdrawal]
        if not task.left or len(alike(table, task.side, each)) <= task.left:
            return None
        who = units_words(table.scenario.rows, each.units)
        prompt = f"{table.phase_name}: {task.left} of the {who} must leave, or units like them; choose, or go on."
        return Decision(task.side, "withdraw", prompt)

    def run(self, table: Table, task: WithdrawAlike) -> None:
        """The first of them go."""
        each = table.mechanism(Withdrawals).schedule[task.withdrawal]
        table.swap()
        for piece in alike(table, task.side, each)[: task.left]:
            let_go(table, each, piece)

    def options(self, table: Table, task: WithdrawAlike) -> Options:
        """Each of them, or those that are named."""
        each = table.mechanism(Withdrawals).schedule[task.withdrawal]
        pieces = alike(table, task.side, each)
        return Options((*(one(piece, WithdrawUnit(piece)) for piece in pieces), one(None, Done())))

    def judge(self, table: Table, task: WithdrawAlike, action: AnyAction) -> Verdict:
        """Only a unit with the same values."""
        each = table.mechanism(Withdrawals).schedule[task.withdrawal]
        why = "Only the units asked for leave, or units with the same values."
        return listed(self.options(table, task), action, why, each.case)

    def perform(self, table: Table, task: WithdrawAlike, action: AnyAction) -> None:
        """One goes instead, or all that are named."""
        each = table.mechanism(Withdrawals).schedule[task.withdrawal]
        if not isinstance(action, WithdrawUnit):
            self.run(table, task)
            return
        left = task.left - 1
        table.swap(*((WithdrawAlike(task.side, task.withdrawal, left),) if left else ()))
        let_go(table, each, action.piece)


class WithdrawUnitsProcedure:
    """Unit by unit: one goes, or one is kept; nobody to go costs as much as keeping one."""

    def decision(self, table: Table, task: WithdrawUnits) -> Decision | None:
        """Asks while somebody could go."""
        each = self._each(table, task)
        if not task.left or not table.mechanism(Withdrawals).eligible(table, task.side, each):
            return None
        who = units_words(table.scenario.rows, each.units)
        price = counted(each.price, "victory point")
        prompt = f"{table.phase_name}: withdraw {task.left} of the {who}, or keep them for {price} each."
        return Decision(task.side, "withdraw", prompt)

    def _each(self, table: Table, task: WithdrawUnits) -> Withdrawal:
        return table.mechanism(Withdrawals).schedule[task.withdrawal]

    def run(self, table: Table, task: WithdrawUnits) -> None:
        """Nobody is left who could go: what is missing is paid for."""
        table.swap()
        table.mechanism(Withdrawals).pay(table, task.side, self._each(table, task), task.left)

    def options(self, table: Table, task: WithdrawUnits) -> Options:
        """Everybody who could go, or keeping one."""
        pieces = table.mechanism(Withdrawals).eligible(table, task.side, self._each(table, task))
        return Options((*(one(piece, WithdrawUnit(piece)) for piece in pieces), one(None, KeepUnits())))

    def judge(self, table: Table, task: WithdrawUnits, action: AnyAction) -> Verdict:
        """Only a unit of the kind that is asked for, in supply."""
        rule, each = table.mechanism(Withdrawals), self._each(table, task)
        if isinstance(action, KeepUnits):
            return LEGAL
        if isinstance(action, Done):
            return no("Withdraw a unit, or keep it at its price.", each.case)
        if isinstance(action, WithdrawUnit) and action.piece in rule.eligible(table, task.side, each):
            return LEGAL
        who = units_words(table.scenario.rows, each.units)
        terms = f" that are {WORDS[rule.need]}" if WORDS[rule.need] else ""
        return no(f"These are asked for: {who}{terms}.", each.case)

    def perform(self, table: Table, task: WithdrawUnits, action: AnyAction) -> None:
        """One goes, or one is kept and paid for."""
        table.swap(*((WithdrawUnits(task.side, task.withdrawal, task.left - 1),) if task.left > 1 else ()))
        if isinstance(action, WithdrawUnit):
            withdraw(table, action.piece, "withdrawn to another front", self._each(table, task).case)
        else:
            rule, why = table.mechanism(Withdrawals), "a unit was kept that was to be withdrawn"
            rule.pay(table, task.side, self._each(table, task), 1, why)
