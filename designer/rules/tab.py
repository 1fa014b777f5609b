"""The Rules tab: sequence of play, mechanisms, turns, rule cases, and all of it in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, cast

from PySide6.QtWidgets import QFrame, QHBoxLayout, QSpinBox, QVBoxLayout, QWidget

from designer.document import Document
from designer.labels import Label
from designer.pages import LatePages
from designer.rules.mechanisms import MechanismsPage
from designer.rules.options import OptionsPage
from designer.rules.reading import PlayableStrip, ReadingPage
from designer.rules.sequence import SequencePage
from designer.rules.sheets import case_sheet, turn_sheet, with_turns
from designer.tables.grid import GridView
from designer.tables.part import Grids
from designer.wording import count
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
        self.grid = grids.add(GridView(document, turn_sheet(document.rows), without=("table.up", "table.down")))
        bar = QHBoxLayout()
        bar.addWidget(Label("The game lasts"))
        bar.addWidget(self.turns)
        bar.addWidget(Label("turns"))
        bar.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 8, 8, 8)
        layout.addLayout(bar)
        layout.addWidget(self.grid, 1)
        document.changed.connect(self._follow)

    def _set(self, turns: int) -> None:
        if turns != self._document.rows.the(ScenarioRow).turns:
            self._document.edit(f"Play {count(turns, 'turn')}", with_turns(self._document.rows, turns))

    def _follow(self, changes: list[Change]) -> None:
        if any(change.table == "scenario" for change in changes):
            self.turns.setValue(self._document.rows.the(ScenarioRow).turns)


class CasesPage(QWidget):
    """The rule cases that messages cite."""

    def __init__(self, document: Document, grids: Grids) -> None:
        super().__init__()
        self.grid = grids.add(
            GridView(
                document,
                case_sheet(document.rows),
                empty="No rule cases yet. Messages cite them when a rule forbids something.",
            )
        )
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 8, 8, 8)
        layout.addWidget(self.grid)


SEQUENCE, MECHANISMS, TURNS, OPTIONS = "Sequence of play", "Mechanisms", "Turns", "Options"
CASES, READING = "Rule cases", "Read the rules"
SHOWN = {"phase": SEQUENCE, "mechanism": MECHANISMS, "turn": TURNS, "rule_case": CASES, "option": OPTIONS}
"""The page on which the rows of a table are shown."""


class Rules(QWidget):
    """Pages of rules over a strip that says whether the scenario can be played."""

    def __init__(self, document: Document, window: MainWindow) -> None:
        super().__init__()
        self.grids = Grids(window)
        self.strip = PlayableStrip(document)
        self.strip.setFrameShape(QFrame.Shape.StyledPanel)
        self.strip.culprit.connect(window.reveal)
        self.pages = LatePages()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.pages, 1)
        layout.addWidget(self.strip)
        self.pages.add(SEQUENCE, lambda: SequencePage(document, self.grids))
        self.pages.add(MECHANISMS, lambda: MechanismsPage(document))
        self.pages.add(TURNS, lambda: TurnsPage(document, self.grids))
        self.pages.add(OPTIONS, lambda: OptionsPage(document, self.grids))
        self.pages.add(CASES, lambda: CasesPage(document, self.grids))
        self.pages.add(READING, lambda: ReadingPage(document))
        self.pages.turn_to(SEQUENCE)

    @property
    def sequence(self) -> SequencePage:
        """The sequence of play."""
        return cast(SequencePage, self.pages.page(SEQUENCE))

    @property
    def mechanisms(self) -> MechanismsPage:
        """The mechanisms and their forms."""
        return cast(MechanismsPage, self.pages.page(MECHANISMS))

    @property
    def turns(self) -> TurnsPage:
        """The turns."""
        return cast(TurnsPage, self.pages.page(TURNS))

    @property
    def options(self) -> OptionsPage:
        """The options and their choices."""
        return cast(OptionsPage, self.pages.page(OPTIONS))

    @property
    def cases(self) -> GridView:
        """The rule cases."""
        return cast(CasesPage, self.pages.page(CASES)).grid

    @property
    def reading(self) -> ReadingPage:
        """The rules in words."""
        return cast(ReadingPage, self.pages.page(READING))

    def handlers(self) -> Mapping[str, Callable[[], object]]:
        """What the table actions do here."""
        return self.grids.handlers()

    def reveal(self, table: str, key: tuple[object, ...]) -> bool:
        """Show a phase, a mechanism, a turn or a rule case."""
        if table not in SHOWN:
            return False
        self.pages.turn_to(SHOWN[table])
        if table == "mechanism":
            return self.mechanisms.choose(str(key[0]) if key else "")
        grid = self.grids.holder(table, key)
        return grid.reveal(table, key) if grid is not None else True

    def dress(self) -> None:
        """Take the colours of the theme."""
        self.grids.dress()
        if self.pages.made(MECHANISMS):
            self.mechanisms.refill()
        if self.pages.made(READING):
            self.reading.refresh()
