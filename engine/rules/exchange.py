"""Exchanges: units of one cell are given up, and others stand there in their place.

Conversions, consolidations and breakdowns are all this: so many of certain units go, so many of others come, in the
same cell, when a phase opens, on certain turns, at a price, if supply and the enemy let it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import partial
from itertools import chain, combinations, product
from typing import Annotated, ClassVar, Literal

import msgspec

from engine.ids import OFF_MAP
from engine.records import Rows
from engine.records.base import col
from engine.records.counters import Selector
from engine.records.play import Arrival
from engine.rules.answers import MarkKind
from engine.rules.arrivals import due
from engine.rules.decision import LEGAL, Decision, OptionGroup, Options, Verdict, no, one
from engine.rules.leaving import withdraw
from engine.rules.mechanism import Mechanism
from engine.rules.phase import asked
from engine.rules.setup import place
from engine.rules.stacking import broken_limit
from engine.rules.supply_needs import NEED_HELP, WORDS, Need, meets
from engine.rules.table import Table
from engine.scenario.sentences import counted, listed, phases_words, so_many_words
from engine.state.actions import Action, AnyAction, Done
from engine.state.events import Relocation
from engine.state.tasks import AnyTask, Task

HELD = "exchanged-in-reserve"


class UnitSetAside(Relocation, frozen=True, tag="set-aside"):
    """A piece was taken off the map to wait until it is exchanged back."""


class Lot(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """So many of certain units, given up or taken in an exchange."""

    units: Annotated[Selector, col("Which units")] = Selector()
    count: Annotated[int, col("How many", ge=1, le=9)] = 1
    face: Annotated[
        int, col("Face", "With which they come; of units given up: at least so far reduced", ge=0, le=3)
    ] = 0


class Exchange(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One kind of exchange: what goes, what comes, when, how often, and on what terms."""

    name: Annotated[str, col("Name", "As players read it: Guards conversion", max_length=60)] = "exchange"
    gives: Annotated[tuple[Lot, ...], col("Given up", "All in one cell")] = ()
    takes: Annotated[tuple[Lot, ...], col("Taken", "They come in the same cell")] = ()
    turns: Annotated[tuple[int, ...], col("Turns", "Empty: every turn")] = ()
    most: Annotated[int, col("At most", "In one phase; 0: any number", ge=0, le=99)] = 0
    need: Annotated[Need, col("Supply", NEED_HELP)] = "none"
    apart: Annotated[bool, col("Not beside the enemy")] = False
    known_first: Annotated[bool, col("Tried units first", "A face-down unit only where no other could be given up")] = (
        False
    )
    waiting: Annotated[bool, col("In reserve too", "Also units that wait to come on")] = False
    price: Annotated[float, col("Price", "Points that the side loses for each", ge=0, le=99)] = 0.0
    leave: Annotated[
        Literal["game", "map"],
        col("They leave", "game: units given up never come back; map: they wait until they are exchanged back"),
    ] = "game"
    case: Annotated[str, col("Rule case")] = ""

    def words(self, rows: Rows) -> str:
        """What goes and what comes, and on what terms."""
        goes = listed([so_many_words(rows, lot.count, lot.units) for lot in self.gives])
        comes = listed([so_many_words(rows, lot.count, lot.units) for lot in self.takes])
        when = f"on turn {listed([str(turn) for turn in self.turns], 'or')}" if self.turns else "on any turn"
        often = f" at most {'once' if self.most == 1 else counted(self.most, 'time')}," if self.most else ""
        terms = [WORDS[self.need]] if WORDS[self.need] else []
        terms += ["not beside the enemy"] if self.apart else []
        said = f"{self.name[:1].upper()}{self.name[1:]}: {when}{often} {goes or 'nobody'}"
        said += f", if {' and '.join(terms)}," if terms else ""
        said += f" may be exchanged for {comes or 'nobody'} in the same hex"
        said += f", at a price of {counted(self.price, 'point')}" if self.price else ""
        said += "; face-down units only where no other can be given up" if self.known_first else ""
        return f"{said}."


class ExchangeUnits(Action, frozen=True, tag="exchange"):
    """Give up pieces of one cell in an exchange."""

    exchange: int
    pieces: tuple[int, ...]

    @property
    def piece(self) -> int:
        """The first unit that is given up."""
        return self.pieces[0]

    def words(self, table: Table, /) -> str:
        """Who goes, where, and in what exchange."""
        rule = table.mechanism(Exchanges)
        cell = table.state.cell[self.pieces[0]]
        where = f"in {table.label(cell)}" if cell >= 0 else "in reserve"
        taken = rule.taken(table, table.side_of(self.pieces[0]), rule.exchanges[self.exchange])
        given, comes = (listed([table.full_name(piece) for piece in pieces]) for pieces in (self.pieces, taken))
        return f"exchange {given} {where} for {comes}"


class MakeExchanges(Task, frozen=True, tag="make-exchanges"):
    """A side may exchange units."""

    side: int


