"""Plots that stand still, in the colours of the theme: the score of a game, its debrief, the curves of playtests."""

from __future__ import annotations

from typing import Any

import pyqtgraph as pg

from designer.theme import current_theme


def still_plot() -> Any:
    """A plot with nothing to drag and no menu."""
    plot = pg.PlotWidget(enableMenu=False)
    # A menu without a parent dies whenever Python collects rubbish, in the middle of Qt's work too.
    menu = plot.plotItem.ctrlMenu
    menu.setParent(plot, menu.windowFlags())
    plot.setMouseEnabled(False, False)
    plot.hideButtons()
    return plot


def dotted_curve(plot: Any, colour: str) -> Any:
    """An empty curve with a dot for every figure."""
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
