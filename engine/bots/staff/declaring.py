"""Announcing battles: the set that promises most from where the units stand, weighed by the rules' own chances."""

from __future__ import annotations

import numpy as np

from engine.bots.staff.answers import worth_of
from engine.bots.staff.assessment import Assessment
from engine.bots.staff.battles import BattlePlan, prospects_of
from engine.bots.staff.clearing import worth_driving_off
from engine.bots.staff.force import Force, cells_of, force_of
from engine.bots.staff.plan import UNTOLD, Book, Motive, Orders
from engine.bots.staff.rules import Campaign
from engine.bots.staff.special_rules import Lead
from engine.bots.staff.spending import ammunition, token_worth
from engine.bots.staff.standing import averted
from engine.bots.words import outbid, percent, points, tell_chances
from engine.rules.forecast import Forecast
from engine.rules.joining import announced_first, attacked, attackers_of
from engine.rules.zoc import zone
from engine.state.actions import DeclareAttack, Done, FightBattle
from engine.state.tasks import Battle

WORTH_IT = 0.2
"""Strength points that a leader must add to the worth of a battle to be put at risk in it."""


def declare(look: Assessment, book: Book, *, heard: bool = True) -> Orders:
    """The announcements of a combat phase; where battles are fought one by one, the best one and its dice.

    The reasons are told if they are `heard`.
    """
    orders, rule = Orders(), book.of(Campaign)
    force = force_of(look.table, look.lie, look.side, attackers_of(look.table, look.side), not look.terrain.single)
    plans = plans_from(look, book, force) if book.get(Campaign) is not None else []
    first = announced_first(look.table)
    for number, plan in enumerate(plans):
        battle = _lawful(look, plan, force)
        if battle is None:
            continue
        battle = _joined(look, book, force, battle)
        pieces = battle.attackers
        worth, kills, costs, taken, seen = worth_of(look, book, battle, None)
        worth -= token_worth(look, rule) * ammunition(look.table, look.side, pieces) if rule.token else 0.0
        if worth < rule.least and not first:
            continue
        motive = UNTOLD
        if heard:
            others = _outbid(look, plan, plans[number + 1 : number + 3])
            motive = _motive(look, battle, (worth, kills, costs, taken), seen.whole, others)
        orders.orders += [(DeclareAttack(piece, plan.target), motive) for piece in pieces]
        if not first:
            orders.orders.append((FightBattle(plan.target), motive))
            return orders
    orders.orders.append((Done(), _enough()))
    return orders


def _lawful(look: Assessment, plan: BattlePlan, force: Force) -> Battle | None:
    """A battle with those whom the rules let take part, as many of the strongest as can be paid for together."""
    table, target = look.table, plan.target
    pieces = [piece for row in plan.rows for piece in force.groups[row] if table.verdict("may_target", piece, target)]
    while pieces:
        battle = Battle(look.side, target, tuple(pieces), tuple(table.stack(target)))
        if table.verdict("may_fight", battle):
            return battle
        pieces.pop()
    return None


def _joined(look: Assessment, book: Book, force: Force, battle: Battle) -> Battle:
    """The battle with those leaders beside its attackers who raise its worth; nobody counts upon them before."""
    if not book.of(Lead).boost:
        return battle
    cells = {look.table.state.cell[piece] for piece in battle.attackers}
    for row in np.flatnonzero(force.station).tolist():
        if int(force.cell[row]) not in cells or force.groups[row][0] in battle.attackers:
            continue
        more = Battle(battle.side, battle.target, (*battle.attackers, *force.groups[row]), battle.defenders)
        if worth_of(look, book, more, None)[0] > worth_of(look, book, battle, None)[0] + WORTH_IT:
            battle = more
    return battle


def plans_from(look: Assessment, book: Book, force: Force) -> list[BattlePlan]:
    """The battles worth fighting by groups that stay where they stand."""
    can = np.zeros((len(force), look.board.size), np.uint8)
    can[np.arange(len(force)), force.cell] = 1
    size, limits = look.board.size, len(look.lie.limits)
    here = np.bincount(cells_of(look.table, look.lie, look.side), minlength=size).astype(np.int32)
    zones = zone(look.table, look.side)
    member = np.zeros((limits, len(force)), np.uint8)
    count = np.zeros((limits, size), np.int32)
    prospects = prospects_of(look, book.of(Campaign), force.cell.tolist(), worth_driving_off(look, book))
    prospects.averted = averted(look, book)
    prospects.spent = [cell for cell in np.unique(look.theirs.cell).tolist() if attacked(look.table, cell)]
    return prospects.plan(force, can, zones, here, count, member)


def _outbid(look: Assessment, plan: BattlePlan, others: list[BattlePlan]) -> tuple[tuple[str, float, str], ...]:
    """Other battles, and why they are not fought before this one."""
    return tuple(
        (f"attack {look.label(other.target)} first", other.worth, outbid(other.worth, plan.worth)) for other in others
    )


def _motive(
    look: Assessment,
    battle: Battle,
    worth: tuple[float, float, float, float],
    seen: Forecast,
    others: tuple[tuple[str, float, str], ...],
) -> Motive:
    whole, kills, costs, taken = worth
    where = look.label(battle.target)
    text = (
        f"{where} at {seen.column}: he loses {points(kills)} on average, we lose {points(costs, 'step')}, "
        f"and the cell is ours in {percent(taken)} of cases"
    )
    figures = {"target": float(battle.target), "worth": whole, "kills": kills, "costs": costs, "taken": taken}
    told = tell_chances(seen.chances)
    return Motive(Campaign.key, Campaign.goal, battle.target, text, told, figures, others)


def _enough() -> Motive:
    reason = "no other battle is worth its price"
    return Motive(Campaign.key, Campaign.goal, None, reason, "more battles would cost more than they bring")
