"""A card that shows the whole stack under the mouse, large."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRect, QRectF, QTimer
from PySide6.QtGui import QFontMetricsF, QPainter, QPen

from designer.mapview.stacks import Stack, StackHit, draw_counter
from designer.paint.colours import faded
from designer.paint.text import IDENTITY, draw_text
from designer.theme import current_theme

if TYPE_CHECKING:
    from designer.mapview.view import MapView

DELAY = 350
"""Milliseconds of rest before the card appears."""

SIDE = 88
_GAP = 8
_IN_A_ROW = 5


class HoverCard:
    """The card of one view; `enabled` turns it off, `caption` says what to write over the counters."""

    def __init__(self, view: MapView) -> None:
        self.enabled = True
        self.caption: Callable[[Stack], str] | None = None
        self.clear: Callable[[], Iterable[QRectF]] | None = None
        """What it should not lie over, in pixels of the view, if that can be."""
        self._view = view
        self._over: StackHit | None = None
        self._shown: Stack | None = None
        self._timer = QTimer(view)
        self._timer.setSingleShot(True)
        self._timer.setInterval(DELAY)
        self._timer.timeout.connect(self._show)

    @property
    def shown(self) -> Stack | None:
        """The stack that the card shows, or None."""
        return self._shown

    def offer(self, hit: StackHit | None, *, buttons: bool) -> None:
        """The mouse is over this counter, or over none; nothing is shown while a button is down."""
        if not self.enabled or hit is None or buttons:
            self.hide()
        elif self._over is None or hit.cell != self._over.cell:
            self.hide()
            self._over = hit
            self._timer.start()

    def hide(self) -> None:
        """Take the card away."""
        self._timer.stop()
        self._over = None
        if self._shown is not None:
            self._shown = None
            self._view.update()

    def _show(self) -> None:
        if self._over is not None:
            self._shown = self._view.stacks.get(self._over.cell)
            self._view.update()

    def paint(self, painter: QPainter) -> None:
        """Draw the card beside its stack, inside the view."""
        if self._shown is None:
            return
        stack = self._view.stacks.get(self._shown.cell)
        if stack is None:
            return  # whoever lay here is gone since
        painter.resetTransform()
        theme = current_theme()
        frame, letters, high = self._frame(stack), self._letters, self._caption_height
        painter.setPen(QPen(theme.colour("line"), 1))
        painter.setBrush(faded(theme.panel, 0.96))
        painter.drawRoundedRect(frame, 8, 8)
        title = QRectF(frame.x() + _GAP, frame.y() + 4, frame.width() - 2 * _GAP, high)
        draw_text(painter, title, self._title(stack), IDENTITY, letters, theme.colour("text"), align="left")
        for n, face in enumerate(reversed(stack.faces)):
            row, column = divmod(n, _IN_A_ROW)
            corner = QPointF(frame.x() + _GAP + column * (SIDE + _GAP), frame.y() + high + _GAP + row * (SIDE + _GAP))
            index = len(stack.faces) - 1 - n
            draw_counter(painter, corner, face, SIDE, self._view.devicePixelRatioF(), selected=index in stack.selected)

    @property
    def _letters(self) -> int:
        """The size of the caption's letters: that of all text in the window, as its reader has chosen it."""
        return self._view.fontInfo().pixelSize()

    @property
    def _caption_height(self) -> float:
        return self._letters * 1.5

    def _title(self, stack: Stack) -> str:
        if self.caption is not None:
            return self.caption(stack)
        scene = self._view.scene
        box = scene.sheet.box_of(stack.cell)
        name = box.name if box is not None else scene.grid.label(stack.cell)
        return f"{name} \N{MIDDLE DOT} {len(stack.faces)}" if len(stack.faces) > 1 else name

    def _frame(self, stack: Stack) -> QRectF:
        many = len(stack.faces)
        columns, rows = min(many, _IN_A_ROW), -(-many // _IN_A_ROW)
        title = QFontMetricsF(IDENTITY.font(self._letters)).horizontalAdvance(self._title(stack)) + 2 * _GAP
        wide = max(max(1, columns) * (SIDE + _GAP) + _GAP, title)
        high = rows * (SIDE + _GAP) + _GAP + self._caption_height
        at, half, room = self._view.position_of(stack.cell), self._view.scale * 0.5, self._view.rect()
        beside, level = at.y() - high / 2, at.x() - wide / 2
        corners = (
            (at.x() + half, beside),
            (at.x() - half - wide, beside),
            (level, at.y() - half - high),
            (level, at.y() + half),
        )
        frames = [QRectF(*_inside(x, y, wide, high, room), wide, high) for x, y in corners]
        fits = [frame for frame in frames if not frame.contains(at)] or frames
        taken = list(self.clear()) if self.clear is not None else []
        return min(fits, key=lambda frame: sum(_area(frame.intersected(rect)) for rect in taken))


def _area(rect: QRectF) -> float:
    return rect.width() * rect.height()


def _inside(x: float, y: float, wide: float, high: float, room: QRect) -> tuple[float, float]:
    """The corner of a card, moved so that all of it is seen."""
    return max(4.0, min(x, room.width() - wide - 4)), max(4.0, min(y, room.height() - high - 4))
