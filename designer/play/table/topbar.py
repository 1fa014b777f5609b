"""The bar above the map: turn, phase, side, the one thing to decide, and the button that ends it."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QMenu,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

from designer.fonts import SERIF
from designer.icons import icon
from designer.labels import Label
from designer.paint.colours import readable_on
from designer.play.elided import ElidedLabel
from designer.play.running.pace import SPEEDS
from designer.play.table.interactions import Ending
from designer.theme import current_theme, scaled
from engine.records.play import Turn
from engine.scenario import Scenario

ASK, DO_IT = "What would the staff do here? (Shift+H)", "Do what the staff advised (Shift+H)"

REST = "Let the staff do the rest of this, but for units that are held; you end the phase (D)"

ENDING, WIDEST = 236, 270
"""The width of the button that ends a decision, at the usual text size and at any: no text moves its neighbours."""

SPECIAL, ROOMY = 230, 1450
"""The width that the special rules of a turn may always take, at the usual text size, and the bar's width from which
they stand in it; on a narrower one the turn tells them under the mouse."""

PADDING = 12
"""Pixels on either side of its words."""

MANY, FEW = 12, 8
"""More turns than that have small boxes; and so few have boxes in any window, where more of them leave the prompt no
room."""

WORDY = 1150
"""The bar's width, at the usual text size, from which its buttons bear words."""

SENTENCE = 340
"""What the turns must leave the prompt, at the usual text size; else they give up their boxes."""

WHEN, SHORTEST = 0.52, 120
"""The share of what the buttons leave that turn and phase may take, and what a phase may always, at the usual text."""


def notes_of(scenario: Scenario) -> dict[int, str]:
    """What is special about turns, by number."""
    return {row.turn: row.note for row in scenario.rows.all(Turn) if row.note}


class TurnTrack(QWidget):
    """The turn record track, small: one box a turn, the running one filled."""

    def __init__(self) -> None:
        super().__init__()
        self._turns, self._now = 1, 0
        self.brief = False
        """Whether room is short: only the running turn, and how many there are."""
        self._names: list[str] = []
        self._notes: dict[int, str] = {}
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_turn(self, scenario: Scenario, turn: int) -> None:
        """Show where in the game it is."""
        self._turns, self._now = scenario.about.turns, turn
        self._names = [scenario.turn_name(number) for number in range(1, self._turns + 1)]
        self._notes = notes_of(scenario)
        self.updateGeometry()
        self.update()

    def _side(self) -> int:
        return scaled(18 if self._turns <= MANY else 12)

    @property
    def _words(self) -> str:
        """What stands for the boxes where there is no room for all of them."""
        return f"{self._now} of {self._turns}" if self.brief and self._turns > FEW else ""

    def sizeHint(self) -> QSize:
        """All the boxes."""
        high = self._side() + 2
        if self._words:
            return QSize(self.fontMetrics().horizontalAdvance(f"{self._turns} of {self._turns}") + 4, high)
        return QSize(self.whole, high)

    @property
    def whole(self) -> int:
        """How wide all the boxes are."""
        return self._turns * (self._side() + 2)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Past turns are tinted, the running one is filled."""
        painter, theme, side = QPainter(self), current_theme(), self._side()
        if self._words:
            painter.setPen(QColor(theme.text))
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self._words)
            painter.end()
            return
        font = self.font()
        font.setPixelSize(round(side * 0.62))
        painter.setFont(font)
        for number in range(1, self._turns + 1):
            box = QRectF((number - 1) * (side + 2) + 0.5, 0.5, side - 1, side - 1)
            past, now = number < self._now, number == self._now
            painter.setPen(QPen(QColor(theme.accent if now else theme.line), 1))
            painter.setBrush(QColor(theme.accent if now else theme.line if past else theme.field))
            painter.drawRect(box)
            painter.setPen(QColor(theme.on_accent if now else theme.muted))
            if side >= scaled(16) or now:
                painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(number))
        painter.end()

    def event(self, event: object) -> bool:
        """Hovering names the turn."""
        if isinstance(event, QHelpEvent):
            number = max(0, self._now - 1) if self._words else event.pos().x() // (self._side() + 2)
            if 0 <= number < len(self._names):
                name, plain = self._names[number], f"Turn {number + 1}"
                said = plain if name == plain else f"{plain}: {name}"
                note = self._notes.get(number + 1, "")
                QToolTip.showText(event.globalPos(), f"{said}. {note}." if note else said, self)
                return True
        return super().event(event)  # type: ignore[arg-type]


class EndingButton(QPushButton):
    """The button that ends a decision; a double click presses it once, because what it does next may be final."""

    def __init__(self) -> None:
        super().__init__()
        self.words = ""

    def say(self, words: str) -> None:
        """Say what it does; too long a text ends in dots, and hovering tells all of it."""
        self.words = words
        self._fit()

    def _fit(self) -> None:
        room = self.width() - 2 * PADDING
        self.setText(self.fontMetrics().elidedText(self.words, Qt.TextElideMode.ElideRight, room))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width has room for another text."""
        super().resizeEvent(event)
        self._fit()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """The second press is none."""
        event.accept()


