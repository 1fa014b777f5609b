"""The Playtest tab: what is to be played and the runs on the left, what they show on the right."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QFileDialog, QScrollArea, QSplitter, QVBoxLayout, QWidget

from designer.document import Document
from designer.paint.map.scene import MapScene
from designer.playtest import asking
from designer.playtest.asking import Asked
from designer.playtest.form import RunForm
from designer.playtest.reading import Behind, BehindBoth, GameLine, Reader, RunPicture, list_runs
from designer.playtest.results import Results
from designer.playtest.runs import RunList, standing
from designer.playtest.wish import WishForm
from designer.tables.check import checker
from designer.tables.proposal import Proposal
from designer.theme import scaled
from designer.work import Debounce, Worker
from engine.errors import StavkaError
from engine.lab import again
from engine.records import Rows
from engine.records.changes import Change
from engine.store import Library, RunInfo

if TYPE_CHECKING:
    from designer.shell.window import MainWindow

LOOK = 800
"""Milliseconds between two looks at runs that are being played."""

SETTLED = 1500
"""Milliseconds after a run's end until the scenario is checked anew: its last results are read and drawn first."""

READ_ONLY = "This library may only be read, so that nothing can be played in it."


def _scene(rows: Rows) -> MapScene:
    """The map of a scenario with the courses of its lines worked out, which the first painting would wait for."""
    scene = MapScene(rows)
    scene.geometry.line_points()
    return scene


def create(document: Document, window: MainWindow) -> QWidget:
    """The Playtest tab of a document."""
    return PlaytestRoom(document, window)


