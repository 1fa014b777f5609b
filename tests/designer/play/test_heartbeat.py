"""The window goes on living while the bot thinks."""

from __future__ import annotations

from time import perf_counter

import pytest
from PySide6.QtCore import QTimer
from pytestqt.qtbot import QtBot

from designer.play.players import bot_names
from designer.play.session import PlaySession
from designer.play.view import PlayView
from tests.designer.play.conftest import SYSTEMS, Start

LONGEST = 0.1
"""Seconds that the window may take to answer while the bot thinks."""


class Heart:
    """Beats every few milliseconds and remembers how long it stood still while the bot was at work."""

    def __init__(self, session: PlaySession) -> None:
        self.gaps: list[float] = []
        self._session = session
        self._last = perf_counter()
        self.timer = QTimer()
        self.timer.timeout.connect(self._beat)
        self.timer.start(5)

    def _beat(self) -> None:
        now = perf_counter()
        if self._session.thinking:
            self.gaps.append(now - self._last)
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
    worst = []
    for _ in range(4):  # other programs may hold the processor for one turn, hardly for four
        gaps = turn_of(view, qtbot)
        assert len(gaps) > 5, "the bot had something to think about"
        worst.append(max(gaps))
        if worst[-1] < LONGEST:
            break
    assert min(worst) < LONGEST, f"stood still for {[round(gap * 1000) for gap in worst]} ms"
