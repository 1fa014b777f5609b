"""Screens: the cells that part the enemy from country where he would cost us points, each held by the cheapest unit."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from engine.board.network import TICKS
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

INSIDE = 12
"""What a cell costs more that lies in the country itself: whoever is beaten there lets the enemy in."""

WEAK = 4.0
"""What a point of strength that a unit lacks counts in a cell of the country itself."""

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
    price = np.where((sinks > 0) & (price < NEVER), price + INSIDE, price).astype(np.int32)
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
    inside = {cell for where, _ in country(look, look.side) for cell in where}
    cells += [cell for cell in cells if cell in inside for _ in range(rule.depth - 1)]
    costs = np.full((len(cells), len(draft.force)), IMPOSSIBLE)
    for number, cell in enumerate(cells):
        for row in np.flatnonzero(draft.open & (draft.can[:, cell] > 0)).tolist():
            flags = look.table.unit(draft.force.groups[row][0]).flags
            if draft.fits(row, cell) and not any(flag in flags for flag in rule.never):
                away = float(draft.force.cell[row] != cell)
                weak = max(rule.stout - float(draft.force.defence[row]), 0.0) if cell in inside else 0.0
                cost = float(draft.force.attack[row]) + away + WEAK * weak
                costs[number, row] = cost if cost < rule.worth else IMPOSSIBLE
    posts = zip(cells, matched(costs), strict=True)
    return [(row, cell, _motive(look, cell)) for cell, row in posts if row >= 0]


def hunters(look: Assessment, draft: Draft, rule: Screen, rows: list[int]) -> dict[int, int]:
    """By group the cell of an enemy near our country that it is to hunt down: the nearest first, enough for each."""
    near, force = exposed(look), draft.force
    cells = np.flatnonzero((look.enemy > 0) & (near > 0)).tolist() if rule.odds > 0 else []
    left = {cell: rule.odds * float(look.theirs.defence[look.theirs.cell == cell].sum()) for cell in cells}
    pairs = []
    for row in rows:
        flags = look.table.unit(force.groups[row][0]).flags
        if force.attack[row] <= 0 or any(flag in flags for flag in rule.never):
            continue
        turn = max(float(force.movement[row]), 1.0) * TICKS
        for cell in cells:
            way = int(look.terrain.ways((cell,), int(force.kind[row]), look.turn)[force.cell[row]])
            if way <= rule.marches * turn:
                pairs.append((way / turn, row, cell))
    found: dict[int, int] = {}
    for _, row, cell in sorted(pairs):
        if row not in found and left[cell] > 0:
            found[row] = cell
            left[cell] -= float(force.attack[row])
    return found


def _motive(look: Assessment, cell: int) -> Motive:
    text = f"closes {look.label(cell)}: enemies near by could go through it into our own country"
    return Motive(Screen.key, Screen.goal, cell, text, "nobody slips through there", {"cell": float(cell)})
