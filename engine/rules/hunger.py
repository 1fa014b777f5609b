"""Hunger: who would eat, or starve, if the supply phase came now; said before the movement that leads to it ends."""

from __future__ import annotations

from engine.rules.prices import affordable
from engine.rules.stores import in_use
from engine.rules.supply_trace import TraceSupply
from engine.rules.table import Table
from engine.scenario.sentences import counted, first_few

NAMED = 3
"""Hungry hexes that are named; of more it is told how many they are."""


def hunger_words(table: Table, side: int) -> str:
    """Which hexes have no line of supply when a side has moved, and what they would eat; empty: all have one."""
    rule = table.setting.by_key(TraceSupply.key)
    if not isinstance(rule, TraceSupply) or not _soon(table, rule, side):
        return ""
    hungry = rule.hungry(table, side)
    if not hungry:
        return ""
    meals = [rule.meal(table, side, cell) for cell in hungry]
    where, whole = first_few([table.label(cell) for cell in hungry], NAMED, "hex"), sum(meal.tokens for meal in meals)
    if in_use(table) is not None and affordable(table, *meals):
        return f"{where} would have no line of supply and eat {counted(whole, 'token')}."
    return f"{where} would have no line of supply, and there is not enough for all of them to eat."


def _soon(table: Table, rule: TraceSupply, side: int) -> bool:
    """Whether it is a movement phase, and a supply phase of the side comes before anybody moves again."""
    phases = table.scenario.phases
    if phases[table.state.phase].kind != "movement":
        return False
    for number in range(table.state.phase + 1, len(phases)):
        if phases[number].phase in rule.phases:
            return table.phase_side(number) == side
        if phases[number].kind == "movement":
            return False
    return False
