"""Fuel for many at once: where several units of a formation are about to drive, all of it is fuelled together."""

from __future__ import annotations

from collections.abc import Iterable

from engine.bots.bot import Choice, Why
from engine.play.view import View
from engine.rules.drawing import SupplyDraw
from engine.rules.fuel import Fuel, FuelGroup, movers
from engine.scenario.sentences import counted
from engine.state.actions import AnyAction

LASTING = 0.75
"""The share of its price from which fuel for many is bought: it lasts longer than that of single units."""


def fuelling(view: View, action: AnyAction, planned: Iterable[AnyAction]) -> Choice | None:
    """Fuel for all that are served together with the units of a move, if enough of them are to move."""
    table, rule = view.table, view.setting.by_key(Fuel.key)
    if not isinstance(rule, Fuel) or not rule.group:
        return None
    dry = [piece for piece in movers(action) if rule.needs(table, piece)]
    if not dry:
        return None
    going = {piece for one in (action, *planned) for piece in movers(one) if rule.needs(table, piece)}
    throwers = table.mechanism(SupplyDraw).headquarters(table, view.side)
    for giver in (dry[0], *throwers):
        if not rule.serves(table, giver, dry[0]):
            continue
        served = [piece for piece in going if rule.serves(table, giver, piece)]
        whole = FuelGroup(giver)
        if len(served) * rule.unit >= LASTING * rule.group and view.judge(whole):
            text = f"{counted(len(served), 'unit')} that would pay one by one are to drive"
            return whole, Why(rule="fuel", goal="spend fuel well", expects="it lasts for the turn", reasons=[text])
    return None
