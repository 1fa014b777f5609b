"""A range for guns: a map with woods, batteries on both sides, and the barrage table of the Smolensk game."""

from __future__ import annotations

from typing import Any

from engine.play import Game
from engine.play.sandbox import Position, Spot, arrange
from engine.records import Rows
from engine.records.board import Tec, TecColumn
from engine.records.charts import AnyEffect, Chart, ChartCell, ChartColumn, ChartRow, LoseSteps, Result
from engine.records.counters import Face, Nationality, Side, Unit
from engine.records.markers import Marker, MarkerStart
from engine.records.play import MechanismRow, Phase, RuleCase, ScenarioRow, Turn
from engine.rules.dice import throw
from engine.rules.marking import MarkUnits, OnDie
from engine.scenario import compile_scenario
from engine.systems import setting_of
from tests.kit.boards import board_rows

COLUMNS = ("1", "2", "3", "5", "8", "12", "17", "25", "41", "69", "117")
TOKENS = ("1", "1", "2", "2", "2", "3", "3", "4", "6", "8", "10")
"""What a barrage costs in each column."""

RESULTS = """
2  - - - - - - - - - DG DG
3  - - - - - - - - DG DG DG
4  - - - - - - - DG DG DG DG
5  - - - - - - DG DG DG DG [1/2]
6  - - - - - DG DG DG DG [1/2] [1/2]
7  - - - - DG DG DG DG [1/2] [1/2] 1/2
8  - - - DG DG DG DG [1/2] [1/2] 1/2 1/2
9  - - DG DG DG [1/2] [1/2] [1/2] 1/2 1/2 1/2
10 - DG DG DG [1/2] [1/2] 1/2 1/2 1/2 1 1
11 DG DG DG [1/2] [1/2] 1/2 1/2 1/2 1 1 2
12 DG 1/2 1/2 1/2 1/2 1 1 1 1 2 3
"""

DISORDER = MarkUnits(mark="disrupted")
HALF: tuple[AnyEffect, ...] = (OnDie(least=4, effects=(LoseSteps(),)), DISORDER)

RULE: dict[str, Any] = {
    "tokens": "T",
    "silenced": ["disrupted"],
    "together": {"sides": ["soviet"]},
    "size": "re",
    "heaviest": 3,
    "densities": [
        {"above": 0, "columns": -1},
        {"above": 1, "columns": 0},
        {"above": 3, "columns": 1},
        {"above": 4, "columns": 2},
        {"above": 5, "columns": 3},
        {"above": 6, "columns": 4},
    ],
    "forts": ["hedgehog"],
    "in_modes": [{"mode": "strat", "columns": 3}],
    "spotters": {"symbols": ["infantry", "armour"]},
    "unspotted": -3,
    "doubtful": "[1/2]",
    "instead": "DG",
    "cases": {"together": "SM-2.3d", "range": "OS-8.3", "guns": "OS-8.1", "silenced": "OS-8.1", "spotter": "OS-8.2"},
}

UNITS: dict[str, tuple[str, str, int, dict[str, float]]] = {
    "werfer": ("german", "artillery", 1, {"barrage": 18, "range": 2, "re": 0.5}),
    "guns": ("german", "artillery", 1, {"barrage": 26, "range": 2, "re": 1}),
    "battalion": ("german", "infantry", 1, {"re": 0.5}),
    "panzer": ("german", "armour", 1, {"re": 0.5}),
    "division": ("soviet", "infantry", 3, {"re": 3}),
    "guards": ("soviet", "infantry", 4, {"re": 4}),
    "tanks": ("soviet", "armour", 1, {"re": 1}),
    "brigade-1": ("soviet", "artillery", 1, {"barrage": 26, "range": 1, "re": 1}),
    "brigade-2": ("soviet", "artillery", 1, {"barrage": 26, "range": 1, "re": 1}),
}
"""Side, type, steps and values of everybody on the range."""


