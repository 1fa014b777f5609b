"""The games behind a figure, and the way into the replay of each."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from designer.icons import icon
from designer.labels import Label
from designer.playtest.figures import Figures, FigureTable
from designer.playtest.reading import GameLine
from designer.wording import count

HEAD = ("Game", "Version", "Winner", "Result", "Turns", "Steps lost", "Battles", "Seed", "")


class GamesPane(QWidget):
    """A list of games; `opened` carries version and number of the one that is to be watched."""

    opened = Signal(int, int)

    def __init__(self) -> None:
        super().__init__()
        self.title = Label()
        self.title.setWordWrap(True)
        self.watch = QPushButton("Watch this game")
        self.watch.setEnabled(False)
        self.watch.setToolTip("Open the very game in the replay (double click)")
        self.table = FigureTable(sorted_=True)
        self._lines: dict[tuple[str, ...], GameLine] = {}
        line = QHBoxLayout()
        line.addWidget(self.title, 1)
        line.addWidget(self.watch)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.addLayout(line)
        layout.addWidget(self.table, 1)
        self.table.selectionModel().currentRowChanged.connect(lambda now, _was: self.watch.setEnabled(now.isValid()))
        self.table.activated.connect(lambda _index: self._open())
        self.watch.clicked.connect(lambda _on: self._open())
        self.dress()

    def dress(self) -> None:
        """Take the colours of the theme."""
        self.watch.setIcon(icon("mdi6.eye-outline"))

    def show_games(self, title: str, lines: Sequence[GameLine], versions: Sequence[str]) -> None:
        """Show the games behind a figure."""
        self._lines = {_texts(line, versions): line for line in lines}
        self.title.setText(f"{title}: {count(len(lines), 'game')}." if lines else f"{title}: none.")
        self.table.show_lines(HEAD, [Figures(texts, note="Double click to watch it") for texts in self._lines])
        if lines:
            self.table.setCurrentIndex(self.table.figures.index(0, 0))
        self.watch.setEnabled(bool(lines))

    def line(self, row: int) -> GameLine:
        """The game of a line."""
        return self._lines[self.table.line_at(row).texts]

    def _open(self) -> None:
        row = self.table.currentIndex().row()
        if 0 <= row < len(self.table.figures.lines):
            self.opened.emit(self.line(row).version, self.line(row).number)


def _texts(line: GameLine, versions: Sequence[str]) -> tuple[str, ...]:
    """A game as the list shows it; no two are alike, for a version plays a seed once."""
    texts = (line.number + 1, versions[line.version], line.winner, line.level, line.turns, line.steps, line.battles)
    return (*map(str, texts), str(line.seed))
