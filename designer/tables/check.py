"""The full check of an open scenario, beside the window, shared by every editor that marks cells."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from designer.document import Document
from designer.work import Debounce, Worker
from engine.errors import Problem

WAIT = 350
"""Milliseconds after the last edit before the check begins."""


class Checker(QObject):
    """Checks a document a moment after each edit; `found` carries every problem."""

    found = Signal(object)

    def __init__(self, document: Document) -> None:
        super().__init__(document)
        self._document = document
        self._worker = Worker(self)
        self._soon = Debounce(self, WAIT, self.check)
        self.problems: list[Problem] = []
        document.changed.connect(self._follow)
        self._soon.poke()

    def _follow(self, _changes: object) -> None:
        if not self._document.sketching:
            self._soon.poke()

    def check(self) -> None:
        """Check now; the answer comes a moment later."""
        from engine.bots import check_doctrine
        from engine.systems import check_rules

        rows = self._document.rows.copy()
        self._worker.ask("check", lambda: check_rules(rows) + check_doctrine(rows), self._show, self._failed)

    def _failed(self, error: Exception) -> None:
        self._show([Problem(f"The scenario could not be checked: {error}")])

    def _show(self, problems: list[Problem]) -> None:
        self.problems = problems
        self.found.emit(problems)


def checker(document: Document) -> Checker:
    """The one checker of a document."""
    found = document.findChild(Checker)
    return found if isinstance(found, Checker) else Checker(document)
