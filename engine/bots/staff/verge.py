"""The verge of victory: how many points a side is short of when a turn is judged, and what it could win until then."""

from __future__ import annotations

from engine.board.network import TICKS
from engine.bots.staff.assessment import Assessment
from engine.records.play import HasPoints, PointsByTurn, Victory
from engine.rules.movement import MovementPhase
from engine.rules.score import points
from engine.rules.table import Table


def short_of(table: Table, side: int, turn: int) -> float | None:
    """The points that a side lacks now for a victory that is judged when a turn ends; None where none is judged."""
    rows = [row for row in table.scenario.victories if row.winner == table.scenario.sides[side].side]
    lacks = [_lack(table, row, turn) for row in rows]
    return min((lack for lack in lacks if lack is not None), default=None)


def _lack(table: Table, row: Victory, turn: int) -> float | None:
    if row.when == "always" or (row.when == "end" and turn < table.scenario.about.turns):
        return None
    condition = row.condition
    if isinstance(condition, HasPoints):
        less = points(table, condition.less) if condition.less else 0.0
        return condition.at_least + less - points(table, condition.side)
    if isinstance(condition, PointsByTurn):
        chart = table.scenario.tables.get(condition.chart)
        needed = chart.at(str(turn), condition.column) if chart else ""
        return float(needed) - points(table, condition.side) if needed else None
    return None


def decisive(look: Assessment, side: int) -> bool:
    """Whether the places that a side could reach would win it the game when the turn of its next move is judged."""
    return look.kept(("verge", side), lambda: _decides(look, side))


def _decides(look: Assessment, side: int) -> bool:
    ours = side == look.side
    moves, turn = _moves(look, side, look.turn), look.turn
    if not ours and not moves:
        turn, moves = turn + 1, _moves(look, side, look.turn + 1)
    lack = short_of(look.table, side, turn)
    if lack is None:
        return False
    force, way = (look.mine, look.near) if ours else (look.theirs, look.ahead)
    reach = (moves + ours) * float(force.movement.max(initial=0.0)) * TICKS
    at_stake = sum(one.points for one in (look.wanted if ours else look.held) if way[one.cell] <= reach)
    return 0 < lack <= at_stake


def _moves(look: Assessment, side: int, turn: int) -> int:
    """How many movement phases a side has in a turn, of the one under way those to come."""
    table, phases = look.table, look.table.scenario.phases
    first = table.state.phase + 1 if turn == look.turn else 0
    return sum(
        table.phase_side(index) == side
        and isinstance(table.setting.phases[index], MovementPhase)
        and (phases[index].first_turn or 1) <= turn <= (phases[index].last_turn or turn)
        for index in range(first, len(phases))
    )
