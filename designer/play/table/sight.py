"""Cells are brought into sight: the map is moved no farther than it must be."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QPointF, QRect

from designer.mapview import MapView
from engine.ids import Cell

EDGE = 30
"""Pixels from the rim within which a cell counts as out of sight."""


def bring(view: MapView, cell: int) -> None:
    """Bring a cell into view."""
    inner, at = _inner(view), _at(view, cell)
    if not inner.contains(at):
        x = min(max(at.x(), inner.left()), inner.right())
        y = min(max(at.y(), inner.top()), inner.bottom())
        view.pan(x - at.x(), y - at.y())


def look_at(view: MapView, at: QPointF) -> None:
    """Bring a point to the middle, as far as no room is wasted beside the sheet."""
    seen, sheet = view.camera.seen, view.scene.bounds
    x = _within(at.x(), sheet.left() + seen.width() / 2, sheet.right() - seen.width() / 2)
    y = _within(at.y(), sheet.top() + seen.height() / 2, sheet.bottom() - seen.height() / 2)
    if (x, y) != (view.camera.centre.x(), view.camera.centre.y()):
        view.centre_at(QPointF(x, y))


def _within(at: float, low: float, high: float) -> float:
    """A number held between two others; midway where they leave no room."""
    return (low + high) / 2 if low > high else min(max(at, low), high)


def bring_one(view: MapView, cells: Sequence[int]) -> None:
    """Bring the nearest of some cells to the middle of the view if none is in it."""
    inner, middle = _inner(view), view.rect().center()
    spots = {cell: _at(view, cell) for cell in cells}
    if spots and not any(inner.contains(spot) for spot in spots.values()):
        nearest = min(spots, key=lambda cell: (spots[cell] - middle).manhattanLength())
        look_at(view, view.scene.anchor(Cell(nearest)))


def bring_all(view: MapView, cells: Sequence[int]) -> None:
    """Bring several cells into view together, from farther off if need be."""
    inner, box, scale = _inner(view), _round(view, cells), 0.0
    while (box.width() > inner.width() or box.height() > inner.height()) and view.scale != scale:
        scale = view.scale
        view.zoom_by(-1)
        box = _round(view, cells)
    if not inner.contains(box):
        away = inner.center() - box.center()
        view.pan(away.x(), away.y())


def _inner(view: MapView) -> QRect:
    return view.rect().adjusted(EDGE, EDGE, -EDGE, -EDGE)


def _at(view: MapView, cell: int) -> QPoint:
    return view.position_of(Cell(cell)).toPoint()


def _round(view: MapView, cells: Sequence[int]) -> QRect:
    """The smallest rectangle round the middles of some cells."""
    points = [_at(view, cell) for cell in cells]
    across, down = [point.x() for point in points], [point.y() for point in points]
    return QRect(QPoint(min(across), min(down)), QPoint(max(across), max(down)))
