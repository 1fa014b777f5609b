"""A new scenario from scratch: an empty map with rules that can be played as soon as there are units."""

from __future__ import annotations

from engine.grid import make_grid
from engine.ids import Cell
from engine.records import Record, Rows
from engine.records.board import (
    CellRow,
    Grid,
    HexsideKind,
    LinkKind,
    PlaceKind,
    Tec,
    TecColumn,
    TerrainKind,
)
from engine.records.charts import (
    AnyEffect,
    Chart,
    ChartCell,
    ChartColumn,
    ChartRow,
    EliminateAll,
    LoseSteps,
    MatchLosses,
    Result,
    RetreatHexes,
)
from engine.records.counters import Nationality, Side
from engine.records.play import Eliminated, HoldsPlaces, MechanismRow, Phase, ScenarioRow, Turn, Victory

FOOT, WHEELS, SHIFT = "move.infantry", "move.mech", "combat.shift"

TERRAIN = (
    ("clear", "Clear", "#f3ecd8", "plain", "1", "1", ""),
    ("forest", "Forest", "#b9cf9a", "woods", "2", "3", "-1"),
    ("marsh", "Marsh", "#cfe0d4", "marsh", "3", "P", "-1"),
    ("rough", "Rough", "#e2d3b0", "rough", "2", "3", "-1"),
    ("hills", "Hills", "#dcc9a0", "hills", "2", "2", "-1"),
    ("mountains", "Mountains", "#cbb493", "mountains", "3", "P", "-2"),
    ("water", "Lake or sea", "#a9cbe0", "water", "P", "P", ""),
)
HEXSIDES = (
    ("river", "River", "#4f86b8", "river", "1", "1", "-1"),
    ("major-river", "Major river", "#3c74a8", "major-river", "2", "2", "-2"),
    ("coast", "Coast", "#3c74a8", "coast", "0", "0", ""),
    ("border", "Border", "#8a3b3b", "border", "0", "0", ""),
    ("fort", "Fortified line", "#5a4a3a", "fort", "0", "0", "-1"),
)
LINKS = (
    ("rail", "Railway", "#3a3a3a", "rail", "broad", ""),
    ("road", "Road", "#8a5a3a", "road", "", "1"),
    ("highway", "Highway", "#a34a2a", "highway", "", "0.5"),
)
PLACES = (
    ("city", "City", "city", "-1"),
    ("town", "Town", "town", ""),
    ("village", "Village", "village", ""),
    ("fort", "Fortress", "fort", "-2"),
    ("airfield", "Airfield", "airfield", ""),
)
SIDES = (("german", "German", "#7f8a80", "#a8b0a4"), ("soviet", "Soviet", "#b0713c", "#cf9a63"))

ODDS = ("1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1")
CRT = (
    "AE AE AL NE NE DR DR DRL",
    "AE AL AL NE DR DR DRL DRL",
    "AL AL NE DR DR DR DRL DE",
    "AL AL NE DR EX DRL DRL DE",
    "AL NE NE EX DR DRL DE DE",
    "NE NE DR DR DRL DE DE DE",
)
"""Results by die roll, the columns of ODDS from the left."""

_BACK = RetreatHexes(who="defender", hexes=2, by="owner")
RESULTS: tuple[tuple[str, str, tuple[AnyEffect, ...]], ...] = (
    ("NE", "No effect", ()),
    ("AL", "Attacker loses a step", (LoseSteps(who="attacker", steps=1),)),
    ("AE", "Attacker eliminated", (EliminateAll(who="attacker"),)),
    ("DR", "Defender retreats", (_BACK,)),
    ("DRL", "Defender loses a step and retreats", (LoseSteps(who="defender", steps=1), _BACK)),
    ("DE", "Defender eliminated", (EliminateAll(who="defender"),)),
    ("EX", "Exchange", (LoseSteps(who="defender", steps=1), MatchLosses(who="attacker"), _BACK)),
)
"""What each code of the combat results table means and does."""

MECHANISMS: dict[str, dict[str, object]] = {
    "zoc": {"movement": "stop"},
    "stacking": {"limits": [{"most": 2}]},
    "control": {"by": "passing"},
    "odds-combat": {"chart": "crt"},
    "retreat": {},
    "arrivals": {},
}


def blank_scenario(title: str, grid: Grid, turns: int = 7) -> Rows:
    """The rows of a scenario with an empty map, two sides, the usual charts, four phases and a goal."""
    shape = make_grid(grid)
    labels = [shape.label(Cell(index)) for index in range(shape.size)]
    return Rows(
        [
            ScenarioRow(title=title, turns=turns),
            grid,
            *(Turn(turn=number, name=f"Turn {number}") for number in range(1, turns + 1)),
            *_kinds(),
            *_effects(),
            *(CellRow(cell=label, terrain="clear") for label in labels),
            *_sides(),
            *_crt(),
            *_rules(),
            *_victory(),
        ]
    )


