"""New charts, other dice, results with other codes, charts that go: what can be done with a chart as a whole."""

from __future__ import annotations

from msgspec.structs import replace

from designer.tables.references import keyed
from engine.charts.crt import dice_totals
from engine.errors import StavkaError
from engine.records import Record, Rows
from engine.records.changes import Change, difference, drop, put
from engine.records.charts import Chart, ChartCell, ChartColumn, ChartRow, Result
from engine.records.play import MechanismRow
from engine.records.weather import WeatherZone
from engine.scenario.template import blank_scenario

PARTS: tuple[type[Record], ...] = (ChartCell, ChartColumn, ChartRow, Result)


def new_crt(rows: Rows, name: str) -> tuple[str, list[Change]]:
    """A combat results table with the usual columns and results; also its key."""
    from engine.records.board import Grid

    model = blank_scenario("", Grid(columns=1, rows=1))
    chart = _placed(rows, Chart(chart="new", name=name, kind="crt", columns_are="odds", rows_are="die", dice="1d6"))
    made: list[Record] = [chart]
    for kind in (ChartColumn, ChartRow, ChartCell, Result):
        made += [replace(row, chart=chart.chart) for row in model.all(kind)]
    return chart.chart, [put(rows, row) for row in made]


def new_table(rows: Rows, name: str) -> tuple[str, list[Change]]:
    """A table of any kind with two columns and two rows; also its key."""
    chart = _placed(rows, Chart(chart="new", name=name))
    made: list[Record] = [chart]
    made += [ChartColumn(chart=chart.chart, column=f"column {n}", position=n) for n in (1, 2)]
    made += [ChartRow(chart=chart.chart, row=f"row {n}", position=n) for n in (1, 2)]
    return chart.chart, [put(rows, row) for row in made]


def new_weather_table(rows: Rows, name: str) -> tuple[str, list[Change]]:
    """A weather table on one die, with a column that holds from the first turn on; also its key."""
    chart = _placed(rows, Chart(chart="new", name=name, columns_are="number", rows_are="die", dice="1d6"))
    made: list[Record] = [chart, ChartColumn(chart=chart.chart, column="1")]
    made += [ChartRow(chart=chart.chart, row=str(die), position=die) for die in range(1, 7)]
    return chart.chart, [put(rows, row) for row in made]


def _placed(rows: Rows, chart: Chart) -> Chart:
    made = keyed(rows, chart)
    assert isinstance(made, Chart)
    return replace(made, position=max((row.position for row in rows.all(Chart)), default=-1) + 1)


def removal_of(rows: Rows, chart: str) -> list[Change]:
    """Remove a chart with everything in it; not while a mechanism or a weather zone uses it."""
    for row in rows.all(MechanismRow):
        if row.params.get("chart") == chart:
            raise StavkaError(f"The mechanism {row.mechanism} uses this chart. Let it use another one first.")
    for zone in rows.all(WeatherZone):
        if zone.chart == chart:
            raise StavkaError(f"The weather zone {zone.name} is rolled on this chart. Give it another one first.")
    gone = [drop(row) for kind in PARTS for row in rows.all(kind) if getattr(row, "chart", "") == chart]
    return [*gone, *(drop(row) for row in rows.all(Chart) if row.chart == chart)]


def with_dice(rows: Rows, chart: str, dice: str) -> list[Change]:
    """A table rolled with other dice: rows for every total; those that cannot be rolled go."""
    about = rows.get(Chart, chart)
    assert about is not None
    ahead = rows.copy()
    ahead.put(replace(about, dice=dice))
    totals = [str(total) for total in sorted(dice_totals(dice))]
    if about.rows_are == "die" and totals:
        for row in rows.all(ChartRow):
            if row.chart == chart and row.row not in totals:
                ahead.drop(ChartRow, chart, row.row)
        for cell in rows.all(ChartCell):
            if cell.chart == chart and cell.row not in totals:
                ahead.drop(ChartCell, *cell.identity())
        for position, total in enumerate(totals):
            ahead.put(ChartRow(chart=chart, row=total, position=position))
    return list(difference(rows, ahead))


def rename_result(rows: Rows, result: Result, code: str) -> list[Change]:
    """Give a result another code, in the cells of its table too."""
    said = code.strip()
    if not said or len(said) > 40:
        raise StavkaError("A code has from 1 to 40 characters.")
    if rows.has(Result, result.chart, said):
        raise StavkaError(f"There is a result {said} already.")
    ahead = rows.copy()
    ahead.drop(Result, result.chart, result.code)
    ahead.put(replace(result, code=said))
    for cell in rows.all(ChartCell):
        if cell.chart == result.chart and cell.value == result.code:
            ahead.put(replace(cell, value=said))
    return list(difference(rows, ahead))


def new_result(rows: Rows, chart: str) -> Result:
    """A result with a code that is free."""
    number = 1
    while rows.has(Result, chart, f"R{number}"):
        number += 1
    position = max((row.position for row in rows.all(Result) if row.chart == chart), default=-1) + 1
    return Result(chart=chart, code=f"R{number}", name="New result", position=position)


def result_removal(rows: Rows, result: Result) -> list[Change]:
    """Remove a result that no cell gives."""
    used = sum(cell.chart == result.chart and cell.value == result.code for cell in rows.all(ChartCell))
    if used:
        raise StavkaError(f"{used} cells of the table give {result.code}. Give them another result first.")
    return [drop(result)]
