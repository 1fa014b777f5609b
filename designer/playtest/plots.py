"""Curves by turn with their bands, and response curves with their intervals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from designer.labels import Label, RichLabel, rich, together
from designer.plotting import dress_plot, still_plot
from designer.theme import current_theme
from engine.lab.findings import Curve


class Plot(QWidget):
    """One plot under its title; `clicked` carries the place on the axis below."""

    clicked = Signal(float)

    def __init__(self, title: str = "", below: str = "Turn") -> None:
        super().__init__()
        self.title = Label(title)
        self.title.setStyleSheet("font-weight: 600;")
        self.key = RichLabel()
        self.plot = still_plot()
        self._below = below
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

    def _click(self, event: Any) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            at: QPointF = self.plot.plotItem.vb.mapSceneToView(event.scenePos())
            self.clicked.emit(at.x())

    def clear(self) -> None:
        """Show nothing."""
        self.plot.clear()

    def show_curves(self, curves: Sequence[tuple[str, str, bool, Curve]], *, zero: bool = False) -> None:
        """Show curves by turn: a name, a colour, whether dashed, and the numbers of each; differences about zero."""
        self.clear()
        if zero:
            self.plot.addItem(pg.InfiniteLine(0, angle=0, pen=pg.mkPen(current_theme().muted, width=1)))
        turns = max((len(curve.mean) for *_, curve in curves), default=0)
        self.plot.getAxis("bottom").setTicks([[(turn, str(turn)) for turn in range(1, turns + 1)]])
        for _, colour, dashed, curve in curves:
            self._line(list(range(1, len(curve.mean) + 1)), curve.mean, curve.low, curve.high, colour, dashed)
        keys = [
            rich("<span style='color:{}'>{}</span> {}", _seen(colour).name(), "▪▪" if dashed else "■", name)
            for name, colour, dashed, _ in curves
        ]
        self.key.setText(together(keys, rich(" &nbsp; ")))

    def show_response(self, values: Sequence[str], found: Sequence[tuple[float, float, float]], colour: str) -> None:
        """Show a mean with its interval for each value."""
        self.clear()
        xs = list(range(len(values)))
        self.plot.getAxis("bottom").setTicks([list(enumerate(values))])
        means, lows, highs = ([point[part] for point in found] for part in range(3))
        self._line(xs, means, lows, highs, colour, False)
        bars = pg.ErrorBarItem(
            x=np.array(xs),
            y=np.array(means),
            top=np.array(highs) - np.array(means),
            bottom=np.array(means) - np.array(lows),
            beam=0.15,
            pen=pg.mkPen(QColor(colour), width=1.5),
        )
        self.plot.addItem(bars)
        self.plot.addItem(pg.ScatterPlotItem(x=xs, y=means, size=9, brush=QColor(colour), pen=None))

    def _line(
        self,
        xs: Sequence[float],
        mean: Sequence[float],
        low: Sequence[float],
        high: Sequence[float],
        colour: str,
        dashed: bool,
    ) -> None:
        tint = _seen(colour)
        edge = pg.mkPen(None)
        upper, lower = pg.PlotDataItem(xs, high, pen=edge), pg.PlotDataItem(xs, low, pen=edge)
        band = QColor(tint)
        band.setAlpha(50)
        style = Qt.PenStyle.DashLine if dashed else Qt.PenStyle.SolidLine
        self.plot.addItem(upper)
        self.plot.addItem(lower)
        self.plot.addItem(pg.FillBetweenItem(upper, lower, brush=band))
        self.plot.plot(xs, mean, pen=pg.mkPen(tint, width=2, style=style))


def _seen(colour: str) -> QColor:
    """A side's colour, lighter where it would not show on a dark ground."""
    tint = QColor(colour)
    return tint.lighter(170) if current_theme().dark and tint.lightness() < 110 else tint
