"""Records of the weather: what kinds there are, and the zones of the map that have it."""

from __future__ import annotations

from typing import Annotated, ClassVar

from engine.records.base import Record, col
from engine.records.board import Colour, Key, Name, Note


class Weather(Record, frozen=True, kw_only=True):
    """A kind of weather, and what it does to movement, battles and flying."""

    table: ClassVar[str] = "weather"
    key: ClassVar[tuple[str, ...]] = ("weather",)

    weather: Key
    name: Name
    movement: Annotated[
        float,
        col(
            "Movement",
            "Times what a cell costs to enter, by road too; hexsides cost what they do; rounded to quarters of a point",
            gt=0,
            le=8,
        ),
    ] = 1.0
    frozen: Annotated[
        tuple[str, ...], col("Frozen hexsides", "Kinds of hexside that neither cost nor shift anything in it")
    ] = ()
    shift: Annotated[int, col("Shift", "Columns for the attacker; negative: against him", ge=-9, le=9)] = 0
    shift_for: Annotated[
        str | None, col("Shift for", "Only when this side attacks; empty: whoever does", refers="side")
    ] = None
    flying: Annotated[bool, col("Flying", "Aircraft may support battles")] = True
    lasting: Annotated[bool, col("Lasting", "Once it has come to a zone it stays there to the end")] = False
    colour: Colour = "#d9c27a"
    note: Note = ""
    case: Annotated[str, col("Rule case")] = ""
    position: Annotated[int, col("Position", "Order in charts")] = 0


class WeatherZone(Record, frozen=True, kw_only=True):
    """A part of the map with weather of its own."""

    table: ClassVar[str] = "weather_zone"
    key: ClassVar[tuple[str, ...]] = ("zone",)

    zone: Key
    name: Name
    region: Annotated[str | None, col("Region", "Empty: the rest of the map", refers="region")] = None
    at_start: Annotated[str, col("Weather at start", refers="weather")]
    chart: Annotated[
        str | None,
        col("Weather table", "Rolled in the weather phase: dice down, turns across; empty: never", refers="chart"),
    ] = None
    roll_of: Annotated[
        str | None, col("Roll of", "Uses the dice of this zone; empty: its own", refers="weather_zone")
    ] = None
    modifier: Annotated[int, col("Modifier", "Added to the dice", ge=-20, le=20)] = 0
    position: Annotated[int, col("Position", "Order of the rolls")] = 0
