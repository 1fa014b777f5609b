"""The weather of the set-up: its zones, and what each begins with."""

from __future__ import annotations

from designer.document import Document
from designer.tables.grid import GridView
from designer.tables.records import RecordSheet
from engine.records import Rows
from engine.records.weather import Weather, WeatherZone

EMPTY = (
    "No part of the map has weather. Name the kinds of weather on the Charts tab, then press + for a zone: "
    "without a region it is the whole map."
)


def zone_sheet(rows: Rows) -> RecordSheet:
    """The weather zones, in the order in which they are rolled for."""
    return RecordSheet(
        rows,
        WeatherZone,
        fresh_zone,
        noun="zone",
        fields=("name", "region", "at_start", "chart", "roll_of", "modifier"),
    )


def fresh_zone(rows: Rows) -> WeatherZone:
    """A new zone with the first kind of weather."""
    kinds = sorted(rows.all(Weather), key=lambda row: row.position)
    return WeatherZone(zone="new", name="Weather", at_start=kinds[0].weather if kinds else "")


def weather_grid(document: Document) -> GridView:
    """The zones as a table."""
    return GridView(document, zone_sheet(document.rows), empty=EMPTY)
