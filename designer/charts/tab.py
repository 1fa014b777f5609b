"""The Charts tab: the list of charts on the left, the one in front on the right."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QSplitter,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from designer.ask import ask_line
from designer.charts.chartpage import ChartPage
from designer.charts.crtpage import CrtPage
from designer.charts.ground import marker_page, weather_page
from designer.charts.making import new_crt, new_table, new_weather_table, removal_of
from designer.charts.tecpage import TecPage
from designer.document import Document
from designer.icons import icon
from designer.tables.part import Grids
from designer.theme import scaled
from engine.errors import StavkaError
from engine.records.changes import Change
from engine.records.charts import Chart

if TYPE_CHECKING:
    from designer.shell.window import MainWindow

TEC = "\0tec"
"""What stands for the terrain effects chart in the list; no chart has such a key."""

WEATHER, MARKERS = "\0weather", "\0markers"
"""What stands for the kinds of weather and of markers."""


MAKERS = {
    "Combat results table": new_crt,
    "Weather table": new_weather_table,
    "Table of any kind": new_table,
}
"""What the menu of new charts makes."""


def create(document: Document, window: MainWindow) -> QWidget:
    """The Charts tab of a document."""
    return Charts(document, window)


class Charts(QSplitter):
    """Combat results, terrain effects, and tables of any kind."""

    def __init__(self, document: Document, window: MainWindow) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.document = document
        self._window = window
        self.grids = Grids(window)
        self.list = QListWidget()
        self.list.setMinimumWidth(scaled(200, 230))
        self.list.setWordWrap(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.tec = TecPage(document, self.grids)
        self.crt = CrtPage(document, "")
        self.table = ChartPage(document, "")
        self.weather = weather_page(document, self.grids)
        self.markers = marker_page(document, self.grids)
        self.pages = QStackedWidget()
        for page in (self.tec, self.crt, self.table, self.weather, self.markers):
            self.pages.addWidget(page)
            page.refused.connect(self._warn)
        for grid in (self.crt.page.grid, self.crt.results.grid, self.table.grid):
            self.grids.add(grid)
        self._lay_out()
        self.list.currentItemChanged.connect(lambda _now, _before: self._show())
        document.changed.connect(self._follow)
        self.refill()
        self.show_chart(self._first())

    def _lay_out(self) -> None:
        add = QToolButton()
        add.setText("New")
        add.setIcon(icon("mdi6.plus"))
        add.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        add.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(add)
        for text in MAKERS:
            menu.addAction(f"{text} …").triggered.connect(lambda _on=False, text=text: self.ask_new(text))
        add.setMenu(menu)
        self.add_button = add
        self.remove_button = QToolButton()
        self.remove_button.setIcon(icon("mdi6.trash-can-outline"))
        self.remove_button.setToolTip("Delete the chart in front")
        self.remove_button.setAutoRaise(True)
        self.remove_button.clicked.connect(lambda _on: self.remove_chart())
        bar = QHBoxLayout()
        bar.addWidget(add)
        bar.addWidget(self.remove_button)
        bar.addStretch(1)
        left = QWidget()
        layout = QVBoxLayout(left)
        layout.setContentsMargins(8, 8, 4, 8)
        layout.addLayout(bar)
        layout.addWidget(self.list, 1)
        self.addWidget(left)
        self.addWidget(self.pages)
        self.setStretchFactor(1, 1)
        self.setSizes([scaled(210, 240), 1200])

    def _warn(self, text: str) -> None:
        self._window.warn(text, "warning")

    def charts(self) -> list[Chart]:
        """The charts of the scenario, in order."""
        return sorted(self.document.rows.all(Chart), key=lambda row: row.position)

    def _first(self) -> str:
        return next((row.chart for row in self.charts() if row.kind == "crt"), TEC)

    def refill(self) -> None:
        """List the charts as they are now."""
        kept = self.current()
        self.list.blockSignals(True)
        self.list.clear()
        for key, name, sign in (
            *(
                (row.chart, row.name, "mdi6.dice-multiple-outline" if row.kind == "crt" else "mdi6.table")
                for row in self.charts()
            ),
            (TEC, "Terrain effects chart", "mdi6.image-filter-hdr"),
            (WEATHER, "Weather", "mdi6.weather-partly-rainy"),
            (MARKERS, "Markers", "mdi6.tag-outline"),
        ):
            item = QListWidgetItem(icon(sign, "muted"), name)
            item.setData(Qt.ItemDataRole.UserRole, key)
            self.list.addItem(item)
            if key == kept:
                self.list.setCurrentItem(item)
        self.list.blockSignals(False)

    def current(self) -> str:
        """The key of the chart in front."""
        item = self.list.currentItem()
        return str(item.data(Qt.ItemDataRole.UserRole)) if item else ""

    def show_chart(self, key: str) -> None:
        """Bring a chart to the front."""
        for index in range(self.list.count()):
            if self.list.item(index).data(Qt.ItemDataRole.UserRole) == key:
                self.list.setCurrentRow(index)
                self._show()

    def _show(self) -> None:
        key = self.current()
        chart = self.document.rows.get(Chart, key)
        self.remove_button.setEnabled(chart is not None)
        if chart is None:
            others: dict[str, QWidget] = {WEATHER: self.weather, MARKERS: self.markers}
            self.pages.setCurrentWidget(others.get(key, self.tec))
        elif chart.kind == "crt":
            self.crt.show_chart(key)
            self.pages.setCurrentWidget(self.crt)
        else:
            self.table.show_chart(key)
            self.pages.setCurrentWidget(self.table)

    def _follow(self, changes: list[Change]) -> None:
        if any(change.table == "chart" for change in changes):
            before = self.current()
            self.refill()
            if self.current() != before:
                self.show_chart(self._first())

    def ask_new(self, what: str) -> None:
        """Ask for the name of a new chart, as the menu calls it."""
        ask_line(self, f"New {what[:1].lower()}{what[1:]}", "Name", "", lambda name: self.add_chart(name, what))

    def add_chart(self, name: str, what: str) -> None:
        """Add a chart and show it."""
        key, changes = MAKERS[what](self.document.rows, name)
        if self.document.edit(f"Add {name}", changes):
            self.show_chart(key)

    def remove_chart(self) -> None:
        """Remove the chart in front."""
        chart = self.document.rows.get(Chart, self.current())
        if chart is None:
            return
        try:
            changes = removal_of(self.document.rows, chart.chart)
        except StavkaError as error:
            self._warn(str(error))
            return
        self.document.edit(f"Delete {chart.name}", changes)

    def handlers(self) -> Mapping[str, Callable[[], object]]:
        """What the table actions do here."""
        return self.grids.handlers()

    def reveal(self, table: str, key: tuple[object, ...]) -> bool:
        """Show the chart, the cell, the result, the kind, the weather or the marker that a problem names."""
        if table.startswith("chart") or table == "result":
            self.show_chart(str(key[0]) if key else self._first())
            grid = self.grids.holder(table, key)
            return grid.reveal(table, key) if grid is not None else True
        if table in ("weather", "marker"):
            page = self.weather if table == "weather" else self.markers
            self.show_chart(WEATHER if table == "weather" else MARKERS)
            return not key or page.grid.reveal(table, key)
        self.show_chart(TEC)
        return self.tec.reveal(table, key)

    def dress(self) -> None:
        """Take the colours of the theme."""
        self.grids.dress()
        self.refill()
        self.crt.refresh()
