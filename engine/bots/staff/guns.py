"""Guns: they stand with friends where most of what is to be attacked lies within their range, and never go ahead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from engine.bots.ground import spans
from engine.bots.staff.assessment import Assessment, Danger
from engine.bots.staff.battles import BattlePlan
from engine.bots.staff.draft import Draft
from engine.bots.staff.plan import Motive
from engine.bots.staff.rules import Campaign
from engine.rules.barrage import Barrage
from engine.scenario.sentences import counted

Floats = npt.NDArray[np.float64]

IDLE = 0.05
"""What an enemy's strength counts for a gun where no battle is planned, beside the worth of a battle that is."""

SHARED = 0.7
"""What firing at a cell is worth to each further gun."""

CARE = 0.1
"""What the strength that can be brought against a gun's cell, beyond what stands there, costs."""


def guns_in(look: Assessment, draft: Draft) -> list[int]:
    """The groups without a post that fire and do not attack, if the rules know such guns."""
    rule = look.table.setting.by_key(Barrage.key)
    if not isinstance(rule, Barrage):
        return []
    return [row for row in draft.rows() if not draft.force.station[row] and _range(look, rule, draft, row) > 0]


def _range(look: Assessment, rule: Barrage, draft: Draft, row: int) -> int:
    """How far a group of guns fires; nothing for groups with anybody who attacks."""
    group = draft.force.groups[row]
    if any(look.table.face(piece).attack > 0 for piece in group):
        return 0
    return min(rule.range_of(look.table, piece) for piece in group)


def place_guns(
    look: Assessment, draft: Draft, rows: Sequence[int], danger: Danger, battles: Sequence[BattlePlan]
) -> Iterator[tuple[int, int, Motive]]:
    """A cell for every gun; each is to be sent there before the next is chosen."""
    rule, worth = look.table.mechanism(Barrage), _targets(look, battles)
    for row in rows:
        far, rated = _range(look, rule, draft, row), np.zeros(look.board.size, np.float64)
        for target, value in worth.items():
            rated[spans(look.table.setting, target) <= far] += value
        rated -= CARE * np.maximum(danger.threat - draft.strength, 0.0)
        allowed = draft.can[row].astype(np.bool_) & draft.room(row) & (draft.strength > 0)
        home = int(draft.force.cell[row])
        cell = int(np.where(allowed, rated, -np.inf).argmax()) if allowed.any() else home
        near = [target for target in worth if spans(look.table.setting, target)[cell] <= far]
        yield row, cell, _told(look, cell, near, battles)
        for target in near:
            worth[target] *= SHARED


def _targets(look: Assessment, battles: Sequence[BattlePlan]) -> dict[int, float]:
    """By enemy cell, what it is worth to fire at it."""
    held = np.bincount(look.theirs.cell, look.theirs.defence, look.board.size)
    found = {cell: IDLE * float(held[cell]) for cell in np.flatnonzero(held).tolist()}
    for plan in battles:
        found[plan.target] = found.get(plan.target, 0.0) + max(plan.worth, 1.0)
    return found


def _told(look: Assessment, cell: int, near: Sequence[int], battles: Sequence[BattlePlan]) -> Motive:
    targets = [plan.target for plan in battles if plan.target in near]
    figures = {"cell": float(cell), "targets": float(len(near))}
    text = f"has {counted(len(near), 'hex')} of the enemy in range from {look.label(cell)}"
    if targets:
        text = f"covers the attack on {look.label(targets[0])} from {look.label(cell)}"
    return Motive(Campaign.key, Campaign.goal, cell, text, "he is shaken before it comes to blows", figures)
