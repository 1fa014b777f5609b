"""The frame of the map: outline, grid, numbers, regions and off-map boxes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath

from designer.paint.text import NUMBER, outline
from engine.grid import CellGrid, Point
from engine.ids import Cell
from engine.records.board import Box

NUMBER_SIZE = 0.135
MARGIN = 0.75
_LOWER = (0.0, 0.06, 0.12, 0.18)
"""By how much a number may give way downwards to a line along its side."""
_CLOSE = 2.0
"""How far from the board a box may lie and still be on its sheet."""
CARD = 0.3
"""The rim of a box's own card."""

_Corner = tuple[int, int]


@dataclass(frozen=True, eq=False)
class CellNumber:
    """A cell's number: its figures, the ground that keeps them legible, and where they stand."""

    path: QPainterPath
    halo: QPainterPath
    rect: QRectF


def grid_lines(grid: CellGrid, cell: Cell) -> QPainterPath:
    """A cell's share of the grid: sides to higher cells and to the map's end, so that none is drawn twice."""
    path = QPainterPath()
    corners = grid.corners(cell)
    step = grid.sides // len(corners)
    for n, corner in enumerate(corners):
        other = grid.neighbour(cell, n * step)
        if other is None or other > cell:
            path.moveTo(*corner)
            path.lineTo(*corners[(n + 1) % len(corners)])
    return path


def cell_outline(grid: CellGrid, cell: Cell) -> QPainterPath:
    """The cell as a closed path."""
    path = QPainterPath()
    points = grid.corners(cell)
    path.moveTo(*points[0])
    for point in points[1:]:
        path.lineTo(*point)
    path.closeSubpath()
    return path


def cells_outline(grid: CellGrid, cells: Iterable[Cell]) -> QPainterPath:
    """Cells as one surface: what bounds it, without the sides between two of them, fills six times as fast."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    ahead = _bounds(grid, cells)
    while ahead:
        start = next(iter(ahead))
        path.moveTo(*ahead[start][-1][0])
        at = start
        while at in ahead:
            _, point, after = ahead[at].pop()
            if not ahead[at]:
                del ahead[at]
            path.lineTo(*point)
            at = after
        path.closeSubpath()
    return path


def _bounds(grid: CellGrid, cells: Iterable[Cell]) -> dict[_Corner, list[tuple[Point, Point, _Corner]]]:
    """The sides of cells that have none of them beyond, clockwise: both ends and the corner it leads to, by corner."""
    members = set(cells)
    found: dict[_Corner, list[tuple[Point, Point, _Corner]]] = {}
    for cell in sorted(members):
        corners = grid.corners(cell)
        step = grid.sides // len(corners)
        for n, here in enumerate(corners):
            if grid.neighbour(cell, n * step) not in members:
                there = corners[(n + 1) % len(corners)]
                found.setdefault(_corner(here), []).append((here, there, _corner(there)))
    return found


def _corner(point: Point) -> _Corner:
    """A corner by which cells that meet there know it, however their sums were rounded."""
    return round(point[0] * 1000), round(point[1] * 1000)


def number(grid: CellGrid, cell: Cell, lines: Sequence[Point]) -> CellNumber:
    """The cell's number, set small under its northern side, beside the lines that come from there if it can be."""
    text = outline(grid.label(cell), NUMBER)
    wide, high = text.width * NUMBER_SIZE, text.cap_height * NUMBER_SIZE
    (x, y), aside = number_spot(grid, cell), 0.155 if _flat(grid, cell) else 0.1
    spots = [QRectF(x + away - wide / 2, y + lower, wide, high) for lower in _LOWER for away in (0.0, aside, -aside)]
    rect = min(spots, key=lambda spot: _crossed(spot, lines))
    at = rect.left(), rect.bottom(), NUMBER_SIZE
    return CellNumber(text.path_at(*at), text.halo_at(*at), rect)


def number_spot(grid: CellGrid, cell: Cell) -> Point:
    """The middle of a number's upper edge where no line is in its way."""
    corners, (x, _) = grid.corners(cell), grid.centre(cell)
    return x, min(point[1] for point in corners) + (0.065 if _flat(grid, cell) else 0.17)


def _flat(grid: CellGrid, cell: Cell) -> bool:
    """Whether a cell has a side to the north, and not a corner."""
    corners = grid.corners(cell)
    top = min(point[1] for point in corners)
    return sum(abs(point[1] - top) < 1e-6 for point in corners) == 2


def _crossed(rect: QRectF, lines: Sequence[Point]) -> int:
    """How many points of lines would run through a number."""
    near = rect.adjusted(-0.05, -0.05, 0.05, 0.05)
    return sum(near.contains(*point) for point in lines)


