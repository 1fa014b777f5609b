"""The rules and tiles of the Child's Game on a small map of squares drawn for tests.

        01 02 03 04 05 06 07 08 09 10 11 12
    01   .  .  .  .  .  .  .  .  .  .  .  .
    02   .  Ko .  .  .  .  .  .  .  .  .  .    Konigsberg, an Axis city
    03   .  .  .  .  .  .  Mi +  +  +  Mo .    Minsk, a Soviet city; Moscow 4
    04   .  .  .  .  +  +  .  .  .  .  x  .    + railway; x railway from turn 6 on
    05   .  Wa +  Br .  .  .  .  .  .  x  .    Warsaw 6; Brest, a Soviet city
    06   .  .  .  .  +  .  .  .  .  .  x  .
    07   Bp .  .  .  .  +  +  Ki +  Kh +  St   Budapest 2; Kiev 2; Kharkov 2 or Stalingrad 1
    08   .  Bu .  .  .  .  .  .  .  .  .  .    Bucharest 4
    09   .  .  .  .  .  .  .  .  .  .  .  .

Everything is clear but for what a test adds.
"""

from __future__ import annotations

import random
from functools import lru_cache

from engine.play import Game
from engine.play.sandbox import Position, Spot, arrange
from engine.records import Rows
from engine.records.board import CellRow, HexsideKind, Link, LinkKind, PlaceKind, Tec, TecColumn, TerrainKind
from engine.records.charts import Chart, ChartCell, ChartColumn, ChartRow
from engine.records.counters import Face, Nationality, Side, Unit
from engine.records.play import Arrival, MechanismRow, Phase, RuleCase, ScenarioRow, Turn, Victory
from engine.scenario import compile_scenario
from engine.state.actions import AnyAction, Done, MoveUnit
from engine.systems import setting_of
from tests.kit.boards import board_rows, place, rail, region
from tests.kit.drill import move, piece
from tests.kit.shipped import shipped_rows

SLUG = "childs-barbarossa"

RULES = (
    TerrainKind,
    HexsideKind,
    LinkKind,
    PlaceKind,
    TecColumn,
    Tec,
    ScenarioRow,
    Turn,
    Side,
    Nationality,
    Unit,
    Face,
    Chart,
    ChartColumn,
    ChartRow,
    ChartCell,
    Phase,
    MechanismRow,
    Arrival,
    Victory,
    RuleCase,
)

MAP = "\n".join(["." * 12] * 9)

PLACES = (
    ("warsaw", "0205", "axis-centre", 6),
    ("bucharest", "0208", "axis-centre", 4),
    ("budapest", "0107", "axis-centre", 2),
    ("konigsberg", "0202", "axis-city", 0),
    ("brest", "0405", "soviet-city", 0),
    ("minsk", "0703", "soviet-city", 0),
    ("moscow", "1103", "soviet-centre", 4),
    ("kiev", "0807", "soviet-centre", 2),
    ("kharkov", "1007", "soviet-centre", 2),
    ("stalingrad", "1207", "soviet-centre", 1),
)

RAILS = (
    ("0205", "0305", "0405"),
    ("0405", "0504", "0604", "0703"),
    ("0703", "0803", "0903", "1003", "1103"),
    ("0405", "0506", "0607", "0707", "0807"),
    ("0807", "0907", "1007", "1107", "1207"),
)
DATED = ("1103", "1104", "1105", "1106", "1207")


@lru_cache(maxsize=1)
def source() -> Rows:
    """The shipped scenario, read once."""
    return shipped_rows(SLUG)


def childs_rows() -> Rows:
    """The rows of the small map with the shipped rules and tiles, without a set-up."""
    rows = board_rows(MAP, costs={}, shape="square", neighbours=8)
    for kind in RULES:
        for row in source().all(kind):
            rows.put(row)
    for key, where, kind_of_place, value in PLACES:
        owner = kind_of_place.split("-")[0]
        place(rows, key.title(), where, kind=kind_of_place, value=value, owner=owner, key=key)
    for line in RAILS:
        rail(rows, *line)
    rail(rows, *DATED, first_turn=6)
    region(rows, "axis-centres", "0205", "0208", "0107")
    return rows


def terrain(rows: Rows, kind: str, *labels: str) -> Rows:
    """Change the terrain of some squares."""
    for label in labels:
        rows.put(CellRow(cell=label, terrain=kind))
    return rows


def unrailed(rows: Rows) -> Rows:
    """Take every railway up."""
    for row in rows.all(Link):
        rows.drop(Link, *row.identity())
    return rows


def childs(
    pieces: dict[str, str] | None = None,
    *,
    rows: Rows | None = None,
    turn: int = 2,
    phase: str = "axis-movement",
    control: dict[str, str] | None = None,
    lost: tuple[str, ...] = (),
) -> Game:
    """A game on the small map from a position: tile key to square; some tiles may have been lost before."""
    setting = setting_of(compile_scenario(rows or childs_rows()))
    spots = {key: Spot(label) for key, label in (pieces or {}).items()}
    game = arrange(setting, Position(spots, turn, phase, control or {}), 1)
    for key in lost:
        game.table.eliminate(piece(game, key), "before the game", "")
    return game


def go(game: Game, key: str, *path: str) -> None:
    """Move a tile along a path."""
    game.apply(move(game, key, *path))


def refused(game: Game, action: AnyAction) -> str:
    """The rule case that forbids an action; fails if it is legal."""
    verdict = game.judge(action)
    assert not verdict.legal, f"legal: {action}"
    assert verdict.why
    return verdict.case


def lively(game: Game, chance: random.Random) -> AnyAction:
    """A legal action at random that likes attacks, and ends a phase now and then."""
    groups = list(game.options().groups)
    if chance.random() < 0.08 and groups[-1].make() == (Done(),):
        return Done()
    chance.shuffle(groups)
    actions = next(actions for group in groups if (actions := group.make()))
    side = game.decision.side if game.decision else 0
    attacks = [a for a in actions if isinstance(a, MoveUnit) and game.table.holder(a.path[-1]) == 1 - side]
    return chance.choice(attacks or list(actions))
