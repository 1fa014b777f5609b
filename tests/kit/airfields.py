"""Two air fleets: a wide map with bases on both sides, a box each, and the air rules of the Smolensk game."""

from __future__ import annotations

from typing import Any

from engine.play import Game
from engine.play.sandbox import Position, Spot, arrange
from engine.play.stocked import Stock
from engine.records import Rows
from engine.records.board import Box
from engine.records.charts import Chart, ChartCell, ChartColumn, ChartRow
from engine.records.markers import Marker, MarkerStart
from engine.records.play import MechanismRow, Phase, RuleCase, ScenarioRow, Turn
from engine.records.weather import Weather, WeatherZone
from engine.scenario import compile_scenario
from engine.systems import setting_of
from tests.kit.boards import board_rows, rail, region
from tests.kit.gunnery import RULE, barrage_chart, put_crt, put_sides, put_unit

COLUMNS = 40

FLEET: dict[str, tuple[str, str, int, dict[str, float]]] = {
    "me-109": ("german", "fighter", 2, {"air": 4, "barrage": 1, "range": 20}),
    "me-110": ("german", "fighter", 2, {"air": 3, "barrage": 5, "range": 60}),
    "stuka-1": ("german", "bomber", 2, {"air": 1, "barrage": 12, "range": 30, "passive": 1}),
    "stuka-2": ("german", "bomber", 2, {"air": 1, "barrage": 12, "range": 30, "passive": 1}),
    "heinkel": ("german", "bomber", 2, {"air": 2, "barrage": 12, "range": 90, "passive": 1}),
    "dornier": ("german", "bomber", 2, {"air": 2, "barrage": 8, "range": 90, "passive": 1}),
    "tante-ju": ("german", "bomber", 2, {"air": 0, "barrage": 0, "range": 90, "capacity": 4, "passive": 1}),
    "mig-1": ("soviet", "fighter", 2, {"air": 2, "barrage": 1, "range": 30}),
    "mig-2": ("soviet", "fighter", 2, {"air": 2, "barrage": 1, "range": 30}),
    "sturmovik": ("soviet", "bomber", 1, {"air": 1, "barrage": 6, "range": 30, "passive": 1}),
    "guns": ("german", "artillery", 1, {"barrage": 26, "range": 2, "re": 1}),
    "battalion": ("german", "infantry", 1, {"re": 1}),
    "regiment": ("german", "infantry", 1, {"re": 1}),
    "division": ("soviet", "infantry", 3, {"re": 3}),
    "staff": ("soviet", "hq", 1, {"re": 1}),
    "guard": ("soviet", "infantry", 1, {"re": 1}),
}

FACILITY = """
T - 1 1 1 1 2 4 6 8
1 - - - - - - - (5) 1(5)
2 - - - - - - (5) 1(4) 1(4)
3 - - - - - (5) 1(5) 1(4) 1(4)
4 - - - - *(6) 1*(5) 1*(4) 1*(4) 2*(4)
5 - - (6) *(6) 1*(5) 1*(4) 2*(4) 2*(4) 2*(3)
6 - (6) *(5) 1*(5) 1*(4) 1*(4) 2*(4) 2*(3) 2*(3)
"""

AIR: dict[str, Any] = {
    "bases": [
        {"marker": "air-strip", "level": 0, "holds": 1, "refits": 1},
        {"marker": "air-base-1", "level": 1, "holds": 4, "refits": 2},
        {"marker": "air-base-2", "level": 2, "holds": 8, "refits": 4},
    ],
    "boxes": [
        {"side": "german", "box": "luftwaffe", "edge": "west", "hexes": 30},
        {"side": "soviet", "box": "red-air-force", "edge": "east", "hexes": 20},
    ],
    "near": 10,
    "near_columns": 1,
    "limited": ["limited"],
    "limited_columns": -1,
    "cases": {"capture": "OS-14.1", "near": "OS-8.1", "limited": "SM-1.5"},
}
OWN = ["german-air", "soviet-air"]
MISSIONS: list[dict[str, Any]] = [
    {"kind": "barrage", "phases": OWN, "case": "OS-14.2"},
    {"kind": "barrage", "phases": ["german-reaction"], "units": {"sides": ["german"]}, "case": "SM-2.2d"},
    {"kind": "facility", "phases": OWN, "case": "OS-8.4"},
    {"kind": "trainbusting", "phases": OWN, "limited": False, "case": "OS-8.4"},
    {"kind": "sweep", "phases": OWN, "flak": "never", "case": "OS-14.4"},
    {"kind": "transport", "phases": OWN, "flak": "patrol", "case": "OS-14.4"},
    {"kind": "transfer", "phases": OWN, "flak": "patrol", "case": "OS-14.4"},
    {"kind": "hip-shoot", "units": {"sides": ["german"]}, "limited": False, "spotter": True, "case": "SM-3.2a"},
]
FLYING: dict[str, Any] = {
    "missions": MISSIONS,
    "facilities": "facility",
    "rails": [{"side": "soviet", "links": ["rail"]}, {"side": "german", "links": ["rail"]}],
    "marker": "trainbusting",
    "phases": ["german-clean-up", "soviet-clean-up"],
    "cases": {"range": "OS-14.2", "active": "OS-14.2", "most": "OS-14.2", "limited": "SM-1.5", "when": "SM-2.2d"}
    | {"hip": "SM-2.2a", "land": "OS-14.2"},
}
CASES = ("OS-8.1", "OS-8.2", "OS-8.3", "OS-8.4", "OS-14.1", "OS-14.2", "OS-14.3", "OS-14.4", "SM-1.5", "SM-2.2a")


