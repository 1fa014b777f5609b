"""The orders to the staff on the map: who is under an order, an arrow or a ring for the objective, and the posture."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from designer.paint.colours import faded
from designer.paint.overlays import arrow, outline_cells
from designer.paint.text import STRENGTH, draw_text, outline
from designer.play.table.stage import Stage
from engine.bots.staff.orders import MANNERS, Order, objective_of, pieces_of
from engine.ids import Cell

COLOUR = "#0b6e6e"
"""The colour of the staff's orders."""

BOLD, FINE = 0.2, 0.13
"""How wide the arrow of an attack is, and that of anything else, in cells of at least 24 pixels."""

LETTERS = 13.0
"""The least height of the words in pixels."""

SHARES = (0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74)
"""How far along the way of an order its words may stand, the best first."""

CLEAR = QPointF(1.0, 0.65)
"""How far beside or above a counter words hide nothing of it, in cells."""


def draw_orders(painter: QPainter, stage: Stage) -> None:
    """Every order of whoever is at the table, over the counters."""
    scale = painter.worldTransform().m11()
    for order in stage.session.my_orders if stage.watched is None else ():  # they were not given then
        cell = objective_of(stage.table.board, order)
        if cell is not None:
            draw_order(painter, stage, pieces_of(stage.table.scenario, order), order, cell, scale)


def draw_order(
    painter: QPainter, stage: Stage, pieces: Iterable[int], order: Order, objective: int, scale: float
) -> None:
    """One order: the cells of its units, the way to its objective, and what it asks for."""
    state, scene = stage.table.state, stage.scene
    cells = sorted({Cell(state.cell[piece]) for piece in pieces if state.cell[piece] >= 0})
    outline_cells(painter, scene, cells, faded(COLOUR, 0.8), 0.05)
    goal = scene.anchor(Cell(objective))
    outline_cells(painter, scene, [Cell(objective)], COLOUR, 0.1, dashed=order.posture != "hold")
    start = _middle([scene.anchor(cell) for cell in cells]) if cells else goal
    if (start - goal).manhattanLength() > 1.0:
        thick = BOLD if order.posture == "attack" else FINE
        arrow(painter, [start, goal], COLOUR, max(thick, 24 * thick / scale), dashed=order.posture != "attack")
        at = _between(start, goal, [scene.anchor(Cell(cell)) for cell in set(state.cell) if cell >= 0])
    else:
        at = goal + QPointF(0, -0.62)
    _tag(painter, at, MANNERS[order.posture].title.split()[0], scale)


def _middle(points: list[QPointF]) -> QPointF:
    """The point nearest the mean of some, so that an arrow begins where somebody stands."""
    mean = QPointF(sum(p.x() for p in points) / len(points), sum(p.y() for p in points) / len(points))
    return min(points, key=lambda point: (point - mean).manhattanLength())


def _between(start: QPointF, goal: QPointF, counters: list[QPointF]) -> QPointF:
    """A point of the way where words hide no counter, as near its middle as there is one; else the middle."""
    points = [start + (goal - start) * share for share in SHARES]
    return next((point for point in points if all(_far(point, counter) for counter in counters)), points[0])


def _far(point: QPointF, counter: QPointF) -> bool:
    return abs(point.x() - counter.x()) > CLEAR.x() or abs(point.y() - counter.y()) > CLEAR.y()


def _tag(painter: QPainter, at: QPointF, text: str, scale: float) -> None:
    size = max(0.26, LETTERS / scale)
    wide = outline(text, STRENGTH).width * size + size * 0.8
    tag = QRectF(at.x() - wide / 2, at.y() - size * 0.65, wide, size * 1.3)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(COLOUR))
    painter.drawRoundedRect(tag, size * 0.3, size * 0.3)
    draw_text(painter, tag, text, STRENGTH, size, QColor("#ffffff"))
