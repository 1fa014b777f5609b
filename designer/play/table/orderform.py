"""The form of an order to the staff: which units, what posture, what objective; the map fills in the rest."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QCompleter,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from designer.labels import Label
from designer.play.elided import ElidedLabel
from designer.theme import current_theme
from engine.bots.staff.orders import MANNERS, POSTURES, Posture

HELP = 3
"""Lines that the help of a posture may take; it has their room whether it takes them or not."""


class OrderForm(QWidget):
    """Keeps every field in its place; what is missing is said where it belongs."""

    posed = Signal(str)
    """A posture was chosen."""
    named = Signal(str)
    """An objective was typed: a hex or a place."""
    given = Signal()
    left = Signal()

    def __init__(self, names: Sequence[str], words: Callable[[str], str]) -> None:
        super().__init__()
        self._words = words
        self.headings = [Label(text) for text in ("Units", "Posture", "Objective")]
        self.units, self.help, self.says = ElidedLabel(), Label(), Label()
        for label in (self.help, self.says):
            label.setWordWrap(True)
            label.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)  # it has room for more lines
        self.postures: dict[Posture, QPushButton] = {}
        self._group = QButtonGroup(self)
        for posture in POSTURES:
            button = QPushButton(MANNERS[posture].title)
            button.setCheckable(True)
            button.setToolTip(words(MANNERS[posture].help))
            button.clicked.connect(lambda _checked=False, one=posture: self.posed.emit(one))
            self._group.addButton(button)
            self.postures[posture] = button
        self.objective = QLineEdit()
        self.objective.setPlaceholderText(words("Click a hex, or type a place"))
        completer = QCompleter(sorted(set(names)), self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        self.objective.setCompleter(completer)
        self.objective.editingFinished.connect(lambda: self.named.emit(self.objective.text()))
        self.give, self.cancel = QPushButton("Give the order"), QPushButton("Cancel")
        self.give.setToolTip("Enter, or a double click on the objective")
        self.cancel.setToolTip("Escape")
        self.give.clicked.connect(self.given)
        self.cancel.clicked.connect(self.left)
        self._lay_out()
        self.dress()

    def _lay_out(self) -> None:
        grid = QGridLayout()
        for number, button in enumerate(self.postures.values()):
            grid.addWidget(button, number // 2, number % 2)
        foot = QHBoxLayout()
        foot.addWidget(self.give, 1)
        foot.addWidget(self.cancel)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 8, 10, 8)
        layout.addWidget(self.headings[0])
        layout.addWidget(self.units)
        layout.addWidget(self.headings[1])
        layout.addLayout(grid)
        layout.addWidget(self.help)
        layout.addWidget(self.headings[2])
        layout.addWidget(self.objective)
        layout.addWidget(self.says)
        layout.addLayout(foot)
        layout.addStretch(1)

    def dress(self) -> None:
        """Take the colours and the type of the theme."""
        theme = current_theme()
        for label, lines in ((self.help, HELP), (self.says, 2)):
            label.setFixedHeight(lines * label.fontMetrics().lineSpacing() + 2)
        for heading in self.headings:
            heading.setStyleSheet(f"color: {theme.muted}; font-weight: 600;")
        for label in (self.help, self.says):
            label.setStyleSheet(f"color: {theme.muted};")

    def show_order(self, units: str, posture: Posture, objective: str, lacks: str) -> None:
        """Show the order as it stands, and what it still lacks."""
        self.units.setText(units)
        self.postures[posture].setChecked(True)
        self.help.setText(self._words(MANNERS[posture].help + "."))
        if not self.objective.hasFocus() or objective:
            self.objective.setText(objective)
        self.says.setText(lacks)
        self.give.setEnabled(not lacks)
