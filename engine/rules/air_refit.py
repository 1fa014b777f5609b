"""Refit: aircraft at bases are made ready again for supply, those in boxes free; hits on bases are repaired."""

from __future__ import annotations

from typing import Annotated, ClassVar

from engine.records import Rows
from engine.records.base import col
from engine.rules.air import HITS, air_of
from engine.rules.barrage import INACTIVE
from engine.rules.decision import LEGAL, Decision, Options, Verdict, no, one
from engine.rules.phase import PhaseRule
from engine.rules.prices import Price, affordable, payment, sources
from engine.rules.procedure import Automatic
from engine.rules.stores import in_use
from engine.rules.table import Table
from engine.rules.zoc import open_zone
from engine.scenario.sentences import counted, numbered
from engine.scenario.sentences import listed as joined
from engine.state.actions import Action, AnyAction, Done
from engine.state.tasks import AnyTask, Task

REFITTED = "phase.refitted."
"""Prefix of the counts of how many aircraft a base has made ready in this phase."""


class RefitBase(Action, frozen=True, tag="refit-base"):
    """Make as many aircraft of a base ready as it can, the strongest first."""

    cell: int

    def words(self, table: Table, /) -> str:
        """Who, and where."""
        side = table.phase_side(table.state.phase) or 0
        who = joined(numbered([table.name(piece) for piece in readied(table, side, self.cell)]))
        return f"refit {who} in {table.label(self.cell)}{_for(table, side, self.cell)}"


class RefitAircraft(Action, frozen=True, tag="refit-aircraft"):
    """Make one aircraft ready."""

    piece: int

    def words(self, table: Table, /) -> str:
        """Who is made ready."""
        cell = table.state.cell[self.piece]
        price = _for(table, table.side_of(self.piece), cell)
        return f"refit {table.name(self.piece)} in {table.label(cell)}{price}"


class RepairBase(Action, frozen=True, tag="repair-base"):
    """Repair a hit on a base."""

    cell: int

    def words(self, table: Table, /) -> str:
        """Where, and for how much."""
        side = table.phase_side(table.state.phase) or 0
        words = _price_words(table, (repair_price(table, side, self.cell),))
        return f"repair a hit on the air base in {table.label(self.cell)}{words}"


class RefitSide(Task, frozen=True, tag="refit-side"):
    """A side refits aircraft at its bases."""

    side: int


class Readied(Task, frozen=True, tag="readied"):
    """Aircraft whose refit is paid for are ready."""

    pieces: tuple[int, ...]


class Repaired(Task, frozen=True, tag="base-repaired"):
    """A hit on a base that is paid for is repaired."""

    cell: int


class RefitPhase(PhaseRule, frozen=True, kw_only=True):
    """A phase in which a side makes its aircraft ready again."""

    key: ClassVar[str] = "aircraft-refit"
    title: ClassVar[str] = "Aircraft refit"
    help: ClassVar[str] = "Inactive aircraft at bases are made ready for supply; those in boxes free."
    told: ClassVar[frozenset[str]] = frozenset({"tokens", "repair"})

    tokens: Annotated[int, col("Price", "Tokens for all that a base refits in a phase", ge=0, le=99)] = 1
    repair: Annotated[int, col("Repair", "Tokens to repair a hit on a base where a unit stands; 0: none", ge=0)] = 2

    def sentences(self, rows: Rows) -> list[str]:
        """What it costs."""
        said = [
            f"For {counted(self.tokens, 'token')} a base makes as many inactive aircraft ready as its level allows; "
            "aircraft in boxes are ready again at once. An enemy zone over a base without friends forbids it."
        ]
        if self.repair:
            said.append(f"Where a unit stands, a hit on the base is repaired for {counted(self.repair, 'token')}.")
        return said

    def open(self, table: Table, side: int | None) -> tuple[AnyTask, ...]:
        """Boxes first, without being asked."""
        if side is None:
            return ()
        box = air_of(table).box_cell(table, side)
        if box is not None:
            table.lift_marks(INACTIVE, waiting(table, side, box))
        return (RefitSide(side),)


def _rule(table: Table) -> RefitPhase:
    rule = table.phase
    assert isinstance(rule, RefitPhase)
    return rule


def waiting(table: Table, side: int, cell: int) -> list[int]:
    """The inactive aircraft of a side in a cell."""
    here = (piece for piece in air_of(table).flying(table, side) if table.state.cell[piece] == cell)
    return [piece for piece in here if table.marked(INACTIVE, piece)]


def refits_left(table: Table, side: int, cell: int) -> int:
    """How many aircraft a base may still make ready in this phase."""
    kind = air_of(table).now(table, side, cell)
    return 0 if kind is None else kind.refits - int(table.count(f"{REFITTED}{cell}"))


def refit_prices(table: Table, side: int, cell: int) -> tuple[Price, ...]:
    """One price for all that a base refits in a phase; nothing once it is paid."""
    rule = _rule(table)
    if table.count(f"{REFITTED}{cell}"):
        return ()
    return (Price(side, rule.tokens, (), cell, "refit", rule.case("refit")),)


def readied(table: Table, side: int, cell: int) -> list[int]:
    """Whom a base makes ready that is told to refit as many as it can: the strongest first."""
    there = sorted(waiting(table, side, cell), key=lambda piece: (-_worth(table, piece), piece))
    return there[: refits_left(table, side, cell)]


