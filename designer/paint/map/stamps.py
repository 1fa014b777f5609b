"""Pictures of what the map repeats, for the screen: a stamp is laid many times faster than a path is filled.

Paper and vector files get the paths themselves; see `MapScene.paint`.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Iterable
from math import ceil, floor

from PySide6.QtCore import Qt
from PySide6.QtGui import QBrush, QPainter, QPixmap, QPolygonF

from designer.paint.map.marks import TREES, Tree, tree_parts

PHASES = 3
"""Into how many parts of a pixel a stamp's place is told apart, each way."""

MOST_FORESTS = 12

Inks = tuple[QBrush, QBrush, QBrush]
"""Of a tree's shade, its top and its gleam."""


class Stamps:
    """The stamps of one map; every scale and every wood has its own."""

    def __init__(self) -> None:
        self._forests: OrderedDict[Hashable, _Forest] = OrderedDict()

    def plant(self, painter: QPainter, trees: Iterable[Tree], inks: Inks, scale: float) -> None:
        """Draw trees: first all the shades, then all the tops."""
        full = (scale, *(ink.color().rgba() for ink in inks))
        if full not in self._forests:
            self._forests[full] = _Forest(inks, scale)
            if len(self._forests) > MOST_FORESTS:
                self._forests.popitem(last=False)
        self._forests.move_to_end(full)
        self._forests[full].plant(painter, trees)


class _Forest:
    """The trees of one wood at one scale, by crown and by the part of a pixel on which they stand."""

    def __init__(self, inks: Inks, scale: float) -> None:
        self._scale = scale
        self._inks = inks
        shade = tree_parts(TREES - 1)[0].boundingRect()
        self._reach = ceil(max(shade.right(), shade.bottom()) * scale) + 1
        self._pairs: list[tuple[QPixmap, QPixmap] | None] = [None] * (TREES * PHASES * PHASES)

    def plant(self, painter: QPainter, trees: Iterable[Tree]) -> None:
        """Draw trees on whole pixels."""
        transform = painter.transform()
        left, top = transform.dx() - self._reach, transform.dy() - self._reach
        found = []
        for x, y, kind in trees:
            px, py = x * self._scale + left, y * self._scale + top
            ix, iy = floor(px), floor(py)
            which = (kind * PHASES + int((px - ix) * PHASES)) * PHASES + int((py - iy) * PHASES)
            found.append((ix, iy, self._pairs[which] or self._make(which)))
        painter.resetTransform()
        draw = painter.drawPixmap
        for ix, iy, pair in found:
            draw(ix, iy, pair[0])
        for ix, iy, pair in found:
            draw(ix, iy, pair[1])
        painter.setTransform(transform)

    def _make(self, which: int) -> tuple[QPixmap, QPixmap]:
        kind, phase = divmod(which, PHASES * PHASES)
        right, down = divmod(phase, PHASES)
        shade, top, gleam = tree_parts(kind)
        at = (self._reach + (right + 0.5) / PHASES, self._reach + (down + 0.5) / PHASES)
        dark, solid, light = self._inks
        made = self._picture(at, [(shade, dark)]), self._picture(at, [(top, solid), (gleam, light)])
        self._pairs[which] = made
        return made

    def _picture(self, at: tuple[float, float], parts: Iterable[tuple[QPolygonF, QBrush]]) -> QPixmap:
        side = 2 * self._reach + 1
        made = QPixmap(side, side)
        made.fill(Qt.GlobalColor.transparent)
        painter = QPainter(made)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.translate(*at)
        painter.scale(self._scale, self._scale)
        for part, ink in parts:
            painter.setBrush(ink)
            painter.drawPolygon(part)
        painter.end()
        return made
