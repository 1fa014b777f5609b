"""Railways and roads become links from cell to cell, through every town they serve."""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from engine.geography.corners import Side
from engine.geography.courses import STEP, pieces, stray
from engine.geography.frame import MapFrame
from engine.geography.gazetteer import Stop, TrafficLine
from engine.geography.projection import Floats
from engine.geography.shapes import finer, nearest_index
from engine.ids import Cell

Pair = tuple[Cell, Cell]
"""Two neighbouring cells, the lower index first."""

_PLAIN = 0.25
_STRAY = 2.0
_BRIDGE = 0.9
_CROSSING = 2.0
_SHARED = 0.6


@dataclass(frozen=True)
class Track:
    """A line, or one of its pieces on the map, as cells from end to end."""

    line: str
    kind: str
    cells: tuple[Cell, ...]


@dataclass
class LinkNet:
    """The railways, or the roads, of a map as they are laid."""

    frame: MapFrame
    rivers: Mapping[Side, tuple[str, str]]
    barred: frozenset[Cell]
    """Cells that no line enters: sea and lakes."""
    tracks: list[Track] = field(default_factory=list)
    pairs: dict[Pair, str] = field(default_factory=dict)
    """Links already laid, with the name of the line that laid them first."""

    def lay(
        self, line: TrafficLine, kind: str, served: Mapping[str, Cell], exact: Mapping[Stop, Cell], least: int
    ) -> None:
        """Lay a line through the cells of its stops that are served, elsewhere along its course."""
        knots = self.frame.plane([stop.at for stop in line.stops])
        for stop, cell in exact.items():
            if stop in line.stops:
                knots[line.stops.index(stop)] = self.frame.grid.centre(cell)
        course = finer(knots, STEP)
        musts = [
            (knots[index], exact[stop] if stop in exact else served[stop.town or ""])
            for index, stop in enumerate(line.stops)
            if stop in exact or stop.town in served
        ]
        for piece in pieces(self.frame, course):
            cells = self._through(piece.points, self._waypoints(piece.points, musts))
            if len(cells) - 1 >= least:
                self._add(Track(line.name, kind, tuple(cells)))

    def _add(self, track: Track) -> None:
        self.tracks.append(track)
        for a, b in pairwise(track.cells):
            self.pairs.setdefault((min(a, b), max(a, b)), track.line)

    def _waypoints(self, course: Floats, musts: list[tuple[Floats, Cell]]) -> list[Cell]:
        """The cells a piece must pass, in order along it, its own two ends included."""
        found: list[tuple[int, Cell]] = []
        for point, cell in musts:
            index = int(nearest_index(point[None, :], course)[0])
            if np.hypot(*(course[index] - point)) < 2 * STEP:
                found.append((index, cell))
        for index in (0, len(course) - 1):
            end = self._cell(course[index])
            if not any(abs(index - other) <= 1 / STEP and self._stands_for(end, cell) for other, cell in found):
                found.append((index, end))
        ordered = [cell for _, cell in sorted(found, key=lambda row: row[0])]
        return [cell for place, cell in enumerate(ordered) if place == 0 or ordered[place - 1] != cell]

    def _stands_for(self, end: Cell, stop: Cell) -> bool:
        """Whether a stop is as good an end as the cell where the course ends."""
        return end == stop or (self._on_rim(stop) and stop in self.frame.grid.neighbours(end))

    def _on_rim(self, cell: Cell) -> bool:
        return len(self.frame.grid.neighbours(cell)) < self.frame.grid.sides

    def _cell(self, point: Floats) -> Cell:
        """The dry cell whose centre is nearest to a point."""
        grid = self.frame.grid
        here = grid.at(float(point[0]), float(point[1]))
        if here is not None and here not in self.barred:
            return here
        dry = [Cell(cell) for cell in range(grid.size) if cell not in self.barred]
        return min(dry, key=lambda cell: float(np.hypot(*(np.array(grid.centre(cell)) - point))))

    def _through(self, course: Floats, waypoints: list[Cell]) -> list[Cell]:
        costs = self._stray(course)
        cells = waypoints[:1]
        for goal in waypoints[1:]:
            leg = self._leg(costs, cells[-1], goal)
            cells += leg[1:]
        return cells

    def _stray(self, course: Floats) -> Floats:
        grid = self.frame.grid
        centres = np.array([grid.centre(Cell(cell)) for cell in range(grid.size)])
        return stray(centres, course)

    def _leg(self, strays: Floats, start: Cell, goal: Cell) -> list[Cell]:
        """The cheapest way between two cells; crossing a river costs, a line already there helps."""
        best = {start: 0.0}
        back: dict[Cell, Cell] = {}
        queue = [(0.0, start)]
        while queue:
            price, cell = heapq.heappop(queue)
            if cell == goal:
                break
            if price > best[cell]:
                continue
            for side in range(self.frame.grid.sides):
                other = self.frame.grid.neighbour(cell, side)
                if other is None or (other in self.barred and other != goal):
                    continue
                total = price + self._step(strays, cell, other, side)
                if total < best.get(other, np.inf):
                    best[other] = total
                    back[other] = cell
                    heapq.heappush(queue, (total, other))
        return _walked(back, start, goal)

    def _step(self, strays: Floats, cell: Cell, other: Cell, side: int) -> float:
        grid = self.frame.grid
        length = float(np.hypot(*(np.subtract(grid.centre(cell), grid.centre(other)))))
        price = length * (_PLAIN + _STRAY * float(strays[cell] + strays[other]) / 2)
        if (min(cell, other), max(cell, other)) in self.pairs:
            price *= _SHARED
        low, low_side = (cell, side) if cell < other else (other, grid.opposite(side))
        if (low, low_side) in self.rivers:
            price += _BRIDGE
        return price + (_CROSSING if self._crosses(cell, other) else 0.0)

    def _crosses(self, cell: Cell, other: Cell) -> bool:
        """Whether a diagonal between squares crosses another that is already laid."""
        grid = self.frame.grid
        if grid.edge(cell, grid.side_between(cell, other) or 0) is not None:
            return False
        (c1, r1), (c2, r2) = grid.column_row(cell), grid.column_row(other)
        a, b = grid.cell_at(c1, r2), grid.cell_at(c2, r1)
        return (min(a, b), max(a, b)) in self.pairs


def _walked(back: Mapping[Cell, Cell], start: Cell, goal: Cell) -> list[Cell]:
    if goal != start and goal not in back:
        return [start]
    path = [goal]
    while path[-1] != start:
        path.append(back[path[-1]])
    return path[::-1]


def junctions(lines: Iterable[TrafficLine], towns: Collection[str]) -> set[str]:
    """The towns a map's lines must really pass: places of the map, ends of lines, and towns on two lines."""
    count: dict[str, int] = {}
    wanted = set(towns)
    for line in lines:
        for stop in line.stops:
            if stop.town:
                count[stop.town] = count.get(stop.town, 0) + 1
        wanted.update(stop.town for stop in (line.stops[0], line.stops[-1]) if stop.town)
    return wanted | {town for town, times in count.items() if times > 1}
