"""Attenuated supply: beyond a line on the map attackers throw before their battle, and may lose columns by it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Annotated, ClassVar

import msgspec

from engine.charts.crt import dice_totals
from engine.records import Rows
from engine.records.base import col
from engine.records.board import Region
from engine.records.charts import Chart
from engine.records.weather import Weather
from engine.rules.answers import MarkKind, Modifier, Shift
from engine.rules.forecast import all_modifiers
from engine.rules.lines import region_mask
from engine.rules.mechanism import Mechanism
from engine.rules.movement import moving
from engine.rules.procedure import Automatic
from engine.rules.supply import supplied
from engine.rules.table import Table
from engine.scenario.sentences import common, counted, listed, named, side_words
from engine.state.tasks import AnyTask, Battle, Task

STRETCHED, ATTENUATED = "attenuated", "attenuated"
"""The mark of a unit whose move began so, and what supply is called that is less than full for this reason."""
THROW = "attenuation"
"""What other rules call the dice that are thrown for it."""

THROWN = "battle.attenuated."
"""Prefix of the counts of the columns that a battle has lost by it, and one more: nothing means not yet thrown."""


class ThrowAttenuation(Task, frozen=True, tag="throw-attenuation"):
    """The attackers of a battle throw for their long lines of supply."""

    battle: Battle


class HarderTimes(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is added to the dice on certain turns, or in certain weather."""

    points: Annotated[int, col("Points", ge=-9, le=9)] = 1
    first_turn: Annotated[int, col("From turn", ge=1, le=200)] = 1
    last_turn: Annotated[int, col("Until turn", ge=1, le=200)] = 200
    weather: Annotated[
        tuple[str, ...], col("Weather", "Only in one of these, where the defender stands", refers="weather")
    ] = ()
    name: Annotated[str, col("Name", "As players read it: October", max_length=40)] = ""