def range_rows(**changed: Any) -> Rows:
    """Nine by seven hexes with woods in 0504, and one phase of barrages a side."""
    rows = board_rows("""
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . f . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
    """)
    rows.put(ScenarioRow(title="A range for guns", turns=3))
    for turn in (1, 2, 3):
        rows.put(Turn(turn=turn, name=f"{turn} July"))
    put_sides(rows)
    for key, (side, symbol, steps, values) in UNITS.items():
        put_unit(rows, key, side, symbol, steps, values)
    barrage_chart(rows)
    put_crt(rows)
    rows.put(TecColumn(effect="barrage.shift", name="Barrage", group="combat"))
    rows.put(Tec(layer="terrain", kind="forest", effect="barrage.shift", value="-1"))
    rows.put(Marker(marker="hedgehog", name="Hedgehog"))
    rows.put(MarkerStart(start="hedgehog-1", marker="hedgehog", side="soviet"))
    for position, side in enumerate(("german", "soviet")):
        params = {"battle": "barrage", "announce": False}
        rows.put(
            Phase(phase=f"{side}-fire", name="Barrages", kind="combat", side=side, position=position, params=params)
        )
    rows.put(MechanismRow(mechanism="overrun", params={}))
    rows.put(MechanismRow(mechanism="barrage", params=RULE | changed))
    for case in ("OS-8.1", "OS-8.2", "OS-8.3", "SM-2.3d"):
        rows.put(RuleCase(case=case, title=case))
    return rows


def put_sides(rows: Rows) -> None:
    for position, (side, name) in enumerate((("german", "German"), ("soviet", "Soviet"))):
        rows.put(Side(side=side, name=name, position=position))
        rows.put(Nationality(nationality=side, name=name, side=side))


def put_unit(rows: Rows, key: str, side: str, symbol: str, steps: int, values: dict[str, float]) -> None:
    """A unit with so many steps and the same values on each."""
    unit = Unit(unit=key, name=key.title(), side=side, nationality=side, symbol=symbol, move_class="infantry")  # type: ignore[arg-type]
    rows.put(unit)
    for face in range(steps):
        rows.put(Face(unit=key, face=face, attack=4, defence=4, movement=4, extra=values))


def barrage_chart(rows: Rows) -> None:
    """The barrage table, with the row of its price, and what its results do."""
    rows.put(Chart(chart="barrage", name="Barrage", kind="crt", columns_are="number", rows_are="die", dice="2d6"))
    lines = [line.split() for line in RESULTS.split("\n") if line.strip()]
    rows.put(ChartRow(chart="barrage", row="T", position=0))
    for position, (column, price) in enumerate(zip(COLUMNS, TOKENS, strict=True)):
        rows.put(ChartColumn(chart="barrage", column=column, position=position))
        rows.put(ChartCell(chart="barrage", row="T", column=column, value=price))
    for row, *codes in lines:
        rows.put(ChartRow(chart="barrage", row=row, position=int(row)))
        for column, code in zip(COLUMNS, codes, strict=True):
            rows.put(ChartCell(chart="barrage", row=row, column=column, value=code))
    results: dict[str, tuple[AnyEffect, ...]] = {"-": (), "DG": (DISORDER,), "[1/2]": HALF, "1/2": HALF}
    results |= {str(steps): (LoseSteps(steps=steps), DISORDER) for steps in (1, 2, 3)}
    for code, effects in results.items():
        name = "No effect" if code == "-" else code
        rows.put(Result(chart="barrage", code=code, name=name, effects=effects, case="OS-8.2"))


def put_crt(rows: Rows) -> None:
    """A combat table, because there must be one."""
    rows.put(Chart(chart="crt", name="Combat", kind="crt", columns_are="odds", rows_are="die", dice="1d6"))
    rows.put(ChartColumn(chart="crt", column="1:1"))
    for die in range(1, 7):
        rows.put(ChartRow(chart="crt", row=str(die), position=die))
        rows.put(ChartCell(chart="crt", row=str(die), column="1:1", value="NE"))
    rows.put(Result(chart="crt", code="NE", name="No effect"))


def at_the_range(rows: Rows, phase: str, markers: dict[str, str] | None = None, seed: int = 0, **pieces: Any) -> Game:
    """A game that begins with these pieces; a pair is a cell and a face, underscores stand for hyphens."""
    spots = {
        key.replace("_", "-"): at if isinstance(at, Spot) else Spot(*at) if isinstance(at, tuple) else Spot(at)
        for key, at in pieces.items()
    }
    return arrange(setting_of(compile_scenario(rows)), Position(spots, 1, phase, markers=markers or {}), seed)


def seed_that_rolls(*wanted: tuple[str, int | tuple[int, ...]], first: int = 0) -> int:
    """A seed with which the dice of a game show these totals, roll by roll."""
    for seed in range(400_000):
        for number, (dice, total) in enumerate(wanted, first):
            totals = total if isinstance(total, tuple) else (total,)
            if sum(throw(seed, number, dice)) not in totals:
                break
        else:
            return seed
    raise AssertionError(f"no seed rolls {wanted}")


def piece(game: Game, key: str) -> int:
    """The number of a piece."""
    return game.scenario.piece_index[key]


def cell(game: Game, label: str) -> int:
    """The number of a cell."""
    return game.setting.board.cell(label)
