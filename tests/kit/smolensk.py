"""The rules and counters of Smolensk on a plain drawn for tests: the training ground.

The ground is 30 columns by 13 rows, all open but for what a test adds; hexes are numbered `0106`.  The Axis goes first
unless a test says otherwise, so that its phases are those of the first player.  Pieces go by their keys.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, TypeVar

import msgspec

from engine.board.network import TICKS
from engine.play import Game
from engine.play.sandbox import Position, Spot, arrange
from engine.records import Rows
from engine.records.board import CellRow, HexsideKind, LinkKind, PlaceKind, Tec, TecColumn, TerrainKind
from engine.records.charts import Chart, ChartCell, ChartColumn, ChartRow, Result
from engine.records.counters import Face, Formation, ModeFace, Nationality, Side, Unit
from engine.records.markers import Marker
from engine.records.play import MechanismRow, Phase, Placement, RuleCase, ScenarioRow, Turn, Victory
from engine.rules.dice import throw
from engine.rules.movement import judge_move
from engine.rules.overrun import OverrunStack
from engine.rules.setting import Setting
from engine.scenario import compile_scenario
from engine.state.actions import (
    AnyAction,
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
from engine.systems.smolensk.modes import ChangeMode
from engine.systems.smolensk.ratings import NameUnit
from tests.kit.boards import board_rows, place
from tests.kit.shipped import shipped_rows

E = TypeVar("E", bound=Event)

SLUG = "smolensk-third-counteroffensive"
COLUMNS, ROWS = 30, 13
RULES = (
    ScenarioRow,
    Turn,
    Side,
    Nationality,
    Formation,
    Unit,
    Face,
    ModeFace,
    Chart,
    ChartColumn,
    ChartRow,
    ChartCell,
    Result,
    Phase,
    Marker,
    Victory,
    RuleCase,
    TerrainKind,
    HexsideKind,
    LinkKind,
    PlaceKind,
    TecColumn,
    Tec,
)
GROUND = (
    "zoc",
    "stacking",
    "control",
    "initiative",
    "odds-combat",
    "overrun",
    "retreat",
    "advance",
    "arrivals",
    "modes",
    "disorganised",
    "exploitation",
    "reserves",
    "hedgehogs",
    "colours",
    "ratings",
    "surprise",
    "engineers",
    "train",
)
"""The rules of the ground game; supply and air have their own tests."""


MOVE, REACTION, COMBAT = "first-movement", "first-reaction", "first-combat"
EXPLOITATION, EXPLOITING, CLEAN_UP = "first-exploitation", "first-exploitation-combat", "first-clean-up"
SOVIET_MOVE, SOVIET_COMBAT, SOVIET_CLEAN_UP = "second-movement", "second-combat", "second-clean-up"

RIFLE, RIFLE_2, WEAK = "sov-rd-108", "sov-rd-161", "sov-rd-64"
"""Two Soviet rifle divisions 12-2-2, and one of 11-1-1."""

PANZER, PANZER_2, RECON = "ger-pz-7-i-25-pz", "ger-pz-7-ii-25-pz", "ger-pz-7-37-aufk"
MOTORISED, INFANTRY, INFANTRY_2 = "ger-pz-7-7-inf", "ger-id-7", "ger-id-23"
BORDER = "sov-nkvd-bdr-86"


@lru_cache(maxsize=1)
def shipped() -> Rows:
    """The rows of a shipped scenario."""
    return shipped_rows(SLUG)


def ground_rows() -> Rows:
    """The rows of the training ground; tests add rivers, roads and terrain before they begin."""
    rows = board_rows("\n".join(["." * COLUMNS] * ROWS), costs={})
    for kind in RULES:
        for row in shipped().all(kind):
            if not isinstance(row, Phase) or _on_the_ground(row):
                rows.put(row)
    for row in rows.all(CellRow):
        rows.put(CellRow(cell=row.cell, terrain="open"))
    for mechanism in shipped().all(MechanismRow):
        if mechanism.mechanism in GROUND:
            rows.put(_without_phases(rows, mechanism))
    for line in rows.all(Placement):
        rows.drop(Placement, line.placement)
    for row in rows.all(Victory):
        rows.drop(Victory, row.victory)
    rows.put(msgspec.structs.replace(rows.the(ScenarioRow), first_turn=1))
    place(rows, "Smolensk", "2803", kind="city", owner="soviet", key="smolensk")
    rows.put(Victory(victory="draw", name="Draw"))
    return rows


def _on_the_ground(row: Phase) -> bool:
    """Whether a phase is one of the ground game: no aircraft, no weather, no barrages."""
    return row.kind not in ("weather", "air-missions", "aircraft-refit") and row.params.get("battle", "") == ""


def _without_phases(rows: Rows, row: MechanismRow) -> MechanismRow:
    """A mechanism without the phases that the training ground lacks, and without marks of rules that are absent."""
    there = {phase.phase for phase in rows.all(Phase)}
    params = {key: value for key, value in row.params.items() if key != "strat_barred"}
    if "phases" in params:
        params["phases"] = [key for key in params["phases"] if key in there]
    return msgspec.structs.replace(row, params=params)


def terrain(rows: Rows, kind: str, *cells: str) -> None:
    """Make cells woods, swamp or open."""
    for cell in cells:
        rows.put(CellRow(cell=cell, terrain=kind))


@lru_cache(maxsize=1)
def _plain() -> Setting:
    return setting_of(compile_scenario(ground_rows()))


def stage(
    pieces: dict[str, Any],
    phase: str = MOVE,
    *,
    turn: int = 16,
    rolls: tuple[tuple[str, int], ...] = (),
    rows: Rows | None = None,
    first: str = "axis",
    marks: dict[str, dict[str, int]] | None = None,
    **position: Any,
) -> Game:
    """A game from a position, at its first decision; the first dice of it may be asked for.

    A piece stands in a cell (`"0506"`), with a face (`("0506", 1)`) and in a mode (`("0506", 0, "move")`).
    """
    made = _plain() if rows is None else setting_of(compile_scenario(rows))
    spots = {}
    for key, where in pieces.items():
        at, face, mode = (*where, *("", 0, "")[len(where) :]) if isinstance(where, tuple) else (where, 0, "")
        spots[key] = Spot(at, face, mode=mode)
    every = {"first-player": {first: 1}, **(marks or {})}
    return arrange(made, Position(spots, turn, phase, marks=every, **position), seed_showing(*rolls))


@lru_cache(maxsize=64)
def seed_showing(*rolls: tuple[str, int]) -> int:
    """A seed whose first rolls show these totals."""
    return next(
        seed
        for seed in range(5_000_000)
        if all(sum(throw(seed, number, dice)) == total for number, (dice, total) in enumerate(rolls))
    )


# Asking


def piece(game: Game, key: str) -> int:
    """The index of a piece."""
    return game.scenario.piece_index[key]


def cell(game: Game, label: str) -> int:
    """The index of a cell by its number."""
    return game.setting.board.cell(label)


def where(game: Game, key: str) -> str:
    """Where a piece stands: a cell's number, `lost`, or `off` the map."""
    at = game.state.cell[piece(game, key)]
    return {-1: "off", -2: "lost"}.get(at) or game.setting.board.label(at)  # type: ignore[arg-type]


