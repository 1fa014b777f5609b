"""What changed between two versions of a scenario, in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from engine.bots.doctrine import DOCTRINE_RULES
from engine.records import TABLES, Record, Rows
from engine.records.changes import Change
from engine.records.charts import AnyEffect, Chart, ChartCell
from engine.records.columns import Column, columns
from engine.records.counters import Face, Side, Unit
from engine.records.play import AnyCondition, Doctrine, Option, Plan
from engine.scenario.sentences import condition_words, counted, effect_words

NOUNS: dict[str, str] = {
    "scenario": "title and description",
    "grid": "map",
    "terrain_kind": "terrain",
    "hexside_kind": "hexside feature",
    "link_kind": "road or railway",
    "place_kind": "kind of place",
    "tec_column": "column of the terrain chart",
    "tec": "line of the terrain chart",
    "cell": "hex",
    "box": "off-map box",
    "hexside": "hexside",
    "link": "stretch of road or railway",
    "region_cell": "hex of a region",
    "chart_column": "column of a chart",
    "chart_row": "row of a chart",
    "chart_cell": "cell of a chart",
    "result": "combat result",
    "weather_zone": "weather zone",
    "marker_start": "marker on the map",
    "placement": "line of the set-up",
    "victory": "ending",
    "rule_case": "rule case",
}
"""What a row of each table is called where the table's own name would not do."""

MOST = 12
"""Changes that are said one by one; more of a table are counted."""

LONGEST = 120
"""Letters of a value that are said; the rest is left out."""


def changes_in_words(rows: Rows, changes: Sequence[Change]) -> list[str]:
    """What changes did to a scenario, a sentence each; the rows are those after them."""
    by_table: dict[str, list[Change]] = {}
    for change in changes:
        by_table.setdefault(change.table, []).append(change)
    said = []
    for table, group in by_table.items():
        if len(group) > MOST:
            said.append(f"{counted(len(group), noun_of(table), _plural(noun_of(table)))} changed.".capitalize())
        else:
            said += [sentence for change in group for sentence in change_in_words(rows, change)]
    return said


def options_in_words(rows: Rows, before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    """Which options were chosen otherwise, a sentence each; whoever chose nothing gets the first choice."""
    said = []
    for option in sorted(rows.all(Option), key=lambda option: option.position):
        names = {choice.choice: choice.name for choice in option.choices}
        usual = next(iter(names), "")
        chosen = [side.get(option.option, usual) for side in (before, after)]
        if chosen[0] != chosen[1]:
            one, other = (names.get(choice, choice) for choice in chosen)
            said.append(f"{option.name}: “{one}” becomes “{other}”.")
    return said


def change_in_words(rows: Rows, change: Change) -> list[str]:
    """What one change did: a sentence for each column."""
    row = change.after or change.before
    if row is None:
        return []
    name = name_of(rows, row)
    if change.before is None:
        return [f"{name} is new."]
    if change.after is None:
        return [f"{name} is gone."]
    return [
        f"{name}{_titled(row, column)}{part}: {one} becomes {other}."
        for column in columns(type(row))
        for part, one, other in _parted(rows, column, getattr(change.before, column.name), getattr(row, column.name))
    ]


def _parted(rows: Rows, column: Column, before: object, after: object) -> list[tuple[str, str, str]]:
    """Where a column's value differs, and its words before and after; of named values only those that differ."""
    if before == after:
        return []
    if isinstance(before, dict) and isinstance(after, dict):
        return [
            (f", {part}", _value(rows, column, before.get(part)), _value(rows, column, after.get(part)))
            for part in dict.fromkeys((*before, *after))
            if before.get(part) != after.get(part)
        ]
    return [("", _value(rows, column, before), _value(rows, column, after))]


def noun_of(table: str) -> str:
    """What a row of a table is called."""
    return NOUNS.get(table, table.replace("_", " "))


def name_of(rows: Rows, row: Record) -> str:
    """What a designer calls a row."""
    match row:
        case ChartCell():
            return _cell_name(rows, row)
        case Face():
            unit = rows.get(Unit, row.unit)
            return f"{unit.name if unit else row.unit}{' (reduced)' if row.face else ''}"
        case Doctrine():
            plan, rule = rows.get(Plan, row.plan), DOCTRINE_RULES.get(row.rule)
            return f"{rule.title if rule else row.rule} in the plan “{plan.name if plan else row.plan}”"
        case _:
            own = getattr(row, "name", "") or getattr(row, "title", "") or ", ".join(map(str, row.identity()))
            noun = noun_of(row.table)
            return f"{noun[:1].upper()}{noun[1:]} {own}".strip()


def _cell_name(rows: Rows, cell: ChartCell) -> str:
    """A cell of a chart by its headings: those of turns and sides as they are said, others as they are printed."""
    chart, side = rows.get(Chart, cell.chart), rows.get(Side, cell.column)
    if chart is None:
        return f"{cell.chart}, {cell.row} at {cell.column}"
    if chart.rows_are == "turn":
        return f"{chart.name}, turn {cell.row}, {side.name if side else cell.column}"
    return f"{chart.name}, {cell.row} at {side.name if side else cell.column}"


def _titled(row: Record, column: Column) -> str:
    """The column's title where the row has more than one that could be meant."""
    return "" if isinstance(row, ChartCell) else f", {column.title[:1].lower()}{column.title[1:]}"


def _value(rows: Rows, column: Column, value: object) -> str:
    """A value as a designer says it: the name of what it refers to, a condition or effects as a sentence."""
    if value is None or value == "" or value == ():
        return "nobody" if column.refers == "side" else "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return f"{value:g}"
    if isinstance(value, AnyCondition):
        return f"“{_short(condition_words(rows, value))}”"
    if isinstance(value, tuple) and all(isinstance(each, AnyEffect) for each in value):
        return f"“{_short(', then '.join(map(effect_words, value)))}”"
    if isinstance(value, str):
        kind = TABLES.get(column.refers)
        row = rows.get(kind, value) if kind is not None and len(kind.key) == 1 else None
        return _short(str(getattr(row, "name", "") or value))
    return _short(msgspec.json.encode(value).decode())


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def _plural(noun: str) -> str:
    head, of, rest = noun.partition(" of ")
    if head.endswith("x"):
        return f"{head}es{of}{rest}"
    return f"{head}{'' if head.endswith('s') else 's'}{of}{rest}"


def joined(sentences: Iterable[str]) -> str:
    """Sentences as one paragraph."""
    return " ".join(sentences)
