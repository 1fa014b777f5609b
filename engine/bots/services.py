"""How the yardstick rates what is done between the battles: aircraft, supply, refits, exchanges, payments, meals."""

from __future__ import annotations

from engine.bots.quartermaster import placed
from engine.ids import Cell
from engine.play.view import View
from engine.rules.air_supply import AirSupply, SupplyByAir
from engine.rules.attenuation import ATTENUATED
from engine.rules.exchange import ExchangeUnits
from engine.rules.ground_support import GroundSupport
from engine.rules.prices import PayFrom
from engine.rules.starving import FeedHex
from engine.rules.supply import line_of
from engine.rules.supply_needs import grade_of
from engine.rules.withdrawals import WithdrawUnit
from engine.rules.yielding import YieldTo
from engine.state.actions import AnyAction, Done, PlaceUnit

WORN = 2
"""So many steps lost make a refit worth its rest; the table gives back one or two."""

BULK = 0.75
"""The share of the strength at the front that must gain by concentrated supply, for all others to stand still."""

FEW = 18
"""So many units are reckoned with when it is weighed whether to concentrate supply on a few."""

NEAR = 5
"""Cells round a place within which units count as near it."""

LATE = 0.5
"""The share of the game after which a refit is taken for a single step: it may be the last chance."""


def commit(view: View, action: AnyAction) -> float:
    """The strongest stack that touches the enemy; an aircraft that serves such a stack stays there."""
    if not isinstance(action, PlaceUnit):
        return 0.0
    table = view.table
    bearer = table.mechanism(GroundSupport).bearer(table, action.piece)
    if bearer is not None and _at_the_front(view, table.state.cell[bearer]):
        return -1.0
    if not _at_the_front(view, action.cell):
        return -1.0
    return 1.0 + sum(table.face(piece).attack for piece in table.stack(action.cell))


def _at_the_front(view: View, cell: int) -> bool:
    return any(view.table.holder(near) == 1 - view.side for near in view.setting.neighbours[cell])


def refit(view: View, action: AnyAction) -> float:
    """Worn units rest; late in the game so do those that lost a step."""
    piece = getattr(action, "piece", None)
    if piece is None:
        return 0.0
    lost = view.state.face[piece]
    late = view.state.turn >= LATE * view.scenario.about.turns
    return float(lost) if lost >= WORN or late else -1.0


def call_out(view: View, action: AnyAction) -> float:
    """Units that cost nothing come, where most of ours stand near; nobody is called out for points."""
    if not isinstance(action, PlaceUnit):
        return 0.0
    if getattr(view.state.agenda[-1], "price", 0.0):
        return -1.0
    near = view.setting.board.grid.within(Cell(action.cell), NEAR)
    return 1.0 + sum(len(view.table.stack(cell)) for cell in near if view.table.holder(cell) == view.side)


def stay_in_reserve(_view: View, action: AnyAction) -> float:
    """Whoever waits enters where he is: the way to another reserve area costs a turn."""
    return 1.0 if isinstance(action, Done) else 0.0


def exchange(view: View, action: AnyAction) -> float:
    """Whatever comes is better than what goes: the weakest go first."""
    if not isinstance(action, ExchangeUnits):
        return 0.0
    known = [piece for piece in action.pieces if view.state.counter[piece] is not None]
    return 100.0 - sum(view.table.face(piece).attack + view.table.face(piece).defence for piece in known)


def withdraw(view: View, action: AnyAction) -> float:
    """The weakest goes; to keep one is worth less than a point; where the named may go, they do."""
    if isinstance(action, Done):
        return 1000.0
    if not isinstance(action, WithdrawUnit):
        return 0.0
    face = view.table.face(action.piece)
    return 100.0 - face.attack - face.defence


def pay(view: View, action: AnyAction) -> float:
    """Stores are there to be used, the fullest first; units spare their own; not to pay is the last resort."""
    if not isinstance(action, PayFrom):
        return 0.0
    if action.store is None:
        return 1.0
    return 2.0 + view.state.stores[action.store].tokens


