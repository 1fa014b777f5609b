"""Borders become chains of sides, and cells know on which side of a border they lie."""

from __future__ import annotations

from itertools import pairwise

import networkx as nx
import numpy as np

from engine.geography.corners import Corners, Side
from engine.geography.courses import STEP, pieces, stray
from engine.geography.frame import MapFrame
from engine.geography.gazetteer import LatLon
from engine.geography.projection import Floats
from engine.geography.shapes import finer, left_of, nearest_index
from engine.ids import Cell

_PLAIN = 0.12
_STRAY = 3.0


def border_sides(frame: MapFrame, corners: Corners, line: tuple[LatLon, ...]) -> list[Side]:
    """The sides along which a border runs, from end to end of each piece on the map."""
    course = finer(frame.plane(line), STEP)
    graph = _graph(corners, course)
    found: list[Side] = []
    for piece in pieces(frame, course):
        start, end = (_nearest(corners, piece.points[index]) for index in (0, -1))
        path = nx.shortest_path(graph, start, end, weight="cost")
        found += [corners.side(a, b) for a, b in pairwise(path)]
    return found


def _graph(corners: Corners, course: Floats) -> nx.Graph[int]:
    keys = list(corners.sides)
    ends = corners.points[np.array(keys)]
    strays = sum(stray(points, course) for points in (ends[:, 0], ends[:, 1], ends.mean(axis=1))) / 3
    graph: nx.Graph[int] = nx.Graph()
    for (a, b), off in zip(keys, np.asarray(strays).tolist(), strict=True):
        graph.add_edge(a, b, cost=_PLAIN + _STRAY * off)
    return graph


def _nearest(corners: Corners, point: Floats) -> int:
    usable = np.array([index for index, others in enumerate(corners.joined) if others])
    gap = np.hypot(*(corners.points[usable] - point).T)
    return int(usable[gap.argmin()])


def crossed_cells(frame: MapFrame, line: tuple[LatLon, ...], least: float = 0.25) -> set[Cell]:
    """The cells a border runs through for at least a quarter of their width."""
    steps: dict[Cell, int] = {}
    for x, y in finer(frame.plane(line), STEP / 2):
        cell = frame.grid.at(float(x), float(y))
        if cell is not None:
            steps[cell] = steps.get(cell, 0) + 1
    return {cell for cell, count in steps.items() if count * STEP / 2 >= least}


def cells_beyond(frame: MapFrame, line: tuple[LatLon, ...], west: bool) -> set[Cell]:
    """The cells whose centres lie west, or east, of a border given from north to south."""
    course = finer(frame.plane(line), STEP)
    centres = np.array([frame.grid.centre(Cell(cell)) for cell in range(frame.grid.size)])
    nearest = nearest_index(centres, course).tolist()
    # One who walks south has the west on the right.
    return {Cell(cell) for cell, index in enumerate(nearest) if left_of(centres[cell], course, index) != west}
