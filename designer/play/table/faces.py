"""Counters of a game in progress, as they lie on the table."""

from __future__ import annotations

from designer.mapview.markers import LaidMarker
from designer.paint.badges import rule_badge
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
    badges += rule_badges(table, piece) if marks else ()
    hidden = table.state.counter[piece] is None
    rows = table.scenario.rows
    nationality = rows.get(Nationality, unit.nationality)
    return counter_face(unit, table.face(piece), nationality, rows=rows, untried=hidden, badges=badges)


def rule_badges(table: Table, piece: int) -> tuple[str, ...]:
    """What the rules have put on a piece, as words of badges: disrupted, in reserve, its mode."""
    kinds = table.setting.mark_kinds
    found = [kind for key in table.state.marks if (kind := kinds.get(key)) and kind.badge and kind.on == "piece"]
    words = [rule_badge(kind.name, kind.badge) for kind in found if table.marked(kind.key, piece)]
    mode = table.setting.mode_kinds.get(table.state.mode[piece] or "")
    return (*words, *([rule_badge(mode.name, mode.badge)] if mode is not None and mode.badge else ()))


def cell_badges(table: Table) -> dict[int, list[str]]:
    """What the rules have put on cells, as words of badges, cell by cell."""
    found: dict[int, list[str]] = {}
    for key, borne in table.state.marks.items():
        kind = table.setting.mark_kinds.get(key)
        if kind is not None and kind.badge and kind.on == "cell":
            for cell in borne:
                found.setdefault(cell, []).append(rule_badge(kind.name, kind.badge))
    return found


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
