"""The options of a scenario: optional rules and balance settings, chosen when a game is started."""

from __future__ import annotations

from typing import cast

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
from engine.records import Rows
from engine.records.changes import Change, put
from engine.records.family import convert
from engine.records.play import Option, OptionChoice

SAYS = (
    "Whoever starts a game takes one choice of each option; the first is the usual one. A choice changes rows of the "
    "scenario before the game begins: choose a table, a row and what is set in it, or remove the row."
)
HIDDEN = ("option", "position")


def option_sheet(rows: Rows) -> RecordSheet:
    """The options, with the names of their choices."""
    return RecordSheet(
        rows,
        Option,
        fresh_option,
        fields=("name", "help", "choices"),
        show={"choices": lambda row: " / ".join(choice.name for choice in cast(Option, row).choices)},
    )


def fresh_option(_rows: Rows) -> Option:
    """A new option with one choice that changes nothing."""
    return Option(option="new", name="New option", choices=(OptionChoice(choice="standard", name="As written"),))


class OptionsPage(QSplitter):
    """Options above, the choices of the one in front below."""

    def __init__(self, document: Document, grids: Grids) -> None:
        super().__init__(Qt.Orientation.Vertical)
        self._document = document
        self._line: Line | None = None
        self._stale = False
        self.grid = grids.add(
            GridView(
                document,
                option_sheet(document.rows),
                empty="No options yet. Press + to let players choose something before a game.",
            )
        )
        self.grid.view.horizontalHeader().setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        self.holder = FormHolder(document.rows)
        self.holder.edited.connect(self._edited)
        says = Label(SAYS)
        says.setWordWrap(True)
        top, body = QWidget(), QWidget()
        upper = QVBoxLayout(top)
        upper.setContentsMargins(10, 8, 8, 4)
        upper.addWidget(says)
        upper.addWidget(self.grid, 1)
        lower = QVBoxLayout(body)
        lower.setContentsMargins(12, 8, 12, 8)
        lower.addWidget(self.holder)
        lower.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidget(body)
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        self.addWidget(top)
        self.addWidget(scroll)
        self.setSizes([260, 480])
        self.grid.picked.connect(self.show_option)
        document.changed.connect(self._follow)
        lines = self.grid.sheet.lines()
        if lines:
            self.grid.view.show_line(lines[0])

    def option(self) -> Option | None:
        """The option in front."""
        return self._document.rows.get(Option, *cast(tuple[str], self._line)) if self._line else None

    def show_option(self, line: Line | None) -> None:
        """Show the choices of an option."""
        self._line, self._stale = line, False
        row = self.option()
        self.holder.show_struct(Option if row else None, msgspec.to_builtins(row) if row else None, hidden=HIDDEN)

    @staticmethod
    def _built(row: Option, values: dict[str, object]) -> Option:
        return convert({**values, "option": row.option, "position": row.position}, Option)

    def _edited(self, values: dict[str, object]) -> None:
        row = self.option()
        if row is not None:
            self._document.edit(f"Change the option {row.name}", [put(self._document.rows, self._built(row, values))])

    def showEvent(self, event: QShowEvent) -> None:
        """Offer the rows that there are now."""
        super().showEvent(event)
        if self._stale:
            self.show_option(self._line)

    def _follow(self, changes: list[Change]) -> None:
        if any(change.table != Option.table for change in changes):
            self._stale = True
            if self.isVisible():
                self.show_option(self._line)
            return
        row, form = self.option(), self.holder.form
        if row is None and self._line is not None:
            self.show_option(None)
        if row is None or form is None:
            return
        if not form.problem() and self._built(row, form.value()) != row:
            form.put(msgspec.to_builtins(row))
