"""The form that starts a game: side, opponent, plan, options, seed; every field has a good default."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSpinBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from designer.icons import icon
from designer.play.players import best_bot, bot_help, bot_names, bot_title
from designer.play.seats import Seat
from designer.theme import Theme, current_theme
from engine.bots import plans_of
from engine.records import Rows
from engine.records.counters import Side
from engine.records.play import Option

LARGEST_SEED = 2**31 - 1


@dataclass(frozen=True)
class NewGame:
    """What a game is started with."""

    seats: tuple[Seat, ...]
    seed: int
    options: dict[str, str] = field(default_factory=dict)
    name: str = ""


def primary_style(theme: Theme) -> str:
    """How the button looks that leads into a game."""
    return (
        f"QPushButton {{ padding: 10px; border: 0; border-radius: 5px; background: {theme.accent};"
        f" color: {theme.on_accent}; font-weight: 600; }}"
        f"QPushButton:hover, QPushButton:focus {{ border: 2px solid {theme.text}; }}"
        f"QPushButton:disabled {{ background: {theme.line}; color: {theme.muted}; }}"
    )


class NewGameForm(QWidget):
    """Everything about a new game on one page; `wanted` carries a NewGame."""

    wanted = Signal(object)

    def __init__(self, rows: Rows) -> None:
        super().__init__()
        self._rows = rows
        self.sides = sorted(rows.all(Side), key=lambda side: side.position)
        self.side, self.bot, self.plan = QComboBox(), QComboBox(), QComboBox()
        for index, side in enumerate(self.sides):
            self.side.addItem(side.name, index)
        self.side.addItem("Both sides, by yourself", "both")
        self.side.addItem("Neither: watch two bots", "none")
        for name in bot_names():
            self.bot.addItem(bot_title(name), name)
        self.bot.setCurrentIndex(self.bot.findData(best_bot(rows, self.sides[-1].side)) if self.sides else 0)
        self.options = {option.option: self._choice(option) for option in self._options()}
        self.seed = QSpinBox()
        self.seed.setRange(0, LARGEST_SEED)
        self.seed.setValue(random.randrange(1, 1_000_000))
        self.seed.setToolTip("The same seed and the same decisions give the same dice")
        self.shuffle = QToolButton()
        self.shuffle.setToolTip("Another seed")
        self._help = QLabel()
        self._help.setWordWrap(True)
        self._help.setMinimumHeight(2 * self._help.fontMetrics().lineSpacing())
        self.start = QPushButton("Start the game")
        self.start.setDefault(True)
        self._lay_out()
        self.side.activated.connect(lambda _index: self._follow())
        self.bot.activated.connect(lambda _index: self._follow())
        self.shuffle.clicked.connect(lambda: self.seed.setValue(random.randrange(1, 1_000_000)))
        self.start.clicked.connect(lambda: self.wanted.emit(self.chosen()))
        self._follow()
        self.dress()

    def _options(self) -> list[Option]:
        return sorted(self._rows.all(Option), key=lambda option: option.position)

    def _choice(self, option: Option) -> QComboBox:
        box = QComboBox()
        for choice in option.choices:
            box.addItem(choice.name, choice.choice)
        box.setToolTip(option.help)
        return box

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setVerticalSpacing(9)
        form.addRow("You play", self.side)
        form.addRow("Against", self.bot)
        form.addRow("", self._help)
        form.addRow("Its plan", self.plan)
        for option in self._options():
            form.addRow(option.name, self.options[option.option])
        line = QHBoxLayout()
        line.addWidget(self.seed, 1)
        line.addWidget(self.shuffle)
        form.addRow("Dice seed", line)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addLayout(form)
        layout.addSpacing(10)
        layout.addWidget(self.start)

    def dress(self) -> None:
        """Take the colours of the theme."""
        theme = current_theme()
        self._help.setStyleSheet(f"color: {theme.muted};")
        self.shuffle.setIcon(icon("mdi6.dice-multiple-outline"))
        self.start.setStyleSheet(primary_style(theme))

    def _follow(self) -> None:
        """Show the plans of the side that the bot would play."""
        side, bot = self.side.currentData(), self.bot.currentData()
        self.bot.setEnabled(side != "both")
        self._help.setText("" if side == "both" else bot_help(bot))
        kept = self.plan.currentData()
        with QSignalBlocker(self.plan):
            self.plan.clear()
            self.plan.addItem("Drawn by chance", "")
            if isinstance(side, int):
                for plan in plans_of(self._rows, self.sides[1 - side].side):
                    self.plan.addItem(plan.name, plan.plan)
            self.plan.setCurrentIndex(max(0, self.plan.findData(kept)))
        self.plan.setEnabled(self.plan.count() > 1 and bot == "doctrine")

    def take_over(self, seats: tuple[Seat, ...], options: Mapping[str, str]) -> None:
        """Show the players and the options of another game."""
        persons = [index for index, seat in enumerate(seats) if seat.person]
        side: int | str = persons[0] if len(persons) == 1 else "both" if persons else "none"
        self.side.setCurrentIndex(self.side.findData(side))
        bot = next((seat for seat in seats if not seat.person), None)
        if bot is not None:
            self.bot.setCurrentIndex(max(0, self.bot.findData(bot.bot)))
        self._follow()
        self.plan.setCurrentIndex(max(0, self.plan.findData(bot.plan if bot is not None else "")))
        for key, choice in options.items():
            if key in self.options:
                self.options[key].setCurrentIndex(max(0, self.options[key].findData(choice)))

    def chosen(self) -> NewGame:
        """The game as the form describes it."""
        side, bot = self.side.currentData(), str(self.bot.currentData())
        plan = str(self.plan.currentData() or "") if self.plan.isEnabled() else ""
        if side == "both":
            seats: tuple[Seat, ...] = (Seat(),) * len(self.sides)
        elif side == "none":
            seats = (Seat(bot),) * len(self.sides)
        else:
            seats = tuple(Seat() if index == side else Seat(bot, plan) for index in range(len(self.sides)))
        options = {key: str(box.currentData()) for key, box in self.options.items() if box.count()}
        return NewGame(seats, self.seed.value(), options, self._name(side, bot))

    def _name(self, side: int | str, bot: str) -> str:
        if side == "both":
            return "Both sides"
        if side == "none":
            return f"{bot_title(bot)} against {bot_title(bot)}"
        return f"{self.sides[int(side)].name} against {bot_title(bot)}"
