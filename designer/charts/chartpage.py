"""A chart of any kind on the screen: its facts above, its grid below, buttons for its columns between them."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QMenu,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from designer.ask import ask_line
from designer.charts.making import with_dice
from designer.charts.sheet import ChartSheet
from designer.document import Document
from designer.icons import icon
from designer.labels import Label
from designer.tables.grid import GridView
from engine.errors import StavkaError
from engine.records.changes import Change, put
from engine.records.charts import Chart, ChartCell

AXES: dict[str, tuple[tuple[str, str], ...]] = {
    "columns_are": (
        ("odds", "odds (3:1)"),
        ("differential", "differences (+2)"),
        ("label", "words"),
        ("number", "numbers"),
    ),
    "rows_are": (("die", "die rolls"), ("turn", "turns"), ("label", "words"), ("number", "numbers")),
    "dice": (("", "no dice"), ("1d6", "1d6"), ("2d6", "2d6"), ("1d10", "1d10")),
}

_SHORT, _LETTERS = 5, 72
"""Letters that a column is counted for at least, and how many all columns together may have to share the width."""


class ChartFacts(QWidget):
    """Name, axes and dice of a chart."""

    changed = Signal(str, object)
    """A column of the chart's row and its new value."""

    def __init__(self, tools: QWidget) -> None:
        super().__init__()
        self.name = QLineEdit()
        self.name.setPlaceholderText("Name of the chart")
        self.combos = {field: QComboBox() for field in AXES}
        whole, layout = QVBoxLayout(self), QHBoxLayout()
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self.name)
        whole.addLayout(layout)
        layout.setSpacing(6)
        self._titles = {"columns_are": "Columns are", "rows_are": "Rows are", "dice": "Dice"}
        for field, combo in self.combos.items():
            for value, text in AXES[field]:
                combo.addItem(text, value)
            layout.addWidget(Label(self._titles[field]))
            layout.addWidget(combo)
            layout.addSpacing(8)
            combo.activated.connect(lambda _index, field=field: self._chosen(field))
        layout.addStretch(1)
        layout.addWidget(tools)
        self.name.editingFinished.connect(lambda: self.changed.emit("name", self.name.text().strip()))

    def _chosen(self, field: str) -> None:
        self.changed.emit(field, self.combos[field].currentData())

    def show_chart(self, chart: Chart) -> None:
        """Show a chart's facts."""
        if self.name.text() != chart.name:
            self.name.setText(chart.name)
        for field, combo in self.combos.items():
            combo.setCurrentIndex(combo.findData(getattr(chart, field)))


