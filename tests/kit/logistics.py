"""A plain on which supply is carried, drawn, thrown, spent and eaten, with a few units of both sides.

Leg units pay 1 for open ground and 2 for woods, tracks 1 and 3, trucks 2 and 4; a road costs everybody 1.

German: `tank-1` to `tank-3` (tracks, 8 points) and `rifles` (on foot, 4; on trucks in move mode) of one formation with
`organic` as its truck; `recon` (trucks) and `guard` (on foot) stand alone; `g-hq` throws 15.
Soviet: `division-1` to `division-3` (on foot, three steps), `brigade` (tracks, one step); `s-hq` throws 8.
Lorries (`g-lorry-1` ...) and wagons (`s-wagon-1` ...) carry; `s-truck-extender` and `s-wagon-extender` lengthen lines.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from engine.play import Game
from engine.play.sandbox import Position, Spot, arrange
from engine.play.stocked import Stock
from engine.records import Rows
from engine.records.charts import Chart, ChartCell, ChartColumn, ChartRow, EliminateAll, LoseSteps, Result
from engine.records.counters import Face, Formation, ModeFace, Nationality, Side, Unit
from engine.records.play import MechanismRow, Phase, Placement, ScenarioRow, Turn
from engine.rules.answers import MarkKind, ModeKind
from engine.rules.mechanism import Mechanism
from engine.rules.prices import Price, Source, sources
from engine.rules.setting import Setting
from engine.scenario import compile_scenario
from engine.state import Store
from engine.systems.catalogue import all_mechanisms, all_phases
from tests.kit.boards import board_rows, region

COSTS: dict[str, dict[tuple[str, str], str]] = {
    f"move.{kind}": {
        ("terrain", "clear"): clear,
        ("terrain", "forest"): woods,
        ("hexside", "river"): river,
        ("link", "road"): "1",
        ("link", "box"): "1",
    }
    for kind, clear, woods, river in (("leg", "1", "2", "1"), ("track", "1", "3", "3"), ("truck", "2", "4", "5"))
}
DIVISION = ("multi-unit",)
LOOSE = ("no-ground",)
UNITS: tuple[tuple[str, str, str, str, tuple[str, ...], int, float, float], ...] = (
    ("tank-1", "german", "armour", "track", DIVISION, 1, 6, 8),
    ("tank-2", "german", "armour", "track", DIVISION, 1, 6, 8),
    ("tank-3", "german", "armour", "track", DIVISION, 1, 6, 8),
    ("rifles", "german", "motorised", "leg", DIVISION, 1, 7, 4),
    ("organic", "german", "supply", "truck", ("multi-unit", "organic-truck", *LOOSE), 1, 0, 50),
    ("recon", "german", "motorised", "truck", (), 1, 3, 8),
    ("guard", "german", "infantry", "leg", (), 1, 4, 4),
    ("g-hq", "german", "hq", "leg", ("hq",), 1, 0, 2),
    ("g-lorry-1", "german", "supply", "truck", ("transport", "truck", *LOOSE), 1, 0, 50),
    ("g-lorry-2", "german", "supply", "truck", ("transport", "truck", *LOOSE), 1, 0, 50),
    ("division-1", "soviet", "infantry", "leg", (), 3, 12, 2),
    ("division-2", "soviet", "infantry", "leg", (), 3, 12, 2),
    ("division-3", "soviet", "infantry", "leg", (), 3, 11, 2),
    ("brigade", "soviet", "armour", "track", (), 1, 8, 6),
    ("s-hq", "soviet", "hq", "leg", ("hq",), 1, 0, 2),
    ("s-wagon-1", "soviet", "supply", "leg", ("transport", "wagon", *LOOSE), 1, 0, 12),
    ("s-wagon-2", "soviet", "supply", "leg", ("transport", "wagon", *LOOSE), 1, 0, 12),
    ("s-truck-extender", "soviet", "supply", "truck", ("truck-extender", *LOOSE), 1, 0, 0),
    ("s-wagon-extender", "soviet", "supply", "leg", ("wagon-extender", *LOOSE), 1, 0, 0),
)
PHASES = (
    ("g-move", "movement", "german", {}),
    ("g-supply", "pause", "german", {}),
    ("s-react", "movement", "soviet", {"only": ["released"]}),
    ("g-combat", "combat", "german", {}),
    ("g-exploit", "movement", "german", {"only": ["exploit"]}),
    ("g-clean", "pause", "german", {}),
    ("s-move", "movement", "soviet", {}),
    ("s-supply", "pause", "soviet", {}),
    ("g-react", "movement", "german", {"only": ["released"]}),
    ("s-combat", "combat", "soviet", {}),
    ("s-clean", "pause", "soviet", {}),
)
MECHANISMS: dict[str, dict[str, Any]] = {
    "moods": {},
    "zoc": {"movement": "stop", "units": {"without": ["no-ground", "hq"]}, "capable": True},
    "odds-combat": {"below": "first", "once": "cells"},
    "overrun": {"points": 3, "times": 1, "hurt_go_on": True, "disrupts": False},
    "stores": {},
    "supply-draw": {"throwers": {"flags": ["hq"]}, "half_in": ["move"]},
    "fuel": {
        "exempt": ["no-ground"],
        "formations": ["multi-unit"],
        "clean_up": ["g-clean", "s-clean"],
        "cases": {"unit": "OS-5.1", "group": "OS-5.2"},
    },
    "ammunition": {"exempt": ["no-ground", "hq"], "cases": {"attack": "OS-9.1", "defence": "OS-9.1"}},
    "own-stocks": {
        "exempt": ["no-ground", "hq"],
        "phases": ["g-supply", "s-supply"],
        "cases": {"refill": "OS-10.3"},
    },
}
"""The rules of the plain; tests add others, or change their numbers."""

TRACING: dict[str, dict[str, Any]] = {
    "trace-supply": {
        "phases": ["g-supply", "s-supply"],
        "throwers": {"flags": ["hq"]},
        "spans": [
            {"side": "german", "region": "west"},
            {"side": "soviet", "region": "east", "last_turn": 4},
            {"side": "soviet", "region": "east-late", "first_turn": 5},
        ],
        "rails": ["rail"],
        "extenders": [
            {"units": {"flags": ["truck-extender"]}, "move_class": "truck", "points": 20},
            {"units": {"flags": ["wagon-extender"]}, "move_class": "leg", "points": 10},
        ],
        "exempt": ["no-ground"],
        "attrition": [
            {"rating": 0, "none": 1, "one": 3, "two": 5, "four": 7},
            {"rating": 3, "none": 5, "one": 7, "two": 9, "four": 11},
        ],
        "cases": {"eat": "OS-11.2", "less": "OS-11.2", "attrition": "OS-11.2"},
    },
    "supply-caches": {"cases": {"cache": "OS-11.3"}},
}
"""What feeds units on the plain.

