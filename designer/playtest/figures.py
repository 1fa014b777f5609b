"""Tables of figures that are only read; a click on a line asks for the games behind it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QBrush, QColor
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QTableWidgetItem

from designer.playtest.reading import Test
from designer.theme import current_theme, scaled

GAP = 18
"""Room between two columns of figures."""


@dataclass(frozen=True)
class Behind:
    """Which games are behind a figure: in words, as a test, and of which version if not of all."""

    title: str
    test: Test
    version: int | None = None


@dataclass(frozen=True)
class Figures:
    """One line of a table: its texts, the games behind it, and whether it asks for attention."""

    texts: tuple[str, ...]
    behind: Behind | None = None
    strange: bool = False
    note: str = ""


class _Cell(QTableWidgetItem):
    """A cell that is sorted by the number with which it begins, if it does."""

    def __lt__(self, other: QTableWidgetItem) -> bool:
        return _rank(self.text()) < _rank(other.text())


def _rank(text: str) -> tuple[int, float, str]:
    first = text.replace("−", "-").replace(",", "").split(" ")[0].rstrip("%")
    try:
        return 0, float(first), ""
    except ValueError:
        return 1, 0.0, text


def spread(table: QTableWidget) -> None:
    """Columns as wide as what they hold, with room between them; the last takes the rest."""
    header = table.horizontalHeader()
    header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
    table.resizeColumnsToContents()
    for column in range(table.columnCount() - 1):
        table.setColumnWidth(column, table.columnWidth(column) + scaled(GAP))
    header.setStretchLastSection(True)


class FigureTable(QTableWidget):
    """A table of figures; `asked` carries what is behind the line that was clicked."""

    asked = Signal(object)

    def __init__(self, *, sorted_: bool = False) -> None:
        super().__init__()
        self._lines: list[Figures] = []
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setAlternatingRowColors(True)
        self.setShowGrid(False)
        self.verticalHeader().hide()
        self.setWordWrap(False)
        self._sorted = sorted_
        self.itemClicked.connect(self._clicked)
        self.itemActivated.connect(self._clicked)

    def show_lines(self, head: Sequence[str], lines: Sequence[Figures]) -> None:
        """Show other figures; the line that was in front stays there."""
        front = self.currentRow()
        self.setSortingEnabled(False)
        self._lines = list(lines)
        self.setColumnCount(len(head))
        self.setHorizontalHeaderLabels(list(head))
        self.setRowCount(len(lines))
        for row, line in enumerate(lines):
            for column, text in enumerate(line.texts):
                self.setItem(row, column, self._cell(row, column, text, line))
        self.setSortingEnabled(self._sorted)
        spread(self)
        if 0 <= front < len(lines):
            self.setCurrentCell(front, 0)

    @staticmethod
    def _cell(row: int, column: int, text: str, line: Figures) -> QTableWidgetItem:
        cell = _Cell(text)
        cell.setData(Qt.ItemDataRole.UserRole, row)
        if line.strange:
            cell.setForeground(QBrush(QColor(current_theme().warning)))
        tip = line.note or ("Click to see the games behind it" if line.behind and column == 0 else "")
        cell.setToolTip(tip)
        return cell

    def line_at(self, row: int) -> Figures:
        """The figures of a line as it stands, however the table is sorted."""
        cell = self.item(row, 0)
        return self._lines[int(cell.data(Qt.ItemDataRole.UserRole)) if cell is not None else row]

    def _clicked(self, cell: QTableWidgetItem) -> None:
        line = self.line_at(cell.row())
        if line.behind is not None:
            self.asked.emit(line.behind)
