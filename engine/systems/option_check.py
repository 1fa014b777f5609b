"""The check of options: every choice changes rows that are there, to values that fit, and breaks nothing by it."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from engine.errors import Problem, ScenarioError
from engine.records import ORDER, TABLES, Rows
from engine.records.columns import columns
from engine.records.play import Option, OptionChoice, Override
from engine.records.verify import build, dangling
from engine.scenario.options import choose_options
from engine.systems.rule_check import check_rule_rows


def check_options(rows: Rows) -> list[Problem]:
    """Everything that is wrong with the options of a scenario."""
    options = rows.all(Option)
    if not options:
        return []
    known = [*dangling(rows, ORDER), *check_rule_rows(rows)]
    return [
        Problem(message, "option", (option.option,), "choices")
        for option in options
        for message in _faults(rows, option, known)
    ]


def _faults(rows: Rows, option: Option, known: list[Problem]) -> Iterator[str]:
    if not option.choices:
        yield "there is nothing to choose"
    keys = [choice.choice for choice in option.choices]
    for key in sorted({key for key in keys if keys.count(key) > 1}):
        yield f"two choices have the key {key}"
    for choice in option.choices:
        wrong = [fault for override in choice.overrides for fault in _override_faults(rows, override)]
        wrong = wrong or _consequences(rows, option, choice, known)
        yield from (f"“{choice.name}”: {fault}" for fault in wrong)


def _override_faults(rows: Rows, override: Override) -> list[str]:
    """What is wrong with one change of a row."""
    kind = TABLES.get(override.table)
    if kind is None:
        return [f"there is no table {override.table}"]
    row = rows.get(kind, *override.key)
    where = " ".join((override.table.replace("_", " "), *(str(part) for part in override.key)))
    if row is None:
        return [f"there is no {where} to change"]
    keys = [name for name in override.set if name in kind.key]
    if keys:
        return [f"{where}: the key of a row cannot be changed ({', '.join(keys)})"]
    values = msgspec.to_builtins(msgspec.structs.asdict(row) | override.set, builtin_types=(bytes,))
    titles = {column.name: column.title for column in columns(kind)}
    found = build(kind, values, row.identity())[1]
    return [f"{where}, {titles.get(problem.field, problem.field)}: {problem.message}" for problem in found]


def _consequences(rows: Rows, option: Option, choice: OptionChoice, known: list[Problem]) -> list[str]:
    """What a choice breaks elsewhere: rows that name what it removed, parameters that cannot be read."""
    if not choice.overrides:
        return []
    try:
        changed = choose_options(rows, {option.option: choice.choice})
    except ScenarioError as error:
        return [problem.message for problem in error.problems]
    after = [*dangling(changed, ORDER), *check_rule_rows(changed)]
    return [str(problem) for problem in after if problem not in known]
