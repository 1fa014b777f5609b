"""What was stumbled over in games played by hand: cut titles, covered enemies, answers to another question."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QScrollArea
from pytestqt.qtbot import QtBot

from designer.play.table.dice import ResultCard
from designer.play.telling.dispatch import DispatchLine
from designer.play.telling.enemy import EnemyPanel
from designer.shell.window import MainWindow
from designer.theme import current_theme
from engine.bots.staff.answers import _yielded
from engine.play.sandbox import Position, Spot
from engine.records.play import MechanismRow
from engine.state.events import BattleFought, DieRolled, UnitEliminated
from engine.store.library import Library
from tests.designer.play.conftest import Arrange, Begin, cell, part_of, piece
from tests.kit.hand import Hand
from tests.kit.shipped import shipped_rows

MANY = "panzergruppe-guderian"
"""A game with many options."""


def test_a_form_with_many_options_needs_no_scroll_in_a_tall_window(
    library: Library, quick: MainWindow, qtbot: QtBot
) -> None:
    library.add(MANY, shipped_rows(MANY))
    quick.resize(1600, 1000)
    part = part_of(quick, MANY)
    part.show_lobby()
    assert part.lobby is not None
    wishes = part.lobby.findChild(QScrollArea, "wishes")
    assert wishes is not None
    qtbot.waitUntil(lambda: not wishes.verticalScrollBar().isVisible(), timeout=2000)


def test_a_result_is_read_whole_the_first_time_it_is_shown(arrange: Arrange) -> None:
    view = arrange({"xxiv-pz": "0805", "13th-army": "0905"}, phase="german-combat")
    card = ResultCard(view.map)
    result = "defender loses 2 steps or retreats 2 hexes, then the attacker as well"
    card.show_result("0905", BattleFought(0, (0,), (1,), 8, 1, "8:1", (), "8:1", 5, "D2", result), None, None)
    view.map.grab()
    assert card.title.height() >= card.title.heightForWidth(card.title.width()) > card.title.fontMetrics().height()
    card.show_result("0905", BattleFought(0, (0,), (1,), 8, 1, "8:1", (), "8:1", 5, "D2", "no effect"), None, None)
    view.map.grab()
    dice = DieRolled(0, "2d6", (6, 6), "battle")
    card.show_result("0905", BattleFought(0, (0,), (1,), 8, 1, "8:1", (), "8:1", 5, "D2", result), dice, None)
    view.map.grab()
    for label in (card.title, card.text):
        assert label.height() >= label.heightForWidth(label.width()), f"{label.text()} is cut the next time"


def test_the_picker_says_all_of_its_title_and_lies_on_no_enemy_where_there_is_room(arrange: Arrange) -> None:
    enemies = ("0507", "0706", "1007", "1105", "0403")
    armies = dict(zip(("13th-army", "4th-army", "3rd-army", "10th-army", "16th-army"), enemies, strict=True))
    view = arrange({"xxiv-pz": "0805", "xlvi-pz": "0805", **armies})
    hand, picker = Hand(view), view.board.picker
    hand.click(cell(view, "0805"))
    assert picker.isVisible()
    view.interaction.take_all(tuple(picker.pieces))
    assert picker.title.text().startswith("0805: 2 of 2 · strength ")
    assert picker.title.width() >= picker.title.fontMetrics().horizontalAdvance(picker.title.text())
    for key in armies:
        where = view.session.game.state.cell[piece(view, key)]
        assert not picker.geometry().intersects(view.board.box(where)), f"{key} is covered"


def test_a_unit_that_is_spent_says_so_when_it_is_pointed_at(arrange: Arrange) -> None:
    view = arrange({"xxiv-pz": "0805", "xlvi-pz": "0504", "13th-army": "1405"})
    hand, unit = Hand(view), piece(view, "xxiv-pz")
    hand.take(unit)
    hand.click_beside(max(view.interaction.goals, key=lambda goal: len(view.interaction.goals[goal].path)))  # type: ignore[attr-defined]
    hand.take(piece(view, "xlvi-pz"))
    hand.click_beside(sorted(view.interaction.goals)[0])  # type: ignore[attr-defined]
    QTest.mouseMove(view.map, QPoint(2, 2))
    QTest.mouseMove(view.map, hand.pixel(view.session.game.state.cell[unit]))
    assert "XXIV Pz has already moved in this phase." in view.strip.text(), view.strip.text()
    assert view.strip.text().count("XXIV Pz") == 1, "a unit is named once in what is said of it"


def test_an_enemy_out_of_reach_is_refused_as_an_overrun_and_not_as_a_hex_that_is_taken(begin: Begin) -> None:
    spots = {"xxiv-pz": Spot("0805"), "13th-army": Spot("1005")}
    row = MechanismRow(mechanism="overrun", params={"points": 2.0, "times": 0.5})
    view = begin(row, Position(pieces=spots, turn=2, phase="german-movement"))
    hand = Hand(view)
    hand.take(piece(view, "xxiv-pz"))
    QTest.mouseMove(view.map, hand.pixel(cell(view, "1005")))
    said = "An enemy stands in 1005; only units beside it can overrun it."
    assert said in view.strip.text() and "adjacent" not in view.strip.text(), view.strip.text()


def test_the_button_is_filled_only_where_it_is_the_next_step_even_under_the_mouse(arrange: Arrange) -> None:
    view = arrange({"xxiv-pz": "0805", "13th-army": "1405"})
    ending = view.bar.ending
    QTest.mouseMove(ending, ending.rect().center())
    assert ending.underMouse()
    fill = ending.grab().toImage().pixelColor(12, ending.height() // 2)
    assert fill == current_theme().colour("field"), "a unit could still move"


def test_a_retreat_without_losses_is_said_without_a_nought() -> None:
    assert _yielded(0, 1, 0) == "gives up ground, and nobody is lost on the way"
    assert _yielded(1, 3, 0) == "gives up ground, and 1 of 3 has no way"


def test_the_report_of_the_enemy_leaves_its_room_to_the_orders(qtbot: QtBot) -> None:
    panel = EnemyPanel()
    qtbot.addWidget(panel)
    panel.show_reports("Turn 2: what the Soviet side did", [DispatchLine("Nobody lost anything.")])
    panel.show()
    assert panel.minimumSizeHint().height() <= 6 * panel.fontMetrics().lineSpacing(), "a heading and two lines"
    assert panel.watch.geometry().center().y() == pytest.approx(panel.title.geometry().center().y(), abs=3)


def test_a_result_stands_still_while_more_comes_of_it_and_tells_how_much_it_leaves_out(arrange: Arrange) -> None:
    view = arrange({"xxiv-pz": "0805", "13th-army": "0905"}, phase="german-combat")
    card, lost = view.board.result, tuple(range(9))
    card.show_result("0905", BattleFought(0, lost, (9,), 8, 1, "8:1", (), "8:1", 5, "A9", "attacker loses"), None, None)
    corner = view.map.rect().adjusted(12, 12, -12, -12).bottomLeft() - QPoint(0, 2 * card.height())
    boxes = [view.board.box(cell(view, label)) for label in ("0805", "0905")]
    steps = (corner + QPoint(60 * n, 0) for n in range(20))
    aside = next(at for at in steps if not any(QRect(at, card.size() * 1.6).intersects(box) for box in boxes))
    card.move(aside)
    card.follow([UnitEliminated(one, 0, -2, "battle") for one in lost[:2]], lambda event: f"{event.piece} is lost.")
    view.board.aftermath.make_way()
    assert card.pos() == aside, "what stands well does not jump"
    card.follow([UnitEliminated(one, 0, -2, "battle") for one in lost[2:]], lambda event: f"{event.piece} is lost.")
    assert card.text.text().splitlines()[-2:] == ["3 is lost.", "And 5 more; the journal tells all."]
