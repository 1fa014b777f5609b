"""Set-up lines, arrivals and the holders of places as sheets."""

from __future__ import annotations

from typing import cast

from designer.tables.records import RecordSheet
from engine.records import Rows
from engine.records.board import Place
from engine.records.counters import Selector, Side
from engine.records.play import Arrival, Placement
from engine.scenario.sentences import units_words

MEANT = ("unit", "side", "nationality", "formation")
"""The tables whose rows a choice of units may name."""


def _first_side(rows: Rows) -> str:
    sides = sorted(rows.all(Side), key=lambda side: side.position)
    return sides[0].side if sides else ""


def placement_sheet(rows: Rows) -> RecordSheet:
    """The lines of the set-up, in the order in which they are placed."""
    return RecordSheet(
        rows,
        Placement,
        lambda ahead: Placement(placement="line", side=_first_side(ahead)),
        noun="line",
        fields=(
            "side",
            "units",
            "count",
            "cell",
            "place",
            "region",
            "per_cell",
            "exactly",
            "apart",
            "face",
            "note",
            "case",
        ),
        show={"units": lambda row: units_words(rows, cast(Placement, row).units)},
        also=MEANT,
    )


def arrival_sheet(rows: Rows) -> RecordSheet:
    """The arrivals."""
    return RecordSheet(
        rows,
        Arrival,
        lambda ahead: Arrival(arrival="arrival", turn=1, side=_first_side(ahead), units=Selector()),
        fields=("turn", "side", "units", "count", "region", "note", "case"),
        show={"units": lambda row: units_words(rows, cast(Arrival, row).units)},
        also=MEANT,
    )


def control_sheet(rows: Rows) -> RecordSheet:
    """The places, who holds them at the start, and what they are worth."""
    return RecordSheet(
        rows,
        Place,
        lambda _rows: Place(place="new", name="New place", kind="", cell=""),
        fields=("name", "kind", "cell", "owner", "value", "note"),
    )