German supply comes from the first column, Soviet supply from the last, from turn 5 on only from its southern end.
"""


class Moods(Mechanism, frozen=True, kw_only=True):
    """For tests: the modes and marks of units that other rules bring in a whole game."""

    key: ClassVar[str] = "moods"
    marks: ClassVar[tuple[MarkKind, ...]] = tuple(MarkKind(key, key.title()) for key in ("exploit", "released", "dg"))

    def mode_kinds(self) -> Iterable[ModeKind]:
        """Move mode, and strategic mode, which shows the same faces."""
        return (ModeKind("move", "move mode", "move"), ModeKind("strat", "strategic mode", "move"))


def logistics_rows(columns: int = 20, rows: int = 5, **mechanisms: dict[str, Any] | None) -> Rows:
    """The rows of the plain; a mechanism by its key, with low lines for hyphens, is changed or (None) left out."""
    made = board_rows("\n".join(["." * columns] * rows), costs=COSTS)
    made.put(ScenarioRow(title="Logistics", turns=9))
    for turn in range(1, 10):
        made.put(Turn(turn=turn, name=f"Turn {turn}"))
    for position, (side, name) in enumerate((("german", "German"), ("soviet", "Soviet"))):
        made.put(Side(side=side, name=name, position=position))
        made.put(Nationality(nationality=side, name=name, side=side))
        made.put(Placement(placement=side, side=side, region=None, cell="0101" if side == "german" else "0201"))
    region(made, "west", *(f"01{row:02}" for row in range(1, rows + 1)))
    region(made, "east", *(f"{columns:02}{row:02}" for row in range(1, rows + 1)))
    region(made, "east-late", f"{columns:02}{rows:02}")
    made.put(Formation(formation="pz-7", name="7 Panzer Div", side="german"))
    _units(made)
    _table(made)
    for position, (key, kind, whose, params) in enumerate(PHASES):
        given: dict[str, Any] = {"resume": "until another moves", "stacks": True} if kind == "movement" else {}
        given |= {"announce": False} if kind == "combat" else {}
        made.put(Phase(phase=key, name=key, kind=kind, side=whose, position=position, params=given | params))
    changed = {key.replace("_", "-"): params for key, params in mechanisms.items()}
    for key in {**MECHANISMS, **changed}:
        params = (
            changed[key]
            if key in changed and changed[key] is None
            else MECHANISMS.get(key, {}) | (changed.get(key) or {})
        )
        if params is not None:
            made.put(MechanismRow(mechanism=key, params=params))
    return made


def _units(rows: Rows) -> None:
    for key, side, symbol, kind, flags, steps, strength, movement in UNITS:
        formation = "pz-7" if "multi-unit" in flags else None
        size = "division" if steps > 1 else "battalion" if symbol != "hq" else "army"
        rows.put(
            Unit(
                unit=key,
                name=key.replace("-", " ").title(),
                side=side,
                nationality=side,
                formation=formation,
                symbol=symbol,  # type: ignore[arg-type]
                size=size,  # type: ignore[arg-type]
                move_class=kind,
                flags=flags,
            )
        )
        extra = {"throw": 15.0 if side == "german" else 8.0} if symbol == "hq" else {"rating": 3.0, "re": float(steps)}
        if "no-ground" in flags:
            extra = {"capacity": 1.0}
        for face in range(steps):
            rows.put(Face(unit=key, face=face, attack=strength, defence=strength, movement=movement, extra=extra))
            if "no-ground" not in flags:
                rows.put(_moving(key, side, symbol, face, strength, movement, extra))


def _moving(
    key: str, side: str, symbol: str, face: int, strength: float, movement: float, extra: dict[str, float]
) -> ModeFace:
    mounted = "truck" if symbol in ("motorised", "hq") else ""
    half = strength / 2
    return ModeFace(
        unit=key,
        mode="move",
        face=face,
        attack=half,
        defence=half,
        movement=movement * 2,
        extra=extra,
        move_class=mounted,
    )


def _table(rows: Rows) -> None:
    """A table on which every odds column has no effect on 1 to 3, and kills the defender on 4 to 6."""
    rows.put(Chart(chart="crt", name="Combat", kind="crt", columns_are="odds", rows_are="die", dice="1d6"))
    for position, odds in enumerate(("1:2", "1:1", "2:1", "4:1")):
        rows.put(ChartColumn(chart="crt", column=odds, position=position))
        for die in range(1, 7):
            rows.put(ChartRow(chart="crt", row=str(die), position=die))
            rows.put(ChartCell(chart="crt", row=str(die), column=odds, value="DE" if die > 3 else "NE"))
    rows.put(Result(chart="crt", code="NE", name="No effect"))
    rows.put(Result(chart="crt", code="DE", name="Defender eliminated", effects=(EliminateAll(who="defender"),)))
    rows.put(Result(chart="crt", code="AL", name="Attacker loses a step", effects=(LoseSteps(who="attacker"),)))


def tracing_rows(columns: int = 20, rows: int = 5) -> Rows:
    """The plain with lines of supply."""
    made = logistics_rows(columns, rows)
    for key, params in TRACING.items():
        made.put(MechanismRow(mechanism=key, params=params))
    return made


def setting_for(rows: Rows) -> Setting:
    """The rules of some rows, made-up ones included."""
    return Setting(compile_scenario(rows), all_phases(), all_mechanisms() | {Moods.key: Moods})


def logistics(
    pieces: dict[str, Any],
    *stores: Stock,
    phase: str = "g-move",
    rows: Rows | None = None,
    setting: Setting | None = None,
    seed: int = 1,
    turn: int = 1,
    **position: Any,
) -> Game:
    """A game on the plain, at the first decision of a phase; a piece stands in a cell, or in a cell on a face."""
    made = setting or setting_for(rows or logistics_rows())
    spots = {key: where if isinstance(where, Spot) else Spot(where) for key, where in pieces.items()}
    return arrange(made, Position(spots, turn, phase, stores=stores, **position), seed)


def number(game: Game, key: str) -> int:
    """A piece by its key."""
    return game.scenario.piece_index[key]


def cells(game: Game, *labels: str) -> tuple[int, ...]:
    """Cells by their numbers."""
    return tuple(game.setting.board.cell(label) for label in labels)


def dump(game: Game, cell: str, side: str = "german", kind: str = "supply", group: str = "") -> Store:
    """A side's store in a cell."""
    return Store("cell", game.setting.board.cell(cell), game.scenario.side_index[side], kind, group)


def tokens(game: Game, kind: str = "supply") -> dict[str, int]:
    """What every store of a kind holds, by its cell or the key of its carrier."""
    names = game.setting.board.names.labels
    return {
        names[store.where] if store.on == "cell" else game.scenario.pieces[store.where].key: held.tokens
        for store, held in sorted(game.state.stores.items())
        if store.kind == kind and held.tokens
    }


def giving(game: Game, key: str, reason: str = "fuel", many: int = 1) -> list[Source]:
    """The sources that may pay something for a piece."""
    piece = number(game, key)
    return sources(game.table, Price(game.table.side_of(piece), many, (piece,), reason=reason))
