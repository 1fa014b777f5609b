"""Strengths and shifts, each with its cause."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from engine.charts.numbers import Number
from engine.rules.answers import Shift
from engine.rules.combat import BattleKind, OddsCombat, kind_of
from engine.rules.contributions import Reckoning, reckon
from engine.rules.ground import ground_shifts
from engine.rules.table import Table
from engine.state.tasks import Battle


class Factor(msgspec.Struct, frozen=True):
    """What one unit brings to a battle, and why it is not what is printed."""

    piece: int
    value: Number
    why: str = ""
    case: str = ""


def reckoning(table: Table, battle: Battle, *, attacking: bool) -> Reckoning:
    """How the strengths of one side of a battle come to a total."""
    pieces = battle.attackers if attacking else battle.defenders
    if not kind_of(table, battle).contested:
        return reckon(pieces, ())
    asked = [each for one in table.answering("strength") for each in one.strength(table, battle, attacking)]
    return reckon(pieces, asked)


def factors(table: Table, battle: Battle, sums: Reckoning, *, attacking: bool) -> tuple[Factor, ...]:
    """What each unit that is known brings by itself."""
    found, kind = [], kind_of(table, battle)
    for piece in sums.pieces:
        if table.state.counter[piece] is not None:
            printed, causes = kind.printed(table, piece, attacking=attacking), sums.single.get(piece)
            if causes is None:
                found.append(Factor(piece, printed))
                continue
            why = "; ".join(each.why for each in causes)
            case = next((each.case for each in causes if each.case), "")
            found.append(Factor(piece, sums.one(piece, printed), why, case))
    return tuple(found)


def terrain_shifts(table: Table, target: int, attackers: Iterable[int], kind: str = "") -> list[Shift]:
    """The shifts of a kind of battle from the defender's cell and from the hexsides crossed by every attacker."""
    rule = table.setting.by_key(kind) if kind else None
    effect = rule.shift_effect if isinstance(rule, BattleKind) else "combat.shift"
    return ground_shifts(table, table.mechanism(OddsCombat), target, attackers, effect)
