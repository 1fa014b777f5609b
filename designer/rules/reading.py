"""The rules read back in words, and whether the scenario can be played."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QTextBrowser, QVBoxLayout, QWidget

from designer.culprits import place_of
from designer.document import Document
from designer.fonts import SERIF
from designer.tables.check import checker
from designer.theme import current_theme, scaled
from designer.work import Debounce
from engine.errors import Problem
from engine.records.play import ScenarioRow
from engine.systems.readback import Section, as_text, read_back

SHOWN = 6

COLUMN = 900
"""How wide the text of the rules is at most, at the usual text size."""


def as_html(title: str, sections: list[Section]) -> str:
    """The sections as a page."""
    theme = current_theme()
    parts = [f"<h1 style='font-family:{SERIF}'>{escape(title)}</h1>"]
    for section in sections:
        parts.append(f"<h2 style='font-family:{SERIF}; color:{theme.accent}'>{escape(section.title)}</h2>")
        for name, text in section.paragraphs:
            head = f"<b>{escape(name)}.</b> " if name else ""
            parts.append(f"<p style='margin:4px 0 6px 0; line-height:125%'>{head}{escape(text)}</p>")
    return "".join(parts)


class Page(QTextBrowser):
    """A text set in one column in the middle, no wider than reads well."""

    def __init__(self) -> None:
        super().__init__()
        self.setFrameShape(QTextBrowser.Shape.NoFrame)
        self.document().setDocumentMargin(18)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the room beside the column out."""
        beside = max(0, (self.width() - scaled(COLUMN)) // 2)
        self.setViewportMargins(beside, 0, beside, 0)
        super().resizeEvent(event)


class ReadingPage(QWidget):
    """Every rule in sentences, following every edit."""

    def __init__(self, document: Document) -> None:
        super().__init__()
        self._document = document
        self._sections: list[Section] = []
        self.page = Page()
        self.copy = QPushButton("Copy as text")
        self.copy.clicked.connect(lambda _on: QGuiApplication.clipboard().setText(as_text(self._sections)))
        bar = QHBoxLayout()
        bar.addWidget(QLabel("This is what the engine plays by, in words. It follows every change you make."))
        bar.addStretch(1)
        bar.addWidget(self.copy)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 8, 16, 8)
        layout.addLayout(bar)
        layout.addWidget(self.page, 1)
        self._soon = Debounce(self, 200, self.refresh)
        document.changed.connect(self._follow)
        self.refresh()

    def _follow(self, _changes: object) -> None:
        if self.isVisible() and not self._document.sketching:
            self._soon.poke()

    def refresh(self) -> None:
        """Read the rules back as they are now."""
        self._sections = read_back(self._document.rows)
        at = self.page.verticalScrollBar().value()
        self.page.setHtml(as_html(self._document.rows.the(ScenarioRow).title, self._sections))
        self.page.verticalScrollBar().setValue(at)


class PlayableStrip(QLabel):
    """Whether the scenario can be played, and if not, why; each reason can be clicked."""

    culprit = Signal(str, object)

    def __init__(self, document: Document) -> None:
        super().__init__("Checking …")
        self._document = document
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setContentsMargins(14, 6, 14, 6)
        self.linkActivated.connect(self._go)
        self._problems: list[Problem] = []
        found = checker(document)
        found.found.connect(self.show_problems)
        if found.problems:
            self.show_problems(found.problems)

    def show_problems(self, problems: list[Problem]) -> None:
        """Say what stands against playing."""
        theme = current_theme()
        stops = [one for one in problems if one.severity == "error" or one.message.startswith("not playable")]
        self._problems = stops
        if not stops:
            rest = f" {len(problems)} things look odd but do no harm." if problems else ""
            self.setText(f"<span style='color:{theme.good}'>✓ This scenario can be played.</span>{rest}")
            return
        places = [escape(place_of(self._document.rows, one)) for one in stops[:SHOWN]]
        said = "".join(
            f"<br>· <a href='{n}' style='color:{theme.bad}'>{place}</a>: {escape(one.message)}"
            for n, (place, one) in enumerate(zip(places, stops, strict=False))
        )
        more = f"<br>and {len(stops) - SHOWN} more" if len(stops) > SHOWN else ""
        self.setText(
            f"<b style='color:{theme.bad}'>This scenario cannot be played yet.</b> It is saved as it is.{said}{more}"
        )

    def _go(self, number: str) -> None:
        problem = self._problems[int(number)]
        self.culprit.emit(problem.table, problem.key)
