"""Barrage: units of one kind fire at a hex within their range, and the dice say what it does to whoever is there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, ClassVar

import msgspec

from engine.charts import CombatTable
from engine.charts.numbers import Number, exact
from engine.ids import Cell
from engine.records import Rows
from engine.records.base import col
from engine.records.charts import Chart, Result
from engine.records.counters import Selector
from engine.records.markers import Marker
from engine.rules.answers import Shift
from engine.rules.columns import Ends, column_of, shifted
from engine.rules.combat import BattleKind
from engine.rules.decision import LEGAL, Verdict, no
from engine.rules.fight import strengths
from engine.rules.forecast import all_shifts
from engine.rules.laying import numbers
from engine.rules.prices import Price, affordable, payment
from engine.rules.table import Table
from engine.scenario.sentences import counted, listed, named, units_words, whom
from engine.state.tasks import AnyTask, ApplyEffects, Battle

INACTIVE = "inactive"
"""The mark of aircraft that have flown and are not ready again."""


class Density(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """By how many columns a hex that holds more than so much moves a barrage."""

    above: Annotated[float, col("Above", "What the units in the hex come to", ge=0, le=99)] = 0.0
    columns: Annotated[int, col("Columns", ge=-9, le=9)] = 0


class InMode(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """By how many columns a unit in some mode moves a barrage of its hex."""

    mode: Annotated[str, col("Mode", "Key of the mode", max_length=40)] = ""
    columns: Annotated[int, col("Columns", ge=-9, le=9)] = 0


class Barrage(BattleKind, frozen=True, kw_only=True):
    """How barrages are fired, and what moves their columns."""

    key: ClassVar[str] = "barrage"
    title: ClassVar[str] = "Barrage"
    help: ClassVar[str] = "Guns or aircraft add up their barrage points against a hex; nothing is fired back."
    verbs: ClassVar[tuple[str, str]] = ("fires at", "fire at")
    heading: ClassVar[str] = "Barrage of"
    call: ClassVar[str] = "Fire at"
    noun: ClassVar[str] = "barrage"
    urge: ClassVar[str] = "choose a target and the guns that fire at it, or end the phase"
    contested: ClassVar[bool] = False
    reads: ClassVar[tuple[str, ...]] = ("barrage.shift",)
    told: ClassVar[frozenset[str]] = frozenset(
        {"chart", "tokens", "guns", "points", "reach", "modes", "silenced", "together", "size", "heaviest", "densities"}
        | {"forts", "fort_columns", "in_modes", "spotters", "unspotted", "doubtful", "instead"}
    )

    chart: Annotated[str, col("Barrage table", "Its columns are barrage points", refers="chart", min_length=1)] = (
        "barrage"
    )
    tokens: Annotated[str, col("Row of the price", "Tokens of supply by column; empty: it costs nothing")] = ""
    guns: Annotated[Selector, col("Guns", "Units that fire where a phase of barrages lets them")] = Selector(
        symbols=("artillery",)
    )
    points: Annotated[str, col("Barrage points", "The value of a counter", word="value")] = "barrage"
    reach: Annotated[str, col("Range", "The value of a counter, in hexes", word="value")] = "range"
    modes: Annotated[tuple[str, ...], col("Modes", "Guns fire in these; an empty word is the usual mode")] = ("",)
    silenced: Annotated[
        tuple[str, ...], col("Silenced by", "Guns with one of these marks do not fire", word="mark")
    ] = ()
    together: Annotated[
        Selector | None, col("Only stacked", "Guns that fire together only from one hex; empty: none are so bound")
    ] = None
    size: Annotated[str, col("Size", "The value of a counter that makes a hex dense", word="value")] = ""
    heaviest: Annotated[float, col("At most", "No unit counts for more than that", ge=0, le=99)] = 99.0
    densities: Annotated[tuple[Density, ...], col("Density", "The last that is exceeded counts")] = ()
    forts: Annotated[tuple[str, ...], col("Forts", "Kinds of marker that shelter their side", refers="marker")] = ()
    fort_columns: Annotated[int, col("Columns of a fort", ge=-9, le=9)] = -1
    in_modes: Annotated[tuple[InMode, ...], col("Modes of the target")] = ()
    spotters: Annotated[Selector, col("Spotters", "One of these beside the target sees where shells fall")] = Selector()
    unspotted: Annotated[int, col("Without a spotter", "Columns", ge=-9, le=9)] = 0
    doubtful: Annotated[
        str, col("Doubtful result", "Becomes another for aircraft and without a spotter", word="code")
    ] = ""
    instead: Annotated[str, col("Becomes", word="code")] = ""

    def sentences(self, rows: Rows) -> list[str]:
        """Who fires, how the column is found, and what it costs."""
        said = [
            f"{whom(rows, self.guns)} add up their barrage points against a hex within their range; each fires once a "
            f"phase, and {named(rows, Chart, self.chart)} says what it does.",
        ]
        if self.together is not None:
            said.append(f"{whom(rows, self.together)} fire together only from one hex.")
        if self.silenced:
            said.append(f"Guns that are {listed(self.silenced, 'or')} do not fire.")
        if self.tokens:
            said.append(f"A barrage costs the tokens in the row {self.tokens} of its column after all shifts.")
        return said + [f"{each}." for each in self._shift_words(rows)]

    def _shift_words(self, rows: Rows) -> Iterator[str]:
        if self.densities:
            steps = [f"above {each.above:g} by {each.columns:+d}" for each in self.densities]
            most = f", where no unit counts for more than {self.heaviest:g}" if self.heaviest < 99 else ""
            yield f"What the units in the hex come to shifts the column, {listed(steps)}{most}"
        if self.forts:
            kinds = listed([named(rows, Marker, key) for key in self.forts], "or")
            yield f"{kinds} shifts it by {self.fort_columns:+d}"
        for each in self.in_modes:
            yield f"A unit in {each.mode or 'its usual'} mode there shifts it by {each.columns:+d}"
        if self.unspotted:
            who = units_words(rows, self.spotters)
            yield f"Without a spotter beside the hex ({who}) it is shifted by {self.unspotted:+d}"
        if self.doubtful:
            yield f"The result {self.doubtful} counts as {self.instead} for aircraft and where there is no spotter"

    # The table

    def plain_crt(self, table: Table) -> CombatTable:
        """The barrage table."""
        return table.scenario.combat_tables[self.chart]

    def crt(self, table: Table, battle: Battle) -> CombatTable:
        """The same on any ground."""
        return self.plain_crt(table)

    def ends(self, table: Table) -> Ends:
        """The first and the last column stand for what lies beyond."""
        return Ends(lowest=0)

    @property
    def shift_effect(self) -> str:
        """Ground shifts barrages by a column of its own."""
        return "barrage.shift"

    def column(self, table: Table, battle: Battle) -> int:
        """The column of a barrage after all shifts."""
        attack, defence = strengths(table, battle)
        moved = sum(shift.columns for shift in all_shifts(table, battle, None))
        crt, ends = self.plain_crt(table), self.ends(table)
        return shifted(crt, column_of(crt, attack, defence, ends), moved, ends)

    def price(self, table: Table, battle: Battle) -> int:
        """The tokens that a barrage costs, by its column."""
        if not self.tokens:
            return 0
        return self.priced(table, self.plain_crt(table).table.columns[self.column(table, battle)])

    def priced(self, table: Table, column: str) -> int:
        """The tokens that a barrage in a column costs."""
        return int(self.plain_crt(table).table.number(self.tokens, column)) if self.tokens else 0

    def owed(self, table: Table, battle: Battle) -> Price:
        """What guns pay for a barrage before it is fired."""
        return Price(battle.side, self.price(table, battle), battle.attackers, None, "the barrage", self.case("price"))

    def may_fight(self, table: Table, battle: Battle) -> Verdict | None:
        """A barrage that cannot be paid for is not fired."""
        if battle.kind != self.key or not battle.defenders or self.flown(table, battle):
            return None
        return affordable(table, self.owed(table, battle))

    def battle_dues(self, table: Table, battle: Battle) -> Iterable[Price]:
        """What the guns of a barrage owe; aircraft pay on their base."""
        if battle.kind != self.key or self.flown(table, battle):
            return ()
        return (self.owed(table, battle),)

    def preliminaries(self, table: Table, battle: Battle) -> Iterable[AnyTask]:
        """The price comes before the dice."""
        return payment(table, *self.battle_dues(table, battle))

    # Who fires

    def printed(self, table: Table, piece: int, *, attacking: bool) -> Number:
        """Barrage points; nobody fires back."""
        return exact(table.face(piece).extra.get(self.points, 0.0)) if attacking else 0

    def able(self, table: Table, piece: int) -> Verdict:
        """Whether a unit is a gun that may fire as it stands."""
        if not self.guns.matches(table.unit(piece)) or not self.printed(table, piece, attacking=True):
            return no(f"{table.full_name(piece)} fires no barrages.", self.case("guns"))
        if table.state.mode[piece] not in self.modes:
            return no(f"{table.full_name(piece)} fires no barrages in its mode.", self.case("modes"))
        mark = next((mark for mark in self.silenced if table.marked(mark, piece)), None)
        if mark is not None:
            return no(
                f"{table.full_name(piece)} is {table.setting.mark_kinds[mark].name.lower()}.", self.case("silenced")
            )
        return LEGAL

    def range_of(self, table: Table, piece: int) -> int:
        """How far a unit fires."""
        return int(table.face(piece).extra.get(self.reach, 0.0))

    def within(self, table: Table, piece: int) -> Iterable[int]:
        """Every hex in range."""
        here, far = table.state.cell[piece], self.range_of(table, piece)
        if not 0 <= here < table.board.grid.size or far < 1:
            return ()
        return table.setting.kept(("within", here, far), lambda: table.board.grid.within(Cell(here), far))

    def touches(self, table: Table, piece: int, target: int) -> Verdict:
        """Whether a hex is in range."""
        if target in self.within(table, piece):
            return LEGAL
        far = counted(self.range_of(table, piece), "hex")
        return no(f"{table.label(target)} is beyond the range of {table.full_name(piece)}, {far}.", self.case("range"))

    def joins(self, table: Table, piece: int, battle: Battle) -> Verdict:
        """Guns of some armies fire together only where they stand together."""
        if self.together is None or not self.together.matches(table.unit(piece)):
            return LEGAL
        here = {table.state.cell[other] for other in battle.attackers}
        if here <= {table.state.cell[piece]}:
            return LEGAL
        return no(f"{table.full_name(piece)} fires together only with guns of its own hex.", self.case("together"))

    def stays(self, table: Table, piece: int) -> bool:
        """Aircraft that were turned away fire nothing."""
        return super().stays(table, piece) and not table.marked(INACTIVE, piece)

    def flown(self, table: Table, battle: Battle) -> bool:
        """Whether aircraft fire, and not guns."""
        return not any(self.guns.matches(table.unit(piece)) for piece in battle.attackers)

    # What moves the column

    def shifts(self, table: Table, battle: Battle) -> Iterable[Shift]:
        """Density, forts, modes, and nobody to see where the shells fall."""
        if battle.kind != self.key:
            return
        yield from self._density(table, battle)
        if self.sheltered(table, battle):
            yield Shift(self.fort_columns, "a fort", self.case("forts"))
        for each in self.in_modes:
            if any(table.state.mode[piece] == each.mode for piece in battle.defenders):
                yield Shift(each.columns, f"a unit in {each.mode or 'its usual'} mode", self.case("modes-there"))
        if self.unspotted and not self.spotted(table, battle.target, battle.side):
            yield Shift(self.unspotted, "no spotter beside the hex", self.case("spotter"))

    def _density(self, table: Table, battle: Battle) -> Iterator[Shift]:
        sizes = (table.face(piece).extra.get(self.size, 0.0) for piece in battle.defenders)
        total = sum(min(self.heaviest, size) for size in sizes)
        found = next((each for each in reversed(self.densities) if total > each.above), None)
        if found is not None and found.columns:
            yield Shift(found.columns, f"density {total:g}", self.case("density"))

    def sheltered(self, table: Table, battle: Battle) -> bool:
        """Whether a fort of the target's side lies in its hex."""
        return any(
            table.state.markers[number] == battle.target
            for key in self.forts
            for number in numbers(table, 1 - battle.side, key)
        )

    def spotted(self, table: Table, target: int, side: int) -> bool:
        """Whether a spotter of a side stands beside a hex."""
        near = (piece for cell in table.setting.neighbours[target] for piece in table.garrison(cell))
        return any(table.side_of(piece) == side and self.spotters.matches(table.unit(piece)) for piece in near)

    # What it does

    def read(self, table: Table, battle: Battle, code: str) -> str:
        """A doubtful result is worth less from the air, and where nobody sees the target."""
        if code != self.doubtful or not self.instead:
            return code
        seen = self.spotted(table, battle.target, battle.side)
        return self.instead if self.flown(table, battle) or not seen else code

    def aftermath(self, table: Table, battle: Battle, result: Result | None) -> tuple[AnyTask, ...]:
        """The effects of the result; nobody advances."""
        return (ApplyEffects(battle, result.effects, result.case),) if result is not None else ()
