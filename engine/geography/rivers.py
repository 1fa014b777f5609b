"""Rivers become chains of sides: each from its source to its mouth, none crossing itself, tributaries joined."""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from engine.geography.corners import Corners, Side
from engine.geography.courses import Bank, CoursePiece, pieces, river_course, river_side, stray
from engine.geography.frame import MapFrame
from engine.geography.gazetteer import SPRING, Gazetteer, River
from engine.geography.projection import Floats
from engine.geography.recipe import LinePlan
from engine.ids import Cell

_PLAIN = 0.12
_STRAY = 3.0
_END_STRAY = 1.5
_FAR = 3.0
_WRONG_BANK = 6.0
_SUFFIX = " River"
"""Tells a river from the town of its name in the gazetteer; the map does without."""


@dataclass(frozen=True)
class Chain:
    """A river, or one of its pieces on the map, as corners from source to mouth."""

    river: str
    kind: str
    corners: tuple[int, ...]
    starts_at: str
    ends_at: str


@dataclass
class RiverNet:
    """The rivers of a map as they are laid, one after the other."""

    frame: MapFrame
    corners: Corners
    terrain: dict[Cell, str]
    water: frozenset[str]
    chains: list[Chain] = field(default_factory=list)
    taken: dict[int, str] = field(default_factory=dict)
    """Corners that already belong to a river."""

    def lay(self, gazetteer: Gazetteer, plans: Iterable[LinePlan], towns: dict[str, Cell]) -> None:
        """Lay the rivers of the plans, each after the one it flows into."""
        kinds = _chosen(gazetteer.rivers, plans)
        for name in _downstream_first(gazetteer.rivers, kinds):
            river, (kind, least) = gazetteer.rivers[name], kinds[name]
            banks = [
                Bank(towns[town.name], town.bank[1] == "left")
                for town in gazetteer.towns.values()
                if town.bank and town.bank[0] == name and town.name in towns
            ]
            course = river_course(self.frame, river.course, banks)
            shunned = self._shunned(course, banks)
            for piece in pieces(self.frame, course):
                self._lay_piece(river, kind, least, piece, shunned)

    def sides(self) -> dict[Side, tuple[str, str]]:
        """Every river side with its kind and the name of the river."""
        return {
            self.corners.side(a, b): (chain.kind, chain.river.removesuffix(_SUFFIX))
            for chain in self.chains
            for a, b in pairwise(chain.corners)
        }

    def _shunned(self, course: Floats, banks: list[Bank]) -> set[tuple[int, int]]:
        """The sides of town cells that would put a town on the wrong bank."""
        found = set()
        for bank in banks:
            centre = np.array(self.frame.grid.centre(bank.cell))
            away = river_side(course, centre, bank.left)
            if away is not None:
                found |= {
                    key
                    for key, side in self.corners.sides.items()
                    if bank.cell in self.corners.both(side)
                    and float((self.corners.points[list(key)].mean(axis=0) - centre) @ away) < -0.1
                }
        return found

    def _lay_piece(
        self, river: River, kind: str, least: int, piece: CoursePiece, shunned: set[tuple[int, int]]
    ) -> None:
        costs = self._costs(piece.points)
        for key in shunned & costs.keys():
            costs[key] += _WRONG_BANK
        starts, starts_at = self._starts(river, piece)
        ends, ends_at = self._ends(river, piece)
        starts = {corner: cost for corner, cost in starts.items() if corner not in self.taken}
        path = self._path(costs, starts, ends)
        if path is None and ends_at != "edge":
            ends, ends_at = self._any_river(piece.points[-1]), "river"
            path = self._path(costs, starts, ends)
        if path is None or len(path) - 1 < least:
            return
        self.chains.append(Chain(river.name, kind, tuple(path), starts_at, ends_at))
        self.taken.update(dict.fromkeys(path, river.name))

    def _costs(self, course: Floats) -> dict[tuple[int, int], float]:
        """What each side near the course costs; sides on water cost too much to be there."""
        keys = list(self.corners.sides)
        ends = self.corners.points[np.array(keys)]
        low, high = course.min(axis=0) - _FAR, course.max(axis=0) + _FAR
        middle = ends.mean(axis=1)
        near = np.flatnonzero(((middle >= low) & (middle <= high)).all(axis=1))
        strays = sum(stray(points[near], course) for points in (ends[:, 0], ends[:, 1], middle)) / 3
        length = np.hypot(*(ends[near, 0] - ends[near, 1]).T)
        cost = length * (_PLAIN + _STRAY * np.asarray(strays))
        return {
            keys[index]: float(value)
            for index, value in zip(near.tolist(), cost.tolist(), strict=True)
            if not self._wet(self.corners.both(self.corners.sides[keys[index]]))
        }

    def _wet(self, cells: Iterable[Cell]) -> bool:
        return any(self.terrain[cell] in self.water for cell in cells)

    def _starts(self, river: River, piece: CoursePiece) -> tuple[dict[int, float], str]:
        if not piece.begins:
            return self._nearby(self.corners.rim, piece.points[0]), "edge"
        if river.source != SPRING:
            shore = self._shore(piece.points[0])
            if shore:
                return shore, "lake"
        dry = [corner for corner in range(len(self.corners.points)) if not self._wet(self.corners.cells[corner])]
        return self._nearby(dry, piece.points[0]), "source"

    def _ends(self, river: River, piece: CoursePiece) -> tuple[dict[int, float], str]:
        last = piece.points[-1]
        if not piece.ends:
            return self._nearby(self.corners.rim, last), "edge"
        parent = [corner for corner, name in self.taken.items() if name == river.mouth]
        if parent:
            return self._nearby(parent, last), "river"
        shore = self._shore(last)
        if shore:
            return shore, "water"
        return self._nearby(self.corners.rim, last), "edge"

    def _shore(self, point: Floats) -> dict[int, float]:
        """Corners near a point where land and water meet."""
        shore = [
            corner
            for corner, cells in enumerate(self.corners.cells)
            if self._wet(cells) and not all(self.terrain[cell] in self.water for cell in cells)
        ]
        return self._nearby(shore, point)

    def _any_river(self, point: Floats) -> dict[int, float]:
        return self._nearby(list(self.taken), point)

    def _nearby(self, corners: Collection[int], point: Floats) -> dict[int, float]:
        """The corners within reach of a point, each with the price of lying off it."""
        chosen = np.array(sorted(corners), np.int64)
        if not len(chosen):
            return {}
        gap = np.hypot(*(self.corners.points[chosen] - point).T)
        limit = max(_FAR, float(gap.min()) + 0.1) if gap.min() < _FAR else -1.0
        kept = gap <= limit
        prices = (_END_STRAY * gap[kept] ** 2).tolist()
        return dict(zip(chosen[kept].tolist(), prices, strict=True))

    def _path(
        self, costs: dict[tuple[int, int], float], starts: dict[int, float], ends: dict[int, float]
    ) -> list[int] | None:
        """The cheapest way from any start to any end that touches no other river before."""
        best = dict(starts)
        back: dict[int, int] = {}
        queue = [(price, corner) for corner, price in starts.items()]
        heapq.heapify(queue)
        found: tuple[float, int] | None = None
        while queue:
            price, corner = heapq.heappop(queue)
            if price > best.get(corner, np.inf) or (found is not None and price >= found[0]):
                continue
            if corner in ends:
                total = price + ends[corner]
                found = min(found, (total, corner)) if found else (total, corner)
            if corner in self.taken:
                continue
            for other in self.corners.joined[corner]:
                step = costs.get((min(corner, other), max(corner, other)))
                if step is None or (other in self.taken and other not in ends):
                    continue
                if price + step < best.get(other, np.inf):
                    best[other] = price + step
                    back[other] = corner
                    heapq.heappush(queue, (price + step, other))
        return _walked(back, found[1]) if found else None


def _walked(back: dict[int, int], corner: int) -> list[int]:
    path = [corner]
    while path[-1] in back:
        path.append(back[path[-1]])
    return path[::-1]


def _chosen(rivers: dict[str, River], plans: Iterable[LinePlan]) -> dict[str, tuple[str, int]]:
    """Which river is drawn as which kind, and how short a piece may be."""
    chosen: dict[str, tuple[str, int]] = {}
    for plan in plans:
        for river in rivers.values():
            wanted = river.grade in plan.grades or river.name in plan.names
            if wanted and river.name not in plan.without:
                chosen.setdefault(river.name, (plan.kind, plan.least))
    return chosen


def _downstream_first(rivers: dict[str, River], chosen: Collection[str]) -> list[str]:
    """The chosen rivers, larger before smaller, and each after the one it flows into."""
    ordered: list[str] = []

    def add(name: str) -> None:
        if name not in ordered:
            mouth = rivers[name].mouth
            if mouth in chosen and mouth != name:
                add(mouth)
            ordered.append(name)

    for name in sorted(chosen, key=lambda name: (rivers[name].grade, list(rivers).index(name))):
        add(name)
    return ordered
