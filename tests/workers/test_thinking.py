"""A process in which bots think answers as bots do here, follows the game, and is ended at any moment."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from time import monotonic, sleep

import pytest

from engine.bots import BOTS, make_bot
from engine.lab.match import bot_seed
from engine.play import Game
from engine.records import ORDER
from engine.state.actions import AnyAction
from engine.workers.messages import (
    NEEDLESS,
    Advise,
    AnyReply,
    Ask,
    Begin,
    Finished,
    Found,
    Play,
    Player,
    Said,
    While,
    WhyNot,
    pack_rows,
    unpack_rows,
)
from engine.workers.process import ThinkingProcess
from engine.workers.thinking import Thinker
from tests.kit.players import setting_for

SLUGS = ("arduous-beginning", "childs-barbarossa")
SEED = 21
PATIENCE = 120.0


@pytest.fixture
def process() -> Iterator[ThinkingProcess]:
    made = ThinkingProcess()
    yield made
    made.end()


def players(name: str) -> dict[int, Player]:
    return {side: Player(name, bot_seed(SEED, side)) for side in (0, 1)}


def hear(process: ThinkingProcess, enough: Callable[[list[AnyReply]], bool]) -> list[AnyReply]:
    """What the process says until it is enough."""
    said: list[AnyReply] = []
    end = monotonic() + PATIENCE
    while not enough(said):
        assert monotonic() < end and (process.alive or said), "the process says nothing"
        said += process.heard()
        sleep(0.01)
    return said


def done(said: list[AnyReply]) -> bool:
    return any(isinstance(reply, Finished) for reply in said)


def opening(slug: str, name: str, actions: int) -> Game:
    """The first actions of a game between two bots that think here."""
    setting = setting_for(slug)
    bots = [make_bot(name, setting.scenario, side, bot_seed(SEED, side)) for side in (0, 1)]
    game = Game.begin(setting, SEED)
    for _ in range(actions):
        assert game.decision is not None
        action, why = bots[game.decision.side].choose(game.view(game.decision.side))
        game.apply(action, dict(why))
    return game


@pytest.mark.parametrize(
    ("slug", "name", "actions"),
    [
        *((slug, name, 90) for slug in SLUGS for name in sorted({*BOTS, "hard:8"} - {"hard"})),
        ("panzergruppe-guderian", "random", 40),
    ],
)
def test_choices_are_those_that_the_bot_makes_here(
    process: ThinkingProcess, slug: str, name: str, actions: int
) -> None:
    here = opening(slug, name, actions)
    process.follow(Game.begin(here.setting, SEED))
    process.tell(Play(number=5, players=players(name)))
    said = hear(process, lambda said: sum(isinstance(reply, Found) for reply in said) >= actions)
    found = [reply for reply in said if isinstance(reply, Found)][:actions]
    assert [(one.number, one.position) for one in found] == [(5, 1 + place) for place in range(actions)]
    assert [(one.action, one.why) for one in found] == [(entry.action, entry.why) for entry in here.log[1:]]


@pytest.mark.parametrize("slug", SLUGS)
def test_it_follows_the_log_forwards_and_back(process: ThinkingProcess, slug: str) -> None:
    game = opening(slug, "doctrine", 80)
    for position in (80, 81, 40, 65):
        game.go_to(position)
        assert game.decision is not None
        side = game.decision.side
        process.follow(game)
        process.tell(Advise(number=position, player=players("doctrine")[side]))
        found, end = hear(process, done)
        assert isinstance(found, Found) and end == Finished(number=position) and found.position == position
        bot = make_bot("doctrine", game.scenario, side, bot_seed(SEED, side))
        assert (found.action, found.why) == bot.choose(game.view(side))


def test_it_says_why_not_and_stops_where_it_was_told_to(process: ThinkingProcess) -> None:
    game = opening("childs-barbarossa", "greedy", 1)
    assert game.decision is not None
    side = game.decision.side
    action: AnyAction = next(iter(game.options()))
    process.follow(game)
    process.tell(WhyNot(number=1, side=side, player=players("greedy")[side], action=action))
    said, _ = hear(process, done)
    bot = make_bot("greedy", game.scenario, side, bot_seed(SEED, side))
    assert said == Said(number=1, text=bot.explain_not(game.view(side), action))
    only = While(side, game.decision.kind, game.state.turn, game.state.phase)
    process.tell(Play(number=2, players={side: players("greedy")[side]}, only=only))
    found = [reply for reply in hear(process, done) if isinstance(reply, Found)]
    for one in found:
        assert game.decision is not None and (game.decision.side, game.decision.kind) == (side, only.kind)
        game.apply(one.action, one.why)
    assert found and game.decision is not None and (game.decision.side, game.decision.kind) != (side, only.kind)


def test_what_goes_wrong_is_told_and_the_next_question_is_answered(process: ThinkingProcess) -> None:
    process.follow(opening("childs-barbarossa", "random", 1))
    process.tell(Advise(number=1, player=Player("nobody", 1)))
    (end,) = hear(process, done)
    assert isinstance(end, Finished) and "There is no bot nobody" in end.error
    process.tell(Advise(number=2, player=Player("random", 1)))
    assert [type(reply) for reply in hear(process, done)] == [Found, Finished]


def test_ending_it_cancels_whatever_it_does() -> None:
    before = threading.active_count()
    process = ThinkingProcess()
    process.follow(Game.begin(setting_for("arduous-beginning"), SEED))
    process.tell(Play(number=1, players=players("doctrine")))
    hear(process, bool)
    began = monotonic()
    process.end()
    assert not process.alive and monotonic() - began < 5.0
    assert threading.active_count() == before


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_process_that_is_killed_is_known_to_be_gone() -> None:
    process = ThinkingProcess()
    os.kill(process.pid, signal.SIGKILL)
    end = monotonic() + PATIENCE
    while process.alive:
        assert monotonic() < end
        sleep(0.01)
    assert process.code == -signal.SIGKILL
    process.follow(Game.begin(setting_for("arduous-beginning"), SEED))  # nobody hears it, and nothing hangs
    process.end()


class Mumble(Ask, frozen=True, tag="mumble"):
    """Something that no process of ours was ever told."""


def test_what_it_does_not_understand_ends_it_so_that_nobody_waits_for_an_answer(process: ThinkingProcess) -> None:
    process.tell(Mumble())  # type: ignore[arg-type]
    end = monotonic() + PATIENCE
    while process.alive:
        assert monotonic() < end, "it goes on, deaf"
        sleep(0.02)
    assert process.code == 1


def test_it_leaves_when_the_window_is_gone() -> None:
    process = ThinkingProcess()
    process.tell(None)  # type: ignore[arg-type]
    process._threads[1].join(PATIENCE)
    assert process._process.stdin is not None
    process._process.stdin.close()
    assert process._process.wait(PATIENCE) == 0
    process.end()


@pytest.mark.parametrize("slug", SLUGS)
def test_rows_arrive_as_they_were(slug: str) -> None:
    rows = setting_for(slug).scenario.rows
    arrived = unpack_rows(pack_rows(rows))
    for kind in ORDER:
        assert arrived.all(kind) == ([] if kind in NEEDLESS else rows.all(kind)), kind.table


@pytest.mark.parametrize(
    ("slug", "bot", "waits"),
    [
        ("arduous-beginning", "doctrine", False),
        ("panzergruppe-guderian", "random", False),
        ("panzergruppe-guderian", "doctrine", True),
    ],
)
def test_only_a_large_game_with_a_bot_that_plans_waits_for_the_compiler(slug: str, bot: str, waits: bool) -> None:
    thinker = Thinker(lambda _reply: None)
    asked = Play(number=2, players={0: Player(bot, 1)})
    assert not thinker.waits(asked), "there is no game yet"
    thinker.hear(Begin(number=1, rows=pack_rows(setting_for(slug).scenario.rows), seed=1))
    assert thinker.waits(asked) is waits