class PlaytestRoom(QSplitter):
    """Runs of one scenario; everything that takes time happens in threads and processes."""

    def __init__(self, document: Document, window: MainWindow) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.document = document
        self.window_ = window
        self.form, self.runs, self.results = RunForm(), RunList(), Results()
        self.wish = WishForm(document)
        self.reader: Reader | None = None
        self._drawn = 0
        self._stale = True
        self._worker = Worker(self)
        self._check = Debounce(self, SETTLED, checker(document).check)
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK)
        self._timer.timeout.connect(self.look)
        self._lay_out()
        self._connect()
        self.results.show_nothing(waiting=False)
        self._worker.ask(
            "plots", lambda: import_module("designer.playtest.plots"), lambda _made: self.results.prepare_plots()
        )

    @property
    def path(self) -> Path:
        """The library's file, which threads and processes open by themselves."""
        return self.document.library.path

    def _lay_out(self) -> None:
        area = QScrollArea()
        area.setWidget(self._asking())
        area.setWidgetResizable(True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        asking = QWidget()
        column = QVBoxLayout(asking)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(area, 1)
        column.addWidget(self.form.foot)
        left = QSplitter(Qt.Orientation.Vertical)
        left.addWidget(asking)
        left.addWidget(self.runs)
        left.setSizes([500, 240])
        self.addWidget(left)
        self.addWidget(self.results)
        self.setStretchFactor(1, 1)
        self.setSizes([scaled(360, 420), 1080])

    def _asking(self) -> QWidget:
        page = QWidget()
        layout = QVBoxLayout(page)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self.form)
        layout.addWidget(self.wish)
        layout.addStretch(1)
        return page

    def _connect(self) -> None:
        self.form.wanted.connect(self.start)
        self.runs.chosen.connect(self.show_run)
        self.runs.asked.connect(self._ask)
        self.results.asked.connect(self.show_behind)
        self.results.heat.wanted.connect(self._want_heat)
        self.results.games.opened.connect(self.watch)
        self.document.changed.connect(self._follow)

    # the form

    def _follow(self, _changes: list[Change]) -> None:
        self._stale = True
        self.wish.follow()
        if self.isVisible():
            self._refill()

    def _refill(self) -> None:
        """Offer what the scenario and its history have now."""
        if not self._stale:
            return
        self._stale = False
        self.form.show_rows(self.document.rows)
        shipped = any(info.shipped for info in self.window_.desk.scenarios() if info.slug == self.document.slug)
        self.form.show_versions(self.document.library.history(self.document.slug), shipped=shipped)
        if not self.document.library.writable:
            self.form.start.setEnabled(False)
            self.form.say(READ_ONLY)

    def propose(self, proposals: Sequence[Proposal]) -> None:
        """Try a change: the value of a cell, or one of the numbers in it; without any, what the last edit did."""
        self._refill()
        if proposals:
            self.form.propose(proposals)
        else:
            self.form.try_last_edit()

    def start(self, asked: Asked) -> None:
        """Play what was asked for."""
        path, slug = self.path, self.document.slug
        self.form.start.setEnabled(False)
        self._worker.ask("start", lambda: asking.begin(path, slug, asked), self._started, self._not_started)

    def _started(self, run: int) -> None:
        self.form.start.setEnabled(True)
        self.look(run)

    def _not_started(self, error: Exception) -> None:
        self.form.start.setEnabled(True)
        if not isinstance(error, StavkaError):
            raise error
        self.form.say(str(error))

    # runs

    def look(self, front: int = 0) -> None:
        """Look how the runs stand."""
        path, slug = self.path, self.document.slug
        self._worker.ask("runs", lambda: list_runs(path, slug), lambda infos: self._show_runs(infos, front), self._warn)

    def _show_runs(self, infos: list[RunInfo], front: int) -> None:
        was_playing = self.runs.playing
        self.runs.show_runs(infos, front)
        if was_playing and not self.runs.playing:
            self._check.poke()  # the balance may be another than was wished for
        if self.runs.playing and self.isVisible():
            self._timer.start()
        else:
            self._timer.stop()
        if self.reader is not None:
            self._read()

    def show_run(self, run: int) -> None:
        """Show what a run found."""
        if not run:
            self.reader = None
            self.results.show_nothing(waiting=False)
        elif self.reader is None or self.reader.run != run:
            self.reader = Reader(self.path, run)
            self.results.show_nothing(waiting=True)
            self._read()

    def _read(self) -> None:
        reader = self.reader
        if reader is not None:
            self._worker.ask("picture", reader.look, self._show_picture, self._warn)

    def _show_picture(self, picture: RunPicture | None) -> None:
        if picture is None or self.reader is None or picture.info.id != self.reader.run:
            return
        if self._drawn != picture.info.id:
            self._drawn = picture.info.id
            self._worker.ask("scene", lambda: _scene(picture.rows), self.results.heat.set_scene, self._warn)
        if picture is not self.results.picture:
            self.results.show_picture(picture)

    def _want_heat(self) -> None:
        reader = self.reader
        if reader is not None and self.results.picture is not None:
            choice = self.results.heat.choice()
            self._worker.ask("heat", lambda: reader.heat(*choice), self.results.heat.show_heat, self._warn)

    def _warn(self, error: Exception) -> None:
        if not isinstance(error, StavkaError):
            raise error
        self.window_.warn(str(error))

    def _ask(self, run: int, wanted: str) -> None:
        """Do what a button of the list asks for."""
        commands: dict[str, Callable[[], object]] = {
            "pause": lambda: self.document.library.runs.wish(run, "pause"),
            "cancel": lambda: self._cancel(run),
            "resume": lambda: self._take_up(run),
            "delete": lambda: self.document.library.runs.delete(run),
            "page": lambda: self._save(run, "page"),
            "csv": lambda: self._save(run, "csv"),
        }
        try:
            commands[wanted]()
        except StavkaError as error:
            self.window_.warn(str(error))
        self.look()

    def _cancel(self, run: int) -> None:
        """Ask whoever plays it to stop; where nobody does, mark it."""
        info = self.runs.info(run)
        if info is not None and standing(info) == "playing":
            self.document.library.runs.wish(run, "cancel")
        else:
            self.document.library.runs.mark(run, "cancelled")

    def _take_up(self, run: int) -> None:
        path = self.path
        self._worker.ask("start", lambda: asking.take_up(path, run), lambda _none: self.look(), self._warn)

    def _save(self, run: int, what: str) -> None:
        suffix, kinds = (".html", "Pages (*.html)") if what == "page" else (".csv", "Tables (*.csv)")
        name, _ = QFileDialog.getSaveFileName(self, "Write the results", f"playtest-{run}{suffix}", kinds)
        if name:
            self.write(run, what, Path(name))

    def write(self, run: int, what: str, target: Path) -> None:
        """Write the results of a run as a page or as a table."""
        path = self.path

        def work() -> None:
            from engine.lab.page import write_page
            from engine.lab.results import read_run
            from engine.lab.sheets import write_games

            with Library.open(path, read_only=True) as library:
                results = read_run(library, run)
            (write_page if what == "page" else write_games)(target, results)

        self._worker.ask("write", work, lambda _none: self.window_.say(f"Written to {target.name}"), self._warn)

    # games

    def show_behind(self, behind: Behind | BehindBoth) -> None:
        """Show the games behind a figure."""
        reader = self.reader
        if reader is not None:
            self._worker.ask(
                "behind",
                lambda: reader.behind(behind),
                lambda lines: self._show_games(behind.title, lines),
                self._warn,
            )

    def _show_games(self, title: str, lines: list[GameLine]) -> None:
        if self.results.picture is not None:
            self.results.games.show_games(title, lines, self.results.picture.versions)
            self.results.tabs.setCurrentWidget(self.results.games)

    def watch(self, version: int, number: int) -> None:
        """Open the very game in the replay; it is played again from its seed in a process of its own."""
        run, path = self.runs.current(), self.path
        self.results.games.watch.setEnabled(False)
        self.window_.say(f"Playing game {number + 1} again …")
        self._worker.ask("watch", lambda: again.ask(path, run, version, number), self._open_game, self._not_watched)

    def _not_watched(self, error: Exception) -> None:
        self.results.games.watch.setEnabled(True)
        self._warn(error)

    def _open_game(self, game: int) -> None:
        self.results.games.watch.setEnabled(True)
        part = self.window_.show_part("play")
        resume = getattr(part, "resume", None)
        if resume is not None:
            resume(game)

    # in the window

    def handlers(self) -> Mapping[str, Callable[[], object]]:
        """Nothing of the window's actions is meant here."""
        return {}

    def reveal(self, table: str, _key: tuple[object, ...]) -> bool:
        """Show the balance that was wished for."""
        self.wish.least.setFocus()
        return table == "balance"

    def dress(self) -> None:
        """Take the colours of the theme."""
        for part in (self.form, self.runs, self.results):
            part.dress()

    def showEvent(self, event: QShowEvent) -> None:
        """Look how things stand whenever the room is entered."""
        super().showEvent(event)
        self._refill()
        self.look()

    def hideEvent(self, event: QHideEvent) -> None:
        """Nobody looks: the runs go on by themselves."""
        self._timer.stop()
        super().hideEvent(event)
