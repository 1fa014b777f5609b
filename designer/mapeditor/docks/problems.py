"""The problems of the scenario, found beside the window a moment after each edit; a click shows the culprit."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from designer import wording
from designer.culprits import place_of
from designer.document import Document
from designer.icons import icon
from designer.labels import Label
from designer.tables.check import checker
from designer.theme import current_theme, scaled
from engine.errors import Problem

TALL = 104
"""How tall the list is at least, whatever is in it: a dock that grows would push the map away under the pointer."""

MOST = 250
"""How many problems are listed."""

ALL_WELL = "No problem found. Every edit is checked a moment after it is made."


class ProblemsPanel(QWidget):
    """A table of problems; `culprit` carries the table and key of the row to blame."""

    culprit = Signal(str, object)
    counted = Signal(int, int)

    def __init__(self, document: Document) -> None:
        super().__init__()
        self._document = document
        self._checker = checker(document)
        self.problems: list[Problem] = []
        self._stale = False
        self._well = Label("Checking …")
        self._well.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.table = QTableWidget(0, 2)
        self.table.setHorizontalHeaderLabels(["Where", "What is wrong"])
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.verticalHeader().hide()
        self.table.setShowGrid(False)
        self.table.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        self.table.horizontalHeader().setStretchLastSection(True)
        self.table.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._well, 1)
        layout.addWidget(self.table, 1)
        self.table.cellClicked.connect(self._go)
        self.table.cellActivated.connect(self._go)
        self.setMinimumHeight(scaled(TALL))
        self._checker.found.connect(self._show)
        if self._checker.checked:
            self._show(self._checker.problems)

    def busy(self) -> bool:
        """Whether a check is under way."""
        return self._checker.busy()

    def check(self) -> None:
        """Check now; the answer comes a moment later."""
        self._checker.check()

    def showEvent(self, event: QShowEvent) -> None:
        """List what was found while the list was out of sight."""
        super().showEvent(event)
        if self._stale:
            self._list()

    def _show(self, problems: list[Problem]) -> None:
        self.problems, self._stale = problems, True
        if self.isVisible():
            self._list()
        errors = sum(problem.severity == "error" for problem in problems)
        self.counted.emit(errors, len(problems) - errors)

    def _list(self) -> None:
        """Fill the table; of very many problems the first ones are enough to begin with."""
        problems, self._stale = self.problems[:MOST], False
        self._well.setText(ALL_WELL)
        self._well.setStyleSheet(f"color: {current_theme().good};")
        self._well.setVisible(not problems)
        self.table.setVisible(bool(problems))
        self.table.setRowCount(len(problems))
        for index, problem in enumerate(problems):
            bad = problem.severity == "error"
            sign = icon("mdi6.alert-circle-outline" if bad else "mdi6.alert-outline", "bad" if bad else "warning")
            self.table.setItem(index, 0, QTableWidgetItem(sign, place_of(self._document.rows, problem)))
            message = problem.message[:1].upper() + problem.message[1:]
            self.table.setItem(index, 1, QTableWidgetItem(message))

    def _go(self, row: int, _column: int) -> None:
        problem = self.problems[row]
        self.culprit.emit(problem.table, problem.key)

    def title(self) -> str:
        """What the dock's title says: how many problems there are."""
        return f"Problems: {wording.count(len(self.problems), 'problem')}" if self.problems else "Problems"
