"""The structural check of a scenario: every table present, every reference met, every chart whole."""

from __future__ import annotations

from typing import Any

from engine.board import check_board
from engine.board.tec import check_tec
from engine.charts import check_charts
from engine.counters import check_counters
from engine.errors import Problem
from engine.records import ORDER, TABLES, Record, Rows
from engine.records.board import Grid
from engine.records.columns import fields_of
from engine.records.counters import Selector, Side, Unit
from engine.records.play import Arrival, Placement, ScenarioRow
from engine.scenario.markers import check_markers
from engine.scenario.weather import check_weather


def check(rows: Rows) -> list[Problem]:
    """Everything that is wrong with a scenario's data, short of its rules."""
    problems = _check_single(rows, ScenarioRow) + _check_single(rows, Grid)
    if problems:
        return problems
    problems += check_references(rows)
    if len(rows.all(Side)) != 2:
        problems.append(Problem("a game has two sides", "side"))
    for part in (check_board, check_tec, check_counters, check_charts, _check_setup, check_weather, check_markers):
        problems += part(rows)
    return problems


def _check_single(rows: Rows, kind: type[Record]) -> list[Problem]:
    return [] if rows.has(kind) else [Problem(f"the scenario has no {kind.table} row", kind.table)]


def reference_fields(kind: type[Record]) -> list[tuple[str, str]]:
    """The columns of a table that name a row of another table, with that table."""
    found = []
    for field in fields_of(kind):
        for meta in getattr(field.type, "__metadata__", ()):
            if meta.extra and "refers" in meta.extra:
                found.append((field.name, meta.extra["refers"]))
    return found


def check_references(rows: Rows) -> list[Problem]:
    """Names of rows that do not exist."""
    problems = []
    for kind in ORDER:
        for field, target in reference_fields(kind):
            known = {row.identity()[0] for row in rows.all(TABLES[target])}
            for row in rows.all(kind):
                value: Any = getattr(row, field)
                for name in value if isinstance(value, tuple) else (value,):
                    if name is not None and name not in known:
                        message = f"there is no {target.replace('_', ' ')} called {name}"
                        problems.append(Problem(message, kind.table, row.identity(), field))
    return problems


def _check_setup(rows: Rows) -> list[Problem]:
    """Set-up and arrival lines that match nothing or lead nowhere."""
    problems = []
    meant = {line.units for line in rows.all(Placement)} | {line.units for line in rows.all(Arrival)}
    many = {chosen: _matching(rows, chosen) for chosen in meant}  # many lines mean the same units
    for line in rows.all(Placement):
        matching = many[line.units]
        place = ("placement", (line.placement,))
        if matching < max(line.count, 1):
            problems.append(Problem(f"asks for {max(line.count, 1)} units, {matching} match", *place, "units"))
        if sum(where is not None for where in (line.cell, line.place, line.region)) != 1:
            problems.append(Problem("name a cell, a place or a region", *place, "cell"))
    for arrival in rows.all(Arrival):
        matching = many[arrival.units]
        if matching < max(arrival.count, 1):
            message = f"asks for {max(arrival.count, 1)} units, {matching} match"
            problems.append(Problem(message, "arrival", (arrival.arrival,), "units"))
        if arrival.region is None:
            message = "these units have no entry hex"
            problems.append(Problem(message, "arrival", (arrival.arrival,), "region", "warning"))
    return problems


def _matching(rows: Rows, chosen: Selector) -> int:
    """How many counters a choice of units means; one that names units looks at no others."""
    named = (rows.get(Unit, key) for key in dict.fromkeys(chosen.units)) if chosen.units else rows.all(Unit)
    return sum(unit.quantity for unit in named if unit is not None and chosen.matches(unit))
