"""The rules and counters of The Arduous Beginning on a small map drawn for tests: the drill ground.

The map is ten columns by nine rows, all clear but for what a test adds; columns shifted as in the game.
Cities stand in a line in row 05; the west and east edges are columns 01 and 10.  The Soviets get three
replacement steps a turn from turn 3, whatever the balance of the shipped scenario gives them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, TypeVar

from engine.play import Game
from engine.play.sandbox import Position, Spot, arrange
from engine.records import Rows
from engine.records.charts import Chart, ChartCell, ChartColumn, ChartRow, Result
from engine.records.counters import Face, Formation, Nationality, Side, Unit
from engine.records.play import (
    Arrival,
    MechanismRow,
    Option,
    Phase,
    Placement,
    ScenarioRow,
    Turn,
    Victory,
)
from engine.rules.dice import throw
from engine.scenario import compile_scenario
from engine.state.actions import AnyAction, CommitSupport, DeclareAttack, Done, FightBattle, MoveUnit
from engine.state.events import Event
from engine.systems import setting_of
from tests.kit.boards import board_rows, place, region, tec
from tests.kit.shipped import shipped_rows

E = TypeVar("E", bound=Event)

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
    Placement,
    Arrival,
    Victory,
    Option,
)

MAP = "\n".join(["." * 10] * 9)

TEC = {
    "move.infantry": {
        ("terrain", "clear"): "1",
        ("terrain", "forest"): "2",
        ("terrain", "swamp"): "2",
        ("terrain", "water"): "P",
        ("link", "rail"): "1",
    },
    "combat.shift": {
        ("terrain", "forest"): "-1",
        ("terrain", "swamp"): "-1",
        ("hexside", "river"): "-1",
        ("place", "fort"): "-1",
    },
    "attack.tank": {("terrain", "swamp"): "0.5"},
}

CITIES = (
    ("minsk", "0705"),
    ("baranovichi", "0505"),
    ("velikie-luki", "0901"),
    ("gomel", "0909"),
    ("brest", "0305"),
    ("bobruisk", "0707"),
    ("polotsk", "0702"),
    ("vitebsk", "0802"),
    ("mogilev", "0806"),
    ("smolensk", "0904"),
    ("roslavl", "0907"),
    ("vyazma", "1005"),
)


@lru_cache(maxsize=1)
def _rules() -> Rows:
    return shipped_rows("arduous-beginning")


def drill_rows(sketch: str = MAP) -> Rows:
    """The rows of the drill ground; tests add rivers, rails and terrain before compiling."""
    rows = board_rows(sketch, costs={})
    tec(rows, "move.infantry", TEC["move.infantry"])
    tec(rows, "move.tank", TEC["move.infantry"])
    tec(rows, "combat.shift", TEC["combat.shift"])
    tec(rows, "attack.tank", TEC["attack.tank"])
    for kind in RULES:
        for row in _rules().all(kind):
            rows.put(row)
    for turn in range(1, 8):
        rows.put(ChartCell(chart="replacements", row=str(turn), column="soviet", value="3" if turn >= 3 else "0"))
    for key, cell in CITIES:
        place(rows, key.title(), cell, kind="city", owner="soviet", key=key)
    _regions(rows)
    return rows


def _regions(rows: Rows) -> None:
    region(rows, "west-edge", *(f"01{row:02}" for row in range(1, 10)))
    region(rows, "east-edge", *(f"10{row:02}" for row in range(1, 10)))
    region(rows, "front", *(f"04{row:02}" for row in range(1, 8)))
    region(rows, "crosses", *(f"02{row:02}" for row in range(1, 9)))


def drill(
    pieces: dict[str, Any] | None = None,
    *,
    rows: Rows | None = None,
    turn: int = 2,
    phase: str = "german-movement",
    seed: int = 1,
    control: dict[str, str] | None = None,
    options: dict[str, str] | None = None,
) -> Game:
    """A game on the drill ground from a position: piece key to cell, or to a Spot."""
    setting = setting_of(compile_scenario(rows or drill_rows(), options))
    spots = {key: spot if isinstance(spot, Spot) else Spot(spot) for key, spot in (pieces or {}).items()}
    return arrange(setting, Position(spots, turn, phase, control or {}), seed)


def cell(game: Game, label: str) -> int:
    """The index of a cell by its number."""
    return game.setting.board.cell(label)


def cells(game: Game, *labels: str) -> tuple[int, ...]:
    """The indices of cells, as a path."""
    return tuple(cell(game, label) for label in labels)


def piece(game: Game, key: str) -> int:
    """The index of a piece by its key."""
    return game.scenario.piece_index[key]


def where(game: Game, key: str) -> str:
    """Where a piece stands: a cell's number, `lost`, or `off` the map."""
    at = game.state.cell[piece(game, key)]
    return {-1: "off", -2: "lost"}.get(at) or game.setting.board.label(at)  # type: ignore[arg-type]


def reach(game: Game, key: str) -> dict[str, float]:
    """Every cell that a piece can move to now, by number, with the points it costs."""
    found: dict[str, float] = {}
    for one in game.view(game.decision.side).reach(piece(game, key)):  # type: ignore[union-attr]
        for target in one.cells():
            label = game.setting.board.label(target)  # type: ignore[arg-type]
            found[label] = min(found.get(label, 99.0), one.points(target))
    return found


def move(game: Game, key: str, *labels: str) -> MoveUnit:
    """The action that moves a piece along a path."""
    return MoveUnit(piece(game, key), cells(game, *labels))


def seed_showing(*rolls: tuple[str, int]) -> int:
    """A seed whose first rolls show these totals: ("1d6", 5), ("1d10", 3) ..."""
    return next(
        seed
        for seed in range(200_000)
        if all(sum(throw(seed, number, dice)) == total for number, (dice, total) in enumerate(rolls))
    )


def attack(game: Game, target: str, *keys: str) -> None:
    """Commit pieces against a cell."""
    for key in keys:
        game.apply(DeclareAttack(piece(game, key), cell(game, target)))


def fight(game: Game, target: str, marker: str | None = None) -> None:
    """Resolve the battle against a cell, with or without a marker."""
    game.apply(FightBattle(cell(game, target)))
    if game.decision is not None and game.decision.kind == "support":
        game.apply(CommitSupport(None if marker is None else piece(game, marker)))


def last(game: Game, kind: type[E]) -> E:
    """The last event of a kind in the log."""
    return next(event for entry in reversed(game.log) for event in reversed(entry.events) if isinstance(event, kind))


def skip_to(game: Game, phase: str, turn: int | None = None) -> None:
    """Do as little as possible until a phase begins: end phases, take the first option elsewhere."""
    while game.decision is not None:
        now = game.scenario.phases[game.state.phase].phase if game.state.phase >= 0 else ""
        if now == phase and (turn is None or game.state.turn == turn):
            return
        game.apply(quiet(game))


def quiet(game: Game) -> AnyAction:
    """The least eventful legal action."""
    options = list(game.options())
    return next((action for action in options if isinstance(action, Done)), options[0])
