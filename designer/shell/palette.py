"""The command palette: any action by a few letters of its name."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QDialog,
    QHeaderView,
    QLineEdit,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from designer.actions import Act, ActionBook, keys_of, plain
from designer.labels import Label
from designer.theme import current_theme, resize_scaled

_MOVES = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


def rank(text: str, wanted: str) -> int | None:
    """How badly a text matches what was typed: 0 at its start, more at later words; None if not at all."""
    text, wanted = text.casefold(), wanted.casefold().strip()
    if not wanted:
        return 0
    if wanted in text:
        at = text.index(wanted)
        return 0 if at == 0 else 1 if text[at - 1] in " –" else 2
    rest = iter(text)
    return 3 if all(letter in rest for letter in wanted) else None


class CommandPalette(QDialog):
    """A field and the actions that match it; Enter carries the first one out."""

    def __init__(self, book: ActionBook, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self._book = book
        self.field = QLineEdit()
        self.field.setPlaceholderText("Type a command: brush, export, theme …")
        self.field.setClearButtonEnabled(True)
        self.list = QTreeWidget()
        self.list.setColumnCount(3)
        self.list.setHeaderHidden(True)
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        self.list.setAllColumnsShowFocus(True)
        self.list.header().setStretchLastSection(False)
        self.list.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.list.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.list.header().setSectionResizeMode(2, QHeaderView.ResizeMode.ResizeToContents)
        self._empty = Label("No command has that name. Try a shorter word.")
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 10, 10, 10)
        layout.addWidget(self.field)
        layout.addWidget(self.list, 1)
        layout.addWidget(self._empty, 1)
        resize_scaled(self, 560, 420)
        self.field.textChanged.connect(self._filter)
        self.field.returnPressed.connect(self._run)
        self.list.itemClicked.connect(lambda _item: self._run())
        self.field.installEventFilter(self)
        self._filter("")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Arrow keys in the field move through the list."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and event.key() in _MOVES:
            self.list.keyPressEvent(event)
            return True
        return super().eventFilter(watched, event)

    def _filter(self, wanted: str) -> None:
        found = [
            (level, row)
            for row, _ in self._book.palette()
            if (level := rank(f"{plain(row.text)} {row.tip}", wanted)) is not None
        ]
        found.sort(key=lambda item: item[0])
        self.list.clear()
        self.list.addTopLevelItems([self._item(row) for _, row in found])
        first = self.list.topLevelItem(0)
        if first is not None:
            self.list.setCurrentItem(first)
        self.list.setVisible(bool(found))
        self._empty.setVisible(not found)

    def _item(self, row: Act) -> QTreeWidgetItem:
        item = QTreeWidgetItem([plain(row.text).rstrip("…"), plain(row.menu), keys_of(row)])
        item.setIcon(0, self._book[row.id].icon())
        item.setData(0, Qt.ItemDataRole.UserRole, row.id)
        item.setToolTip(0, row.tip)
        for column in (1, 2):
            item.setForeground(column, current_theme().colour("muted"))
        item.setTextAlignment(2, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        return item

    def _run(self) -> None:
        chosen = self.list.currentItem()
        if chosen is not None:
            self.accept()
            self._book[chosen.data(0, Qt.ItemDataRole.UserRole)].trigger()
