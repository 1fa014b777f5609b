"""The rules and counters of Panzergruppe Guderian on a plain drawn for tests: the training ground.

The ground is 44 columns by 13 rows, all clear but for what a test adds.  The west edge is column 01, the east edge
column 44; a road runs along row 06 from its terminus 0106 to 2006.  Smolensk has two hexes, 2203 and 2204.

Pieces are named shortly: `r1` to `r78` are rifle divisions and `t1` to `t20` tank and mechanised ones, face down
unless a strength is given (`{"r1": ("1206", "3-3")}`); everybody else goes by his own key.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any, TypeVar

import msgspec

from engine.board.network import TICKS
from engine.play import Game
from engine.play.sandbox import Position, Spot, arrange
from engine.records import Rows
from engine.records.board import CellRow, HexsideKind, LinkKind, PlaceKind, Tec, TecColumn, TerrainKind
from engine.records.charts import Chart, ChartCell, ChartColumn, ChartRow, Result
from engine.records.counters import Face, Formation, Nationality, Side, Unit
from engine.records.markers import Marker, MarkerStart
from engine.records.play import MechanismRow, Option, Phase, Placement, RuleCase, ScenarioRow, Turn, Victory
from engine.rules.dice import throw
from engine.rules.movement import judge_move
from engine.rules.overrun import OverrunStack
from engine.rules.setting import Setting
from engine.scenario import compile_scenario
from engine.state.actions import (
    AdvanceUnit,
    AnyAction,
    Choose,
    DeclareAttack,
    Done,
    FightBattle,
    LoseStep,
    MoveStack,
    MoveUnit,
    RetreatUnit,
)
from engine.state.events import BattleFought, Event
from engine.systems import setting_of
from tests.kit.boards import board_rows, place, region, road
from tests.kit.shipped import shipped_rows

E = TypeVar("E", bound=Event)

SLUG = "panzergruppe-guderian"
COLUMNS, ROWS = 44, 13
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
    Marker,
    MarkerStart,
    Victory,
    RuleCase,
    TerrainKind,
    HexsideKind,
    LinkKind,
    PlaceKind,
    TecColumn,
    Tec,
)
CITIES = (
    ("smolensk", "Smolensk", "2203", "major-city", 25),
    ("smolensk-2", "Smolensk", "2204", "major-city", 0),
    ("roslavl", "Roslavl", "3010", "major-city", 10),
    ("vyazma", "Vyazma", "4010", "major-city", 15),
    ("krichev", "Krichev", "1812", "minor-city", 0),
    ("hex-5907", "Moscow highway", "4404", "vp-hex", 20),
)
WALL = {
    key: f"30{row:02}"
    for key, row in zip(
        ("6-inf", "26-inf", "35-inf", "161-inf", "263-inf", "137-inf", "23-inf"), range(1, 14, 2), strict=True
    )
}
"""Seven German divisions whose zones close column 30 from edge to edge."""

MOVE, COMBAT, MECHANISED = "german-initial-movement", "german-combat", "german-mechanised-movement"
SOVIET_MOVE, SOVIET_COMBAT = "soviet-movement", "soviet-combat"
LOSE, RETREAT = Choose(0), Choose(1)


@lru_cache(maxsize=1)
def shipped() -> Rows:
    """The rows of the shipped scenario."""
    return shipped_rows(SLUG)


def ground_rows(*, arrivals: bool = False, roads: bool = True) -> Rows:
    """The rows of the training ground; tests add rivers, rails and terrain before they begin.

    Without arrivals nobody comes on: neither by die nor at a price.  The road may be left out.
    """
    rows = board_rows("\n".join(["." * COLUMNS] * ROWS), costs={})
    for kind in RULES:
        for row in shipped().all(kind):
            rows.put(row)
    for line in shipped().all(Placement):
        rows.put(msgspec.structs.replace(line, region=None, place=None, cell="0106"))
    if not arrivals:
        rows.drop(MechanismRow, "arrivals-by-die")
        rows.drop(MechanismRow, "arrivals-at-a-price")
    for key, name, cell, kind, value in CITIES:
        place(rows, name, cell, kind=kind, value=value, owner="soviet", key=key)
    if roads:
        road(rows, *(f"{column:02}06" for column in range(1, 21)))
    _regions(rows)
    return rows


def _regions(rows: Rows) -> None:
    def column(number: int) -> list[str]:
        return [f"{number:02}{row:02}" for row in range(1, ROWS + 1)]

    region(rows, "west-edge", *column(1))
    region(rows, "west-columns", *column(1), *column(2))
    region(rows, "east-edge", *column(COLUMNS))
    region(rows, "air-limit", *(cell for number in range(1, 31) for cell in column(number)))
    region(rows, "supply-road-terminus", "0106")
    region(rows, "south-rail-from-z", "3113", "3813")
    region(rows, "entrance-x", "4404")
    for die, cell in enumerate(("2001", "3001", "4001", "4013", "3113", "1813"), 1):
        region(rows, f"entrance-{die}", cell)


def terrain(rows: Rows, kind: str, *cells: str) -> None:
    """Make cells forest, swamp or clear."""
    for cell in cells:
        rows.put(CellRow(cell=cell, terrain=kind))


@lru_cache(maxsize=1)
def _plain() -> Setting:
    return setting_of(compile_scenario(ground_rows()))


@lru_cache(maxsize=1)
def real() -> Setting:
    """The shipped scenario, compiled once."""
    return setting_of(compile_scenario(shipped()))


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


def key_of(name: str) -> str:
    """The key of a piece by its short name."""
    pools = {"r": "soviet-rifle", "t": "soviet-armour"}
    return f"{pools[name[0]]}-{name[1:]}" if name[0] in pools and name[1:].isdigit() else name


def _spots(pieces: dict[str, Any]) -> dict[str, Spot]:
    spots: dict[str, Spot] = {}
    used: set[str] = set()
    for name, where in pieces.items():
        key = key_of(name)
        if isinstance(where, tuple) and isinstance(where[1], str):
            unit = next(each for each in _drawn()[key.rsplit("-", 1)[0], where[1]] if each not in used)
            used.add(unit)
            spots[key] = Spot(where[0], 0, unit)
        else:
            spots[key] = Spot(*where) if isinstance(where, tuple) else Spot(where)
    return spots


def lost(*names: str) -> dict[str, str]:
    """Pieces that lie dead, by their keys; divisions of the pools as what they were (`r1=3-3`)."""
    found, used = {}, set()
    for name in names:
        short, _, strength = name.partition("=")
        key = key_of(short)
        unit = ""
        if strength:
            unit = next(each for each in _drawn()[key.rsplit("-", 1)[0], strength] if each not in used)
            used.add(unit)
        found[key] = unit
    return found


def stage(
    pieces: dict[str, Any],
    phase: str = MOVE,
    *,
    turn: int = 7,
    die: int | None = None,
    seed: int = 1,
    rows: Rows | None = None,
    setting: Setting | None = None,
    options: dict[str, str] | None = None,
    **position: Any,
) -> Game:
    """A game from a position, at its first decision; the first die of it may be asked for."""
    if rows is not None and options:
        for row in shipped().all(Option):
            if row.option in options:
                rows.put(row)
    made = setting or (_plain() if rows is None else setting_of(compile_scenario(rows, options)))
    spots = _spots(pieces)
    for name, line in position.pop("lines", {}).items():
        spots[key_of(name)] = replace(spots[key_of(name)], line=line)
    marks = {
        mark: {key_of(name): value for name, value in bearing.items()}
        for mark, bearing in position.pop("marks", {}).items()
    }
    if die is not None:
        seed = seed_showing(("1d6", die))
    return arrange(made, Position(spots, turn, phase, marks=marks, **position), seed)


def division(formation: str, cell: str, *faces: int) -> dict[str, Any]:
    """The regiments of a division in a cell, with these faces up."""
    units = [unit.unit for unit in shipped().all(Unit) if unit.formation == formation]
    return {key: (cell, face) for key, face in zip(units, faces or (0,) * len(units), strict=True)}


def seed_showing(*rolls: tuple[str, int]) -> int:
    """A seed whose first rolls show these totals."""
    return next(
        seed
        for seed in range(2_000_000)
        if all(sum(throw(seed, number, dice)) == total for number, (dice, total) in enumerate(rolls))
    )


def drawing(game: Game, name: str, strength: str) -> tuple[str, int]:
    """The roll that makes a face-down piece turn out to be of a strength, if it is drawn next."""
    members = game.table.pool_of(piece(game, name))
    at = next(n for n, (_, face) in enumerate(members, 1) if f"{face.attack:g}-{face.defence:g}" == strength)
    return (f"1d{len(members)}", at)


# Asking


def piece(game: Game, name: str) -> int:
    """The index of a piece by its short name or key."""
    return game.scenario.piece_index[key_of(name)]


def cell(game: Game, label: str) -> int:
    """The index of a cell by its number."""
    return game.setting.board.cell(label)


def cells(game: Game, *labels: str) -> tuple[int, ...]:
    """The indices of cells, as a path."""
    return tuple(cell(game, label) for label in labels)


def label(game: Game, at: int) -> str:
    """The number of a cell."""
    return game.setting.board.label(at)  # type: ignore[arg-type]


def where(game: Game, name: str) -> str:
    """Where a piece stands: a cell's number, `lost`, or `off` the map."""
    at = game.state.cell[piece(game, name)]
    return {-1: "off", -2: "lost"}.get(at) or label(game, at)


