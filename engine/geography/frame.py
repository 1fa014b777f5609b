"""Where on the grid of a map a point of the earth lies."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from engine.geography.fit import Transform
from engine.geography.gazetteer import LatLon
from engine.geography.projection import Floats, Projection
from engine.grid import CellGrid
from engine.ids import Cell


@dataclass(frozen=True)
class Anchors:
    """Points pulled onto others, and their surroundings with them."""

    points: Floats
    pulls: Floats
    reach: float

    def moved(self, points: Floats) -> Floats:
        """The points, pulled along by the anchors within reach; an anchor itself moves all the way."""
        if not len(self.points):
            return points
        gap = np.hypot(*(points[:, None, :] - self.points[None, :, :]).transpose(2, 0, 1))
        weight = (np.maximum(0, self.reach - gap) / (self.reach * np.maximum(gap, 1e-6))) ** 2
        total = weight.sum(axis=1, keepdims=True) + (1 / self.reach) ** 2
        return np.asarray(points + (weight @ self.pulls) / total, np.float64)


@dataclass(frozen=True)
class MapFrame:
    """A grid laid over the earth: projection, transform, then the pull of places with a known cell."""

    grid: CellGrid
    projection: Projection
    transform: Transform
    anchors: tuple[Anchors, ...] = field(default=())

    def plane(self, points: Iterable[LatLon]) -> Floats:
        """Points of the earth on the plane of the grid, one row a point."""
        found = self.transform(self.projection.plane(points))
        for anchors in self.anchors:
            found = anchors.moved(found)
        return found

    def cell(self, point: LatLon) -> Cell | None:
        """The cell a point of the earth lies in, or None off the map."""
        x, y = self.plane([point])[0]
        return self.grid.at(float(x), float(y))

    def globe(self, plane: Floats) -> Floats:
        """Latitude and longitude of points of the grid, the pull of places left aside."""
        return self.projection.globe(self.transform.inverse()(plane))

    def pulled(self, points: dict[str, LatLon], targets: dict[str, tuple[float, float]], reach: float) -> MapFrame:
        """The same frame with places pulled onto where they must lie."""
        if not targets:
            return self
        names = list(targets)
        here = self.plane([points[name] for name in names])
        pulls = np.array([targets[name] for name in names]) - here
        return MapFrame(self.grid, self.projection, self.transform, (*self.anchors, Anchors(here, pulls, reach)))
