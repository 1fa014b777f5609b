"""The scoreboard: places, victory points and losses by side and turn."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPixmap
from PySide6.QtWidgets import QComboBox, QHeaderView, QTableWidget, QTableWidgetItem, QVBoxLayout

from designer.docking import OverduePanel
from designer.labels import Label
from designer.play.table.stage import Stage
from designer.play.telling.chronicle import Chronicle, Score, noun_of
from designer.plotting import CurvesBySide
from designer.theme import current_theme
from engine.records.counters import Side
from engine.scenario.sentences import counted

ROWS: tuple[tuple[str, str], ...] = (
    ("Objectives held", "places"),
    ("Victory points", "points"),
    ("Steps lost", "steps_lost"),
    ("Units off the map", "units_lost"),
)
"""The lines of the table, and the field of a score behind each."""


class ScorePanel(OverduePanel):
    """How the sides stand at the moment that is looked at, and how it came to this."""

    def __init__(self, chronicle: Chronicle, stage: Stage) -> None:
        super().__init__()
        self._chronicle, self._stage = chronicle, stage
        self._scenario = scenario = stage.table.scenario
        self.table = self._table()
        self.goal = Label()  # one line: a wrapped one would ask the scroll area for the whole height of the plot
        self.which = QComboBox()
        for title, field in ROWS:
            self.which.addItem(f"{title}, turn by turn", field)
        self.drawn = CurvesBySide(side.colour for side in scenario.sides)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 6, 8, 6)
        layout.setSpacing(4)
        for widget in (self.table, self.goal, self.which):
            layout.addWidget(widget)
        layout.addWidget(self.drawn, 1)
        self.which.activated.connect(lambda _index: self._draw())
        self.dress()

    def sizeHint(self) -> QSize:
        """As narrow as the other panels; a plot would ask for more than the map can spare."""
        return QSize(320, 260)

    def _table(self) -> QTableWidget:
        table = QTableWidget(len(ROWS), len(self._scenario.sides))
        for column, side in enumerate(self._scenario.sides):
            table.setHorizontalHeaderItem(column, self._heading(side))
        table.setVerticalHeaderLabels([title for title, _ in ROWS])
        table.verticalHeader().setDefaultSectionSize(table.fontMetrics().height() + 6)
        table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        table.setSelectionMode(QTableWidget.SelectionMode.NoSelection)
        table.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        return table

    @staticmethod
    def _heading(side: Side) -> QTableWidgetItem:
        """The name of a side with the colour of its curve."""
        swatch = QPixmap(12, 12)
        swatch.fill(QColor(side.colour))
        return QTableWidgetItem(QIcon(swatch), side.name)

    def dress(self) -> None:
        """Take the colours and the type of the theme; the rows are as tall as it wants them."""
        self.drawn.dress()
        self.goal.setStyleSheet(f"color: {current_theme().muted};")
        self.follow()

    def work_out(self) -> None:
        """Show how the sides stand."""
        now = self._chronicle.after(self._stage.game.cursor)
        for row, (_, field) in enumerate(ROWS):
            for side in range(len(self._scenario.sides)):
                item = QTableWidgetItem(f"{getattr(now, field)[side]:g}")
                item.setTextAlignment(Qt.AlignmentFlag.AlignCenter)
                self.table.setItem(row, side, item)
        self.table.setRowHidden(1, not any(now.points))
        line = self.table.fontMetrics().height() + 6
        for row in range(len(ROWS)):
            self.table.setRowHeight(row, line)
        shown = sum(not self.table.isRowHidden(row) for row in range(len(ROWS)))
        self.table.setFixedHeight(shown * line + self.table.horizontalHeader().sizeHint().height() + 4)
        self.goal.setText(self._goal(now))
        self._draw()

    def _goal(self, now: Score) -> str:
        many = len(self._chronicle.places)
        held = ", ".join(f"{side.name} {count}" for side, count in zip(self._scenario.sides, now.places, strict=True))
        return f"Of {counted(many, noun_of(self._scenario, self._chronicle.places))}: {held}." if many else ""

    def _draw(self) -> None:
        turns, field = self._chronicle.by_turn(), self.which.currentData()
        plot = self.drawn.plot
        plot.getAxis("bottom").setTickSpacing(1, 1)
        plot.setXRange(0, max(1, self._scenario.about.turns), padding=0.02)
        highest = max((max(getattr(score, field)) for score in turns.values()), default=0)
        plot.setYRange(0, max(1, highest), padding=0.05)
        for side, curve in enumerate(self.drawn.curves):
            curve.setData(list(turns), [getattr(score, field)[side] for score in turns.values()])