class Exchanges(Mechanism, frozen=True, kw_only=True):
    """Which units may be exchanged for which."""

    key: ClassVar[str] = "exchanges"
    title: ClassVar[str] = "Exchanges"
    help: ClassVar[str] = "Units of one hex may be exchanged for others when a phase opens."
    marks: ClassVar[tuple[MarkKind, ...]] = (MarkKind(HELD, "Exchanged while in reserve"),)

    told: ClassVar[frozenset[str]] = frozenset({"side", "phases", "exchanges", "entry"})

    side: Annotated[str, col("Side", refers="side")] = ""
    phases: Annotated[tuple[str, ...], col("Phases", "Asked when one of these opens", refers="phase")] = ()
    exchanges: Annotated[tuple[Exchange, ...], col("Exchanges")] = ()
    entry: Annotated[str, col("Entry", "Where those come on that were exchanged in reserve", refers="region")] = ""

    def sentences(self, rows: Rows) -> list[str]:
        """When, and each exchange."""
        when = phases_words(rows, self.phases) or "no phase"
        return [
            f"When {when} opens, units may be exchanged; what is not done then is not made up for.",
            *(each.words(rows) for each in self.exchanges),
        ]

    def opening(self, table: Table, side: int | None) -> Iterable[AnyTask]:
        """Ask in its phases."""
        return [MakeExchanges(each) for each in asked(table, self.phases, self.side, side)]

    def also_due(self, table: Table, side: int) -> Iterable[tuple[Arrival, list[int]]]:
        """Units that were exchanged in reserve wait there."""
        waiting = [piece for piece in table.bearing(HELD) if table.side_of(piece) == side]
        if waiting:
            key = table.scenario.sides[side].side
            yield Arrival(arrival=HELD, turn=1, side=key, region=self.entry or None), sorted(waiting)

    def arrived(self, table: Table, piece: int) -> None:
        """Whoever comes on waits no longer."""
        if table.marked(HELD, piece):
            table.set_mark(HELD, piece, None)

    def taken(self, table: Table, side: int, each: Exchange) -> list[int]:
        """The units that would come, in order; fewer than the exchange asks for where some are in play."""
        found: list[int] = []
        for lot in each.takes:
            free = [
                piece
                for piece in table.setting.pieces(lot.units)
                if table.side_of(piece) == side
                and table.state.cell[piece] == OFF_MAP
                and not table.marked(HELD, piece)
                and piece not in found
            ]
            found += free[: lot.count]
        return found

    def open_now(self, table: Table, side: int) -> list[int]:
        """The exchanges that may still be made in this phase."""
        return [
            number
            for number, each in enumerate(self.exchanges)
            if (not each.turns or table.state.turn in each.turns)
            and (not each.most or table.count(_made(number)) < each.most)
            and len(self.taken(table, side, each)) == sum(lot.count for lot in each.takes)
        ]


def _made(number: int) -> str:
    return f"phase.exchanged.{number}"


def candidates(table: Table, side: int, each: Exchange, lot: Lot) -> list[int]:
    """The units that a side may give up as part of an exchange, by the terms that concern each of them."""
    reserve = [piece for _, pieces in due(table, side) for piece in pieces] if each.waiting else []
    return [
        piece
        for piece in (*table.on_map(side), *dict.fromkeys(reserve))
        if lot.units.matches(table.unit(piece))
        and table.state.face[piece] >= lot.face
        and judge_terms(table, side, each, piece)
    ]


def judge_terms(table: Table, side: int, each: Exchange, piece: int) -> Verdict:
    """Whether supply and the enemy let a unit be exchanged where it is."""
    cell = table.state.cell[piece]
    if not meets(table, piece, each.need):
        return no(f"{table.full_name(piece)} is not {WORDS[each.need]}.", each.case)
    if each.apart and cell >= 0 and any(table.holder(near) == 1 - side for near in table.setting.neighbours[cell]):
        return no(f"{table.full_name(piece)} stands beside the enemy.", each.case)
    return LEGAL


def ways_to_give(table: Table, side: int, each: Exchange) -> Iterator[tuple[int, ...]]:
    """Every choice of units of one cell that makes up what an exchange asks for."""
    found = [candidates(table, side, each, lot) for lot in each.gives]
    cells = sorted({table.state.cell[piece] for pieces in found for piece in pieces})
    for cell in cells:
        here = [[piece for piece in pieces if table.state.cell[piece] == cell] for pieces in found]
        picks = [combinations(pieces, lot.count) for pieces, lot in zip(here, each.gives, strict=True)]
        for parts in product(*picks):
            chosen = tuple(chain(*parts))
            if len(set(chosen)) == len(chosen) and _in_turn(table, each, chosen, found):
                yield chosen


def _in_turn(table: Table, each: Exchange, chosen: tuple[int, ...], found: list[list[int]]) -> bool:
    """Whether no face-down unit is given up while one that was tried could be."""
    if not each.known_first:
        return True
    tried = any(table.state.counter[piece] is not None for pieces in found for piece in pieces)
    return not tried or all(table.state.counter[piece] is not None for piece in chosen)


