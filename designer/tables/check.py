"""The full check of an open scenario, beside the window, shared by everything that shows problems."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from designer.document import Document
from designer.work import Debounce, Worker
from engine.errors import Problem
from engine.records import Rows
from engine.records.verify import listed

WAIT = 350
"""Milliseconds after the last edit before the check begins."""


def find_problems(rows: Rows, path: Path, slug: str) -> list[Problem]:
    """Every problem of a scenario of a library, errors first."""
    from engine.bots import check_doctrine  # compiled kernels: loaded where the check runs, never by the window
    from engine.lab.balance import balance_at
    from engine.store import Library
    from engine.systems import check_rules

    with Library.open(path, read_only=True) as library:
        trunk = library.bears(slug)
    found = check_rules(rows, played=not trunk) + check_doctrine(rows) + balance_at(path, slug, rows)
    return listed(sorted(found, key=lambda problem: problem.severity != "error"))


class Checker(QObject):
    """Checks a document a moment after each edit; `found` carries every problem, errors first."""

    found = Signal(object)

    def __init__(self, document: Document) -> None:
        super().__init__(document)
        self._document = document
        self._worker = Worker(self)
        self._soon = Debounce(self, WAIT, self.check)
        self.problems: list[Problem] = []
        self.checked = False
        """Whether a check has come to its end yet."""
        document.changed.connect(self._follow)
        self._soon.poke()

    def _follow(self, _changes: object) -> None:
        if not self._document.sketching:
            self._soon.poke()

    def busy(self) -> bool:
        """Whether a check is under way or about to begin."""
        return self._soon.waiting or self._worker.busy()

    def check(self) -> None:
        """Check now; the answer comes a moment later."""
        rows, path, slug = self._document.rows.copy(), self._document.library.path, self._document.slug
        self._worker.ask("check", lambda: find_problems(rows, path, slug), self._show, self._failed)

    def _failed(self, error: Exception) -> None:
        self._show([Problem(f"The scenario could not be checked: {error}")])

    def _show(self, problems: list[Problem]) -> None:
        self.problems, self.checked = problems, True
        self.found.emit(problems)


def checker(document: Document) -> Checker:
    """The one checker of a document."""
    found = document.findChild(Checker)
    return found if isinstance(found, Checker) else Checker(document)
