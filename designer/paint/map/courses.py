"""Names of rivers, set letter by letter along their course."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from itertools import pairwise
from math import atan2, cos, degrees, hypot, pi, sin

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QTransform

from designer.paint.map.geometry import Geometry
from designer.paint.map.labels import Crowd, PlacedName
from designer.paint.text import RIVER, outline
from engine.grid import Point

SIZE = 0.2
_EVERY = 16.0
_CALM = 9
_LONG = 2.2
_LIFT = 0.13

_Key = tuple[int, int]


def river_labels(geometry: Geometry, crowd: Crowd, factor: float = 1.0) -> Iterator[PlacedName]:
    """Set the names of rivers where their course is calm and nothing is in the way."""
    for name, course in _courses(geometry):
        room = _length(course)
        if room < outline(name, RIVER).width * SIZE * factor * 1.3:
            continue
        for n in range(max(1, int(room / _EVERY))):
            label = _along(name, course, crowd, factor, n / max(1, int(room / _EVERY)))
            if label is not None:
                yield label


def _courses(geometry: Geometry) -> Iterator[tuple[str, list[Point]]]:
    """The longest run of every named river, made calm, in the order of their names and each when it is asked for."""
    pieces: dict[str, list[tuple[Point, ...]]] = {}
    for reach in geometry.streams():
        kind = geometry.sheet.hexside_kinds.get(reach.kind)
        if reach.name and kind is not None and kind.style in ("river", "major-river"):
            pieces.setdefault(reach.name, []).append(reach.points)
    for name, parts in sorted(pieces.items()):
        line = _longest(parts)
        if len(line) > 2 * _CALM:
            yield name, _calmed(line)


def _longest(parts: list[tuple[Point, ...]]) -> list[Point]:
    """The longest way through pieces that meet at their ends."""
    joined: dict[_Key, list[tuple[_Key, tuple[Point, ...]]]] = {}
    for part in parts:
        start, end = _key(part[0]), _key(part[-1])
        joined.setdefault(start, []).append((end, part))
        joined.setdefault(end, []).append((start, part[::-1]))
    best: list[Point] = []
    seen: set[_Key] = set()
    for place in sorted(joined):
        if place not in seen:
            far, _ = _farthest(joined, place, seen)
            _, way = _farthest(joined, far, set())
            best = max(best, way, key=len)
    return best


def _farthest(
    joined: dict[_Key, list[tuple[_Key, tuple[Point, ...]]]], start: _Key, seen: set[_Key]
) -> tuple[_Key, list[Point]]:
    """The place most steps away, and the way to it."""
    came: dict[_Key, tuple[_Key, tuple[Point, ...]] | None] = {start: None}
    queue, last = [start], start
    while queue:
        last = queue.pop(0)
        seen.add(last)
        for other, part in joined[last]:
            if other not in came:
                came[other] = (last, part)
                queue.append(other)
    way: list[Point] = []
    step, place = came[last], last
    while step is not None:
        place, part = step
        way = [*part, *way]
        step = came[place]
    return last, way


def _key(point: Point) -> _Key:
    return round(point[0] * 512), round(point[1] * 512)


def _calmed(line: list[Point]) -> list[Point]:
    """The line without its small bends."""
    many = len(line)
    sums = np.concatenate([np.zeros((1, 2)), np.cumsum(np.array(line), axis=0)])
    first, last = np.maximum(0, np.arange(many) - _CALM), np.minimum(many, np.arange(many) + _CALM + 1)
    calm = (sums[last] - sums[first]) / (last - first)[:, None]
    return [(x, y) for x, y in calm.tolist()]


def _length(line: list[Point]) -> float:
    return sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(line))


def _along(name: str, course: list[Point], crowd: Crowd, factor: float, share: float) -> PlacedName | None:
    """The calmest free stretch for a name in a part of the course."""
    size = SIZE * factor
    wide = outline(name, RIVER).width * size
    marks = [0.0]
    for a, b in pairwise(course):
        marks.append(marks[-1] + hypot(b[0] - a[0], b[1] - a[1]))
    first, last = marks[-1] * share, min(marks[-1], marks[-1] * share + _EVERY)
    best: tuple[float, list[tuple[str, Point, float]]] | None = None
    for lift in (-_LIFT, _LIFT + 0.55 * size):
        start = first + 0.2
        while start + wide < last - 0.1:
            letters = _letters(name, course, marks, start, wide, size, lift)
            cost = _cost(letters, size, crowd)
            if cost is not None and (best is None or cost < best[0]):
                best = (cost, letters)
            start += 0.35
    return None if best is None else _label(name, best[1], size, crowd)


def _letters(
    name: str, course: list[Point], marks: list[float], start: float, wide: float, size: float, lift: float
) -> list[tuple[str, Point, float]]:
    """Each letter with the point of its baseline and its angle, so that the name reads from left to right."""
    turn = 0.0
    ahead = _at(course, marks, start)[0]
    behind = _at(course, marks, start + wide)[0]
    if behind[0] < ahead[0]:
        turn = pi
    found, done = [], 0.0
    for letter in name:
        step = outline(letter, RIVER).width * size
        middle = done + step / 2
        place, angle = _at(course, marks, start + (wide - middle if turn else middle))
        angle += turn
        x = place[0] - sin(angle) * lift - cos(angle) * step / 2
        y = place[1] + cos(angle) * lift - sin(angle) * step / 2
        found.append((letter, (x, y), angle))
        done += step
    return found


def _at(course: list[Point], marks: list[float], long: float) -> tuple[Point, float]:
    """The point so far along a line, and the line's direction there."""
    n = min(len(course) - 2, max(0, bisect_right(marks, long) - 1))
    a, b = course[n], course[n + 1]
    step = marks[n + 1] - marks[n] or 1.0
    t = (long - marks[n]) / step
    before, after = course[max(0, n - 3)], course[min(len(course) - 1, n + 4)]
    angle = atan2(after[1] - before[1], after[0] - before[0])
    return (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t), angle


