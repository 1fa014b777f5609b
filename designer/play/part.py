"""The Play tab of a scenario: the lobby, a position being arranged, or the game on the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

import msgspec
from PySide6.QtCore import QPoint, Slot
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from designer.ask import ask_line
from designer.document import Document
from designer.parts import PARTS
from designer.play.running.seats import Manners, Seat, from_players, manners_of, to_players
from designer.play.running.session import PlaySession
from designer.play.starting.gauging import Gauging
from designer.play.starting.lobby import Lobby
from designer.play.starting.newgame import NewGame
from designer.play.starting.preparing import Preparing
from designer.play.starting.sandbox.starts import as_set_up
from designer.play.starting.sandbox.view import FRESH, TRUE, SandboxView
from designer.play.telling.headline import moment
from designer.play.view import PlayView
from designer.play.wording import phase_name
from designer.settings import ON_TABLE, moment_key
from designer.wording import count
from designer.work import Worker
from engine.errors import StavkaError
from engine.play import Game
from engine.play.sandbox import Position, faults, position_of
from engine.records.changes import Change, difference
from engine.records.counters import Side
from engine.records.family import decode
from engine.rules.setting import Setting
from engine.scenario import compile_scenario
from engine.scenario.sentences import listed
from engine.store.games import OrderLine, StoredGame
from engine.store.keeping import Beginning, GameKeeper, begin_game, keep_game, keep_on
from engine.store.reviving import options_of, players_of, revive_game
from engine.systems import check_rules, setting_of

if TYPE_CHECKING:
    from designer.shell.window import MainWindow

T = TypeVar("T")

READ_ONLY = "This library may only be read: the game will not be kept."


def create(document: Document, window: MainWindow) -> QWidget:
    """The Play tab of a document."""
    return PlayPart(document, window)


def outdated(changes: Sequence[Change]) -> str:
    """What a player of a game should know when the scenario was edited after it began."""
    tables = {change.table for change in changes}
    parts = [part.title.lower() for part in PARTS if tables & set(part.tables)] or ["title"]
    many = f"{count(len(changes), 'row')} {'was' if len(changes) == 1 else 'were'} changed since ({listed(parts)})"
    return f"This game goes on with the scenario as it was when it began: {many}. Begin a new game to play with that."


def _where(game: Game) -> str:
    """Where a game stands, as the library and the lobby say it."""
    return f"turn {game.state.turn}, {phase_name(game)}" if game.state.turn else phase_name(game)


class PlayPart(QStackedWidget):
    """Games of one scenario."""

    def __init__(self, document: Document, window: MainWindow) -> None:
        super().__init__()
        self.document = document
        self.window_ = window
        self.lobby: Lobby | None = None
        self.playing: PlayView | None = None
        self.sandbox: SandboxView | None = None
        self.number: int | None = None
        self.beginning: Beginning | None = None
        self.preparing = Preparing()
        self.preparing.cancelled.connect(self.show_lobby)
        self.addWidget(self.preparing)
        self._worker, self._gauging = Worker(self), Gauging()
        self._stale = True
        self._was_paused = False
        self._named: dict[str, tuple[str, str]] = {}
        self._told: tuple[Change, ...] = ()
        document.changed.connect(self._outdate)
        self.show_lobby()

    @Slot(list)
    def _outdate(self, _changes: list[object]) -> None:
        self._stale = True

    # the lobby

    def show_lobby(self) -> None:
        """Show the games of the scenario, and the form for a new one."""
        self._worker.drop("prepare")
        self._gauging.drop()
        self._put_away()
        if self.lobby is None or self._stale:
            self._make_lobby()
        assert self.lobby is not None
        try:
            self._list_games(self.lobby)
        except StavkaError as error:
            self.window_.warn(str(error))
        self.setCurrentWidget(self.lobby)
        self.lobby.focus()
        self._rebind()

    def _list_games(self, lobby: Lobby) -> None:
        slug, settings = self.document.slug, self.window_.settings
        games = self.window_.desk.games(slug)
        lobby.show_games(games, {game.id: str(settings.memory(moment_key(slug, game.id)) or "") for game in games})

    def _make_lobby(self) -> None:
        if self.lobby is not None:
            self.removeWidget(self.lobby)
            self.lobby.deleteLater()
        problems = check_rules(self.document.rows)
        bars = (each.severity == "error" or (each.table in ("phase", "victory") and not each.key) for each in problems)
        playable = not any(bars)
        lobby = Lobby(self.document.rows, [] if playable else problems)
        lobby.started.connect(self.start)
        lobby.arranged.connect(self.what_if)
        lobby.continued.connect(self.resume)
        lobby.deleted.connect(self._delete)
        lobby.renamed.connect(self._rename)
        self.addWidget(lobby)
        self.lobby, self._stale = lobby, False

    def _delete(self, number: int) -> None:
        """Take a game off the list; for good only when the scenario is left, so that it can be brought back."""
        desk = self.window_.desk

        def put_back() -> None:
            desk.put_game_back(number)
            self.show_lobby()

        try:
            name = next((game.name for game in desk.games(self.document.slug) if game.id == number), "") or "Game"
            desk.set_game_aside(number)
        except StavkaError as error:
            self.window_.warn(str(error))
            return
        self.show_lobby()
        self.window_.notice.show_text(f"“{name}” was deleted.", "warning", "Undo", put_back)

    def _rename(self, number: int, name: str) -> None:
        try:
            self.document.library.rename_game(number, name)
        except StavkaError as error:
            self.window_.warn(str(error))
        self.show_lobby()

    # games

    def _prepare(self, what: str, work: Callable[[], T], done: Callable[[T], None]) -> None:
        """Do the work of a moment beside the window, then go on with what came of it."""
        self._put_away()
        self.preparing.say(what)
        self.setCurrentWidget(self.preparing)
        self._rebind()
        self._worker.ask("prepare", work, done, self._unprepared)

    def _unprepared(self, error: Exception) -> None:
        self.show_lobby()
        if not isinstance(error, StavkaError):
            raise error
        self.window_.warn(str(error))

    def start(self, wanted: NewGame) -> None:
        """Begin a game of the scenario as it is now."""
        self._start(wanted, Beginning(self.document.rows.copy(), wanted.seed, dict(wanted.options)))

    def _start(self, wanted: NewGame, beginning: Beginning) -> None:
        """Begin a game; one of a library that may only be read is not kept."""

        self._prepare(
            "the game",
            lambda: (begin_game(beginning), beginning.snapshot),
            lambda made: self._settle(made[0], wanted, beginning),
        )

    def _settle(self, game: Game, wanted: NewGame, beginning: Beginning) -> None:
        """Let the time that a bot may think be turned into playouts, then go on with the game."""
        self.preparing.say("the bot that looks ahead" if wanted.seconds else "the game")
        self._gauging.settle(game, wanted, lambda settled: self._begun(game, settled, beginning), self._unprepared)

    def _begun(self, game: Game, wanted: NewGame, beginning: Beginning) -> None:
        library, self.number = self.document.library, None
        players = to_players(self._sides(), wanted.seats, wanted.manners)
        try:
            if library.writable:
                keeper = keep_game(library, self.document.slug, game, beginning, name=wanted.name, players=players)
                self.number = keeper.game
            else:
                self.window_.warn(READ_ONLY, "warning")
        except StavkaError as error:
            self._unprepared(error)
            return
        self._put_on_table(game, wanted.seats, wanted.name, beginning, wanted.manners)

    def _sides(self) -> list[Side]:
        return sorted(self.document.rows.all(Side), key=lambda side: side.position)

    def resume(self, number: int) -> bool:
        """Go on with a game exactly where it was left; False if it is not there any more."""
        try:
            stored = self.document.library.load_game(number)
        except StavkaError as error:
            self.window_.warn(str(error))
            return False
        self._prepare("the game", lambda: revive_game(stored), lambda game: self._resumed(game, stored))
        return True

    def _resumed(self, game: Game, stored: StoredGame) -> None:
        keep_on(self.document.library, stored, game)
        self.number = stored.info.id
        players = players_of(stored)
        seats = from_players(game.scenario, players)
        beginning = Beginning(stored.rows, stored.info.seed, options_of(stored))
        self._put_on_table(game, seats, stored.info.name, beginning, manners_of(players), stored.orders)

    def _branch_off(self, position: int, name: str) -> int:
        """Keep a copy of the game on the table up to a point, under a name, below it in the lobby."""
        assert self.number is not None
        return self.document.library.branch_game(self.number, position, name)

    def save_as(self) -> None:
        """Ask for a name, and keep the game as it stands under it; play goes on in the one on the table."""
        view = self.playing
        if view is None or self.number is None:
            self.window_.warn("There is no kept game on the table to save.", "warning")
            return
        name = moment(view.stage.game)
        says = "The game is always kept as it stands; this keeps a copy of this moment to come back to."
        ask_line(self, "Save this moment", "Name", name, lambda new: self._save(view.stage.game.cursor, new), says)

    def _save(self, position: int, name: str) -> None:
        try:
            saved = self._branch_off(position, name)
        except StavkaError as error:
            self.window_.warn(str(error))
            return
        if self.playing is not None:
            now = _where(self.playing.stage.game)
            self.window_.settings.remember(moment_key(self.document.slug, saved), now)
        self.window_.notice.show_text(f"Saved as “{name}”; the games of this scenario list it below this one.")

    def branch(self, position: int) -> None:
        """Play on from an earlier point as a game of its own."""
        if self.number is None:
            self.window_.warn("This game is not kept, so it has no earlier points to go back to.", "warning")
            return
        try:
            when = moment(self.playing.stage.game) if self.playing is not None else f"action {position}"
            name = f"From {when}"
            new = self._branch_off(position, name)
        except StavkaError as error:
            self.window_.warn(str(error))
            return
        if self.resume(new):
            self.window_.notice.show_text("You play on from here; the game you left is kept in the lobby.")

    def _put_on_table(
        self,
        game: Game,
        seats: tuple[Seat, ...],
        name: str,
        beginning: Beginning,
        manners: Manners,
        orders: Sequence[OrderLine] = (),
    ) -> None:
        self._put_away()
        self.beginning = beginning
        held = str(self.window_.settings.memory(self._holds) or "")
        session = PlaySession(game, seats, name, held, manners=manners, orders=orders)
        session.holding.connect(lambda: self.window_.settings.remember(self._holds, session.holds.text()))
        view = PlayView(session, self.window_.settings)
        view.left.connect(self.show_lobby)
        view.branched.connect(self.branch)
        view.tried.connect(self.try_from_here)
        view.layered.connect(self._check_layers)
        view.printed.connect(self._print_report)
        session.changed.connect(self._remember_moment)
        view.destroyed.connect(session.stop_thinking)
        self.playing = view
        self.addWidget(view)
        self.setCurrentWidget(view)
        self._rebind()
        self._check_layers()
        view.begin()
        self._told = ()
        self._tell_outdated()

    def _print_report(self) -> None:
        """Open the print dialog on the report of the game on the table."""
        if self.number is None:
            self.window_.warn("This game is not kept, so it cannot be printed.", "warning")
        else:
            self.window_.print_game(self.number)

    def _tell_outdated(self) -> None:
        """Say that the game on the table knows nothing of what was edited since it began, once for each edit."""
        if self.playing is None or self.beginning is None or not self.isVisible():
            return
        changes = difference(self.beginning.rows, self.document.rows)
        if changes and changes != self._told:
            self.window_.notice.show_text(outdated(changes), "warning", "New game", self.show_lobby)
        self._told = changes

    def _remember_moment(self) -> None:
        """Let the library say where this game stands."""
        if self.playing is None or self.number is None:
            return
        game, settings = self.playing.session.game, self.window_.settings
        key, now = moment_key(self.document.slug, self.number), _where(game)
        if settings.memory(key) != now:
            settings.remember(key, now)
        on = "" if game.decision is None else f"{self.number} {self.document.slug} {self.document.library.path}"
        if settings.memory(ON_TABLE) != on:
            settings.remember(ON_TABLE, on)

    @property
    def _holds(self) -> str:
        """Where the window remembers which units of this game are held."""
        return f"held/{self.document.slug}/{self.number or 0}"

    def _check_layers(self) -> None:
        """Let the menu say which layers of the map are shown."""
        if self.playing is not None:
            for id, layer in (("view.numbers", "numbers"), ("view.regions", "regions")):
                self.window_.book[id].setChecked(self.playing.layer_shown(layer))

    def _put_away(self) -> None:
        self._remember()
        self._clear_sandbox()
        view, self.playing = self.playing, None
        if view is not None:
            self.window_.settings.remember(ON_TABLE, "")
            view.session.close()
            self.removeWidget(view)
            view.deleteLater()

    # the sandbox

    def what_if(self) -> None:
        """Arrange a position of the scenario as it is now, from where it was left last."""
        rows = self.document.rows.copy()
        self._prepare(
            "the map",
            lambda: setting_of(compile_scenario(rows)),
            lambda setting: self._arrange(setting, Beginning(rows, 0), self._left_off(setting), FRESH),
        )

    def try_from_here(self) -> None:
        """Arrange the position that is shown, leaving the game as it is."""
        view = self.playing
        if view is not None and self.beginning is not None:
            self._was_paused = view.session.paused
            view.session.pause()
            self._arrange(view.session.game.setting, self.beginning, position_of(view.stage.game), TRUE)
            assert self.sandbox is not None
            self.sandbox.form.take_over(view.session.seats, self.beginning.options)

    def _arrange(self, setting: Setting, beginning: Beginning, position: Position, note: str) -> None:
        self._clear_sandbox()
        sandbox = SandboxView(setting, beginning.rows, position, note)
        sandbox.wanted.connect(
            lambda wanted, at: self._start(
                wanted, Beginning(beginning.rows, wanted.seed, dict(wanted.options), position=at)
            )
        )
        sandbox.left.connect(self._leave_sandbox)
        sandbox.changed.connect(self._keep_sandbox)
        self.sandbox = sandbox
        self.addWidget(sandbox)
        self.setCurrentWidget(sandbox)
        self._rebind()
        sandbox.map.setFocus()

    def _left_off(self, setting: Setting) -> Position:
        """The position that was being arranged last, if the scenario still has all that is in it."""
        try:
            kept = decode(str(self.window_.settings.memory(self._memory) or ""), Position)
        except msgspec.MsgspecError:
            return as_set_up(setting.scenario)
        return as_set_up(setting.scenario) if faults(setting, kept) else kept

    @property
    def _memory(self) -> str:
        return f"sandbox/{self.document.slug}"

    def _keep_sandbox(self) -> None:
        if self.sandbox is not None:
            position = msgspec.json.encode(self.sandbox.draft.position).decode()
            self.window_.settings.remember(self._memory, position)

    def _leave_sandbox(self) -> None:
        """Back to the game that was left for it, or to the lobby."""
        view = self.playing
        if view is None:
            self.show_lobby()
            return
        self._clear_sandbox()
        self.setCurrentWidget(view)
        self._rebind()
        if not self._was_paused:
            view.session.resume()

    def _clear_sandbox(self) -> None:
        sandbox, self.sandbox = self.sandbox, None
        if sandbox is not None:
            self.removeWidget(sandbox)
            sandbox.deleteLater()

    # in the window

    def heed(self) -> None:
        """Take up what another window wrote: the list of games, or the game that is on the table here."""
        if self.playing is None:
            if self.lobby is not None and self.currentWidget() is self.lobby:
                self.show_lobby()
            return
        keeper, number = self.playing.session.game.keeper, self.number
        if isinstance(keeper, GameKeeper) and number is not None and (happened := keeper.elsewhere()):
            self.playing.session.pause()
            self.window_.notice.show_text(happened, "warning", "Show it as it stands", lambda: self._show_anew(number))

    def _show_anew(self, number: int) -> None:
        if not self.resume(number):
            self.show_lobby()

    def _rebind(self) -> None:
        workspace = self.window_.workspace
        if workspace is not None and workspace.current() is self:
            workspace.rebind()

    def handlers(self) -> Mapping[str, Callable[[], object]]:
        """What the actions do while this tab is in front."""
        own: dict[str, Callable[[], object]] = {"play.new": self.show_lobby, "play.whatif": self.what_if}
        if self.sandbox is not None:
            return own | self.sandbox.handlers()
        if self.playing is not None:
            return own | self.playing.handlers() | {"play.try": self.try_from_here, "play.save": self.save_as}
        return own

    @property
    def foot(self) -> int:
        """How tall the strip and the replay are, over which no notice may lie."""
        view = self.playing if self.playing is not None and self.currentWidget() is self.playing else None
        return 0 if view is None else view.height() - view.strip.mapTo(view, QPoint(0, 0)).y()

    def reveal(self, _table: str, _key: tuple[object, ...]) -> bool:
        """Play shows no rows."""
        return False

    def dress(self) -> None:
        """Take the colours of the theme."""
        for part in (self.lobby, self.preparing, self.playing, self.sandbox):
            if part is not None:
                part.dress()

    def showEvent(self, event: QShowEvent) -> None:
        """While play is in front, undo takes moves back, and says so."""
        super().showEvent(event)
        self._tell_outdated()
        self._check_layers()
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
            self.window_.settings.remember("docks/playing", self.playing.arrangement())
