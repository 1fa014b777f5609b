"""Counters of a game in progress, as they lie on the table."""

from __future__ import annotations

from designer.mapview.markers import LaidMarker
from designer.paint.faces import CounterFace, counter_face
from designer.paint.markers import marker_face
from engine.ids import Cell
from engine.records.counters import Nationality
from engine.rules.markers import lying
from engine.rules.table import Table
from engine.state import Status

_BADGES = ((Status.MOVED, "moved"), (Status.FOUGHT, "fought"), (Status.SPENT, "done"), (Status.REPLACED, "arrived"))


def piece_face(table: Table, piece: int, *, marks: bool = True, held: bool = False) -> CounterFace:
    """The counter of a piece: what is up, what it has done this phase, and whether it is held."""
    unit = table.unit(piece)
    if piece in table.unseen:
        return _back(table, piece)
    status = table.state.status[piece]
    badges = tuple(word for mark, word in _BADGES if marks and status & mark) + (("held",) if held else ())
    hidden = table.state.counter[piece] is None
    nationality = table.scenario.rows.get(Nationality, unit.nationality)
    return counter_face(unit, table.face(piece), nationality, untried=hidden, badges=badges)


def _back(table: Table, piece: int) -> CounterFace:
    """The blank counter of a unit that lies unseen beneath others, in the colour of its side."""
    side = table.scenario.sides[table.side_of(piece)]
    return CounterFace("", "", "", "", side.colour, "#ffffff", 0, True)


def laid_markers(table: Table) -> list[LaidMarker]:
    """The markers on the map, each in the colours of its side."""
    sides = {side.side: side for side in table.scenario.sides}
    return [
        LaidMarker(
            number,
            Cell(table.state.markers[number]),
            marker_face(kind, sides.get(table.scenario.markers[number].side or "")),
        )
        for number, kind in lying(table)
    ]
