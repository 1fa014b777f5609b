"""Replenishing: men and equipment wait at headquarters and at the edge of the map, and rebuild units step by step."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Annotated, ClassVar

import msgspec

from engine.records import Rows
from engine.records.base import col
from engine.records.board import Region
from engine.records.counters import Selector
from engine.rules.decision import LEGAL, Decision, OptionGroup, Options, Verdict, no, one
from engine.rules.mechanism import Mechanism
from engine.rules.setup import distinct, place
from engine.rules.stores import held, use_up
from engine.rules.supply_trace import TraceSupply
from engine.rules.table import Table
from engine.rules.zoc import in_enemy_zone
from engine.scenario.sentences import listed, named, phases_words, units_words, whom
from engine.state import ELIMINATED, Store
from engine.state.actions import AnyAction, Done, PlaceUnit, RestoreStep
from engine.state.events import StepRegained
from engine.state.tasks import AnyTask, Task

PAX, EQ = "pax", "eq"
"""The kinds of stores that rebuild units: men, and equipment."""

KINDS = {PAX: "Pax (men)", EQ: "Eq (equipment)"}
"""What they are called, with what they are."""

CUT_OFF = "out-of-supply"
"""The mark of units that had no line in their last supply phase."""


class HostRegion(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a side's replacements may come on, from a turn on."""

    side: Annotated[str, col("Side", refers="side")] = ""
    region: Annotated[str, col("Region", refers="region")] = ""
    first_turn: Annotated[int, col("From turn", ge=1, le=200)] = 1