class TopBar(QFrame):
    """What to do now, always in sight."""

    ended = Signal()
    undone = Signal()
    redone = Signal()
    hinted = Signal()
    delegated = Signal()
    turn_delegated = Signal()
    stopped = Signal()
    skipped = Signal()
    resumed = Signal()
    speed_chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("topbar")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.track = TurnTrack()
        self.turn, self.side, self.weather, self.values = Label(), Label(), Label(), Label()
        self.phase, self.special = ElidedLabel(), ElidedLabel()
        self._worth, self._sky = "", ""
        for label in (self.weather, self.values, self.special):
            label.hide()
        self.prompt, self.note = ElidedLabel(), ElidedLabel()
        for label in (self.prompt, self.note):
            label.resized.connect(self._share_lines)
        self.ending = EndingButton()
        self.undo = self._tool("mdi6.undo", "Take back your last choice (U)")
        self.redo = self._tool("mdi6.redo", "Do it again (Shift+U)")
        self.hint = self._tool("mdi6.lightbulb-on-outline", ASK, "Hint")
        self.delegate = self._tool("mdi6.account-tie-outline", REST, "Do the rest")
        self.delegate.setPopupMode(QToolButton.ToolButtonPopupMode.MenuButtonPopup)
        menu = QMenu(self.delegate)
        menu.addAction("The rest of this (D)").triggered.connect(self.delegated)
        menu.addAction("The whole of my turn (Shift+D)").triggered.connect(self.turn_delegated)
        self.delegate.setMenu(menu)
        self.stop, self.resume = QPushButton("Stop"), QPushButton("Let it go on")
        self.skip = QPushButton("Skip")
        self.skip.setToolTip("Show the rest of it at once (Ctrl+Space)")
        self.busy = QProgressBar()
        self.busy.setRange(0, 0)
        self.busy.setFixedWidth(90)
        self.busy.setTextVisible(False)
        self.busy.setFixedHeight(8)
        self.speed = QComboBox()
        for key, (title, _) in SPEEDS.items():
            self.speed.addItem(title, key)
        self.speed.setToolTip("How fast the bot's moves are shown (Space shows the next at once)")
        self._lay_out()
        self._connect()
        self.dress()

    @staticmethod
    def _tool(sign: str, tip: str, text: str = "") -> QToolButton:
        button = QToolButton()
        button.setText(text)
        button.setAccessibleName(text or tip)
        if text:
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setAutoRaise(True)
        button.setToolTip(tip)
        button.setIconSize(QSize(scaled(22), scaled(22)))
        button.setProperty("sign", sign)
        return button

    def _lay_out(self) -> None:
        when = QVBoxLayout()
        when.setSpacing(3)
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(self.side)
        line.addWidget(self.phase)
        line.addStretch(1)
        below = QHBoxLayout()
        below.setSpacing(8)
        below.addWidget(self.track)
        below.addWidget(self.turn)
        below.addWidget(self.weather)
        below.addWidget(self.values)
        below.addWidget(self.special)
        below.addStretch(1)
        when.addLayout(line)
        when.addLayout(below)
        what = QVBoxLayout()
        what.setSpacing(1)
        what.addWidget(self.prompt)
        what.addWidget(self.note)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(14, 7, 14, 7)
        layout.setSpacing(10)
        layout.addLayout(when)
        layout.addSpacing(14)
        layout.addLayout(what, 1)
        for widget in (
            self.busy,
            self.speed,
            self.skip,
            self.stop,
            self.resume,
            self.hint,
            self.delegate,
            self.undo,
            self.redo,
            self.ending,
        ):
            layout.addWidget(widget)

    def _connect(self) -> None:
        for button, signal in (
            (self.ending, self.ended),
            (self.undo, self.undone),
            (self.redo, self.redone),
            (self.hint, self.hinted),
            (self.delegate, self.delegated),
            (self.stop, self.stopped),
            (self.skip, self.skipped),
            (self.resume, self.resumed),
        ):
            button.clicked.connect(signal)
        self.speed.activated.connect(lambda index: self.speed_chosen.emit(self.speed.itemData(index)))

    def dress(self) -> None:
        """Take the colours and the type of the theme."""
        theme, base = current_theme(), QApplication.font().pointSizeF()
        self.setStyleSheet(
            f"#topbar {{ background: {theme.panel}; border: 0; border-bottom: 1px solid {theme.line}; }}"
        )
        heading = QFont(SERIF)
        heading.setPointSizeF(base * 1.2)
        heading.setWeight(QFont.Weight.DemiBold)
        self.prompt.setFont(heading)
        self.phase.setStyleSheet("font-weight: 600;")
        for label in (self.turn, self.note, self.weather, self.values, self.special):
            label.setStyleSheet(f"color: {theme.muted};")
        self.setFixedHeight(round(base * 6.8))
        self.ending.setFixedWidth(scaled(ENDING, WIDEST))
        self._spare_room()
        for button in (self.undo, self.redo, self.hint, self.delegate):
            button.setIcon(icon(button.property("sign")))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where room is short, the buttons give their words up for the prompt."""
        super().resizeEvent(event)
        self._make_room()
        self._spare_room()
        style = Qt.ToolButtonStyle.ToolButtonTextBesideIcon
        if self.width() < scaled(WORDY):
            style = Qt.ToolButtonStyle.ToolButtonIconOnly
        for button in (self.hint, self.delegate):
            button.setToolButtonStyle(style)

    def _make_room(self) -> None:
        """Show the special rules of the turn, and say what its figures mean, where the prompt can spare the room."""
        self.special.setVisible(bool(self.special.text()) and self.width() >= scaled(ROOMY))
        self._hold_phase()
        short = self.width() < scaled(WORDY)
        brief = short or self._crowded()
        if brief != self.track.brief:
            self.track.brief = brief
            self.track.updateGeometry()
            self.track.update()
        self.values.setText(f"·  {self._worth.rpartition(': ')[2] if short else self._worth}")

    def _crowded(self) -> bool:
        """Whether all that could be said of the turn would leave the prompt too little room for a sentence."""
        words = [self.turn.text(), *(f"·  {text}" for text in (self._worth, self._sky) if text)]
        when = self.track.whole + sum(self.fontMetrics().horizontalAdvance(text) + 8 for text in words)
        return self._spare() - when < scaled(SENTENCE)

    def _spare(self) -> int:
        """What the buttons leave to the turn and to the prompt."""
        tools = (self.hint, self.delegate, self.undo, self.redo)
        return self.width() - self.ending.width() - sum(tool.sizeHint().width() + 10 for tool in tools) - 62

    def _hold_phase(self) -> None:
        """Leave the prompt its share beside the longest name of a phase, which is set smaller for it."""
        self.phase.ensurePolished()
        side = 0 if self.side.isHidden() else self.side.sizeHint().width() + 8
        most = max(scaled(SHORTEST), round(self._spare() * WHEN) - side)
        self.phase.setFixedWidth(min(self.phase.sizeHint().width(), most))

    def _spare_room(self) -> None:
        """Leave the special rules of the turn half of what a wide bar has to spare."""
        self.special.setMaximumWidth(scaled(SPECIAL) + max(0, self.width() - scaled(ROOMY)) // 2)

    def show_prompt(self, prompt: str, note: str) -> None:
        """Say what to do, and below it how."""
        self.prompt.setText(prompt)
        self.note.setText(note)
        self._share_lines()

    def _share_lines(self) -> None:
        """What to do is said whole: where one line is too short for it, it takes the lines of the hint too."""
        self.prompt.take_lines(3)
        self.note.take_lines(2)
        self.note.setVisible(self.prompt.lines == 1)
        self.prompt.more = self.note.text() if self.prompt.lines > 1 else ""

    def show_when(self, scenario: Scenario, turn: int, phase: str, side: int | None) -> None:
        """Show turn, phase and side."""
        self.track.show_turn(scenario, turn)
        self.turn.setText(scenario.turn_name(turn) if turn else "Before the first turn")
        special = notes_of(scenario).get(turn, "")
        self.special.setText(f"·  {special}" if special else "")
        self.turn.setToolTip(special)
        self.phase.setText(phase)
        self.side.setVisible(side is not None)
        if side is not None:
            row = scenario.sides[side]
            self.side.setText(row.name)
            self.side.setStyleSheet(
                f"background: {row.colour}; color: {readable_on(row.colour).name()};"
                " border-radius: 4px; padding: 1px 8px; font-weight: 600;"
            )
        self._make_room()

    def show_weather(self, words: str, effects: str = "") -> None:
        """Show the weather beside the turn, and what it does under the mouse; nothing where there is none."""
        self._sky = words
        self.weather.setVisible(bool(words))
        self.weather.setText(f"·  {words}")
        self.weather.setToolTip(effects)

    def show_values(self, words: str) -> None:
        """Show what units are worth on this turn, where that changes with the turn."""
        self.values.setVisible(bool(words))
        self._worth = words
        self.values.setToolTip("What a unit of each side counts in battle on this turn")
        self._make_room()

    def show_ending(self, ending: Ending | None) -> None:
        """The button that ends the decision; filled when it is the natural next step."""
        theme = current_theme()
        self.ending.setVisible(ending is not None)
        if ending is None:
            return
        self.ending.say(ending.text)
        self.ending.setToolTip(". ".join(part for part in (ending.text, ending.tip) if part) + " (Ctrl+Enter)")
        colours = (theme.accent, theme.on_accent) if ending.ready else (theme.field, theme.text)
        self.ending.setStyleSheet(
            f"QPushButton {{ padding: 8px 0; border: 2px solid {theme.accent}; border-radius: 5px;"
            f" background: {colours[0]}; color: {colours[1]}; font-weight: 600; }}"
            f"QPushButton:hover {{ border-color: {theme.text}; }}"
            f"QPushButton:focus {{ border-color: {theme.text}; }}"
        )

    def show_mode(self, *, mine: bool, thinking: bool, bot: bool, undo: bool, redo: bool, film: bool = False) -> None:
        """Show the buttons that mean something now."""
        for button in (self.hint, self.delegate):
            button.setVisible(mine)
        self._keep_place(mine)
        self.busy.setVisible(thinking)
        self.stop.setVisible(thinking)
        self.skip.setVisible(thinking or film)
        self.speed.setVisible(thinking or bot or film)
        self.resume.setVisible(bot and not thinking)
        self.undo.setEnabled(undo)
        self.redo.setEnabled(redo)

    def _keep_place(self, mine: bool) -> None:
        """Keep the place of the button that ends while it is away: whoever presses twice would press a neighbour."""
        policy = self.ending.sizePolicy()
        policy.setRetainSizeWhenHidden(mine or self.width() >= scaled(WORDY))
        self.ending.setSizePolicy(policy)

    def show_advice(self, given: bool) -> None:
        """Once the staff has answered, the button that asked it lets it act."""
        self.hint.setText("Do it" if given else "Hint")
        self.hint.setToolTip(DO_IT if given else ASK)
        self.hint.setProperty("sign", "mdi6.check-bold" if given else "mdi6.lightbulb-on-outline")
        self.hint.setIcon(icon(self.hint.property("sign")))

    def show_speed(self, speed: str) -> None:
        """Show the speed that is set."""
        self.speed.setCurrentIndex(max(0, self.speed.findData(speed)))
