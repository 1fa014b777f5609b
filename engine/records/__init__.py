"""Every table of a scenario as typed rows, declared once for storage, editing, checking and play."""

from __future__ import annotations

from engine.records import board, charts, counters, markers, play, weather
from engine.records.base import Record, col
from engine.records.rows import Rows

ORDER: tuple[type[Record], ...] = (
    play.ScenarioRow,
    board.Grid,
    play.Turn,
    board.TerrainKind,
    board.HexsideKind,
    board.LinkKind,
    board.PlaceKind,
    board.TecColumn,
    board.Tec,
    board.CellRow,
    board.Box,
    board.Hexside,
    board.Link,
    counters.Side,
    board.Place,
    board.Region,
    board.RegionCell,
    board.Underlay,
    counters.Nationality,
    counters.Formation,
    counters.Unit,
    counters.Face,
    counters.ModeFace,
    charts.Chart,
    charts.ChartColumn,
    charts.ChartRow,
    charts.ChartCell,
    charts.Result,
    weather.Weather,
    weather.WeatherZone,
    markers.Marker,
    markers.MarkerStart,
    play.Phase,
    play.MechanismRow,
    play.Placement,
    play.Arrival,
    play.Victory,
    play.Option,
    play.Plan,
    play.Doctrine,
    play.Balance,
    play.RuleCase,
)
"""All tables in an order in which no row refers to a later table, but for rows of its own."""

TABLES: dict[str, type[Record]] = {kind.table: kind for kind in ORDER}

__all__ = ["ORDER", "TABLES", "Record", "Rows", "col"]
