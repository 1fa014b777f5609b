"""The scanned map under the grid: read, placed, and calibrated by three points."""

from __future__ import annotations

from collections.abc import Sequence
from math import asin, degrees, hypot, inf

import numpy as np

from engine.errors import StavkaError
from engine.grid import CellGrid, Point

Matrix = tuple[float, float, float, float, float, float]
"""An affine map as Qt has it: x' = m11 x + m21 y + dx, y' = m12 x + m22 y + dy."""

LEAST_LEANING, LEAST_STRETCH = 3.0, 1.06
"""Degrees and share from which a placement is no longer a scan that lay a little crooked."""

LARGEST_FILE = 60_000_000
MOST_PIXELS = 60_000_000
SIGNATURES: tuple[tuple[bytes, str], ...] = (
    (b"\x89PNG\r\n\x1a\n", "PNG"),
    (b"\xff\xd8\xff", "JPEG"),
    (b"RIFF", "WebP"),
)


def kind_of(data: bytes) -> str:
    """PNG, JPEG or WebP by the first bytes of a file; a StavkaError says that it is none of them."""
    for start, name in SIGNATURES:
        if data.startswith(start) and (name != "WebP" or data[8:12] == b"WEBP"):
            return name
    raise StavkaError("The file is not a PNG, JPEG or WebP picture; choose a scan in one of these formats.")


def fitted(width: int, height: int, grid: CellGrid) -> Matrix:
    """A placement that spreads a picture over the whole map, undistorted."""
    west, north, east, south = grid.bounds()
    scale = max((east - west) / width, (south - north) / height)
    return scale, 0.0, 0.0, scale, west, north


def applied(matrix: Matrix, point: Point) -> Point:
    """A point of the picture on the map."""
    m11, m12, m21, m22, dx, dy = matrix
    return m11 * point[0] + m21 * point[1] + dx, m12 * point[0] + m22 * point[1] + dy


def calibrated(before: Matrix, pairs: Sequence[tuple[Point, Point]]) -> Matrix:
    """The placement that carries three marked points of the picture to the points where they belong.

    Each pair is where a point of the picture now lies on the map, and where it should lie.
    """
    seen = np.array([[x, y, 1.0] for (x, y), _ in pairs])
    wanted = np.array([[x, y] for _, (x, y) in pairs])
    if len(pairs) != 3 or abs(np.linalg.det(seen)) < 1e-3 or _area(wanted) < 1e-3:
        raise StavkaError("The three points lie on one line, or too close together; mark points far apart.")
    shift = np.linalg.solve(seen, wanted)
    m11, m12, m21, m22, dx, dy = before
    old = np.array([[m11, m12, 0.0], [m21, m22, 0.0], [dx, dy, 1.0]])
    new = old @ np.column_stack([shift, [0.0, 0.0, 1.0]])
    return (float(new[0, 0]), float(new[0, 1]), float(new[1, 0]), float(new[1, 1]), float(new[2, 0]), float(new[2, 1]))


def distortion(matrix: Matrix) -> tuple[float, float]:
    """By how many degrees a placement leans the picture over, and how much longer it makes one way than the other."""
    m11, m12, m21, m22, _, _ = matrix
    across, down = hypot(m11, m12), hypot(m21, m22)
    if not across or not down:
        return 90.0, inf
    leaning = degrees(asin(max(-1.0, min(1.0, (m11 * m21 + m12 * m22) / (across * down)))))
    return abs(leaning), max(across, down) / min(across, down)


def doubt(matrix: Matrix) -> str:
    """What is odd about a placement: a scan leans and stretches a little, a point in the wrong hex a lot."""
    leaning, stretch = distortion(matrix)
    found = []
    if leaning > LEAST_LEANING:
        found.append(f"leans over by {leaning:.0f}°")
    if stretch > LEAST_STRETCH:
        found.append(f"is stretched by {100 * (stretch - 1):.0f}% in one direction")
    m11, m12, m21, m22, _, _ = matrix
    if m11 * m22 - m12 * m21 < 0:
        found.append("is mirrored")
    if not found:
        return ""
    said = " and ".join(found)
    return f"The picture now {said}: one of the three points is probably in the wrong hex. Undo, and mark them again."


def _area(points: np.ndarray) -> float:
    one, two = points[1] - points[0], points[2] - points[0]
    return abs(float(one[0] * two[1] - one[1] * two[0]))