def face(game: Game, name: str) -> int:
    """Which face of a piece is up."""
    return game.state.face[piece(game, name)]


def reach(game: Game, name: str) -> dict[str, float]:
    """Every cell that a piece can move to now, by number, with the points it costs."""
    found: dict[str, float] = {}
    assert game.decision is not None
    for one in game.view(game.decision.side).reach(piece(game, name)):
        for target in one.cells():
            key = label(game, target)
            found[key] = min(found.get(key, 99.0), one.points(target))
    return found


def price(game: Game, name: str, *labels: str) -> float:
    """What a path would cost a piece, which must be legal."""
    assert game.decision is not None
    verdict, ticks, _ = judge_move(game.table, game.decision.side, move(game, name, *labels))
    assert verdict, verdict.why
    return ticks / TICKS


def last(game: Game, kind: type[E]) -> E:
    """The last event of a kind in the log."""
    return next(event for entry in reversed(game.log) for event in reversed(entry.events) if isinstance(event, kind))


def fought(game: Game) -> BattleFought:
    """The last battle."""
    return last(game, BattleFought)


def points(game: Game, side: str) -> float:
    """What a side has in the ledger."""
    return game.table.count(f"points.{side}")


def waits(game: Game) -> tuple[str, str]:
    """Which side owes which kind of decision."""
    assert game.decision is not None
    return game.scenario.sides[game.decision.side].side, game.decision.kind


