"""The games behind a figure, and the way into the replay of each."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QPushButton, QVBoxLayout, QWidget
from PySide6.QtWidgets import QTableWidget as Table
from PySide6.QtWidgets import QTableWidgetItem as Item

from designer.icons import icon
from designer.labels import Label
from designer.playtest.figures import spread
from designer.playtest.reading import GameLine
from designer.wording import count

EMPTY = "Click a figure, a line of a table or a hex of the map to see the games behind it."
HEAD = ("Game", "Version", "Winner", "Result", "Turns", "Steps lost", "Battles", "Seed")
MOST = 500
"""Games that the list shows at a time."""


class GamesPane(QWidget):
    """A list of games; `opened` carries version and number of the one that is to be watched."""

    opened = Signal(int, int)

    def __init__(self) -> None:
        super().__init__()
        self.title = Label(EMPTY)
        self.title.setWordWrap(True)
        self.watch = QPushButton("Watch this game")
        self.watch.setEnabled(False)
        self.watch.setToolTip("Open the very game in the replay (double click)")
        self.table = Table(0, len(HEAD))
        self.table.setHorizontalHeaderLabels(list(HEAD))
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.setAlternatingRowColors(True)
        self.table.setShowGrid(False)
        self.table.verticalHeader().hide()
        self._lines: list[GameLine] = []
        line = QHBoxLayout()
        line.addWidget(self.title, 1)
        line.addWidget(self.watch)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.addLayout(line)
        layout.addWidget(self.table, 1)
        self.table.itemSelectionChanged.connect(lambda: self.watch.setEnabled(self.table.currentRow() >= 0))
        self.table.itemActivated.connect(lambda _item: self._open())
        self.watch.clicked.connect(lambda _on: self._open())
        self.dress()

    def dress(self) -> None:
        """Take the colours of the theme."""
        self.watch.setIcon(icon("mdi6.eye-outline"))

    def show_games(self, title: str, lines: Sequence[GameLine], versions: Sequence[str]) -> None:
        """Show the games behind a figure."""
        more = f", the first {MOST} of them" if len(lines) > MOST else ""
        self._lines = list(lines[:MOST])
        self.title.setText(f"{title}: {count(len(lines), 'game')}{more}." if lines else f"{title}: none.")
        self.table.setRowCount(len(self._lines))
        for row, line in enumerate(self._lines):
            texts = (line.number + 1, versions[line.version], line.winner, line.level, line.turns, line.steps)
            for column, text in enumerate((*texts, line.battles, line.seed)):
                self.table.setItem(row, column, Item(str(text)))
        spread(self.table)
        if self._lines:
            self.table.setCurrentCell(0, 0)
        self.watch.setEnabled(bool(self._lines))

    def _open(self) -> None:
        row = self.table.currentRow()
        if 0 <= row < len(self._lines):
            self.opened.emit(self._lines[row].version, self._lines[row].number)
