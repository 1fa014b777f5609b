"""Curves by turn with their bands, and response curves with their intervals."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from designer.labels import Label, RichLabel, rich, together
from designer.plotting import dress_plot, still_plot
from designer.theme import current_theme, scaled
from engine.lab.findings import Curve

LEFT = 46
"""Room for the numbers beside a plot, the same for all, so that turns stand below each other."""

DOT = 9
MOST_TICKS = 24
"""Turns or values that are named below a plot."""


class _Line:
    """A mean with its band; the same items show other numbers, for making items is what takes time."""

    def __init__(self, plot: Any) -> None:
        self.low, self.high = pg.PlotCurveItem(), pg.PlotCurveItem()
        self.band = pg.FillBetweenItem(self.low, self.high)
        self.mean = pg.PlotCurveItem()
        for item in self.items:
            plot.addItem(item)

    @property
    def items(self) -> tuple[Any, ...]:
        """All that is drawn."""
        return self.low, self.high, self.band, self.mean

    def show(self, xs: Sequence[float], curve: Curve, tint: QColor, *, dashed: bool) -> None:
        """Show a curve in a colour."""
        across = np.array(xs, dtype=float)
        for item, ys in ((self.low, curve.low), (self.high, curve.high)):
            item.setData(across, np.array(ys, dtype=float), pen=None)
        band = QColor(tint)
        band.setAlpha(50)
        self.band.setBrush(band)
        style = Qt.PenStyle.DashLine if dashed else Qt.PenStyle.SolidLine
        self.mean.setData(across, np.array(curve.mean, dtype=float), pen=pg.mkPen(tint, width=2, style=style))
        self.set_visible(True)

    def set_visible(self, seen: bool) -> None:
        """Show it or not."""
        for item in self.items:
            item.setVisible(seen)


class Plot(QWidget):
    """One plot under its title; `clicked` carries the place on the axis below."""

    clicked = Signal(float)

    def __init__(self, title: str = "", below: str = "Turn") -> None:
        super().__init__()
        self.title = Label(title)
        self.title.setStyleSheet("font-weight: 600;")
        self.key = RichLabel()
        self.plot = still_plot()
        self.plot.getAxis("left").setWidth(scaled(LEFT))
        self._below = below
        self._lines: list[_Line] = []
        self._zero = pg.InfiniteLine(0, angle=0)
        self.plot.addItem(self._zero, ignoreBounds=True)
        self._bars: Any = None
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        head = QHBoxLayout()
        head.addWidget(self.title)
        head.addStretch(1)
        head.addWidget(self.key)
        layout.addLayout(head)
        layout.addWidget(self.plot, 1)
        self.plot.scene().sigMouseClicked.connect(self._click)
        self.setMinimumHeight(150)
        self.dress()

    def dress(self) -> None:
        """Take the colours of the theme."""
        theme = current_theme()
        dress_plot(self.plot, theme.panel)
        self.plot.setLabel("bottom", self._below, color=theme.muted)
        self.plot.showGrid(x=False, y=True, alpha=0.25)
        self._zero.setPen(pg.mkPen(theme.muted, width=1))

    def _click(self, event: Any) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            at: QPointF = self.plot.plotItem.vb.mapSceneToView(event.scenePos())
            self.clicked.emit(at.x())

    def show_curves(
        self, curves: Sequence[tuple[str, str, bool, Curve]], first: int = 1, *, zero: bool = False
    ) -> None:
        """Show curves from a turn on: a name, a colour, whether dashed, and the numbers; differences about zero."""
        self._zero.setVisible(zero)
        last = first - 1 + max((len(curve.mean) for *_, curve in curves), default=0)
        self._ticks([(turn, str(turn)) for turn in range(first, last + 1)])
        while len(self._lines) < len(curves):
            self._lines.append(_Line(self.plot))
        for line, shown in zip_longest(self._lines, curves):
            if shown is None:
                line.set_visible(False)
            else:
                _, colour, dashed, curve = shown
                line.show(range(first, first + len(curve.mean)), curve, _seen(colour), dashed=dashed)
        self._frame(first, last, [curve for *_, curve in curves], least=0.0)
        keys = [
            rich("<span style='color:{}'>{}</span> {}", _seen(colour).name(), "▪▪" if dashed else "■", name)
            for name, colour, dashed, _ in curves
        ]
        self.key.setText(together(keys, rich(" &nbsp; ")))

    def show_response(self, values: Sequence[str], found: Sequence[tuple[float, float, float]], colour: str) -> None:
        """Show a mean with its interval for each value."""
        xs, tint = list(range(len(values))), _seen(colour)
        means, lows, highs = (tuple(point[part] for point in found) for part in range(3))
        curve = Curve(means, lows, highs)
        self._zero.setVisible(False)
        self._ticks(list(enumerate(values)))
        if not self._lines:
            self._lines.append(_Line(self.plot))
        self._lines[0].show(xs, curve, tint, dashed=False)
        self._draw_bars(xs, curve, tint)
        self._frame(0, len(values) - 1, [curve])

    def _draw_bars(self, xs: Sequence[float], curve: Curve, tint: QColor) -> None:
        """An interval at every point of a response curve."""
        if self._bars is None:
            self._bars = pg.ErrorBarItem(beam=0.12), pg.ScatterPlotItem(size=DOT, pen=None)
            for item in self._bars:
                self.plot.addItem(item)
        across, mean, low, high = (np.array(each, dtype=float) for each in (xs, curve.mean, curve.low, curve.high))
        bars, dots = self._bars
        bars.setData(x=across, y=mean, top=high - mean, bottom=mean - low, pen=pg.mkPen(tint, width=1.5))
        dots.setData(x=across, y=mean, brush=tint)

    def _ticks(self, ticks: list[tuple[int, str]]) -> None:
        """What stands below, as far as there is room for it."""
        step = max(1, -(-len(ticks) // MOST_TICKS))
        self.plot.getAxis("bottom").setTicks([ticks[::step]])

    def _frame(self, first: float, last: float, curves: Sequence[Curve], least: float | None = None) -> None:
        """Choose the scales, so that nothing has to be measured when it is painted."""
        lows = [low for curve in curves for low in curve.low] + ([] if least is None else [least])
        highs = [high for curve in curves for high in curve.high] + ([] if least is None else [least])
        if not lows:
            return
        room = 0.05 * (max(highs) - min(lows)) or 1.0
        self.plot.setXRange(first, max(last, first + 1), padding=0.03)
        self.plot.setYRange(min(lows) - (room if min(lows) != 0 else 0), max(highs) + room, padding=0)


def _seen(colour: str) -> QColor:
    """A side's colour, lighter where it would not show on a dark ground."""
    tint = QColor(colour)
    return tint.lighter(170) if current_theme().dark and tint.lightness() < 110 else tint
