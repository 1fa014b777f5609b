"""Plans: the rows that a doctrine bot follows, drawn by weight or chosen by name."""

from __future__ import annotations

import random

from engine.errors import StavkaError
from engine.records import Rows
from engine.records.play import Doctrine, Plan


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


def doctrine_of(rows: Rows, plan: Plan) -> tuple[Doctrine, ...]:
    """The rules of a plan, in order."""
    return tuple(sorted((row for row in rows.all(Doctrine) if row.plan == plan.plan), key=lambda row: row.position))
