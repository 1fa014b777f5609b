"""The notice: a bar that says one sentence and may offer one thing to do about it, without blocking."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, QTimer
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QTabBar,
    QToolButton,
    QWidget,
)

from designer.icons import icon
from designer.labels import Label
from designer.theme import current_theme, scaled

Tone = Literal["good", "warning", "bad"]

_ICONS: dict[Tone, str] = {
    "good": "mdi6.check-circle-outline",
    "warning": "mdi6.alert-outline",
    "bad": "mdi6.alert-circle-outline",
}
MARGIN, WIDEST = 14, 860
"""Pixels between the notice and the edge of the page, and how wide it is at most."""

WIDTHS = (1.0, 0.75, 0.55, 0.4)
"""The widths that are tried, as shares of the widest."""

PRESSED = (QAbstractButton, QComboBox, QLineEdit, QAbstractSpinBox, QAbstractSlider, QTabBar)
"""What nobody could use under a notice."""

FOUND = (*PRESSED, QAbstractItemView)
"""What is better seen whole, where there is room beside it."""

SOON = 100
"""Milliseconds after the page was painted anew until it is looked at."""

LINGER = 12_000
"""Milliseconds after which good news goes away by itself."""


class Notice(QFrame):
    """One sentence over the foot of the page, with an optional button; nothing on the page moves for it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("notice")
        self._page = parent
        parent.installEventFilter(self)
        self._sign = Label()
        self._text = Label()
        self._text.setWordWrap(True)
        self._text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.button = QPushButton()
        self.close_button = QToolButton()
        self.close_button.setAutoRaise(True)
        self.close_button.setToolTip("Dismiss")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(14, 6, 8, 6)
        layout.addWidget(self._sign)
        layout.addWidget(self._text, 1)
        layout.addWidget(self.button)
        layout.addWidget(self.close_button)
        self.foot: Callable[[], int] = lambda: 0
        """How tall the foot of the page is that must stay in sight."""
        self._action: Callable[[], object] | None = None
        self._tone: Tone = "good"
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.hide)
        self._watch = QTimer(self)
        self._watch.setSingleShot(True)
        self._watch.timeout.connect(self._look)
        self.button.clicked.connect(self._act)
        self.close_button.clicked.connect(self.hide)
        self.hide()

    @property
    def text(self) -> str:
        """What the notice says, empty while it is hidden."""
        return "" if self.isHidden() else self._text.text()

    def show_text(
        self, text: str, tone: Tone = "good", offer: str = "", action: Callable[[], object] | None = None
    ) -> None:
        """Say a sentence; with an offer, show a button that takes it up."""
        self._tone = tone
        self._text.setText(text)
        self.button.setText(offer)
        self.button.setVisible(bool(offer))
        self._action = action
        self.window().installEventFilter(self)
        self.dress()
        self.show()
        self.raise_()
        self._timer.stop()
        if tone == "good":
            self._timer.start(LINGER)

    def dress(self) -> None:
        """Take the colours of the theme."""
        theme = current_theme()
        self._sign.setPixmap(icon(_ICONS[self._tone], self._tone).pixmap(20, 20))
        self.close_button.setIcon(icon("mdi6.close", "muted"))
        self.setStyleSheet(
            f"#notice {{ background: {theme.panel}; border: 1px solid {theme.line}; border-radius: 6px;"
            f" border-left: 4px solid {theme.colour(self._tone).name()}; }}"
        )
        if self._text.text():
            self.lie()

    def lie(self) -> None:
        """Lie as near to the middle of the foot as nothing is hidden that can be used, in whatever shape fits there."""
        from designer.room import free_place  # it takes numpy, which the library page does without

        page = self._page.rect()
        area = page.adjusted(MARGIN, MARGIN, -MARGIN, -MARGIN)
        near = QPoint(area.center().x(), area.bottom() - self.foot())
        for taken in (self._in_use(FOUND), self._in_use(PRESSED)):
            for wide in (round(min(area.width(), scaled(WIDEST)) * share) for share in WIDTHS):
                size = QSize(max(wide, self.minimumSizeHint().width()), 0)
                size.setHeight(max(self.heightForWidth(size.width()), self.minimumSizeHint().height()))
                if (spare := free_place(size, area, taken, near)) is not None:
                    self.setGeometry(QRect(spare.corner, size))
                    return
        wide = min(area.width(), scaled(WIDEST))
        high = max(self.heightForWidth(wide), self.minimumSizeHint().height())
        self.setGeometry((page.width() - wide) // 2, area.bottom() - self.foot() - high, wide, high)

    def _in_use(self, kinds: tuple[type[QWidget], ...]) -> list[QRect]:
        """The boxes of whatever of these kinds is seen on the page, and its foot."""
        page = self._page
        boxes = [QRect(0, page.height() - self.foot(), page.width(), self.foot())]
        for widget in page.findChildren(QWidget):
            if isinstance(widget, kinds) and widget.isVisible() and not self.isAncestorOf(widget):
                seen = widget.visibleRegion().boundingRect()
                boxes.append(seen.translated(widget.mapTo(page, QPoint(0, 0))))
        return boxes

    def _look(self) -> None:
        """Lie elsewhere if the page shows other things than it did."""
        if self.isVisible() and not self.underMouse():
            box = self.geometry()
            if any(box.intersects(other) for other in self._in_use(PRESSED)):
                self.lie()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the page when it changes its size, and look what it shows when it is painted anew."""
        if self.isVisible() and watched is self._page and event.type() == QEvent.Type.Resize:
            self.lie()
        elif self.isVisible() and event.type() == QEvent.Type.UpdateRequest and not self._watch.isActive():
            self._watch.start(SOON)
        return super().eventFilter(watched, event)

    def _act(self) -> None:
        action, self._action = self._action, None
        self.hide()
        if action is not None:
            action()
