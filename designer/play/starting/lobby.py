"""The lobby of a scenario: start a game, or go on with one."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from designer.ask import ask_line
from designer.culprits import said
from designer.fonts import SERIF
from designer.labels import Label, Markup, RichLabel, rich, together
from designer.play.starting.branches import Origin, as_tree, origins
from designer.play.starting.newgame import NewGameForm, primary_style, throws_dice
from designer.theme import current_theme, scaled
from designer.wording import ago
from engine.errors import Problem
from engine.records import Rows
from engine.records.counters import Unit
from engine.records.play import ScenarioRow
from engine.scenario.sentences import counted
from engine.store.games import GameInfo

_GAME = Qt.ItemDataRole.UserRole
_OVER = Qt.ItemDataRole.UserRole + 1
_NAME = Qt.ItemDataRole.UserRole + 2

BRANCH, INDENT = "└  ", "      "
"""How a game stands below the one that it was taken from."""

WIDTH, WIDEST = 430, 520
"""How wide the form is at least, at the usual text size and at any; it grows with its longest lines."""

LIST = 430
"""How wide the list of games is at least, at any text size."""


class Lobby(QWidget):
    """The form for a new game beside the list of those that were begun."""

    continued = Signal(int)
    deleted = Signal(int)
    renamed = Signal(int, str)
    started = Signal(object)
    arranged = Signal()
    """A position is to be arranged and played from."""

    def __init__(self, rows: Rows, problems: list[Problem]) -> None:
        super().__init__()
        if not problems and not rows.all(Unit):
            problems = [Problem("there are no counters to play with yet; add units in the Order of battle")]
        self._about = rows.the(ScenarioRow)
        self._dice = throws_dice(rows)
        self.form = NewGameForm(rows)
        self.form.setEnabled(not problems)
        self.what_if = QPushButton("What if…")
        self.what_if.setToolTip("Arrange any position on the map, with any turn and phase, and play from it")
        self.what_if.setEnabled(not problems)
        self.games = QListWidget()
        self.games.setSpacing(2)
        self.games.setWordWrap(True)
        self.games.setSizeAdjustPolicy(QListWidget.SizeAdjustPolicy.AdjustToContents)  # a tall window shows them all
        self.go_on = QPushButton("Continue")
        self.rename, self.delete = QPushButton("Rename…"), QPushButton("Delete")
        self._empty = Label(
            "No game has been begun yet. Start one on the left; "
            "every move is kept as it is made, so you can stop at any time."
        )
        self._empty.setWordWrap(True)
        self._faults = RichLabel(self._fault_text(rows, problems))
        self._faults.setWordWrap(True)
        self._faults.setVisible(bool(problems))
        self._headings = [Label("New game"), Label("Games")]
        for label in self._headings:
            label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._lay_out()
        self.form.wanted.connect(self.started)
        self.what_if.clicked.connect(self.arranged)
        self.go_on.clicked.connect(self._continue)
        self.games.itemDoubleClicked.connect(lambda _item: self._continue())
        self.delete.clicked.connect(self._delete)
        self.rename.clicked.connect(self._rename)
        self.games.currentItemChanged.connect(self._name_button)
        self.dress()

    @staticmethod
    def _fault_text(rows: Rows, problems: list[Problem]) -> Markup:
        lines = together(rich("<li>{}</li>", said(rows, problem)) for problem in problems[:6])
        listed = "Its problems are listed in the Map tab." if any(problem.table for problem in problems) else ""
        return rich("This scenario cannot be played yet:<ul>{}</ul>{}", lines, listed)

    def _lay_out(self) -> None:
        left, right = QVBoxLayout(), QVBoxLayout()
        for column in (left, right):
            column.setSpacing(14)
        left.addWidget(self._headings[0])
        left.addWidget(self._faults)
        left.addWidget(self.form, 1)
        left.addWidget(self.what_if)
        right.addWidget(self._headings[1])
        right.addWidget(self._empty, 1, Qt.AlignmentFlag.AlignTop)
        right.addWidget(self.games, 1)
        buttons = QHBoxLayout()
        buttons.addWidget(self.go_on, 1)
        buttons.addWidget(self.rename)
        buttons.addWidget(self.delete)
        right.addLayout(buttons)
        card = QFrame()
        card.setObjectName("lobby")
        columns = QHBoxLayout(card)
        columns.setContentsMargins(34, 26, 34, 28)
        columns.setSpacing(48)
        columns.addLayout(left, 1)
        columns.addLayout(right)
        self._card = card
        layout = QVBoxLayout(self)
        layout.addStretch(1)
        layout.addWidget(card, 0, Qt.AlignmentFlag.AlignHCenter)
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
        self.form.setMinimumWidth(scaled(WIDTH, WIDEST))
        for widget in (self.games, self._empty):
            widget.setMinimumWidth(LIST)
        self.go_on.setStyleSheet(primary_style(theme))
        self.form.dress()

    def show_games(self, games: list[GameInfo], moments: Mapping[int, str]) -> None:
        """List the games, the one played last first, and where each stands; what was taken from one stands below it."""
        self.games.clear()
        known = origins(games)
        for depth, game in as_tree(games, known):
            mark, room = (INDENT * (depth - 1) + BRANCH, INDENT * depth) if depth else ("", "")
            when = ago(game.played_at).replace("Edited", "played")
            stands = f"{room}{_stands(game, moments.get(game.id, ''))}, {when}"
            item = QListWidgetItem(f"{mark}{game.name or 'Game'}\n{stands}")
            item.setToolTip(self._facts(game, known.get(game.id)))
            item.setData(_NAME, game.name)
            item.setData(_GAME, game.id)
            item.setData(_OVER, game.status == "over")
            self.games.addItem(item)
        self.games.setCurrentRow(0)
        self._empty.setVisible(not games)
        for widget in (self.games, self.go_on, self.rename, self.delete):
            widget.setVisible(bool(games))

    def _facts(self, game: GameInfo, origin: Origin | None) -> str:
        """What hovering tells of a game: its number, its dice, and where it was taken from."""
        parts = [f"Game no. {game.id}, {counted(game.cursor, 'action')}"]
        parts += [f"dice seed {game.seed}"] if self._dice else []
        parts += [f"taken from no. {origin.game} after {counted(origin.position, 'action')}"] if origin else []
        return ", ".join(parts) + "."

    def _name_button(self, item: QListWidgetItem | None) -> None:
        """A game that is over is not continued: it can be looked at."""
        over = item is not None and bool(item.data(_OVER))
        self.go_on.setText("Look back at it" if over else "Continue")
        self.go_on.setToolTip(
            "How it went, move by move; play on from any point" if over else "Go on where it was left"
        )

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

    def _rename(self) -> None:
        chosen, item = self._chosen(), self.games.currentItem()
        if chosen is not None:
            name = str(item.data(_NAME) or "")
            ask_line(self, "Name of the game", "Name", name, lambda new: self.renamed.emit(chosen, new))

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


def _stands(game: GameInfo, moment: str) -> str:
    """Where a game stands, in words."""
    if game.status == "over":
        return "Over"
    return f"{moment[:1].upper()}{moment[1:]}" if moment else f"{counted(game.cursor, 'action')} so far"
