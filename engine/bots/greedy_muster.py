"""How `greedy` gathers for battle: always the best odds that the units still free can make, then the next best."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.play.view import View
from engine.rules.strength import terrain_shifts

Cells = Mapping[int, set[int]]
"""The cells where each unit may end."""

LEAST = 2.0
"""Odds, shifts counted as whole odds, below which it does not gather."""

ENOUGH = 4.0
"""Odds at which no more units are sent."""


@dataclass(frozen=True)
class GreedyMuster:
    """A battle to gather for: its odds, and the cell of each unit."""

    odds: float
    posts: dict[int, int]


def muster(view: View, can: Cells) -> dict[int, int]:
    """A cell beside an enemy for every unit that is wanted for a battle."""
    posts: dict[int, int] = {}
    targets = sorted({view.state.cell[enemy] for enemy in view.pieces(1 - view.side)})
    order = sorted(can, key=lambda piece: (-view.table.face(piece).attack, piece))
    while True:
        free = [piece for piece in order if piece not in posts]
        found = [_gather(view, target, free, can, set(posts.values())) for target in targets]
        best = max(range(len(targets)), key=lambda number: (found[number].odds, -number), default=None)
        if best is None or found[best].odds < LEAST:
            return posts
        posts |= found[best].posts
        del targets[best]


def _gather(view: View, target: int, free: list[int], can: Cells, used: set[int]) -> GreedyMuster:
    """The strongest units first, one through each hexside, until the odds are enough."""
    sides = {cell for cell in view.setting.neighbours[target] if cell not in used}
    defence = max(sum(view.table.face(piece).defence for piece in view.table.stack(target)), 0.5)
    shift = sum(one.columns for one in terrain_shifts(view.table, target, ()))
    posts: dict[int, int] = {}
    attack = 0.0
    for piece in free:
        spots = can[piece] & sides
        strength = view.table.face(piece).attack
        if not spots or strength <= 0:
            continue
        here = view.state.cell[piece]
        posts[piece] = here if here in spots else min(spots)
        sides.discard(posts[piece])
        attack += strength
        if attack / defence + shift >= ENOUGH:
            break
    return GreedyMuster(min(attack / defence + shift, ENOUGH), posts)
