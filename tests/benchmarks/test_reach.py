"""How much faster the reach kernel is than networkx and scipy, with equal results on every unit.

    pytest tests/benchmarks --benchmark-enable -s

prints the figures.  In an ordinary run the results are compared once and nothing is timed.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from statistics import median
from typing import Any

import networkx as nx
import numpy as np
import numpy.typing as npt
import pytest
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

from engine.board import TICKS, Board, TecChart, edge_costs
from engine.board.kernels import reach
from tests.kit.boards import board_rows, river, road

COLUMNS, ROWS, UNITS, ROUNDS = 62, 35, 300, 5
CLASSES = {"move.infantry": (4, 10), "move.mech": (10, 20)}
"""Movement points from least to most, as on the maps of the largest systems."""

FOOT, MECH = {"move.infantry"}, {"move.mech"}
Call = Callable[[], Any]
NOWHERE = np.zeros(COLUMNS * ROWS, np.uint8)


@dataclass(frozen=True)
class Unit:
    """Where it stands, what it moves as, and its movement points."""

    cell: int
    effect: str
    points: int


@dataclass(frozen=True)
class Case:
    """A board with units, and its network in the form that each library likes best."""

    board: Board
    units: list[Unit]
    costs: dict[str, npt.NDArray[np.int32]]
    blocked: npt.NDArray[np.uint8]
    graphs: dict[str, nx.DiGraph]
    matrices: dict[str, csr_array]


@pytest.fixture(scope="module")
def case() -> Case:
    chance = random.Random(1941)
    sketch = "\n".join("".join(chance.choices(".fsh~", [8, 4, 2, 2, 1], k=COLUMNS)) for _ in range(ROWS))
    rows = board_rows(sketch)
    plain = Board.from_rows(rows)
    for kind, lay in (("river", river), ("road", road)):
        for _ in range(COLUMNS * ROWS // 4):
            cell = chance.randrange(plain.size)
            lay(rows, plain.label(cell), plain.label(chance.choice(plain.neighbours(cell))), kind=kind)
    board, chart = Board.from_rows(rows), TecChart.from_rows(rows)
    units = [
        Unit(chance.randrange(board.size), effect, chance.randint(*CLASSES[effect]))
        for effect in chance.choices(list(CLASSES), k=UNITS)
    ]
    blocked = np.zeros(board.size, np.uint8)
    blocked[chance.sample(range(board.size), 150)] = 1
    costs = {effect: edge_costs(board, chart, effect) for effect in CLASSES}
    graphs = {effect: graph_of(board, costs[effect], blocked) for effect in CLASSES}
    matrices = {effect: matrix_of(board, costs[effect], blocked) for effect in CLASSES}
    return Case(board, units, costs, blocked, graphs, matrices)


def open_edges(board: Board, costs: Any, blocked: Any) -> tuple[Any, Any, Any]:
    """From, to and cost of every edge that may be crossed."""
    froms = np.repeat(np.arange(board.size), np.diff(board.indptr))
    kept = (costs >= 0) & (blocked[board.indices] == 0)
    return froms[kept], board.indices[kept], costs[kept]


def graph_of(board: Board, costs: Any, blocked: Any) -> nx.DiGraph:
    graph = nx.DiGraph()
    graph.add_nodes_from(range(board.size))
    edges = zip(*(part.tolist() for part in open_edges(board, costs, blocked)), strict=True)
    graph.add_weighted_edges_from(edges)
    return graph


def matrix_of(board: Board, costs: Any, blocked: Any) -> csr_array:
    froms, indices, kept = open_edges(board, costs, blocked)
    return csr_array((kept.astype(float), (froms, indices)), shape=(board.size, board.size))


def by_kernel(case: Case, unit: Unit) -> Call:
    board, costs, budget = case.board, case.costs[unit.effect], unit.points * TICKS
    return partial(reach, board.net, costs, unit.cell, budget, case.blocked, NOWHERE, False)


def by_networkx(case: Case, unit: Unit) -> Call:
    graph = case.graphs[unit.effect]
    return partial(nx.single_source_dijkstra_path_length, graph, unit.cell, cutoff=unit.points * TICKS)


def by_scipy(case: Case, unit: Unit) -> Call:
    return partial(dijkstra, case.matrices[unit.effect], indices=unit.cell, limit=unit.points * TICKS)


def per_unit(calls: list[Call]) -> float:
    """Microseconds for one unit: the median of several rounds over all units."""
    rounds = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        for call in calls:
            call()
        rounds.append((time.perf_counter() - began) / len(calls) * 1e6)
    return median(rounds)


def test_all_three_find_the_same_reach_for_every_unit(case: Case) -> None:
    sizes = []
    for unit in case.units:
        spent, lengths = by_kernel(case, unit)()[0], by_scipy(case, unit)()
        ours = {int(cell): int(spent[cell]) for cell in np.flatnonzero(spent >= 0)}
        assert ours == by_networkx(case, unit)()
        assert ours == {int(cell): int(lengths[cell]) for cell in np.flatnonzero(np.isfinite(lengths))}
        sizes.append(len(ours))
    assert len(case.units) == UNITS
    assert median(sizes) > 10, "units that cannot move prove nothing"


@pytest.mark.benchmark
def test_figures(case: Case, measured: bool) -> None:
    if not measured:
        pytest.skip("timed only with --benchmark-enable")
    print(f"\nreach on {COLUMNS}x{ROWS} cells, microseconds per unit, median of {ROUNDS} rounds")
    print("             units  cells   kernel  networkx  times   scipy  times")
    for name, effects in {"foot": FOOT, "mechanised": MECH, "all": FOOT | MECH}.items():
        units = [unit for unit in case.units if unit.effect in effects]
        kernel, slow, fast = (
            per_unit([way(case, unit) for unit in units]) for way in (by_kernel, by_networkx, by_scipy)
        )
        cells = sum(int((by_kernel(case, unit)()[0] >= 0).sum()) for unit in units) / len(units)
        print(
            f"  {name:10} {len(units):5}  {cells:5.0f}  {kernel:7.1f}  {slow:8.1f}  {slow / kernel:5.1f}"
            f"  {fast:6.1f}  {fast / kernel:5.1f}"
        )
    assert slow / kernel >= 40
    assert fast / kernel >= 6
