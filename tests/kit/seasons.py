"""Weather and markers for any scenario: three kinds of weather, two zones, a table, and four markers."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engine.records import Record, Rows
from engine.records.charts import Chart, ChartCell, ChartColumn, ChartRow
from engine.records.markers import Marker, MarkerStart
from engine.records.play import Phase
from engine.records.weather import Weather, WeatherZone
from tests.kit.boards import region
from tests.kit.drill import drill_rows

TABLE = {2: "DDRRMM", 4: "RRMMSS"}
"""What each die brings from a turn on: dry, rain, mud, snow."""


def alter(rows: Rows, kind: type[Record], key: str, **values: Any) -> None:
    """Change columns of one row."""
    row = rows.get(kind, key)
    assert row is not None
    rows.put(replace(row, **values))


def add_weather(rows: Rows, at_start: str = "D") -> None:
    """Four kinds of weather, one zone that is the whole map, a table on one die and a phase that rolls on it."""
    for position, weather in enumerate(
        (
            Weather(weather="D", name="Dry"),
            Weather(weather="R", name="Rain", shift=-1, flying=False, case="T-3"),
            Weather(weather="M", name="Mud", movement=2.0, flying=False, case="T-4"),
            Weather(weather="S", name="Snow", movement=1.5, frozen=("river",), lasting=True, case="T-5"),
        )
    ):
        rows.put(replace(weather, position=position))
    rows.put(Chart(chart="weather", name="Weather table", columns_are="number", rows_are="die", dice="1d6"))
    for number, (turn, cells) in enumerate(TABLE.items()):
        rows.put(ChartColumn(chart="weather", column=str(turn), position=number))
        for die, said in enumerate(cells, start=1):
            rows.put(ChartRow(chart="weather", row=str(die), position=die))
            rows.put(ChartCell(chart="weather", row=str(die), column=str(turn), value=said))
    rows.put(WeatherZone(zone="north", name="North", at_start=at_start, chart="weather"))
    rows.put(Phase(phase="weather", name="Weather Phase", kind="weather", position=-1))


def add_south(rows: Rows, *cells: str, modifier: int = -2, at_start: str = "D") -> None:
    """A second zone that reads the first one's dice with a modifier."""
    region(rows, "south", *cells)
    rows.put(
        WeatherZone(
            zone="south",
            name="South",
            region="south",
            at_start=at_start,
            chart="weather",
            roll_of="north",
            modifier=modifier,
            position=1,
        )
    )


def add_markers(rows: Rows, *starts: MarkerStart) -> None:
    """A minefield, a fort, a cache that the enemy may overrun and a block on supply; and where they lie."""
    for position, marker in enumerate(
        (
            Marker(marker="mines", name="Minefield", text="M", entry=1.0),
            Marker(marker="works", name="Earthworks", text="W", shift=-2, case="T-7"),
            Marker(marker="cache", name="Cache", text="C", until="enemy entry", case="T-8"),
            Marker(marker="block", name="Road block", text="B", blocks_supply=True),
        )
    ):
        rows.put(replace(marker, position=position))
    for start in starts:
        rows.put(start)


def rough_rows() -> Rows:
    """The drill ground with weather in two zones and markers of every kind, for whole games."""
    rows = drill_rows()
    add_weather(rows)
    add_south(rows, *(f"{column:02}{row:02}" for column in range(1, 11) for row in (7, 8, 9)))
    add_markers(
        rows,
        MarkerStart(start="mines-0404", marker="mines", cell="0404", side="soviet"),
        MarkerStart(start="mines-0605", marker="mines", cell="0605"),
        MarkerStart(start="works-0705", marker="works", cell="0705", side="soviet"),
        MarkerStart(start="cache-0505", marker="cache", cell="0505", side="soviet"),
        MarkerStart(start="block-0904", marker="block", cell="0904", side="german", first_turn=3, last_turn=5),
    )
    return rows
