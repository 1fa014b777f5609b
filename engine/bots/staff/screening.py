"""Screens: the cells that part the enemy from country where he would cost us points, each held by the cheapest unit."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from engine.board.network import TICKS
from engine.bots.doctrine.cut import cheapest_line
from engine.bots.staff.assessment import Assessment
from engine.bots.staff.draft import Draft
from engine.bots.staff.kernels import brought
from engine.bots.staff.matching import IMPOSSIBLE, matched
from engine.bots.staff.plan import Motive
from engine.bots.staff.rules import Screen
from engine.bots.staff.trespass import country, exposed
from engine.scenario.sentences import tenths

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
    return cheapest_line(board.net, board.reverse, passable, price, sources, sinks)


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
            if draft.fits(row, cell) and _serves(draft, rule, row):
                away = float(draft.force.cell[row] != cell)
                weak = max(rule.stout - float(draft.force.defence[row]), 0.0) if cell in inside else 0.0
                cost = float(draft.force.attack[row]) + away + WEAK * weak
                costs[number, row] = cost if cost < rule.worth else IMPOSSIBLE
    posts = zip(cells, matched(costs), strict=True)
    return [(row, cell, _motive(look, cell)) for cell, row in posts if row >= 0]


def _serves(draft: Draft, rule: Screen, row: int) -> bool:
    """Whether a group may be used for the screen."""
    return not any(flag in draft.force.units[row].flags for flag in rule.never)


def needed(look: Assessment, held: Flags, rule: Screen, beaten: set[int]) -> Floats:
    """By cell, the strength that our own country wants there: against what the enemies left could bring."""
    foe = look.threats
    one, _ = look.reach(held, np.zeros(look.board.size, np.int16))
    attack = np.where(np.isin(foe.cell, sorted(beaten)), 0.0, foe.attack)
    threat, *_ = brought(look.board.net, one, attack, foe.weight, held, look.terrain.room)
    found: Floats = np.zeros(look.board.size, np.float64)
    for cells, _ in country(look, look.side):
        found[list(cells)] = threat[list(cells)] / rule.firm
    return found


def firmly(look: Assessment, draft: Draft, rule: Screen, beaten: set[int]) -> Iterator[tuple[int, int, Motive]]:
    """Who else stands in cells of our country that the enemy could storm: the nearest, until each is strong enough.

    The answers are to be taken as they come: each sees what was assigned before it.
    """
    held = np.maximum(draft.held, look.table.occupied(look.side)).astype(np.uint8)
    wanted = needed(look, held, rule, beaten)
    for cell in sorted(np.flatnonzero(wanted > 0).tolist(), key=lambda cell: (-wanted[cell], cell)):
        able: list[int] = np.flatnonzero(draft.open & (draft.can[:, cell] > 0)).tolist()
        able = [row for row in able if _serves(draft, rule, row) and draft.force.defence[row] > 0]
        able.sort(key=lambda row: (draft.force.cell[row] != cell, -float(draft.force.defence[row]), row))
        for row in able:
            if float(draft.strength[cell]) >= wanted[cell]:
                break
            if draft.fits(row, cell):
                yield row, cell, _firm_motive(look, cell, float(wanted[cell]) * rule.firm)


def hunters(look: Assessment, draft: Draft, rule: Screen, rows: list[int]) -> dict[int, int]:
    """By group the cell of an enemy near our country that it is to hunt down: the nearest first, enough for each."""
    near, force = exposed(look), draft.force
    cells = np.flatnonzero((look.enemy > 0) & (near > 0)).tolist() if rule.odds > 0 else []
    left = {cell: rule.odds * float(look.theirs.defence[look.theirs.cell == cell].sum()) for cell in cells}
    pairs = []
    for row in rows:
        flags = force.units[row].flags
        if force.attack[row] <= 0 or any(flag in flags for flag in rule.never):
            continue
        turn = max(float(force.movement[row]), 1.0) * TICKS
        for cell in cells:
            way = int(look.ways((cell,), int(force.kind[row]), look.turn)[force.cell[row]])
            if way <= rule.marches * turn:
                pairs.append((way / turn, row, cell))
    found: dict[int, int] = {}
    for _, row, cell in sorted(pairs):
        if row not in found and left[cell] > 0:
            found[row] = cell
            left[cell] -= float(force.attack[row])
    return found


def _firm_motive(look: Assessment, cell: int, threat: float) -> Motive:
    text = f"holds {look.label(cell)} of our own country, against which the enemy could bring {tenths(threat)}"
    figures = {"cell": float(cell), "threat": threat}
    return Motive(Screen.key, Screen.goal, cell, text, "he is not let in there", figures)


def _motive(look: Assessment, cell: int) -> Motive:
    text = f"closes {look.label(cell)}: enemies near by could go through it into our own country"
    return Motive(Screen.key, Screen.goal, cell, text, "nobody slips through there", {"cell": float(cell)})
