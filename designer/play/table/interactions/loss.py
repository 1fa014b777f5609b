"""What a unit would lose by an answer, in words: read off the table after it."""

from __future__ import annotations

from designer.paint.faces import face_values
from engine.records.counters import Face
from engine.rules.losses import LossPoints
from engine.rules.table import Table
from engine.scenario.sentences import counted
from engine.state.tasks import MatchLoss, PayLosses


def loss_words(now: Table, then: Table, piece: int, *, brief: bool = False) -> str:
    """What becomes of a unit, and what that pays; where room is short, in fewer words."""
    if then.state.cell[piece] < 0 and brief:
        return f"eliminated, {_paid(now, piece, None, brief)}" if now.state.counter[piece] is not None else "eliminated"
    if then.state.cell[piece] < 0:
        known = now.state.counter[piece] is not None
        return f"It would be eliminated, {_paid(now, piece, None)}" if known else "It would be eliminated"
    unit, before, after, rows = now.unit(piece), now.face(piece), then.face(piece), now.scenario.rows
    becomes = "→" if brief else "would become"
    was, is_now = face_values(unit, before, rows), face_values(unit, after, rows)
    return f"{was} {becomes} {is_now}, {_paid(now, piece, after, brief)}"


def _paid(now: Table, piece: int, after: Face | None, brief: bool = False) -> str:
    """The points that a loss pays, of those that are owed where the rules count them."""
    task, before = now.state.agenda[-1] if now.state.agenda else None, now.face(piece)
    if isinstance(task, PayLosses):
        return _of(now.mechanism(LossPoints).worth(now, piece), task.points, brief)
    exchange = task if isinstance(task, MatchLoss) else None
    if exchange is None or exchange.attacking:
        lost = before.attack - (after.attack if after else 0)
    else:
        lost = before.defence - (after.defence if after else 0)
    return f"{counted(lost, 'point')} lost" if exchange is None else _of(lost, exchange.points, brief)


def _of(paid: float, owed: float, brief: bool) -> str:
    """What is paid of what is owed; a short line has no room for more than the numbers."""
    if brief:
        return f"{paid:g} of {counted(owed, 'point')}"
    if paid == owed:
        return "the point owed" if owed == 1 else f"all {owed:g} points owed"
    return f"{counted(paid, 'point')} of the {owed:g} owed"
