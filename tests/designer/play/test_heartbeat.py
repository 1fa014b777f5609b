"""The window goes on living while the bot thinks, and while a game is prepared."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event
from time import perf_counter

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from designer.play.running.players import bot_names
from designer.play.running.seats import Seat
from designer.play.running.session import PlaySession
from designer.play.starting.newgame import NewGame
from designer.play.view import PlayView
from designer.shell.window import MainWindow
from engine.play import Game
from engine.store.keeping import Beginning, begin_game
from engine.store.library import Library
from tests.designer.play.conftest import SYSTEMS, Start, on_table, part_of

LONGEST = 0.1
"""Seconds that the window may take to answer while the bot thinks."""

PATIENCE = 60.0
"""Seconds after which a game is made even if nobody asked for it."""


class Heart:
    """Beats every few milliseconds and remembers how long it stood still while the bot was at work."""

    def __init__(self, session: PlaySession) -> None:
        self.gaps: list[float] = []
        self.calm: list[float] = []
        self._session = session
        self._last = perf_counter()
        self.timer = QTimer()
        self.timer.timeout.connect(self._beat)
        self.timer.start(5)

    def _beat(self) -> None:
        now = perf_counter()
        (self.gaps if self._session.thinking else self.calm).append(now - self._last)
        self._last = now


def turn_of(view: PlayView, qtbot: QtBot) -> list[float]:
    """Let a whole turn pass, the bot thinking in its phases; how long the window stood still each time."""
    session, turn, heart = view.session, view.session.game.state.turn, Heart(view.session)
    for _ in range(60):
        if session.controller.over or session.game.state.turn > turn:
            break
        view.end() if view.interaction.ending() else session.delegate()
        qtbot.wait(20)
        qtbot.waitUntil(lambda: not session.thinking, timeout=60_000)
    heart.timer.stop()
    return heart.gaps


@pytest.mark.parametrize("slug", SYSTEMS)
def test_the_window_never_blocks_while_the_bot_thinks(start: Start, qtbot: QtBot, slug: str) -> None:
    view = start(slug, ("", bot_names()[0]), seed=4)
    session = view.session
    session.delegate()
    qtbot.waitUntil(lambda: session.my_decision is not None and session.my_decision.kind != "set-up", timeout=60_000)
    heart = Heart(session)
    qtbot.wait(1500)
    heart.timer.stop()
    allowed = max(LONGEST, 2 * max(heart.calm))  # other programs may hold the processor all the time
    worst = []
    for _ in range(4):  # or for one turn, hardly for four
        gaps = turn_of(view, qtbot)
        assert len(gaps) > 5, "the bot had something to think about"
        worst.append(max(gaps))
        if worst[-1] < allowed:
            break
    assert min(worst) < allowed, f"stood still for {[round(gap * 1000) for gap in worst]} ms"


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Iterator[Event]:
    """A game is made only when this is set; it is set at the latest when the test is over."""
    go = Event()

    def work(beginning: Beginning) -> Game:
        go.wait(PATIENCE)
        return begin_game(beginning)

    monkeypatch.setattr("designer.play.part.begin_game", work)
    yield go
    go.set()


def test_the_window_lives_while_a_game_is_prepared(quick: MainWindow, qtbot: QtBot, made: Event) -> None:
    part = part_of(quick, "arduous-beginning")
    beats: list[float] = []
    timer = QTimer()
    timer.timeout.connect(lambda: beats.append(perf_counter()))
    timer.start(5)
    part.start(NewGame((Seat(), Seat("random")), 3, {}, "Test"))
    assert part.currentWidget() is part.preparing and part.preparing.word.text() == "Preparing the game …"
    qtbot.waitUntil(lambda: len(beats) > 20, timeout=30_000)
    assert part.currentWidget() is part.preparing, "the window went on while the game was made"
    made.set()
    on_table(part, qtbot)
    timer.stop()


def test_a_game_that_is_being_prepared_can_be_called_off(
    quick: MainWindow, qtbot: QtBot, made: Event, library: Library
) -> None:
    part = part_of(quick, "arduous-beginning")
    part.start(NewGame((Seat(), Seat("random")), 3, {}, "Test"))
    QTest.mouseClick(part.preparing.cancel, Qt.MouseButton.LeftButton)
    assert part.currentWidget() is part.lobby
    made.set()
    qtbot.wait(200)
    assert part.playing is None and library.games() == []


def test_a_game_that_cannot_be_made_leads_back_to_the_lobby_with_the_reason(
    quick: MainWindow, qtbot: QtBot, library: Library
) -> None:
    part = part_of(quick, "arduous-beginning")
    part.start(NewGame((Seat(), Seat("random")), 3, {"goal": "no such choice"}, "Test"))
    qtbot.waitUntil(lambda: part.currentWidget() is part.lobby, timeout=5_000)
    assert "no such choice" in quick.notice.text and library.games() == []
