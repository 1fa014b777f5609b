"""The Victory tab: ways to end the game in order, each built from parts and shown as a sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, cast

import msgspec
from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHeaderView, QScrollArea, QSplitter, QVBoxLayout, QWidget

from designer.document import Document
from designer.inputs.holder import FormHolder
from designer.labels import Label
from designer.tables.grid import GridView
from designer.tables.part import Grids
from designer.tables.records import RecordSheet
from designer.tables.sheet import Line
from designer.theme import as_heading
from engine.records import Rows
from engine.records.changes import Change, put
from engine.records.counters import Side
from engine.records.family import convert
from engine.records.play import HoldsPlaces, Victory
from engine.scenario.sentences import condition_words, victory_words

if TYPE_CHECKING:
    from designer.shell.window import MainWindow

SAYS = (
    "The game is decided by the first of these, from the top, that holds. "
    "If none holds after the last turn, nobody wins."
)
CHOOSE = "Choose a way to end the game, or add one."
EMPTY = "Nobody can win yet. Press + to add a way to end the game."


def create(document: Document, window: MainWindow) -> QWidget:
    """The Victory tab of a document."""
    return VictoryEditor(document, window)


def victory_sheet(rows: Rows) -> RecordSheet:
    """The ways to end the game."""
    return RecordSheet(
        rows,
        Victory,
        fresh_victory,
        noun="ending",
        fields=("name", "winner", "when", "condition", "case"),
        show={"condition": lambda row: f"if {condition_words(rows, cast(Victory, row).condition)}"},
        names={"when": {"end": "after the last turn", "turn": "after each turn", "always": "at any moment"}},
        also=("side", "place", "place_kind"),
    )


def fresh_victory(rows: Rows) -> Victory:
    """A new way to win: the first side holds a place."""
    sides = sorted(rows.all(Side), key=lambda side: side.position)
    side, name = (sides[0].side, sides[0].name) if sides else ("", "New")
    return Victory(
        victory="new", name=f"{name} victory", winner=side or None, condition=HoldsPlaces(side=side, at_least=1)
    )


class VictoryEditor(QSplitter):
    """The list above, the parts of the one in front below."""

    def __init__(self, document: Document, window: MainWindow) -> None:
        super().__init__(Qt.Orientation.Vertical)
        self._document = document
        self._line: Line | None = None
        self.grids = Grids(window)
        self.grid = self.grids.add(GridView(document, victory_sheet(document.rows), empty=EMPTY))
        self.grid.view.setSortingEnabled(False)
        self.grid.view.horizontalHeader().setSectionResizeMode(3, QHeaderView.ResizeMode.Stretch)
        self.holder = FormHolder(document.rows)
        self.holder.edited.connect(self._edited)
        self.words = Label()
        self.words.setWordWrap(True)
        as_heading(self.words)
        self._lay_out()
        self.grid.picked.connect(self.show_way)
        document.changed.connect(self._follow)
        lines = self.grid.sheet.lines()
        self.show_way(None)
        if lines:
            self.grid.view.show_line(lines[0])

    def _lay_out(self) -> None:
        top = QWidget()
        upper = QVBoxLayout(top)
        upper.setContentsMargins(12, 8, 12, 4)
        says = Label(SAYS)
        says.setWordWrap(True)
        upper.addWidget(says)
        upper.addWidget(self.grid, 1)
        body = QWidget()
        lower = QVBoxLayout(body)
        lower.setContentsMargins(14, 8, 14, 8)
        lower.addWidget(self.words)
        lower.addWidget(self.holder)
        lower.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidget(body)
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        self.addWidget(top)
        self.addWidget(scroll)
        self.setSizes([300, 480])
        self.setFocusProxy(self.grid)

    def way(self) -> Victory | None:
        """The way to end the game in front."""
        return self._document.rows.get(Victory, *cast(tuple[str], self._line)) if self._line else None

    def show_way(self, line: Line | None) -> None:
        """Show the parts of a way to end the game."""
        self._line = line
        row = self.way()
        self.words.setText(victory_words(self._document.rows, row) if row else CHOOSE)
        values = msgspec.to_builtins(row) if row else None
        self.holder.show_struct(Victory if row else None, values, hidden=("victory", "position"))

    def showEvent(self, event: QShowEvent) -> None:
        """Offer what the scenario has now."""
        super().showEvent(event)
        self.show_way(self._line if self.way() else None)

    @staticmethod
    def _built(row: Victory, values: dict[str, object]) -> Victory:
        kept = {"victory": row.victory, "position": row.position}
        return convert({**values, **kept}, Victory)

    def _edited(self, values: dict[str, object]) -> None:
        row = self.way()
        if row is not None:
            self._document.edit(f"Change {row.name}", [put(self._document.rows, self._built(row, values))])

    def _follow(self, changes: list[Change]) -> None:
        row, tables = self.way(), {change.table for change in changes}
        if row is None and self._line is not None:
            self.show_way(None)
        elif row is not None and tables & self.grid.sheet.tables:
            self.words.setText(victory_words(self._document.rows, row))
            form = self.holder.form
            if form is not None and not form.problem() and self._built(row, form.value()) != row:
                form.put(msgspec.to_builtins(row))

    def handlers(self) -> Mapping[str, Callable[[], object]]:
        """What the table actions do here."""
        return self.grids.handlers()

    def reveal(self, table: str, key: tuple[object, ...]) -> bool:
        """Show a way to end the game."""
        return not key or self.grid.reveal(table, key)

    def dress(self) -> None:
        """Take the colours of the theme."""
        self.grids.dress()
