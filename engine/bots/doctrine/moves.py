"""Planning a movement phase: battles first, then every unit to the cell that the rules together like best."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from engine.board.kernels import reach
from engine.board.network import path
from engine.bots.bot import Choice, Rejected, Why
from engine.bots.doctrine.appraisal import Appraisal
from engine.bots.doctrine.assault import Assault, AssaultPlan
from engine.bots.doctrine.battles import rejected
from engine.bots.doctrine.draft import FirstDraft
from engine.bots.doctrine.garrison import GarrisonPlaces
from engine.bots.doctrine.objectives import TakeObjectives
from engine.bots.doctrine.reckoning import ByOdds
from engine.bots.doctrine.rule import FieldRule, Post
from engine.bots.rule import Weighted
from engine.bots.words import points
from engine.ids import Cell
from engine.rules.control import Control
from engine.rules.movement import movable
from engine.rules.phase import Ways
from engine.rules.reach import Reach
from engine.scenario.sentences import counted, tenths
from engine.state.actions import MoveUnit

Floats = npt.NDArray[np.float64]

REFRESH = 5
"""After so many units the enemy's possibilities are worked out anew."""

NEVER = -1e9

STAY = 1e-6
"""What staying is worth by itself: a unit that no rule wants elsewhere does not move."""


@dataclass
class MovePlan:
    """What a phase's moves will be."""

    orders: list[Choice] = field(default_factory=list)


@dataclass(frozen=True)
class Rated:
    """One rule's ratings, times its weight."""

    rule: FieldRule
    scores: Floats


def plan_moves(look: Appraisal, rules: list[Weighted]) -> MovePlan:
    """Decide where every unit ends that may move now."""
    pieces = movable(look.table, look.side)
    draft = FirstDraft(look, pieces, ByOdds())
    plan = MovePlan()
    for one in rules:
        if isinstance(one.rule, GarrisonPlaces):
            one.rule.detain(look, draft)
        if isinstance(one.rule, TakeObjectives):
            for row, cell in one.rule.seize(look, draft):
                reason = one.rule.say(Post(look, draft, row, cell))
                expects = "the game ends with this turn"
                why = Why(rule=one.rule.key, goal=one.rule.goal, expects=expects, reasons=[reason])
                _order(draft, row, cell, why, plan)
    if look.horizon.my_combat:
        for one in rules:
            if isinstance(one.rule, Assault):
                _assaults(look, draft, one.rule, plan)
    fields = [one for one in rules if isinstance(one.rule, FieldRule)]
    spread_out(look, draft, fields, plan)
    return plan


def _assaults(look: Appraisal, draft: FirstDraft, rule: Assault, plan: MovePlan) -> None:
    battles = rule.plan(look, draft.force, draft.can, draft.zone, draft.count, draft.member)
    for number, battle in enumerate(battles):
        why = _battle_why(look, draft, rule, battle, battles[number + 1 : number + 3])
        for row, cell in zip(battle.rows, battle.cells, strict=True):
            _order(draft, row, cell, why, plan)
    draft.refresh()


def _company(others: int) -> str:
    """With how many others a unit goes to battle."""
    return f"with {counted(others, 'other')}" if others else "alone"


def _battle_why(
    look: Appraisal, draft: FirstDraft, rule: Assault, battle: AssaultPlan, others: list[AssaultPlan]
) -> Why:
    attack = sum(float(draft.force.attack[row]) for row in battle.rows)
    defence = sum(float(look.theirs.defence[look.theirs.index[piece]]) for piece in look.table.stack(battle.target))
    where = look.label(battle.target)
    return Why(
        rule=rule.key,
        goal=rule.goal,
        expects=f"{tenths(attack)} against {tenths(defence)} at {where}, worth {points(battle.worth)}",
        reasons=[f"{_company(len(battle.rows) - 1)} against {where}"],
        rejected=rejected(look, battle, others),
    )


def _order(draft: FirstDraft, row: int, cell: int, why: Why, plan: MovePlan) -> None:
    piece = draft.pieces[row]
    draft.assign(row, cell)
    if cell == draft.force.cell[row]:
        return
    ways = draft.reckoning.ways(draft, row, cell)
    plan.orders.append((MoveUnit(piece, _by_way_of(draft, row, ways, cell)), why))


