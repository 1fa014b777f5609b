"""The rules and counters of Proud Monster on a plain drawn for tests: the training ground.

The ground is 24 columns by 13 rows, all clear but for what a test adds.  The Zone of Military Operations is column 01
in Germany (rows 1 to 7), Hungary (8 and 9) and Romania (10 to 13), the east edge is column 24, and no hex lies beyond
the line of attenuated supply.  Moscow has two hexes, 2203 and 2204; Minsk (1203) is a district, Riga (1211) a city
without one, Tula (1807) a large town, Vyazma (1607) a town.  The southern weather zone is columns 21 to 24 of rows 12
and 13.

Pieces go by their keys.  Those of the pools (`rd-1`, `td-1`, `cd-1`, `mrd-1`, `rb-1`, `tb-1`) lie face down unless a
strength is given (`{"rd-1": ("1206", "3-3")}`).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, ClassVar, TypeVar

import msgspec

from engine.ids import Cell
from engine.play import Game
from engine.play.sandbox import Position, Spot, arrange
from engine.records import Rows
from engine.records.board import CellRow, HexsideKind, LinkKind, PlaceKind, Tec, TecColumn, TerrainKind
from engine.records.charts import Chart, ChartCell, ChartColumn, ChartRow, Result
from engine.records.counters import Face, Formation, Nationality, Side, Unit
from engine.records.play import Arrival, MechanismRow, Option, Phase, Placement, RuleCase, ScenarioRow, Turn, Victory
from engine.records.weather import Weather, WeatherZone
from engine.rules.mechanism import Mechanism
from engine.rules.setting import Setting
from engine.rules.table import Table
from engine.scenario import compile_scenario
from engine.state.actions import DeclareAttack, Done, FightBattle
from engine.state.events import BattleFought, Event
from engine.systems import setting_of
from engine.systems.catalogue import all_mechanisms, all_phases
from tests.kit.boards import board_rows, place, region
from tests.kit.guderian import seed_showing
from tests.kit.shipped import shipped_rows

E = TypeVar("E", bound=Event)

SLUG = "proud-monster"
COLUMNS, ROWS = 24, 13
RULES = (
    ScenarioRow,
    Turn,
    Side,
    Nationality,
    Formation,
    Unit,
    Face,
    Chart,
    ChartColumn,
    ChartRow,
    ChartCell,
    Result,
    Phase,
    MechanismRow,
    Victory,
    RuleCase,
    TerrainKind,
    HexsideKind,
    LinkKind,
    PlaceKind,
    TecColumn,
    Tec,
    Weather,
    WeatherZone,
)
PLACES = (
    ("moscow", "Moscow", "2203", "city", 9),
    ("moscow-2", "Moscow", "2204", "city", 0),
    ("leningrad", "Leningrad", "2211", "city", 6),
    ("minsk", "Minsk", "1203", "city", 1),
    ("riga", "Riga", "1211", "city", 2),
    ("tula", "Tula", "1807", "large-town", 1),
    ("vyazma", "Vyazma", "1607", "town", 0),
)
BEGINNERS = {"sections": "beginners"}
MOVE, ASSAULT = "axis-movement-1", "axis-assault-1"
SOVIET_MOVE, SOVIET_ASSAULT = "soviet-movement-1", "soviet-assault-1"
ON_SUPPLY = ("pause", "concentrate", "air-supply")
MUTUAL_AXIS, MUTUAL_SOVIET, CHECK = "mutual-axis", "mutual-soviet", "victory-check"


@lru_cache(maxsize=1)
def shipped() -> Rows:
    """The rows of the shipped scenario."""
    return shipped_rows(SLUG)


def ground_rows(*, arrivals: bool = False) -> Rows:
    """The rows of the training ground; tests add rivers and terrain before they begin.

    Without arrivals nobody comes on.
    """
    rows = board_rows("\n".join(["." * COLUMNS] * ROWS), costs={})
    for kind in RULES:
        for row in shipped().all(kind):
            rows.put(row)
    for line in shipped().all(Placement):
        rows.put(msgspec.structs.replace(line, cell="0106", per_cell=0))
    for arrival in shipped().all(Arrival) if arrivals else ():
        rows.put(arrival)
    for key, name, cell, kind, value in PLACES:
        place(rows, name, cell, kind=kind, value=value, owner="soviet", key=key)
    _regions(rows)
    return rows


def _regions(rows: Rows) -> None:
    germany, hungary, romania = ([f"01{row:02}" for row in span] for span in (range(1, 8), (8, 9), range(10, 14)))
    for key, cells in (("germany", germany), ("hungary", hungary), ("romania", romania)):
        region(rows, f"zomo-{key}", *cells)
    region(rows, "zomo", *germany, *hungary, *romania)
    region(rows, "okh-north", *germany)
    region(rows, "okh-south", *hungary, *romania)
    region(rows, "okh-both", *germany, *hungary, *romania)
    region(rows, "okh-romania", *romania)
    region(rows, "weather-south", *(f"{column}{row}" for column in range(21, 25) for row in (12, 13)))
    region(rows, "axis-sources", *germany, *hungary, *romania)
    region(rows, "east-edge", *columns_of(COLUMNS, COLUMNS))
    region(rows, "gas-west", *columns_of(1, COLUMNS))
    region(rows, "military-districts", "1203", "2203", "2204")
    near = ("1103", "1104", "1202", "1204", "1303", "1304", "2103", "2104", "2105", "2202", "2205", "2303", "2304")
    region(rows, "soviet-entry", *(cell for _, _, cell, kind, _ in PLACES if kind != "town"), *near, "2305")


def columns_of(first: int, last: int) -> list[str]:
    """The numbers of all hexes of some columns of the training ground."""
    return [f"{column:02}{row:02}" for column in range(first, last + 1) for row in range(1, ROWS + 1)]


def terrain(rows: Rows, kind: str, *cells: str) -> None:
    """Make cells forest, hills, marsh or clear."""
    for cell in cells:
        rows.put(CellRow(cell=cell, terrain=kind))


@lru_cache(maxsize=1)
def _plain() -> Setting:
    return setting_of(compile_scenario(ground_rows()))


@lru_cache(maxsize=1)
def real() -> Setting:
    """The beginners' game of the shipped scenario without its arrivals, compiled once."""
    return setting_of(compile_scenario(_without_arrivals()))


