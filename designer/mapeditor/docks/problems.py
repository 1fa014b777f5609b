"""The problems of the scenario, found beside the window a moment after each edit; a click shows the culprit."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QLabel,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from designer.culprits import place_of
from designer.document import Document
from designer.icons import icon
from designer.mapeditor.operations import wording
from designer.theme import current_theme, scaled
from designer.work import Debounce, Worker
from engine.errors import Problem
from engine.records import Rows

WAIT = 700
"""Milliseconds after the last edit before the check begins."""

TALL = 104
"""How tall the list is at least where there is something in it."""

ALL_WELL = "No problem found. Every edit is checked a moment after it is made."


def find_problems(rows: Rows) -> list[Problem]:
    """Every problem of a scenario, errors first."""
    from engine.bots import check_doctrine
    from engine.systems import check_rules

    return sorted(check_rules(rows) + check_doctrine(rows), key=lambda problem: problem.severity != "error")


class ProblemsPanel(QWidget):
    """A table of problems; `culprit` carries the table and key of the row to blame."""

    culprit = Signal(str, object)
    counted = Signal(int, int)

    def __init__(self, document: Document) -> None:
        super().__init__()
        self._document = document
        self._worker = Worker(self)
        self._soon = Debounce(self, WAIT, self.check)
        self.problems: list[Problem] = []
        self._well = QLabel("Checking …")
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
        document.changed.connect(self._follow)
        self._soon.poke()

    def _follow(self, _changes: object) -> None:
        if not self._document.sketching:
            self._soon.poke()

    def busy(self) -> bool:
        """Whether a check is under way."""
        return self._worker.busy()

    def check(self) -> None:
        """Check now; the answer comes a moment later."""
        rows = self._document.rows.copy()
        self._worker.ask("check", lambda: find_problems(rows), self._show, self._failed)

    def _failed(self, error: Exception) -> None:
        self._show([Problem(f"The scenario could not be checked: {error}")])

    def _show(self, problems: list[Problem]) -> None:
        self.problems = problems
        errors = sum(problem.severity == "error" for problem in problems)
        self._well.setText(ALL_WELL)
        self._well.setStyleSheet(f"color: {current_theme().good};")
        self._well.setVisible(not problems)
        self.table.setVisible(bool(problems))
        self.setMinimumHeight(scaled(TALL) if problems else 0)
        self.table.setRowCount(len(problems))
        for index, problem in enumerate(problems):
            bad = problem.severity == "error"
            sign = icon("mdi6.alert-circle-outline" if bad else "mdi6.alert-outline", "bad" if bad else "warning")
            self.table.setItem(index, 0, QTableWidgetItem(sign, place_of(self._document.rows, problem)))
            message = problem.message[:1].upper() + problem.message[1:]
            self.table.setItem(index, 1, QTableWidgetItem(message))
        self.counted.emit(errors, len(problems) - errors)

    def _go(self, row: int, _column: int) -> None:
        problem = self.problems[row]
        self.culprit.emit(problem.table, problem.key)

    def title(self) -> str:
        """What the dock's title says: how many problems there are."""
        return f"Problems: {wording.count(len(self.problems), 'problem')}" if self.problems else "Problems"