def phase(game: Game) -> str:
    """The key of the phase."""
    return game.scenario.phases[game.state.phase].phase


def refused(game: Game, action: AnyAction, case: str) -> str:
    """An action that the rules refuse under a case; the sentence."""
    verdict = game.judge(action)
    assert not verdict, f"{action} is legal"
    assert verdict.case == case, f"{verdict.case}: {verdict.why}"
    return verdict.why


# Doing


def move(game: Game, name: str, *labels: str) -> MoveUnit:
    """The action that moves a piece along a path."""
    return MoveUnit(piece(game, name), cells(game, *labels))


def march(game: Game, names: tuple[str, ...], *labels: str) -> MoveStack:
    """The action that moves several pieces together."""
    return MoveStack(tuple(piece(game, name) for name in names), cells(game, *labels))


def overrun(game: Game, target: str, *names: str) -> OverrunStack:
    """The action that overruns a cell."""
    return OverrunStack(tuple(piece(game, name) for name in names), cell(game, target))


def attack(game: Game, target: str, *names: str) -> None:
    """Commit pieces against a cell and fight."""
    commit(game, target, *names)
    game.apply(FightBattle(cell(game, target)))


def commit(game: Game, target: str, *names: str) -> None:
    """Commit pieces against a cell."""
    for name in names:
        game.apply(DeclareAttack(piece(game, name), cell(game, target)))


def lose(game: Game, name: str) -> None:
    """Take a step from a piece."""
    game.apply(LoseStep(piece(game, name)))


def back(game: Game, name: str, *labels: str) -> None:
    """Retreat a piece along a path."""
    game.apply(RetreatUnit(piece(game, name), cells(game, *labels)))


def ways_back(game: Game) -> set[tuple[str, ...]]:
    """The retreats on offer."""
    return {tuple(label(game, at) for at in each.path) for each in game.options() if isinstance(each, RetreatUnit)}


def advance(game: Game, name: str, *labels: str) -> None:
    """Advance a piece along a path."""
    game.apply(AdvanceUnit(piece(game, name), cells(game, *labels)))


def advances(game: Game, name: str) -> set[tuple[str, ...]]:
    """The advances on offer to a piece."""
    options = [each for each in game.options() if isinstance(each, AdvanceUnit) and each.piece == piece(game, name)]
    return {tuple(label(game, at) for at in each.path) for each in options}


def skip_to(game: Game, wanted: str, turn: int | None = None) -> None:
    """Do as little as possible until a phase begins: end phases, take the first option elsewhere."""
    while game.decision is not None:
        if phase(game) == wanted and (turn is None or game.state.turn == turn):
            return
        game.apply(quiet(game))


def quiet(game: Game) -> AnyAction:
    """The least eventful legal action."""
    if game.judge(Done()):
        return Done()
    if game.judge(AdvanceUnit(None)):
        return AdvanceUnit(None)
    return next(iter(game.options()))