def face(game: Game, key: str) -> int:
    """How many steps a piece has lost."""
    return game.state.face[piece(game, key)]


def marked(game: Game, mark: str, key: str) -> bool:
    """Whether a piece bears a mark."""
    return game.table.marked(mark, piece(game, key))


def reach(game: Game, key: str) -> dict[str, float]:
    """Every cell that a piece can move to now, by number, with the points it costs."""
    found: dict[str, float] = {}
    assert game.decision is not None
    for one in game.view(game.decision.side).reach(piece(game, key)):
        for target in one.cells():
            label = game.setting.board.label(target)  # type: ignore[arg-type]
            found[label] = min(found.get(label, 99.0), one.points(target))
    return found


def price(game: Game, key: str, *labels: str) -> float:
    """What a path would cost a piece, which must be legal."""
    assert game.decision is not None
    verdict, ticks, _ = judge_move(game.table, game.decision.side, move(game, key, *labels))
    assert verdict, verdict.why
    return ticks / TICKS


def last(game: Game, kind: type[E]) -> E:
    """The last event of a kind in the log."""
    return next(event for entry in reversed(game.log) for event in reversed(entry.events) if isinstance(event, kind))


def fought(game: Game) -> BattleFought:
    """The last battle."""
    return last(game, BattleFought)


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


def move(game: Game, key: str, *labels: str) -> MoveUnit:
    """The action that moves a piece along a path."""
    return MoveUnit(piece(game, key), tuple(cell(game, label) for label in labels))


def march(game: Game, keys: tuple[str, ...], *labels: str) -> MoveStack:
    """The action that moves several pieces together."""
    return MoveStack(tuple(piece(game, key) for key in keys), tuple(cell(game, label) for label in labels))


def turn_over(game: Game, key: str, mode: str) -> ChangeMode:
    """The action that brings a piece into a mode."""
    return ChangeMode((piece(game, key),), mode)


def overrun(game: Game, target: str, *keys: str) -> OverrunStack:
    """The action that overruns a cell."""
    return OverrunStack(tuple(piece(game, key) for key in keys), cell(game, target))


def declare(game: Game, key: str, target: str) -> DeclareAttack:
    """The action that commits a piece against a cell."""
    return DeclareAttack(piece(game, key), cell(game, target))


def attack(game: Game, target: str, *keys: str, named: str = "", against: str = "") -> None:
    """Commit pieces against a cell and fight; each side names a unit where it has the choice."""
    for key in keys:
        game.apply(declare(game, key, target))
    side = game.decision.side if game.decision else 0
    game.apply(FightBattle(cell(game, target)))
    while game.decision is not None and game.decision.kind == "name":
        name(game, (named or keys[0]) if game.decision.side == side else against)


def name(game: Game, key: str) -> None:
    """Name a unit, if a side is asked for one; without a key the first that may be named."""
    if game.decision is not None and game.decision.kind == "name":
        game.apply(NameUnit(piece(game, key)) if key else next(iter(game.options())))


def lose(game: Game, key: str) -> None:
    """Take a step from a piece."""
    game.apply(LoseStep(piece(game, key)))


def back(game: Game, key: str, *labels: str) -> None:
    """Retreat a piece along a path."""
    game.apply(RetreatUnit(piece(game, key), tuple(cell(game, label) for label in labels)))


def skip_to(game: Game, wanted: str) -> None:
    """Do as little as possible until a phase begins."""
    while game.decision is not None and phase(game) != wanted:
        game.apply(Done() if game.judge(Done()) else next(iter(game.options())))
