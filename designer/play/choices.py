"""A list of things to choose from, each with its counter, a title and a line of detail."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QKeyEvent
from PySide6.QtWidgets import QLabel, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from designer.paint.counter import counter_pixmap
from designer.play.faces import piece_face
from designer.theme import current_theme
from engine.rules.table import Table

SIDE = 44
_KEY = Qt.ItemDataRole.UserRole


@dataclass(frozen=True)
class Choice:
    """One line: what it stands for, how it reads, and the piece whose counter is shown."""

    key: Any
    title: str
    detail: str = ""
    piece: int | None = None


class ChoicePanel(QWidget):
    """A heading and a list; a click, Enter or Space chooses, the mouse points."""

    chosen = Signal(object)
    pointed = Signal(object)

    def __init__(self, heading: str, empty: str = "") -> None:
        super().__init__()
        self.heading = QLabel(heading)
        self.list = QListWidget()
        self.list.setIconSize(QSize(SIDE, SIDE))
        self.list.setMouseTracking(True)
        self.list.setWordWrap(True)
        self.list.setSpacing(1)
        self.list.setUniformItemSizes(False)
        self.list.installEventFilter(self)
        self.list.viewport().installEventFilter(self)
        self._empty = QLabel(empty)
        self._empty.setWordWrap(True)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignTop)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 8, 10, 8)
        layout.addWidget(self.heading)
        layout.addWidget(self.list, 1)
        layout.addWidget(self._empty, 1)
        self.list.itemClicked.connect(lambda item: self.chosen.emit(item.data(_KEY)))
        self.list.itemEntered.connect(lambda item: self.pointed.emit(item.data(_KEY)))
        self.list.currentItemChanged.connect(self._walk)
        self.dress()

    def dress(self) -> None:
        """Take the colours of the theme."""
        theme = current_theme()
        self.heading.setStyleSheet(f"color: {theme.muted}; font-weight: 600;")
        self._empty.setStyleSheet(f"color: {theme.muted};")

    def show_choices(self, choices: Sequence[Choice], table: Table) -> None:
        """Show these lines; the list keeps its place where it can."""
        self.list.blockSignals(True)
        self.list.clear()
        ratio, high = self.devicePixelRatioF(), max(SIDE, 2 * self.fontMetrics().height()) + 8
        for choice in choices:
            text = f"{choice.title}\n{choice.detail}" if choice.detail else choice.title
            item = QListWidgetItem(text)
            item.setData(_KEY, choice.key)
            if choice.piece is not None:
                item.setIcon(QIcon(counter_pixmap(piece_face(table, choice.piece), SIDE, ratio)))
                item.setSizeHint(QSize(0, high))
            self.list.addItem(item)
        self.list.blockSignals(False)
        self.list.setVisible(bool(choices))
        self._empty.setVisible(not choices)

    def keys(self) -> list[Any]:
        """What the lines stand for, from the top."""
        return [self.list.item(row).data(_KEY) for row in range(self.list.count())]

    def _walk(self, item: QListWidgetItem | None) -> None:
        if item is not None and self.list.hasFocus():
            self.pointed.emit(item.data(_KEY))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Enter and Space choose; leaving the list points at nothing."""
        if event.type() == QEvent.Type.Leave:
            self.pointed.emit(None)
        elif watched is self.list and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            item = self.list.currentItem()
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and item is not None:
                self.chosen.emit(item.data(_KEY))
                return True
        return super().eventFilter(watched, event)
