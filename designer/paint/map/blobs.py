"""Areas of one terrain, joined across cells and rounded where they end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainterPath, QPolygonF

from designer.paint.map.mesh import Corner, Node, curve, uneven
from engine.grid import Point
from engine.ids import Cell

Member = Callable[[Cell], bool]

_ROUND = 0.24
"""How far the corners of areas are rounded off."""


@dataclass(frozen=True)
class Patch:
    """The part of an area that lies round one node: its surface, and its edge with the area on the right."""

    fill: QPainterPath
    edges: tuple[tuple[Point, ...], ...]


def patch(node: Node, member: Member) -> Patch:
    """The part of the area of member cells round a node."""
    fill = winding()
    edges: list[tuple[Point, ...]] = []
    for run in runs(node, member):
        closed = node.inland and len(run) == len(node.corners)
        border = [] if closed else _border(node, run, edges)
        inner = [uneven(corner.centre) for corner in reversed(run)]
        fill.addPolygon(polygon([*border, *inner]))
        fill.closeSubpath()
    return Patch(fill, tuple(edges))


def runs(node: Node, member: Member) -> list[list[Corner]]:
    """The member cells round a node, in clockwise runs without a gap."""
    corners = node.corners
    inside = [member(corner.cell) for corner in corners]
    if not any(inside):
        return []
    if all(inside):
        return [list(corners)]
    first = 0
    if node.inland:
        first = next(n for n in range(len(corners)) if inside[n] and not inside[n - 1])
    found: list[list[Corner]] = []
    previous = False
    for n in range(len(corners)):
        here = (first + n) % len(corners)
        if inside[here]:
            if not previous:
                found.append([])
            found[-1].append(corners[here])
        previous = inside[here]
    return found


def _border(node: Node, run: list[Corner], edges: list[tuple[Point, ...]]) -> list[Point]:
    """The outline of a run on the node's side; what is a true edge, and not the map's end, is noted."""
    start, end = run[0].start, run[-1].end
    first_open = not node.inland and run[0] is node.corners[0]
    last_open = not node.inland and run[-1] is node.corners[-1]
    if not (first_open or last_open):
        line = curve(start, _corner(node, run), end)
        edges.append(tuple(line))
        return line
    if first_open and last_open:
        return [start, node.at, end]
    if last_open:
        line = [*curve(start, node.at, node.at, 3)[:-1], node.at]
    else:
        line = [node.at, *curve(node.at, node.at, end, 3)[1:]]
    edges.append(tuple(line))
    return [*line, end] if last_open else [start, *line]


def _corner(node: Node, run: list[Corner]) -> Point:
    """Where the edge turns at a node: drawn in towards the cell that stands alone, so that no hexagon is seen."""
    lone = run if len(run) == 1 else [corner for corner in node.corners if corner not in run]
    if len(lone) != 1:
        return node.at
    x, y = lone[0].centre
    return node.at[0] + (x - node.at[0]) * _ROUND, node.at[1] + (y - node.at[1]) * _ROUND


def polygon(points: list[Point]) -> QPolygonF:
    """Points as Qt's polygon."""
    return QPolygonF([QPointF(x, y) for x, y in points])


def winding() -> QPainterPath:
    """An empty path whose overlaps stay filled."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    return path


def line_path(lines: Iterable[Sequence[Point]]) -> QPainterPath:
    """Open lines as one path."""
    path = QPainterPath()
    for line in lines:
        path.moveTo(*line[0])
        for point in line[1:]:
            path.lineTo(*point)
    return path
