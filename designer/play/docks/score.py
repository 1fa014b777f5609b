"""The scoreboard: places, victory points and losses by side and turn."""

from __future__ import annotations

from typing import Any

import pyqtgraph as pg
from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QColor, QIcon, QPixmap, QShowEvent
from PySide6.QtWidgets import QHeaderView, QLabel, QTableWidget, QTableWidgetItem, QVBoxLayout, QWidget

from designer.play.chronicle import Chronicle, Score
from designer.theme import current_theme
from engine.records.counters import Side
from engine.scenario import Scenario

ROWS: tuple[tuple[str, str], ...] = (
    ("Objectives held", "places"), ("Victory points", "points"), ("Steps lost", "steps_lost"),
    ("Units off the map", "units_lost"),
)
"""The lines of the table, and the field of a score behind each."""


class ScorePanel(QWidget):
    """How the sides stand now, and how it came to this."""

    def __init__(self, chronicle: Chronicle, scenario: Scenario) -> None:
        super().__init__()
        self._chronicle = chronicle
        self._scenario = scenario
        self.table = QTableWidget(len(ROWS), len(scenario.sides))
        for column, side in enumerate(scenario.sides):
            self.table.setHorizontalHeaderItem(column, self._heading(side))
        self.table.setVerticalHeaderLabels([title for title, _ in ROWS])
        self.table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.table.setSelectionMode(QTableWidget.SelectionMode.NoSelection)
        self.table.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.goal = QLabel()
        self.goal.setWordWrap(True)
        self._stale = True
        self.plots = {"places": self._plot("Objectives held"), "steps_lost": self._plot("Steps lost")}
        self._curves = {
            (field, side): self._curve(plot, row.colour)
            for field, plot in self.plots.items() for side, row in enumerate(scenario.sides)
        }
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 6, 8, 6)
        layout.addWidget(self.table)
        layout.addWidget(self.goal)
        for plot in self.plots.values():
            layout.addWidget(plot, 1)
        self.dress()

    def sizeHint(self) -> QSize:
        """As narrow as the other panels; plots would ask for more than the map can spare."""
        return QSize(320, 260)

    @staticmethod
    def _heading(side: Side) -> QTableWidgetItem:
        """The name of a side with the colour of its curve."""
        swatch = QPixmap(12, 12)
        swatch.fill(QColor(side.colour))
        return QTableWidgetItem(QIcon(swatch), side.name)

    def _plot(self, title: str) -> Any:
        plot = pg.PlotWidget(enableMenu=False)
        # A menu without a parent dies whenever Python collects garbage, in the middle of Qt's work too.
        plot.plotItem.ctrlMenu.setParent(plot)
        plot.setMouseEnabled(False, False)
        plot.hideButtons()
        plot.setMinimumHeight(64)
        plot.setProperty("title", title)
        return plot

    def dress(self) -> None:
        """Take the colours of the theme."""
        theme = current_theme()
        for plot in self.plots.values():
            plot.setBackground(theme.field)
            plot.setTitle(plot.property("title"), color=theme.muted, size="9pt")
            for name in ("left", "bottom"):
                axis = plot.getAxis(name)
                axis.setPen(theme.line)
                axis.setTextPen(theme.muted)
            plot.getAxis("bottom").setTickSpacing(1, 1)
        self.goal.setStyleSheet(f"color: {theme.muted};")

    def follow(self) -> None:
        """The game went on; what nobody looks at is worked out when somebody does."""
        self._stale = True
        if self.isVisible():
            self.show_score()

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up."""
        super().showEvent(event)
        QTimer.singleShot(0, self.show_score)

    def show_score(self) -> None:
        """Show how the sides stand, unless that is shown already."""
        if not self._stale:
            return
        self._stale = False
        now, turns = self._chronicle.now, self._chronicle.by_turn()
        for row, (_, field) in enumerate(ROWS):
            for side in range(len(self._scenario.sides)):
                item = QTableWidgetItem(f"{getattr(now, field)[side]:g}")
                item.setTextAlignment(Qt.AlignmentFlag.AlignCenter)
                self.table.setItem(row, side, item)
        self.table.setRowHidden(1, not any(now.points))
        high = sum(self.table.rowHeight(row) for row in range(len(ROWS)))
        self.table.setFixedHeight(high + self.table.horizontalHeader().height() + 4)
        self.goal.setText(self._goal(now))
        for field, plot in self.plots.items():
            self._draw(plot, field, turns)

    def _goal(self, now: Score) -> str:
        many = len(self._chronicle.places)
        held = ", ".join(f"{side.name} {count}" for side, count in zip(self._scenario.sides, now.places, strict=True))
        return f"Of {many} objectives: {held}." if many else ""

    @staticmethod
    def _curve(plot: Any, colour: str) -> Any:
        return plot.plot([], [], pen=pg.mkPen(colour, width=2), symbol="o", symbolSize=5, symbolBrush=colour,
                         symbolPen=colour)

    def _draw(self, plot: Any, field: str, turns: dict[int, Score]) -> None:
        plot.setXRange(0, max(1, self._scenario.about.turns), padding=0.02)
        for side in range(len(self._scenario.sides)):
            values = [getattr(score, field)[side] for score in turns.values()]
            self._curves[field, side].setData(list(turns), values)
