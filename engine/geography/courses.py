"""True courses on the plane of the grid: made fine, bent round towns, cut at the edge of the map."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.geography.frame import MapFrame
from engine.geography.projection import Floats
from engine.geography.shapes import distances, finer, meandering
from engine.ids import Cell

STEP = 0.1
_CLEARANCE = 0.42
"""How far, in cells, a river keeps from the centre of a town's cell, so that the bank is never in doubt."""
_TAPER = 1.1


@dataclass(frozen=True)
class Bank:
    """A town's cell on a river, and the side of the river the town stands on."""

    cell: Cell
    left: bool


@dataclass(frozen=True)
class CoursePiece:
    """A part of a course that lies on the map, and whether its ends are those of the whole course."""

    points: Floats
    begins: bool
    ends: bool


def river_course(frame: MapFrame, points: tuple[tuple[float, float], ...], banks: list[Bank]) -> Floats:
    """A river's course, with gentle bends where the gazetteer has few points, clear of the towns on its banks."""
    course = meandering(finer(frame.plane(points), STEP), 0.12, 2.3)
    for bank in banks:
        course = _bent(course, np.array(frame.grid.centre(bank.cell)), bank.left)
    return course


def river_side(course: Floats, centre: Floats, town_left: bool) -> Floats | None:
    """The direction from a town to the river it stands on, or None where the river is far away."""
    gap = np.hypot(*(course - centre).T)
    index = int(gap.argmin())
    if gap[index] > _TAPER:
        return None
    ahead = course[min(index + 6, len(course) - 1)] - course[max(index - 6, 0)]
    ahead = ahead / max(float(np.hypot(*ahead)), 1e-9)
    # y points south, so the right-hand side of (x, y) is (-y, x).
    return np.array((-ahead[1], ahead[0])) * (1 if town_left else -1)


def _bent(course: Floats, centre: Floats, town_left: bool) -> Floats:
    """The course pushed aside so that the centre lies on the stated side, at least the clearance away."""
    away = river_side(course, centre, town_left)
    if away is None:
        return course
    gap = np.hypot(*(course - centre).T)
    nearest = course[int(gap.argmin())]
    need = _CLEARANCE - float((nearest - centre) @ away)
    if need <= 0:
        return course
    along = np.abs((course - nearest) @ np.array((away[1], -away[0])))
    near = (gap < _TAPER + need) & (along < _TAPER)
    push = np.where(near, np.cos(np.pi / 2 * np.minimum(1, along / _TAPER)), 0.0) * need
    return np.asarray(course + push[:, None] * away, np.float64)


def pieces(frame: MapFrame, course: Floats, bridge: float = 1.5) -> list[CoursePiece]:
    """The parts of a fine course on the map; excursions shorter than `bridge` cells do not part them."""
    on = np.array([frame.grid.at(float(x), float(y)) is not None for x, y in course])
    found: list[CoursePiece] = []
    start: int | None = None
    gap = 0
    limit = max(1, int(bridge / STEP))
    for index, here in enumerate(on.tolist()):
        if here:
            start = index if start is None else start
            gap = 0
        elif start is not None:
            gap += 1
            if gap > limit:
                found.append(_piece(course, start, index - gap + 1))
                start = None
    if start is not None:
        found.append(_piece(course, start, len(course) - gap))
    return found


def _piece(course: Floats, start: int, stop: int) -> CoursePiece:
    return CoursePiece(course[start:stop], start == 0, stop == len(course))


def stray(points: Floats, course: Floats) -> Floats:
    """How far points stray from a course, squared, in cells."""
    return np.asarray(distances(points, course) ** 2, np.float64)
