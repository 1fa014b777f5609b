"""Announcing battles: the set that promises most, from where the units stand."""

from __future__ import annotations

import numpy as np

from engine.bots.bot import Choice, Rejected, Why
from engine.bots.doctrine.appraisal import Appraisal
from engine.bots.doctrine.assault import Assault, AssaultPlan
from engine.bots.doctrine.force import PieceForce, force_of
from engine.bots.rule import Weighted
from engine.bots.words import outbid, tell_forecast
from engine.rules.joining import attackers_of
from engine.state.actions import DeclareAttack, Done


def declare(look: Appraisal, rules: list[Weighted]) -> list[Choice]:
    """The announcements of a combat phase, the last one that all are made."""
    rule = next((one.rule for one in rules if isinstance(one.rule, Assault)), None)
    orders: list[Choice] = []
    if rule is not None:
        force = force_of(look.view, look.lie, look.side, attackers_of(look.table, look.side))
        plans = _plans(look, rule, force)
        for number, plan in enumerate(plans):
            why = _why(look, rule, force, plan, plans[number + 1 : number + 3])
            orders += [(DeclareAttack(force.pieces[row], plan.target), why) for row in plan.rows]
    done = Why(
        rule="assault",
        goal="fight only what pays",
        expects="more battles would cost more than they bring",
        reasons=["no other battle is worth its price"],
        rejected=[],
    )
    return [*orders, (Done(), done)]


def _plans(look: Appraisal, rule: Assault, force: PieceForce) -> list[AssaultPlan]:
    can = np.zeros((len(force), look.board.size), np.uint8)
    can[np.arange(len(force)), force.cell] = 1
    member = np.zeros((len(look.lie.limits), len(force)), np.uint8)
    count = np.zeros((len(look.lie.limits), look.board.size), np.int32)
    return rule.plan(look, force, can, look.view.zone(look.side), count, member)


def _why(look: Appraisal, rule: Assault, force: PieceForce, plan: AssaultPlan, others: list[AssaultPlan]) -> Why:
    pieces = tuple(force.pieces[row] for row in plan.rows)
    return Why(
        rule=rule.key,
        goal=rule.goal,
        expects=tell_forecast(look.view.forecast(plan.target, pieces)),
        reasons=[f"{look.label(plan.target)}: {rule.prospect(look, plan.target, pieces)}"],
        rejected=rejected(look, plan, others),
    )


def rejected(look: Appraisal, plan: AssaultPlan, others: list[AssaultPlan]) -> list[Rejected]:
    """The battles that the same units might have fought, and why they do not."""
    return [
        Rejected(
            {
                "action text": f"attack {look.label(other.target)} with them instead",
                "score": round(other.worth, 2),
                "why": outbid(other.worth, plan.worth),
            }
        )
        for other in others
    ]
