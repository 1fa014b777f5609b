"""Pages of a tab that are made when somebody looks at them first."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QTabWidget, QVBoxLayout, QWidget

Make = Callable[[], QWidget]


class LatePages(QTabWidget):
    """A tab widget whose pages cost nothing until they are turned to, or asked for by their titles."""

    def __init__(self) -> None:
        super().__init__()
        self._waiting: dict[str, Make] = {}
        self._rooms: dict[str, QVBoxLayout] = {}
        self._made: dict[str, QWidget] = {}
        self.currentChanged.connect(lambda _index: self._turned())

    def add(self, title: str, make: Make) -> None:
        """Add a page at the end; whoever adds pages turns to the first."""
        holder = QWidget()
        self._rooms[title] = QVBoxLayout(holder)
        self._rooms[title].setContentsMargins(0, 0, 0, 0)
        self._waiting[title] = make
        with QSignalBlocker(self):
            self.addTab(holder, title)

    def page(self, title: str) -> QWidget:
        """A page, made if it was not yet."""
        if title in self._waiting:
            self._made[title] = self._waiting.pop(title)()
            self._rooms[title].addWidget(self._made[title])
            self._made[title].show()  # at once: a layout would only do it in the next turn of the event loop
        return self._made[title]

    def made(self, title: str) -> QWidget | None:
        """A page, if anybody has looked at it."""
        return self._made.get(title)

    def setCurrentWidget(self, widget: QWidget) -> None:
        """Bring a page to the front, also one that was made late."""
        holder = widget.parentWidget()
        super().setCurrentWidget(holder if holder is not None and self.indexOf(holder) >= 0 else widget)

    def turn_to(self, title: str) -> QWidget:
        """Bring a page to the front."""
        page = self.page(title)
        self.setCurrentWidget(page)
        return page

    def _turned(self) -> None:
        if self.currentIndex() >= 0:
            self.page(self.tabText(self.currentIndex()))
