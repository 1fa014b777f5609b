"""The open scenario: a heading, a tab for each part, and the part in front."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFont, QIcon, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QStackedWidget,
    QTabBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from designer.document import Document
from designer.fonts import SERIF
from designer.icons import icon
from designer.labels import Label
from designer.parts import PARTS, as_dressed, as_heeding, as_part
from designer.theme import current_theme

if TYPE_CHECKING:
    from designer.shell.window import MainWindow


class Workspace(QWidget):
    """The parts of one document; each is made when its tab is first chosen."""

    def __init__(self, document: Document, window: MainWindow) -> None:
        super().__init__()
        self.document = document
        self._window = window
        self._made: dict[str, QWidget] = {}
        self._bound: Mapping[str, Callable[[], object]] = {}
        self._title = Label(document.title)
        self.tabs = QTabBar()
        self.tabs.setExpanding(False)
        self.tabs.setDrawBase(False)
        for part in PARTS:
            self.tabs.setTabToolTip(self.tabs.addTab(part.title), f"{part.title} ({part.shortcut})")
        self._pages = QStackedWidget()
        self._buttons = [self._button(id) for id in ("file.library", "edit.undo", "edit.redo", "view.palette")]
        self._lay_out()
        self.dress()
        document.renamed.connect(self._retitle)
        self.tabs.currentChanged.connect(lambda _index: self._show_current())

    def _button(self, id: str) -> QToolButton:
        button = QToolButton()
        button.setDefaultAction(self._window.book[id])
        button.setAutoRaise(True)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
        return button

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(10, 4, 10, 0)
        head.addWidget(self._buttons[0])
        head.addSpacing(6)
        head.addWidget(self._title)
        head.addSpacing(18)
        head.addWidget(self.tabs, 0, Qt.AlignmentFlag.AlignBottom)
        head.addStretch(1)
        for button in self._buttons[1:]:
            head.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(self._pages, 1)

    def dress(self) -> None:
        """Take the colours and the text size of the theme."""
        heading = QFont(SERIF)
        heading.setPointSizeF(QApplication.font().pointSizeF() * 1.35)
        heading.setWeight(QFont.Weight.DemiBold)
        self._title.setFont(heading)
        self._title.setStyleSheet(f"color: {current_theme().text};")
        self._fit_tabs()
        for widget in self._made.values():
            if (dressed := as_dressed(widget)) is not None:
                dressed.dress()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep every tab in sight."""
        super().resizeEvent(event)
        self._fit_tabs()

    def _fit_tabs(self) -> None:
        """Give the tabs their icons, or set them closer without where they would not all be seen."""
        self._set_tabs(compact=False)
        others = self._title.sizeHint().width() + sum(button.sizeHint().width() + 6 for button in self._buttons) + 60
        if self.tabs.sizeHint().width() + others > self.width():
            self._set_tabs(compact=True)

    def _set_tabs(self, *, compact: bool) -> None:
        for index, part in enumerate(PARTS):
            self.tabs.setTabIcon(index, QIcon() if compact else icon(part.icon, "muted"))
        if self.tabs.property("compact") != compact:
            self.tabs.setProperty("compact", compact)
            self.tabs.style().unpolish(self.tabs)
            self.tabs.style().polish(self.tabs)
            QApplication.sendEvent(self.tabs, QEvent(QEvent.Type.StyleChange))  # or its size stays what it was
        self.tabs.updateGeometry()

    def _retitle(self) -> None:
        self._title.setText(self.document.title)

    def show_part(self, key: str) -> QWidget | None:
        """Bring a part to the front; None if there is no such part."""
        index = next((index for index, part in enumerate(PARTS) if part.key == key), None)
        if index is None:
            return None
        self.tabs.setCurrentIndex(index)
        return self._show_current()

    def part(self, key: str) -> QWidget | None:
        """A part's widget, if it was made already."""
        return self._made.get(key)

    def current(self) -> QWidget | None:
        """The widget in front."""
        return self._pages.currentWidget()

    def _show_current(self) -> QWidget | None:
        index = self.tabs.currentIndex()
        if index < 0:
            return None
        part = PARTS[index]
        if part.key not in self._made:
            self._made[part.key] = part.create(self.document, self._window)
            self._pages.addWidget(self._made[part.key])
        widget = self._made[part.key]
        if widget is not self.current():
            self._window.where.clear()
            self._window.statusBar().clearMessage()
        self._pages.setCurrentWidget(widget)
        for button in self._buttons[1:3]:  # a game has an undo of its own
            button.setVisible(part.key != "play")
        self.rebind()
        widget.setFocus()
        return widget

    def rebind(self) -> None:
        """Let the part in front answer the actions."""
        self.release()
        part = as_part(self.current())
        if part is not None:
            self._bound = dict(part.handlers())
            self._window.book.bind(self._bound)

    def heed(self) -> None:
        """Let the parts look at what another window has written beside the rows."""
        for widget in self._made.values():
            if (heeding := as_heeding(widget)) is not None:
                heeding.heed()

    def release(self) -> None:
        """Let no part answer the actions."""
        self._window.book.release(self._bound)
        self._bound = {}

    def reveal(self, table: str, key: tuple[object, ...]) -> bool:
        """Show a row in the part that edits its table."""
        for part in PARTS:
            if table in part.tables:
                shown = as_part(self.show_part(part.key))
                if shown is not None and shown.reveal(table, key):
                    return True
        return False
