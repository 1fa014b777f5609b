"""The grid itself: a table that is edited, copied, pasted and filled as in a spreadsheet."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QModelIndex, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QGuiApplication, QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractItemDelegate, QAbstractItemView, QColorDialog, QHeaderView, QTableView, QWidget

from designer.tables.cells import CellDelegate, FlagDelegate, step_of
from designer.tables.exchange import from_tabs, to_tabs
from designer.tables.frozen import FrozenColumn
from designer.tables.heads import LineHeads
from designer.tables.model import Cell, Index, SheetModel
from designer.tables.pasting import laid, pasted
from designer.tables.sheet import Growing, Heading, Line, Written
from designer.theme import current_theme
from designer.wording import count
from engine.errors import StavkaError
from engine.scenario.sentences import listed

ROOM = 26
CORNER = 9
"""Pixels of the corner that marks a cell."""
WIDEST = 260
SAMPLE = 150
"""How many lines of a table are measured for the width of its columns."""


class SheetView(QTableView):
    """The table of a sheet; what it cannot do it says by `refused`, what it did by `said`."""

    picked = Signal(object)
    """The line in front changed: a line, or None."""
    said = Signal(str)
    refused = Signal(str)

    def __init__(self, model: SheetModel) -> None:
        super().__init__()
        self.sheet_model = model
        model.setParent(self)
        self.order = model
        self.setVerticalHeader(LineHeads(self))
        self.setModel(model)
        self._delegate, self._flags = CellDelegate(self), FlagDelegate(self)
        for delegate in (self._delegate, self._flags):
            delegate.filled.connect(self.fill)
            delegate.entered.connect(self._enter)
        self.setItemDelegate(self._delegate)
        self.setAlternatingRowColors(True)
        self.setSortingEnabled(True)
        self.setWordWrap(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        triggers = QAbstractItemView.EditTrigger
        self.setEditTriggers(triggers.DoubleClicked | triggers.AnyKeyPressed | triggers.EditKeyPressed)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        head = self.horizontalHeader()
        head.setSortIndicatorClearable(True)
        head.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        head.setHighlightSections(False)
        self.verticalHeader().setDefaultSectionSize(ROOM)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.doubleClicked.connect(self._open_colour)
        self.frozen = FrozenColumn(self)
        self.frozen.setItemDelegate(self._delegate)
        self.frozen.share(self.selectionModel())
        self.remover: Callable[[list[Line]], object] = self.commit_removal
        self._kept: tuple[list[Line], str] = ([], "")
        model.modelAboutToBeReset.connect(self._keep)
        model.refreshed.connect(self._restore)
        self.fit_columns()

    def fit_columns(self) -> None:
        """Make columns as wide as their texts, within reason; of a long table, a sample is enough."""
        model = self.sheet_model
        lines = model.lines[:: max(1, len(model.lines) // SAMPLE)]
        for column, heading in enumerate(model.headings):
            self.setItemDelegateForColumn(column, self._flags if heading.flag else self._delegate)
            wide = self._room(heading, [model.said((line, heading.key)) for line in lines])
            self.setColumnWidth(column, wide)
        last = model.headings[-1] if model.headings else None
        self.horizontalHeader().setStretchLastSection(last is not None and not (last.numeric or last.flag))

    def widen(self, texts: Mapping[str, Sequence[str]]) -> None:
        """Make columns wide enough for what was written under their headings; none becomes narrower."""
        for column, heading in enumerate(self.sheet_model.headings):
            if heading.key in texts:
                wide = self._room(heading, texts[heading.key])
                self.setColumnWidth(column, max(self.columnWidth(column), wide))

    def _room(self, heading: Heading, texts: Sequence[str]) -> int:
        """How wide a column must be; the longest texts are measured, for measuring is slow."""
        letters, titles = self.fontMetrics(), self.horizontalHeader().fontMetrics()
        longest = sorted(texts, key=len)[-5:] if not heading.flag else []
        wide = max((letters.horizontalAdvance(text) for text in longest), default=0) + (44 if heading.colour else 22)
        return min(max(wide, titles.horizontalAdvance(heading.title) + 22, 44), WIDEST)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the cells; what is wrong with one shows in its corner, under the selection too.

        The corners are drawn here and not by a delegate: a delegate in Python would be asked for every cell.
        """
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        painter.setPen(QPen(current_theme().colour("field"), 1.5))  # a rim, for the selection may be as red as a fault
        first, last = (self.rowAt(y) for y in (event.rect().top(), event.rect().bottom()))
        for row in range(max(first, 0), (last if last >= 0 else self.order.rowCount() - 1) + 1):
            for column, tone in self.sheet_model.marked(self.sheet_model.lines[row]):
                box = QRectF(self.visualRect(self.order.index(row, column)))
                corner = box.topRight()
                painter.setBrush(tone)
                painter.drawPolygon([corner, corner - QPointF(CORNER, 0), corner + QPointF(0, CORNER)])
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the first column where it lies."""
        super().resizeEvent(event)
        self.frozen.follow()

    def scrollTo(
        self, index: Index, hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible
    ) -> None:
        """Bring a cell into view, and not behind the first column."""
        super().scrollTo(index, hint)
        hidden = self.frozen.reach - self.columnViewportPosition(index.column())
        if index.column() > 0 and hidden > 0:
            self.horizontalScrollBar().setValue(self.horizontalScrollBar().value() - hidden)

    # selection

    def chosen(self) -> list[Cell]:
        """The selected cells, from the top left."""
        indexes = sorted(self.selectedIndexes(), key=lambda index: (index.row(), index.column()))
        return [self.sheet_model.cell(index) for index in indexes]

    def chosen_lines(self) -> list[Line]:
        """The lines with a selected cell, from the top."""
        return list(dict.fromkeys(line for line, _ in self.chosen()))

    def line(self) -> Line | None:
        """The line in front."""
        index = self.currentIndex()
        there = index.isValid() and index.row() < len(self.sheet_model.lines)
        return self.sheet_model.lines[index.row()] if there else None

    def index_of(self, line: Line, key: str = "") -> QModelIndex:
        """Where a cell is shown; an invalid index if it is not."""
        model = self.sheet_model
        keys = [heading.key for heading in model.headings]
        return model.index(model.row(line), keys.index(key) if key in keys else 0)

    def show_line(self, line: Line, key: str = "") -> bool:
        """Bring a cell into view and select it."""
        index = self.index_of(line, key)
        if not index.isValid():
            return False
        self.setCurrentIndex(index)
        self.scrollTo(index)
        return True

    def select_lines(self, lines: Sequence[Line]) -> None:
        """Select whole lines."""
        found = QItemSelection()
        for line in lines:
            index = self.index_of(line)
            if index.isValid():
                found.select(index, index.siblingAtColumn(self.model().columnCount() - 1))
        self.selectionModel().select(found, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        if lines and self.index_of(lines[0]).isValid():
            index = self.index_of(lines[0])
            self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)
            self.scrollTo(index)

    def forget(self) -> None:
        """Select nothing."""
        self.selectionModel().clear()

    def _keep(self) -> None:
        index = self.currentIndex()
        key = self.sheet_model.headings[index.column()].key if index.isValid() else ""
        self._kept = (self.chosen_lines(), key)

    def _restore(self, before: list[Line], after: list[Line]) -> None:
        lines, key = self._kept
        known, there = set(before), set(self.sheet_model.lines)
        fresh = [line for line in after if line not in known and line in there]
        wanted = fresh if fresh and len(fresh) <= 50 else [line for line in lines if line in there]
        if wanted:
            self.show_line(wanted[0], key)
            if len(wanted) > 1:
                self.select_lines(wanted)
        else:
            self.picked.emit(self.line())

    def currentChanged(self, current: Index, previous: Index) -> None:
        """Say which line is in front."""
        super().currentChanged(current, previous)
        self.picked.emit(self.line())

    # spreadsheet verbs

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter goes down, Shift+Enter up; F2 opens a cell, and so does typing."""
        busy = self.state() == QAbstractItemView.State.EditingState
        if self.currentIndex().column() == 0 and event.text():
            self.horizontalScrollBar().setValue(0)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not busy:
            self._go_to(self._beside(step_of(event.modifiers())))
            return
        super().keyPressEvent(event)
        if event.key() == Qt.Key.Key_F2 and self.currentIndex().isValid():
            self._open_colour(self.currentIndex())

    def _enter(self, editor: QWidget, step: int) -> None:
        """Write what was typed, then go on to the line that is beside this one now: writing may sort it elsewhere."""
        beside = self._beside(step)
        self.commitData(editor)
        self.closeEditor(editor, QAbstractItemDelegate.EndEditHint.NoHint)
        self._go_to(beside)

    def _beside(self, step: int) -> Cell | None:
        index = self.currentIndex()
        below = index.siblingAtRow(index.row() + step)
        return self.sheet_model.cell(below) if below.isValid() else None

    def _go_to(self, cell: Cell | None) -> None:
        if cell is not None:
            self.show_line(*cell)

    def _open_colour(self, index: QModelIndex) -> None:
        """A colour is chosen from a dialog."""
        heading = self.sheet_model.headings[index.column()]
        if not (heading.colour and heading.editable):
            return
        self.closePersistentEditor(index)
        dialog = QColorDialog(QColor(str(index.data())), self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        cell = self.sheet_model.cell(index)
        dialog.colorSelected.connect(lambda colour: self.sheet_model.write({cell: colour.name()}))
        dialog.open()

    def copy(self) -> None:
        """Put the selected block on the clipboard."""
        indexes = self.selectedIndexes()
        if not indexes:
            return
        rows = sorted({index.row() for index in indexes})
        columns = sorted({index.column() for index in indexes})
        there = {(index.row(), index.column()) for index in indexes}
        lines = [[self._text(row, column) if (row, column) in there else "" for column in columns] for row in rows]
        QGuiApplication.clipboard().setText(to_tabs(lines))
        self.said.emit(f"Copied {count(len(indexes), 'cell')}")

    def _text(self, row: int, column: int) -> str:
        return self.sheet_model.text(self.sheet_model.cell(self.order.index(row, column)))

    def cut(self) -> None:
        """Copy the selection and clear it."""
        self.copy()
        self.clear()

    def clear(self) -> None:
        """Empty the selected cells."""
        self._fill(self.chosen(), "", "Clear")

    def fill(self, text: str) -> None:
        """Write a text into every selected cell."""
        self._fill(self.chosen(), text, "Set")

    def _fill(self, cells: Sequence[Cell], text: str, verb: str) -> None:
        able = {heading.key for heading in self.sheet_model.headings if heading.editable}
        entries = {cell: text for cell in cells if cell[1] in able}
        if entries:
            many = f"{verb} {len(entries)} cells of {self.sheet_model.sheet.noun}s"
            self.sheet_model.write(entries, many if len(entries) > 1 else "")

    def fill_down(self) -> None:
        """Write the topmost selected cell of each column into those below it."""
        tops: dict[str, str] = {}
        entries: dict[Cell, str] = {}
        able = {heading.key for heading in self.sheet_model.headings if heading.editable}
        for cell in self.chosen():
            if cell[1] not in able:
                continue
            if cell[1] in tops:
                entries[cell] = tops[cell[1]]
            else:
                tops[cell[1]] = self.sheet_model.text(cell)
        if not entries:
            self.refused.emit("Select the cell to copy and the cells below it that shall say the same.")
            return
        self.sheet_model.write(entries, f"Fill down {count(len(entries), 'cell')}")

    def paste(self) -> None:
        """Write the clipboard's block from the current cell on; lines that are missing are added."""
        block = from_tabs(QGuiApplication.clipboard().text())
        if not block:
            self.refused.emit("There is nothing to paste: copy cells in a spreadsheet first.")
            return
        if len(block) == 1 and len(block[0]) == 1 and len(self.selectedIndexes()) > 1:
            self.fill(block[0][0])
            return
        indexes = self.selectedIndexes()
        top = min((index.row() for index in indexes), default=self.order.rowCount())
        left = min((index.column() for index in indexes), default=0)
        self._paste_block(block, top, left)

    def _paste_block(self, lines: list[list[str]], top: int, left: int) -> None:
        model = self.sheet_model
        block = laid(lines, model.headings, left)
        rows = range(top, min(top + len(block.lines), self.order.rowCount()))
        there = [model.lines[row] for row in rows]
        made = pasted(model.sheet, block, there)
        model.commit(f"Paste {count(made.count, 'cell')}", made.written, made.cells)
        self.widen({key: [text[n] for text in block.lines if n < len(text)] for n, key in enumerate(block.keys) if key})
        new = made.written.lines[:SAMPLE]  # what a new line has without being told may be longer than anything there
        self.widen({one.key: [model.said((line, one.key)) for line in new] for one in model.headings if not one.late})
        wrong = len(made.written.faults)
        said = [f"Pasted {count(made.count, 'cell')}"]
        if wrong:
            said.append(f"{wrong} could not be taken over and {'is' if wrong == 1 else 'are'} marked")
        if block.unknown:
            said.append(f"no column here is called {listed([f'“{text}”' for text in block.unknown], 'or')}")
        self.said.emit("; ".join(said))

    # lines

    def add_line(self) -> None:
        """Add a line below the selected one, and like it; with none selected, at the end."""
        sheet, chosen = self.sheet_model.sheet, self.chosen_lines()
        written = sheet.add_below(chosen[-1]) if chosen and isinstance(sheet, Growing) else sheet.add([{}])
        if self.sheet_model.commit(f"Add {sheet.noun}", written) and written.lines:
            self.show_line(written.lines[0])
            self.setFocus()

    def duplicate(self) -> None:
        """Copy the selected lines."""
        lines = self.chosen_lines()
        if lines:
            self.sheet_model.commit(self._named("Duplicate", lines), self.sheet_model.sheet.duplicate(lines))

    def remove(self) -> None:
        """Remove the selected lines."""
        lines = self.chosen_lines()
        if lines:
            self.remover(lines)

    def commit_removal(self, lines: Sequence[Line]) -> None:
        """Remove lines, or say what stands against it."""
        try:
            changes = self.sheet_model.sheet.remove(lines)
        except StavkaError as error:
            self.refused.emit(str(error))
            return
        self.sheet_model.commit(self._named("Delete", lines), Written(tuple(changes)))

    def shift(self, by: int) -> None:
        """Move the selected lines up or down."""
        lines = self.chosen_lines()
        if self.horizontalHeader().sortIndicatorSection() >= 0:
            self.refused.emit("Lines move only in their own order: click the sorted heading until its arrow goes.")
            return
        changes = self.sheet_model.sheet.move(lines, by)
        if changes:
            self.sheet_model.commit(self._named("Move", lines), Written(tuple(changes)))
            self.select_lines(lines)

    def _named(self, verb: str, lines: Sequence[Line]) -> str:
        sheet = self.sheet_model.sheet
        return f"{verb} {sheet.called(lines[0])}" if len(lines) == 1 else f"{verb} {len(lines)} {sheet.noun}s"
