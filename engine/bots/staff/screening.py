"""Screens: the cells that part the enemy from country where he would cost us points, each held by the cheapest unit."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from engine.bots.doctrine.cut import cheapest_line
from engine.bots.staff.assessment import Assessment
from engine.bots.staff.draft import Draft
from engine.bots.staff.matching import IMPOSSIBLE, matched
from engine.bots.staff.plan import Motive
from engine.bots.staff.rules import Screen
from engine.bots.staff.trespass import country, exposed

Ints = npt.NDArray[np.int32]
Flags = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]

HELD, NEAR, FAR, NEVER = 1, 10, 40, 1 << 20
"""Prices of a cell of the screen: held already, within somebody's reach, out of reach, the enemy's."""

BEATEN = 0.75
"""How likely a battle must empty a cell for the screen to leave its defenders out of account."""


def screen_line(look: Assessment, price: Ints, beaten: set[int]) -> Flags:
    """The cheapest cells that close every way of the enemies near by into our own country."""
    size = look.board.size
    sources, sinks = np.zeros(size, np.uint8), np.zeros(size, np.uint8)
    near = exposed(look)
    for cell in np.flatnonzero((look.enemy > 0) & (near > 0)).tolist():
        sources[cell] = cell not in beaten
    for cells, _ in country(look, look.side):
        sinks[list(cells)] = 1
    sinks[sources > 0] = 0
    if not sources.any() or not sinks.any():
        return np.zeros(size, np.uint8)
    board = look.board
    passable = (look.costs.max(axis=0) >= 0).astype(np.uint8)
    return cheapest_line(board.indptr, board.indices, board.reverse, passable, price, sources, sinks)


def screened(look: Assessment) -> Flags:
    """The cells of the screen as everybody stands now."""
    own = look.table.occupied(look.side)
    price = np.where(own > 0, HELD, NEAR)
    return look.kept(
        "screen", lambda: screen_line(look, np.where(look.enemy > 0, NEVER, price).astype(np.int32), set())
    )


def screen(look: Assessment, draft: Draft, rule: Screen, beaten: set[int]) -> list[tuple[int, int, Motive]]:
    """Who closes which cell: all together, at the least strength; cells that somebody holds need nobody."""
    within = (draft.can * draft.open[:, None]).max(axis=0, initial=0)
    price = np.where(draft.here > 0, HELD, np.where(within > 0, NEAR, FAR))
    line = screen_line(look, np.where(look.enemy > 0, NEVER, price).astype(np.int32), beaten)
    cells = [cell for cell in np.flatnonzero(line).tolist() if not draft.here[cell] and within[cell]]
    costs = np.full((len(cells), len(draft.force)), IMPOSSIBLE)
    for number, cell in enumerate(cells):
        for row in np.flatnonzero(draft.open & (draft.can[:, cell] > 0)).tolist():
            flags = look.table.unit(draft.force.groups[row][0]).flags
            if draft.fits(row, cell) and not any(flag in flags for flag in rule.never):
                away = float(draft.force.cell[row] != cell)
                costs[number, row] = float(draft.force.attack[row]) + away
    posts = zip(cells, matched(costs), strict=True)
    return [(row, cell, _motive(look, cell)) for cell, row in posts if row >= 0]


def _motive(look: Assessment, cell: int) -> Motive:
    text = f"closes {look.label(cell)}: enemies near by could go through it into our own country"
    return Motive(Screen.key, Screen.goal, cell, text, "nobody slips through there", {"cell": float(cell)})
