"""Compiling rows into a scenario, or saying everything that stands against it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from engine.board import Board
from engine.board.tec import TecChart
from engine.charts import CombatTable, LookupTable, load_tables
from engine.counters import Counter, Piece, load_counters, make_pieces
from engine.errors import ScenarioError
from engine.records import Rows
from engine.records.board import Place
from engine.records.charts import Result
from engine.records.counters import Side
from engine.records.markers import Marker, MarkerStart
from engine.records.play import Arrival, MechanismRow, Phase, Placement, ScenarioRow, Turn, Victory
from engine.records.weather import Weather, WeatherZone
from engine.scenario.check import check
from engine.scenario.deployment import arrivals_of
from engine.scenario.options import choose_options


@dataclass(frozen=True, eq=False)
class Scenario:
    """All that a game is played with; it never changes during a game."""

    rows: Rows
    about: ScenarioRow
    board: Board
    tec: TecChart
    sides: tuple[Side, ...]
    counters: tuple[Counter, ...]
    pieces: tuple[Piece, ...]
    tables: dict[str, LookupTable]
    combat_tables: dict[str, CombatTable]
    phases: tuple[Phase, ...]
    mechanisms: dict[str, MechanismRow]
    placements: tuple[Placement, ...]
    arrivals: tuple[Arrival, ...]
    victories: tuple[Victory, ...]
    weathers: tuple[Weather, ...]
    zones: tuple[WeatherZone, ...]
    markers: tuple[MarkerStart, ...]

    @cached_property
    def side_index(self) -> dict[str, int]:
        """Position of each side by its key."""
        return {side.side: index for index, side in enumerate(self.sides)}

    @cached_property
    def piece_index(self) -> dict[str, int]:
        """Index of each piece by its key."""
        return {piece.key: index for index, piece in enumerate(self.pieces)}

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """Every place on the map, in order."""
        return self.board.places

    @cached_property
    def weather_index(self) -> dict[str, int]:
        """Index of each kind of weather by its key."""
        return {row.weather: index for index, row in enumerate(self.weathers)}

    @cached_property
    def marker_kinds(self) -> tuple[Marker, ...]:
        """What each marker of the set-up is."""
        kinds = {row.marker: row for row in self.rows.all(Marker)}
        return tuple(kinds[start.marker] for start in self.markers)

    @cached_property
    def turn_names(self) -> dict[int, str]:
        """The labels of the turn record track."""
        return {row.turn: row.name for row in self.rows.all(Turn)}

    def turn_name(self, turn: int) -> str:
        """How the turn record track calls a turn."""
        return self.turn_names.get(turn, f"Turn {turn}")


def compile_scenario(rows: Rows, options: Mapping[str, str] | None = None) -> Scenario:
    """The scenario that these rows describe, with options chosen; ScenarioError lists every defect."""
    rows = choose_options(rows, options or {})
    problems = [problem for problem in check(rows) if problem.severity == "error"]
    if problems:
        raise ScenarioError(problems)
    tables = load_tables(rows)
    counters = load_counters(rows)
    results = rows.all(Result)
    return Scenario(
        rows=rows,
        about=rows.the(ScenarioRow),
        board=Board.from_rows(rows),
        tec=TecChart.from_rows(rows),
        sides=tuple(sorted(rows.all(Side), key=lambda side: side.position)),
        counters=counters,
        pieces=make_pieces(counters),
        tables=tables,
        combat_tables={
            key: CombatTable(table, {row.code: row for row in results if row.chart == key})
            for key, table in tables.items()
            if table.chart.kind == "crt"
        },
        phases=tuple(sorted(rows.all(Phase), key=lambda phase: phase.position)),
        mechanisms={row.mechanism: row for row in rows.all(MechanismRow)},
        placements=tuple(sorted(rows.all(Placement), key=lambda row: row.position)),
        arrivals=tuple(arrivals_of(rows)),
        victories=tuple(sorted(rows.all(Victory), key=lambda row: row.position)),
        weathers=tuple(sorted(rows.all(Weather), key=lambda row: row.position)),
        zones=tuple(sorted(rows.all(WeatherZone), key=lambda row: row.position)),
        markers=tuple(rows.all(MarkerStart)),
    )
