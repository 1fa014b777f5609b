"""A sheet as Qt's table model: texts out, changes in, and the marks of what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QSortFilterProxyModel, Qt, Signal
from PySide6.QtGui import QColor, QPixmap

from designer.document import Document
from designer.tables.sheet import Fault, Heading, Line, Sheet, Written
from designer.theme import current_theme
from engine.errors import Problem
from engine.records.changes import Change

Index = QModelIndex | QPersistentModelIndex
Cell = tuple[Line, str]
Role = Qt.ItemDataRole
NOWHERE = QModelIndex()

Tint = Callable[[Line, str], QColor | None]


class SheetModel(QAbstractTableModel):
    """The model of one sheet over one document; it follows every change of the document."""

    refreshed = Signal(object, object)
    """Lines came or went: the lines as they were and as they are."""

    def __init__(self, document: Document, sheet: Sheet, *, heads: Callable[[Line], str] | None = None) -> None:
        super().__init__()
        self.document = document
        self.sheet = sheet
        self.tint: Tint = lambda _line, _key: None
        self._heads = heads
        self.lines: list[Line] = sheet.lines()
        self.headings: tuple[Heading, ...] = sheet.headings()
        self.pending: dict[Cell, Fault] = {}
        self._marks: dict[Cell, Problem] = {}
        self._texts: dict[Cell, str] = {}
        document.changed.connect(self._follow)

    # what Qt asks

    def rowCount(self, parent: Index = NOWHERE) -> int:
        """How many lines there are."""
        return 0 if parent.isValid() else len(self.lines)

    def columnCount(self, parent: Index = NOWHERE) -> int:
        """How many headings there are."""
        return 0 if parent.isValid() else len(self.headings)

    def cell(self, index: Index) -> Cell:
        """The line and the heading of an index."""
        return self.lines[index.row()], self.headings[index.column()].key

    def text(self, cell: Cell) -> str:
        """What a cell says: the text that was refused, else what the sheet has."""
        fault = self.pending.get(cell)
        return fault.text if fault else self.said(cell)

    def said(self, cell: Cell) -> str:
        """What the sheet says in a cell; asked once until something changes."""
        if cell not in self._texts:
            self._texts[cell] = self.sheet.text(*cell)
        return self._texts[cell]

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        """Everything about a cell."""
        if not index.isValid() or index.row() >= len(self.lines):
            return None
        cell, heading = self.cell(index), self.headings[index.column()]
        if role in (Role.DisplayRole, Role.EditRole):
            return self._display(cell, heading, role)
        if role == Role.CheckStateRole and heading.flag and cell not in self.pending:
            return Qt.CheckState.Checked if self.said(cell) == "yes" else Qt.CheckState.Unchecked
        if role == Role.ToolTipRole:
            return self.why(cell) or self.said(cell) or heading.help
        if role == Role.TextAlignmentRole:
            across = Qt.AlignmentFlag.AlignRight if heading.numeric else Qt.AlignmentFlag.AlignLeft
            return across | Qt.AlignmentFlag.AlignVCenter
        return self._paint(cell, heading, role)

    def _display(self, cell: Cell, heading: Heading, role: int) -> str | None:
        if heading.flag and role == Role.DisplayRole and cell not in self.pending:
            return None
        return self.text(cell)

    def _paint(self, cell: Cell, heading: Heading, role: int) -> Any:
        theme = current_theme()
        if role == Role.BackgroundRole:
            wrong = self._tone(cell)
            if wrong is not None:
                wrong.setAlpha(60)
                return wrong
            return self.tint(*cell)
        if role == Role.ForegroundRole and not heading.editable:
            return theme.colour("muted")
        if role == Role.DecorationRole and heading.colour and QColor(self.text(cell)).isValid():
            swatch = QPixmap(18, 14)
            swatch.fill(QColor(self.text(cell)))
            return swatch
        return None

    def _tone(self, cell: Cell) -> QColor | None:
        if cell in self.pending:
            return current_theme().colour("bad")
        problem = self._marks.get(cell)
        if problem is None:
            return None
        return current_theme().colour("bad" if problem.severity == "error" else "warning")

    def why(self, cell: Cell) -> str:
        """What is wrong with a cell, in a sentence; nothing if it is well."""
        if cell in self.pending:
            return f"Not taken over: {self.pending[cell].reason}."
        problem = self._marks.get(cell)
        return f"{problem.message[:1].upper()}{problem.message[1:]}." if problem else ""

    def headerData(self, section: int, way: Qt.Orientation, role: int = Role.DisplayRole) -> Any:
        """Titles above, numbers or headings at the side."""
        if way == Qt.Orientation.Horizontal and section < len(self.headings):
            heading = self.headings[section]
            if role == Role.DisplayRole:
                return heading.title
            return heading.help or heading.title if role == Role.ToolTipRole else None
        if role == Role.DisplayRole and section < len(self.lines):
            return self._heads(self.lines[section]) if self._heads else str(section + 1)
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Which cells can be edited."""
        found = Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEnabled
        if not index.isValid():
            return found
        heading = self.headings[index.column()]
        if heading.editable and self.document.library.writable:
            found |= Qt.ItemFlag.ItemIsUserCheckable if heading.flag else Qt.ItemFlag.ItemIsEditable
        return found

    def setData(self, index: Index, value: Any, role: int = Role.EditRole) -> bool:
        """Write one cell."""
        if not index.isValid():
            return False
        if role == Role.CheckStateRole:
            on = Qt.CheckState(value) == Qt.CheckState.Checked
            return self.write({self.cell(index): "yes" if on else "no"})
        return self.write({self.cell(index): str(value)}) if role == Role.EditRole else False

    # changes

    def write(self, entries: Mapping[Cell, str], name: str = "") -> bool:
        """Write texts into cells as one edit; what cannot be taken over stays in its cell, marked."""
        fresh = {cell: text for cell, text in entries.items() if text != self.text(cell)}
        for cell in fresh:
            self.pending.pop(cell, None)
        if not fresh:
            return False
        return self.commit(name or self._name(fresh), self.sheet.write(fresh))

    def commit(self, name: str, written: Written) -> bool:
        """Make what writing came to an edit of the document, and mark the faults."""
        kept = self.document.edit(name, written.changes) if written.changes else True
        if kept:
            self.pending |= {(fault.line, fault.key): fault for fault in written.faults}
        self.touch()
        return kept

    def _name(self, entries: Mapping[Cell, str]) -> str:
        if len(entries) > 1:
            return f"Change {len(entries)} cells of {self.sheet.noun}s"
        line, key = next(iter(entries))
        title = next(heading.title for heading in self.headings if heading.key == key)
        return f"Change {title.lower()} of {self.sheet.called(line)}"

    def mark(self, problems: Iterable[Problem]) -> None:
        """Show which cells the problems of the scenario are in."""
        self._marks = {}
        for problem in problems:
            cell = self.sheet.locate(problem.table, problem.key, problem.field)
            if cell is not None:
                self._marks.setdefault(cell, problem)
        self.touch()

    def _follow(self, changes: list[Change]) -> None:
        if any(change.table in self.sheet.tables for change in changes):
            self.refresh()

    def refresh(self) -> None:
        """Take over the sheet as it is now."""
        self._texts.clear()
        lines, headings = self.sheet.lines(), self.sheet.headings()
        if headings != self.headings or lines != self.lines:
            before = self.lines
            self.beginResetModel()
            self.lines, self.headings = lines, headings
            there = set(lines)
            self.pending = {cell: fault for cell, fault in self.pending.items() if cell[0] in there}
            self.endResetModel()
            self.refreshed.emit(before, lines)
        else:
            self.touch()

    def touch(self) -> None:
        """Let every cell be drawn again."""
        self._texts.clear()
        if self.lines and self.headings:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self.lines) - 1, len(self.headings) - 1))


