"""The Order of battle tab: the table of units between the formations and the counter of the unit in front."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QScrollArea, QSplitter, QTabWidget, QVBoxLayout, QWidget

from designer.document import Document
from designer.labels import Label
from designer.oob.mix import CounterMix, Mix, counter_mix, take_stock
from designer.oob.preview import CounterPreview
from designer.oob.summary import MixPanel
from designer.oob.tree import ALL, Branch, FormationTree, members
from designer.oob.units import WHERE, UnitSheet, fresh_formation, fresh_nationality, mode_sheet
from designer.tables.grid import GridView
from designer.tables.part import Grids
from designer.tables.records import RecordSheet
from designer.tables.sheet import Line
from designer.theme import scaled
from designer.work import Debounce, Worker
from engine.records import Rows
from engine.records.changes import Change
from engine.records.counters import Formation, Nationality, Side, Unit
from engine.scenario.deployment import MARKERS

if TYPE_CHECKING:
    from designer.shell.window import MainWindow

EMPTY = "No units yet. Press + to add the first, paste them from a spreadsheet, or import a CSV file."

NO_MODES = "No unit has another mode. Press + to say what the other side of a card shows."


def create(document: Document, window: MainWindow) -> QWidget:
    """The Order of battle tab of a document."""
    return OrderOfBattle(document, window)


class OrderOfBattle(QSplitter):
    """Formations, units, counter."""

    def __init__(self, document: Document, window: MainWindow) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.document = document
        self._window = window
        self.grids = Grids(window)
        rows = document.rows
        self.sheet = UnitSheet(rows)
        self.units = self.grids.add(GridView(document, self.sheet, empty=EMPTY))
        self.formations = self.grids.add(GridView(document, RecordSheet(rows, Formation, fresh_formation)))
        self.nations = self.grids.add(GridView(document, RecordSheet(rows, Nationality, fresh_nationality)))
        self.sides = self.grids.add(GridView(document, RecordSheet(rows, Side, _fresh_side), without=("table.add",)))
        self.modes = self.grids.add(GridView(document, mode_sheet(rows), empty=NO_MODES))
        self.tree = FormationTree(rows)
        self.preview = CounterPreview()
        self.mix = MixPanel()
        self.pages = QTabWidget()
        self._worker = Worker(self)
        self._soon = Debounce(self, 150, self._branch, self._take_stock)
        self._lay_out()
        self._connect()
        self._branch()
        self._show_mix(counter_mix(rows, self.sheet.entering()))

    def _lay_out(self) -> None:
        for grid, title in (
            (self.units, "Units"),
            (self.formations, "Formations"),
            (self.nations, "Nationalities"),
            (self.sides, "Sides"),
            (self.modes, "Other modes"),
        ):
            page = QWidget()
            layout = QVBoxLayout(page)
            layout.setContentsMargins(8, 8, 8, 8)
            layout.addWidget(grid)
            self.pages.addTab(page, title)
        right = QWidget()
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        heading = Label("Counter mix")
        heading.setContentsMargins(12, 8, 0, 0)
        heading.setStyleSheet("font-weight: 600;")
        column.addWidget(self.preview)
        column.addWidget(heading)
        column.addWidget(self.mix, 1)
        scroll = QScrollArea()
        scroll.setWidget(right)
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        for widget, stretch in ((self.tree, 0), (self.pages, 1), (scroll, 0)):
            self.addWidget(widget)
            self.setStretchFactor(self.indexOf(widget), stretch)
        self.setSizes([scaled(240, 280), 900, scaled(300, 360)])
        self.setFocusProxy(self.units)

    def _connect(self) -> None:
        self.tree.chosen.connect(self._narrow)
        self.units.picked.connect(self._show_unit)
        self.units.view.clicked.connect(self._follow_link)
        self.mix.culprit.connect(self._go)
        self.document.changed.connect(self._follow)

    def _narrow(self, branch: Branch) -> None:
        wanted = members(self.document.rows, branch)
        self.units.narrow(None if branch == ALL else lambda line: cast(tuple[str], line)[0] in wanted)
        self.pages.setCurrentIndex(0)

    def _show_unit(self, line: Line | None) -> None:
        unit = self.document.rows.get(Unit, *cast(tuple[str], line)) if line is not None else None
        self.preview.show_unit(self.document.rows, unit)

    def _follow_link(self, index: QModelIndex) -> None:
        """Go to the line that decides where a unit begins; one without a line is chosen in the roster."""
        line, key = self.units.model.cell(index)
        unit = self.document.rows.get(Unit, *cast(tuple[str], line))
        if key != WHERE or unit is None or QGuiApplication.keyboardModifiers() != Qt.KeyboardModifier.NoModifier:
            return
        dealt = self.sheet.entering().dealt
        lines = [dealt.line_of(piece.key) for piece in dealt.pieces_of(unit)]
        found = next((one for one in lines if one is not None), None)
        if found is not None:
            self._window.reveal(found[0], (found[1],))
        elif unit.symbol not in MARKERS:
            self._window.reveal("roster", (unit.unit,))

    def _follow(self, changes: list[Change]) -> None:
        if any(change.table in self.sheet.tables for change in changes):
            self._show_unit(self.units.view.line())
            self._soon.poke()

    def _branch(self) -> None:
        self.tree.refresh()
        if self.tree.branch() != ALL:
            self._narrow(self.tree.branch())

    def _take_stock(self) -> None:
        """Work out beside the window where every unit begins and what the counters come to."""
        rows = self.document.rows.copy()
        self._worker.ask("stock", lambda: take_stock(rows), self._show_stock)

    def _show_stock(self, stock: CounterMix) -> None:
        self.units.model.settle({((unit,), WHERE): words for unit, words in stock.begins.items()})
        self._show_mix(stock.mix)

    def _show_mix(self, mix: Mix) -> None:
        self._mix = mix
        self.mix.show_mix(mix, self.document.rows)

    @property
    def counting(self) -> bool:
        """Whether what follows from an edit is still to be shown: where units begin, the tree and the counter mix."""
        return self._soon.waiting or self._worker.busy()

    def _go(self, unit: str) -> None:
        self.reveal("unit", (unit,))

    def handlers(self) -> Mapping[str, Callable[[], object]]:
        """What the table actions do here."""
        return self.grids.handlers()

    def reveal(self, table: str, key: tuple[object, ...]) -> bool:
        """Show a unit, a formation, a nationality, a side or a face of another mode."""
        grid = self.grids.holder(table, key)
        if grid is None:
            return False
        self.tree.choose(ALL)
        self.pages.setCurrentIndex([self.units, self.formations, self.nations, self.sides, self.modes].index(grid))
        return grid.reveal(table, key)

    def dress(self) -> None:
        """Take the colours of the theme."""
        self.grids.dress()
        self._show_mix(self._mix)


def _fresh_side(_rows: Rows) -> Side:
    return Side(side="new", name="New side")
