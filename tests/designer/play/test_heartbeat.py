"""The window goes on living while the bot thinks."""

from __future__ import annotations

from time import perf_counter

import pytest
from PySide6.QtCore import QTimer
from pytestqt.qtbot import QtBot

from designer.play.players import bot_names
from tests.designer.play.conftest import SYSTEMS, Start

LONGEST = 0.1
"""Seconds that the window may take to answer while the bot thinks."""


class Heart:
    """Beats every few milliseconds and remembers how long it ever stood still."""

    def __init__(self) -> None:
        self.gaps: list[float] = []
        self._last = perf_counter()
        self.timer = QTimer()
        self.timer.timeout.connect(self._beat)
        self.timer.start(5)

    def _beat(self) -> None:
        now = perf_counter()
        self.gaps.append(now - self._last)
        self._last = now


@pytest.mark.parametrize("slug", SYSTEMS)
def test_the_window_never_blocks_while_the_bot_thinks(start: Start, qtbot: QtBot, slug: str) -> None:
    view = start(slug, ("", bot_names()[0]), seed=4)
    session = view.session
    session.delegate()
    qtbot.waitUntil(lambda: session.my_decision is not None and session.my_decision.kind != "set-up", timeout=60_000)
    turn, heart = session.game.state.turn, Heart()
    for _ in range(60):
        if session.controller.over or session.game.state.turn > turn:
            break
        view.end() if view.interaction.ending() else session.delegate()
        qtbot.waitUntil(lambda: not session.thinking, timeout=60_000)
    heart.timer.stop()
    bot = [entry for entry in session.game.log if entry.side == 1 and entry.action is not None]
    assert len(bot) > 5, "the bot had something to think about"
    assert max(heart.gaps) < LONGEST, f"stood still for {max(heart.gaps) * 1000:.0f} ms"