class SheetOrder(QSortFilterProxyModel):
    """The lines that pass the filter, in the order of the sheet or of one heading."""

    def __init__(self, model: SheetModel) -> None:
        super().__init__(model)
        self._model = model
        self._words: tuple[str, ...] = ()
        self._column = -1
        self._only: Callable[[Line], bool] = lambda _line: True
        self.setSourceModel(model)

    def seek(self, text: str, key: str = "") -> None:
        """Show only lines in which every word occurs, in any column or under one heading."""
        self._words = tuple(text.lower().split())
        keys = [heading.key for heading in self._model.headings]
        self._column = keys.index(key) if key in keys else -1
        self.invalidate()

    def only(self, accept: Callable[[Line], bool]) -> None:
        """Show only lines that pass."""
        self._only = accept
        self.invalidate()

    def filterAcceptsRow(self, row: int, _parent: Index) -> bool:
        """Whether a line passes."""
        model = self._model
        line = model.lines[row]
        if not self._only(line):
            return False
        if not self._words:
            return True
        headings = model.headings if self._column < 0 else (model.headings[self._column],)
        said = " \n ".join(model.text((line, heading.key)) for heading in headings).lower()
        return all(word in said for word in self._words)

    def lessThan(self, left: Index, right: Index) -> bool:
        """Numbers by size, empty cells last, other texts by their letters."""
        return _rank(self._model.text(self._model.cell(left))) < _rank(self._model.text(self._model.cell(right)))


def _rank(text: str) -> tuple[int, float, str]:
    try:
        return 0, float(text.replace("−", "-").replace(",", ".")), ""
    except ValueError:
        return (1, 0.0, text.lower()) if text else (2, 0.0, "")
