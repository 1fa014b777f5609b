"""The replay bar: a slider over the whole game, and the way to play on from any point of it."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSlider, QStyle, QStyleOptionSlider, QToolButton, QWidget

from designer.icons import icon
from designer.play.elided import ElidedLabel
from designer.theme import current_theme, scaled

STEP = 650
"""Milliseconds an entry is shown while the replay runs."""

_SIGNS = {
    "first": ("mdi6.skip-backward", "To the beginning"),
    "back": ("mdi6.step-backward", "One action back"),
    "run": ("mdi6.play", "Run the replay"),
    "on": ("mdi6.step-forward", "One action on"),
    "last": ("mdi6.skip-forward", "To the present"),
}


class JumpSlider(QSlider):
    """A slider that goes to where it is clicked."""

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Bring the handle under the mouse, then let it be dragged."""
        if event.button() == Qt.MouseButton.LeftButton:
            option = QStyleOptionSlider()
            self.initStyleOption(option)
            handle = self.style().subControlRect(
                QStyle.ComplexControl.CC_Slider, option, QStyle.SubControl.SC_SliderHandle, self
            )
            if not handle.contains(event.position().toPoint()):
                at, room = round(event.position().x()) - handle.width() // 2, self.width() - handle.width()
                self.setValue(QStyle.sliderValueFromPosition(self.minimum(), self.maximum(), at, room))
        super().mousePressEvent(event)


class ReplayBar(QWidget):
    """Moves through the log without touching the game."""

    moved = Signal(int)
    """Show the game after so many entries; the last one is the present."""
    branched = Signal(int)
    """Play on from here, as a game of its own."""
    tried = Signal()
    """Arrange the position that is shown, and play from that."""

    def __init__(self) -> None:
        super().__init__()
        self.buttons = {key: QToolButton() for key in _SIGNS}
        self.slider = JumpSlider(Qt.Orientation.Horizontal)
        self.slider.setMinimum(1)
        self.slider.setPageStep(10)
        self.slider.setToolTip("The whole game, action by action")
        self.slider.setMinimumWidth(scaled(110))
        self.where = ElidedLabel()
        self._moment, self._count = "", ""
        self.branch = QPushButton("Play from here")
        self.branch.setToolTip("Begin a new game from this point; this one is kept as it is")
        self.what_if = QPushButton("Try from here…")
        self.what_if.setToolTip("What if…: change the position as you like and play from it; this game stays as it is")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 4, 12, 4)
        for button in self.buttons.values():
            button.setAutoRaise(True)
            layout.addWidget(button)
        layout.addWidget(self.slider, 1)
        layout.addWidget(self.where)
        layout.addWidget(self.branch)
        layout.addWidget(self.what_if)
        self._timer = QTimer(self)
        self._timer.setInterval(STEP)
        self._timer.timeout.connect(self._tick)
        self._connect()
        self.dress()

    def _connect(self) -> None:
        slider = self.slider
        slider.valueChanged.connect(self.moved)
        self.buttons["first"].clicked.connect(lambda: slider.setValue(1))
        self.buttons["back"].clicked.connect(lambda: slider.setValue(slider.value() - 1))
        self.buttons["on"].clicked.connect(lambda: slider.setValue(slider.value() + 1))
        self.buttons["last"].clicked.connect(lambda: slider.setValue(slider.maximum()))
        self.buttons["run"].clicked.connect(self._run)
        self.branch.clicked.connect(lambda: self.branched.emit(slider.value()))
        self.what_if.clicked.connect(self.tried)

    def dress(self) -> None:
        """Take the colours of the theme."""
        for key, (sign, tip) in _SIGNS.items():
            self.buttons[key].setIcon(icon("mdi6.pause" if key == "run" and self._timer.isActive() else sign))
            self.buttons[key].setToolTip(tip)
        self.where.setStyleSheet(f"color: {current_theme().muted};")

    @property
    def present(self) -> bool:
        """Whether the slider stands at the end."""
        return self.slider.value() >= self.slider.maximum()

    def follow(self, entries: int, stay: int | None = None) -> None:
        """The game has so many entries now; stand at the end, or stay somewhere."""
        with QSignalBlocker(self.slider):
            self.slider.setMaximum(max(1, entries))
            self.slider.setValue(max(1, entries) if stay is None else stay)

    def say(self, moment: str, count: str) -> None:
        """Say where the slider stands: when that was, and at which action."""
        self._moment, self._count = moment, count
        self._fit_words()
        self.branch.setEnabled(not self.present)
        for key in ("on", "last"):
            self.buttons[key].setEnabled(not self.present)
        for key in ("first", "back"):
            self.buttons[key].setEnabled(self.slider.value() > 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width has room for other words."""
        super().resizeEvent(event)
        self._fit_words()

    def _fit_words(self) -> None:
        """Where there is no room for both, the moment is told under the mouse: the bar above the map names it."""
        whole, layout = f"{self._moment}  ·  {self._count}", self.layout()
        assert layout is not None
        others = (*self.buttons.values(), self.branch, self.what_if)
        taken = sum(one.sizeHint().width() + layout.spacing() for one in others) + self.slider.minimumWidth() + 48
        fits = self.where.fontMetrics().horizontalAdvance(whole) <= self.width() - taken
        self.where.more = "" if fits else whole
        self.where.setText(whole if fits else self._count)

    def _run(self) -> None:
        if self._timer.isActive():
            self._timer.stop()
        else:
            if self.present:
                self.slider.setValue(1)
            self._timer.start()
        self.dress()

    def _tick(self) -> None:
        self.slider.setValue(self.slider.value() + 1)
        if self.present:
            self._timer.stop()
            self.dress()
