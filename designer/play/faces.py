"""Counters of a game in progress, as they lie on the table."""

from __future__ import annotations

from designer.paint.faces import CounterFace, counter_face
from engine.records.counters import Nationality
from engine.rules.table import Table
from engine.state import Status

_BADGES = ((Status.MOVED, "moved"), (Status.FOUGHT, "fought"), (Status.SPENT, "done"), (Status.REPLACED, "arrived"))


def piece_face(table: Table, piece: int, *, marks: bool = True) -> CounterFace:
    """The counter of a piece: what is up, and what it has done this phase."""
    unit = table.unit(piece)
    status = table.state.status[piece]
    badges = tuple(word for mark, word in _BADGES if marks and status & mark)
    hidden = table.state.counter[piece] is None
    nationality = table.scenario.rows.get(Nationality, unit.nationality)
    return counter_face(unit, table.face(piece), nationality, untried=hidden, badges=badges)
