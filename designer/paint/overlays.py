"""What play and editors draw over the map: reach, selections, arrows, zones of control, sides."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from math import atan2, cos, hypot, sin
from weakref import WeakKeyDictionary

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen

from designer.paint.colours import faded
from designer.paint.map.frame import box_rect, cell_outline, cells_outline, region_part
from designer.paint.map.scene import MapScene
from designer.paint.style import flat_pen, round_pen
from designer.paint.text import STRENGTH, draw_text, outline
from engine.grid import CellGrid
from engine.ids import Cell

MOST_PATHS = 60
"""Paths that are kept for a map."""


def outline_of(scene: MapScene, cell: Cell) -> QPainterPath:
    """A cell or box as a closed path in map units."""
    box = scene.sheet.box_of(cell)
    if box is None:
        return cell_outline(scene.grid, cell)
    path = QPainterPath()
    path.addRoundedRect(box_rect(box), 0.12, 0.12)
    return path


def tint_cells(
    painter: QPainter, scene: MapScene, cells: Iterable[Cell], colour: QColor | str, alpha: float = 0.28
) -> None:
    """Lay a see-through tint over cells."""
    painter.fillPath(_surface(scene, frozenset(cells)), QBrush(faded(colour, alpha)))


def _surface(scene: MapScene, cells: frozenset[Cell]) -> QPainterPath:
    """Cells as one surface."""

    def make() -> QPainterPath:
        whole = cells_outline(scene.grid, (cell for cell in cells if cell < scene.grid.size))
        for box in sorted(cell for cell in cells if cell >= scene.grid.size):
            whole.addPath(outline_of(scene, box))
        return whole

    return _kept(scene, cells, cells, make)


def outline_cells(
    painter: QPainter,
    scene: MapScene,
    cells: Iterable[Cell],
    colour: QColor | str,
    width: float = 0.055,
    *,
    dashed: bool = False,
) -> None:
    """Draw the rim of a set of cells, just inside it."""
    pen = flat_pen(QColor(colour), width, (2.4, 1.6)) if dashed else round_pen(QColor(colour), width)
    painter.strokePath(_rim(scene, frozenset(cells), width), pen)


def _rim(scene: MapScene, cells: frozenset[Cell], width: float) -> QPainterPath:
    """The rim of a set of cells; of those amid others, most of a large set, it has nothing."""
    grid = scene.grid

    def amid(cell: Cell) -> bool:
        return all(grid.neighbour(cell, side) in cells for side in range(grid.sides))

    def make() -> QPainterPath:
        rim, members = QPainterPath(), set(cells)
        for cell in sorted(cells):
            if cell < grid.size and amid(cell):
                continue
            if cell < grid.size:
                rim.addPath(region_part(grid, cell, members, width * 0.6).rim)
            else:
                rim.addPath(outline_of(scene, cell))
        return rim

    return _kept(scene, cells, (cells, width), make)


_paths: WeakKeyDictionary[MapScene, tuple[CellGrid, dict[Hashable, QPainterPath]]] = WeakKeyDictionary()
"""Paths that were drawn over each map last: what lies still is not drawn up anew for every frame."""


def _kept(scene: MapScene, cells: frozenset[Cell], key: Hashable, make: Callable[[], QPainterPath]) -> QPainterPath:
    """A path over some cells of a map, made once; boxes can be moved, so theirs are always made."""
    if any(cell >= scene.grid.size for cell in cells):
        return make()
    grid, known = _paths.get(scene, (scene.grid, {}))
    if grid is not scene.grid or scene not in _paths:
        known = {}
        _paths[scene] = (scene.grid, known)
    if key not in known:
        while len(known) >= MOST_PATHS:
            del known[next(iter(known))]
        known[key] = make()
    return known[key]


def show_reach(
    painter: QPainter, scene: MapScene, costs: Mapping[Cell, str], scale: float, colour: QColor | str = "#2f6db3"
) -> None:
    """Tint the cells that can be reached, with a rim round all of them and the cost in each."""
    tint_cells(painter, scene, costs, colour, 0.2)
    outline_cells(painter, scene, costs, faded(colour, 0.85), 0.05)
    if scale >= 24:
        for cell, text in costs.items():
            cell_note(painter, scene, cell, text, colour)


HEAD, FOOT, BELOW = -0.5, 0.24, 0.37
"""Where a tag begins, in cells from the middle of one: over the upper rim of a counter, where it hides no strength;
over its foot; or below its figures."""


def cell_note(
    painter: QPainter, scene: MapScene, cell: Cell, text: str, colour: QColor | str = "#2b2620", at: float = FOOT
) -> None:
    """A short text on a small tag, usually at the foot of a cell."""
    if not text:
        return
    middle = scene.anchor(cell)
    size = 0.2
    wide = max(0.24, outline(text, STRENGTH).width * size + 0.12)
    tag = QRectF(middle.x() - wide / 2, middle.y() + at, wide, 0.22)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(faded("#fffdf6", 0.9))
    painter.drawRoundedRect(tag, 0.08, 0.08)
    draw_text(painter, tag, text, STRENGTH, size, QColor(colour))


def mark_zoc(painter: QPainter, scene: MapScene, cells: Iterable[Cell], colour: QColor | str = "#b3261e") -> None:
    """Hatch the cells in an enemy zone of control."""
    pen = flat_pen(faded(colour, 0.55), 0.03)
    for cell in cells:
        painter.save()
        painter.setClipPath(outline_of(scene, cell), Qt.ClipOperation.IntersectClip)
        at = scene.anchor(cell)
        lines = QPainterPath()
        for n in range(-5, 6):
            lines.moveTo(at.x() + n * 0.16 - 0.7, at.y() + 0.7)
            lines.lineTo(at.x() + n * 0.16 + 0.7, at.y() - 0.7)
        painter.strokePath(lines, pen)
        painter.restore()


def pennant(painter: QPainter, foot: QPointF, colour: QColor | str) -> None:
    """A small flag on its staff; the point is the top of the staff."""
    flag = QPainterPath(foot)
    flag.lineTo(foot + QPointF(0.25, 0.09))
    flag.lineTo(foot + QPointF(0, 0.18))
    flag.closeSubpath()
    staff = QPainterPath(foot)
    staff.lineTo(foot + QPointF(0, 0.32))
    for path in (staff, flag):
        painter.strokePath(path, round_pen(QColor("#fffdf6"), 0.075))
    painter.strokePath(staff, round_pen(QColor("#2b2620"), 0.03))
    painter.fillPath(flag, QBrush(QColor(colour)))
    painter.strokePath(flag, round_pen(QColor("#2b2620"), 0.015))


def arrow(
    painter: QPainter, points: Sequence[QPointF], colour: QColor | str, width: float = 0.15, *, dashed: bool = False
) -> None:
    """A smooth arrow through points in map units, with a light rim so that it shows on any ground."""
    if len(points) < 2:
        return
    line = _smooth(points)
    end, before = points[-1], line.pointAtPercent(max(0.0, 1 - 0.25 / max(0.25, line.length())))
    head = _head(end, atan2(end.y() - before.y(), end.x() - before.x()), width)
    rim = faded("#fffdf6", 0.85)
    for path_pen, head_pen in (
        (round_pen(rim, width * 1.5), round_pen(rim, width * 0.5)),
        (_shaft(colour, width, dashed), None),
    ):
        painter.strokePath(line, path_pen)
        if head_pen is not None:
            painter.strokePath(head, head_pen)
    painter.fillPath(head, QBrush(QColor(colour)))


def _shaft(colour: QColor | str, width: float, dashed: bool) -> QPen:
    return flat_pen(QColor(colour), width, (1.4, 0.8)) if dashed else round_pen(QColor(colour), width)


def _smooth(points: Sequence[QPointF]) -> QPainterPath:
    """A curve through the middles between points, which ends short of the last for the head."""
    path = QPainterPath(points[0])
    for n in range(1, len(points) - 1):
        middle = (points[n] + points[n + 1]) / 2
        path.quadTo(points[n], middle)
    last, before = points[-1], path.currentPosition()
    long = hypot(last.x() - before.x(), last.y() - before.y()) or 1.0
    path.lineTo(last - (last - before) * min(0.9, 0.22 / long))
    return path


def _head(tip: QPointF, angle: float, width: float) -> QPainterPath:
    path = QPainterPath(tip)
    for turn in (0.5, -0.5):
        reach = width * 2.4
        path.lineTo(tip.x() - reach * cos(angle + turn), tip.y() - reach * sin(angle + turn))
    path.closeSubpath()
    return path
