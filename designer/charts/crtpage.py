"""The page of a combat results table: the grid in the colours of who suffers, what it comes to, and its results."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QSpinBox, QSplitter, QVBoxLayout, QWidget

from designer.charts.bars import ColumnBars
from designer.charts.chartpage import ChartPage
from designer.charts.results import ResultsPanel
from designer.charts.trypane import TryPane
from designer.document import Document
from designer.labels import Label, RichLabel, rich, together
from designer.paint.results import NAMES, ORDER, TONES, wash
from designer.tables.sheet import Line
from designer.theme import current_theme, scaled
from engine.charts.analysis import Engagement, Sufferer, doubts, read_columns, sufferer
from engine.errors import Problem
from engine.records.changes import Change
from engine.records.charts import Result
from engine.rules.tryout import combat_table_of

TABLES = frozenset(
    {
        "chart",
        "chart_cell",
        "chart_column",
        "chart_row",
        "result",
        "tec",
        "mechanism",
        "terrain_kind",
        "hexside_kind",
        "place_kind",
    }
)
SIZES = (("attackers", "attackers,", 2), ("defenders", "defenders,", 1), ("steps", "steps each", 2))


class CrtPage(QSplitter):
    """Grid, bars and try-out on the left; results on the right."""

    refused = Signal(str)

    def __init__(self, document: Document, chart: str) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.document = document
        self.page = ChartPage(document, chart)
        self.page.refused.connect(self.refused)
        self.bars = ColumnBars()
        self.tryout = TryPane(document.rows)
        self.results = ResultsPanel(document, chart)
        self.doubts = RichLabel()
        self.doubts.setWordWrap(True)
        self.sizes_ = {who: QSpinBox() for who in ("attackers", "defenders", "steps")}
        self._who: dict[str, Sufferer] = {}
        self.page.grid.model.tint = self._tint
        self._lay_out()
        self.tryout.tried.connect(self.bars.mark)
        document.changed.connect(self._follow)
        self.refresh()

    def _lay_out(self) -> None:
        layout = self.page.layout_
        keys = [rich("<span style='color:{}'>■</span> {}", TONES[who], NAMES[who]) for who in ORDER]
        layout.addWidget(RichLabel(together(keys, rich(" &nbsp; "))))
        layout.addWidget(self.bars, 2)
        layout.addLayout(self._battle())
        layout.addWidget(self.doubts)
        title = Label("Try it out")
        title.setStyleSheet("font-weight: 600;")
        layout.addWidget(title)
        layout.addWidget(self.tryout)
        right = QWidget()
        column = QVBoxLayout(right)
        column.setContentsMargins(4, 8, 8, 8)
        heading = Label("Results and what they do")
        heading.setStyleSheet("font-weight: 600;")
        column.addWidget(heading)
        column.addWidget(self.results, 1)
        self.page.grid.setMinimumHeight(scaled(170))
        self.addWidget(_scrolled(self.page))
        self.addWidget(right)
        self.setStretchFactor(0, 1)
        self.setSizes([800, 440])

    def _battle(self) -> QHBoxLayout:
        line = QHBoxLayout()
        line.addWidget(Label("Losses in steps, for"))
        for who, title, value in SIZES:
            spin = self.sizes_[who]
            spin.setRange(1, 12)
            spin.setValue(value)
            spin.valueChanged.connect(lambda _value: self.refresh())
            line.addWidget(spin)
            line.addWidget(Label(title))
        line.addStretch(1)
        return line

    def _tint(self, line: Line, key: str) -> QColor | None:
        code = self.page.sheet.text(line, key) if key != "row" else ""
        return wash(self._who[code]) if code in self._who else None

    def show_chart(self, chart: str) -> None:
        """Show another table."""
        self.page.show_chart(chart)
        self.results.show_chart(chart)
        self.refresh()

    def engagement(self) -> Engagement:
        """The battle for which losses are counted."""
        return Engagement(*(self.sizes_[who].value() for who in ("attackers", "defenders", "steps")))

    def refresh(self) -> None:
        """Work out what the table comes to now."""
        chart = self.page.sheet.chart
        results = [row for row in self.document.rows.all(Result) if row.chart == chart]
        self._who = {row.code: sufferer(row) for row in results}
        crt = combat_table_of(self.document.rows, chart)
        battle = self.engagement()
        self.bars.show_columns(read_columns(crt, battle) if crt else [], self._who)
        self._show_doubts(doubts(crt, battle) if crt else [])
        self.tryout.show_table(crt, self._who)
        self.page.grid.model.touch()

    def _show_doubts(self, found: list[Problem]) -> None:
        colour = current_theme().warning
        said = " · ".join(problem.message for problem in found)
        self.doubts.setText(rich("<span style='color:{}'>⚠ {}</span>", colour, said) if said else "")
        self.doubts.setVisible(bool(said))

    def _follow(self, changes: list[Change]) -> None:
        if any(change.table in TABLES for change in changes):
            self.refresh()


def _scrolled(page: QWidget) -> QScrollArea:
    """A page that can be scrolled where the window is too low for it."""
    area = QScrollArea()
    area.setWidget(page)
    area.setWidgetResizable(True)
    area.setFrameShape(QScrollArea.Shape.NoFrame)
    area.setMinimumWidth(500)
    return area
