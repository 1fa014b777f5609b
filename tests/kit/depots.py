"""A rear area: headquarters, an edge, a dead pile and dice for whatever comes back."""

from __future__ import annotations

from typing import Any

from engine.play import Game
from engine.play.sandbox import Position, Spot, arrange
from engine.play.stocked import Stock
from engine.records import Rows
from engine.records.board import Box
from engine.records.charts import Chart, ChartCell, ChartColumn, ChartRow
from engine.records.counters import Face, Unit
from engine.records.markers import Marker, MarkerStart
from engine.records.play import MechanismRow, Phase, RuleCase, ScenarioRow, Turn
from engine.scenario import compile_scenario
from engine.systems import setting_of
from tests.kit.boards import board_rows, place, region
from tests.kit.gunnery import put_crt, put_sides

UNITS: dict[str, tuple[str, str, int, int, tuple[str, ...]]] = {
    "army": ("soviet", "hq", 1, 1, ()),
    "rd-1": ("soviet", "infantry", 3, 12, ("special-repl",)),
    "rd-2": ("soviet", "infantry", 3, 12, ("special-repl",)),
    "rd-3": ("soviet", "infantry", 3, 12, ("special-repl",)),
    "guards": ("soviet", "infantry", 3, 13, ("guards",)),
    "tank": ("soviet", "armour", 3, 18, ()),
    "alarm": ("soviet", "militia", 1, 3, ("alarm",)),
    "nkvd": ("soviet", "security", 1, 2, ("nkvd",)),
    "il-2-1": ("soviet", "bomber", 1, 0, ("il-2",)),
    "mig": ("soviet", "fighter", 2, 0, ()),
    "old": ("soviet", "motorised", 3, 12, ("old",)),
    "new": ("soviet", "motorised", 3, 14, ("new",)),
    "corps": ("german", "hq", 1, 1, ()),
    "id-1": ("german", "infantry", 4, 20, ("breaks",)),
    "id-2": ("german", "infantry", 4, 20, ("breaks",)),
    "aufk": ("german", "mechanised", 1, 3, ("aufk", "multi-unit")),
    "he-111-1": ("german", "bomber", 2, 0, ("raider",)),
    "he-111-2": ("german", "bomber", 2, 0, ("raider",)),
    "pz-1": ("german", "armour", 2, 6, ("multi-unit",)),
    "pz-2": ("german", "armour", 2, 6, ("multi-unit",)),
}

BOTH = ["german-build", "soviet-build"]
CASES = ("OS-15.1", "OS-15.2", "OS-15.3", "OS-15.4", "SM-1.6a", "SM-1.6b", "SM-1.6c", "SM-1.8a", "SM-2.3a", "SM-2.3c")

REPLENISHMENT: dict[str, Any] = {
    "phases": BOTH,
    "regions": [
        {"side": "soviet", "region": "east"},
        {"side": "soviet", "region": "south-east", "first_turn": 3},
        {"side": "german", "region": "west"},
    ],
    "prices": [
        {"units": {"symbols": ["infantry"], "sizes": ["division"]}, "pax": 2},
        {"units": {"symbols": ["armour"]}, "pax": 1, "eq": 1},
        {"units": {"symbols": ["hq"]}, "pax": 1, "eq": 1},
    ],
    "cases": {"never": "SM-2.3a", "price": "SM-R", "where": "OS-15.1", "who": "OS-15.1"},
}


def rear_rows(**mechanisms: dict[str, Any]) -> Rows:
    """Twelve by six hexes: a build-up and a movement phase a side; further mechanisms by key."""
    rows = board_rows("\n".join([". " * 12] * 6))
    rows.put(ScenarioRow(title="A rear area", turns=6))
    for turn in range(1, 7):
        rows.put(Turn(turn=turn, name=f"{turn} July"))
    put_sides(rows)
    for key, (side, symbol, steps, strength, flags) in UNITS.items():
        _unit(rows, key, side, symbol, steps, strength, flags)
    for number in (1, 2):
        _unit(rows, f"rgt-{number}", "german", "infantry", 1, 4, ("rgt",), "regiment")
    put_crt(rows)
    place(rows, "Orsha", "0603", kind="city", value=2, owner="german")
    region(rows, "west", "0101", "0103")
    region(rows, "east", "1201", "1203")
    region(rows, "south-east", "1206")
    for box, x in (("luftwaffe", -4.0), ("red-air-force", 14.0)):
        rows.put(Box(box=box, name=box.title(), x=x))
    rows.put(Marker(marker="air-base-1", name="Air base"))
    for side in ("german", "soviet"):
        rows.put(MarkerStart(start=f"{side}-base", marker="air-base-1", side=side))
    for position, (key, side) in enumerate(
        (("build", "soviet"), ("move", "soviet"), ("build", "german"), ("move", "german"))
    ):
        kind = "orders" if key == "build" else "movement"
        rows.put(Phase(phase=f"{side}-{key}", name=f"{side} {key}", kind=kind, side=side, position=position))
    rows.put(MechanismRow(mechanism="stores", params={}))
    for key, params in mechanisms.items():
        rows.put(MechanismRow(mechanism=key.replace("_", "-"), params=params))
    rows.put(MechanismRow(mechanism="replenishment", params=REPLENISHMENT))
    for case in (*CASES, "SM-3.3a", "SM-3.3d", "SM-3.6", "SM-4.1b", "SM-R"):
        rows.put(RuleCase(case=case, title=case))
    return rows


def _unit(
    rows: Rows,
    key: str,
    side: str,
    symbol: str,
    steps: int,
    strength: int,
    flags: tuple[str, ...],
    size: str = "division",
) -> None:
    rows.put(
        Unit(unit=key, name=key.upper(), side=side, nationality=side, symbol=symbol, size=size, flags=flags)  # type: ignore[arg-type]
    )
    for face in range(steps):
        value = strength if face * 2 < steps else strength / 2
        extra = {"range": 40.0, "air": 1.0} if symbol in ("bomber", "fighter") else {}
        rows.put(
            Face(unit=key, face=face, attack=0 if symbol == "hq" else value, defence=value, movement=4, extra=extra)
        )


def lookup(rows: Rows, key: str, columns: dict[str, dict[int, int]], dice: str = "2d6") -> None:
    """A table whose rows are the least totals that they stand for."""
    rows.put(Chart(chart=key, name=key.title(), rows_are="die", dice=dice))  # type: ignore[arg-type]
    for position, (column, values) in enumerate(columns.items()):
        rows.put(ChartColumn(chart=key, column=column, position=position))
        for total, value in values.items():
            rows.put(ChartRow(chart=key, row=str(total), position=total))
            rows.put(ChartCell(chart=key, row=str(total), column=column, value=str(value)))


def behind_the_front(
    rows: Rows,
    phase: str,
    *,
    turn: int = 1,
    lost: tuple[str, ...] = (),
    stocks: tuple[Stock, ...] = (),
    bases: dict[str, str] | None = None,
    marks: dict[str, dict[str, int]] | None = None,
    seed: int = 0,
    **pieces: Any,
) -> Game:
    """A game that begins with these pieces, these in the dead pile, and these stores."""
    spots = {key.replace("_", "-"): Spot(*at) if isinstance(at, tuple) else Spot(at) for key, at in pieces.items()}
    dead = dict.fromkeys(lost, "")
    position = Position(spots, turn, phase, lost=dead, markers=bases or {}, marks=marks or {}, stores=stocks)
    return arrange(setting_of(compile_scenario(rows)), position, seed)
