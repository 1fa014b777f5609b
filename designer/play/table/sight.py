"""Cells are brought into sight: the map is moved no farther than it must be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QPointF, QRect

from designer.mapview import MapView
from engine.ids import Cell

EDGE = 30
"""Pixels from the rim within which a cell counts as out of sight."""


AROUND = 3
"""Cells round one that was out of sight that come into it too."""


@dataclass(frozen=True)
class Vantage:
    """From where a map was looked at: how near, and what was in the middle."""

    scale: float
    centre: QPointF

    def take(self, view: MapView) -> None:
        """Look from there again."""
        view.zoom_to(self.scale)
        view.centre_at(self.centre)


def vantage(view: MapView) -> Vantage:
    """From where a map is looked at now."""
    return Vantage(view.scale, QPointF(view.camera.centre))


def bring(view: MapView, cell: int) -> None:
    """Bring a cell into view, with some of the ground round it; one that is in view stays where it is."""
    at = _at(view, cell)
    if not _inner(view).contains(at):
        near = _inner(view, min(max(EDGE, AROUND * view.scale), view.width() / 3, view.height() / 3))
        x = min(max(at.x(), near.left()), near.right())
        y = min(max(at.y(), near.top()), near.bottom())
        look_at(view, view.camera.centre + QPointF(at.x() - x, at.y() - y) / view.scale)


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
        look_at(view, view.camera.centre + QPointF(box.center() - inner.center()) / view.scale)


def _inner(view: MapView, edge: float = EDGE) -> QRect:
    rim = round(edge)
    return view.rect().adjusted(rim, rim, -rim, -rim)


def _at(view: MapView, cell: int) -> QPoint:
    return view.position_of(Cell(cell)).toPoint()


def _round(view: MapView, cells: Sequence[int]) -> QRect:
    """The smallest rectangle round the middles of some cells."""
    points = [_at(view, cell) for cell in cells]
    across, down = [point.x() for point in points], [point.y() for point in points]
    return QRect(QPoint(min(across), min(down)), QPoint(max(across), max(down)))
