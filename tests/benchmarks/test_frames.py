"""Frames of the play window while a bot thinks are as quick as without it.

pytest tests/benchmarks/test_frames.py --benchmark-enable -s
"""

from __future__ import annotations

from statistics import median
from time import perf_counter

from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from designer.play.running.crew import Awaited, crew
from designer.play.running.players import own_seed
from designer.play.view import PlayView
from engine.workers.messages import Play, Player
from tests.designer.conftest import *  # noqa: F403  (the window and its home)
from tests.designer.play.conftest import Start, library, quick, start  # noqa: F401

ROUNDS = 4
FRAMES = 60
MOST = 1.35


def frames(view: PlayView, count: int) -> list[float]:
    """Seconds for each frame of a map under a moving pointer, with whatever else the window has to do."""
    took = []
    for number in range(count):
        began = perf_counter()
        QTest.mouseMove(view.map, QPoint(200 + 7 * (number % 60), 200 + 5 * (number % 50)))
        view.map.repaint()
        QApplication.processEvents()
        took.append(perf_counter() - began)
    return took


def test_frames_while_a_bot_thinks(measured: bool, start: Start, qtbot: QtBot) -> None:  # noqa: F811
    view = start("arduous-beginning", ("", "random"))
    game, bots, heard = view.session.game, crew(), []
    players = {side: Player("doctrine", own_seed(1, side)) for side in (0, 1)}
    frames(view, 20)
    still: list[float] = []
    thinking: list[float] = []
    for _ in range(ROUNDS if measured else 1):
        still += frames(view, FRAMES if measured else 5)
        number = bots.ask(game, Play(players=players), Awaited(heard.append, lambda error: None))
        qtbot.waitUntil(lambda: len(heard) > 2, timeout=60_000)
        thinking += frames(view, FRAMES if measured else 5)
        assert bots._awaited, "the bot was still thinking"
        bots.cancel(number)
        heard.clear()
    alone, beside = (1000 * median(times) for times in (still, thinking))
    print(f"\na frame takes {alone:.1f} ms alone and {beside:.1f} ms while a bot thinks: {beside / alone:.2f} times")
    if measured:
        assert beside <= MOST * alone
