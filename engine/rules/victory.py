"""Victory: conditions built from parts, read in order, the first that holds decides."""

from __future__ import annotations

from itertools import islice
from typing import Literal

from engine.records.play import (
    AllOf,
    AnyCondition,
    AnyOf,
    Eliminated,
    HasPoints,
    HoldsPlaces,
    PointsByTurn,
    RuleDecided,
)
from engine.rules import score
from engine.rules.table import Table
from engine.state.events import AgendaChanged, GameEnded


def settle(table: Table, when: Literal["end", "turn", "always"]) -> None:
    """End the game if a condition checked now holds; at its end it ends in any case."""
    looked_at = ("turn", "end") if when == "end" else (when,)
    for row in table.scenario.victories:
        if row.when in looked_at and holds(table, row.condition):
            winner = None if row.winner is None else table.scenario.side_index[row.winner]
            _end(table, winner, row.name, row.case)
            return
    if when == "end":
        _end(table, None, "Draw", "")


def _end(table: Table, winner: int | None, level: str, case: str) -> None:
    if table.state.agenda:
        table.do(AgendaChanged(tuple(table.state.agenda), ()))
    table.do(GameEnded(winner, level, case))


def holds(table: Table, condition: AnyCondition) -> bool:
    """Whether a condition holds now."""
    match condition:
        case AllOf():
            return all(holds(table, part) for part in condition.parts)
        case AnyOf():
            return any(holds(table, part) for part in condition.parts)
        case Eliminated():
            side = table.scenario.side_index[condition.side]
            units = (piece for piece in table.on_map(side) if table.face(piece).movement > 0)
            return sum(1 for _ in islice(units, condition.at_most + 1)) <= condition.at_most
        case HasPoints():
            points = score.points(table, condition.side)
            if condition.less:
                points -= score.points(table, condition.less)
            return points >= condition.at_least and (condition.at_most is None or points <= condition.at_most)
        case PointsByTurn():
            chart = table.scenario.tables.get(condition.chart)
            needed = chart.at(str(table.state.turn), condition.column) if chart else ""
            return bool(needed) and score.points(table, condition.side) >= float(needed)
        case RuleDecided():
            return table.count(decided_key(condition.rule)) > 0
        case HoldsPlaces():
            return _holds_places(table, condition)
        case _:
            return condition.holds(table)


def decided_key(rule: str) -> str:
    """The count in which a mechanism writes that it has decided the game."""
    return f"decided.{rule}"


def _holds_places(table: Table, condition: HoldsPlaces) -> bool:
    places = meant_places(table, condition)
    held = held_places(table, condition)
    least = len(places) if condition.at_least < 0 else condition.at_least
    most = len(places) if condition.at_most < 0 else condition.at_most
    return least <= len(held) <= most


def meant_places(table: Table, condition: HoldsPlaces) -> list[int]:
    """The places that a condition speaks of."""
    return [
        index
        for index, place in enumerate(table.scenario.places)
        if (not condition.kinds or place.kind in condition.kinds)
        and (not condition.places or place.place in condition.places)
        and (not condition.owned_at_start_by or place.owner == condition.owned_at_start_by)
    ]


def held_places(table: Table, condition: HoldsPlaces) -> list[int]:
    """Those of them that the side holds."""
    side = table.scenario.side_index[condition.side]
    return [
        index
        for index in meant_places(table, condition)
        if table.state.control[index] == side
        and (not condition.occupied or table.holder(table.board.cell(table.scenario.places[index].cell)) == side)
    ]
