"""What runs along sides: rivers, coasts, borders and lines of forts as joined curves through the nodes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from designer.paint.map.mesh import Mesh, Node, curve, middle
from engine.grid import Point
from engine.ids import Cell
from engine.records.board import Hexside

Features = Callable[[Cell, int], dict[str, Hexside]]
IsWater = Callable[[Cell], bool]

GENTLE = frozenset({"river", "major-river", "border"})
"""Styles whose lines cut the corners of the sides they run along; the others mark the sides themselves."""

_CUT = 0.36
"""How far a gentle line cuts a corner."""


@dataclass(frozen=True)
class RiverHalf:
    """Half a side's worth of a river or line: from the middle of a side to the node where it joins others."""

    kind: str
    name: str
    side: tuple[Cell, int]
    points: tuple[Point, ...]


@dataclass(frozen=True)
class _Arm:
    """A side at a node that bears a feature, and the node at its other end."""

    row: Hexside
    side: tuple[Cell, int]
    middle: Point
    far: int


class Streams:
    """The lines of one family on a map: which kinds belong to it and lead, and how gently they run."""

    def __init__(
        self, mesh: Mesh, features: Features, styles: Mapping[str, str], ranks: dict[str, int], is_water: IsWater
    ) -> None:
        self._mesh = mesh
        self._features = features
        self._ranks = ranks
        self._gentle = {kind for kind in ranks if styles[kind] in GENTLE}
        self._is_water = is_water
        self._arms: dict[int, list[_Arm]] = {}

    def forget(self, nodes: Iterable[int]) -> None:
        """Ask for the sides round these nodes again."""
        for node in nodes:
            self._arms.pop(node, None)

    def reaches(self, number: int) -> list[RiverHalf]:
        """The pieces of all features of the family round a node."""
        arms = self._arms_at(number)
        if not arms:
            return []
        node = self._mesh.nodes[number]
        if len(arms) == 1:
            mouth, start = _mouth(node, self._is_water), self._start(number, arms[0])
            return [_reach(arms[0], start, middle(start, node.at), mouth)]
        one, two = (self._start(number, arm) for arm in _main_pair(arms, self._ranks))
        at = self._bent(number)
        joint = (one[0] + 2 * at[0] + two[0]) / 4, (one[1] + 2 * at[1] + two[1]) / 4
        starts = [(arm, self._start(number, arm)) for arm in arms]
        return [_reach(arm, start, middle(start, at), joint) for arm, start in starts]

    def _start(self, number: int, arm: _Arm) -> Point:
        """Where a line passes the middle of a side."""
        return middle(self._bent(number), self._bent(arm.far)) if arm.row.kind in self._gentle else arm.middle

    def _bent(self, number: int) -> Point:
        """A node as a gentle line passes it: drawn in towards the nodes before and after it."""
        at, arms = self._mesh.nodes[number].at, self._arms_at(number)
        if len(arms) < 2 or any(arm.row.kind not in self._gentle for arm in arms):
            return at
        one, two = (self._mesh.nodes[arm.far].at for arm in _main_pair(arms, self._ranks))
        x, y = middle(one, two)
        return at[0] + (x - at[0]) * _CUT, at[1] + (y - at[1]) * _CUT

    def _arms_at(self, number: int) -> list[_Arm]:
        if number not in self._arms:
            self._arms[number] = self._found(self._mesh.nodes[number])
        return self._arms[number]

    def _found(self, node: Node) -> list[_Arm]:
        found = []
        for n, corner in enumerate(node.corners):
            sides = [(corner.start_side, corner.start, 1)]
            if not node.inland and n == len(node.corners) - 1:
                sides.append((corner.end_side, corner.end, 0))
            for side, point, ahead in sides:
                rows = [row for kind, row in self._features(corner.cell, side).items() if kind in self._ranks]
                if rows:
                    best = max(rows, key=lambda row: self._ranks[row.kind])
                    found.append(_Arm(best, (corner.cell, side), point, self._far(corner.cell, side, ahead)))
        return found

    def _far(self, cell: Cell, side: int, ahead: int) -> int:
        """The node at the other end of a side of a cell."""
        corners = self._mesh.of_cell[cell]
        step = self._mesh.grid.sides // len(corners)
        return corners[(side // step + ahead) % len(corners)]


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


def _reach(arm: _Arm, start: Point, control: Point, end: Point) -> RiverHalf:
    points = curve(start, control, end, 4)
    return RiverHalf(arm.row.kind, arm.row.name, arm.side, tuple(points))
