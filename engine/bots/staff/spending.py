"""What battles cost in supply: ammunition of whoever attacks, and fuel of whoever must drive there first."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from engine.bots.staff.assessment import Assessment
from engine.bots.staff.force import Force
from engine.bots.staff.rules import Campaign
from engine.rules.ammunition import Ammunition
from engine.rules.fuel import Fuel
from engine.rules.table import Table

Ints = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float64]


LATE = (0.1, 0.5)
"""What is left of a token's worth on the last turn, and on the one before it: what is not spent then is lost."""


def token_worth(look: Assessment, rule: Campaign) -> float:
    """What a token of supply is worth to a plan now, in strength points."""
    left = look.turns - look.turn
    return rule.token * (LATE[left] if left < len(LATE) else 1.0)


def ammunition(table: Table, side: int, pieces: tuple[int, ...]) -> int:
    """The tokens of supply that an attack by these units costs."""
    rule = table.setting.by_key(Ammunition.key)
    if not isinstance(rule, Ammunition):
        return 0
    return sum(price.tokens for price in rule.attack_prices(table, side, pieces))


def fuel(table: Table, pieces: tuple[int, ...]) -> int:
    """The tokens that a move of these units costs now, one by one."""
    rule = table.setting.by_key(Fuel.key)
    return sum(rule.unit for piece in pieces if rule.needs(table, piece)) if isinstance(rule, Fuel) else 0


def fares(look: Assessment, force: Force) -> Floats:
    """By group, the tokens that a move costs it now, one by one."""
    return np.array([fuel(look.table, group) for group in force.groups], np.float64)


def tokens_of(look: Assessment, force: Force, goals: Ints) -> Floats:
    """By group and goal, the tokens that it costs to bring the group into a battle there."""
    table = look.table
    shots = np.array([ammunition(table, look.side, group) for group in force.groups], np.float64)
    drives = fares(look, force)
    beside = np.zeros((look.board.size, len(goals)), np.bool_)
    for number, goal in enumerate(goals.tolist()):
        beside[table.setting.neighbours[goal], number] = True
    return shots[:, None] + drives[:, None] * ~beside[force.cell]
