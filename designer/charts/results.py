"""The results of a combat results table: their codes, and what each does, built from effects without code."""

from __future__ import annotations

from typing import cast

import msgspec
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHeaderView, QScrollArea, QSplitter, QVBoxLayout, QWidget

from designer.charts.making import new_result, rename_result, result_removal
from designer.document import Document
from designer.inputs.form import StructForm
from designer.labels import Label
from designer.tables.grid import GridView
from designer.tables.records import RecordSheet
from designer.tables.sheet import Line
from engine.records import Record, Rows
from engine.records.changes import Change, put
from engine.records.charts import Result
from engine.records.family import convert
from engine.scenario.sentences import result_words

SAYS = "Choose a result to see and change what it does."


def result_sheet(rows: Rows, chart: str) -> RecordSheet:
    """The results of one table; one that a cell gives is not removed."""
    return RecordSheet(
        rows,
        Result,
        lambda ahead: new_result(ahead, chart),
        noun="result",
        fields=("code", "name", "advance"),
        only=lambda row: getattr(row, "chart", "") == chart,
        keys=_free,
        rename=lambda ahead, row, code: rename_result(ahead, cast(Result, row), code),
        drops=_drops,
    )


def _free(rows: Rows, row: Record) -> Record:
    assert isinstance(row, Result)
    return msgspec.structs.replace(row, code=new_result(rows, row.chart).code)


def _drops(rows: Rows, gone: list[Record]) -> list[Change]:
    return [change for row in gone for change in result_removal(rows, cast(Result, row))]


class ResultsPanel(QSplitter):
    """The list of results above, the builder of the one in front below."""

    def __init__(self, document: Document, chart: str) -> None:
        super().__init__(Qt.Orientation.Vertical)
        self._document = document
        self._line: Line | None = None
        self.grid = GridView(document, result_sheet(document.rows, chart), compact=True)
        self.form = StructForm(Result, document.rows, hidden=("chart", "code", "position"), helped=False)
        self.form.edited.connect(self._edited)
        self.says = Label(SAYS)
        self.says.setWordWrap(True)
        self.says.setStyleSheet("font-weight: 600;")
        body = QWidget()
        layout = QVBoxLayout(body)
        layout.setContentsMargins(4, 8, 4, 4)
        layout.addWidget(self.says)
        layout.addWidget(self.form)
        layout.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidget(body)
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        self.addWidget(self.grid)
        self.addWidget(scroll)
        self.setSizes([300, 360])
        self.form.put({})
        self.form.setVisible(False)
        self.grid.view.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        self.grid.view.horizontalHeader().setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        self.grid.view.verticalHeader().hide()
        self.grid.picked.connect(self.show_result)
        document.changed.connect(self._follow)

    def show_chart(self, chart: str) -> None:
        """Show the results of another table."""
        self._line = None
        self.grid.show_sheet(result_sheet(self._document.rows, chart))
        lines = self.grid.sheet.lines()
        self.show_result(None)
        if lines:
            self.grid.view.show_line(lines[0])

    def result(self) -> Result | None:
        """The result in front."""
        return self._document.rows.get(Result, *cast(tuple[str, str], self._line)) if self._line else None

    def show_result(self, line: Line | None) -> None:
        """Show what a result does."""
        self._line = line
        result = self.result()
        self.form.setVisible(result is not None)
        self.says.setText(f"{result.code}: {result_words(result)}" if result else SAYS)
        if result is not None:
            self.form.put(msgspec.to_builtins(result))

    def _built(self, result: Result) -> Result:
        """The result as the form has it."""
        kept = {"chart": result.chart, "code": result.code, "position": result.position}
        return convert({**self.form.value(), **kept}, Result)

    def _edited(self, _values: object) -> None:
        result = self.result()
        if result is not None:
            changed = put(self._document.rows, self._built(result))
            self._document.edit(f"Change what {result.code} does", [changed])

    def _follow(self, changes: list[Change]) -> None:
        result = self.result()
        if result is None and self._line is not None:
            self.show_result(None)
        elif result is not None and any(change.table == "result" for change in changes):
            self.says.setText(f"{result.code}: {result_words(result)}")
            if self.form.problem() or self._built(result) != result:
                self.form.put(msgspec.to_builtins(result))
