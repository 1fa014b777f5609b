"""The Rules tab: sequence of play, mechanisms, turns, rule cases, and all of it in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSpinBox, QTabWidget, QVBoxLayout, QWidget

from designer.document import Document
from designer.rules.mechanisms import MechanismsPage
from designer.rules.options import OptionsPage
from designer.rules.reading import PlayableStrip, ReadingPage
from designer.rules.sequence import SequencePage
from designer.rules.sheets import case_sheet, turn_sheet, with_turns
from designer.tables.grid import Grid
from designer.tables.part import Grids
from engine.records.changes import Change
from engine.records.play import ScenarioRow

if TYPE_CHECKING:
    from designer.shell.window import MainWindow


def create(document: Document, window: MainWindow) -> QWidget:
    """The Rules tab of a document."""
    return Rules(document, window)


class TurnsPage(QWidget):
    """How many turns the game has, and what each is called."""

    def __init__(self, document: Document, grids: Grids) -> None:
        super().__init__()
        self._document = document
        self.turns = QSpinBox()
        self.turns.setRange(1, 200)
        self.turns.setValue(document.rows.the(ScenarioRow).turns)
        self.turns.setKeyboardTracking(False)
        self.turns.valueChanged.connect(self._set)
        self.grid = grids.add(Grid(document, turn_sheet(document.rows), without=("table.up", "table.down")))
        bar = QHBoxLayout()
        bar.addWidget(QLabel("The game lasts"))
        bar.addWidget(self.turns)
        bar.addWidget(QLabel("turns"))
        bar.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 8, 8, 8)
        layout.addLayout(bar)
        layout.addWidget(self.grid, 1)
        document.changed.connect(self._follow)

    def _set(self, turns: int) -> None:
        if turns != self._document.rows.the(ScenarioRow).turns:
            self._document.edit(f"Play {turns} turns", with_turns(self._document.rows, turns))

    def _follow(self, changes: list[Change]) -> None:
        if any(change.table == "scenario" for change in changes):
            self.turns.setValue(self._document.rows.the(ScenarioRow).turns)


class Rules(QWidget):
    """Pages of rules over a strip that says whether the scenario can be played."""

    def __init__(self, document: Document, window: MainWindow) -> None:
        super().__init__()
        self.grids = Grids(window)
        self.sequence = SequencePage(document, self.grids)
        self.mechanisms = MechanismsPage(document)
        self.turns = TurnsPage(document, self.grids)
        self.cases = self.grids.add(
            Grid(
                document,
                case_sheet(document.rows),
                empty="No rule cases yet. Messages cite them when a rule forbids something.",
            )
        )
        self.options = OptionsPage(document, self.grids)
        self.reading = ReadingPage(document)
        self.strip = PlayableStrip(document)
        self.strip.setFrameShape(QFrame.Shape.StyledPanel)
        self.strip.culprit.connect(window.reveal)
        self.pages = QTabWidget()
        self._cases_page = QWidget()
        margin = QVBoxLayout(self._cases_page)
        margin.setContentsMargins(10, 8, 8, 8)
        margin.addWidget(self.cases)
        pages: tuple[tuple[QWidget, str], ...] = (
            (self.sequence, "Sequence of play"),
            (self.mechanisms, "Mechanisms"),
            (self.turns, "Turns"),
            (self.options, "Options"),
            (self._cases_page, "Rule cases"),
            (self.reading, "Read the rules"),
        )
        for page, title in pages:
            self.pages.addTab(page, title)
        self.pages.currentChanged.connect(self._turned)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.pages, 1)
        layout.addWidget(self.strip)

    def _turned(self, _index: int) -> None:
        if self.pages.currentWidget() is self.reading:
            self.reading.refresh()

    def handlers(self) -> Mapping[str, Callable[[], object]]:
        """What the table actions do here."""
        return self.grids.handlers()

    def reveal(self, table: str, key: tuple[object, ...]) -> bool:
        """Show a phase, a mechanism, a turn or a rule case."""
        pages: dict[str, QWidget] = {
            "phase": self.sequence,
            "mechanism": self.mechanisms,
            "turn": self.turns,
            "rule_case": self._cases_page,
            "option": self.options,
        }
        if table not in pages:
            return False
        self.pages.setCurrentWidget(pages[table])
        if table == "mechanism":
            return self.mechanisms.choose(str(key[0]) if key else "")
        grid = self.grids.holder(table, key)
        return grid.reveal(table, key) if grid is not None else True

    def dress(self) -> None:
        """Take the colours of the theme."""
        self.grids.dress()
        self.mechanisms.refill()
        self.reading.refresh()
