"""The weather of a scenario: how its table is read, what is wrong with it, and what it does in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.charts import LookupTable, load_tables
from engine.charts.crt import dice_totals
from engine.errors import Problem
from engine.records import Rows
from engine.records.board import HexsideKind, Region, RegionCell
from engine.records.charts import Chart
from engine.records.counters import Side
from engine.records.weather import Weather, WeatherZone
from engine.scenario.sentences import cell_word, common, counted, listed, plural


def forecast_cell(table: LookupTable, turn: float, total: int) -> tuple[str, str] | None:
    """The row and column of a weather table for a dice total on a turn; None before its first turn.

    A part of a turn has columns of its own where the table has them: 7.5.  Totals beyond the table are read in its
    first or last row.
    """
    column = _column(table, turn)
    rows = {int(row): row for row in table.rows if _whole(row)}
    if column is None or not rows:
        return None
    return rows[min(max(total, min(rows)), max(rows))], column


def _column(table: LookupTable, turn: float) -> str | None:
    if table.chart.columns_are != "number":
        return table.columns[0] if table.columns else None
    return next((column for column in reversed(table.columns) if float(column.replace("+", "")) <= turn), None)


def _whole(text: str) -> bool:
    return text.lstrip("+-").isdigit()


def check_weather(rows: Rows) -> list[Problem]:
    """Everything that is wrong with the weather and its zones."""
    return [*_kinds(rows), *_zones(rows), *_tables(rows)]


def _kinds(rows: Rows) -> Iterator[Problem]:
    zones = rows.all(WeatherZone)
    for row in rows.all(Weather):
        for kind in row.frozen:
            if not rows.has(HexsideKind, kind):
                yield Problem(f"there is no hexside kind called {kind}", "weather", (row.weather,), "frozen")
    if rows.all(Weather) and not zones:
        message = "no zone of the map has weather; add one in the set-up"
        yield Problem(message, "weather_zone", severity="warning")


def _zones(rows: Rows) -> Iterator[Problem]:
    seen: dict[str, str] = {}
    rest = [zone for zone in rows.all(WeatherZone) if zone.region is None]
    for zone in rest[1:]:
        yield _of(zone, f"the rest of the map is already the zone {rest[0].name}", "region")
    for zone in rows.all(WeatherZone):
        cells = [row.cell for row in rows.all(RegionCell) if row.region == zone.region]
        if zone.region is not None and rows.has(Region, zone.region) and not cells:
            yield _of(zone, "its region has no cell", "region", warn=True)
        twins = {seen.setdefault(cell, zone.zone) for cell in cells} - {zone.zone}
        if twins:
            yield _of(zone, f"it shares cells with the zone {sorted(twins)[0]}, which has them", "region", warn=True)
        if zone.roll_of is not None:
            yield from _borrowed(rows, zone)


def _borrowed(rows: Rows, zone: WeatherZone) -> Iterator[Problem]:
    lender = rows.get(WeatherZone, zone.roll_of)
    if zone.chart is None:
        yield _of(zone, "it uses the dice of another zone, but has no weather table", "chart")
    if lender is not None and (lender.roll_of is not None or lender.chart is None):
        yield _of(zone, f"the zone {lender.name} throws no dice of its own", "roll_of")


def _tables(rows: Rows) -> Iterator[Problem]:
    tables = load_tables(rows)
    used = {zone.chart: zone for zone in rows.all(WeatherZone) if zone.chart in tables}
    for key, zone in used.items():
        table = tables[str(key)]
        if not dice_totals(table.chart.dice):
            yield Problem("a weather table must say which dice are rolled", "chart", (key,), "dice")
        if table.chart.kind == "crt":
            yield _of(zone, f"{table.chart.name} is a combat results table", "chart")
        if table.chart.columns_are != "number" and len(table.columns) > 1:
            message = "only the first column of a weather table counts unless its columns are numbers: the turns"
            yield Problem(message, "chart", (key,), "columns_are", "warning")
        yield from _cells(rows, table)


def _cells(rows: Rows, table: LookupTable) -> Iterator[Problem]:
    key = table.chart.chart
    for row in table.rows:
        if not _whole(row):
            yield Problem("a row of a weather table is headed by a dice total", "chart_row", (key, row), "row")
        for column in table.columns:
            said, place = table.at(row, column), (key, row, column)
            if not said:
                message = f"no weather for {row} in column {column}: it stays as it was"
                yield Problem(message, "chart_cell", place, "value", "warning")
            elif not rows.has(Weather, said):
                yield Problem(f"there is no weather called {said}", "chart_cell", place, "value")


def _of(zone: WeatherZone, message: str, field: str, *, warn: bool = False) -> Problem:
    return Problem(message, "weather_zone", (zone.zone,), field, "warning" if warn else "error")


def weather_words(rows: Rows, row: Weather, more: Sequence[str] = ()) -> str:
    """What a kind of weather does, as sentences; other rules may say more of it."""
    said = []
    if row.movement != 1:
        times = "twice" if row.movement == 2 else f"{row.movement:g} times"
        said.append(f"{plural(cell_word(rows)).capitalize()} cost {times} as much to enter.")
    if row.frozen:
        kinds = [common(rows, kind.name) if (kind := rows.get(HexsideKind, key)) else key for key in row.frozen]
        said.append(f"No {listed(kinds, 'or')} costs or shifts anything.")
    if row.shift:
        side = rows.get(Side, row.shift_for) if row.shift_for else None
        columns, way = counted(abs(row.shift), "column"), "for" if row.shift > 0 else "against"
        first = f"When the {side.name} side attacks, odds" if side else "Odds"
        said.append(f"{first} shift {columns} {way} {'it' if side else 'the attacker'}.")
    if not row.flying:
        said.append("Aircraft may not support battles.")
    if row.lasting:
        said.append("Once it has come it stays to the end.")
    said += [*more, *([row.note] if row.note else [])]
    return " ".join(said or ["It changes nothing."])


def zone_words(rows: Rows, zone: WeatherZone) -> str:
    """Where a zone lies, how its weather begins and how it changes, as sentences."""
    region = rows.get(Region, zone.region) if zone.region else None
    weather = rows.get(Weather, zone.at_start)
    where = region.name if region else "the map" if len(rows.all(WeatherZone)) == 1 else "the rest of the map"
    begins = common(rows, weather.name) if weather else zone.at_start
    first = f"{where[:1].upper()}{where[1:]}: {begins} at the start."
    chart = rows.get(Chart, zone.chart) if zone.chart else None
    if chart is None:
        return f"{first} It stays so."
    lender = rows.get(WeatherZone, zone.roll_of) if zone.roll_of else None
    dice = f"the dice of {lender.name}" if lender else chart.dice or "no dice"
    more = f" {'plus' if zone.modifier > 0 else 'minus'} {abs(zone.modifier)}" if zone.modifier else ""
    return f"{first} It changes by {chart.name}, with {dice}{more}."