class AttenuatedSupply(Mechanism, frozen=True, kw_only=True):
    """Supply that is less than full outside a region."""

    key: ClassVar[str] = "attenuated-supply"
    title: ClassVar[str] = "Attenuated supply"
    help: ClassVar[str] = "Outside a region a side's units are supplied, but their attacks may lose columns by a throw."
    marks: ClassVar[tuple[MarkKind, ...]] = (
        MarkKind(STRETCHED, "Attenuated supply when the move began", lasts="phase"),
    )
    told: ClassVar[frozenset[str]] = frozenset({"side", "region", "chart", "column", "dice", "harder"})

    side: Annotated[str, col("Side", refers="side")] = ""
    region: Annotated[str, col("Full within", "Outside this region supply is attenuated", refers="region")] = ""
    chart: Annotated[str, col("Chart", "Columns to the left by the total of the dice", refers="chart")] = ""
    column: Annotated[str, col("Column", max_length=40)] = ""
    dice: Annotated[str, col("Dice", pattern=r"^\d+d\d+$")] = "1d6"
    harder: Annotated[tuple[HarderTimes, ...], col("Added to the dice", "All that apply are added up")] = ()

    def sentences(self, rows: Rows) -> list[str]:
        """Where, what is thrown, and what is added."""
        said = [
            f"Units of {side_words(rows, self.side)} that have supply but stand outside “"
            f"{named(rows, Region, self.region)}” are in attenuated supply. They move and defend as always. Before a "
            f"battle in which one of them attacks, {self.dice} on {named(rows, Chart, self.chart)} says by how many "
            "columns the odds go to the left. Units out of supply throw for nothing; in an attack within movement it "
            "counts where they began to move."
        ]
        for each in self.harder:
            when = [each.name] if each.name else []
            when += [_turns(each)] if not each.name and (each.first_turn > 1 or each.last_turn < 200) else []
            if each.weather:
                when.append(listed([common(rows, named(rows, Weather, key)) for key in each.weather], "or"))
            said.append(f"Add {counted(each.points, 'point')} to the dice in {listed(when) or 'all times'}.")
        return said

    def in_weather(self, rows: Rows, weather: str) -> list[str]:
        """What it adds to the dice."""
        return [
            f"Add {counted(each.points, 'point')} to the dice of attenuated supply."
            for each in self.harder
            if weather in each.weather
        ]

    # Who is in attenuated supply

    def _beyond(self, table: Table, cell: int, side: int, piece: int | None) -> bool:
        """Whether supply in a cell, or that of a unit there, is attenuated, if there is any."""
        if table.scenario.side_index.get(self.side) != side or cell < 0 or region_mask(table, self.region)[cell]:
            return False
        return not any(each.unattenuated(table, side, piece) for each in table.answering("unattenuated"))

    def supply_grade(self, table: Table, cell: int, side: int, piece: int | None = None) -> str | None:
        """Attenuated, beyond the line."""
        return ATTENUATED if self._beyond(table, cell, side, piece) else None

    def _stretched(self, table: Table, piece: int) -> bool:
        """Whether a unit is in attenuated supply where it stands."""
        return self._beyond(table, table.state.cell[piece], table.side_of(piece), piece) and supplied(table, piece)

    def setting_out(self, table: Table, pieces: tuple[int, ...]) -> None:
        """What counts for an attack within movement is where it began."""
        for piece in pieces:
            table.set_mark(STRETCHED, piece, 1 if self._stretched(table, piece) else None)

    def throws(self, table: Table, battle: Battle) -> bool:
        """Whether one of the attackers makes them throw."""
        if table.scenario.side_index.get(self.side) != battle.side:
            return False
        busy = moving(table)
        return any(
            table.marked(STRETCHED, piece) if piece in busy else self._stretched(table, piece)
            for piece in battle.attackers
        )

    # The throw

    def die_modifiers(self, table: Table, battle: Battle, throw: str) -> Iterable[Modifier]:
        """The season and the weather, for this throw."""
        for each in self.harder if throw == THROW else ():
            sky = table.weather_at(battle.target)
            if not each.first_turn <= table.state.turn <= each.last_turn:
                continue
            if not each.weather or (sky is not None and sky.weather in each.weather):
                why = each.name or (sky.name.lower() if sky is not None else "")
                yield Modifier(each.points, why, self.case("throw"))

    def columns(self, table: Table, battle: Battle, total: int) -> int:
        """How many columns a total of the dice costs; the last row of the chart also holds beyond it."""
        chart = table.scenario.tables.get(self.chart)
        if chart is None:
            return 0
        total += sum(each.points for each in all_modifiers(table, battle, THROW))
        known = [int(row) for row in chart.rows if row.lstrip("-").isdigit()]
        return int(chart.number(str(min(max(total, min(known)), max(known))), self.column)) if known else 0

    def column_chances(self, table: Table, battle: Battle) -> Mapping[int, Fraction]:
        """What the throw may cost, as long as it is not made."""
        if table.count(_thrown(battle)) or not self.throws(table, battle):
            return {}
        found: dict[int, Fraction] = {}
        for total, chance in dice_totals(self.dice).items():
            columns = -self.columns(table, battle, total)
            found[columns] = found.get(columns, Fraction(0)) + chance
        return found

    def preliminaries(self, table: Table, battle: Battle) -> Iterable[AnyTask]:
        """The throw comes before the dice of the battle."""
        return (ThrowAttenuation(battle),) if self.throws(table, battle) else ()

    def shifts(self, table: Table, battle: Battle) -> Iterable[Shift]:
        """What the throw has cost."""
        columns = int(table.count(_thrown(battle))) - 1
        if columns > 0:
            yield Shift(-columns, "attenuated supply", self.case("throw"))


def _thrown(battle: Battle) -> str:
    return f"{THROWN}{battle.target}"


def _turns(each: HarderTimes) -> str:
    if each.first_turn == each.last_turn:
        return f"turn {each.first_turn}"
    first = f"turn {each.first_turn}"
    return f"{first} to {each.last_turn}" if each.last_turn < 200 else f"{first} and after"


class ThrowAttenuationProcedure(Automatic):
    """Throws, and notes the columns for the battle at hand."""

    def run(self, table: Table, task: ThrowAttenuation) -> None:
        """One throw for the whole attack."""
        rule = table.mechanism(AttenuatedSupply)
        table.swap()
        total = table.roll(rule.dice, f"attenuated supply: attack on {table.label(task.battle.target)}")
        table.tally(_thrown(task.battle), 1.0 + rule.columns(table, task.battle, total))
