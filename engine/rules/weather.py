"""Weather: which zone has what, how it changes, and what it does to movement, battles and flying."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar

from engine.records import Rows
from engine.records.base import col
from engine.records.weather import Weather
from engine.rules.answers import Shift
from engine.rules.decision import LEGAL, Verdict, no
from engine.rules.parameters import Parameters
from engine.rules.phase import PhaseRule
from engine.rules.procedure import Automatic
from engine.rules.table import Table
from engine.scenario.weather import forecast_cell, weather_words
from engine.state.events import WeatherChanged
from engine.state.tasks import AnyTask, RollWeather

AIRCRAFT = frozenset({"air", "fighter", "bomber"})
"""Types of counter that fly."""


class WeatherPhase(PhaseRule, frozen=True, kw_only=True):
    """A phase in which the weather is determined."""

    key: ClassVar[str] = "weather"
    title: ClassVar[str] = "Weather"
    help: ClassVar[str] = "Dice are thrown on the weather table of every zone that has one."

    first_turn_stands: Annotated[
        bool, col("Not on the first turn", "On the first turn no dice are thrown: the weather of the set-up stands")
    ] = True

    part: Annotated[
        float,
        col("Part of the turn", "Added to the turn when the table is read: with 0.5 its column 7.5", ge=0, le=0.99),
    ] = 0.0

    def open(self, table: Table, side: int | None) -> tuple[AnyTask, ...]:
        """One task: the dice."""
        first = table.state.turn == table.scenario.about.first_turn
        return () if self.first_turn_stands and first else (RollWeather(self.part),)


class RollWeatherProcedure(Automatic):
    """Throws for every zone with a table, in order; a zone may use the dice of another."""

    def run(self, table: Table, task: RollWeather) -> None:
        """Throw, look up and let the weather change."""
        totals: dict[str, int] = {}
        table.swap()
        zones = table.scenario.zones
        for index, zone in sorted(enumerate(zones), key=lambda pair: pair[1].roll_of is not None):
            chart = table.scenario.tables.get(zone.chart or "")
            if chart is None or forecast_cell(chart, table.state.turn + task.part, 0) is None:
                continue
            total = totals.get(zone.roll_of or "")
            if total is None:
                total = totals[zone.zone] = table.roll(chart.chart.dice, f"weather: {zone.name}")
            _change(table, index, total + zone.modifier, task.part)


def _change(table: Table, index: int, total: int, part: float) -> None:
    """Read a zone's table and let its weather change; lasting weather stays."""
    zone, before = table.scenario.zones[index], table.state.weather[index]
    if table.scenario.weathers[before].lasting:
        return
    where = forecast_cell(table.scenario.tables[zone.chart or ""], table.state.turn + part, total)
    said = table.scenario.tables[zone.chart or ""].at(*where) if where else ""
    table.do(WeatherChanged(index, before, table.scenario.weather_index.get(said, before), total))


def weather_told(rows: Rows, kind: Weather, rules: Iterable[Parameters]) -> str:
    """What a kind of weather does by its own row and by these rules, as sentences."""
    return weather_words(rows, kind, [said for rule in rules for said in rule.in_weather(rows, kind.weather)])


def weather_shifts(table: Table, target: int, side: int) -> list[Shift]:
    """The shift of a battle from the weather of the defender's cell."""
    kind = table.weather_at(target)
    if kind is None or not kind.shift:
        return []
    if kind.shift_for is not None and table.scenario.side_index[kind.shift_for] != side:
        return []
    return [Shift(kind.shift, f"weather: {kind.name.lower()}", kind.case)]


def judge_flying(table: Table, marker: int, target: int) -> Verdict:
    """Whether the weather lets a marker support a battle."""
    kind = table.weather_at(target)
    if kind is None or kind.flying or table.unit(marker).symbol not in AIRCRAFT:
        return LEGAL
    return no(f"{table.full_name(marker)} cannot fly in this weather: {kind.name.lower()}.", kind.case)
