"""The form that starts a game: side, opponent, plan, options, seed; every field has a good default."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QSpinBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from designer.icons import icon
from designer.labels import Label, add_row
from designer.play.running.players import best_bot, bot_help, bot_names, bot_title
from designer.play.running.seats import PLAIN, Manners, Seat
from designer.play.starting.patience import Patience
from designer.theme import Theme, current_theme
from designer.wording import count
from engine.bots import plans_of
from engine.bots.naming import AHEAD, kind_of
from engine.records import Rows
from engine.records.charts import Chart
from engine.records.counters import Side, Unit
from engine.records.play import MechanismRow, Option
from engine.rules.combat import OddsCombat
from engine.scenario.options import HANDICAP, handicap

LARGEST_SEED = 2**31 - 1

SIDES = 30
"""Pixels that a line of an open list has beside its words."""

PERSONS = {"both": "Both sides", "two": "Two people"}
"""Who may play without a bot, and what such a game is called."""


@dataclass(frozen=True)
class NewGame:
    """What a game is started with."""

    seats: tuple[Seat, ...]
    seed: int
    options: dict[str, str] = field(default_factory=dict)
    name: str = ""
    manners: Manners = PLAIN
    seconds: float = 0
    """How long a bot that looks ahead may think about a phase; 0: its name says it."""


def primary_style(theme: Theme) -> str:
    """How the button looks that leads into a game."""
    return (
        f"QPushButton {{ padding: 8px; border: 2px solid {theme.accent}; border-radius: 5px;"
        f" background: {theme.accent}; color: {theme.on_accent}; font-weight: 600; }}"
        f"QPushButton:hover, QPushButton:focus {{ border-color: {theme.text}; }}"
        f"QPushButton:disabled {{ background: {theme.line}; border-color: {theme.line}; color: {theme.muted}; }}"
    )


def throws_dice(rows: Rows) -> bool:
    """Whether a game of a scenario ever throws a die or draws a unit blind."""
    return any(chart.dice for chart in rows.all(Chart)) or any(unit.pool for unit in rows.all(Unit))


def by_odds(rows: Rows) -> bool:
    """Whether battles of a scenario are decided by odds, which a handicap can shift."""
    return rows.get(MechanismRow, OddsCombat.key) is not None


class SnugArea(QScrollArea):
    """Asks for all the room that its widget takes; of its own, Qt's asks for no more than some twenty lines."""

    def sizeHint(self) -> QSize:
        """As large as what lies in it, with the bar by which it scrolls where it must."""
        inside = self.widget()
        if inside is None:
            return super().sizeHint()
        return inside.sizeHint() + QSize(self.verticalScrollBar().sizeHint().width(), 0)


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
        self.side.addItem("Two people, a curtain between turns", "two")
        self.side.addItem("Neither: watch two bots", "none")
        for name in bot_names():
            self.bot.addItem(bot_title(name), name)
        self.bot.setCurrentIndex(self.bot.findData(best_bot()) if self.sides else 0)
        self.options = {option.option: self._choice(option) for option in self._options()}
        self.handicap = self._handicap()
        self.patience = Patience()
        self.practice = QCheckBox("Practice: what dice decided may be taken back")
        self.practice.setToolTip("The journal says so, and tells of everything that was taken back past dice")
        self.seed = QSpinBox()
        self.seed.setRange(0, LARGEST_SEED)
        self.seed.setValue(random.randrange(1, 1_000_000))
        self.seed.setToolTip("The same seed and the same decisions give the same dice")
        self.shuffle = QToolButton()
        self.shuffle.setToolTip("Another seed")
        self._help = Label()
        self._help.setWordWrap(True)
        self._help.setAlignment(Qt.AlignmentFlag.AlignTop)
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

    def _handicap(self) -> QComboBox:
        box = QComboBox()
        box.addItem("None", "")
        for columns in (1, 2):
            for side in self.sides:
                box.addItem(f"{count(columns, 'column')} for {side.name}", handicap(side.side, columns))
        box.setToolTip("The odds of every battle are shifted in favour of a side; every forecast says so")
        return box

    def _boxes(self) -> list[QComboBox]:
        return [self.side, self.bot, self.plan, self.patience.time, self.handicap, *self.options.values()]

    def _widen(self) -> None:
        """Let every list open as wide as its lines are."""
        for box in self._boxes():
            box.view().setMinimumWidth(box.view().sizeHintForColumn(0) + SIDES)

    def _lay_out(self) -> None:
        wishes = QWidget()
        for box in self._boxes():
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
            box.setMinimumContentsLength(14)
        form = self._form = QFormLayout(wishes)
        form.setContentsMargins(0, 0, 0, 0)
        form.setVerticalSpacing(9)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow("You play", self.side)
        form.addRow("Against", self.bot)
        form.addRow(self._help)
        form.addRow("It may think", self.patience)
        form.addRow("Its plan", self.plan)
        if by_odds(self._rows):
            form.addRow("Handicap", self.handicap)
        if throws_dice(self._rows):
            form.addRow(self.practice)
        for option in self._options():  # of which a game may have more than a small window shows
            add_row(form, option.name, self.options[option.option])
        if throws_dice(self._rows):
            line = QHBoxLayout()
            line.addWidget(self.seed, 1)
            line.addWidget(self.shuffle)
            form.addRow("Dice seed", line)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._wishes(wishes), 1)
        layout.addSpacing(10)
        layout.addWidget(self.start)

    @staticmethod
    def _wishes(wishes: QWidget) -> QScrollArea:
        """What can be wished scrolls where it is too much for the page; the button below it stays in sight."""
        area = SnugArea()
        area.setObjectName("wishes")
        area.setWidget(wishes)
        area.setWidgetResizable(True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.viewport().setAutoFillBackground(False)
        wishes.setAutoFillBackground(False)
        return area

    def dress(self) -> None:
        """Take the colours of the theme."""
        theme = current_theme()
        self._help.setStyleSheet(f"color: {theme.muted};")
        self._help.setMinimumHeight(2 * self._help.fontMetrics().lineSpacing() + 2)
        self.shuffle.setIcon(icon("mdi6.dice-multiple-outline"))
        self.start.setStyleSheet(primary_style(theme))
        self._widen()

    def _follow(self) -> None:
        """Show the plans of the side that the bot would play."""
        side, bot = self.side.currentData(), self.bot.currentData()
        self.bot.setEnabled(side not in PERSONS)
        self._help.setText("" if side in PERSONS else bot_help(bot))
        self._form.setRowVisible(self.patience, bot == AHEAD and side not in PERSONS)
        kept = self.plan.currentData()
        with QSignalBlocker(self.plan):
            self.plan.clear()
            self.plan.addItem("Drawn by chance", "")
            if isinstance(side, int):
                for plan in plans_of(self._rows, self.sides[1 - side].side):
                    self.plan.addItem(plan.name, plan.plan)
            self.plan.setCurrentIndex(max(0, self.plan.findData(kept)))
        self.plan.setEnabled(self.plan.count() > 1 and bot in ("doctrine", "hard"))
        self._widen()

    def take_over(self, seats: tuple[Seat, ...], options: Mapping[str, str]) -> None:
        """Show the players and the options of another game."""
        persons = [index for index, seat in enumerate(seats) if seat.person]
        side: int | str = persons[0] if len(persons) == 1 else "both" if persons else "none"
        self.side.setCurrentIndex(self.side.findData(side))
        bot = next((seat for seat in seats if not seat.person), None)
        if bot is not None:
            self.bot.setCurrentIndex(max(0, self.bot.findData(kind_of(bot.bot))))
            self.patience.take_over(bot.bot)
        self._follow()
        self.plan.setCurrentIndex(max(0, self.plan.findData(bot.plan if bot is not None else "")))
        self.handicap.setCurrentIndex(max(0, self.handicap.findData(options.get(HANDICAP, ""))))
        for key, choice in options.items():
            if key in self.options:
                self.options[key].setCurrentIndex(max(0, self.options[key].findData(choice)))

    def chosen(self) -> NewGame:
        """The game as the form describes it."""
        side, bot = self.side.currentData(), self.patience.name(str(self.bot.currentData()))
        plan = str(self.plan.currentData() or "") if self.plan.isEnabled() else ""
        if side in PERSONS:
            seats: tuple[Seat, ...] = (Seat(),) * len(self.sides)
        elif side == "none":
            seats = (Seat(bot),) * len(self.sides)
        else:
            seats = tuple(Seat() if index == side else Seat(bot, plan) for index in range(len(self.sides)))
        options = {key: str(box.currentData()) for key, box in self.options.items() if box.count()}
        if wanted := str(self.handicap.currentData()):
            options[HANDICAP] = wanted
        manners = Manners(self.practice.isChecked() and throws_dice(self._rows), side == "two")
        seconds = self.patience.seconds if bot == AHEAD else 0
        return NewGame(seats, self.seed.value(), options, self._name(side, kind_of(bot)), manners, seconds)

    def _name(self, side: int | str, bot: str) -> str:
        if side in PERSONS:
            return PERSONS[str(side)]
        if side == "none":
            return f"{bot_title(bot)} against {bot_title(bot)}"
        return f"{self.sides[int(side)].name} against {bot_title(bot)}"
