"""The panel that tells what the enemy did; a line shows its place, and the film of his moves can be watched."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QListWidgetItem, QPushButton, QVBoxLayout, QWidget

from designer.labels import Label
from designer.play.telling.dispatch import DispatchLine, SideTurn, dispatch, eventful, last_of_enemy
from designer.theme import current_theme
from engine.play import Entry, Game
from engine.state.events import PhaseBegan

if TYPE_CHECKING:
    from designer.play.view import PlayView

_ROW = Qt.ItemDataRole.UserRole

NOTHING = "When the enemy has played his turn, what he did stands here: losses, places, battles and threats."

SLIGHT = 34
"""The least height of the list, so that the panel can leave its room to the orders."""


class EnemyPanel(QWidget):
    """The report, line by line, and the button that runs the film."""

    shown = Signal(object)
    """A Report that was clicked."""
    watched = Signal()
    """The film is wanted."""

    def __init__(self) -> None:
        super().__init__()
        self.reports: list[DispatchLine] = []
        self.title, self.empty = Label(), Label(NOTHING)
        for label in (self.title, self.empty):
            label.setWordWrap(True)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.list = QListWidget()
        self.list.setWordWrap(True)
        self.list.setToolTip("Click a line to show its place on the map")
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setMinimumHeight(SLIGHT)
        self.watch = QPushButton("Watch")
        self.watch.setToolTip("The film of his turn, at the speed set above; Space shows the next move, Escape ends it")
        head = QHBoxLayout()
        head.addWidget(self.title, 1)
        head.addWidget(self.watch)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 6, 8, 6)
        layout.addLayout(head)
        layout.addWidget(self.empty, 1)
        layout.addWidget(self.list, 1)
        self.list.itemClicked.connect(self._open)
        self.list.itemActivated.connect(self._open)
        self.watch.clicked.connect(self.watched)
        self.show_reports("", ())

    def show_reports(self, title: str, reports: Sequence[DispatchLine]) -> None:
        """Show a report under a title."""
        self.reports = list(reports)
        self.title.setText(title)
        for widget in (self.title, self.list, self.watch):
            widget.setVisible(bool(reports))
        self.empty.setVisible(not reports)
        self._fill()

    def _fill(self) -> None:
        self.list.clear()
        muted = current_theme().colour("muted")
        for row, report in enumerate(self.reports):
            item = QListWidgetItem(report.text)
            item.setData(_ROW, row)
            if report.heading:
                item.setFlags(Qt.ItemFlag.ItemIsEnabled)
                font = QFont(self.list.font())
                font.setBold(True)
                item.setFont(font)
                item.setForeground(muted)
            self.list.addItem(item)

    def dress(self) -> None:
        """Take the colours of the theme."""
        self.title.setStyleSheet(f"color: {current_theme().text}; font-weight: 600;")
        self.empty.setStyleSheet(f"color: {current_theme().muted};")
        self._fill()

    def _open(self, item: QListWidgetItem) -> None:
        report = self.reports[int(item.data(_ROW))]
        if not report.heading:
            self.shown.emit(report)


class Reporting(QObject):
    """Tells of the enemy's turn once it is over, and shows where each thing happened."""

    def __init__(self, view: PlayView) -> None:
        super().__init__(view)
        self._view = view
        self.turn: SideTurn | None = None
        self._last: Entry | None = None
        self._looked = 0
        view.enemy.shown.connect(self._show)
        view.enemy.watched.connect(self._watch)

    def _phase_began(self, game: Game) -> bool:
        """Whether a phase has begun since this was asked last, or anything was taken back: else no turn is over."""
        grown = 0 < self._looked <= game.cursor and game.log[self._looked - 1] is self._last
        new = game.log[self._looked : game.cursor] if grown else None
        self._looked, self._last = game.cursor, game.log[game.cursor - 1] if game.cursor else None
        return new is None or any(isinstance(event, PhaseBegan) for entry in new for event in entry.events)

    def follow(self) -> None:
        """Tell of the enemy's turn if one is over that was not told of; once it is, the panel comes to the front."""
        view, stage = self._view, self._view.stage
        if stage.decision is None or not view.session.tells_of_enemy:
            return
        game, me = view.session.game, stage.view.side
        if not self._phase_began(game):
            return
        turn = last_of_enemy(game, me)
        if turn is None or turn == self.turn or game.state.phase < 0:
            return
        if game.table.phase_side(game.state.phase) not in (me, None):
            return
        name, reports = game.scenario.sides[turn.side].name, dispatch(game, turn, me)
        if not eventful(reports):  # as where he let a phase of his own in your turn go by
            return
        self.turn = turn
        view.enemy.show_reports(f"Turn {turn.turn}: what the {name} side did", reports)
        if not any(map(view.session.controller.by_person, game.log[turn.last : game.cursor])):
            view.read("enemy")

    def _show(self, report: DispatchLine) -> None:
        if len(report.cells) > 1:
            self._view.board.show_cells(report.cells)
        elif report.cells:
            self._view.board.point_at(report.cells[0])
        self._view.say(report.text, "text")

    def _watch(self) -> None:
        if (turn := self.turn) is not None:  # his first phase may begin with what ended the turn before it
            other = self._view.session.game.log[turn.first].side != turn.side
            self._view.film.run(turn.first + other, turn.last)
