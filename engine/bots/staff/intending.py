"""What a turn is for, told in three sentences: where the weight goes, what is attacked, what is held and feared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from engine.bots.staff.assessment import Assessment
from engine.bots.staff.battles import BattlePlan
from engine.bots.staff.draft import Draft
from engine.bots.staff.plan import Motive, Orders
from engine.bots.staff.rules import Bastion, Brace, Drive, Guard, Hold
from engine.play.intent import Intent
from engine.records.counters import Formation
from engine.scenario.sentences import counted, first_few, listed, tenths
from engine.state.actions import MoveStack, MoveUnit

TAKING = frozenset({Drive.key})
HOLDING = frozenset({Hold.key, Guard.key, Bastion.key, Brace.key})
"""The rules by which groups make for a place, and by which they keep one."""

NAMED, FOUGHT = 2, 3
"""The most goals, and the most battles and places held, that a sentence names."""


def intend(look: Assessment, draft: Draft, battles: list[BattlePlan], orders: Orders) -> Intent:
    """The intent behind the orders of a turn, from the figures that made them."""
    motives = _motives(draft, orders)
    taking = _strongest(draft, motives, TAKING, look.prizes)
    holding = _strongest(draft, motives, HOLDING, look.held_cells)
    parts = (
        _effort(look, draft, taking, battles),
        _battles(look, draft, battles),
        _stand(look, draft, holding, orders),
    )
    fight = dict.fromkeys(plan.target for plan in battles)
    return Intent(tuple(f"{text}." for text in parts if text), tuple(taking), tuple(holding), tuple(fight))


def _motives(draft: Draft, orders: Orders) -> dict[int, Motive]:
    """By row of the force, why the group goes or stays where it does."""
    by_piece = dict(orders.stays)
    for action, motive in orders.orders:
        if isinstance(action, MoveStack):
            by_piece |= dict.fromkeys(action.pieces, motive)
        elif isinstance(action, MoveUnit):
            by_piece[action.piece] = motive
    return {row: by_piece[group[0]] for row, group in enumerate(draft.force.groups) if group[0] in by_piece}


def _strongest(
    draft: Draft, motives: Mapping[int, Motive], rules: frozenset[str], cells: Iterable[int]
) -> dict[int, list[int]]:
    """By cell that a rule is followed for, the rows that do so; the cell with most strength first."""
    found: dict[int, list[int]] = {}
    wanted = set(cells)
    for row, motive in motives.items():
        if motive.rule in rules and motive.about is not None and motive.about in wanted:
            found.setdefault(motive.about, []).append(row)
    strength = draft.force.attack if rules is TAKING else draft.force.defence
    return dict(sorted(found.items(), key=lambda one: (-float(sum(strength[row] for row in one[1])), one[0])))


def _effort(look: Assessment, draft: Draft, taking: Mapping[int, list[int]], battles: list[BattlePlan]) -> str:
    """Where the weight goes: into battle, or toward the place that most of the others make for."""
    goals = [
        (rows, f"toward {look.label(cell)}: {_much(look, draft, rows)}", f"toward {look.label(cell)}")
        for cell, rows in list(taking.items())[:NAMED]
    ]
    if fighting := sorted({row for plan in battles for row in plan.rows}):
        goals.append((fighting, f"into battle: {_much(look, draft, fighting)}", "into battle"))
    if not goals:
        return "No place is to be taken"
    goals.sort(key=lambda goal: -sum(float(draft.force.attack[row]) for row in goal[0]))
    others = [f"{counted(len(rows), 'group')} {short}" for rows, _, short in goals[1:]]
    return f"The weight goes {goals[0][1]}{f'; besides {listed(others)}' if others else ''}"


def _much(look: Assessment, draft: Draft, rows: list[int]) -> str:
    """How many groups, what they bring, and whose most of it is."""
    attack = sum(float(draft.force.attack[row]) for row in rows)
    led = _foremost(look, draft, rows)
    points = counted(round(attack, 1), "attack point")
    return f"{counted(len(rows), 'group')} with {points}{f', {led} foremost' if led else ''}"


def _foremost(look: Assessment, draft: Draft, rows: list[int]) -> str:
    """The formation that brings most of the attack, where units belong to any."""
    brought: Counter[str] = Counter()
    for row in rows:
        brought[draft.force.units[row].formation or ""] += round(float(draft.force.attack[row]) * 4)
    (key, most), *_ = brought.most_common(1)
    formation = look.table.scenario.rows.get(Formation, key) if key and most else None
    return formation.name if formation is not None else ""


def _battles(look: Assessment, draft: Draft, battles: list[BattlePlan]) -> str:
    """What is to be attacked."""
    if not battles:
        return "No battle is sought" if look.horizon.my_combat else ""
    best = sorted(battles, key=lambda plan: (-plan.worth, plan.target))
    said = []
    for plan in best:
        attack = sum(float(draft.force.attack[row]) for row in plan.rows)
        defence = float(look.theirs.defence[look.theirs.cell == plan.target].sum())
        said.append(f"{look.label(plan.target)} ({tenths(attack)} against {tenths(defence)})")
    return f"Attacks are planned on {first_few(said, FOUGHT, 'hex')}"


def _stand(look: Assessment, draft: Draft, holding: Mapping[int, list[int]], orders: Orders) -> str:
    """What is held, and what is left open or most in danger."""
    held = first_few([*map(look.label, holding)], FOUGHT, "place")
    parts = [f"Posts are taken to hold {held}"] if held else []
    if orders.open:
        parts.append(orders.open[0])
    elif look.horizon.enemy_moves and look.held:
        threat = look.danger(draft.held, draft.zones).threat
        worst = max(look.held, key=lambda one: (float(threat[one.cell]), -one.cell)).cell
        if threat[worst] > 0:
            stands, comes = float(draft.strength[worst]), f"as many as {tenths(float(threat[worst]))}"
            faced = f"{tenths(stands)} against {comes}" if stands else f"nobody against {comes}"
            parts.append(f"{look.label(worst)} is most in danger, with {faced}")
    return "; ".join(parts)
