"""Options chosen at the start of a game: each is a list of changes to the scenario's rows."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from engine.errors import Problem, ScenarioError
from engine.records import TABLES, Rows
from engine.records.counters import Side
from engine.records.family import convert
from engine.records.play import MechanismRow, Option, OptionChoice, Override

HANDICAP = "handicap"
"""The option that every scenario has: `german+1` moves every battle by one column in favour of that side."""


def choose_options(rows: Rows, chosen: Mapping[str, str]) -> Rows:
    """The rows as they are with these choices; an option not named keeps its first choice."""
    changed = rows.copy()
    unknown = set(chosen) - {HANDICAP, *(option.option for option in rows.all(Option))}
    if unknown:
        raise ScenarioError([Problem(f"there is no option {key}", "option", (key,)) for key in sorted(unknown)])
    for option in rows.all(Option):
        choice = _find(option, chosen.get(option.option))
        for override in choice.overrides if choice else ():
            _apply(changed, override, option)
    if wanted := chosen.get(HANDICAP):
        changed.put(_handicap(rows, wanted))
    return changed


def handicap(side: str, columns: int) -> str:
    """The choice of the option that helps a side by so many columns."""
    return f"{side}+{columns}"


def _handicap(rows: Rows, wanted: str) -> MechanismRow:
    for side in rows.all(Side):
        for columns in (1, 2, 3):
            if wanted == handicap(side.side, columns):
                return MechanismRow(mechanism=HANDICAP, params={"side": side.side, "columns": columns})
    message = f"there is no handicap {wanted}: name a side and 1 to 3 columns, as in SIDE+1"
    raise ScenarioError([Problem(message, "option", (HANDICAP,), "choices")])


def _find(option: Option, wanted: str | None) -> OptionChoice | None:
    if wanted is None:
        return option.choices[0] if option.choices else None
    for choice in option.choices:
        if choice.choice == wanted:
            return choice
    problem = Problem(f"there is no choice {wanted}", "option", (option.option,), "choices")
    raise ScenarioError([problem])


def _apply(rows: Rows, override: Override, option: Option) -> None:
    kind = TABLES.get(override.table)
    row = rows.get(kind, *override.key) if kind else None
    if kind is None or row is None:
        message = f"changes a row that does not exist: {override.table} {override.key}"
        raise ScenarioError([Problem(message, "option", (option.option,), "choices")])
    if override.delete:
        rows.drop(kind, *override.key)
        return
    values = msgspec.structs.asdict(row) | override.set
    if "params" in override.set:
        values["params"] = getattr(row, "params", {}) | override.set["params"]
    try:
        rows.put(convert(msgspec.to_builtins(values), kind))
    except msgspec.ValidationError as error:
        raise ScenarioError([Problem(str(error), "option", (option.option,), "choices")]) from error
