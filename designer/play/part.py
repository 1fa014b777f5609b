"""The Play tab of a scenario: the lobby, or the game on the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import msgspec
from PySide6.QtCore import Slot
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from designer.document import Document
from designer.play.lobby import Lobby
from designer.play.newgame import NewGame
from designer.play.seats import Seat, from_players, to_players
from designer.play.session import PlaySession
from designer.play.view import PlayView
from engine.errors import StavkaError
from engine.play import Game
from engine.records.counters import Side
from engine.store.keeping import resume_game, start_game
from engine.systems import check_rules

if TYPE_CHECKING:
    from designer.shell.window import MainWindow


def create(document: Document, window: MainWindow) -> QWidget:
    """The Play tab of a document."""
    return PlayPart(document, window)


class PlayPart(QStackedWidget):
    """Games of one scenario."""

    def __init__(self, document: Document, window: MainWindow) -> None:
        super().__init__()
        self.document = document
        self.window_ = window
        self.lobby: Lobby | None = None
        self.playing: PlayView | None = None
        self.number: int | None = None
        self._stale = True
        self._named: dict[str, tuple[str, str]] = {}
        document.changed.connect(self._outdate)
        self.show_lobby()

    @Slot(list)
    def _outdate(self, _changes: list[object]) -> None:
        self._stale = True

    # the lobby

    def show_lobby(self) -> None:
        """Show the games of the scenario, and the form for a new one."""
        self._put_away()
        if self.lobby is None or self._stale:
            self._make_lobby()
        assert self.lobby is not None
        try:
            self.lobby.show_games(self.document.library.games(self.document.slug))
        except StavkaError as error:
            self.window_.warn(str(error))
        self.setCurrentWidget(self.lobby)
        self.lobby.focus()
        self._rebind()

    def _make_lobby(self) -> None:
        if self.lobby is not None:
            self.removeWidget(self.lobby)
            self.lobby.deleteLater()
        problems = check_rules(self.document.rows)
        playable = not any(problem.table in ("phase", "victory") or problem.severity == "error" for problem in problems)
        lobby = Lobby(self.document.rows, [] if playable else problems)
        lobby.started.connect(self.start)
        lobby.continued.connect(self.resume)
        lobby.deleted.connect(self._delete)
        self.addWidget(lobby)
        self.lobby, self._stale = lobby, False

    def _delete(self, number: int) -> None:
        try:
            self.document.library.delete_game(number)
        except StavkaError as error:
            self.window_.warn(str(error))
        self.show_lobby()

    # games

    def start(self, wanted: NewGame) -> bool:
        """Begin a game; one of a library that may only be read is not kept."""
        players = to_players(self._sides(), wanted.seats)
        try:
            if self.document.library.writable:
                game, keeper = start_game(
                    self.document.library,
                    self.document.slug,
                    seed=wanted.seed,
                    name=wanted.name,
                    players=players,
                    options=wanted.options,
                )
                self.number = keeper.game
            else:
                game, self.number = Game.new(self.document.rows, wanted.seed, wanted.options), None
                self.window_.warn("This library may only be read: the game will not be kept.", "warning")
        except StavkaError as error:
            self.window_.warn(str(error))
            return False
        self._put_on_table(game, wanted.seats, wanted.name)
        return True

    def _sides(self) -> list[Side]:
        return sorted(self.document.rows.all(Side), key=lambda side: side.position)

    def resume(self, number: int) -> bool:
        """Go on with a game exactly where it was left."""
        try:
            game, _ = resume_game(self.document.library, number)
            info = next(info for info in self.document.library.games() if info.id == number)
        except StavkaError as error:
            self.window_.warn(str(error))
            return False
        self.number = number
        self._put_on_table(game, from_players(game.scenario, msgspec.json.decode(info.sides)), info.name)
        return True

    def branch(self, position: int) -> None:
        """Play on from an earlier point as a game of its own."""
        if self.number is None:
            self.window_.warn("This game is not kept, so it has no earlier points to go back to.", "warning")
            return
        try:
            before = self.playing.session.name if self.playing is not None else ""
            name = f"{before}, from action {position}".strip(", ")
            new = self.document.library.branch_game(self.number, position, name)
        except StavkaError as error:
            self.window_.warn(str(error))
            return
        if self.resume(new):
            self.window_.notice.show_text("You play on from here; the game you left is kept in the lobby.")

    def _put_on_table(self, game: Game, seats: tuple[Seat, ...], name: str) -> None:
        self._put_away()
        session = PlaySession(game, seats, name)
        view = PlayView(session, self.window_.settings)
        view.left.connect(self.show_lobby)
        view.branched.connect(self.branch)
        view.destroyed.connect(session.stop_thinking)
        self.playing = view
        self.addWidget(view)
        self.setCurrentWidget(view)
        self._rebind()
        view.begin()

    def _put_away(self) -> None:
        self._remember()
        view, self.playing = self.playing, None
        if view is not None:
            view.session.close()
            self.removeWidget(view)
            view.deleteLater()

    # in the window

    def _rebind(self) -> None:
        workspace = self.window_.workspace
        if workspace is not None and workspace.current() is self:
            workspace.rebind()

    def handlers(self) -> Mapping[str, Callable[[], object]]:
        """What the actions do while this tab is in front."""
        own: dict[str, Callable[[], object]] = {"play.new": self.show_lobby}
        return own | (self.playing.handlers() if self.playing is not None else {})

    def reveal(self, _table: str, _key: tuple[object, ...]) -> bool:
        """Play shows no rows."""
        return False

    def dress(self) -> None:
        """Take the colours of the theme."""
        for part in (self.lobby, self.playing):
            if part is not None:
                part.dress()

    def showEvent(self, event: QShowEvent) -> None:
        """While play is in front, undo takes moves back, and says so."""
        super().showEvent(event)
        for id, text in (("edit.undo", "&Undo move"), ("edit.redo", "&Redo move")):
            action = self.window_.book[id]
            self._named[id] = (action.text(), action.toolTip())
            action.setText(text)
            action.setToolTip(f"{text.replace('&', '')} ({action.shortcut().toString()})")

    def hideEvent(self, event: QHideEvent) -> None:
        """Keep the layout of the panels when another tab comes to the front."""
        self._remember()
        for id, (text, tip) in self._named.items():
            self.window_.book[id].setText(text)
            self.window_.book[id].setToolTip(tip)
        self._named.clear()
        super().hideEvent(event)

    def _remember(self) -> None:
        if self.playing is not None:
            self.window_.settings.remember("docks/playing", self.playing.saveState())