class ChartPage(QWidget):
    """One chart."""

    refused = Signal(str)

    def __init__(self, document: Document, chart: str) -> None:
        super().__init__()
        self.document = document
        self.sheet = ChartSheet(document.rows, chart)
        self._columns = self._column_menu()
        self.facts = ChartFacts(self._columns)
        self.grid = GridView(document, self.sheet, empty="This chart has no rows yet. Press + to add one.")
        self.grid.view.setSortingEnabled(False)
        self.grid.view.verticalHeader().hide()
        self.note = QLineEdit()
        self.note.setPlaceholderText("A note for whoever reads the chart: where it comes from, how it is used")
        self.layout_ = QVBoxLayout(self)
        self.layout_.setContentsMargins(10, 8, 8, 8)
        self.layout_.addWidget(self.facts)
        self.layout_.addWidget(self.note)
        self.layout_.addWidget(self.grid, 3)
        self.facts.changed.connect(self._set_fact)
        self.note.editingFinished.connect(lambda: self._set_fact("note", self.note.text().strip()))
        head = self.grid.view.horizontalHeader()
        head.sectionDoubleClicked.connect(self._rename_section)
        head.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        document.changed.connect(self._follow)
        self.show_chart(chart)

    def _column_menu(self) -> QToolButton:
        button = QToolButton()
        button.setText("Columns")
        button.setIcon(icon("mdi6.table-column"))
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(button)
        for text, act in (
            ("Add a column …", self.ask_column),
            ("Rename the column …", self.ask_rename),
            ("Move the column left", lambda: self.move_column(-1)),
            ("Move the column right", lambda: self.move_column(1)),
            ("Delete the column", self.remove_column),
        ):
            self._entry(menu, text, act)
        button.setMenu(menu)
        return button

    @staticmethod
    def _entry(menu: QMenu, text: str, act: Callable[[], object]) -> None:
        menu.addAction(text).triggered.connect(lambda _on=False: act())

    def show_chart(self, chart: str) -> None:
        """Show another chart."""
        self.sheet = ChartSheet(self.document.rows, chart)
        self.grid.show_sheet(self.sheet)
        self.refresh()

    def refresh(self) -> None:
        """Show the chart as it is now."""
        about = self.sheet.about
        self.facts.show_chart(about)
        if self.note.text() != about.note:
            self.note.setText(about.note)
        header = self.grid.view.horizontalHeader()
        way = QHeaderView.ResizeMode.Stretch if self._has_room() else QHeaderView.ResizeMode.Interactive
        if header.sectionResizeMode(0) != way:
            header.setSectionResizeMode(way)
            if way == QHeaderView.ResizeMode.Interactive:
                self.grid.view.fit_columns()

    def _has_room(self) -> bool:
        """Whether all columns can share the width without a result being cut."""
        cells = self.document.rows.all(ChartCell)
        longest = max((len(cell.value) for cell in cells if cell.chart == self.sheet.chart), default=0)
        return len(self.sheet.columns()) * max(longest, _SHORT) <= _LETTERS

    def _follow(self, changes: list[Change]) -> None:
        if any(change.table in self.sheet.tables for change in changes):
            self.refresh()

    def _set_fact(self, field: str, value: object) -> None:
        about = self.document.rows.get(Chart, self.sheet.chart)
        if about is None or getattr(about, field) == value or (field == "name" and not value):
            return
        if field == "dice":
            changes = with_dice(self.document.rows, about.chart, str(value))
        else:
            changes = [put(self.document.rows, replace(about, **{field: value}))]
        self.document.edit(f"Change {about.name}", changes)

    # columns

    def column(self) -> str:
        """The heading of the column in front, or nothing."""
        index = self.grid.view.currentIndex()
        key = self.grid.model.headings[index.column()].key if index.isValid() else ""
        return key[2:] if key.startswith("c:") else ""

    def _rename_section(self, section: int) -> None:
        key = self.grid.model.headings[section].key
        if key.startswith("c:"):
            self.ask_rename(key[2:])

    def _attempt(self, name: str, work: Callable[[], list[Change]]) -> None:
        try:
            changes = work()
        except StavkaError as error:
            self.refused.emit(str(error))
            return
        self.document.edit(name, changes)

    def ask_column(self) -> None:
        """Ask for the heading of a new column."""
        ask_line(self, "New column", "Heading", "", self.add_column)

    def add_column(self, heading: str) -> None:
        """Add a column."""
        self._attempt(f"Add column {heading}", lambda: self.sheet.add_column(heading))

    def ask_rename(self, old: str = "") -> None:
        """Ask for another heading of the column in front."""
        column = old or self.column()
        if column:
            ask_line(self, "Rename the column", "Heading", column, lambda new: self.rename_column(column, new))

    def rename_column(self, old: str, new: str) -> None:
        """Head a column otherwise."""
        if old != new:
            self._attempt(f"Rename column {old} to {new}", lambda: self.sheet.rename_column(old, new))

    def move_column(self, by: int) -> None:
        """Move the column in front."""
        column = self.column()
        if column:
            self._attempt(f"Move column {column}", lambda: self.sheet.move_column(column, by))

    def remove_column(self) -> None:
        """Remove the column in front."""
        column = self.column()
        if column:
            self._attempt(f"Delete column {column}", lambda: self.sheet.remove_column(column))