class RebuildPrice(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a step of certain units costs."""

    units: Annotated[Selector, col("Which units")] = Selector()
    pax: Annotated[int, col("Men", ge=0, le=99)] = 0
    eq: Annotated[int, col("Equipment", ge=0, le=99)] = 0

    def words(self) -> str:
        """What it costs, in words."""
        parts = [f"{many} {kind.capitalize()}" for kind, many in ((PAX, self.pax), (EQ, self.eq)) if many]
        return " and ".join(parts) or "nothing"


class ReplaceLosses(Task, frozen=True, tag="replace-losses"):
    """A side rebuilds units with what waits at its hosts."""

    side: int


class Replenishment(Mechanism, frozen=True, kw_only=True):
    """Who hosts replacements, and what a step of each kind of unit costs."""

    key: ClassVar[str] = "replenishment"
    title: ClassVar[str] = "Rebuilding of units"
    help: ClassVar[str] = "Men and equipment that wait in a hex rebuild lost and reduced units there."
    told: ClassVar[frozenset[str]] = frozenset({"phases", "hosts", "regions", "prices", "never"})

    phases: Annotated[tuple[str, ...], col("Phases", "Asked when one of these opens", refers="phase")] = ()
    hosts: Annotated[Selector, col("Hosts", "Units with which replacements arrive")] = Selector(symbols=("hq",))
    regions: Annotated[tuple[HostRegion, ...], col("Edges", "Of a side the last that has begun counts")] = ()
    never: Annotated[Selector | None, col("Never rebuilt so", "Whatever their price")] = None
    prices: Annotated[
        tuple[RebuildPrice, ...], col("Prices", "The first that fits a unit; one that none fits is never rebuilt")
    ] = ()

    def sentences(self, rows: Rows) -> list[str]:
        """Where they come on, and every price."""
        edges = listed([f"{named(rows, Region, each.region)} from turn {each.first_turn} on" for each in self.regions])
        said = [
            f"Replacements arrive with {units_words(rows, self.hosts)} in supply, or in {edges or 'no region'}.",
            f"When {phases_words(rows, self.phases) or 'no phase'} opens, men (Pax) and equipment (Eq) in a hex "
            "rebuild a step of a unit that stands there, or bring a lost unit back with one step; the rest waits.",
        ]
        if self.never is not None:
            said.append(f"{whom(rows, self.never)} are never rebuilt so.")
        return said + [f"A step of {units_words(rows, each.units)} costs {each.words()}." for each in self.prices]

    def opening(self, table: Table, side: int | None) -> Iterable[AnyTask]:
        """Ask in its phases."""
        now = table.scenario.phases[table.state.phase].phase in self.phases
        return (ReplaceLosses(side),) if now and side is not None else ()

    # Where replacements arrive

    def edge(self, table: Table, side: int) -> list[int]:
        """The cells of a side's edge that are open now."""
        key = table.scenario.sides[side].side
        begun = [each for each in self.regions if each.side == key and each.first_turn <= table.state.turn]
        cells = table.board.regions.get(begun[-1].region, frozenset()) if begun else ()
        return [
            int(cell)
            for cell in sorted(cells)
            if table.holder(cell) != 1 - side and not (in_enemy_zone(table, cell, side) and table.holder(cell) is None)
        ]

    def posts(self, table: Table, side: int) -> list[int]:
        """The cells of a side's hosts that are in supply, by a line of their own where lines are traced."""
        hosts = [piece for piece in table.matching(self.hosts, table.on_map(side)) if table.verdict("may_serve", piece)]
        rule = table.setting.by_key(TraceSupply.key)
        if isinstance(rule, TraceSupply):
            near = rule.direct(table, side)
            near[table.board.grid.size :] = True  # boxes beside the map are in supply
            return sorted({cell for cell in (table.state.cell[piece] for piece in hosts) if near[cell]})
        return sorted({table.state.cell[piece] for piece in hosts if not table.marked(CUT_OFF, piece)})

    def places(self, table: Table, side: int) -> list[int]:
        """Every cell where replacements of a side may arrive."""
        return table.cached_now(("hosts", side), lambda: sorted({*self.posts(table, side), *self.edge(table, side)}))

    # What a step costs

    def price(self, table: Table, piece: int) -> RebuildPrice | None:
        """What a step of a unit costs; None: it is never rebuilt so."""
        unit = table.scenario.pieces[piece].unit
        if self.never is not None and self.never.matches(unit):
            return None
        return next((each for each in self.prices if each.units.matches(unit)), None)

    def waiting(self, table: Table, side: int, kind: str) -> dict[int, int]:
        """How much of a kind waits in each cell."""
        return {
            store.where: have.tokens
            for store, have in table.state.stores.items()
            if store.on == "cell" and store.side == side and store.kind == kind and have.tokens
        }

    def affords(self, table: Table, side: int, cell: int, price: RebuildPrice) -> bool:
        """Whether what waits in a cell pays for a step."""
        return all(
            held(table, Store("cell", cell, side, kind)).tokens >= many
            for kind, many in ((PAX, price.pax), (EQ, price.eq))
        )

    def judge(self, table: Table, side: int, piece: int, cell: int) -> Verdict:
        """Whether a step of a unit may be rebuilt in a cell."""
        if not table.has_piece(piece) or table.side_of(piece) != side:
            return no("Only units of your own are rebuilt.", self.case("who"))
        price = self.price(table, piece)
        if price is None:
            return no(f"{table.full_name(piece)} is never rebuilt so.", self.case("never"))
        if not self.affords(table, side, cell, price):
            where = table.label(cell) if cell >= 0 else "a cell off the map"
            return no(f"A step of {table.full_name(piece)} costs {price.words()} in {where}.", self.case("price"))
        return LEGAL

    def pay(self, table: Table, piece: int, cell: int) -> None:
        """Use up what a step costs."""
        price, side = self.price(table, piece), table.side_of(piece)
        assert price is not None
        for kind, many in ((PAX, price.pax), (EQ, price.eq)):
            why = f"rebuilding {table.name(piece)}"
            use_up(table, Store("cell", cell, side, kind), many, "spent", why, self.case("price"))


def one_step(table: Table, piece: int) -> int:
    """The face of a unit that has one step left."""
    counter = table.state.counter[piece]
    return 0 if counter is None else len(table.scenario.counters[counter].faces) - 1


def bring_back(table: Table, piece: int, cell: int, face: int, why: str) -> None:
    """A unit comes onto the map again, with so many steps gone."""
    place(table, piece, cell, face, why)
    table.tell("arrived", piece)


class ReplaceLossesProcedure:
    """A side rebuilds as many steps as it can pay for and likes."""

    def decision(self, table: Table, task: ReplaceLosses) -> Decision | None:
        """Asks while a step can be paid for."""
        if not self._candidates(table, task):
            return None
        rule = table.mechanism(Replenishment)
        sums = {kind: sum(rule.waiting(table, task.side, kind).values()) for kind in KINDS}
        have = listed([f"{many} {KINDS[kind]}" for kind, many in sums.items() if many])
        return Decision(task.side, "replace", f"{table.phase_name}: rebuild units with {have}, or go on.")

    def run(self, table: Table, task: ReplaceLosses) -> None:
        """Nothing can be rebuilt."""
        table.swap()

    def _cells(self, table: Table, task: ReplaceLosses) -> list[int]:
        rule = table.mechanism(Replenishment)
        return sorted({*rule.waiting(table, task.side, PAX), *rule.waiting(table, task.side, EQ)})

    def _candidates(self, table: Table, task: ReplaceLosses) -> list[tuple[int, list[int]]]:
        """Units with the cells where a step may be rebuilt; those that stand on the map in their own."""
        rule, cells = table.mechanism(Replenishment), self._cells(table, task)
        if not cells:
            return []
        reduced = [
            (piece, [cell])
            for cell in cells
            for piece in table.stack(cell)
            if table.state.face[piece] and rule.judge(table, task.side, piece, cell)
        ]
        dead = [
            piece
            for piece, at in enumerate(table.state.cell)
            if at == ELIMINATED and table.side_of(piece) == task.side and rule.price(table, piece) is not None
        ]
        hosts = [cell for cell in cells if cell in rule.places(table, task.side)]
        lost = [
            (piece, [cell for cell in hosts if rule.judge(table, task.side, piece, cell)])
            for piece in distinct(table, dead)
        ]
        return [*reduced, *((piece, there) for piece, there in lost if there)]

    def options(self, table: Table, task: ReplaceLosses) -> Options:
        """Every unit where it may be rebuilt; or no more."""
        groups = []
        for piece, cells in self._candidates(table, task):
            if table.stands(piece):
                groups.append(one(piece, RestoreStep(piece)))
            else:
                answers = tuple(PlaceUnit(piece, cell) for cell in cells)
                groups.append(OptionGroup(piece, partial(tuple, answers)))
        return Options((*groups, one(None, Done())))

    def judge(self, table: Table, task: ReplaceLosses, action: AnyAction) -> Verdict:
        """Only what can be paid for where it waits."""
        rule = table.mechanism(Replenishment)
        if isinstance(action, Done):
            return LEGAL
        if not isinstance(action, PlaceUnit | RestoreStep) or not table.has_piece(action.piece):
            return no("Units are rebuilt now: choose one, or go on.", rule.case("who"))
        at = table.state.cell[action.piece]
        if isinstance(action, RestoreStep):
            if at < 0 or not table.state.face[action.piece]:
                return no(f"{table.full_name(action.piece)} is not a reduced unit on the map.", rule.case("who"))
            return rule.judge(table, task.side, action.piece, at)
        if at != ELIMINATED:
            return no(f"{table.full_name(action.piece)} is not lost.", rule.case("who"))
        if action.cell not in rule.places(table, task.side):
            return no("Units come back with a headquarters in supply, or at the edge.", rule.case("where"))
        return rule.judge(table, task.side, action.piece, action.cell)

    def perform(self, table: Table, task: ReplaceLosses, action: AnyAction) -> None:
        """Pay, and give the step; or go on."""
        rule = table.mechanism(Replenishment)
        if isinstance(action, RestoreStep):
            face = table.state.face[action.piece]
            rule.pay(table, action.piece, table.state.cell[action.piece])
            table.do(StepRegained(action.piece, face, face - 1, "replacement"))
        elif isinstance(action, PlaceUnit):
            rule.pay(table, action.piece, action.cell)
            bring_back(table, action.piece, action.cell, one_step(table, action.piece), "rebuilt")
        else:
            table.swap()
