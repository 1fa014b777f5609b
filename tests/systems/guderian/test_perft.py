"""Panzergruppe Guderian: counts of moves by formula, and on the real map against a plain search."""

from __future__ import annotations

import random
from heapq import heappop, heappush

import pytest

from engine.ids import Cell
from engine.play import Game
from engine.state.actions import MoveUnit
from tests.kit.guderian import MOVE, SOVIET_MOVE, ground_rows, reach, real, stage
from tests.kit.players import play_on


def hexes_within(points: int) -> int:
    """Hexes within so many steps on open ground, the middle not counted."""
    return 3 * points * (points + 1)


@pytest.mark.parametrize(("name", "when", "points"), [("1-cav", MOVE, 5), ("gd", MOVE, 5), ("r1", SOVIET_MOVE, 3)])
def test_on_open_ground_reach_is_a_full_hexagon(name: str, when: str, points: int) -> None:
    rows = ground_rows(roads=False)
    far = {"gd": "3807", "r1": "2207", "1-cav": "1007"}
    game = stage({name: far[name], "5-inf": "0101"} | ({"r2": "4401"} if name != "r1" else {}), when, rows=rows)
    assert len(reach(game, name)) == hexes_within(points), "those out of supply go half as far"


def step(game: Game, kind: str, here: int, there: int) -> float | None:
    """What one step costs a class of units, read from the chart as a player would."""
    board, tec = game.setting.board, game.scenario.tec
    side = board.grid.side_between(Cell(here), Cell(there))
    assert side is not None
    barriers = board.hexsides_of(Cell(here), side)
    if any(tec.prohibited("hexside", barrier, f"move.{kind}") for barrier in barriers):
        return None
    crossing = sum(tec.number("hexside", barrier, f"move.{kind}") or 0 for barrier in barriers)
    ground = tec.number("terrain", board.terrain_of(Cell(there)), f"move.{kind}") or 99
    towns = [tec.number("place", place.kind, f"move.{kind}") for place in board.places_at(Cell(there))]
    ground = min((town for town in towns if town is not None), default=ground)
    if "road" in board.links_between(Cell(here), Cell(there)) and not crossing:
        return tec.number("link", "road", f"move.{kind}")
    return ground + crossing


def plain_search(game: Game, one: int) -> set[int]:
    """Where a unit can walk, cheapest steps first."""
    table, board = game.table, game.setting.board
    side, kind = table.side_of(one), table.unit(one).move_class
    enemies = {table.state.cell[other] for other in table.on_map(1 - side)}
    live = {table.state.cell[other] for other in table.on_map(1 - side) if not table.marked("disrupted", other)}
    covered = {near for at in live for near in board.neighbours(Cell(at))}
    start = table.state.cell[one]
    if start in covered:
        return set()
    best, waiting = {start: 0.0}, [(0.0, start)]
    limit = float(table.allowance(one)) - table.state.spent[one] / 4
    while waiting:
        spent, here = heappop(waiting)
        if here in covered:
            continue
        for there in board.neighbours(Cell(here)):
            cost = step(game, kind, here, there)
            if cost is None or there in enemies or spent + cost > limit or best.get(there, 1e9) <= spent + cost:
                continue
            best[int(there)] = spent + cost
            heappush(waiting, (spent + cost, int(there)))
    return set(best) - {start}


@pytest.mark.parametrize("seed", [1, 2])
def test_german_moves_on_the_real_map_agree_with_a_plain_search(seed: int) -> None:
    game = Game.begin(real(), seed)
    chance = random.Random(seed)
    compared = 0
    while game.decision is not None and compared < 40:
        if game.decision.kind == "move" and game.decision.side == 0 and game.state.turn >= 2 and chance.random() < 0.3:
            for group in game.options().groups[:6]:
                ends = {
                    each.path[-1] for each in group.make() if isinstance(each, MoveUnit) and each.piece == group.subject
                }
                if group.subject is not None and ends:
                    assert ends == plain_search(game, group.subject)
                    compared += 1
        play_on(game, chance, actions=1)
    assert compared >= 40
