"""How many problems the open scenario has, in the status bar of every tab; a click lists them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QToolButton

from designer.document import Document
from designer.icons import icon
from designer.wording import count
from engine.errors import Problem

if TYPE_CHECKING:
    from designer.tables.check import Checker

SIGNS = {"bad": "mdi6.alert-circle-outline", "warning": "mdi6.alert-outline", "good": "mdi6.check-circle-outline"}

SHOWN = 18
"""How many problems the menu lists."""


def summed(problems: list[Problem]) -> str:
    """The problems counted: `2 errors, 1 warning`."""
    errors = sum(problem.severity == "error" for problem in problems)
    parts = [count(errors, "error")] if errors else []
    parts += [count(len(problems) - errors, "warning")] if len(problems) > errors else []
    return ", ".join(parts) or "No problems"


class ProblemCount(QToolButton):
    """A button that says how many; `reveal` shows the row that a problem names, `all` the whole list."""

    def __init__(self, reveal: Callable[[str, tuple[object, ...]], object], every: Callable[[], object]) -> None:
        super().__init__()
        self._reveal = reveal
        self._every = every
        self._document: Document | None = None
        self._checker: Checker | None = None
        self.setAutoRaise(True)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setToolTip("Problems that the check has found; a click lists them")
        self.clicked.connect(lambda _on: self.open_menu())
        self.hide()

    def follow(self, document: Document | None) -> None:
        """Count the problems of a document, or of none."""
        from designer.tables.check import checker  # the library page counts nothing, and need not wait for the check

        if self._checker is not None:
            self._checker.found.disconnect(self._show)
        self._document = document
        self._checker = checker(document) if document is not None else None
        if self._checker is not None:
            self._checker.found.connect(self._show)
            self._show(self._checker.problems)  # before it is seen, so that the bar has its height from the first
        self.setVisible(document is not None)

    def dress(self) -> None:
        """Take the colours of the theme."""
        if self._checker is not None:
            self._show(self._checker.problems)

    def _show(self, problems: list[Problem]) -> None:
        assert self._checker is not None
        if not self._checker.checked:
            self.setText("Checking …")
            self.setIcon(icon("mdi6.progress-check", "muted"))
            return
        errors = any(problem.severity == "error" for problem in problems)
        tone = "bad" if errors else "warning" if problems else "good"
        self.setIcon(icon(SIGNS[tone], tone))
        self.setText(summed(problems))

    def menu_of(self) -> QMenu:
        """The problems to choose from."""
        from designer.culprits import said

        menu = QMenu(self)
        problems = self._checker.problems if self._checker is not None else []
        for problem in problems[:SHOWN]:
            bad = problem.severity == "error"
            sign = icon("mdi6.alert-circle-outline" if bad else "mdi6.alert-outline", "bad" if bad else "warning")
            assert self._document is not None
            text = said(self._document.rows, problem).replace("&", "&&")
            action = menu.addAction(sign, text if len(text) < 120 else f"{text[:118]} …")
            action.triggered.connect(lambda _on=False, one=problem: self._reveal(one.table, one.key))
        if not problems:
            menu.addAction("The check has found nothing wrong").setEnabled(False)
        menu.addSeparator()
        more = f"All {len(problems)} problems" if len(problems) > SHOWN else "The list of problems"
        menu.addAction(f"{more}, beside the map").triggered.connect(lambda _on=False: self._every())
        return menu

    def open_menu(self) -> None:
        """List the problems above the button."""
        menu = self.menu_of()
        at = self.mapToGlobal(self.rect().topLeft())
        at.setY(at.y() - menu.sizeHint().height())
        menu.popup(at)