def _cost(letters: list[tuple[str, Point, float]], size: float, crowd: Crowd) -> float | None:
    """How ill a name would stand there; None where it may not."""
    bends = sum(abs(_wrapped(b[2] - a[2])) for a, b in pairwise(letters))
    sharp = max((abs(_wrapped(b[2] - a[2])) for a, b in pairwise(letters)), default=0.0)
    if sharp > 0.5 or bends > _LONG:
        return None
    covered = 0
    for letter in letters:
        rect = _box(letter, size)
        if crowd.taken(rect):
            return None
        covered += crowd.covered(rect)
    return bends * 2 + covered * 0.8


def _wrapped(angle: float) -> float:
    return (angle + pi) % (2 * pi) - pi


def _box(letter: tuple[str, Point, float], size: float) -> QRectF:
    text, (x, y), angle = letter
    wide, high = outline(text, RIVER).width * size, size * 0.7
    cx = x + cos(angle) * wide / 2 + sin(angle) * high / 2
    cy = y + sin(angle) * wide / 2 - cos(angle) * high / 2
    return QRectF(cx - 0.45 * size, cy - 0.45 * size, 0.9 * size, 0.9 * size)


def _label(name: str, letters: list[tuple[str, Point, float]], size: float, crowd: Crowd) -> PlacedName:
    pieces, rect = [], QRectF()
    for letter in letters:
        text, (x, y), angle = letter
        piece = outline(text, RIVER), QTransform().translate(x, y).rotate(degrees(angle)).scale(size, size)
        crowd.add(_box(letter, size))
        rect = rect.united(piece[1].map(piece[0].path).boundingRect())
        pieces.append(piece)
    return PlacedName(name, tuple(pieces), rect, size, "river_name")
