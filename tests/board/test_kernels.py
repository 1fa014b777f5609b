"""The kernels find what a slow and plain search finds, on random boards of every shape."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import networkx as nx
import numpy as np
import numpy.typing as npt
import pytest

from engine.board import TICKS, Board, TecChart, edge_costs, path
from engine.board.kernels import distances, flood, reach, zoc
from engine.ids import Cell
from engine.records import Rows
from tests.kit.boards import LETTERS, all_labels, board_rows, box, river, road

SHAPES: list[dict[str, Any]] = [
    {"orientation": "flat", "shifted": "odd"},
    {"orientation": "pointy", "shifted": "even"},
    {"shape": "square", "neighbours": 4},
    {"shape": "square", "neighbours": 8},
]


def random_rows(chance: random.Random, columns: int, rows: int, **grid: Any) -> Rows:
    """A board with random terrain, rivers, roads and two boxes."""
    sketch = "\n".join("".join(chance.choice([".", ".", *LETTERS]) for _ in range(columns)) for _ in range(rows))
    made = board_rows(sketch, **grid)
    plain, labels = Board.from_rows(made), all_labels(made)
    for _ in range(columns * rows // 2):
        cell = Cell(chance.randrange(plain.size))
        other = plain.label(chance.choice(plain.neighbours(cell)))
        if chance.random() < 0.5:
            river(made, plain.label(cell), other, kind=chance.choice(["river", "major-river", "lake"]))
        else:
            road(made, plain.label(cell), other, kind=chance.choice(["road", "rail"]))
    for key in ("west", "east"):
        box(made, key, *chance.sample(labels, 3))
    return made


def graph_of(board: Board, costs: npt.NDArray[np.int32], blocked: npt.NDArray[np.uint8]) -> nx.DiGraph:
    """The board as a graph that knows nothing of cells that stop."""
    graph = nx.DiGraph()
    graph.add_nodes_from(range(board.size))
    for cell in range(board.size):
        for edge in range(board.indptr[cell], board.indptr[cell + 1]):
            other = int(board.indices[edge])
            if costs[edge] >= 0 and not blocked[other]:
                graph.add_edge(cell, other, cost=int(costs[edge]))
    return graph


def expected_reach(
    board: Board, costs: npt.NDArray[np.int32], start: int, budget: int, blocked: Any, stops: Any
) -> dict[int, int]:
    graph = graph_of(board, costs, blocked)
    for cell in np.flatnonzero(stops):
        if cell != start:
            graph.remove_edges_from(list(graph.out_edges(cell)))
    return dict(nx.single_source_dijkstra_path_length(graph, start, cutoff=budget, weight="cost"))


def reached(spent: npt.NDArray[np.int32]) -> dict[int, int]:
    return {int(cell): int(spent[cell]) for cell in np.flatnonzero(spent >= 0)}


def flags(chance: random.Random, size: int, share: float) -> npt.NDArray[np.uint8]:
    return np.array([chance.random() < share for _ in range(size)], np.uint8)


@pytest.mark.parametrize("seed", range(12))
def test_reach_is_that_of_networkx_for_every_unit(seed: int) -> None:
    chance = random.Random(seed)
    rows = random_rows(chance, chance.randint(1, 14), chance.randint(4, 12), **SHAPES[seed % len(SHAPES)])
    board, chart = Board.from_rows(rows), TecChart.from_rows(rows)
    for effect in ("move.infantry", "move.mech"):
        costs = edge_costs(board, chart, effect)
        blocked, stops = flags(chance, board.size, 0.1), flags(chance, board.size, 0.2)
        for _ in range(30):
            start, budget = chance.randrange(board.size), chance.choice([0, 1, 6, 16, 30, 100, 5000])
            spent, came_from = reach(board.net, costs, start, budget, blocked, stops, False)
            assert reached(spent) == expected_reach(board, costs, start, budget, blocked, stops)
            check_paths(board, costs, start, spent, came_from)


def check_paths(board: Board, costs: Any, start: int, spent: Any, came_from: Any) -> None:
    """Walking each path costs what the kernel says."""
    for cell in range(board.size):
        way = path(came_from, Cell(cell))
        if spent[cell] < 0:
            assert way == ()
            continue
        assert (way[0], way[-1]) == (start, cell)
        edges = [board.adjacency.edge(a, b) for a, b in pairwise(way)]
        assert sum(int(costs[edge]) for edge in edges) == spent[cell]


@pytest.mark.parametrize("seed", range(4))
def test_distances_are_those_of_networkx_from_many_sources(seed: int) -> None:
    chance = random.Random(seed)
    rows = random_rows(chance, 11, 9, **SHAPES[seed])
    board = Board.from_rows(rows)
    costs = edge_costs(board, TecChart.from_rows(rows), "move.mech")
    blocked = flags(chance, board.size, 0.1)
    sources = chance.sample(range(board.size), 3)
    found = distances(board.net, costs, np.array([*sources, sources[0]], np.int32), blocked)
    graph = graph_of(board, costs, blocked)
    assert reached(found) == dict(nx.multi_source_dijkstra_path_length(graph, set(sources), weight="cost"))


def test_reversed_costs_give_the_way_towards_a_source() -> None:
    rows = board_rows(
        ". f . s",
        costs={
            "move.infantry": {
                ("terrain", "clear"): "1",
                ("terrain", "forest"): "2",
                ("terrain", "swamp"): "3",
            }
        },
    )
    board = Board.from_rows(rows)
    costs = edge_costs(board, TecChart.from_rows(rows), "move.infantry")
    target, nobody = np.array([3], np.int32), np.zeros(board.size, np.uint8)
    there = distances(board.net, costs[board.reverse], target, nobody)
    assert there.tolist() == [6 * TICKS, 4 * TICKS, 3 * TICKS, 0]


@pytest.mark.parametrize("seed", range(4))
def test_a_flood_fills_what_networkx_can_reach(seed: int) -> None:
    chance = random.Random(seed)
    board = Board.from_rows(random_rows(chance, 12, 9, **SHAPES[seed]))
    passable = flags(chance, len(board.indices), 0.5)
    blocked = flags(chance, board.size, 0.2)
    sources = chance.sample(range(board.size), 2)
    found = flood(board.net, passable, blocked, np.array(sources, np.int32))
    graph = graph_of(board, passable.astype(np.int32) - 1, blocked)
    wanted = set(sources).union(*(nx.descendants(graph, source) for source in sources))
    assert set(np.flatnonzero(found)) == wanted


def test_no_source_floods_nothing() -> None:
    board = Board.from_rows(board_rows(". . ."))
    edges, nobody = np.ones(len(board.indices), np.uint8), np.zeros(board.size, np.uint8)
    assert not flood(board.net, edges, nobody, np.zeros(0, np.int32)).any()


def test_zones_of_control_count_units_across_the_edges_that_carry_them() -> None:
    rows = board_rows("""
        . . .
        . . .
        . . .
    """)
    river(rows, "0202", "0201", kind="lake")
    board = Board.from_rows(rows)
    exerts = (board.edge_hexsides == 0).astype(np.uint8)
    middle = board.cell("0202")
    count = zoc(board.net, exerts, np.array([middle, middle, board.cell("0101")], np.int32))
    wanted = dict.fromkeys(range(board.size), 0)
    for other in board.neighbours(middle):
        wanted[other] += 2
    for other in board.neighbours(board.cell("0101")):
        wanted[other] += 1
    wanted[board.cell("0201")] -= 2
    assert dict(enumerate(count.tolist())) == wanted


def line_reach(sketch: str, budget: float, **more: Any) -> list[float | None]:
    """Points spent along a row of squares, from the first."""
    rows = board_rows(sketch, shape="square", neighbours=4)
    for cells in more.get("roads", ()):
        road(rows, *cells)
    board = Board.from_rows(rows)
    costs = edge_costs(board, TecChart.from_rows(rows), more.get("effect", "move.infantry"))
    blocked, stops = np.zeros(board.size, np.uint8), np.zeros(board.size, np.uint8)
    blocked[list(more.get("blocked", ()))] = 1
    stops[list(more.get("stops", ()))] = 1
    spent, _ = reach(board.net, costs, 0, round(budget * TICKS), blocked, stops, more.get("minimum", False))
    return [None if ticks < 0 else ticks / TICKS for ticks in spent.tolist()]


def test_half_points_add_up_on_a_road() -> None:
    roads = [("0101", "0201", "0301", "0401", "0501")]
    assert line_reach(". . . . . .", 2, effect="move.mech", roads=roads) == [0, 0.5, 1, 1.5, 2, None]


def test_a_zone_of_control_stops_but_may_be_left_from_the_start() -> None:
    assert line_reach(". . . . .", 9, stops=[0, 2]) == [0, 1, 2, None, None]


def test_a_blocked_cell_is_not_entered() -> None:
    assert line_reach(". . . .", 9, blocked=[2]) == [0, 1, None, None]


def test_the_minimum_move_enters_one_dear_cell_for_all_a_unit_has() -> None:
    assert line_reach(". s .", 2, minimum=False) == [0, None, None]
    assert line_reach(". s .", 2, minimum=True) == [0, 2, None]


def test_the_minimum_move_does_not_make_a_cheap_cell_dear() -> None:
    assert line_reach(". . s", 2, minimum=True) == [0, 1, None]


def test_the_minimum_move_respects_prohibitions_and_blocks() -> None:
    assert line_reach(". ~", 2, minimum=True) == [0, None]
    assert line_reach(". s", 2, minimum=True, blocked=[1]) == [0, None]


def test_a_negative_budget_stays_where_it_is() -> None:
    assert line_reach(". .", -1) == [0, None]
