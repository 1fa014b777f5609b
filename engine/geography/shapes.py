"""Plane geometry on arrays: lines made finer, points in outlines, distances from a course, noise."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import numpy.typing as npt

from engine.geography.projection import Floats

Bools = npt.NDArray[np.bool_]
_CHUNK = 4096


def finer(line: Floats, step: float) -> Floats:
    """The same line with points no further apart than a step."""
    parts = []
    for start, end in pairwise(line):
        count = max(1, int(np.ceil(np.hypot(*(end - start)) / step)))
        parts.append(start + (end - start) * (np.arange(count) / count)[:, None])
    return np.vstack([*parts, line[-1:]])


def meandering(line: Floats, swing: float, wave: float) -> Floats:
    """A fine line swung from side to side, always in the same way, still through both its ends."""
    steps = np.hypot(*np.diff(line, axis=0).T)
    along = np.concatenate(([0.0], np.cumsum(steps)))
    heading = np.gradient(line, axis=0)
    length = np.maximum(np.hypot(heading[:, 0], heading[:, 1]), 1e-9)
    normal = np.column_stack((-heading[:, 1], heading[:, 0])) / length[:, None]
    phase = float(line[0] @ np.array((12.9898, 78.233))) % (2 * np.pi)
    turn = 2 * np.pi * along / wave
    off = np.sin(turn + phase) * 0.6 + np.sin(turn * 0.43 + 2.1 * phase) * 0.4
    ends = np.minimum(1, np.minimum(along, along[-1] - along) / wave)
    return np.asarray(line + normal * (swing * off * ends)[:, None], np.float64)


def distances(points: Floats, course: Floats) -> Floats:
    """How far each point lies from the nearest point of a fine course."""
    return np.sqrt(_nearest(points, course)[0])


def nearest_index(points: Floats, course: Floats) -> npt.NDArray[np.int64]:
    """Which point of a fine course is nearest to each point."""
    return _nearest(points, course)[1]


def _nearest(points: Floats, course: Floats) -> tuple[Floats, npt.NDArray[np.int64]]:
    square = np.empty(len(points))
    index = np.empty(len(points), np.int64)
    for start in range(0, len(points), _CHUNK):
        part = points[start : start + _CHUNK]
        gap = ((part[:, None, :] - course[None, :, :]) ** 2).sum(axis=2)
        index[start : start + _CHUNK] = gap.argmin(axis=1)
        square[start : start + _CHUNK] = gap.min(axis=1)
    return square, index


def inside(points: Floats, ring: Floats) -> Bools:
    """Which points lie within a closed outline."""
    found = np.zeros(len(points), np.bool_)
    low, high = ring.min(axis=0), ring.max(axis=0)
    near = np.flatnonzero(((points >= low) & (points <= high)).all(axis=1))
    if not len(near):
        return found
    x, y = points[near, 0], points[near, 1]
    odd = np.zeros(len(near), np.bool_)
    for (x1, y1), (x2, y2) in zip(ring, np.roll(ring, -1, axis=0), strict=True):
        if y1 == y2:
            continue
        crosses = (y1 > y) != (y2 > y)
        odd ^= crosses & (x < (x2 - x1) * (y - y1) / (y2 - y1) + x1)
    found[near] = odd
    return found


def left_of(point: Floats, course: Floats, index: int) -> bool:
    """Whether a point lies to the left of one who follows the course past its point `index`; y points south."""
    ahead = course[min(index + 2, len(course) - 1)] - course[max(index - 2, 0)]
    off = point - course[index]
    return bool(ahead[0] * off[1] - ahead[1] * off[0] < 0)


def noise(points: Floats, wave: float, seed: int) -> Floats:
    """Smooth noise between 0 and 1, the same for ever, uniform enough to cut at a share."""
    total = np.zeros(len(points))
    for octave, weight in ((1, 0.65), (2, 0.35)):
        total += weight * _value_noise(points * (octave / wave), seed + octave)
    return _evened(total)


def _value_noise(points: Floats, seed: int) -> Floats:
    base = np.floor(points)
    part = points - base
    smooth = part * part * (3 - 2 * part)
    corner = base.astype(np.int64)
    row = [[_hashed(corner[:, 0] + dx, corner[:, 1] + dy, seed) for dx in (0, 1)] for dy in (0, 1)]
    top = row[0][0] + (row[0][1] - row[0][0]) * smooth[:, 0]
    low = row[1][0] + (row[1][1] - row[1][0]) * smooth[:, 0]
    return np.asarray(top + (low - top) * smooth[:, 1], np.float64)


def _hashed(x: npt.NDArray[np.int64], y: npt.NDArray[np.int64], seed: int) -> Floats:
    """A number between 0 and 1 for every lattice point."""
    with np.errstate(over="ignore"):
        mixed = x.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        mixed ^= y.astype(np.uint64) * np.uint64(0xC2B2AE3D27D4EB4F)
        mixed ^= np.uint64(seed) * np.uint64(0x165667B19E3779F9)
        mixed ^= mixed >> np.uint64(29)
        mixed *= np.uint64(0xBF58476D1CE4E5B9)
        mixed ^= mixed >> np.uint64(32)
    return (mixed >> np.uint64(11)).astype(np.float64) / float(1 << 53)


def _evened(values: Floats) -> Floats:
    """Stretch the bell of averaged noise to a roughly even spread between 0 and 1."""
    return np.asarray(1 / (1 + np.exp(-(values - 0.5) * 9.5)), np.float64)
