"""Docks with a title bar of our own, which follows the theme and the text size as Qt's does not."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QDockWidget, QHBoxLayout, QMainWindow, QToolButton, QWidget

from designer.icons import icon
from designer.labels import Label

MARGINS, NO_MARGINS = (10, 3, 4, 3), (0, 0, 0, 0)
"""Round the title of a dock, from the left; and where the title takes no room."""


class DockTitle(QWidget):
    """The title of a dock, with buttons to float it and to close it."""

    def __init__(self, dock: QDockWidget) -> None:
        super().__init__(dock)
        self._dock, self._slim = dock, False
        self._text = Label(dock.windowTitle())
        self._float = self._button("Float this panel, or put it back")
        self._close = self._button("Close this panel; the View menu brings it back")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(*MARGINS)
        layout.setSpacing(0)
        layout.addWidget(self._text, 1)
        layout.addWidget(self._float)
        layout.addWidget(self._close)
        dock.windowTitleChanged.connect(self._text.setText)
        self._float.clicked.connect(lambda: dock.setFloating(not dock.isFloating()))
        self._close.clicked.connect(dock.close)
        dock.topLevelChanged.connect(self._make_room)
        self.dress()

    @property
    def slim(self) -> bool:
        """Whether room is short, and the tab that names the dock has to do."""
        return self._slim and not self._dock.isFloating()

    @slim.setter
    def slim(self, slim: bool) -> None:
        self._slim = slim
        self._make_room()

    def _make_room(self) -> None:
        """Take no height where a tab has to do; Qt asks for it too often to be answered in Python."""
        for part in (self._text, self._float, self._close):
            part.setVisible(not self.slim)
        layout = self.layout()
        assert layout is not None
        layout.setContentsMargins(*(NO_MARGINS if self.slim else MARGINS))

    @staticmethod
    def _button(tip: str) -> QToolButton:
        button = QToolButton()
        button.setAutoRaise(True)
        button.setToolTip(tip)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        return button

    def dress(self) -> None:
        """Take the colours of the theme."""
        self._float.setIcon(icon("mdi6.dock-window", "muted"))
        self._close.setIcon(icon("mdi6.close", "muted"))


def make_dock(key: str, title: str, panel: QWidget) -> QDockWidget:
    """A dock round a panel; the key is how its place is remembered."""
    dock = QDockWidget(title)
    dock.setObjectName(key)
    dock.setWidget(panel)
    dock.setTitleBarWidget(DockTitle(dock))
    return dock


def dress_dock(dock: QDockWidget) -> None:
    """Let a dock's title follow the theme."""
    title = dock.titleBarWidget()
    if isinstance(title, DockTitle):
        title.dress()


def slim_titles(frame: QMainWindow, slim: bool) -> None:
    """Where room is short, spare the titles of docks that lie behind one another, for their tabs name them."""
    for dock in frame.findChildren(QDockWidget):
        title = dock.titleBarWidget()
        if isinstance(title, DockTitle):
            title.slim = slim and bool(frame.tabifiedDockWidgets(dock))


class OverduePanel(QWidget):
    """A panel that follows something and works out what it shows only when somebody looks.

    A panel that lies behind another in its dock is visible to Qt all the same; it is painted only when it is seen.
    """

    def __init__(self) -> None:
        super().__init__()
        self._stale = True

    def follow(self) -> None:
        """What it shows went on."""
        self._stale = True
        self.update()
        if self.isVisible() and not self.visibleRegion().isEmpty():
            self.catch_up()

    def catch_up(self) -> None:
        """Work out what is due."""
        if self._stale:
            self._stale = False
            self.work_out()

    def work_out(self) -> None:
        """Show everything as it is now."""
        raise NotImplementedError

    def paintEvent(self, event: QPaintEvent) -> None:
        """It is seen: catch up when this painting is done."""
        super().paintEvent(event)
        if self._stale:
            QTimer.singleShot(0, self, self.catch_up)
