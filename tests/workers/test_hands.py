"""Hands play out what a bot looks ahead to: whoever plays a trial, and whoever is lost over it, the outcome is one."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic, sleep

import pytest

from engine.bots import make_bot
from engine.bots.hard import HardBot, phase_began
from engine.bots.playout import Playout, PlayoutResult
from engine.errors import StavkaError
from engine.play import Game
from engine.workers.gauging import PlayoutCost
from engine.workers.hands import Hands, cores
from engine.workers.messages import Finished, Found, Gauge, Gauged, Play, Player, PlayoutProgress
from engine.workers.process import ThinkingProcess
from tests.bots.test_hard import AB, late
from tests.workers.test_thinking import done, hear

PLAYER = Player("hard:8", 3)
PATIENCE = 60.0


@pytest.fixture
def hands() -> Iterator[Hands]:
    made = Hands(2)
    yield made
    made.close()


def wait_for(condition: Callable[[], bool]) -> None:
    end = monotonic() + PATIENCE
    while not condition():
        assert monotonic() < end
        sleep(0.01)


def trials(game: Game, count: int) -> tuple[list[Playout], list[PlayoutResult]]:
    """The first playouts of a phase, and what comes of them here."""
    bot = make_bot(PLAYER.bot, AB.scenario, 1, PLAYER.seed)
    position = phase_began(AB, game.log, 1)
    assert isinstance(bot, HardBot) and position is not None
    found = [bot.trial(position, number % 3, number // 3) for number in range(count)]
    return found, [bot.play_out(game.view(1), trial) for trial in found]


def test_a_killed_hand_loses_nothing_and_the_outcomes_are_those_of_one_hand(hands: Hands) -> None:
    game = late().fork()
    while game.state.turn > 4 or game.decision is None or game.decision.side == 0 or game.decision.kind != "move":
        game.go_to(game.cursor - 1)
    asked, here = trials(game, 9)
    assert len({one.worth for one in here}) > 1, "else the order would not tell"
    playing = hands.play(game, 1, PLAYER, asked)
    there = [next(playing)]
    lost = hands.processes[0]
    os.kill(lost.pid, signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL)
    wait_for(lambda: not lost.alive)
    assert [*there, *playing] == here
    assert len(hands.processes) == 2 and lost not in hands.processes, "another is in its place"


def test_a_trial_that_ends_every_hand_is_given_up_with_a_sentence(
    hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    dying = [sys.executable, "-c", "import os; os._exit(3)"]
    monkeypatch.setattr("engine.workers.hands.ThinkingProcess", lambda: ThinkingProcess(dying))
    game = late()
    asked, _ = trials(game, 1)
    with pytest.raises(StavkaError, match="a playout ended the process that played it 3 times"):
        list(hands.play(game, 1, PLAYER, asked))


def children(pid: int) -> list[int]:
    return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="asks the system for the children of a process")
def test_looking_ahead_tells_how_far_it_is_and_ends_at_once_with_its_hands() -> None:
    game, process = late(), ThinkingProcess()
    process.follow(game)
    process.tell(Play(number=4, players={1: Player("hard:900", 3)}))
    said = hear(process, lambda said: sum(isinstance(one, PlayoutProgress) for one in said) > 2)
    told = [one for one in said if isinstance(one, PlayoutProgress)]
    assert [one.done for one in told] == list(range(1, len(told) + 1)) and {one.of for one in told} == {900}
    assert not any(isinstance(one, Found | Finished) for one in said), "it is not done with looking"
    hands = children(process.pid)
    assert len(hands) == (cores() if cores() > 1 else 0)
    process.end()
    assert not process.alive
    wait_for(lambda: not any(Path(f"/proc/{hand}").exists() for hand in hands))


def test_the_time_that_is_given_becomes_a_number_of_playouts() -> None:
    process = ThinkingProcess()
    process.follow(late())
    process.tell(Gauge(number=2, players={1: Player("hard", 3)}, seconds=2.0))
    gauged, end = hear(process, done)
    process.end()
    assert isinstance(gauged, Gauged) and 1 < gauged.playouts < 9999 and end == Finished(number=2)


def test_a_plan_is_opened_once_and_carried_on_every_time() -> None:
    assert PlayoutCost(opening=1.0, carrying=0.5).playouts(plans=15, seconds=10, hands=1) == 10, (
        "5 openings, 10 ways on"
    )
    assert PlayoutCost(opening=1.0, carrying=0.5).playouts(plans=15, seconds=10, hands=2) == 13, (
        "each hand opens for itself"
    )
    assert PlayoutCost(opening=0.0, carrying=0.5).playouts(plans=15, seconds=10, hands=2) == 40
    assert PlayoutCost(opening=9.0, carrying=2.0).playouts(plans=15, seconds=1, hands=1) == 0
