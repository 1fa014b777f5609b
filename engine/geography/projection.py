"""A local equal-area projection, so that a hex holds as many square kilometres in the north as in the south."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.geography.gazetteer import LatLon

Floats = npt.NDArray[np.float64]
EARTH_KM = 6371.007
"""Radius of the sphere with the area of the earth."""


@dataclass(frozen=True)
class Projection:
    """Lambert's azimuthal equal-area projection round a centre; kilometres east and south of it."""

    lat: float = 53.0
    lon: float = 31.0

    def plane(self, points: Iterable[LatLon]) -> Floats:
        """Kilometres east and south of the centre, one row a point."""
        degrees = np.asarray(list(points), np.float64).reshape(-1, 2)
        phi, lam = np.radians(degrees[:, 0]), np.radians(degrees[:, 1] - self.lon)
        phi0 = np.radians(self.lat)
        cosine = np.sin(phi0) * np.sin(phi) + np.cos(phi0) * np.cos(phi) * np.cos(lam)
        scale = EARTH_KM * np.sqrt(2 / (1 + cosine))
        east = scale * np.cos(phi) * np.sin(lam)
        north = scale * (np.cos(phi0) * np.sin(phi) - np.sin(phi0) * np.cos(phi) * np.cos(lam))
        return np.column_stack((east, -north))

    def globe(self, plane: Floats) -> Floats:
        """Latitude and longitude of points on the plane, one row a point."""
        east, north = plane[:, 0], -plane[:, 1]
        rho = np.hypot(east, north)
        angle = 2 * np.arcsin(np.clip(rho / (2 * EARTH_KM), -1, 1))
        phi0 = np.radians(self.lat)
        far = np.where(rho == 0, 1.0, rho)
        phi = np.arcsin(np.cos(angle) * np.sin(phi0) + north * np.sin(angle) * np.cos(phi0) / far)
        lam = np.arctan2(
            east * np.sin(angle), far * np.cos(phi0) * np.cos(angle) - north * np.sin(phi0) * np.sin(angle)
        )
        return np.column_stack((np.degrees(phi), self.lon + np.degrees(lam)))
