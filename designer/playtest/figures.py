"""Tables of figures that are only read; a click on a line asks for the games behind it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from designer.playtest.reading import Behind, BehindBoth
from designer.playtest.spans import SPAN, Span, SpanDelegate
from designer.theme import current_theme, scaled

GAP = 18
"""Room between two columns of figures."""

ROOM = "\u2003"
"""What stands between a number that is flush right and the next column."""

PLAIN = 2
"""Words that a plain number has at most, its unit included."""

SAMPLE = 60
"""Lines above and below those in sight by which columns are made wide enough; a large order of battle has hundreds."""

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter

DISPLAY, ALIGNMENT, FOREGROUND, TIP = (
    role.value
    for role in (
        Qt.ItemDataRole.DisplayRole,
        Qt.ItemDataRole.TextAlignmentRole,
        Qt.ItemDataRole.ForegroundRole,
        Qt.ItemDataRole.ToolTipRole,
    )
)
"""Roles as the numbers that Qt hands over: a cell is asked for a dozen of them whenever it is measured or painted."""

Index = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()


@dataclass(frozen=True)
class Figures:
    """One line of a table: its texts, the games behind it, and the colour of the theme in which it stands out."""

    texts: tuple[str, ...]
    behind: Behind | BehindBoth | None = None
    tone: str = ""
    note: str = ""
    spans: Mapping[int, Span] = field(default_factory=dict)
    """Intervals that are drawn, by column."""

    behinds: Mapping[int, Behind | BehindBoth] = field(default_factory=dict)
    """The games behind single columns, where they are not those behind the line."""

    def text(self, column: int) -> str:
        """What stands in a column."""
        return self.texts[column] if column < len(self.texts) else ""

    def behind_at(self, column: int) -> Behind | BehindBoth | None:
        """The games behind what stands in a column."""
        return self.behinds.get(column, self.behind)

    def tip(self, column: int) -> str:
        """What the pointer is told."""
        return self.note or ("Click to see the games behind it" if self.behind_at(column) else "")


def rank(text: str) -> tuple[int, float, str]:
    """By what texts are sorted: the number with which they begin, if they do."""
    first = text.replace("−", "-").replace(",", "").split(" ")[0].rstrip("%")
    try:
        return 0, float(first), ""
    except ValueError:
        return 1, 0.0, text


class FigureModel(QAbstractTableModel):
    """Lines of figures as the table shows them."""

    def __init__(self) -> None:
        super().__init__()
        self.head: tuple[str, ...] = ()
        self.lines: list[Figures] = []
        self.flush: tuple[bool, ...] = ()
        self._asked: dict[int, Callable[[Figures, int], Any]] = {
            DISPLAY: self._text,
            ALIGNMENT: lambda _line, column: self._side(column),
            FOREGROUND: lambda line, _column: current_theme().colour(line.tone) if line.tone else None,
            TIP: lambda line, column: line.tip(column),
            SPAN: lambda line, column: line.spans.get(column),
        }

    def show(self, head: Sequence[str], lines: Sequence[Figures]) -> None:
        """Show other lines."""
        self.beginResetModel()
        self.head, self.lines = tuple(head), list(lines)
        self.flush = tuple(column > 0 and _plain(lines, column) for column in range(len(head)))
        self.endResetModel()

    def rowCount(self, parent: Index = NOWHERE) -> int:
        """How many lines there are."""
        return 0 if parent.isValid() else len(self.lines)

    def columnCount(self, parent: Index = NOWHERE) -> int:
        """How many columns there are."""
        return 0 if parent.isValid() else len(self.head)

    def headerData(self, section: int, way: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The headings; those of numbers stand flush right as the numbers do."""
        if way != Qt.Orientation.Horizontal or section >= len(self.head):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.head[section] + (ROOM if self.flush[section] else "")
        return self._side(section) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """One figure."""
        make = self._asked.get(role)
        return make(self.lines[index.row()], index.column()) if make is not None else None

    def _text(self, line: Figures, column: int) -> str:
        """What a cell says; numbers have a little room behind them."""
        return line.text(column) + ROOM if self.flush[column] else line.text(column)

    def _side(self, column: int) -> Qt.AlignmentFlag:
        """Plain numbers stand flush right, so that they can be compared down the column."""
        return RIGHT if self.flush[column] else LEFT

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort the lines by a column; without one they stay as they are."""
        if not 0 <= column < len(self.head):
            return
        self.layoutAboutToBeChanged.emit()
        backwards = order == Qt.SortOrder.DescendingOrder
        self.lines.sort(key=lambda line: rank(line.text(column)), reverse=backwards)
        self.layoutChanged.emit()


def _plain(lines: Sequence[Figures], column: int) -> bool:
    """Whether a column holds nothing but numbers, each with its unit at most."""
    texts = [text for line in lines if (text := line.text(column))]
    return bool(texts) and all(len(text.split()) <= PLAIN and not rank(text)[0] for text in texts)


class FigureTable(QTableView):
    """A table of figures; `asked` carries what is behind the figure that was clicked."""

    asked = Signal(object)

    def __init__(self, *, sorted_: bool = False) -> None:
        super().__init__()
        self.figures = FigureModel()
        self.setModel(self.figures)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setAlternatingRowColors(True)
        self.setShowGrid(False)
        self.verticalHeader().hide()
        self.setWordWrap(False)
        self._plainly, self._spans = self.itemDelegate(), SpanDelegate(self)
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setResizeContentsPrecision(SAMPLE)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        header.setSortIndicatorClearable(True)
        self.setSortingEnabled(sorted_)
        self.clicked.connect(self._clicked)
        self.activated.connect(self._clicked)

    def show_lines(self, head: Sequence[str], lines: Sequence[Figures]) -> None:
        """Show other figures; the line that was in front stays there, and the table stays sorted."""
        front, head_was = self.currentIndex().row(), self.figures.head
        self.figures.show(head, lines)
        self._dress()
        header = self.horizontalHeader()
        if self.isSortingEnabled():
            self.figures.sort(header.sortIndicatorSection(), header.sortIndicatorOrder())
        if tuple(head) != head_was:
            self._spread()
        if 0 <= front < len(lines):
            self.setCurrentIndex(self.figures.index(front, 0))

    def _dress(self) -> None:
        """Have the columns with intervals painted by us and all others by Qt, which is quicker."""
        drawn = {column for line in self.figures.lines for column in line.spans}
        for column in range(len(self.figures.head)):
            self.setItemDelegateForColumn(column, self._spans if column in drawn else self._plainly)

    def _spread(self) -> None:
        """Columns as wide as what they hold, with room between them; the last takes the rest."""
        self.resizeColumnsToContents()
        for column in range(len(self.figures.head) - 1):
            if not self.figures.flush[column]:  # numbers have room behind them already
                self.setColumnWidth(column, self.columnWidth(column) + scaled(GAP))
        self.horizontalHeader().setStretchLastSection(True)

    def line_at(self, row: int) -> Figures:
        """The figures of a line as it stands, however the table is sorted."""
        return self.figures.lines[row]

    def _clicked(self, index: QModelIndex) -> None:
        behind = self.line_at(index.row()).behind_at(index.column())
        if behind is not None:
            self.asked.emit(behind)
