"""Records of the markers: counters that lie in a cell and do something to it."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from engine.records.base import Record, col
from engine.records.board import CellName, Colour, Key, Name, Note


class Marker(Record, frozen=True, kw_only=True):
    """A kind of marker, and what it does to the cell where it lies."""

    table: ClassVar[str] = "marker"
    key: ClassVar[tuple[str, ...]] = ("marker",)

    marker: Key
    name: Name
    text: Annotated[str, col("Text", "On the counter", max_length=6)] = ""
    colour: Colour = "#e8e2c8"
    entry: Annotated[float, col("Extra cost", "Movement points more to enter its cell, for its enemy", ge=0, le=20)] = (
        0.0
    )
    by_rail: Annotated[
        float,
        col("Cost by rail", "Of a rail move, instead of one for its cell; 0: as the extra cost says", ge=0, le=99),
    ] = 0.0
    shift: Annotated[int, col("Shift", "Columns for whoever attacks its cell; negative: against him", ge=-9, le=9)] = 0
    blocks_supply: Annotated[bool, col("Blocks supply", "Its enemy may not trace through its cell")] = False
    until: Annotated[
        Literal["never", "enemy entry"],
        col("Cleared by", "never: nothing; enemy entry: a unit of its enemy that enters its cell"),
    ] = "never"
    note: Note = ""
    case: Annotated[str, col("Rule case")] = ""
    position: Annotated[int, col("Position", "Order in lists")] = 0


class MarkerStart(Record, frozen=True, kw_only=True):
    """A marker: one that lies on the map from the start or from a turn on, or one in stock that players place."""

    table: ClassVar[str] = "marker_start"
    key: ClassVar[tuple[str, ...]] = ("start",)

    start: Key
    marker: Annotated[str, col("Marker", refers="marker")]
    cell: Annotated[CellName | None, col("Cell", "Where it lies; empty: in stock until somebody places it")] = None
    side: Annotated[str | None, col("Side", "Whose it is; empty: against both", refers="side")] = None
    first_turn: Annotated[int | None, col("From turn", "Empty: from the start")] = None
    last_turn: Annotated[int | None, col("Until turn", "Empty: to the end")] = None