def give_ground(view: View, action: AnyAction) -> float:
    """A place is held while steps are left for it; anything else is given up, towards our own units."""
    decision, table = view.decision, view.table
    assert decision is not None and decision.subject is not None
    stack = table.stack(decision.subject)
    held = bool(view.setting.places_at.get(decision.subject)) and sum(map(table.steps_left, stack)) > len(stack)
    if not isinstance(action, YieldTo):
        return 100.0 if held else 0.0
    return 1.0 + len(table.stack(action.cell))


def hedgehog(view: View, action: AnyAction) -> float:
    """Where the enemy stands on several sides it forms up; where he has gone it breaks up."""
    cell = getattr(action, "cell", None)
    if cell is None:
        return 0.0
    near = sum(view.table.holder(each) == 1 - view.side for each in view.setting.neighbours[cell])
    formed = view.table.marked("hedgehog", cell)
    return (1.0 if near == 0 else -1.0) if formed else float(near) - 1.5


def feed_by_air(view: View, action: AnyAction) -> float:
    """The strongest stack that has no line of supply; a marker that feeds such a stack stays with it."""
    if not isinstance(action, SupplyByAir):
        return 0.0
    table = view.table
    if table.mechanism(AirSupply).needed(table, action.marker) or line_of(table, action.piece) is not None:
        return -1.0
    return 1.0 + sum(table.face(piece).attack for piece in table.stack(table.state.cell[action.piece]))


def concentrate(view: View, action: AnyAction) -> float:
    """The strongest units at the front whose supply is attenuated, if they are the bulk of what stands there."""
    if isinstance(action, Done):
        return 0.0
    piece = getattr(action, "piece", None)
    if piece is None or not view.judge(Done()):
        return _gain(view, piece)
    pays = view.table.cached_now(("concentrating", view.side), lambda: _concentrating_pays(view))
    return _gain(view, piece) if pays else -1.0


def _concentrating_pays(view: View) -> bool:
    front = [each for each in view.pieces(view.side) if _at_the_front(view, view.state.cell[each])]
    gains = sorted((_gain(view, each) for each in front), reverse=True)
    whole = sum(view.table.face(each).attack for each in front)
    return bool(whole) and sum(gains[:FEW]) >= BULK * whole


def _gain(view: View, piece: int | None) -> float:
    """The attack strength of a unit at the front in attenuated supply; nothing for others."""
    if piece is None or not _at_the_front(view, view.state.cell[piece]):
        return 0.0
    attenuated = grade_of(view.table, view.state.cell[piece], view.side, piece) == ATTENUATED
    return view.table.face(piece).attack if attenuated else 0.0


def pause(_view: View, action: AnyAction) -> float:
    """It neither pauses nor gives a pause up."""
    return 1.0 if isinstance(action, Done) else 0.0


def feed(view: View, action: AnyAction) -> float:
    """The strongest eat first; a cache is kept for those whom nothing else feeds."""
    cell = getattr(action, "cell", None)
    if cell is None:
        return 0.0
    worth = sum(view.table.face(piece).attack + view.table.face(piece).defence for piece in view.table.stack(cell))
    return 1.0 + worth * (1.0 if isinstance(action, FeedHex) else 0.5)


def stock(view: View, action: AnyAction) -> float:
    """Supply goes to who lacks it, or to where the way to him is shortest; as much as may."""
    if getattr(action, "cell", None) is None:
        return 0.0
    lots = getattr(view.state.agenda[-1], "lots", ()) or (("", 0),)
    return placed(view, action, lots[0][0])


def deliver(view: View, action: AnyAction) -> float:
    """Supply goes, all of it, to where the enemy is nearest."""
    cell, points = getattr(action, "cell", -1), getattr(action, "points", 0)
    grid = view.setting.board.grid
    if not 0 <= cell < grid.size:
        return float(points)
    cells = {view.state.cell[piece] for piece in view.pieces(1 - view.side)}
    near = min((grid.distance(Cell(cell), Cell(other)) for other in cells if other < grid.size), default=0)
    return points - near


def regroup(_view: View, action: AnyAction) -> float:
    """Regiments go back to their divisions, and worn units are filled up."""
    return 0.0 if isinstance(action, Done) else 1.0


def stand_ready(_view: View, action: AnyAction) -> float:
    """Whoever is set up to fight stays so."""
    return 1.0 if isinstance(action, Done) else 0.0
