"""Asking for runs: the form, changes that are tried where they are made, runs beside the window, and balance."""

from __future__ import annotations

from time import thread_time

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from designer.charts.tab import Charts
from designer.doctrine.tab import DoctrineEditor
from designer.garbage import collect_here
from designer.oob.tab import OrderOfBattle
from designer.playtest.asking import OPTIONS, wanted
from designer.playtest.part import PlaytestRoom
from designer.shell.window import MainWindow
from designer.tables.check import find_problems
from designer.victory.tab import VictoryEditor
from engine.errors import StavkaError
from engine.lab.settings import RunSettings
from engine.lab.telling import bot_title
from engine.records.changes import put
from engine.records.play import Balance, Doctrine, Plan
from engine.store import Library
from tests.designer.playtest.conftest import Room
from tests.kit.heart import Heart
from tests.kit.skirmish import GREEDY, SLUG, hasty, played_run, skirmish, with_cell

LEFT = Qt.MouseButton.LeftButton
LONG = 240_000
"""Milliseconds in which a process is at work even where others keep the machine busy."""

STILL = 0.25
"""Seconds of its own that the window may stand still on a busy machine; on an idle one a benchmark holds it to 0.1."""


def room_of(window: MainWindow) -> PlaytestRoom:
    assert window.workspace is not None
    room = window.workspace.part("playtest")
    assert isinstance(room, PlaytestRoom) and window.workspace.current() is room
    return room


def few(room: PlaytestRoom, games: int = 3) -> None:
    """Ask for few games of quick bots."""
    for box in room.form.bots.values():
        box.setCurrentIndex(box.findData("random"))
    room.form.games.setValue(games)
    room.form.jobs.setValue(1)


def test_a_bot_that_looks_ahead_may_be_given_a_number_of_playouts(opened: MainWindow) -> None:
    opened.open_scenario(SLUG, "playtest")
    form = room_of(opened).form
    bot, playouts = form.bots["soviet"], form.playouts["soviet"]
    assert not playouts.isVisible()
    playouts.setValue(6)
    assert form.asked().settings.bots["soviet"] == bot.currentData(), "only who looks ahead makes playouts"
    bot.setCurrentIndex(bot.findData("hard"))
    assert playouts.isVisible() and not form.playouts["german"].isVisible()
    assert (
        form.asked().settings.bots["soviet"] == "hard:6" and bot_title("hard:6") == "Staff, looking ahead, 6 playouts"
    )
    playouts.setValue(playouts.minimum())
    assert form.asked().settings.bots["soviet"] == "hard"


# Try this change


def test_a_cell_of_the_combat_table_is_tried(opened: MainWindow, library: Library, qtbot: QtBot) -> None:
    opened.open_scenario(SLUG, "charts")
    charts = opened.show_part("charts")
    assert isinstance(charts, Charts)
    charts.show_chart("crt")
    grid = charts.crt.page.grid
    assert grid.view.show_line("2", "c:2:1")
    QTest.mouseClick(grid.buttons["table.try"], LEFT)
    room = room_of(opened)
    assert room.form.change.text() == "Row 2 of Combat, 2:1, now NE"
    assert [room.form.value.itemText(row) for row in range(room.form.value.count())] == ["DR", "AL", "DL", "DE"]
    room.form.value.setEditText("DE")
    versions, settings, name = wanted(library, SLUG, room.form.asked())
    assert versions[1].rows == with_cell("2", "2:1", "DE") and versions[0].rows == skirmish()
    assert settings.kind == "compare" and not settings.knowing and name == "Row 2 of Combat, 2:1: NE or DE"
    assert library.load(SLUG) == skirmish()


def test_a_value_of_a_unit_is_tried_and_swept(opened: MainWindow, library: Library) -> None:
    opened.open_scenario(SLUG, "oob")
    oob = opened.show_part("oob")
    assert isinstance(oob, OrderOfBattle)
    assert oob.units.view.show_line(("german-1",), "0.attack")
    opened.book.run("table.try")
    room = room_of(opened)
    assert room.form.change.text() == "1. German, Att, now 7"
    room.form.kind.setCurrentIndex(room.form.kind.findData("sweep"))
    room.form.values.setText("6:8")
    versions, settings, _ = wanted(library, SLUG, room.form.asked())
    assert [version.name for version in versions] == ["6", "7", "8"] and settings.values == ("6", "7", "8")
    assert versions[1].rows == skirmish() and versions[0].rows != skirmish()


def test_a_weight_of_the_doctrine_is_tried(opened: MainWindow, library: Library) -> None:
    rows = skirmish()
    rows.put(Plan(plan="rush", name="Rush", side="german"))
    rows.put(Doctrine(plan="rush", rule="assault", weight=2))
    library.add("planned", rows)
    opened.open_scenario("planned", "doctrine")
    doctrine = opened.show_part("doctrine")
    assert isinstance(doctrine, DoctrineEditor)
    assert doctrine.rules.view.show_line("assault", "weight")
    doctrine.rules.view.setFocus()
    opened.book.run("table.try")
    room = room_of(opened)
    assert room.form.change.text().endswith("Weight, now 2")
    room.form.value.setEditText("5")
    versions, settings, _ = wanted(library, "planned", room.form.asked())
    changed = versions[1].rows.get(Doctrine, "rush", "assault")
    assert changed is not None and changed.weight == 5 and settings.knowing