@lru_cache(maxsize=1)
def full() -> Setting:
    """The shipped scenario with all its sections, without its arrivals, compiled once."""
    return setting_of(compile_scenario(_without_arrivals(), {"sections": "more"}))


def _without_arrivals() -> Rows:
    rows = shipped().copy()
    for arrival in shipped().all(Arrival):
        rows.drop(Arrival, arrival.arrival)
    return rows


@lru_cache(maxsize=1)
def _drawn() -> dict[tuple[str, str], list[str]]:
    """By pool and strength, the units of the pools."""
    faces = {row.unit: row for row in shipped().all(Face) if row.face == 0}
    found: dict[tuple[str, str], list[str]] = {}
    for unit in shipped().all(Unit):
        if unit.pool:
            face = faces[unit.unit]
            found.setdefault((unit.pool, f"{face.attack:g}-{face.defence:g}"), []).append(unit.unit)
    return found


def _spots(pieces: dict[str, Any]) -> dict[str, Spot]:
    spots: dict[str, Spot] = {}
    used: set[str] = set()
    for key, where in pieces.items():
        if isinstance(where, tuple) and isinstance(where[1], str):
            unit = next(each for each in _drawn()[key.rsplit("-", 1)[0], where[1]] if each not in used)
            used.add(unit)
            spots[key] = Spot(where[0], 0, unit)
        else:
            spots[key] = Spot(*where) if isinstance(where, tuple) else Spot(where)
    return spots


def stage(
    pieces: dict[str, Any],
    phase: str = MOVE,
    *,
    turn: int = 4,
    die: int | None = None,
    seed: int = 1,
    rows: Rows | None = None,
    setting: Setting | None = None,
    options: dict[str, str] | None = None,
    supply: bool = False,
    **position: Any,
) -> Game:
    """A game from a position, at its first decision; the first die of it may be asked for.

    What is decided on supply when an Axis player turn begins is left as it is, unless the test is about it.
    """
    if options:
        rows = rows or ground_rows()
        for row in shipped().all(Option):
            if row.option in options:
                rows.put(row)
    made = setting or (_plain() if rows is None else setting_of(compile_scenario(rows, options)))
    if die is not None:
        seed = seed_showing(("1d6", die))
    game = arrange(made, Position(_spots(pieces), turn, phase, **position), seed)
    while not supply and game.decision is not None and game.decision.kind in ON_SUPPLY:
        game.apply(Done())
    return game


def last(game: Game, kind: type[E]) -> E:
    """The last event of a kind in the log."""
    return next(event for entry in reversed(game.log) for event in reversed(entry.events) if isinstance(event, kind))


def attack(game: Game, target: str, *names: str) -> BattleFought:
    """Commit pieces to a battle and fight it, as far as the dice."""
    cell = game.setting.board.cell(target)
    for name in names:
        game.apply(DeclareAttack(game.scenario.piece_index[name], cell))
    game.apply(FightBattle(cell))
    return last(game, BattleFought)


class Stretched(Mechanism, frozen=True, kw_only=True):
    """For tests: beyond a column every line of supply is less than full."""

    key: ClassVar[str] = "stretched"
    beyond: int = 99

    def supply_grade(self, table: Table, cell: int, side: int, piece: int | None = None) -> str | None:
        """Attenuated, beyond that column."""
        number = table.board.label(Cell(cell))
        return "attenuated" if number[:2].isdigit() and int(number[:2]) > self.beyond else None


@lru_cache(maxsize=8)
def supplied(beyond: int = 0) -> Setting:
    """The setting of the training ground with supply, which is less than full beyond a column; 0: nowhere."""
    rows, kinds = ground_rows(), all_mechanisms()
    if beyond:
        rows.put(MechanismRow(mechanism=Stretched.key, params={"beyond": beyond}))
        kinds = kinds | {Stretched.key: Stretched}
    return Setting(compile_scenario(rows), all_phases(), kinds)


@lru_cache(maxsize=1)
def reinforced() -> Setting:
    """The setting of the training ground to which reinforcements come."""
    return setting_of(compile_scenario(ground_rows(arrivals=True)))


def around(label: str) -> list[str]:
    """The numbers of the hexes around one of the training ground."""
    board = supplied().board
    return [board.label(Cell(each)) for each in board.neighbours(board.cell(label))]
