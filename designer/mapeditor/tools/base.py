"""What a tool is, and how tools draw over the map."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from designer.mapeditor.context import ToolContext, ToolPoint
from engine.grid import CellGrid
from engine.ids import Cell


class Tool:
    """Answers the mouse while it is taken up; the methods do nothing unless a tool says otherwise."""

    palette: ClassVar[str] = ""
    """Which kinds the palette offers while this tool is taken up."""

    sized: ClassVar[bool] = False
    """Whether the brush size matters."""

    offers: ClassVar[tuple[str, ...]] = ()
    """Actions that the palette offers as buttons while this tool is taken up."""

    hint: ClassVar[str] = ""
    """What to do with it, for the status bar."""

    def __init__(self, context: ToolContext) -> None:
        self.context = context
        self.spot: ToolPoint | None = None

    def activate(self) -> None:
        """The tool is taken up."""

    def deactivate(self) -> None:
        """The tool is put down; whatever was half done is dropped."""
        self.cancel()
        self.spot = None

    def press(self, spot: ToolPoint) -> None:
        """The left button goes down."""

    def drag(self, spot: ToolPoint) -> None:
        """The mouse moves with the left button down."""

    def release(self, spot: ToolPoint) -> None:
        """The left button goes up."""

    def hover(self, spot: ToolPoint) -> None:
        """The mouse moves with no button down."""

    def cancel(self) -> bool:
        """Escape was pressed; True if there was something to drop."""
        return False

    def draw(self, painter: QPainter) -> None:
        """Draw what a click would do, in map coordinates."""


def outline(painter: QPainter, grid: CellGrid, cells: Iterable[Cell], colour: str | QColor, fill: float = 0.18) -> None:
    """Tint cells and draw a line round them, not between them."""
    chosen = set(cells)
    tint = QColor(colour)
    tint.setAlphaF(fill)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(tint)
    for cell in chosen:
        painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in grid.corners(cell)]))
    painter.setPen(pen(colour, 2))
    for cell in chosen:
        for side in range(grid.sides):
            edge = grid.edge(cell, side)
            if edge is not None and grid.neighbour(cell, side) not in chosen:
                painter.drawLine(QPointF(*edge[0]), QPointF(*edge[1]))


def pen(colour: str | QColor, width: float, dashed: bool = False) -> QPen:
    """A pen of so many pixels at every zoom."""
    made = QPen(QColor(colour), width)
    made.setCosmetic(True)
    made.setCapStyle(Qt.PenCapStyle.RoundCap)
    if dashed:
        made.setStyle(Qt.PenStyle.DashLine)
    return made


def draw_path(painter: QPainter, grid: CellGrid, cells: list[Cell], colour: str | QColor) -> None:
    """A line through the centres of cells."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(pen(colour, 4))
    painter.drawPolyline(QPolygonF([QPointF(*grid.centre(cell)) for cell in cells]))
