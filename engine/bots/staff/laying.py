"""Markers that the side lays, and units that it may bring on at a price."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from engine.board.network import TICKS
from engine.bots.staff.assessment import Assessment
from engine.bots.staff.plan import Book, Motive
from engine.bots.staff.special_rules import Enlist, Interdict
from engine.play.view import View
from engine.rules.laying import LayMarker, LayMarkersPhase
from engine.rules.lines import trace
from engine.rules.special_arrivals import BOUGHT, PricedArrivals
from engine.rules.supply import Supply, supplied
from engine.rules.table import Table
from engine.rules.zoc import zone
from engine.scenario.sentences import counted, tenths
from engine.state.actions import AnyAction, Done, PlaceUnit

Floats = npt.NDArray[np.float64]

GOALS, SOON = 3, 3.0
"""Places nearest to our front that the enemy is reckoned to make for, and turns' march from which he comes."""

TRIED = 4
"""Cells that are tried out for a marker that bars supply."""


def lay(view: View, look: Assessment, book: Book) -> tuple[AnyAction, Motive]:
    """Where the next marker goes, or that the rest are kept."""
    keep = Motive(Interdict.key, Interdict.goal, None, "no cell is worth a marker now", "it is kept for later")
    options = [action for action in view.options() if isinstance(action, LayMarker)]
    rule, phase = book.get(Interdict), look.table.phase
    if rule is None or not options or not isinstance(phase, LayMarkersPhase):
        return Done(), keep
    kind = next(kind for kind in look.table.scenario.marker_kinds if kind.marker == phase.marker)
    allowed = {action.cell: action for action in options}
    if kind.blocks_supply:
        return _bar(look, rule[1], allowed, keep)
    ways = _ways(look)
    best = max(sorted(allowed), key=lambda cell: (float(ways[cell]), -cell))
    if ways[best] <= 0:
        return Done(), keep
    text = f"{counted(round(float(ways[best])), 'enemy group')} would come by {look.label(best)}"
    figures = {"cell": float(best), "groups": float(ways[best])}
    return allowed[best], Motive(Interdict.key, Interdict.goal, best, text, "each pays more to get through", figures)


def _ways(look: Assessment) -> Floats:
    """By cell, how many enemy groups pass it on their shortest way to the places nearest to our front.

    Only those count who could be there soon, and who are not held fast by our zones.
    """
    counts = np.zeros(look.board.size, np.float64)
    places = look.wanted if look.wanted else look.held
    ours = look.front
    goals = sorted(places, key=lambda one: (int(ours[one.cell]), one.cell))[:GOALS]
    down = np.zeros(look.board.size, np.uint8)
    down[[cell for cell in look.table.state.markers if cell >= 0]] = 1
    foe, held = look.theirs, look.terrain.sticky * (zone(look.table, look.side) > 0)
    for one in goals:
        ways = {kind: _Downhill(look, one.cell, kind) for kind in set(foe.kind.tolist())}
        for row, (kind, cell) in enumerate(zip(foe.kind.tolist(), foe.cell.tolist(), strict=True)):
            here = cell if not held[cell] and ways[kind].way[cell] <= SOON * foe.movement[row] * TICKS else -1
            while here >= 0 and (here := ways[kind][here]) >= 0:
                counts[here] += 1.0
    counts[look.table.occupied(look.side) > 0] = 0.0
    counts[down > 0] = 0.0
    return counts


class _Downhill(dict[int, int]):
    """By cell the next one on the shortest way of a class of units to a goal, -1 where the way ends."""

    def __init__(self, look: Assessment, goal: int, kind: int) -> None:
        self.way: list[int] = look.ways((goal,), kind, look.turn).tolist()
        self.near = look.table.setting.neighbours

    def __missing__(self, here: int) -> int:
        way, on = self.way, 0 < self.way[here] < 1 << 19
        found = min(self.near[here], key=lambda other: (way[other], other)) if on else -1
        self[here] = found
        return found


def _bar(look: Assessment, rule: Interdict, allowed: dict[int, LayMarker], keep: Motive) -> tuple[AnyAction, Motive]:
    """The cell whose barring puts most enemy strength out of supply, if that is enough."""
    found: Floats = np.zeros(look.board.size, np.float64)
    supply = look.table.setting.by_key(Supply.key)
    if not isinstance(supply, Supply):
        return Done(), keep
    for row, group in enumerate(look.theirs.groups):
        unit = look.table.unit(group[0])
        for line in supply.lines:
            if line.units.matches(unit):
                path = trace(look.table, look.foe, line, unit.move_class).path(int(look.theirs.cell[row]))
                found[list(set(path))] += float(look.theirs.attack[row])
                break
    tried = sorted((cell for cell in allowed if found[cell] > 0), key=lambda cell: (-found[cell], cell))[:TRIED]
    cut = {cell: _cut_off(look, allowed[cell]) for cell in tried}
    best = max(tried, key=lambda cell: (cut[cell], -cell), default=None)
    if best is None or cut[best] < rule.least:
        return Done(), keep
    text = f"a marker at {look.label(best)} cuts off {tenths(cut[best])} strength points of the enemy"
    figures = {"cell": float(best), "cut": cut[best]}
    return allowed[best], Motive(Interdict.key, Interdict.goal, best, text, "he moves and fights at half", figures)


def _cut_off(look: Assessment, action: LayMarker) -> float:
    """The strength that a marker would put out of supply."""
    state = look.table.state.copy()
    state.markers[action.marker] = action.cell
    other = Table(look.table.setting, state, seed=0)
    return sum(
        float(look.theirs.attack[row])
        for row, group in enumerate(look.theirs.groups)
        if supplied(look.table, group[0]) and not supplied(other, group[0])
    )


def buy(view: View, look: Assessment, book: Book) -> tuple[AnyAction, Motive]:
    """Bring on another unit while its price is right."""
    rule, table = book.get(Enlist), look.table
    price = table.mechanism(PricedArrivals).price(int(table.count(BOUGHT)))
    options = [action for action in view.options() if isinstance(action, PlaceUnit)]
    if rule is None or not options or price > rule[1].price or not rule[1].first <= look.turn <= rule[1].last:
        text = f"a unit for {counted(round(price), 'point')} is not worth it now"
        return Done(), Motive(Enlist.key, Enlist.goal, None, text, "the points are saved", {"price": price})
    ahead = look.ahead
    best = max(options, key=lambda one: (int(ahead[one.cell]) < 1 << 19, -int(ahead[one.cell]), -one.cell))
    text = f"another unit enters at {look.label(best.cell)} for {counted(round(price), 'point')}"
    return best, Motive(Enlist.key, Enlist.goal, best.cell, text, "it holds more than it costs", {"price": price})
