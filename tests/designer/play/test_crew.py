"""Bots think in a process of their own: lost, it is started again with a sentence; cancelled, it is ended."""

from __future__ import annotations

import os
import signal
import sys

import pytest
from pytestqt.qtbot import QtBot

from designer.play.running.crew import BotCrew, crew
from designer.play.running.session import PlaySession
from engine.workers.process import ThinkingProcess
from tests.designer.play.conftest import Start

WAIT = 90_000

signals = pytest.mark.skipif(sys.platform == "win32", reason="signals")


@pytest.fixture
def bots(qapp: object) -> BotCrew:
    return crew()


def kill(bots: BotCrew) -> None:
    assert bots.process is not None
    os.kill(bots.process.pid, signal.SIGKILL)


def bots_only(start: Start, seed: int = 5) -> PlaySession:
    """A game between two bots, stopped."""
    view = start("arduous-beginning", ("greedy", "greedy"), seed=seed)
    view.session.pause()
    return view.session


@signals
def test_a_lost_process_is_a_sentence_and_is_started_again(start: Start, qtbot: QtBot, bots: BotCrew) -> None:
    session = bots_only(start)
    said: list[str] = []
    session.failed.connect(said.append)
    session.resume()
    kill(bots)  # at once: on a busy machine it would have thought the whole game out before the window has shown it
    qtbot.waitUntil(lambda: bool(said) or session.controller.over, timeout=WAIT)
    assert said == ["The process in which the bots think was lost (signal 9). It is started again."]
    before = session.game.cursor
    qtbot.waitUntil(lambda: session.game.cursor > before + 3, timeout=WAIT)
    assert not session.paused
    session.pause()


@signals
def test_a_process_that_is_lost_again_and_again_stops_the_game(
    start: Start, qtbot: QtBot, bots: BotCrew, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = bots_only(start)
    dying = [sys.executable, "-c", "import os; os._exit(3)"]
    monkeypatch.setattr("designer.play.running.crew.ThinkingProcess", lambda: ThinkingProcess(dying))
    bots.close()
    said: list[str] = []
    session.failed.connect(said.append)
    session.resume()
    qtbot.waitUntil(lambda: session.paused, timeout=WAIT)
    assert len(said) == 3 and said[-1] == "The process in which the bots think was lost (exit code 3)."
    assert not session.thinking
    monkeypatch.undo()
    before = session.game.cursor
    session.resume()
    qtbot.waitUntil(lambda: session.game.cursor > before, timeout=WAIT)
    session.pause()


def test_stopping_ends_the_process_and_going_on_plays_the_same_game(start: Start, qtbot: QtBot, bots: BotCrew) -> None:
    session = bots_only(start, seed=6)
    for goal in (8, 20, 45):
        session.resume()
        qtbot.waitUntil(lambda goal=goal: session.game.cursor > goal, timeout=WAIT)
        thinking = session.thinking
        session.pause()
        assert bots.process is None or not thinking or bots.process.alive
    stopped = session.game.log[:45]
    through = bots_only(start, seed=6)
    through.resume()
    qtbot.waitUntil(lambda: through.game.cursor > 46, timeout=WAIT)
    through.pause()
    assert through.game.log[:45] == stopped


def test_a_question_is_answered_after_the_process_was_lost(start: Start, qtbot: QtBot, bots: BotCrew) -> None:
    session = start("childs-barbarossa", ("", "random")).session
    bots.close()
    heard: list[object] = []
    session.advised.connect(lambda action, why: heard.append((action, why)))
    session.ask_advice()
    qtbot.waitUntil(lambda: bool(heard), timeout=WAIT)
