"""The bar above the sandbox: turn and phase to begin with, undo, other starting points, and the way into play."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QFont, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QMenu,
    QPushButton,
    QSizePolicy,
    QSpinBox,
    QToolButton,
    QVBoxLayout,
)

from designer.fonts import SERIF
from designer.icons import icon
from designer.labels import Label
from designer.play.elided import ElidedLabel
from designer.play.starting.newgame import primary_style
from designer.play.starting.sandbox.draft import PositionDraft
from designer.theme import current_theme, scaled

STARTS = (
    ("set-up", "The fixed lines of the set-up"),
    ("staffs", "A set-up made by both staffs"),
    ("empty", "An empty map"),
)
"""What can be arranged from."""

WORDY = 1150
"""The bar's width, at the usual text size, from which all its buttons bear words."""


class SandboxBar(QFrame):
    """What the position begins with, and the button that plays it."""

    timed = Signal(int, str)
    """Another turn or phase is wanted."""
    started = Signal(str)
    """Another position to arrange from is wanted."""

    def __init__(self, draft: PositionDraft, note: str) -> None:
        super().__init__()
        self._draft = draft
        self.setObjectName("sandboxbar")
        self.heading, self.note = ElidedLabel(), ElidedLabel()
        self.heading.setText("What if…")
        self.note.setText(note)
        self.note.resized.connect(lambda: self.note.take_lines(2))
        self.turn, self.phase = QSpinBox(), QComboBox()
        self.turn.setRange(1, draft.setting.scenario.about.turns)
        self.turn.setKeyboardTracking(False)
        self.when = Label()
        self.phase.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.phase.setMinimumContentsLength(21)
        for index, phase in enumerate(draft.setting.scenario.phases):
            self.phase.addItem(f"{index + 1}. {phase.name}", phase.phase)
        self.undo, self.redo, self.from_ = QToolButton(), QToolButton(), QToolButton()
        self.leave, self.play = QPushButton("Leave"), QPushButton("Play from here")
        self.leave.setToolTip("Back to the games of this scenario; the position stays for another time")
        self.play.setToolTip("Begin a game from this position; it is kept like any other (Ctrl+Enter)")
        self._lay_out()
        self.turn.valueChanged.connect(lambda _turn: self._timed())
        self.phase.activated.connect(lambda _index: self._timed())
        self.dress()
        self.refresh()

    def _lay_out(self) -> None:
        menu = QMenu(self.from_)
        for key, text in STARTS:
            menu.addAction(text).triggered.connect(lambda _on=False, key=key: self.started.emit(key))
        self.from_.setMenu(menu)
        self.from_.setText("Begin with")
        self.from_.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.from_.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.from_.setToolTip("Arrange from another position; undo brings this one back")
        words = QVBoxLayout()
        words.setSpacing(1)
        words.addWidget(self.heading)
        words.addWidget(self.note)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(14, 7, 14, 7)
        layout.setSpacing(10)
        layout.addLayout(words, 3)
        for widget in (Label("Turn"), self.turn, self.when, Label("Phase")):
            layout.addWidget(widget)
        layout.addWidget(self.phase, 2)
        layout.addSpacing(8)
        for button in (self.from_, self.undo, self.redo, self.leave, self.play):
            layout.addWidget(button)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def dress(self) -> None:
        """Take the colours and the type of the theme."""
        theme = current_theme()
        self.setStyleSheet(
            f"#sandboxbar {{ background: {theme.panel}; border: 0; border-bottom: 1px solid {theme.line}; }}"
        )
        heading = QFont(SERIF)
        heading.setPointSizeF(QApplication.font().pointSizeF() * 1.2)
        heading.setWeight(QFont.Weight.DemiBold)
        self.heading.setFont(heading)
        for label in (self.note, self.when):
            label.setStyleSheet(f"color: {theme.muted};")
        for button, sign in ((self.undo, "mdi6.undo"), (self.redo, "mdi6.redo"), (self.from_, "mdi6.restart")):
            button.setIcon(icon(sign))
            button.setIconSize(QSize(scaled(22), scaled(22)))
            button.setAutoRaise(True)
        self.setFixedHeight(round(QApplication.font().pointSizeF() * 6.8))
        self.play.setStyleSheet(primary_style(theme).replace("padding: 8px", "padding: 6px 18px"))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where room is short, a button gives its words up."""
        super().resizeEvent(event)
        wordy = self.width() >= scaled(WORDY)
        style = Qt.ToolButtonStyle
        self.from_.setToolButtonStyle(style.ToolButtonTextBesideIcon if wordy else style.ToolButtonIconOnly)

    def _timed(self) -> None:
        self.timed.emit(self.turn.value(), str(self.phase.currentData()))

    def refresh(self) -> None:
        """Show the draft's turn, phase and steps."""
        position = self._draft.position
        with QSignalBlocker(self.turn), QSignalBlocker(self.phase):
            self.turn.setValue(position.turn)
            self.phase.setCurrentIndex(self.phase.findData(position.phase))
            self.phase.setToolTip(self.phase.currentText())
        self.when.setText(self._draft.setting.scenario.turn_name(position.turn))
        for button, name, word, keys in (
            (self.undo, self._draft.undo_name, "Undo", "Ctrl+Z"),
            (self.redo, self._draft.redo_name, "Redo", "Ctrl+Y"),
        ):
            button.setEnabled(bool(name))
            button.setToolTip(f"{word}: {name} ({keys})" if name else f"Nothing to {word.lower()}")
