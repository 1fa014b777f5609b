"""What is wrong with the charts of a scenario, all of it at once."""

from __future__ import annotations

from engine.charts.crt import dice_totals, parse_odds
from engine.charts.lookup import LookupTable, load_tables
from engine.errors import Problem
from engine.records import Rows
from engine.records.charts import Result
from engine.records.play import MechanismRow


def check_charts(rows: Rows) -> list[Problem]:
    """Gaps, headings that mean nothing, results nobody explains, results that nothing uses."""
    problems: list[Problem] = []
    codes: dict[str, set[str]] = {}
    for result in rows.all(Result):
        codes.setdefault(result.chart, set()).add(result.code)
    without_dice = {text for row in rows.all(MechanismRow) for text in row.params.values() if isinstance(text, str)}
    for key, table in load_tables(rows).items():
        problems += _check_headings(key, table)
        if table.chart.kind == "crt":
            problems += _check_results(key, table, codes.get(key, set()), without_dice)
    return problems


def _check_headings(key: str, table: LookupTable) -> list[Problem]:
    problems = []
    if not table.columns:
        problems.append(Problem("the chart has no columns", "chart", (key,)))
    if not table.rows:
        problems.append(Problem("the chart has no rows", "chart", (key,)))
    for column in table.columns:
        if table.chart.columns_are == "odds" and parse_odds(column) is None:
            problems.append(
                Problem("an odds column is headed like 3:1 or 1:2", "chart_column", (key, column), "column")
            )
        if table.chart.columns_are in ("differential", "number") and not _is_number(column):
            problems.append(Problem("this column's heading must be a number", "chart_column", (key, column), "column"))
    for row, column in table.cells:
        if row not in table.rows or column not in table.columns:
            problems.append(Problem("this cell lies outside the chart", "chart_cell", (key, row, column)))
    return problems


def _check_results(key: str, table: LookupTable, known: set[str], without_dice: set[str]) -> list[Problem]:
    """Every roll has a result that is explained, and every result a cell, or a rule that names it."""
    totals = dice_totals(table.chart.dice)
    if not totals:
        return [Problem("a combat results table must say which dice are rolled", "chart", (key,), "dice")]
    problems = []
    for total in sorted(totals):
        for column in table.columns:
            code = table.at(str(total), column)
            place = (key, str(total), column)
            if not code:
                problems.append(Problem(f"no result for a roll of {total} at {column}", "chart_cell", place, "value"))
            elif code not in known:
                problems.append(Problem(f"the result {code} is not explained", "chart_cell", place, "value"))
    used = set(table.cells.values()) | without_dice
    return problems + [
        Problem(f"no cell of the table gives {code}", "result", (key, code), severity="warning")
        for code in sorted(known - used)
    ]


def _is_number(text: str) -> bool:
    try:
        float(text.replace("+", ""))
    except ValueError:
        return False
    return True
