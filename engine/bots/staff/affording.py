"""Which battles of a plan can be paid for: nobody comes up to attack for want of whose ammunition it would be off."""

from __future__ import annotations

from engine.bots.staff.assessment import Assessment
from engine.bots.staff.battles import BattlePlan
from engine.bots.staff.force import Force
from engine.bots.staff.spending import fuel
from engine.rules.ammunition import Ammunition
from engine.rules.fuel import FUEL
from engine.rules.prices import Price, affordable
from engine.rules.stores import in_use
from engine.rules.table import Table


def payable(look: Assessment, force: Force, plans: list[BattlePlan]) -> list[BattlePlan]:
    """Of battles, the most promising first, those whose fuel and ammunition can be paid together as all would stand."""
    rule = look.table.setting.by_key(Ammunition.key)
    if not isinstance(rule, Ammunition) or in_use(look.table) is None:
        return plans
    moved = _stood(look, force, plans)
    due: list[Price] = []
    found = []
    for plan in plans:
        pieces = [piece for row in plan.rows for piece in force.groups[row]]
        prices = [*_drives(look, force, plan), *rule.attack_prices(moved, look.side, pieces)]
        if affordable(moved, *due, *prices):
            due += prices
            found.append(plan)
    return found


def _stood(look: Assessment, force: Force, plans: list[BattlePlan]) -> Table:
    """The table with everybody where he is to fight from."""
    state = look.table.state.copy()
    for plan in plans:
        for row, cell in zip(plan.rows, plan.cells, strict=True):
            for piece in force.groups[row]:
                state.relocate(piece, cell)
    return Table(look.table.setting, state, seed=0)


def _drives(look: Assessment, force: Force, plan: BattlePlan) -> list[Price]:
    """What it costs to bring those up who do not stand yet where they are to fight from."""
    groups = [force.groups[row] for row, cell in zip(plan.rows, plan.cells, strict=True) if cell != force.cell[row]]
    owed = ((group, fuel(look.table, group)) for group in groups)
    return [Price(look.side, many, group, look.table.state.cell[group[0]], FUEL) for group, many in owed if many]