class MakeExchangesProcedure:
    """A side makes as many exchanges as it may and likes."""

    def decision(self, table: Table, task: MakeExchanges) -> Decision | None:
        """Asks while one can be made."""
        exchanges = table.mechanism(Exchanges).exchanges
        names = dict.fromkeys(exchanges[action.exchange].name for action in self._possible(table, task))
        if not names:
            return None
        what = listed(list(names), "or")
        return Decision(task.side, "exchange", f"{table.phase_name}: choose units to exchange ({what}), or go on.")

    def run(self, table: Table, task: MakeExchanges) -> None:
        """Nothing can be exchanged."""
        table.swap()

    def options(self, table: Table, task: MakeExchanges) -> Options:
        """Every exchange that can be made, by the first unit given up; or none."""
        found: dict[int, list[AnyAction]] = {}
        for action in self._possible(table, task):
            found.setdefault(action.piece, []).append(action)
        groups = [OptionGroup(piece, partial(tuple, actions)) for piece, actions in found.items()]
        return Options((*groups, one(None, Done())))

    def _possible(self, table: Table, task: MakeExchanges) -> Iterator[ExchangeUnits]:
        """Every exchange that can be made now."""
        rule = table.mechanism(Exchanges)
        for number in rule.open_now(table, task.side):
            for pieces in ways_to_give(table, task.side, rule.exchanges[number]):
                if self._judge_room(table, ExchangeUnits(number, pieces)):
                    yield ExchangeUnits(number, pieces)

    def judge(self, table: Table, task: MakeExchanges, action: AnyAction) -> Verdict:
        """Whether units may be given up so."""
        rule = table.mechanism(Exchanges)
        if isinstance(action, Done):
            return LEGAL
        if not isinstance(action, ExchangeUnits) or not 0 <= action.exchange < len(rule.exchanges):
            return no("Units are exchanged now, or the side goes on.", rule.case("when"))
        each = rule.exchanges[action.exchange]
        if not action.pieces or not all(table.has_piece(piece) for piece in action.pieces):
            return no("There is no such unit.", each.case)
        if action.exchange not in rule.open_now(table, task.side):
            return no("No more of these exchanges can be made now.", each.case)
        return self._judge_given(table, task.side, each, action)

    def _judge_given(self, table: Table, side: int, each: Exchange, action: ExchangeUnits) -> Verdict:
        for piece in action.pieces:
            if table.side_of(piece) != side:
                return no(f"{table.full_name(piece)} is not yours.", each.case)
            if not (verdict := judge_terms(table, side, each, piece)):
                return verdict
        if action.pieces in ways_to_give(table, side, each):
            return self._judge_room(table, action)
        if each.known_first and any(table.state.counter[piece] is None for piece in action.pieces):
            return no("Face-down units are exchanged only where no other can be.", each.case)
        return no("These units do not make up what the exchange asks for.", each.case)

    def _judge_room(self, table: Table, action: ExchangeUnits) -> Verdict:
        """Whether what comes finds room where the others leave."""
        rule, cell = table.mechanism(Exchanges), table.state.cell[action.pieces[0]]
        each = rule.exchanges[action.exchange]
        taken = rule.taken(table, table.side_of(action.pieces[0]), each)
        left = [piece for piece in table.stack(cell) if piece not in action.pieces]
        if len(taken) <= len(action.pieces) or cell < 0 or broken_limit(table, [*left, *taken], cell) is None:
            return LEGAL
        return no(f"{table.label(cell)} would be overstacked.", each.case)

    def perform(self, table: Table, task: MakeExchanges, action: AnyAction) -> None:
        """The ones go, the others come, the price is paid."""
        if not isinstance(action, ExchangeUnits):
            table.swap()
            return
        rule = table.mechanism(Exchanges)
        each, cell = rule.exchanges[action.exchange], table.state.cell[action.pieces[0]]
        taken = rule.taken(table, task.side, each)
        names = listed([table.full_name(piece) for piece in taken])
        for piece in action.pieces:
            _give_up(table, each, piece, names)
        faces = [lot.face for lot in each.takes for _ in range(lot.count)]
        for piece, face in zip(taken, faces, strict=True):
            if cell == OFF_MAP:
                table.set_mark(HELD, piece)
            else:
                place(table, piece, cell, face, each.name)
        table.tally(_made(action.exchange), 1)
        if each.price:
            table.score(task.side, -float(Fraction(each.price)), each.name, each.case)


def _give_up(table: Table, each: Exchange, piece: int, names: str) -> None:
    """One unit goes; one that waited for its line of the schedule counts there as if it had come."""
    if table.state.cell[piece] == OFF_MAP:
        line = next((line for line, pieces in due(table, table.side_of(piece)) if piece in pieces), None)
        if line is not None:
            table.tally(f"arrived.{line.arrival}", 1)
    if each.leave == "game":
        withdraw(table, piece, f"it becomes {names}", each.case)
    else:
        table.tell("leaving", piece)
        table.do(UnitSetAside(piece, table.state.cell[piece], OFF_MAP))
        table.unmark(piece)
