"""What it is worth to throw enemies into disorder before they are attacked: guns and aircraft fire for that."""

from __future__ import annotations

import numpy as np

from engine.bots.firing import DISORDER, Aim, marking
from engine.bots.staff.assessment import Assessment
from engine.bots.staff.battles import prospects_of
from engine.bots.staff.declaring import plans_from
from engine.bots.staff.plan import Book
from engine.bots.staff.rules import Campaign
from engine.bots.staff.spending import token_worth
from engine.bots.staff.tolls import SAFE
from engine.rules.barrage import Barrage
from engine.rules.forecast import forecast_battle
from engine.rules.table import Table
from engine.state.tasks import Battle

CROWD = 12
"""So many of the strongest beside a cell are reckoned with where no battle is planned."""

FURTHER = 10
"""So many cells are looked at beside those of planned battles: where most strength faces most."""


def aim_of(look: Assessment, book: Book) -> Aim:
    """What disorder is worth cell by cell, and a token, both in steps."""
    rule = book.of(Campaign)
    step = max(rule.thrift, 0.1)

    def disorder(cell: int) -> float:
        worths = look.kept("softened", lambda: _worths(look, book))  # many who are asked to fire have nobody to fire at
        return max(DISORDER, worths.get(cell, 0.0) / step)

    return Aim(disorder, token_worth(look, rule) / step)


def _worths(look: Assessment, book: Book) -> dict[int, float]:
    """By cell beside us, how much more an attack on it is worth if the enemy there is in disorder."""
    if look.table.setting.by_key(Barrage.key) is None:
        return {}
    battles = {battle.target: battle for battle in _battles(look, book)}
    prospects = prospects_of(look, book.of(Campaign), look.mine.cell.tolist())
    shaken = _shaken(look.table, list(battles))
    found = {}
    for target, battle in battles.items():
        now, then = (prospects.exact(target, forecast_battle(table, battle), SAFE)[0] for table in (look.table, shaken))
        found[target] = max(then, 0.0) - max(now, 0.0)
    return found


def _battles(look: Assessment, book: Book) -> list[Battle]:
    """The battles that are planned from where units stand, and elsewhere one with the strongest beside a cell."""
    force, table = look.mine, look.table
    found = [
        (plan.target, tuple(piece for row in plan.rows for piece in force.groups[row]))
        for plan in plans_from(look, book, force)
    ]
    planned = {target for target, _ in found}
    by_cell: dict[int, list[int]] = {}
    for row, cell in enumerate(force.cell.tolist()):
        if force.attack[row] > 0:
            by_cell.setdefault(cell, []).append(row)
    held = np.bincount(look.theirs.cell, look.theirs.defence, look.board.size)
    others = []
    for target in sorted(set(look.theirs.cell.tolist()) - planned):
        rows = sorted(row for cell in table.setting.neighbours[target] for row in by_cell.get(cell, ()))[:CROWD]
        strength = float(force.attack[rows].sum()) if rows else 0.0
        others.append(
            (-min(strength, float(held[target])), target, tuple(p for row in rows for p in force.groups[row]))
        )
    found += [(target, pieces) for _, target, pieces in sorted(others)[:FURTHER] if pieces]
    return [Battle(look.side, target, pieces, tuple(table.garrison(target))) for target, pieces in found]


def _shaken(table: Table, cells: list[int]) -> Table:
    """The table with everybody in these cells in whatever disorder a barrage brings about."""
    other = Table(table.setting, table.state.copy(), seed=0)
    results = table.mechanism(Barrage).plain_crt(table).results.values()
    marks = {each.mark for result in results for each in marking(result.effects)}
    for cell in cells:
        for piece in table.garrison(cell):
            for mark in sorted(marks):
                other.set_mark(mark, piece)
    return other
