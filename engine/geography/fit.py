"""Fit of a map's grid to the earth from places whose cells are known, by least squares."""

from __future__ import annotations

from dataclasses import dataclass
from math import atan2, cos, degrees, hypot, radians, sin, sqrt
from typing import Literal

import numpy as np

from engine.errors import Problem, ScenarioError
from engine.geography.projection import Floats

Kind = Literal["similarity", "affine"]


@dataclass(frozen=True)
class Transform:
    """A linear map with a shift, from kilometres on the plane to the plane of the grid."""

    a: float
    b: float
    c: float
    d: float
    dx: float
    dy: float

    def __call__(self, points: Floats) -> Floats:
        """Points of the projection as points of the grid, one row a point."""
        matrix = np.array(((self.a, self.c), (self.b, self.d)))
        return np.asarray(points @ matrix + np.array((self.dx, self.dy)), np.float64)

    def inverse(self) -> Transform:
        """The way back."""
        det = self.a * self.d - self.b * self.c
        a, b, c, d = self.d / det, -self.b / det, -self.c / det, self.a / det
        return Transform(a, b, c, d, -(a * self.dx + b * self.dy), -(c * self.dx + d * self.dy))

    @property
    def km(self) -> float:
        """Kilometres from centre to centre."""
        return 1 / sqrt(abs(self.a * self.d - self.b * self.c))

    @property
    def turn(self) -> float:
        """How many degrees west of north the map's top points."""
        return degrees(atan2(self.c - self.b, self.a + self.d))


def window(west_x: float, south_y: float, bottom: float, km: float, rotate: float) -> Transform:
    """The transform that puts a point of the plane into the south-west corner of a map `bottom` units tall."""
    angle = radians(rotate)
    a, b = cos(angle) / km, -sin(angle) / km
    c, d = -b, a
    return Transform(a, b, c, d, -(a * west_x + b * south_y), bottom - (c * west_x + d * south_y))


@dataclass(frozen=True)
class Fit:
    """A fitted transform and how far each control place lies from its cell, in cells."""

    kind: Kind
    transform: Transform
    residuals: dict[str, float]

    @property
    def rms(self) -> float:
        """Root of the mean square of the residuals, in cells."""
        return sqrt(sum(value**2 for value in self.residuals.values()) / len(self.residuals))

    @property
    def worst(self) -> tuple[str, float]:
        """The control place that lies furthest from its cell, and how far."""
        return max(self.residuals.items(), key=lambda item: item[1])

    def table(self) -> str:
        """The residuals as a text table, worst first."""
        transform = self.transform
        head = (
            f"{self.kind} fit, {len(self.residuals)} control places: RMS {self.rms:.2f} cells, "
            f"{transform.km:.2f} km a cell, top {transform.turn:.1f} degrees west of north"
        )
        width = max(len(name) for name in self.residuals)
        lines = sorted(self.residuals.items(), key=lambda item: (-item[1], item[0]))
        return "\n".join([head, *(f"{name:<{width}}  {value:5.2f}" for name, value in lines)])


def fit(kind: Kind, names: list[str], plane: Floats, grid: Floats) -> Fit:
    """Fit control places: where they lie on the projection, and where on the grid."""
    least = 2 if kind == "similarity" else 3
    if len(names) < least:
        raise ScenarioError([Problem(f"a {kind} fit needs at least {least} control places", "map.toml")])
    x, y = plane[:, 0], plane[:, 1]
    one, nought = np.ones(len(x)), np.zeros(len(x))
    target = grid.reshape(-1)
    if kind == "similarity":
        rows = np.stack((np.column_stack((x, y, one, nought)), np.column_stack((y, -x, nought, one))), axis=1)
        a, b, dx, dy = np.linalg.lstsq(rows.reshape(-1, 4), target, rcond=None)[0]
        c, d = -b, a
    else:
        across = np.column_stack((x, y, nought, nought, one, nought))
        down = np.column_stack((nought, nought, x, y, nought, one))
        rows = np.stack((across, down), axis=1)
        a, b, c, d, dx, dy = np.linalg.lstsq(rows.reshape(-1, 6), target, rcond=None)[0]
    transform = Transform(*(float(value) for value in (a, b, c, d, dx, dy)))
    offs = transform(plane) - grid
    return Fit(kind, transform, {name: hypot(*off) for name, off in zip(names, offs.tolist(), strict=True)})
