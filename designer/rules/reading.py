"""The rules read back in words, and whether the scenario can be played."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from designer.culprits import place_of
from designer.document import Document
from designer.fonts import SERIF
from designer.labels import Label, Markup, RichLabel, RichPage, rich, together
from designer.tables.check import checker
from designer.theme import current_theme, scaled
from designer.wording import count
from designer.work import Debounce
from engine.errors import Problem
from engine.records.play import ScenarioRow
from engine.systems.readback import Section, as_text, read_back

SHOWN = 6

COLUMN = 900
"""How wide the text of the rules is at most, at the usual text size."""


def as_page(title: str, sections: list[Section]) -> Markup:
    """The sections as a page."""
    theme = current_theme()
    parts = [rich("<h1 style='font-family:{}'>{}</h1>", SERIF, title)]
    for section in sections:
        parts.append(rich("<h2 style='font-family:{}; color:{}'>{}</h2>", SERIF, theme.accent, section.title))
        for name, text in section.paragraphs:
            head = rich("<b>{}.</b> ", name) if name else ""
            parts.append(rich("<p style='margin:4px 0 6px 0; line-height:125%'>{}{}</p>", head, text))
    return together(parts)


class ReadingColumn(RichPage):
    """A text set in one column in the middle, no wider than reads well."""

    def __init__(self) -> None:
        super().__init__()
        self.setFrameShape(RichPage.Shape.NoFrame)
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
        self.page = ReadingColumn()
        self.copy = QPushButton("Copy as text")
        self.copy.clicked.connect(lambda _on: QGuiApplication.clipboard().setText(as_text(self._sections)))
        bar = QHBoxLayout()
        bar.addWidget(Label("This is what the engine plays by, in words. It follows every change you make."))
        bar.addStretch(1)
        bar.addWidget(self.copy)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 8, 16, 8)
        layout.addLayout(bar)
        layout.addWidget(self.page, 1)
        self._soon = Debounce(self, 200, self.refresh)
        self._stale = True
        document.changed.connect(self._follow)

    def _follow(self, _changes: object) -> None:
        self._stale = True
        if self.isVisible() and not self._document.sketching:
            self._soon.poke()

    def showEvent(self, event: QShowEvent) -> None:
        """Say what the scenario has now."""
        super().showEvent(event)
        if self._stale:
            self.refresh()

    def refresh(self) -> None:
        """Read the rules back as they are now."""
        self._stale = False
        self._sections = read_back(self._document.rows)
        at = self.page.verticalScrollBar().value()
        self.page.show_text(as_page(self._document.rows.the(ScenarioRow).title, self._sections))
        self.page.verticalScrollBar().setValue(at)


class PlayableStrip(RichLabel):
    """Whether the scenario can be played, and if not, why; each reason can be clicked."""

    culprit = Signal(str, object)

    def __init__(self, document: Document) -> None:
        super().__init__("Checking …")
        self._document = document
        self.setWordWrap(True)
        self.setContentsMargins(14, 6, 14, 6)
        self.linkActivated.connect(self._go)
        self._problems: list[Problem] = []
        found = checker(document)
        found.found.connect(self.show_problems)
        if found.checked:
            self.show_problems(found.problems)

    def show_problems(self, problems: list[Problem]) -> None:
        """Say what stands against playing."""
        theme = current_theme()
        stops = [one for one in problems if one.severity == "error" or one.message.startswith("not playable")]
        self._problems = stops
        if not stops:
            many = count(len(problems), "thing looks odd but does", "things look odd but do")
            rest = f" {many} no harm." if problems else ""
            well = rich("<span style='color:{}'>✓ This scenario can be played.</span>{}", theme.good, rest)
            self.setText(well)
            return
        places = [place_of(self._document.rows, one) for one in stops[:SHOWN]]
        said = together(
            rich("<br>· <a href='{}' style='color:{}'>{}</a>: {}", n, theme.bad, place, one.message)
            for n, (place, one) in enumerate(zip(places, stops, strict=False))
        )
        more = rich("<br>and {} more", len(stops) - SHOWN) if len(stops) > SHOWN else ""
        no = rich("<b style='color:{}'>This scenario cannot be played yet.</b> It is saved as it is.", theme.bad)
        self.setText(together([no, said, more]))

    def _go(self, number: str) -> None:
        problem = self._problems[int(number)]
        self.culprit.emit(problem.table, problem.key)
