"""A sheet as Qt's table model: texts out, changes in, and the marks of what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPixmap
from PySide6.QtWidgets import QApplication

from designer.document import Document
from designer.icons import icon
from designer.tables.order import RowOrder
from designer.tables.sheet import Fault, Fixing, Following, Heading, Line, Sheet, Written
from designer.tables.standing import SIGNS, Departures
from designer.theme import current_theme
from engine.errors import Problem
from engine.records.changes import Change

Index = QModelIndex | QPersistentModelIndex
Cell = tuple[Line, str]
Role = Qt.ItemDataRole
MARK = int(Role.UserRole) + 1
"""The colour of what is wrong with a cell, or nothing."""
NOWHERE = QModelIndex()

# A table that is drawn asks for eight roles a cell; numbers are compared faster than the names of an enumeration.
_DISPLAY, _EDIT, _TIP = int(Role.DisplayRole), int(Role.EditRole), int(Role.ToolTipRole)
_CHECK, _ALIGN, _BACK = int(Role.CheckStateRole), int(Role.TextAlignmentRole), int(Role.BackgroundRole)
_FRONT, _SIGN, _FONT = int(Role.ForegroundRole), int(Role.DecorationRole), int(Role.FontRole)
_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
_KNOWN = frozenset({_DISPLAY, _EDIT, _BACK, _TIP, _CHECK, _SIGN, MARK})

_FIXED = Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEnabled
_WRITTEN = _FIXED | Qt.ItemFlag.ItemIsEditable
_TICKED = _FIXED | Qt.ItemFlag.ItemIsUserCheckable

FEW = 40
"""Lines that are drawn again one by one; more are drawn as one block."""

Tint = Callable[[Line, str], QColor | None]


class SheetModel(QAbstractTableModel):
    """The model of one sheet over one document; it follows every change of the document."""

    refreshed = Signal(object, object)
    """Other lines are shown: all lines of the sheet as they were and as they are."""

    _rows: dict[Line, int] | None
    """Where each line is shown, once somebody asks."""

    def __init__(self, document: Document, sheet: Sheet, *, heads: Callable[[Line], str] | None = None) -> None:
        super().__init__()
        self.document = document
        self.sheet = sheet
        self.tint: Tint = lambda _line, _key: None
        self._heads = heads
        self.order = RowOrder()
        self.every: list[Line] = sheet.lines()
        self.lines: list[Line] = list(self.every)
        self.headings: tuple[Heading, ...] = sheet.headings()
        self._refused: dict[str, dict[Cell, Fault]] = {}
        self.pending: dict[Cell, Fault] = {}
        """The texts that were refused, in their cells."""
        self._marks: dict[Cell, Problem] = {}
        self._standing: Departures | None = None
        self._texts: dict[Cell, str] = {}
        document.changed.connect(self._follow)

    def show(self, sheet: Sheet) -> None:
        """Show another sheet; charts take turns in one grid and number their rows alike, so refusals are kept apart."""
        self._refused[str(getattr(self.sheet, "chart", ""))] = self.pending
        self.sheet = sheet
        self.pending = self._refused.setdefault(str(getattr(sheet, "chart", "")), {})
        self.refresh()

    def refused(self) -> list[Fault]:
        """The refused texts of the lines and headings that there are."""
        lines, keys = set(self.every), {heading.key for heading in self.headings}
        return [fault for (line, key), fault in self.pending.items() if line in lines and key in keys]

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

    def data(self, index: Index, role: int = _DISPLAY) -> Any:
        """Everything about a cell."""
        heading = self.headings[index.column()]
        if role == _ALIGN:
            return _RIGHT if heading.numeric else _LEFT
        if role == _FRONT:
            return self._ink(index.row(), heading)
        if role == _FONT:
            return self._letters(index, heading)
        if role == _SIGN and not heading.colour:
            return None
        known = role in _KNOWN and index.row() < len(self.lines)
        return self._answer(self.cell(index), heading, role) if known else None

    def _ink(self, row: int, heading: Heading) -> QColor | None:
        """Muted for what cannot be written, and in a variant for lines that are as in its parent."""
        quiet = self._standing is not None and self._standing.of(self.lines[row]) == "inherited"
        fixed = not heading.editable or bool(self.fixed((self.lines[row], heading.key)))
        return current_theme().colour("muted") if quiet or fixed else None

    def fixed(self, cell: Cell) -> str:
        """Why a cell of a column that can be written cannot; nothing if it can."""
        return self.sheet.fixed(*cell) if isinstance(self.sheet, Fixing) else ""

    def _letters(self, index: Index, heading: Heading) -> QFont | None:
        """Underlined where a click leads on, bold where a variant has something of its own."""
        own = self._standing is not None and self._standing.differs(self.cell(index))
        if not (heading.link or own):
            return None
        font = QApplication.font()
        font.setUnderline(heading.link)
        font.setBold(own)
        return font

    def _answer(self, cell: Cell, heading: Heading, role: int) -> Any:
        if role in (_DISPLAY, _EDIT):
            return self._display(cell, heading, role)
        if role == _BACK:
            return self._background(cell)
        if role == MARK:
            return self._tone(cell)
        if role == _TIP:
            return self.why(cell) or self.fixed(cell) or self._there(cell) or self.said(cell) or heading.help
        if role == _CHECK:
            if not heading.flag or cell in self.pending:
                return None
            return Qt.CheckState.Checked if self.said(cell) == "yes" else Qt.CheckState.Unchecked
        return self._swatch(cell)

    def _there(self, cell: Cell) -> str:
        return self._standing.tip(cell) if self._standing is not None else ""

    def _display(self, cell: Cell, heading: Heading, role: int) -> str | None:
        if heading.flag and role == _DISPLAY and cell not in self.pending:
            return None
        return self.text(cell)

    def _background(self, cell: Cell) -> QColor | None:
        wrong = self._tone(cell)
        if wrong is None:
            return self.tint(*cell)
        wrong.setAlpha(60)
        return wrong

    def _swatch(self, cell: Cell) -> QPixmap | None:
        """The colour that a cell names."""
        colour = QColor(self.text(cell))
        if not colour.isValid():
            return None
        swatch = QPixmap(18, 14)
        swatch.fill(colour)
        return swatch

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

    @property
    def numbered(self) -> bool:
        """Whether the lines have nothing but their numbers beside them."""
        return self._heads is None and self._standing is None

    def headerData(self, section: int, way: Qt.Orientation, role: int = _DISPLAY) -> Any:
        """Titles above, numbers or headings at the side."""
        if way == Qt.Orientation.Horizontal and section < len(self.headings):
            heading = self.headings[section]
            if role == _DISPLAY:
                return heading.title
            return heading.help or heading.title if role == _TIP else None
        if section >= len(self.lines):
            return None
        if role == _DISPLAY:
            return self._heads(self.lines[section]) if self._heads else str(section + 1)
        return self._beside(self.lines[section], role) if self._standing is not None else None

    def _beside(self, line: Line, role: int) -> Any:
        """The sign beside a line of a variant, and what it means."""
        assert self._standing is not None
        how = self._standing.of(line)
        if role == _SIGN:
            return icon(SIGNS[how], "muted" if how == "inherited" else "accent")
        return self._standing.head(line) if role == _TIP else None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Which cells can be edited."""
        heading = self.headings[index.column()] if index.isValid() else None
        if heading is None or not (heading.editable and self.document.library.writable) or self.fixed(self.cell(index)):
            return _FIXED
        return _TICKED if heading.flag else _WRITTEN

    def setData(self, index: Index, value: Any, role: int = _EDIT) -> bool:
        """Write one cell."""
        if not index.isValid():
            return False
        if role == _CHECK:
            on = Qt.CheckState(value) == Qt.CheckState.Checked
            return self.write({self.cell(index): "yes" if on else "no"})
        return self.write({self.cell(index): str(value)}) if role == _EDIT else False

    # changes

    def write(self, entries: Mapping[Cell, str], name: str = "") -> bool:
        """Write texts into cells as one edit; what cannot be taken over stays in its cell, marked."""
        fresh = {cell: text for cell, text in entries.items() if text != self.text(cell)}
        if not fresh:
            return False
        return self.commit(name or self._name(fresh), self.sheet.write(fresh), fresh)

    def commit(self, name: str, written: Written, cells: Iterable[Cell] = ()) -> bool:
        """Make what writing into cells came to one edit of the document; the faults are marked, and go with undo."""
        pending = self.pending
        after: dict[Cell, Fault | None] = dict.fromkeys(cells)
        after |= {(fault.line, fault.key): fault for fault in written.faults}
        before = {cell: pending.get(cell) for cell in after}

        def mark(made: bool) -> None:
            for cell, fault in (after if made else before).items():
                pending.pop(cell, None)
                if fault is not None:
                    pending[cell] = fault
            self.touch()

        aside = mark if after != before else None
        kept = self.document.edit(name, written.changes, aside=aside)
        if kept and aside is not None:
            mark(True)
        return kept

    def _name(self, entries: Mapping[Cell, str]) -> str:
        if len(entries) > 1:
            return f"Change {len(entries)} cells of {self.sheet.noun}s"
        line, key = next(iter(entries))
        title = next(heading.title for heading in self.headings if heading.key == key)
        return f"Change {title.lower()} of {self.sheet.called(line)}"

    def mark(self, problems: Iterable[Problem]) -> None:
        """Show which cells the problems of the scenario are in."""
        before, self._marks = self._marks, {}
        for problem in problems:
            cell = self.sheet.locate(problem.table, problem.key, problem.field)
            if cell is not None:
                self._marks.setdefault(cell, problem)
        if self._marks != before:
            self._redraw()

    def stand(self, found: Departures | None) -> None:
        """Show which lines are as in the scenario that this one stands on."""
        if found != self._standing:
            self._standing = found
            self._redraw()
            if self.lines:
                self.headerDataChanged.emit(Qt.Orientation.Vertical, 0, len(self.lines) - 1)

    @property
    def standing(self) -> Departures | None:
        """How the lines stand to the parent; None where there is none."""
        return self._standing

    def marked(self, line: Line) -> list[tuple[int, QColor]]:
        """The columns of a line in which something is wrong, with the colour that says how much."""
        found = []
        for column, heading in enumerate(self.headings):
            tone = self._tone((line, heading.key))
            if tone is not None:
                found.append((column, tone))
        return found

    def _follow(self, changes: list[Change]) -> None:
        if any(change.table in self.sheet.tables for change in changes):
            self.refresh(self._touched(changes))

    def _touched(self, changes: list[Change]) -> set[Line] | None:
        """The lines that a change is seen in; None if it may be any."""
        return self.sheet.touched(changes) if isinstance(self.sheet, Following) else None

    def refresh(self, touched: set[Line] | None = None) -> None:
        """Take over the sheet as it is now; only these lines say something else than before, if it is known."""
        every, headings = self.sheet.lines(), self.sheet.headings()
        self._forget(touched, every, headings)
        if headings == self.headings and every == self.every:
            if not self.arrange():
                self._redraw(touched)
            return
        before = self.every
        self.beginResetModel()
        self.every, self.headings = every, headings
        self.lines = self._arranged()
        self.endResetModel()
        self.refreshed.emit(before, every)

    def _forget(self, touched: set[Line] | None, every: list[Line], headings: tuple[Heading, ...]) -> None:
        """Let lines be read again, but for what is late: that stays as it was until it is settled."""
        late = {heading.key for heading in headings if heading.late}
        if touched is None:
            self._texts = {cell: text for cell, text in self._texts.items() if cell[1] in late}
        else:
            for cell in [(line, heading.key) for line in touched for heading in headings if heading.key not in late]:
                self._texts.pop(cell, None)
        if late and every != self.every:
            known = set(self.every)
            self._texts |= {(line, key): "" for line in every if line not in known for key in late}

    def settle(self, fresh: Mapping[Cell, str]) -> None:
        """Take over what is late; whoever shows a sheet with such headings works it out a moment after an edit."""
        moved = {cell[0] for cell, text in fresh.items() if self._texts.get(cell, text) != text}
        self._texts |= fresh
        if moved and not self.arrange():
            self._redraw(moved)

    def touch(self) -> None:
        """Let every cell be read and drawn again."""
        self._forget(None, self.every, self.headings)
        self._redraw()

    def _redraw(self, lines: set[Line] | None = None) -> None:
        if not (self.lines and self.headings):
            return
        last = len(self.headings) - 1
        rows = [0, len(self.lines) - 1] if lines is None else sorted({self.row(line) for line in lines} - {-1})
        if lines is None or len(rows) > FEW:
            self.dataChanged.emit(self.index(rows[0], 0), self.index(rows[-1], last))
            return
        for row in rows:
            self.dataChanged.emit(self.index(row, 0), self.index(row, last))

    # order

    def row(self, line: Line) -> int:
        """Where a line is shown; -1 if it is not."""
        if self._rows is None:
            self._rows = {line: row for row, line in enumerate(self.lines)}
        return self._rows.get(line, -1)

    @property
    def lines(self) -> list[Line]:
        """The lines that are shown, from the top."""
        return self._lines

    @lines.setter
    def lines(self, lines: list[Line]) -> None:
        self._lines = lines
        self._rows = None

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a heading; by none, as the sheet has its lines."""
        self.order.by = self.headings[column].key if 0 <= column < len(self.headings) else ""
        self.order.falling = order == Qt.SortOrder.DescendingOrder
        self.arrange()

    def seek(self, text: str, key: str = "") -> None:
        """Show only lines in which every word occurs, under any heading or under one."""
        self.order.words, self.order.under = tuple(text.lower().split()), key
        self.arrange()

    def only(self, accept: Callable[[Line], bool] | None) -> None:
        """Show only lines that pass."""
        self.order.only = accept
        self.arrange()

    def _arranged(self) -> list[Line]:
        return self.order.arranged(self.every, [heading.key for heading in self.headings], self.text)

    def arrange(self) -> bool:
        """Show the lines that there are to be shown, in their order; False if they are shown so already."""
        lines = self._arranged()
        if lines == self.lines:
            return False
        if len(lines) == len(self.lines) and set(lines) == set(self.lines):
            self._reorder(lines)
        else:
            self.beginResetModel()
            self.lines = lines
            self.endResetModel()
            self.refreshed.emit(self.every, self.every)
        return True

    def _reorder(self, lines: list[Line]) -> None:
        """The same lines in another order; what is selected stays selected."""
        self.layoutAboutToBeChanged.emit()
        old, before = self.persistentIndexList(), self.lines
        self.lines = lines
        new = [self.index(self.row(before[index.row()]), index.column()) for index in old]
        self.changePersistentIndexList(old, new)
        self.layoutChanged.emit()
