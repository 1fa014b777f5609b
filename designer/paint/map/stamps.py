"""Pictures of the figures that the map repeats, for the screen: laid many times faster than a path is filled.

Paper and vector files get the paths themselves; see `MapScene.paint`.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Iterable, Mapping
from math import ceil, floor

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter, QPixmap

from designer.paint.map.figures import Figure, figures, reach
from designer.paint.map.marks import Mark
from designer.paint.style import round_pen

PHASES = 3
"""Into how many parts of a pixel a stamp's place is told apart, each way."""

MOST_SHEETS = 16

THINNEST = 0.55
"""Pixels below which a pen is never drawn."""

Inks = Mapping[str, QColor]
"""The colours of a pattern's figures by name."""


def draw_figure(painter: QPainter, figure: Figure, inks: Inks, scale: float) -> None:
    """Draw a figure round the painter's origin."""
    for part in figure:
        if part.width:
            painter.strokePath(part.path, round_pen(inks[part.ink], max(part.width, THINNEST / scale)))
        else:
            painter.fillPath(part.path, inks[part.ink])


class Stamps:
    """The stamps of one map; every pattern has its own for every scale and colour."""

    def __init__(self) -> None:
        self._sheets: OrderedDict[Hashable, _Sheet] = OrderedDict()

    def lay(self, painter: QPainter, pattern: str, marks: Iterable[Mark], inks: Inks, scale: float) -> None:
        """Lay the figures of a pattern."""
        full = (pattern, scale, *(ink.rgba() for ink in inks.values()))
        if full not in self._sheets:
            self._sheets[full] = _Sheet(pattern, inks, scale)
            if len(self._sheets) > MOST_SHEETS:
                self._sheets.popitem(last=False)
        self._sheets.move_to_end(full)
        self._sheets[full].lay(painter, marks)


class _Sheet:
    """The figures of one pattern at one scale, by sort and by the part of a pixel on which they stand."""

    def __init__(self, pattern: str, inks: Inks, scale: float) -> None:
        self._figures = figures(pattern)
        self._scale = scale
        self._inks = inks
        self._reach = ceil(reach(pattern) * scale) + 1
        self._pictures: list[QPixmap | None] = [None] * (len(self._figures) * PHASES * PHASES)

    def lay(self, painter: QPainter, marks: Iterable[Mark]) -> None:
        """Draw figures on whole pixels."""
        transform = painter.transform()
        left, top = transform.dx() - self._reach, transform.dy() - self._reach
        painter.resetTransform()
        draw = painter.drawPixmap
        for x, y, kind in marks:
            px, py = x * self._scale + left, y * self._scale + top
            ix, iy = floor(px), floor(py)
            which = (kind * PHASES + int((px - ix) * PHASES)) * PHASES + int((py - iy) * PHASES)
            draw(ix, iy, self._pictures[which] or self._make(which))
        painter.setTransform(transform)

    def _make(self, which: int) -> QPixmap:
        kind, phase = divmod(which, PHASES * PHASES)
        right, down = divmod(phase, PHASES)
        side = 2 * self._reach + 1
        made = QPixmap(side, side)
        made.fill(Qt.GlobalColor.transparent)
        painter = QPainter(made)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(self._reach + (right + 0.5) / PHASES, self._reach + (down + 0.5) / PHASES)
        painter.scale(self._scale, self._scale)
        draw_figure(painter, self._figures[kind], self._inks, self._scale)
        painter.end()
        self._pictures[which] = made
        return made
