"""A piece of a map as it would lie after a paste: its terrain, its hexsides, its lines and its places."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPolygonF

from designer.mapeditor.operations.clip import Clip, Placed
from designer.mapeditor.operations.ground import Ground
from designer.mapeditor.tools.base import outline, pen
from engine.ids import Cell
from engine.records.board import HexsideKind, LinkKind, TerrainKind

STRONG = 0.82
"""How much of the ground below the preview hides."""
LARGEST = 1500
"""Cells that are previewed one by one; a larger piece is only outlined."""


def draw_clip(painter: QPainter, ground: Ground, clip: Clip, anchor: Cell) -> None:
    """Draw a piece of a map where it would be laid down."""
    placed = Placed(ground, anchor)
    covered = [(cell, terrain) for where, terrain in clip.cells if (cell := placed.at(where)) is not None]
    if len(covered) <= LARGEST:
        _draw_terrain(painter, ground, covered)
        _draw_lines(painter, ground, clip, placed)
        _draw_places(painter, ground, clip, placed)
    outline(painter, ground.grid, [cell for cell, _ in covered], "#3f7d4e", 0.0 if len(covered) <= LARGEST else 0.3)


def _draw_terrain(painter: QPainter, ground: Ground, covered: list[tuple[Cell, str]]) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    for cell, terrain in covered:
        kind = ground.rows.get(TerrainKind, terrain)
        colour = QColor(kind.colour if kind else "#f3ecd8")
        colour.setAlphaF(STRONG)
        painter.setBrush(colour)
        painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in ground.grid.corners(cell)]))


def _draw_lines(painter: QPainter, ground: Ground, clip: Clip, placed: Placed) -> None:
    for a, b, joined in clip.links:
        one, other = placed.at(a), placed.at(b)
        line = ground.rows.get(LinkKind, joined.kind)
        if one is not None and other is not None:
            painter.setPen(pen(line.colour if line else "#3a3a3a", 2))
            painter.drawLine(QPointF(*ground.grid.centre(one)), QPointF(*ground.grid.centre(other)))
    for where, side, row in clip.hexsides:
        cell = placed.at(where)
        edge = ground.grid.edge(cell, side) if cell is not None else None
        feature = ground.rows.get(HexsideKind, row.kind)
        if edge is not None:
            painter.setPen(pen(feature.colour if feature else "#4f86b8", 4))
            painter.drawLine(QPointF(*edge[0]), QPointF(*edge[1]))


def _draw_places(painter: QPainter, ground: Ground, clip: Clip, placed: Placed) -> None:
    font = QFont()
    font.setPointSizeF(12)
    named: set[Cell] = set()
    for where, place in clip.places:
        cell = placed.at(where)
        if cell is None or cell in named:
            continue  # of two places in a cell the first name is enough to know the piece by
        named.add(cell)
        x, y = ground.grid.centre(cell)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor("#2b211a"))
        painter.drawEllipse(QPointF(x, y), 0.14, 0.14)
        painter.save()
        painter.translate(x, y - 0.22)
        painter.scale(0.02, 0.02)
        painter.setPen(QColor("#2b211a"))
        painter.setFont(font)
        painter.drawText(QRectF(-200, -30, 400, 30), Qt.AlignmentFlag.AlignCenter, place.name)
        painter.restore()
