"""The grid itself: a table that is edited, copied, pasted and filled as in a spreadsheet."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QGuiApplication, QKeyEvent, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QColorDialog,
    QComboBox,
    QHeaderView,
    QLineEdit,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from designer.tables.exchange import from_tabs, to_tabs
from designer.tables.model import Cell, Index, SheetModel, SheetOrder
from designer.tables.sheet import Heading, Line, Written
from designer.theme import current_theme, framed_palette
from engine.errors import StavkaError

ROOM = 26
WIDEST = 260


class CellDelegate(QStyledItemDelegate):
    """Editors of cells: a line, or a list where there are options; Ctrl+Enter fills the selection."""

    filled = Signal(str)

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        """Let the frames of boxes show on dark too."""
        super().initStyleOption(option, index)
        if self._heading(index).flag:
            option.palette.setColor(
                QPalette.ColorRole.Window, framed_palette(current_theme(), "muted").window().color()
            )

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        """A list for options, a line for the rest."""
        heading = self._heading(index)
        if not heading.options:
            line = super().createEditor(parent, option, index)
            line.setMinimumWidth(60)
            return line
        combo = QComboBox(parent)
        combo.setEditable(True)
        combo.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        combo.addItems(list(heading.options))
        combo.setMinimumWidth(combo.minimumSizeHint().width())
        combo.activated.connect(lambda _index: self._chosen(combo))
        return combo

    def _chosen(self, combo: QComboBox) -> None:
        self.commitData.emit(combo)
        self.closeEditor.emit(combo)

    @staticmethod
    def _heading(index: Index) -> Heading:
        order = index.model()
        assert isinstance(order, SheetOrder)
        model = order.sourceModel()
        assert isinstance(model, SheetModel)
        return model.headings[index.column()]

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """Begin with what the cell says."""
        text = str(index.data(Qt.ItemDataRole.EditRole) or "")
        if isinstance(editor, QComboBox):
            editor.setCurrentIndex(editor.findText(text))
            editor.setEditText(text)
            line = editor.lineEdit()
            if line is not None:
                line.selectAll()
        elif isinstance(editor, QLineEdit):
            editor.setText(text)

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        """Hand over what was typed."""
        model.setData(index, typed(editor))

    def eventFilter(self, editor: QObject, event: QEvent) -> bool:
        """Ctrl+Enter writes into every selected cell."""
        if not (isinstance(event, QKeyEvent) and isinstance(editor, QWidget) and _fills(event)):
            return super().eventFilter(editor, event)
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
        elif event.type() == QEvent.Type.KeyPress:
            text = typed(editor)
            self.closeEditor.emit(editor)
            self.filled.emit(text)
        return True


def _fills(event: QKeyEvent) -> bool:
    enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
    return enter and bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)


def typed(editor: QWidget) -> str:
    """What stands in a cell's editor."""
    if isinstance(editor, QComboBox):
        return editor.currentText().strip()
    return editor.text().strip() if isinstance(editor, QLineEdit) else ""


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
        self.order = SheetOrder(model)
        self.setModel(self.order)
        self._delegate = CellDelegate(self)
        self._delegate.filled.connect(self.fill)
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
        self.remover: Callable[[list[Line]], object] = self.commit_removal
        self._kept: tuple[list[Line], str] = ([], "")
        model.modelAboutToBeReset.connect(self._keep)
        model.refreshed.connect(self._restore)
        self.fit_columns()

    def fit_columns(self) -> None:
        """Make columns as wide as their texts, within reason."""
        self.resizeColumnsToContents()
        letters = self.horizontalHeader().fontMetrics()
        for column, heading in enumerate(self.sheet_model.headings):
            least = letters.horizontalAdvance(heading.title) + 22
            wide = max(least, self.sizeHintForColumn(column) + 14)
            self.setColumnWidth(column, min(max(wide, 44), WIDEST))
        last = self.sheet_model.headings[-1] if self.sheet_model.headings else None
        self.horizontalHeader().setStretchLastSection(last is not None and not (last.numeric or last.flag))

    # selection

    def chosen(self) -> list[Cell]:
        """The selected cells, from the top left."""
        indexes = sorted(self.selectedIndexes(), key=lambda index: (index.row(), index.column()))
        return [self.sheet_model.cell(self.order.mapToSource(index)) for index in indexes]

    def chosen_lines(self) -> list[Line]:
        """The lines with a selected cell, from the top."""
        return list(dict.fromkeys(line for line, _ in self.chosen()))

    def line(self) -> Line | None:
        """The line in front."""
        index = self.order.mapToSource(self.currentIndex())
        return self.sheet_model.lines[index.row()] if index.isValid() else None

    def index_of(self, line: Line, key: str = "") -> QModelIndex:
        """Where a cell is shown; an invalid index if it is not."""
        model = self.sheet_model
        if line not in model.lines:
            return QModelIndex()
        keys = [heading.key for heading in model.headings]
        column = keys.index(key) if key in keys else 0
        return self.order.mapFromSource(model.index(model.lines.index(line), column))

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
        index = self.order.mapToSource(self.currentIndex())
        key = self.sheet_model.headings[index.column()].key if index.isValid() else ""
        self._kept = (self.chosen_lines(), key)

    def _restore(self, before: list[Line], after: list[Line]) -> None:
        lines, key = self._kept
        fresh = [line for line in after if line not in set(before)]
        wanted = fresh if fresh and len(fresh) <= 50 else [line for line in lines if line in after]
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
        """Enter opens the editor of a cell."""
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and self.state() != QAbstractItemView.State.EditingState and self.currentIndex().isValid():
            self.edit(self.currentIndex())
            self._open_colour(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def _open_colour(self, index: QModelIndex) -> None:
        """A colour is chosen from a dialog."""
        source = self.order.mapToSource(index)
        heading = self.sheet_model.headings[source.column()]
        if not (heading.colour and heading.editable):
            return
        self.closePersistentEditor(index)
        dialog = QColorDialog(QColor(str(index.data())), self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        cell = self.sheet_model.cell(source)
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
        self.said.emit(f"Copied {len(indexes)} cells")

    def _text(self, row: int, column: int) -> str:
        return self.sheet_model.text(self.sheet_model.cell(self.order.mapToSource(self.order.index(row, column))))

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
        self.sheet_model.write(entries, f"Fill down {len(entries)} cells")

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

    def _paste_block(self, block: list[list[str]], top: int, left: int) -> None:
        model = self.sheet_model
        keys = [heading.key if heading.editable else "" for heading in model.headings[left:]]
        if [text.strip() for text in block[0]] == [heading.title for heading in model.headings[left:]][: len(block[0])]:
            block = block[1:]
        entries: dict[Cell, str] = {}
        fresh: list[dict[str, str]] = []
        for offset, texts in enumerate(block):
            named = {key: text.strip() for key, text in zip(keys, texts, strict=False) if key}
            if top + offset < self.order.rowCount():
                line = model.cell(self.order.mapToSource(self.order.index(top + offset, 0)))[0]
                entries |= {(line, key): text for key, text in named.items()}
            else:
                fresh.append(named)
        old = model.sheet.write({cell: text for cell, text in entries.items() if text != model.text(cell)})
        new = model.sheet.add(fresh) if fresh else Written()
        count = sum(len(texts) for texts in block)
        model.commit(f"Paste {count} cells", Written((*old.changes, *new.changes), (*old.faults, *new.faults)))
        wrong = len(old.faults) + len(new.faults)
        self.said.emit(f"Pasted {count} cells" + (f"; {wrong} could not be taken over and are marked" if wrong else ""))

    # lines

    def add_line(self) -> None:
        """Add a line at the end and open it."""
        written = self.sheet_model.sheet.add([{}])
        if self.sheet_model.commit(f"Add {self.sheet_model.sheet.noun}", written) and written.lines:
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
