"""Plans from elsewhere: copied from another scenario, or written down from the victory conditions."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from engine.bots import derived_doctrine, derived_plan, strange_names
from engine.bots.doctrine import DOCTRINE_RULES
from engine.records import Rows
from engine.records.changes import Change, put
from engine.records.counters import Side
from engine.records.play import Doctrine, Plan


def copied_plan(rows: Rows, source: Rows, plan: str, side: str) -> tuple[str, list[Change]]:
    """The key of a plan of another scenario in this one, and the changes that bring it here with all its rules."""
    old = source.get(Plan, plan)
    if old is None:
        return "", []
    key = free_key(rows, plan)
    names = {row.name for row in rows.all(Plan) if row.side == side}
    name = old.name if old.name not in names else f"{old.name} (copy)"
    rules = [replace(row, plan=key) for row in doctrine_in(source, plan)]
    return key, [put(rows, replace(old, plan=key, name=name, side=side)), *(put(rows, row) for row in rules)]


def written_plan(rows: Rows, side: str) -> tuple[str, list[Change]]:
    """The key of the plan that a side without one follows, and the changes that write it down."""
    plan = derived_plan(rows, side)
    return plan.plan, [put(rows, plan), *(put(rows, row) for row in derived_doctrine(rows, side, plan.plan))]


def free_key(rows: Rows, wanted: str) -> str:
    """A key that no plan has: the one that is wanted, or that with a number."""
    number, key = 2, wanted
    while rows.has(Plan, key):
        number, key = number + 1, f"{wanted}-{number}"
    return key


def doctrine_in(source: Rows, plan: str) -> list[Doctrine]:
    """The rules of a plan, in order."""
    return sorted((row for row in source.all(Doctrine) if row.plan == plan), key=lambda row: row.position)


def like_side(rows: Rows, source: Rows, side: str) -> str:
    """The side of this scenario that is most like one of another: of the same key, or in the same place."""
    here, there = ([one.side for one in sorted(each.all(Side), key=_place)] for each in (rows, source))
    if side in here or not here:
        return side if side in here else ""
    return here[min(there.index(side), len(here) - 1)] if side in there else here[0]


def _place(side: Side) -> int:
    return side.position


def misgivings(rows: Rows, doctrine: Sequence[Doctrine]) -> list[str]:
    """What a plan speaks of and this scenario does not have, a sentence for each rule that does."""
    found: dict[str, list[str]] = {}
    for row in doctrine:
        if row.rule not in DOCTRINE_RULES:
            found.setdefault(row.rule, []).append("the engine has no such rule")
    for problem in strange_names(rows, doctrine):
        found.setdefault(str(problem.key[1]), []).append(problem.message)
    return [f"{_title(rule)}: {'; '.join(said)}." for rule, said in found.items()]


def _title(rule: str) -> str:
    kind = DOCTRINE_RULES.get(rule)
    return kind.title if kind is not None else rule
