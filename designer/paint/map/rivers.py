"""What runs along sides: rivers, coasts, borders and lines of forts as joined curves through the nodes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from designer.paint.map.mesh import Node, curve, middle
from engine.grid import Point
from engine.ids import Cell
from engine.records.board import Hexside

Features = Callable[[Cell, int], dict[str, Hexside]]
IsWater = Callable[[Cell], bool]


@dataclass(frozen=True)
class Reach:
    """Half a side's worth of a river or line: from the middle of a side to the node where it joins others."""

    kind: str
    name: str
    side: tuple[Cell, int]
    points: tuple[Point, ...]


@dataclass(frozen=True)
class _Arm:
    """A side at a node that bears a feature."""

    row: Hexside
    side: tuple[Cell, int]
    middle: Point


def reaches(node: Node, features: Features, ranks: dict[str, int], is_water: IsWater) -> list[Reach]:
    """The pieces of all features of a family round a node; ranks say which kinds belong and which lead."""
    arms = _arms(node, features, ranks)
    if not arms:
        return []
    if len(arms) == 1:
        mouth = _mouth(node, is_water)
        return [_reach(arms[0], middle(arms[0].middle, node.at), mouth)]
    one, two = _main_pair(arms, ranks)
    x = (one.middle[0] + 2 * node.at[0] + two.middle[0]) / 4
    y = (one.middle[1] + 2 * node.at[1] + two.middle[1]) / 4
    return [_reach(arm, middle(arm.middle, node.at), (x, y)) for arm in arms]


def _arms(node: Node, features: Features, ranks: dict[str, int]) -> list[_Arm]:
    found = []
    corners = node.corners
    for n, corner in enumerate(corners):
        sides = [(corner.start_side, corner.start)]
        if not node.inland and n == len(corners) - 1:
            sides.append((corner.end_side, corner.end))
        for side, point in sides:
            rows = [row for kind, row in features(corner.cell, side).items() if kind in ranks]
            if rows:
                best = max(rows, key=lambda row: ranks[row.kind])
                found.append(_Arm(best, (corner.cell, side), point))
    return found


def _main_pair(arms: list[_Arm], ranks: dict[str, int]) -> tuple[_Arm, _Arm]:
    """The two arms that make one stream; the others flow into it."""
    pairs = [(a, b) for n, a in enumerate(arms) for b in arms[n + 1 :]]
    return max(pairs, key=lambda pair: _kinship(pair[0], pair[1], ranks))


def _kinship(a: _Arm, b: _Arm, ranks: dict[str, int]) -> tuple[bool, int, float]:
    same = bool(a.row.name) and a.row.name == b.row.name
    apart = abs(a.middle[0] - b.middle[0]) + abs(a.middle[1] - b.middle[1])
    return same, ranks[a.row.kind] + ranks[b.row.kind], apart


def _mouth(node: Node, is_water: IsWater) -> Point:
    """Where a single arm ends: at the node, or a little way into the water that it flows into."""
    wet = [corner.centre for corner in node.corners if is_water(corner.cell)]
    if not wet:
        return node.at
    x, y = sum(p[0] for p in wet) / len(wet), sum(p[1] for p in wet) / len(wet)
    return node.at[0] + (x - node.at[0]) * 0.35, node.at[1] + (y - node.at[1]) * 0.35


def _reach(arm: _Arm, control: Point, end: Point) -> Reach:
    points = curve(arm.middle, control, end, 4)
    return Reach(arm.row.kind, arm.row.name, arm.side, tuple(points))