def _kinds() -> list[Record]:
    """The kinds of terrain, hexside, link and place."""
    rows: list[Record] = []
    for n, (key, name, colour, look, *_) in enumerate(TERRAIN):
        rows.append(TerrainKind(kind=key, name=name, colour=colour, pattern=look, position=n))  # type: ignore[arg-type]
    for n, (key, name, colour, look, *_) in enumerate(HEXSIDES):
        rows.append(HexsideKind(kind=key, name=name, colour=colour, style=look, position=n))  # type: ignore[arg-type]
    for n, (key, name, colour, look, gauge, _cost) in enumerate(LINKS):
        style: dict[str, object] = {"style": look}
        rows.append(LinkKind(kind=key, name=name, colour=colour, gauge=gauge, position=n, **style))  # type: ignore[arg-type]
    for n, (key, name, symbol, _shift) in enumerate(PLACES):
        rows.append(PlaceKind(kind=key, name=name, symbol=symbol, position=n))  # type: ignore[arg-type]
    return rows


def _effects() -> list[Record]:
    """The terrain effects chart: two movement classes and the shift of a battle."""
    rows: list[Record] = [
        TecColumn(effect=FOOT, name="Infantry", group="move", position=0),
        TecColumn(effect=WHEELS, name="Mechanised", group="move", position=1),
        TecColumn(
            effect=SHIFT,
            name="Odds columns",
            group="combat",
            position=2,
            note="Negative moves the odds to the left; a river counts only if every attacker crosses one.",
        ),
    ]
    entries = [("terrain", row[0], row[4:7]) for row in TERRAIN]
    entries += [("hexside", row[0], row[4:7]) for row in HEXSIDES]
    entries += [("link", row[0], (row[5], row[5], "")) for row in LINKS]
    entries += [("place", row[0], ("", "", row[3])) for row in PLACES]
    for layer, kind, values in entries:
        rows += [
            Tec(layer=layer, kind=kind, effect=effect, value=value)  # type: ignore[arg-type]
            for effect, value in zip((FOOT, WHEELS, SHIFT), values, strict=True)
            if value
        ]
    return rows


def _sides() -> list[Record]:
    rows: list[Record] = [
        Side(side=key, name=name, colour=colour, position=n) for n, (key, name, colour, _) in enumerate(SIDES)
    ]
    return rows + [Nationality(nationality=key, name=name, side=key, colour=card) for key, name, _, card in SIDES]


def _crt() -> list[Record]:
    """A combat results table on one die."""
    rows: list[Record] = [
        Chart(chart="crt", name="Combat results table", kind="crt", columns_are="odds", rows_are="die", dice="1d6")
    ]
    rows += [ChartColumn(chart="crt", column=odds, position=n) for n, odds in enumerate(ODDS)]
    for die, line in enumerate(CRT, start=1):
        rows.append(ChartRow(chart="crt", row=str(die), position=die))
        rows += [
            ChartCell(chart="crt", row=str(die), column=odds, value=code)
            for odds, code in zip(ODDS, line.split(), strict=True)
        ]
    rows += [
        Result(chart="crt", code=code, name=name, effects=effects, advance=code != "NE", position=n)
        for n, (code, name, effects) in enumerate(RESULTS)
    ]
    return rows


def _rules() -> list[Record]:
    """Each side moves, then fights."""
    rows: list[Record] = []
    for side, name, *_ in SIDES:
        for kind, called in (("movement", "Movement"), ("combat", "Combat")):
            rows.append(
                Phase(phase=f"{side}-{kind}", name=f"{name} {called} Phase", kind=kind, side=side, position=len(rows))
            )
    return rows + [MechanismRow(mechanism=key, params=params) for key, params in MECHANISMS.items()]


def _victory() -> list[Record]:
    """The attacker must take a city; whoever destroys the enemy wins at once."""
    (attacker, first, *_), (defender, second, *_) = SIDES
    goal = HoldsPlaces(side=attacker, kinds=("city",), owned_at_start_by=defender, at_least=1)
    return [
        Victory(
            victory=f"{defender}-destroyed",
            name=f"{first} victory",
            position=0,
            when="turn",
            winner=attacker,
            condition=Eliminated(side=defender),
        ),
        Victory(
            victory=f"{attacker}-destroyed",
            name=f"{second} victory",
            position=1,
            when="turn",
            winner=defender,
            condition=Eliminated(side=attacker),
        ),
        Victory(victory=f"{attacker}-goal", name=f"{first} victory", position=2, winner=attacker, condition=goal),
        Victory(victory=f"{defender}-holds", name=f"{second} victory", position=3, winner=defender),
    ]
