"""Counts of moves, as chess programs check their move generators: by formula and against a plain search."""

from __future__ import annotations

import random

import pytest

from engine.ids import Cell
from engine.play import Game
from engine.state.actions import MoveUnit
from tests.kit.drill import drill, drill_rows, piece, reach
from tests.kit.players import play_on, setting_for


def hexes_within(points: int) -> int:
    """Hexes within so many steps on open ground, the middle not counted."""
    return 3 * points * (points + 1)


@pytest.mark.parametrize(
    ("key", "phase", "points"),
    [
        ("liii", "german-movement", 4),
        ("liii", "german-special", 2),
        ("xlvii-pz", "german-special", 6),
    ],
)
def test_on_open_ground_reach_is_a_full_hexagon(key: str, phase: str, points: int) -> None:
    rows = drill_rows("\n".join(["." * 19] * 17))
    game = drill({key: "1009", "3rd-army": "1917"}, rows=rows, phase=phase)
    assert len(reach(game, key)) == hexes_within(points)


def test_in_the_corner_only_the_part_on_the_map_counts() -> None:
    game = drill({"liii": "0101", "3rd-army": "1009"}, phase="german-special")
    assert set(reach(game, "liii")) == {"0102", "0103", "0201", "0202", "0301", "0302"}


def plain_count(game: Game, one: int) -> set[int]:
    """Where a unit can get in a plain movement phase, by trying every path step by step."""
    board, table = game.setting.board, game.table
    side = table.side_of(one)
    kind = table.unit(one).move_class
    enemies = {table.state.cell[other] for other in table.on_map(1 - side)}
    covered = {near for at in enemies for near in board.neighbours(Cell(at))}
    best: dict[int, float] = {}

    def step(here: int, left: float) -> None:
        for there in board.neighbours(Cell(here)):
            rail = "rail" in board.links_between(Cell(here), there)
            cost = 1.0 if rail else game.scenario.tec.number("terrain", board.terrain_of(there), f"move.{kind}")
            if there in enemies or cost is None or cost > left or best.get(there, -1.0) >= left - cost:
                continue
            best[there] = left - cost
            if there not in covered:
                step(there, left - cost)

    step(table.state.cell[one], table.face(one).movement)
    best.pop(table.state.cell[one], None)
    return set(best)


@pytest.mark.parametrize("seed", range(5))
def test_moves_on_the_real_map_agree_with_a_plain_search(seed: int) -> None:
    game = Game.begin(setting_for("arduous-beginning"), seed)
    chance = random.Random(seed)
    compared = 0
    while game.decision is not None and compared < 60:
        plain = game.state.phase >= 0 and game.scenario.phases[game.state.phase].phase.endswith("-movement")
        if plain and game.decision.kind == "move":
            for group in game.options().groups:
                if group.subject is not None:
                    ends = {action.path[-1] for action in group.make() if isinstance(action, MoveUnit)}
                    assert ends == plain_count(game, group.subject)
                    compared += 1
        play_on(game, chance, actions=1)
    assert compared >= 30
    assert piece(game, "liii") >= 0
