"""Stacks of counters on the map: how they lie, and which one is under the mouse."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import inf
from time import perf_counter

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap

from designer.paint.counter import counter_pixmap
from designer.paint.faces import CounterFace
from designer.paint.map.scene import MapScene
from designer.paint.text import STRENGTH, draw_text
from engine.ids import Cell

SHARE = 0.74
"""A counter's side in cells."""

_STEP = 0.075
_SHOWN = 4
_MOST_PRINTS = 3000
_LEGIBLE = 22
"""Pixels a counter's side must have before its stack is counted on a tag."""


@dataclass(frozen=True)
class Stack:
    """Counters in one cell, from the bottom to the top; faded when they are out of the matter at hand."""

    cell: Cell
    faces: tuple[CounterFace, ...]
    selected: frozenset[int] = frozenset()
    faded: bool = False


@dataclass(frozen=True)
class StackHit:
    """A counter under the mouse: its stack's cell and its place in the stack, counted from the bottom."""

    cell: Cell
    index: int


class Stacks:
    """All stacks in view, by cell."""

    def __init__(self) -> None:
        self._by_cell: dict[Cell, Stack] = {}
        self._prints = _Prints()

    def set(self, stacks: Iterable[Stack]) -> None:
        """Show these stacks and no others."""
        self._by_cell = {stack.cell: stack for stack in stacks if stack.faces}

    def get(self, cell: Cell | None) -> Stack | None:
        """The stack in a cell, if there is one."""
        return self._by_cell.get(cell) if cell is not None else None

    def __iter__(self) -> Iterator[Stack]:
        return iter(self._by_cell.values())

    def __len__(self) -> int:
        return len(self._by_cell)

    def rects(self, scene: MapScene, stack: Stack) -> list[tuple[int, QRectF]]:
        """Where the visible counters of a stack lie in map units, from the bottom to the top."""
        return list(_rects(scene, stack))

    def hit(self, scene: MapScene, at: QPointF) -> StackHit | None:
        """The counter under a point in map units, the uppermost first."""
        for stack in reversed(list(self._by_cell.values())):
            middle = scene.anchor(stack.cell)
            if abs(middle.x() - at.x()) > 1 or abs(middle.y() - at.y()) > 1:
                continue
            for index, rect in reversed(_rects(scene, stack)):
                if rect.contains(at):
                    return StackHit(stack.cell, index)
        return None

    def paint(
        self, painter: QPainter, scene: MapScene, seen: QRectF, scale: float, ratio: float, until: float = inf
    ) -> bool:
        """Draw the stacks in view; the painter's unit is one cell, pixels are laid exactly.

        False when the clock passed `until` before all counters were made at their new size.
        """
        near = seen.adjusted(-1, -1, 1, 1)
        transform = painter.transform()
        self._prints.begin(max(6, round(SHARE * scale)), ratio, until)
        painter.save()
        painter.resetTransform()
        for stack in self._by_cell.values():
            middle = scene.anchor(stack.cell)
            if near.contains(middle):
                self._paint(painter, stack, transform.map(middle), scale, ratio)
        painter.restore()
        return self._prints.complete

    def _paint(self, painter: QPainter, stack: Stack, middle: QPointF, scale: float, ratio: float) -> None:
        """Draw one stack round a pixel."""
        x, y, side = middle.x() - SHARE * scale / 2, middle.y() - SHARE * scale / 2, SHARE * scale
        painter.setOpacity(0.45 if stack.faded else 1.0)
        off = 0.0
        for index, way in _offsets(stack):
            off = way * scale
            self._prints.lay(painter, round(x + off), round(y - off), stack.faces[index], index in stack.selected)
        if len(stack.faces) > 1 and side >= _LEGIBLE:
            tag = _tag(len(stack.faces), max(11, round(side * 0.24)), ratio)
            inset = side - (tag.width() / ratio - 2) * 0.72 - 1
            painter.drawPixmap(QPointF(round(x + off + inset), round(y - off + inset)), tag)


class _Prints:
    """Counters at one size; until they are made, those of the former size stand in, stretched."""

    def __init__(self) -> None:
        self.complete = True
        self._size, self._ratio, self._until = 0, 1.0, inf
        self._made: dict[tuple[CounterFace, bool], QPixmap] = {}
        self._former: dict[tuple[CounterFace, bool], QPixmap] = {}

    def begin(self, size: int, ratio: float, until: float) -> None:
        """Begin a frame with counters of a size; none are made after `until` that can be stood in for."""
        if (size, ratio) != (self._size, self._ratio):
            self._former = {**self._former, **self._made} if len(self._former) < _MOST_PRINTS else self._made
            self._made = {}
        self._size, self._ratio, self._until, self.complete = size, ratio, until, True

    def lay(self, painter: QPainter, x: int, y: int, face: CounterFace, selected: bool) -> None:
        """Lay a counter with its corner on a pixel."""
        key = face, selected
        pixmap = self._made.get(key)
        if pixmap is None:
            former = self._former.get(key)
            if former is not None and perf_counter() > self._until:
                self.complete = False
                painter.drawPixmap(QRectF(x, y, self._size, self._size), former, QRectF(former.rect()))
                return
            pixmap = self._made[key] = counter_pixmap(face, self._size, self._ratio, selected=selected)
        painter.drawPixmap(x, y, pixmap)


def draw_counter(
    painter: QPainter, corner: QPointF, face: CounterFace, pixels: float, ratio: float, *, selected: bool = False
) -> None:
    """Lay a counter's pixmap with its corner on a pixel."""
    size = max(6, round(pixels))
    painter.drawPixmap(
        QPointF(round(corner.x()), round(corner.y())), counter_pixmap(face, size, ratio, selected=selected)
    )


def _offsets(stack: Stack) -> list[tuple[int, float]]:
    """The visible counters of a stack, from the bottom to the top, and how far each lies off the middle."""
    many = len(stack.faces)
    first = max(0, many - _SHOWN)
    shown = many - first
    return [(first + n, (n - (shown - 1) / 2) * _STEP) for n in range(shown)]


def _rects(scene: MapScene, stack: Stack) -> list[tuple[int, QRectF]]:
    middle = scene.anchor(stack.cell)
    x, y = middle.x() - SHARE / 2, middle.y() - SHARE / 2
    return [(index, QRectF(x + off, y - off, SHARE, SHARE)) for index, off in _offsets(stack)]


@lru_cache(maxsize=256)
def _tag(many: int, high: int, ratio: float) -> QPixmap:
    """The number of counters, on a small tag for the top one's foot."""
    made = QPixmap(round((high + 2) * ratio), round((high + 2) * ratio))
    made.setDevicePixelRatio(ratio)
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    rect = QRectF(1, 1, high, high)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor("#fffdf6"))
    painter.drawEllipse(rect.adjusted(-1, -1, 1, 1))
    painter.setBrush(QColor("#2b2620"))
    painter.drawEllipse(rect)
    draw_text(painter, rect, str(many), STRENGTH, high * 0.78, QColor("#ffffff"))
    painter.end()
    return made
