"""The lobby of a scenario: start a game, or go on with one."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from designer.culprits import said
from designer.fonts import SERIF
from designer.play.newgame import NewGameForm, primary_style
from designer.play.wording import counted
from designer.shell.card import ago
from designer.theme import current_theme, scaled
from engine.errors import Problem
from engine.records import Rows
from engine.records.counters import Unit
from engine.records.play import ScenarioRow
from engine.store.games import GameInfo

_GAME = Qt.ItemDataRole.UserRole


class Lobby(QWidget):
    """The form for a new game beside the list of those that were begun."""

    continued = Signal(int)
    deleted = Signal(int)
    started = Signal(object)
    arranged = Signal()
    """A position is to be arranged and played from."""

    def __init__(self, rows: Rows, problems: list[Problem]) -> None:
        super().__init__()
        if not problems and not rows.all(Unit):
            problems = [Problem("there are no counters to play with yet; add units in the Order of battle")]
        self._about = rows.the(ScenarioRow)
        self.form = NewGameForm(rows)
        self.form.setEnabled(not problems)
        self.what_if = QPushButton("What if…")
        self.what_if.setToolTip("Arrange any position on the map, with any turn and phase, and play from it")
        self.what_if.setEnabled(not problems)
        self.games = QListWidget()
        self.games.setSpacing(2)
        self.go_on = QPushButton("Continue")
        self.delete = QPushButton("Delete")
        self._empty = QLabel(
            "No game has been begun yet. Start one on the left; "
            "every move is kept as it is made, so you can stop at any time."
        )
        self._empty.setWordWrap(True)
        self._faults = QLabel(self._fault_text(rows, problems))
        self._faults.setWordWrap(True)
        self._faults.setVisible(bool(problems))
        self._headings = [QLabel("New game"), QLabel("Games")]
        for label in self._headings:
            label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._lay_out()
        self.form.wanted.connect(self.started)
        self.what_if.clicked.connect(self.arranged)
        self.go_on.clicked.connect(self._continue)
        self.games.itemDoubleClicked.connect(lambda _item: self._continue())
        self.delete.clicked.connect(self._delete)
        self.dress()

    @staticmethod
    def _fault_text(rows: Rows, problems: list[Problem]) -> str:
        lines = "".join(f"<li>{escape(said(rows, problem))}</li>" for problem in problems[:6])
        listed = "Its problems are listed in the Map tab." if any(problem.table for problem in problems) else ""
        return f"This scenario cannot be played yet:<ul>{lines}</ul>{listed}"

    def _lay_out(self) -> None:
        left, right = QVBoxLayout(), QVBoxLayout()
        for column in (left, right):
            column.setSpacing(14)
        left.addWidget(self._headings[0])
        left.addWidget(self._faults)
        left.addWidget(self.form)
        left.addWidget(self.what_if)
        left.addStretch(1)
        right.addWidget(self._headings[1])
        right.addWidget(self._empty, 1, Qt.AlignmentFlag.AlignTop)
        right.addWidget(self.games, 1)
        buttons = QHBoxLayout()
        buttons.addWidget(self.go_on, 1)
        buttons.addWidget(self.delete)
        right.addLayout(buttons)
        card = QFrame()
        card.setObjectName("lobby")
        columns = QHBoxLayout(card)
        columns.setContentsMargins(34, 26, 34, 28)
        columns.setSpacing(48)
        columns.addLayout(left, 1)
        columns.addLayout(right, 1)
        least = scaled(380, 520)
        self.form.setMinimumWidth(least)
        for widget in (self.games, self._empty):
            widget.setMinimumWidth(least)
        card.setMaximumSize(scaled(1000), scaled(620))
        layout = QVBoxLayout(self)
        layout.addStretch(1)
        layout.addWidget(card, 8, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(2)

    def dress(self) -> None:
        """Take the colours and the type of the theme."""
        theme = current_theme()
        heading = QFont(SERIF)
        heading.setPointSizeF(QApplication.font().pointSizeF() * 1.5)
        heading.setWeight(QFont.Weight.DemiBold)
        for label in self._headings:
            label.setFont(heading)
        self.setStyleSheet(
            f"#lobby {{ background: {theme.panel}; border: 1px solid {theme.line}; border-radius: 8px; }}"
        )
        self._empty.setStyleSheet(f"color: {theme.muted};")
        self._faults.setStyleSheet(f"color: {theme.bad};")
        self.go_on.setStyleSheet(primary_style(theme))
        self.form.dress()

    def show_games(self, games: list[GameInfo]) -> None:
        """List the games of the scenario, the one played last first."""
        self.games.clear()
        for game in games:
            state = "Over" if game.status == "over" else f"{counted(game.cursor, 'action')} so far"
            when = ago(game.played_at).replace("Edited", "played")
            item = QListWidgetItem(f"{game.name or 'Game'}  (no. {game.id})\n{state}, {when}, dice seed {game.seed}")
            item.setData(_GAME, game.id)
            self.games.addItem(item)
        self.games.setCurrentRow(0)
        self._empty.setVisible(not games)
        for widget in (self.games, self.go_on, self.delete):
            widget.setVisible(bool(games))

    def focus(self) -> None:
        """Put the keyboard where Enter goes on: with the last game, or a new one."""
        (self.go_on if self.games.count() else self.form.start).setFocus()

    def _chosen(self) -> int | None:
        item = self.games.currentItem()
        return None if item is None else int(item.data(_GAME))

    def _continue(self) -> None:
        chosen = self._chosen()
        if chosen is not None:
            self.continued.emit(chosen)

    def _delete(self) -> None:
        chosen = self._chosen()
        if chosen is not None:
            self.deleted.emit(chosen)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter presses the button that has the keyboard; Delete deletes the chosen game."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            focused = QApplication.focusWidget()
            if isinstance(focused, QPushButton):
                focused.click()
            elif focused is self.games:
                self._continue()
        elif event.key() == Qt.Key.Key_Delete and self.games.hasFocus():
            self._delete()
        else:
            super().keyPressEvent(event)
