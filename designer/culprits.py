"""Where a problem is, in a designer's words instead of the names of tables and keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.errors import Problem, ScenarioError
from engine.grid import make_grid
from engine.records import TABLES, Record, Rows
from engine.records.board import Grid
from engine.records.columns import columns
from engine.records.markers import MarkerStart
from engine.records.play import Arrival, Placement
from engine.scenario.sentences import units_words

PLACES: dict[str, str] = {
    "scenario": "Title and description",
    "grid": "Map",
    "turn": "Turn",
    "terrain_kind": "Terrain",
    "hexside_kind": "Hexside feature",
    "link_kind": "Road or railway",
    "place_kind": "Kind of place",
    "tec_column": "Column of the terrain chart",
    "tec": "Terrain chart",
    "cell": "Hex",
    "box": "Off-map box",
    "hexside": "Hexside",
    "link": "Road or railway",
    "side": "Side",
    "place": "Place",
    "region": "Region",
    "region_cell": "Region",
    "underlay": "Underlay",
    "nationality": "Nationality",
    "formation": "Formation",
    "unit": "Unit",
    "face": "Unit",
    "mode_face": "Unit",
    "chart": "Chart",
    "chart_column": "Chart",
    "chart_row": "Chart",
    "chart_cell": "Chart",
    "result": "Combat result",
    "weather": "Weather",
    "weather_zone": "Weather zone",
    "marker": "Marker",
    "marker_start": "Marker on the map",
    "phase": "Phase",
    "mechanism": "Mechanism",
    "placement": "Set-up of",
    "arrival": "Arrival of",
    "victory": "Ending",
    "option": "Option",
    "plan": "Plan",
    "doctrine": "Doctrine",
    "balance": "Balance for",
    "rule_case": "Rule case",
}
"""What each table is called where a problem of it is shown."""

_NAMES = ("name", "title", "note")

Namer = Callable[[Rows, tuple[Any, ...], Record | None], str]
"""What one row is called, given its key and the row if there still is one."""


def place_of(rows: Rows, problem: Problem) -> str:
    """Where a problem is, as `Set-up of the Brest garrison, count`."""
    table = problem.table
    word = PLACES.get(table, table.replace("_", " ").capitalize())
    if table == "cell" and rows.has(Grid) and rows.the(Grid).shape != "hex":
        word = "Square"
    if not problem.key:
        return f"{word}, {_column(table, problem.field)}" if problem.field else word
    if table in _WHOLE:
        return _WHOLE[table](rows, problem.key, _row(rows, table, problem.key))
    where = f"{word} {_name(rows, problem)}".strip()
    return f"{where}, {_column(table, problem.field)}" if problem.field else where


def said(rows: Rows, problem: Problem) -> str:
    """A problem as one line: where it is, and what is wrong."""
    where = place_of(rows, problem)
    return f"{where}: {problem.message}" if where else problem.message[:1].upper() + problem.message[1:]


def _name(rows: Rows, problem: Problem) -> str:
    """The row's own name, or what it is made of, or that of the row it belongs to, or its key."""
    row = _row(rows, problem.table, problem.key)
    named = next((str(getattr(row, name)) for name in _NAMES if getattr(row, name, "")), "")
    if named:
        return named
    if problem.table in _PARTS:
        return _PARTS[problem.table](rows, problem.key, row)
    return _called(rows, problem.table, problem.key[0])


def _called(rows: Rows, table: str, key: object) -> str:
    """What a row is called by its own name; by its key where it has none."""
    kind = TABLES.get(table)
    row = rows.get(kind, key) if kind is not None and len(kind.key) == 1 else None
    return str(getattr(row, "name", "") or key)


def _side(rows: Rows, key: tuple[Any, ...], _row: Record | None) -> str:
    cell, side, kind = key
    name = _called(rows, "hexside_kind", kind)
    if not rows.has(Grid):
        return f"{name} at {cell}"
    grid = rows.kept("grid", ("grid",), lambda: make_grid(rows.the(Grid)))
    try:
        other = grid.neighbour(grid.parse(str(cell)), int(side)) if int(side) < grid.sides else None
    except ScenarioError:
        other = None
    return f"{name} between {cell} and {grid.label(other)}" if other is not None else f"{name} at the edge of {cell}"


def _link(rows: Rows, key: tuple[Any, ...], _row: Record | None) -> str:
    cell, other, kind = key
    return f"{_called(rows, 'link_kind', kind)} from {cell} to {other}"


def _entry(rows: Rows, key: tuple[Any, ...], _row: Record | None) -> str:
    layer, kind, effect = key
    return f"Terrain chart, {_called(rows, f'{layer}_kind', kind)} under {_called(rows, 'tec_column', effect)}"


def _face(rows: Rows, key: tuple[Any, ...], _row: Record | None) -> str:
    unit = _called(rows, "unit", key[0])
    return f"{unit}, reduced" if key[1:] and key[1] != 0 else unit


def _chart_part(rows: Rows, key: tuple[Any, ...], _row: Record | None) -> str:
    words = ("row", "column") if len(key) == 3 else ("",)
    parts = (f"{word} {part}".strip() for word, part in zip(words, key[1:], strict=False))
    return ", ".join([_called(rows, "chart", key[0]), *parts])


def _line(rows: Rows, key: tuple[Any, ...], row: Record | None) -> str:
    return units_words(rows, row.units) if isinstance(row, Placement | Arrival) else str(key[0])


def _laid(rows: Rows, key: tuple[Any, ...], row: Record | None) -> str:
    if not isinstance(row, MarkerStart):
        return str(key[0])
    return f"{_called(rows, 'marker', row.marker)} in {row.cell}" if row.cell else _called(rows, "marker", row.marker)


def _spoken(_rows: Rows, key: tuple[Any, ...], _row: Record | None) -> str:
    """A key that only the program reads, as words."""
    return str(key[-1]).replace("-", " ").replace("_", " ")


_WHOLE: dict[str, Namer] = {"hexside": _side, "link": _link, "tec": _entry}
"""Places that are said as a whole; the column adds nothing to them."""

_PARTS: dict[str, Namer] = {
    "face": _face,
    "chart_cell": _chart_part,
    "chart_row": _chart_part,
    "chart_column": _chart_part,
    "placement": _line,
    "arrival": _line,
    "marker_start": _laid,
    "mechanism": _spoken,
    "region_cell": lambda rows, key, _row: f"{_called(rows, 'region', key[0])}, {key[-1]}",
    "doctrine": lambda rows, key, row: f"{_called(rows, 'plan', key[0])}, {_spoken(rows, key, row)}",
}
"""What rows without a name of their own are called."""


def _row(rows: Rows, table: str, key: tuple[object, ...]) -> Record | None:
    kind = TABLES.get(table)
    if kind is None or len(key) != len(kind.key):
        return None
    return rows.get(kind, *key)


def _column(table: str, field: str) -> str:
    """The title of a column as it stands inside a sentence."""
    kind = TABLES.get(table)
    found = next((column.title for column in columns(kind) if column.name == field), field) if kind else field
    return found[:1].lower() + found[1:]