def land(grid: CellGrid) -> QPainterPath:
    """The outline of the whole grid."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    following: dict[tuple[int, int], tuple[Point, Point]] = {}
    for cell, side in np.argwhere(grid.neighbour_table < 0).tolist():
        edge = grid.edge(Cell(cell), side)
        if edge is not None:
            following[_key(edge[0])] = edge
    while following:
        _, edge = following.popitem()
        path.moveTo(*edge[0])
        while True:
            path.lineTo(*edge[1])
            key = _key(edge[1])
            if key not in following:
                break
            edge = following.pop(key)
        path.closeSubpath()
    return path


def _key(point: Point) -> tuple[int, int]:
    return round(point[0] * 512), round(point[1] * 512)


@dataclass
class RegionPart:
    """One cell's part of a region: its surface, its inner rim and its share of the map's end."""

    surface: QPainterPath
    rim: QPainterPath = field(default_factory=QPainterPath)
    outer: QPainterPath = field(default_factory=QPainterPath)


def region_part(grid: CellGrid, cell: Cell, cells: set[Cell], inset: float) -> RegionPart:
    """What a region draws in a cell; rims lie inside, so that neighbouring regions show side by side."""
    made = RegionPart(cell_outline(grid, cell))
    centre, edges = grid.centre(cell), [side for side in range(grid.sides) if grid.edge(cell, side) is not None]
    for n, side in enumerate(edges):
        other = grid.neighbour(cell, side)
        edge = grid.edge(cell, side)
        if edge is None or (other is not None and other in cells):
            continue
        ends = []
        for end, beside in ((0, edges[n - 1]), (1, edges[(n + 1) % len(edges)])):
            ends.append(_rim_end(grid, cell, cells, edge, end, beside, centre, inset))
        made.rim.moveTo(*ends[0])
        made.rim.lineTo(*ends[1])
        if other is None:
            made.outer.moveTo(*edge[0])
            made.outer.lineTo(*edge[1])
    return made


def _rim_end(
    grid: CellGrid,
    cell: Cell,
    cells: set[Cell],
    edge: tuple[Point, Point],
    end: int,
    beside: int,
    centre: Point,
    inset: float,
) -> Point:
    """Where the rim along a side ends: in the cell's inner corner, or on the side shared with a fellow cell."""
    corner, other = edge[end], grid.neighbour(cell, beside)
    if other is None or other not in cells:
        share = inset / 0.5
        return corner[0] + (centre[0] - corner[0]) * share, corner[1] + (centre[1] - corner[1]) * share
    shared = grid.edge(cell, beside)
    assert shared is not None
    far = shared[0] if end == 0 else shared[1]
    long = ((far[0] - corner[0]) ** 2 + (far[1] - corner[1]) ** 2) ** 0.5
    share = inset * (1.1547 if grid.sides == 6 else 1.0) / long
    return corner[0] + (far[0] - corner[0]) * share, corner[1] + (far[1] - corner[1]) * share


def box_rect(box: Box) -> QRectF:
    """Where a box is drawn."""
    return QRectF(box.x, box.y, box.width, box.height)


def papers(grid: CellGrid, boxes: list[Box]) -> list[QRectF]:
    """The sheets of paper: the map's own with the boxes beside it, and a card for every box that does not lie on it."""
    west, north, east, south = grid.bounds()
    board = QRectF(QPointF(west, north), QPointF(east, south))
    sheet = board.adjusted(-MARGIN, -MARGIN, MARGIN, MARGIN)
    for box in boxes:
        if _is_beside(box_rect(box), board):
            sheet = sheet.united(box_rect(box).adjusted(-MARGIN, -MARGIN, MARGIN, MARGIN))
    cards = [box_rect(box).adjusted(-CARD, -CARD, CARD, CARD) for box in boxes]
    return [sheet, *(card for card in cards if not sheet.contains(card))]


def _is_beside(box: QRectF, board: QRectF) -> bool:
    """Whether a box lies close by a side of the board, so that one sheet holds both."""
    level = board.top() <= box.top() and box.bottom() <= board.bottom()
    upright = board.left() <= box.left() and box.right() <= board.right()
    return (level or upright) and board.adjusted(-_CLOSE, -_CLOSE, _CLOSE, _CLOSE).intersects(box)


def sheet_rect(grid: CellGrid, boxes: list[Box]) -> QRectF:
    """The whole sheet: the grid, the boxes beside it, and a margin."""
    west, north, east, south = grid.bounds()
    rect = QRectF(QPointF(west, north), QPointF(east, south))
    for box in boxes:
        rect = rect.united(box_rect(box))
    return rect.adjusted(-MARGIN, -MARGIN, MARGIN, MARGIN)
