"""Plans: the rows that a doctrine bot follows, drawn by weight or chosen by name."""

from __future__ import annotations

import random

from engine.bots.doctrine import DOCTRINE_RULES
from engine.errors import Problem, StavkaError
from engine.records import Rows
from engine.records.play import Doctrine, Plan
from engine.rules.parameters import check_parameters


def plans_of(rows: Rows, side: str) -> list[Plan]:
    """The plans of a side, in order."""
    return [plan for plan in rows.all(Plan) if plan.side == side]


def draw_plan(rows: Rows, side: str, seed: int) -> Plan | None:
    """One of the side's plans by its weight; the same seed draws the same plan."""
    plans = [plan for plan in plans_of(rows, side) if plan.weight > 0]
    if not plans:
        return None
    return random.Random(f"plan:{seed}:{side}").choices(plans, [plan.weight for plan in plans])[0]


def find_plan(rows: Rows, side: str, name: str) -> Plan:
    """A side's plan by its key."""
    for plan in plans_of(rows, side):
        if plan.plan == name:
            return plan
    known = ", ".join(plan.plan for plan in plans_of(rows, side)) or "none"
    raise StavkaError(f"The {side} side has no plan {name}; its plans are: {known}.")


def doctrine_of(rows: Rows, plan: Plan | None) -> tuple[Doctrine, ...]:
    """The rules of a plan, in order; without a plan every rule as usual."""
    if plan is None:
        return tuple(Doctrine(plan="", rule=rule, position=number) for number, rule in enumerate(DOCTRINE_RULES))
    return tuple(sorted((row for row in rows.all(Doctrine) if row.plan == plan.plan), key=lambda row: row.position))


def check_doctrine(rows: Rows) -> list[Problem]:
    """Rules of plans that the engine does not have, and parameters that it cannot read."""
    problems = []
    for row in rows.all(Doctrine):
        kind = DOCTRINE_RULES.get(row.rule)
        if kind is None:
            problems.append(Problem(f"there is no doctrine rule {row.rule}", "doctrine", row.identity(), "rule"))
        else:
            problems += check_parameters(kind, row.params, "doctrine", row.identity())
    return problems
