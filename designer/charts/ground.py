"""Weather and markers as pages of the Charts tab: what each kind is called and what it does."""

from __future__ import annotations

from msgspec.structs import replace
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from designer.document import Document
from designer.labels import Label
from designer.tables.grid import GridView
from designer.tables.part import Grids
from designer.tables.records import RecordSheet
from designer.tables.references import plain
from engine.errors import StavkaError
from engine.records import Record, Rows
from engine.records.changes import Change, difference
from engine.records.charts import ChartCell
from engine.records.markers import Marker
from engine.records.verify import build
from engine.records.weather import Weather, WeatherZone

WEATHER_SAYS = (
    "What each kind of weather does. The cells of a weather table hold the keys. Which table a part of the map is "
    "rolled on, and how its weather begins, is said on the Set-up tab; dice are thrown in phases of the kind weather."
)
MARKER_SAYS = "What each kind of marker does to the hex it lies in. Markers are laid on the map on the Set-up tab."


class GroundPage(QWidget):
    """One table with a line of explanation above it."""

    refused = Signal(str)

    def __init__(self, document: Document, grids: Grids, sheet: RecordSheet, says: str) -> None:
        super().__init__()
        self.grid = grids.add(GridView(document, sheet))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 8, 8, 8)
        label = Label(says)
        label.setWordWrap(True)
        layout.addWidget(label)
        layout.addWidget(self.grid, 1)


def weather_page(document: Document, grids: Grids) -> GroundPage:
    """The kinds of weather."""
    sheet = RecordSheet(
        document.rows,
        Weather,
        lambda _rows: Weather(weather="new", name="New weather"),
        noun="kind",
        fields=(
            "name",
            "weather",
            "movement",
            "frozen",
            "shift",
            "shift_for",
            "flying",
            "lasting",
            "colour",
            "note",
            "case",
        ),
        rename=rename_weather,
    )
    return GroundPage(document, grids, sheet, WEATHER_SAYS)


def marker_page(document: Document, grids: Grids) -> GroundPage:
    """The kinds of marker."""
    sheet = RecordSheet(
        document.rows,
        Marker,
        lambda _rows: Marker(marker="new", name="New marker"),
        noun="kind",
        fields=("name", "text", "colour", "entry", "shift", "blocks_supply", "until", "note", "case"),
    )
    return GroundPage(document, grids, sheet, MARKER_SAYS)


def rename_weather(rows: Rows, row: Record, new: str) -> list[Change]:
    """Give a kind of weather another key; zones that begin with it and the cells of their tables follow."""
    assert isinstance(row, Weather)
    made, problems = build(Weather, {**plain(row), "weather": new.strip()})
    if made is None:
        raise StavkaError(f"The key {problems[0].message}.")
    if rows.has(Weather, made.weather):
        raise StavkaError(f"There is weather called {made.weather} already.")
    ahead = rows.copy()
    ahead.drop(Weather, row.weather)
    ahead.put(made)
    zones = rows.all(WeatherZone)
    for zone in zones:
        if zone.at_start == row.weather:
            ahead.put(replace(zone, at_start=made.weather))
    for cell in rows.all(ChartCell):
        if cell.value == row.weather and any(zone.chart == cell.chart for zone in zones):
            ahead.put(replace(cell, value=made.weather))
    return list(difference(rows, ahead))
