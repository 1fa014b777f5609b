"""Kinds of decision that the window was not written for: the shape of their answers finds the gesture."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from designer.play.running.seats import Seat
from designer.play.starting.newgame import NewGame
from designer.play.table.interactions.allocating import AllocateInteraction
from designer.play.table.interactions.picking import PickInteraction
from designer.play.table.interactions.placing import PlaceInteraction
from designer.play.table.interactions.pointing import PointInteraction
from designer.play.table.interactions.shape import shape
from designer.play.view import PlayView
from designer.shell.window import MainWindow
from engine.state.actions import AdvanceUnit, Choose, Done, LoseStep, MoveStack, PlaceUnit, RetreatUnit
from engine.store.library import Library
from engine.systems import SYSTEMS, register
from tests.designer.play.conftest import cell, on_table, part_of, piece
from tests.kit.hand import LEFT, Hand
from tests.kit.quartermaster import SYSTEM, Build, Guard, HireGuard, Pay, Post, quartermaster_rows

SLUG = "depots"
CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    """A library with a scenario of the system, which is known for the time of a test."""
    register(SYSTEM)
    made = Library.create(tmp_path / "library.db")
    made.add(SLUG, quartermaster_rows())
    yield made
    made.close()
    del SYSTEMS[SYSTEM.key]


@pytest.fixture
def view(quick: MainWindow, qtbot: QtBot) -> PlayView:
    """The game when points are to be paid."""
    part = part_of(quick, SLUG)
    part.start(NewGame((Seat(), Seat()), 3, {}, "Test"))
    made = on_table(part, qtbot)
    qtbot.waitUntil(lambda: made.session.my_decision is not None and made.settled, timeout=30_000)
    while made.session.my_decision is not None and made.session.my_decision.kind == "set-up":
        Hand(made).play()
    return made


def pay(view: PlayView, *keys: str) -> None:
    """Share the points out by the buttons of the panel, and press the button."""
    interaction = view.interaction
    assert isinstance(interaction, AllocateInteraction)
    for key in keys:
        QTest.mouseClick(interaction.shares.lines[piece(view, key)].more, LEFT)
    Hand(view).press_end()


def test_shapes_are_read_off_the_answers() -> None:
    assert shape([LoseStep(1), LoseStep(2), Done()]) == "pick"
    assert shape([LoseStep(1), LoseStep(1)]) == "list", "one unit, two answers"
    assert shape([PlaceUnit(1, 5), PlaceUnit(1, 6), Done()]) == "place"
    assert shape([Build("fuel", 3), Build("food", 3), Done()]) == "point"
    assert shape([AdvanceUnit(1, (4,)), RetreatUnit(1, (4, 5)), AdvanceUnit(None)]) == "route"
    assert shape([AdvanceUnit(1), AdvanceUnit(2), AdvanceUnit(None)]) == "pick"
    assert shape([Choose(0), Choose(1)]) == shape([Done()]) == shape([MoveStack((1, 2), (4,))]) == "list"
    assert shape([LoseStep(1), Build("fuel", 3)]) == "list", "some about units, some about hexes"


def test_points_are_shared_out_on_one_screen_and_paid_by_one_button(view: PlayView) -> None:
    interaction, game, hand = view.interaction, view.session.game, Hand(view)
    assert isinstance(interaction, AllocateInteraction)
    before, first, second = game.cursor, piece(view, "first"), piece(view, "second")
    lines = interaction.shares.lines
    assert list(lines) == [first, second, piece(view, "third")]
    places = {unit: line.more.mapToGlobal(QPoint(0, 0)) for unit, line in lines.items()}
    assert "ay 4 points" in interaction.shares.heading.text()
    hand.press_end()
    assert game.cursor == before and "4 points" in view.strip.text(), "the button says what is open"
    for _ in range(2):
        QTest.mouseClick(lines[first].more, LEFT)
    assert not lines[first].more.isEnabled() and lines[first].count.text() == "2", "nobody pays three"
    hand.click(cell(view, "0301"))
    assert "Nobody pays more than two points" in view.strip.text() and "QM-1" in view.strip.text()
    hand.click(cell(view, "0302"))
    assert interaction.count(second) == 1, "a click on the map gives a share too"
    hand.click(cell(view, "0302"), CTRL)
    assert interaction.count(second) == 0, "and takes it back"
    QTest.mouseClick(lines[first].less, LEFT)
    assert interaction.count(first) == 1 and "ay 3 points" in interaction.shares.heading.text()
    for unit in (second, second, first):
        QTest.mouseClick(lines[unit].more, LEFT)
    assert {unit: line.more.mapToGlobal(QPoint(0, 0)) for unit, line in lines.items()} == places, "nothing moves"
    assert game.cursor == before and not interaction.open, "nothing is paid before the button"
    hand.press_end()
    assert [entry.action for entry in game.log[before:]] == [Pay(first), Pay(second), Pay(second), Pay(first)]
    QTest.mouseClick(view.bar.undo, LEFT)
    assert game.cursor == before, "one undo takes all of it back"


def test_escape_takes_the_last_share_back_and_begin_again_all(view: PlayView) -> None:
    interaction = view.interaction
    assert isinstance(interaction, AllocateInteraction)
    line = interaction.shares.lines[piece(view, "first")]
    QTest.mouseClick(line.more, LEFT)
    QTest.mouseClick(line.more, LEFT)
    view.map.setFocus()
    QTest.keyClick(view.map, Qt.Key.Key_Escape)
    assert line.count.text() == "1"
    QTest.mouseClick(interaction.shares.again, LEFT)
    assert line.count.text() == "0" and not interaction.shares.again.isEnabled()


def test_what_is_built_is_chosen_in_the_list_and_where_on_the_map(view: PlayView) -> None:
    pay(view, "first", "first", "second", "second")
    interaction, hand, game = view.interaction, Hand(view), view.session.game
    assert isinstance(interaction, PointInteraction)
    names = [interaction.list.list.item(row).text() for row in range(interaction.list.list.count())]
    assert [name.splitlines()[0] for name in names] == ["Build a fuel depot", "Build a food depot"]
    hand.click_line(interaction.list, interaction.list.keys()[1])
    QTest.mouseMove(view.map, hand.pixel(2))
    assert "Build a food depot in" in view.strip.text()
    hand.click(2)
    assert game.log[-1].action == Build("food", 2)
    hand.click(3)
    assert game.log[-1].action == Build("food", 3), "the kind stays chosen"
    hand.click(cell(view, "0704"))
    assert "Depots are built in the first column" in view.strip.text() and "QM-2" in view.strip.text()
    QTest.mouseClick(view.bar.undo, LEFT)
    assert game.log[game.cursor - 1].action == Build("food", 2)


def test_a_reserve_is_posted_from_the_tray_and_a_guard_picked_or_hired(view: PlayView) -> None:
    pay(view, "first", "first", "second", "second")
    hand, game = Hand(view), view.session.game
    hand.press_end()
    placing = view.interaction
    assert isinstance(placing, PlaceInteraction) and set(placing.cells) == {7, 8, 9}
    hand.click(cell(view, "0704"))
    assert "The reserve is posted to the second column" in view.strip.text()
    hand.click(8)
    assert game.log[-1].action == Post(piece(view, "reserve"), 8)
    picking = view.interaction
    assert isinstance(picking, PickInteraction) and picking.others == (HireGuard(),)
    texts = [picking._panel.list.item(row).text() for row in range(picking._panel.list.count())]
    assert texts[0].startswith("Let First stand guard") and texts[-1] == "Hire a guard", texts
    assert view.bar.ending.text() == "Done"
    before = game.cursor
    hand.click_line(picking._panel, HireGuard())
    assert game.log[before].action == HireGuard()
    QTest.mouseClick(view.bar.undo, LEFT)
    again = view.interaction
    assert isinstance(again, PickInteraction)
    hand.click(cell(view, "0302"))
    assert game.log[before].action == Guard(piece(view, "second"))
