"""Plots that stand still, in the colours of the theme: the score of a game, its debrief, the curves of playtests.

What draws them takes long to load, so it is loaded with the first plot that somebody looks at.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

from PySide6.QtWidgets import QVBoxLayout, QWidget

from designer.theme import current_theme, scaled

HEADROOM = 9
"""Pixels above the topmost figure of an axis, half of which rises over its line."""


def still_plot() -> Any:
    """A plot with nothing to drag and no menu."""
    import pyqtgraph as pg

    plot = pg.PlotWidget(enableMenu=False)
    # A menu without a parent dies whenever Python collects rubbish, in the middle of Qt's work too.
    menu = plot.plotItem.ctrlMenu
    menu.setParent(plot, menu.windowFlags())
    plot.setMouseEnabled(False, False)
    plot.hideButtons()
    plot.plotItem.layout.setContentsMargins(1, scaled(HEADROOM), 1, 1)
    return plot


def dotted_curve(plot: Any, colour: str) -> Any:
    """An empty curve with a dot for every figure."""
    import pyqtgraph as pg

    pen = pg.mkPen(colour, width=2)
    return plot.plot([], [], pen=pen, symbol="o", symbolSize=5, symbolBrush=colour, symbolPen=colour)


def dress_plot(plot: Any, background: str) -> None:
    """Take the colours of the theme."""
    theme = current_theme()
    plot.setBackground(background)
    for name in ("left", "bottom"):
        axis = plot.getAxis(name)
        axis.setPen(theme.line)
        axis.setTextPen(theme.muted)


class CurvesBySide(QWidget):
    """Room for a plot with a curve for each side; the plot is made when its curves are first asked for."""

    def __init__(self, colours: Iterable[str]) -> None:
        super().__init__()
        self._colours = tuple(colours)
        self.setMinimumHeight(90)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)

    @cached_property
    def plot(self) -> Any:
        """The plot itself."""
        made = still_plot()
        dress_plot(made, current_theme().field)
        layout = self.layout()
        assert layout is not None
        layout.addWidget(made)
        return made

    @cached_property
    def curves(self) -> list[Any]:
        """The curves, in the order of the sides."""
        return [dotted_curve(self.plot, colour) for colour in self._colours]

    def dress(self) -> None:
        """Take the colours of the theme."""
        if "plot" in vars(self):
            dress_plot(self.plot, current_theme().field)
