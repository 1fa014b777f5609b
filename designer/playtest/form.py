"""The form of a new run: what is played, by whom, how many games or how tight an interval, from which seed."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import cast

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFormLayout,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from designer.labels import Label
from designer.playtest.asking import OPTIONS, Alternative, Asked
from designer.tables.proposal import Proposal
from designer.theme import current_theme, scaled
from engine.bots import BOTS as KNOWN
from engine.bots import plans_of
from engine.bots.naming import AHEAD, MOST_PLAYOUTS, BotName
from engine.errors import StavkaError
from engine.lab.settings import Kind, RunSettings
from engine.lab.telling import BOTS, bot_title
from engine.lab.tweak import sweep_values
from engine.records import Rows
from engine.records.counters import Side
from engine.records.play import Option
from engine.store import EditLine

KINDS: tuple[tuple[Kind, str], ...] = (
    ("one", "One version"),
    ("compare", "Two versions, same dice"),
    ("sweep", "One value over a range"),
)
NOTHING = (
    "Nothing is chosen yet. Select a cell of the combat results table, a unit, an ending or a weight in its tab and "
    "press Try this change (Ctrl+T)."
)
NO_EDIT = (
    "What stands there is no single value, so that there is none to put in its place. Change it in its tab and press "
    "Try this change again: what the edit did is then compared with what was before."
)
LABELS = 120
"""How wide the titles of sides and options are; longer ones are wrapped."""

LARGEST_SEED = 2**31 - 1


def narrow() -> QComboBox:
    """A box that takes the room there is, however long its texts are."""
    box = QComboBox()
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    box.setMinimumContentsLength(8)
    return box


def _playouts() -> QSpinBox:
    """A box for the playouts of a bot that looks ahead; the least number stands for what suits the scenario."""
    box = QSpinBox()
    box.setRange(-1, MOST_PLAYOUTS)
    box.setValue(-1)
    box.setSpecialValueText("Playouts as suit the scenario")
    box.setSuffix(" playouts of a phase")
    box.setToolTip("How often it plays on from a phase before it chooses; with too few it does not choose")
    return box


def _choices(option: Option) -> QComboBox:
    """A box with the choices of an option."""
    box = narrow()
    for choice in option.choices:
        box.addItem(choice.name, choice.choice)
    box.setToolTip(option.help)
    return box


class RunForm(QWidget):
    """Everything about a new run; `wanted` carries what was asked for."""

    wanted = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.proposal: Proposal | None = None
        self.kind, self.first, self.second = narrow(), narrow(), narrow()
        for key, title in KINDS:
            self.kind.addItem(title, key)
        self.which, self.change, self.value, self.values = narrow(), Label(NOTHING), narrow(), QLineEdit()
        self.bots: dict[str, QComboBox] = {}
        self.plans: dict[str, QComboBox] = {}
        self.playouts: dict[str, QSpinBox] = {}
        self.options: dict[str, QComboBox] = {}
        self.others: dict[str, QComboBox] = {}
        self.games, self.width_, self.seed, self.jobs = QSpinBox(), QDoubleSpinBox(), QSpinBox(), QSpinBox()
        self.blind = QCheckBox("Bots plan by the first version")
        self.fold = QToolButton()
        self.start = QPushButton("Play the games")
        self.trouble = Label()
        self.foot = QWidget()
        """What stays in sight below the form: what is wrong with it, and the button that starts."""
        self._set_up()
        self._lay_out()
        self._connect()
        self.follow()

    def _set_up(self) -> None:
        self.value.setEditable(True)
        self.change.setWordWrap(True)
        self.trouble.setWordWrap(True)
        self.values.setPlaceholderText("2:8:1, or NE, DR, DE")
        self.values.setToolTip("From, to and step between colons, or values between commas")
        self.games.setRange(1, 100_000)
        self.games.setValue(200)
        self.games.setGroupSeparatorShown(True)
        self.width_.setRange(0, 50)
        self.width_.setDecimals(1)
        self.width_.setSuffix(" points")
        self.width_.setSpecialValueText("All the games")
        self.width_.setToolTip("Stop when the 95 % interval of the score, or of the difference, is no wider than this")
        self.seed.setRange(0, LARGEST_SEED)
        self.seed.setValue(1)
        self.seed.setToolTip("The same seed gives the same games, whatever the number of processes")
        self.jobs.setRange(1, 64)
        self.jobs.setValue(max(1, (os.cpu_count() or 2) - 1))
        self.jobs.setToolTip("How many games are played at a time, each in a process of its own")
        self.blind.setChecked(True)
        self.blind.setToolTip(
            "Games part only where the change itself strikes, so that a difference shows in fewer of them. "
            "Without it the bots of each version plan by its own tables."
        )
        self.fold.setCheckable(True)
        self.fold.setAutoRaise(True)
        self.fold.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.fold.setToolTip("Show the optional rules, and with which of them the games are played")

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setVerticalSpacing(7)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow("Play", self.kind)
        form.addRow("Version", self.first)
        self._form = form
        form.addRow("Against", self.second)
        form.addRow("Number", self.which)
        form.addRow("Change", self.change)
        form.addRow("To", self.value)
        form.addRow("Values", self.values)
        form.addRow("", self.blind)
        form.addRow("Games", self.games)
        form.addRow("Until", self.width_)
        form.addRow("Seed", self.seed)
        form.addRow("At a time", self.jobs)
        form.addRow(self.fold)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 10, 12, 6)
        layout.addLayout(form)
        foot = QVBoxLayout(self.foot)
        foot.setContentsMargins(12, 4, 12, 8)
        foot.addWidget(self.trouble)
        foot.addWidget(self.start)
        self.dress()

    def _connect(self) -> None:
        self.kind.currentIndexChanged.connect(lambda _index: self.follow())
        self.second.currentIndexChanged.connect(lambda _index: self.follow())
        self.fold.toggled.connect(lambda _on: self.follow())
        self.which.currentIndexChanged.connect(lambda _index: self._take_over())
        self.start.clicked.connect(lambda _on: self._start())

    def dress(self) -> None:
        """Take the colours of the theme."""
        theme = current_theme()
        self.change.setStyleSheet(f"color: {theme.muted};")
        self.trouble.setStyleSheet(f"color: {theme.bad};")
        self.start.setStyleSheet(
            f"QPushButton {{ padding: 8px; border: 0; border-radius: 5px; background: {theme.accent};"
            f" color: {theme.on_accent}; font-weight: 600; }}"
            f"QPushButton:disabled {{ background: {theme.line}; color: {theme.muted}; }}"
        )

    # what there is to choose from

    def show_versions(self, history: Sequence[EditLine], *, shipped: bool) -> None:
        """Offer the scenario as it is, as it shipped, and as it was before each edit."""
        made = [edit for edit in history if not edit.undone]
        points = [("now", "As it is now")] + ([("shipped", "As shipped")] if shipped else [])
        points += [(f"edit:{at}", f"Before “{made[at].name}”") for at in range(len(made) - 1, -1, -1)]
        for box in (self.first, self.second):
            kept = box.currentData()
            with QSignalBlocker(box):
                box.clear()
                if box is self.second:
                    box.addItem("The same with a change", "")
                    if self.options:
                        box.addItem("The same with other options", OPTIONS)
                for key, title in points:
                    box.addItem(title, key)
                box.setCurrentIndex(max(0, box.findData(kept)))

    def show_rows(self, rows: Rows) -> None:
        """Offer the sides, plans and options that the scenario has now."""
        sided, options = (self.bots, self.playouts, self.plans), (self.options, self.others)
        for boxes in (*sided, *options):
            for box in boxes.values():
                self._form.removeRow(box)
            boxes.clear()
        for side in sorted(rows.all(Side), key=lambda side: side.position):
            bot, playouts, plan = narrow(), _playouts(), narrow()
            for key in (*BOTS, *(name for name in KNOWN if name not in BOTS)):
                bot.addItem(bot_title(key), key)
            plan.addItem("Plan drawn by chance", "")
            for one in plans_of(rows, side.side):
                plan.addItem(one.name, one.plan)
            self.bots[side.side], self.playouts[side.side], self.plans[side.side] = bot, playouts, plan
            self._insert(side.name, bot, self.seed)
            self._insert("", playouts, self.seed)
            bot.currentIndexChanged.connect(lambda _index: self.follow())
            self._insert("", plan, self.seed)
        for option in sorted(rows.all(Option), key=lambda option: option.position):
            self.options[option.option], self.others[option.option] = _choices(option), _choices(option)
            self._insert(option.name, self.options[option.option])
            self._insert(f"{option.name}, second version", self.others[option.option])
            self.options[option.option].currentIndexChanged.connect(lambda _index: self.follow())
        self.follow()

    def _insert(self, title: str, field: QWidget, above: QWidget | None = None) -> None:
        """Put a line above another, or below all of them."""
        label = Label(title)
        label.setWordWrap(True)
        label.setFixedWidth(scaled(LABELS))
        label.setMinimumHeight(
            max(0, label.heightForWidth(scaled(LABELS)))
        )  # a form cuts off what its lines have no room for
        label.setBuddy(field)
        at = cast(tuple[int, object], self._form.getWidgetPosition(above)) if above is not None else (-1, None)
        self._form.insertRow(at[0], label, field)

    def propose(self, proposals: Sequence[Proposal]) -> None:
        """Take over a change that is to be tried; of several numbers in a cell the first, until another is chosen."""
        with QSignalBlocker(self.which):
            self.which.clear()
            for proposal in proposals:
                self.which.addItem(proposal.title, proposal)
        self._take_over()

    def _take_over(self) -> None:
        """Try other values of what is chosen."""
        proposal = self.which.currentData()
        assert isinstance(proposal, Proposal)
        self.proposal = proposal
        self.change.setText(f"{proposal.title}, now {proposal.value or 'empty'}")
        self.value.clear()
        self.value.addItems([option for option in proposal.options if option != proposal.value])
        self.value.setCurrentIndex(-1)
        self.value.setEditText("")
        if self.kind.currentData() == "one":
            self.kind.setCurrentIndex(self.kind.findData("compare"))
        self.second.setCurrentIndex(0)
        self.follow()
        self.value.setFocus()

    def try_last_edit(self) -> None:
        """Compare the scenario as it is with what it was before the last edit."""
        self.kind.setCurrentIndex(self.kind.findData("compare"))
        edits = [row for row in range(self.first.count()) if str(self.first.itemData(row)).startswith("edit:")]
        if not edits:
            self.say(NO_EDIT)
            return
        self.first.setCurrentIndex(edits[0])
        self.second.setCurrentIndex(self.second.findData("now"))
        self.follow()

    def follow(self) -> None:
        """Show what the kind of run asks for, and nothing else."""
        kind = self.kind.currentData()
        changes = kind == "sweep" or (kind == "compare" and not self.second.currentData())
        for widget, shown in (
            (self.second, kind == "compare"),
            (self.which, changes and self.which.count() > 1),
            (self.change, changes),
            (self.value, changes and kind == "compare"),
            (self.values, kind == "sweep"),
            (self.blind, kind == "compare"),
        ):
            self._form.setRowVisible(widget, shown)
        for side, box in self.playouts.items():
            self._form.setRowVisible(box, self.bots[side].currentData() == AHEAD)
        against = kind == "compare" and self.second.currentData() == OPTIONS
        for own, other in zip(self.options.values(), self.others.values(), strict=True):
            self._form.setRowVisible(own, self.fold.isChecked() or against)
            self._form.setRowVisible(other, against)
        self._form.setRowVisible(self.fold, bool(self.options) and not against)
        self.fold.setText(self._options_words())
        self.fold.setArrowType(Qt.ArrowType.DownArrow if self.fold.isChecked() else Qt.ArrowType.RightArrow)
        self.say("")

    def _options_words(self) -> str:
        """Which optional rules are chosen, as far as the button that unfolds them says it."""
        unusual = sum(box.currentIndex() > 0 for box in self.options.values())
        return f"Options: {unusual} of {len(self.options)} not as usual" if unusual else "Options: all as usual"

    # what was chosen

    def say(self, trouble: str) -> None:
        """Say what keeps the games from being played."""
        self.trouble.setText(trouble)
        self.trouble.setVisible(bool(trouble))

    def asked(self) -> Asked:
        """What the form describes."""
        kind: Kind = self.kind.currentData()
        settings = RunSettings(
            kind=kind,
            bots={side: self._bot(side) for side in self.bots},
            plans={side: box.currentData() for side, box in self.plans.items() if box.currentData()},
            games=self.games.value(),
            width=self.width_.value() / 100,
            seed=self.seed.value(),
            jobs=self.jobs.value(),
            knowing=not self.blind.isChecked() or kind != "compare",
        )
        return Asked(
            settings,
            self.first.currentData() or "now",
            self.second.currentData() or "",
            self.proposal.title if self.proposal else "",
            self.proposal.value if self.proposal else "",
            self._alternatives(kind),
            {option: box.currentData() for option, box in self.options.items()},
            {option: box.currentData() for option, box in self.others.items()},
            {self.first.itemData(row): self.first.itemText(row) for row in range(self.first.count())},
        )

    def _bot(self, side: str) -> str:
        """The bot of a side, with the number of its playouts where one was chosen."""
        kind, playouts = self.bots[side].currentData(), self.playouts[side].value()
        return str(BotName(kind, playouts if kind == AHEAD and playouts >= 0 else None))

    def _alternatives(self, kind: Kind) -> tuple[Alternative, ...]:
        """The values to be tried, with what each changes; StavkaError says what cannot be."""
        if kind == "one" or (kind == "compare" and self.second.currentData()):
            return ()
        if self.proposal is None:
            raise StavkaError(NOTHING)
        value = self.value.currentText().strip()
        if kind == "compare" and not value:
            raise StavkaError("Say what the value is to be.")
        values = sweep_values(self.values.text().strip()) if kind == "sweep" else [value]
        return tuple(Alternative(value, self.proposal.make(value)) for value in values)

    def _start(self) -> None:
        try:
            asked = self.asked()
        except StavkaError as error:
            self.say(str(error))
            return
        self.say("")
        self.wanted.emit(asked)