def test_a_line_of_victory_that_is_no_single_value_tries_the_last_edit(opened: MainWindow, library: Library) -> None:
    rows = library.load(SLUG)
    changed = with_cell("2", "2:1", "DE")
    library.edit(
        SLUG, "Make it harder", [put(rows, row) for row in changed if rows.get(type(row), *row.identity()) != row]
    )
    opened.open_scenario(SLUG, "victory")
    victory = opened.show_part("victory")
    assert isinstance(victory, VictoryEditor)
    assert victory.grid.view.show_line(("orsha",), "winner")
    opened.book.run("table.try")
    room = room_of(opened)
    assert room.form.change.text().endswith("Winner, now German")
    room.propose([])
    versions, _, name = wanted(library, SLUG, room.form.asked())
    assert versions[0].rows == skirmish() and versions[1].rows == changed
    assert name == "Before “Make it harder” against as it is now"


def test_two_options_are_tried_against_each_other(opened: MainWindow, library: Library) -> None:
    library.add("hasty", hasty())
    opened.open_scenario("hasty", "playtest")
    form = room_of(opened).form
    form.kind.setCurrentIndex(form.kind.findData("compare"))
    assert form.others["haste"].isHidden()
    form.second.setCurrentIndex(form.second.findData(OPTIONS))
    assert not form.others["haste"].isHidden() and form.value.isHidden()
    with pytest.raises(StavkaError, match="The two versions are the same"):
        wanted(library, "hasty", form.asked())
    form.others["haste"].setCurrentIndex(1)
    versions, settings, name = wanted(library, "hasty", form.asked())
    assert [version.options for version in versions] == [{"haste": "slow"}, {"haste": "fast"}]
    assert settings.knowing and name == "Length of the game: “Four turns” becomes “Two turns”."


def test_the_button_that_starts_stays_in_sight(enter: Room) -> None:
    room = enter()
    room.window_.resize(1280, 800)
    assert not room.form.start.visibleRegion().isEmpty()


def test_what_cannot_be_tried_is_said(enter: Room, qtbot: QtBot) -> None:
    room = enter()
    room.form.kind.setCurrentIndex(room.form.kind.findData("compare"))
    QTest.mouseClick(room.form.start, LEFT)
    assert "Nothing is chosen yet" in room.form.trouble.text()
    room.form.second.setCurrentIndex(room.form.second.findData("now"))
    QTest.mouseClick(room.form.start, LEFT)
    qtbot.waitUntil(lambda: "The two versions are the same" in room.form.trouble.text(), timeout=20_000)
    assert room.form.start.isEnabled()


# Runs beside the window


def test_a_run_is_played_beside_the_window_which_goes_on_living(
    enter: Room, library: Library, qtbot: QtBot, qapp: QApplication
) -> None:
    room = enter()
    few(room, 25)
    collect_here(qapp).sweep()  # what other tests have left is not looked through while it is watched
    heart = Heart(thread_time)  # what other programs take of the processor is not the room's fault
    QTest.mouseClick(room.form.start, LEFT)
    qtbot.waitUntil(lambda: "Done: 25 games" in room.runs.words.text(), timeout=LONG)
    results = room.results
    qtbot.waitUntil(lambda: results.picture is not None and results.picture.findings[0].games == 25, timeout=LONG)
    for page in range(results.tabs.count()):
        results.tabs.setCurrentIndex(page)
        qtbot.wait(120)
    assert heart.stop() < STILL and len(heart.gaps) > 50, f"the window stood still for {sorted(heart.gaps)[-5:]}"
    assert library.runs.info(room.runs.current()).status == "done"


def test_a_run_is_cancelled_and_taken_up_again(enter: Room, library: Library, qtbot: QtBot) -> None:
    room = enter()
    few(room, 2000)
    QTest.mouseClick(room.form.start, LEFT)
    qtbot.waitUntil(lambda: room.runs.current() > 0, timeout=LONG)
    run = room.runs.current()
    qtbot.waitUntil(lambda: library.runs.info(run).games > 1, timeout=LONG)
    room.look()
    qtbot.waitUntil(room.runs.buttons["cancel"].isEnabled, timeout=10_000)
    QTest.mouseClick(room.runs.buttons["cancel"], LEFT)
    qtbot.waitUntil(lambda: library.runs.info(run).status == "cancelled", timeout=LONG)
    kept = library.runs.info(run).games
    assert 1 < kept < 2000
    room.look()
    qtbot.waitUntil(room.runs.buttons["resume"].isEnabled, timeout=10_000)
    QTest.mouseClick(room.runs.buttons["resume"], LEFT)
    qtbot.waitUntil(lambda: library.runs.info(run).games > kept, timeout=LONG)
    library.runs.wish(run, "cancel")
    qtbot.waitUntil(lambda: library.runs.info(run).status in ("cancelled", "done"), timeout=LONG)


# Balance


def test_the_window_warns_of_a_balance_that_was_not_asked_for(enter: Room, library: Library, qtbot: QtBot) -> None:
    played_run(library, RunSettings(bots=GREEDY, games=20, seed=5))
    room = enter()
    room.wish.on.click()
    room.wish.least.setValue(97)
    room.wish.most.setValue(99)
    room.wish.most.editingFinished.emit()
    row = library.load(SLUG).get(Balance, "german")
    assert row is not None and (row.least, row.most) == (0.97, 0.99)
    found = find_problems(room.document.rows, library.path, SLUG)
    assert [problem.table for problem in found] == ["balance"] and "97 % to 99 % was asked for" in found[0].message
    assert room.reveal("balance", ("german",))
    room.wish.on.setChecked(False)
    assert library.load(SLUG).all(Balance) == []


def test_leaving_the_room_leaves_the_runs_alone(enter: Room, opened: MainWindow) -> None:
    room = enter()
    room._timer.start()
    opened.show_part("map")
    assert not room._timer.isActive()
