"""Names in parameters, selectors and conditions that no row of the scenario bears, and words that nobody does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import msgspec

from engine.errors import Problem
from engine.records import TABLES, Rows
from engine.records.charts import Result
from engine.records.columns import fields_of
from engine.records.counters import Face, Unit
from engine.records.play import Phase

Words = Mapping[str, frozenset[str]]
"""The words that are borne, by what kind of word they are."""

SAID = {
    "flag": "no unit has the flag {}",
    "type": "no unit is of the type {}",
    "size": "no unit is of the size {}",
    "class": "no unit is of the class {}",
    "pool": "no unit is in the pool {}",
    "value": "no unit has a value called {}",
    "code": "no combat result has the code {}",
    "mode": "no phase has a way of moving called {}",
    "mark": "no rule in use puts a mark called {} on anything",
}


def words_of(rows: Rows) -> dict[str, frozenset[str]]:
    """The words that units and phases bear; while there is nobody, no word is missed."""
    units, phases = rows.all(Unit), rows.all(Phase)
    found: dict[str, frozenset[str]] = {}
    if units:
        found = {
            "flag": frozenset(flag for unit in units for flag in unit.flags),
            "type": frozenset(unit.symbol for unit in units),
            "size": frozenset(unit.size for unit in units),
            "class": frozenset(unit.move_class for unit in units),
            "pool": frozenset(unit.pool for unit in units),
            "value": frozenset(name for face in rows.all(Face) for name in face.extra),
        }
    if rows.all(Result):
        found["code"] = frozenset(result.code for result in rows.all(Result))
    if phases:
        modes = [mode for phase in phases for mode in phase.params.get("modes", ()) if isinstance(mode, dict)]
        found["mode"] = frozenset(str(mode.get("name", "")) for mode in modes)
    return found


def check_names(
    rows: Rows, value: Any, table: str, key: tuple[object, ...], field: str, words: Words | None = None
) -> list[Problem]:
    """Every name within a value that should be a row of another table and is not, and every word that nobody bears."""
    problems = []
    for target, name in sorted(set(names_in(value))):
        if target in TABLES and name not in _known(rows, target):
            problems.append(Problem(f"there is no {target.replace('_', ' ')} called {name}", table, key, field))
        elif words and name not in words.get(target, (name,)):
            problems.append(Problem(SAID[target].format(name), table, key, field, "warning"))
    return problems


def _known(rows: Rows, table: str) -> frozenset[object]:
    """The names that rows of a table bear; a large order of battle asks for them a thousand times."""
    kind = TABLES[table]
    return rows.kept(("known", table), (table,), lambda: frozenset(row.identity()[0] for row in rows.all(kind)))


@cache
def _targets(kind: type[msgspec.Struct]) -> tuple[tuple[str, str], ...]:
    """The fields of a kind of value, each with the table that it names rows of, or the kind of its words."""
    found = []
    for field in fields_of(kind):
        extras = [meta.extra or {} for meta in getattr(field.type, "__metadata__", ())]
        target = next((extra.get("refers") or extra.get("word") for extra in extras if extra), None)
        found.append((field.name, str(target or "")))
    return tuple(found)


def names_in(value: Any) -> Iterator[tuple[str, str]]:
    """The names within a value, each with the table that should have it or its kind of word; its parts included."""
    for field, target in _targets(value.__class__):
        for leaf in _leaves(getattr(value, field)):
            if isinstance(leaf, msgspec.Struct):
                yield from names_in(leaf)
            elif target and isinstance(leaf, str) and leaf:
                yield target, leaf


def _leaves(content: Any) -> Iterator[Any]:
    if isinstance(content, dict):
        content = tuple(content.values())
    if isinstance(content, tuple | list):
        for part in content:
            yield from _leaves(part)
    else:
        yield content
