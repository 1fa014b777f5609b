"""The hard bot in the window: its time is chosen, kept as playouts, shown while it thinks, and cut short."""

from __future__ import annotations

import re

from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from designer.play.running.crew import crew
from designer.play.running.seats import Seat
from designer.play.starting.newgame import NewGame, NewGameForm
from designer.play.starting.patience import NUMBER, USUAL
from designer.shell.window import MainWindow
from engine.store.library import Library
from engine.store.reviving import players_of
from tests.designer.play.conftest import on_table, part_of
from tests.kit.hand import LEFT

WAIT = 90_000
SLUG = "arduous-beginning"


def choose(form: NewGameForm, bot: str, time: int) -> None:
    form.bot.setCurrentIndex(form.bot.findData(bot))
    form.bot.activated.emit(form.bot.currentIndex())
    form.patience.time.setCurrentIndex(form.patience.time.findData(time))


def test_the_form_asks_how_long_only_who_looks_ahead_may_think(quick: MainWindow, qtbot: QtBot) -> None:
    form = NewGameForm(part_of(quick, SLUG).document.rows)
    qtbot.addWidget(form)
    form.show()
    assert not form.patience.isVisible() and form.chosen().seconds == 0
    choose(form, "hard", 15)
    assert form.patience.isVisible() and not form.patience.playouts.isVisible()
    assert (form.chosen().seats[1], form.chosen().seconds) == (Seat("hard"), 15)
    choose(form, "hard", NUMBER)
    form.patience.playouts.setValue(7)
    assert form.patience.playouts.isVisible()
    assert (form.chosen().seats[1], form.chosen().seconds) == (Seat("hard:7"), 0)
    assert form.plan.isEnabled(), "it follows a plan like the regular one"
    choose(form, "greedy", NUMBER)
    assert form.chosen().seats[1] == Seat("greedy") and not form.patience.isVisible()
    form.take_over((Seat(), Seat("hard:31")), {})
    assert form.chosen().seats[1] == Seat("hard:31")
    form.take_over((Seat(), Seat("hard")), {})
    assert form.patience.time.currentData() == USUAL and form.chosen().seats[1] == Seat("hard")


def test_the_time_it_may_think_is_kept_as_a_number_of_playouts(
    quick: MainWindow, qtbot: QtBot, library: Library
) -> None:
    part = part_of(quick, SLUG)
    part.start(NewGame((Seat(), Seat("hard", "")), 3, {}, "Timed", seconds=30))
    view = on_table(part, qtbot)
    seat = view.session.seats[1]
    found = re.fullmatch(r"hard:(\d+)", seat.bot)
    assert found and int(found[1]) > 1
    assert part.number is not None
    assert players_of(library.load_game(part.number))["soviet"]["bot"] == seat.bot


def test_a_game_need_not_be_waited_for_while_the_bot_is_gauged(quick: MainWindow, qtbot: QtBot) -> None:
    part, bots = part_of(quick, SLUG), crew()
    bots.close()
    part.start(NewGame((Seat(), Seat("hard")), 3, {}, "Timed", seconds=30))
    qtbot.waitUntil(lambda: part.preparing.word.text().startswith("Preparing the bot"), timeout=WAIT)
    assert part.currentWidget() is part.preparing and bots.process is not None
    QTest.mouseClick(part.preparing.cancel, LEFT)
    assert part.currentWidget() is part.lobby and bots.process is None and part.playing is None


def test_while_it_looks_ahead_the_bar_says_how_far_and_stopping_ends_it_at_once(
    quick: MainWindow, qtbot: QtBot
) -> None:
    part = part_of(quick, SLUG)
    part.start(NewGame((Seat("hard:900"), Seat("hard:900")), 3, {}, "Long"))
    view = on_table(part, qtbot)
    said = re.compile(r"[1-9]\d* of 225 playouts")  # of 900 a quarter is made before the turns that decide
    qtbot.waitUntil(lambda: said.search(view.bar.note.text()) is not None, timeout=WAIT)
    process = crew().process
    assert process is not None and process.alive and view.session.thinking
    QTest.mouseClick(view.bar.stop, LEFT)
    assert not process.alive and not view.session.thinking and view.session.paused
    assert not said.search(view.bar.note.text()), "what is not going on is not said"
