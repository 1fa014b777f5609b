"""Rows in words, and the fields of a row that can be given another value, its rule's parameters among them."""

from __future__ import annotations

from typing import Any

import msgspec

from designer.inputs.shapes import Parameter, defaults_of, parameters_of
from engine.bots.doctrine import DOCTRINE_RULES
from engine.records import ORDER, TABLES, Record, Rows
from engine.records.columns import Column, columns
from engine.records.play import Doctrine, MechanismRow, Option, Phase
from engine.systems.catalogue import all_mechanisms, all_phases

Path = tuple[str, ...]
"""A column, or `params` and the name of a parameter."""

PARAMS = "params"


def tables_of(rows: Rows) -> list[tuple[str, str]]:
    """The tables that have rows to change, with their titles."""
    return [(kind.table, table_words(kind.table)) for kind in ORDER if kind is not Option and rows.all(kind)]


def table_words(table: str) -> str:
    """What a table is called."""
    return "Terrain effects" if table == "tec" else table.replace("_", " ").capitalize()


def row_words(rows: Rows, row: Record) -> str:
    """What a row is called: its name and key, or the parts of its key by name; and its value where it has one."""
    known = {column.name: column for column in columns(type(row))}
    parts = [_part(rows, known[name], getattr(row, name)) for name in row.key]
    key, name = " / ".join(parts), str(getattr(row, "name", "") or getattr(row, "title", "") or _rule_title(row))
    words = key if not name or name == key else f"{name} ({key})" if key else name
    value = getattr(row, "value", None)
    return f"{words}: {value}" if isinstance(value, str) and value else words


def _rule_title(row: Record) -> str:
    """What the rule of a row is called that has no name of its own."""
    return str(getattr(rule_of(row), "title", "")) if isinstance(row, MechanismRow) else ""


def _part(rows: Rows, column: Column, value: Any) -> str:
    other = rows.get(TABLES[column.refers], value) if column.refers and column.refers in TABLES else None
    return str(getattr(other, "name", "") or value)


def rule_of(row: Record) -> type[msgspec.Struct] | None:
    """The declaration of a row's parameters, where it has such."""
    if isinstance(row, MechanismRow):
        return all_mechanisms().get(row.mechanism)
    if isinstance(row, Phase):
        return all_phases().get(row.kind)
    return DOCTRINE_RULES.get(row.rule) if isinstance(row, Doctrine) else None


def fields_of(row: Record) -> dict[Path, Parameter]:
    """What can be set in a row: its columns but for the key, and its rule's parameters one by one."""
    rule = rule_of(row)
    found: dict[Path, Parameter] = {}
    for parameter in parameters_of(type(row)):
        if parameter.name in row.key or parameter.column.kind == "bytes":
            continue
        if parameter.name == PARAMS and rule is not None:
            found |= {(PARAMS, one.name): one for one in parameters_of(rule)}
        else:
            found[(parameter.name,)] = parameter
    return found


def now_in(row: Record, path: Path) -> Any:
    """What a row holds in a field, as plain data."""
    if len(path) == 1:
        return msgspec.to_builtins(getattr(row, path[0]))
    rule, held = rule_of(row), getattr(row, PARAMS, {})
    return msgspec.to_builtins(held.get(path[1], (defaults_of(rule) if rule else {}).get(path[1])))
