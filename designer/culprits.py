"""Where a problem is, in a designer's words instead of the names of tables and keys."""

from __future__ import annotations

from engine.errors import Problem
from engine.records import TABLES, Record, Rows
from engine.records.columns import columns

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
    "cell": "Map",
    "box": "Off-map box",
    "hexside": "Hexside of",
    "link": "Line from",
    "side": "Side",
    "place": "Place",
    "region": "Region",
    "region_cell": "Region",
    "underlay": "Underlay",
    "nationality": "Nationality",
    "formation": "Formation",
    "unit": "Unit",
    "face": "Unit",
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
    "rule_case": "Rule case",
}
"""What each table is called where a problem of it is shown."""

_NAMES = ("name", "title", "note")


def place_of(rows: Rows, problem: Problem) -> str:
    """Where a problem is, as `Set-up of the Brest garrison, count`."""
    table = problem.table
    word = PLACES.get(table, table.replace("_", " ").capitalize())
    parts = [word, _name(rows, problem)] if problem.key else [word]
    where = " ".join(part for part in parts if part)
    return f"{where}, {_column(table, problem.field)}" if problem.field else where


def said(rows: Rows, problem: Problem) -> str:
    """A problem as one line: where it is, and what is wrong."""
    where = place_of(rows, problem)
    return f"{where}: {problem.message}" if where else problem.message[:1].upper() + problem.message[1:]


def _name(rows: Rows, problem: Problem) -> str:
    """The row's own name, or that of the row it belongs to, or its key."""
    row = _row(rows, problem.table, problem.key)
    named = next((str(getattr(row, name)) for name in _NAMES if getattr(row, name, "")), "")
    if named:
        return named
    first, *rest = problem.key
    owner = _row(rows, "unit" if problem.table == "face" else problem.table.partition("_")[0], problem.key[:1])
    if problem.table == "face":
        rest = ["reduced"] if rest[:1] != [0] else []
    return ", ".join(map(str, (getattr(owner, "name", "") or first, *rest)))


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
