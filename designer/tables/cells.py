"""The editors of cells: a line, or a list where there are options, and what Enter means in them."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPalette, QWheelEvent
from PySide6.QtWidgets import QComboBox, QLineEdit, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from designer.tables.model import Index, SheetModel
from designer.tables.sheet import Heading
from designer.theme import current_theme, framed_palette

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class ChoiceBox(QComboBox):
    """A list to choose from or to type into; `picked` says that an entry of the opened list was clicked."""

    picked = Signal()

    def __init__(self, parent: QWidget, options: tuple[str, ...]) -> None:
        super().__init__(parent)
        self.setEditable(True)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.addItems(list(options))
        self.setMinimumWidth(self.minimumSizeHint().width())
        self._opened = False
        self.activated.connect(self._activated)

    def showPopup(self) -> None:
        """Open the list."""
        self._opened = True
        super().showPopup()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows go through the entries; nothing is chosen before Enter."""
        self._opened = False
        super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """The wheel scrolls the table, whatever is open in it."""
        event.ignore()

    def _activated(self, _index: int) -> None:
        if self._opened:
            self._opened = False
            self.picked.emit()

    def typed(self) -> str:
        """What was typed where that is an entry by itself, else the entry that it was completed to."""
        line, text = self.lineEdit(), self.currentText()
        head = text[: line.selectionStart()].strip() if line is not None and line.hasSelectedText() else ""
        whole = head and any(self.itemText(n).lower() == head.lower() for n in range(self.count()))
        return head if whole else text.strip()


class CellDelegate(QStyledItemDelegate):
    """Opens the editors; Enter writes and goes on, Ctrl+Enter fills the selection."""

    filled = Signal(str)
    """Ctrl+Enter: the text for every selected cell."""
    entered = Signal(QWidget, int)
    """Enter: this editor is done, and the cell so many lines below is next."""

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        """A list for options, a line for the rest."""
        heading = self._heading(index)
        if not heading.options:
            line = super().createEditor(parent, option, index)
            line.setMinimumWidth(60)
            return line
        box = ChoiceBox(parent, heading.options)
        box.picked.connect(lambda: self._close(box))
        return box

    def _close(self, editor: QWidget) -> None:
        self.commitData.emit(editor)
        self.closeEditor.emit(editor)

    @staticmethod
    def _heading(index: Index) -> Heading:
        model = index.model()
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
        """Enter writes and goes down, Shift+Enter up; Ctrl+Enter writes into every selected cell."""
        if not (isinstance(event, QKeyEvent) and isinstance(editor, QWidget) and event.key() in _ENTER):
            return super().eventFilter(editor, event)
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
        elif event.type() == QEvent.Type.KeyPress:
            self._enter(editor, event.modifiers())
        return True

    def _enter(self, editor: QWidget, keys: Qt.KeyboardModifier) -> None:
        if keys & Qt.KeyboardModifier.ControlModifier:
            text = typed(editor)
            self.closeEditor.emit(editor)
            self.filled.emit(text)
        else:
            self.entered.emit(editor, step_of(keys))


class FlagDelegate(CellDelegate):
    """Draws boxes to tick."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        """Let the frames of boxes show on dark too."""
        super().initStyleOption(option, index)
        option.palette.setColor(QPalette.ColorRole.Window, framed_palette(current_theme(), "muted").window().color())


def step_of(keys: Qt.KeyboardModifier) -> int:
    """How many lines Enter goes down: one up with Shift."""
    return -1 if keys & Qt.KeyboardModifier.ShiftModifier else 1


def typed(editor: QWidget) -> str:
    """What stands in a cell's editor."""
    if isinstance(editor, ChoiceBox):
        return editor.typed()
    return editor.text().strip() if isinstance(editor, QLineEdit) else ""