def repair_price(table: Table, side: int, cell: int) -> Price:
    """What the repair of a hit costs."""
    return Price(side, _rule(table).repair, (), cell, "repairs", _rule(table).case("repair"))


def _for(table: Table, side: int, cell: int) -> str:
    """The price of a refit, in words that follow what it is for."""
    return _price_words(table, refit_prices(table, side, cell) if isinstance(table.phase, RefitPhase) else ())


def _price_words(table: Table, prices: tuple[Price, ...]) -> str:
    price = next((each for each in prices if each.tokens), None)
    if price is None or in_use(table) is None:
        return ""
    giver = next((source.name for source in sources(table, price)), "")
    elsewhere = giver and price.cell is not None and giver != table.label(price.cell)
    return f" for {counted(price.tokens, 'token')}{f' out of {giver}' if elsewhere else ''}"


class RefitSideProcedure:
    """Base by base, or aircraft by aircraft where a base cannot refit all."""

    def decision(self, table: Table, task: RefitSide) -> Decision | None:
        """Asks while something can be made ready or repaired."""
        if len(tuple(self.options(table, task))) < 2:
            return None
        return Decision(task.side, "refit-air", f"{table.phase_name}: refit aircraft at your bases, or go on.")

    def run(self, table: Table, task: RefitSide) -> None:
        """Nothing can be refitted."""
        table.swap()

    def options(self, table: Table, task: RefitSide) -> Options:
        """Each base; single aircraft where not all of them can be refitted; repairs; or no more."""
        groups = []
        for cell in sorted(air_of(table).bases_of(table, task.side)):
            if self._judge_base(table, task, cell):
                groups.append(one(cell, RefitBase(cell)))
                there = waiting(table, task.side, cell)
                if len(there) > refits_left(table, task.side, cell):
                    groups += [one(piece, RefitAircraft(piece)) for piece in there]
            if self._judge_repair(table, task, cell):
                groups.append(one(cell, RepairBase(cell)))
        return Options((*groups, one(None, Done())))

    def _judge_base(self, table: Table, task: RefitSide, cell: int) -> Verdict:
        rule = _rule(table)
        if not waiting(table, task.side, cell):
            return no("No aircraft waits there to be refitted.", rule.case("refit"))
        if refits_left(table, task.side, cell) <= 0:
            return no(f"{table.label(cell)} refits no more aircraft in this phase.", rule.case("refit"))
        if open_zone(table, task.side)[cell]:
            return no(f"{table.label(cell)} lies in an enemy zone of control.", rule.case("zone"))
        return affordable(table, *refit_prices(table, task.side, cell))

    def _judge_repair(self, table: Table, task: RefitSide, cell: int) -> Verdict:
        rule = _rule(table)
        if not rule.repair or not table.marked(HITS, cell) or table.holder(cell) != task.side:
            return no("Hits are repaired where a unit stands.", rule.case("repair"))
        return affordable(table, repair_price(table, task.side, cell))

    def judge(self, table: Table, task: RefitSide, action: AnyAction) -> Verdict:
        """Whether something may be refitted or repaired."""
        match action:
            case Done():
                return LEGAL
            case RefitBase():
                return self._judge_base(table, task, action.cell)
            case RepairBase():
                return self._judge_repair(table, task, action.cell)
            case RefitAircraft() if table.has_piece(action.piece):
                cell = table.state.cell[action.piece]
                if action.piece not in waiting(table, task.side, cell):
                    return no("That is no inactive aircraft of yours.", _rule(table).case("refit"))
                return self._judge_base(table, task, cell)
        return no("Refit aircraft, or go on.", _rule(table).case("refit"))

    def perform(self, table: Table, task: RefitSide, action: AnyAction) -> None:
        """Pay, and make them ready."""
        match action:
            case RefitBase():
                self._ready(table, task, action.cell, readied(table, task.side, action.cell))
            case RefitAircraft():
                self._ready(table, task, table.state.cell[action.piece], [action.piece])
            case RepairBase():
                paid = payment(table, repair_price(table, task.side, action.cell))
                table.push(*paid, Repaired(action.cell))
            case _:
                table.swap()

    def _ready(self, table: Table, task: RefitSide, cell: int, pieces: list[int]) -> None:
        paid = payment(table, *refit_prices(table, task.side, cell))
        table.tally(f"{REFITTED}{cell}", len(pieces))
        table.push(*paid, Readied(tuple(pieces)))


class ReadiedProcedure(Automatic):
    """Aircraft are ready."""

    def run(self, table: Table, task: Readied) -> None:
        """Take the mark off."""
        table.swap()
        table.lift_marks(INACTIVE, task.pieces)


class RepairedProcedure(Automatic):
    """A base is whole again, or less damaged."""

    def run(self, table: Table, task: Repaired) -> None:
        """One hit less."""
        table.swap()
        left = table.bearing(HITS).get(task.cell, 0) - 1
        table.set_mark(HITS, task.cell, left if left > 0 else None)


def _worth(table: Table, piece: int) -> float:
    extra = table.face(piece).extra
    return extra.get("barrage", 0.0) + 3 * extra.get("air", 0.0)