def field_rows(*, weather: str = "normal", **changed: Any) -> Rows:
    """Forty by nine hexes: phases of refit, movement, missions, reaction and clean-up for either side."""
    rows = board_rows("\n".join([". " * COLUMNS] * 9))
    rows.put(ScenarioRow(title="Two air fleets", turns=3))
    for turn in (1, 2, 3):
        rows.put(Turn(turn=turn, name=f"{turn} July"))
    put_sides(rows)
    for key, (side, symbol, steps, values) in FLEET.items():
        put_unit(rows, key, side, symbol, steps, values)
    _ground(rows)
    barrage_chart(rows)
    put_crt(rows)
    _facility(rows)
    _losses(rows)
    _weather(rows, weather)
    _phases(rows)
    rows.put(MechanismRow(mechanism="overrun", params={}))
    spotters = {"spotters": {"symbols": ["infantry"]}, "forts": [], "tokens": ""}
    rows.put(MechanismRow(mechanism="barrage", params=RULE | spotters))
    rows.put(MechanismRow(mechanism="air", params=AIR))
    fights = {"loss": "mission-loss", "cases": {"flak": "OS-14.3", "loss": "OS-14.3", "intercept": "OS-14.3"}}
    rows.put(MechanismRow(mechanism="air-combat", params=fights | changed.get("combat", {})))
    rows.put(MechanismRow(mechanism="air-missions", params=FLYING | changed.get("missions", {})))
    for case in (*CASES, "SM-2.2d", "SM-2.3d", "SM-3.2a"):
        rows.put(RuleCase(case=case, title=case))
    return rows


def _ground(rows: Rows) -> None:
    region(rows, "west", *(f"01{row:02}" for row in range(1, 10)))
    region(rows, "east", *(f"{COLUMNS}{row:02}" for row in range(1, 10)))
    rail(rows, *(f"{column:02}05" for column in range(20, 31)))
    for box, x in (("luftwaffe", -4.0), ("red-air-force", 42.0)):
        rows.put(Box(box=box, name=box.title(), x=x))
    for key in ("air-strip", "air-base-1", "air-base-2", "trainbusting"):
        rows.put(Marker(marker=key, name=key.replace("-", " ").capitalize()))
        for side in ("german", "soviet"):
            for number in (1, 2, 3):
                rows.put(MarkerStart(start=f"{side}-{key}-{number}", marker=key, side=side))


def _facility(rows: Rows) -> None:
    heads = ("0", "1", "2", "3", "5", "11", "21", "41", "81")
    rows.put(Chart(chart="facility", name="Facility barrage", columns_are="number", rows_are="die", dice="1d6"))
    for position, head in enumerate(heads):
        rows.put(ChartColumn(chart="facility", column=head, position=position))
    for position, line in enumerate(line.split() for line in FACILITY.split("\n") if line.strip()):
        rows.put(ChartRow(chart="facility", row=line[0], position=position))
        for head, value in zip(heads, line[1:], strict=True):
            rows.put(ChartCell(chart="facility", row=line[0], column=head, value="" if value == "-" else value))


def _losses(rows: Rows) -> None:
    rows.put(Chart(chart="mission-loss", name="Mission losses", columns_are="number", rows_are="die"))
    table = {"2": "111222", "3": "112233", "4": "1234"}
    for position, (head, dice) in enumerate(table.items()):
        rows.put(ChartColumn(chart="mission-loss", column=head, position=position))
        for die in range(1, 7):
            rows.put(ChartRow(chart="mission-loss", row=str(die), position=die))
            value = dice[die - 1] if die <= len(dice) else ("weakest", "strongest")[die - 5]
            rows.put(ChartCell(chart="mission-loss", row=str(die), column=head, value=value))


def _weather(rows: Rows, weather: str) -> None:
    for position, key in enumerate(("normal", "limited")):
        rows.put(Weather(weather=key, name=f"{key.capitalize()} flight", position=position, case="SM-1.5"))
    rows.put(Chart(chart="weather", name="Weather", rows_are="die", dice="1d6"))
    rows.put(ChartColumn(chart="weather", column="all"))
    for die in range(1, 7):
        rows.put(ChartRow(chart="weather", row=str(die), position=die))
        value = "limited" if die == 1 else "normal"
        rows.put(ChartCell(chart="weather", row=str(die), column="all", value=value))
    rows.put(WeatherZone(zone="map", name="The map", at_start=weather, chart="weather"))


def _phases(rows: Rows) -> None:
    sequence = [("weather", "weather", None)]
    for side, other in (("german", "soviet"), ("soviet", "german")):
        sequence += [
            (f"{side}-refit", "aircraft-refit", side),
            (f"{side}-move", "movement", side),
            (f"{side}-air", "air-missions", side),
            (f"{other}-reaction", "air-missions", other),
            (f"{side}-clean-up", "pause", side),
        ]
    for position, (key, kind, owner) in enumerate(sequence):
        rows.put(Phase(phase=key, name=key.replace("-", " ").title(), kind=kind, side=owner, position=position))


def aloft(
    rows: Rows,
    phase: str,
    bases: dict[str, str] | None = None,
    *,
    stocks: tuple[Stock, ...] = (),
    resting: tuple[str, ...] = (),
    seed: int = 0,
    **pieces: Any,
) -> Game:
    """A game that begins with these aircraft and units; bases are given by the marker's start key and a cell."""
    spots = {key.replace("_", "-"): Spot(*at) if isinstance(at, tuple) else Spot(at) for key, at in pieces.items()}
    marks = {"inactive": dict.fromkeys(resting, 1)} if resting else {}
    position = Position(spots, 1, phase, markers=bases or {}, marks=marks, stores=stocks)
    return arrange(setting_of(compile_scenario(rows)), position, seed)