def _by_way_of(draft: FirstDraft, row: int, ways: Ways, cell: int) -> tuple[int, ...]:
    """The way to a cell, through an open place that victory asks for if one can be taken in passing."""
    look, straight = draft.look, ways.path(cell)
    if not isinstance(ways, Reach) or look.table.mechanism(Control).by != "passing":
        return straight
    stops = (look.enemy_zone > 0).astype(np.uint8)
    for one in look.wanted:
        left = ways.budget - int(ways.spent[one.cell])
        open_to_us = ways.spent[one.cell] > 0 and not stops[one.cell] and not draft.taken[one.cell]
        if not open_to_us or left <= 0 or one.cell in straight:
            continue
        costs = look.costs[draft.force.kind[row]]
        spent, came_from = reach(look.board.net, costs, one.cell, left, look.enemy, stops, False)
        if spent[cell] > 0:
            draft.taken[one.cell] = 1
            return (*ways.path(one.cell), *path(came_from, Cell(cell))[1:])
    for step in straight:
        draft.taken[step] = 1
    return straight


def spread_out(
    look: Appraisal, draft: FirstDraft, rules: list[Weighted], plan: MovePlan, lots: Floats | float = 1.0
) -> None:
    """Always the unit and cell that the rules like best together, until every unit has its cell.

    `lots` are factors near 1 that decide between cells which the rules like about equally.
    """
    settled: dict[int, Rated] = {}
    stay = np.zeros(draft.can.shape, np.float64)
    stay[np.arange(len(draft.pieces)), draft.force.cell] = STAY
    for number in range(len(draft.pieces)):
        room = draft.room()
        if not room.any():
            return
        rated = _rate(look, draft, rules, settled)
        liked = sum((one.scores for one in rated), np.zeros(draft.can.shape, np.float64))
        total = np.where(room, stay + liked * lots, NEVER)
        row, cell = (int(part) for part in np.unravel_index(int(total.argmax()), total.shape))
        why = _why(look, draft, rated, total, row, cell)
        _order(draft, row, cell, why, plan)
        if number % REFRESH == REFRESH - 1:
            draft.refresh()


def _rate(look: Appraisal, draft: FirstDraft, rules: list[Weighted], settled: dict[int, Rated]) -> list[Rated]:
    found = []
    for number, one in enumerate(rules):
        assert isinstance(one.rule, FieldRule)
        if number in settled:
            found.append(settled[number])
            continue
        scores = one.rule.rate(look, draft)
        if scores is not None:
            rated = Rated(one.rule, one.weight * scores)
            found.append(rated)
            if one.rule.settled:
                settled[number] = rated
    return found


def _why(look: Appraisal, draft: FirstDraft, rated: list[Rated], total: Floats, row: int, cell: int) -> Why:
    """The rule that speaks most for this cell against the unit's other cells, and the best two of those."""
    if not rated or cell == draft.force.cell[row]:
        return Why()
    here = int(draft.force.cell[row])
    leading = max(rated, key=lambda one: float(one.scores[row, cell] - one.scores[row, here]))
    stays = sum(float(one.scores[row, here]) for one in rated)
    return Why(
        rule=leading.rule.key,
        goal=leading.rule.goal,
        expects="more there than where it stood" if total[row, cell] > stays else "no less there than where it stood",
        reasons=[leading.rule.say(Post(look, draft, row, cell))],
        rejected=_rejected(look, draft, rated, total, row, cell),
    )


def _rejected(
    look: Appraisal, draft: FirstDraft, rated: list[Rated], total: Floats, row: int, cell: int
) -> list[Rejected]:
    scores = total[row].copy()
    scores[cell] = NEVER
    found = []
    for _ in range(2):
        other = int(scores.argmax())
        if scores[other] <= NEVER:
            break
        lost = max(rated, key=lambda one: float(one.scores[row, cell] - one.scores[row, other]))
        text = f"move {look.table.full_name(draft.pieces[row])} to {look.label(other)}"
        worse = float(lost.scores[row, cell] - lost.scores[row, other]) > 0
        why = f"worse for the goal to {lost.rule.goal}" if worse else "no better"
        found.append(Rejected({"action text": text, "score": round(float(scores[other]), 3), "why": why}))
        scores[other] = NEVER
    return found
