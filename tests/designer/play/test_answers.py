"""Every thing answers: a unit that cannot act, a hex that cannot be entered, a hexside that is taken."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from designer.labels import bare
from designer.play.table.interactions.declaring import DeclareInteraction
from designer.play.table.interactions.moving import MoveInteraction
from designer.play.view import PlayView
from engine.ids import Cell
from tests.designer.play.conftest import Arrange, Start, cell, piece
from tests.kit.hand import LEFT, Hand

NONE = Qt.KeyboardModifier.NoModifier


def over(view: PlayView, unit: int) -> QPoint:
    """A pixel where this counter is the uppermost, be it only its edge."""
    where = view.session.game.state.cell[unit]
    index = view.board._order[where].index(unit)
    middle, half = view.map.position_of(Cell(where)), round(view.map.scale * 0.5)
    for x in range(-half, half + 1):
        for y in (-half + 2, half - 2, 0, *range(-half, half + 1, 3)):
            at = middle.toPoint() + QPoint(x, y)
            hit = view.map.counter_at(at)
            if hit is not None and hit.cell == where and hit.index == index:
                return at
    raise AssertionError("the counter is wholly covered")


def test_a_unit_that_has_moved_says_so_with_the_case(arrange: Arrange) -> None:
    view = arrange({"v": "0805", "vi": "0703", "13th-army": "1406"})
    hand, interaction = Hand(view), view.interaction
    assert isinstance(interaction, MoveInteraction)
    hand.take(piece(view, "v"))
    goal = sorted(interaction.goals)[0]
    hand.click(goal)
    QTest.mouseMove(view.map, hand.pixel(cell(view, "2102")))
    QTest.mouseMove(view.map, hand.pixel(goal))
    assert "V has already moved in this phase." in view.strip.text() and "case:AB-9.0" in view.strip.text()
    view.say_nothing()
    QTest.mouseClick(view.map, LEFT, NONE, hand.pixel(goal))
    assert "V has already moved in this phase." in view.strip.text(), "a click says it too"


def test_an_enemy_unit_and_one_that_may_not_move_say_why(arrange: Arrange) -> None:
    view = arrange({"xxiv-pz": "0805", "v": "1405", "13th-army": "1406"}, phase="german-special")
    hand = Hand(view)
    for label, said in (("1406", "13th Army is not yours."), ("1405", "V may not move in this phase.")):
        QTest.mouseMove(view.map, hand.pixel(cell(view, label)))
        assert said in view.strip.text()
        view.say_nothing()
        QTest.mouseClick(view.map, LEFT, NONE, hand.pixel(cell(view, label)))
        assert said in view.strip.text()


def test_the_strip_names_the_unit_that_the_click_takes(arrange: Arrange) -> None:
    view = arrange({"xxiv-pz": "0805", "v": "0805", "13th-army": "1406"})
    for key in ("xxiv-pz", "v"):
        unit = piece(view, key)
        at = over(view, unit)
        QTest.mouseMove(view.map, at)
        assert f"Take {view.stage.table.name(unit)}" in view.strip.text()
        QTest.mouseClick(view.map, LEFT, NONE, at)
        assert view.stage.selected == (unit,)
        view.interaction.drop()


def test_the_strip_follows_when_the_counters_of_a_stack_change_places(arrange: Arrange) -> None:
    view = arrange({"xxiv-pz": "0805", "v": "0805", "13th-army": "1406"})
    top, below = piece(view, "xxiv-pz"), piece(view, "v")
    at = over(view, top)
    QTest.mouseMove(view.map, at)
    assert "Take XXIV Pz" in view.strip.text()
    view.board._order[cell(view, "0805")] = [top, below]
    view.board.hover_again()
    assert "Take V" in view.strip.text() and view.board.pointed_at() == (below,), "whoever lies there now"


def test_a_second_unit_on_a_used_hexside_is_told_why_and_the_first_stays(arrange: Arrange) -> None:
    view = arrange({"xxiv-pz": "0805", "v": "0805", "13th-army": "0905"}, phase="german-combat")
    hand, interaction, target = Hand(view), view.interaction, cell(view, "0905")
    assert isinstance(interaction, DeclareInteraction)
    hand.click(target)
    first, second = piece(view, "xxiv-pz"), piece(view, "v")
    hand.click_line(interaction.joining, first)
    at = over(view, second)
    QTest.mouseMove(view.map, at)
    assert "already attacks through that hexside" in view.strip.text()
    view.say_nothing()
    QTest.mouseClick(view.map, LEFT, NONE, at)
    assert "already attacks through that hexside" in view.strip.text() and "case:AB-" in view.strip.text()
    assert interaction.attackers(target) == (first,), "the one that attacks stays in its battle"


def test_units_that_cannot_attack_say_why(arrange: Arrange) -> None:
    pieces = {"xxiv-pz": "0805", "v": "0703", "13th-army": "0905", "4th-army": "1406"}
    view = arrange(pieces, phase="german-combat")
    hand = Hand(view)
    QTest.mouseMove(view.map, hand.pixel(cell(view, "0703")))
    assert "V is not adjacent to 0905." in view.strip.text()
    QTest.mouseMove(view.map, hand.pixel(cell(view, "1406")))
    assert "Nobody who can still attack is adjacent to 1406." in view.strip.text(), "no unit is picked out at random"


def test_a_click_on_a_hex_out_of_reach_keeps_the_selection_and_says_why(arrange: Arrange) -> None:
    view = arrange({"v": "0805", "13th-army": "1406"})
    hand, unit = Hand(view), piece(view, "v")
    hand.take(unit)
    for label in ("2102", "1406"):
        view.say_nothing()
        QTest.mouseClick(view.map, LEFT, NONE, hand.pixel(cell(view, label)))
        assert view.stage.selected == (unit,), "nobody is dropped"
        assert label in view.strip.text() and "case:AB-9" in view.strip.text()


def test_a_hex_that_is_too_far_is_named_and_not_another(arrange: Arrange) -> None:
    view = arrange({"v": "0805", "13th-army": "1406"})
    hand = Hand(view)
    hand.take(piece(view, "v"))
    QTest.mouseMove(view.map, hand.pixel(cell(view, "2102")))
    assert bare(view.strip.text()).startswith("2102 is too far: on the way there"), "the place is said once"
    assert " may be spent" in view.strip.text() and "1 movement points" not in view.strip.text()


def test_where_nothing_can_be_asked_nothing_is_offered(start: Start, qtbot: QtBot) -> None:
    view = start(bots=("", "greedy"))
    log, listed = view.session.game.log, view.reasons.list
    placed = [log[listed.item(row).data(Qt.ItemDataRole.UserRole)].action for row in range(listed.count())]
    where = placed[0].cell  # type: ignore[union-attr]
    for row, action in enumerate(placed):
        listed.setCurrentRow(row)
        offered = [entry.text() for entry in view.asking.menu_for(where).actions()]
        elsewhere = action.cell != where  # type: ignore[union-attr]
        assert any("instead of" in text for text in offered) == elsewhere, "nobody asks why not where it was done"
    assert len({action.cell for action in placed}) > 1  # type: ignore[union-attr]
    view.reasons.list.clear()
    assert not any("instead of" in entry.text() for entry in view.asking.menu_for(where).actions())


def test_the_staff_is_not_asked_about_what_may_not_be_done(arrange: Arrange) -> None:
    view = arrange({"v": "0805", "13th-army": "1406"})
    Hand(view).take(piece(view, "v"))
    asked = {}
    for label in ("0705", "2102"):
        texts = [entry.text() for entry in view.asking.menu_for(cell(view, label)).actions()]
        asked[label] = [text.split("?")[0] for text in texts if "?" in text]
    assert asked == {"0705": ["Would the staff do this"], "2102": ["Why may I not"]}


def test_battles_are_asked_about_only_where_one_is_announced(arrange: Arrange) -> None:
    view = arrange({"xxiv-pz": "0805", "13th-army": "0905"}, phase="german-combat")
    hand, interaction = Hand(view), view.interaction
    assert isinstance(interaction, DeclareInteraction)
    hand.click(cell(view, "0905"))
    hand.click(cell(view, "0805"))
    hand.press_end()
    for label, offered in (("0905", True), ("2102", False)):
        texts = [entry.text() for entry in view.asking.menu_for(cell(view, label)).actions()]
        assert any("Would the staff" in text for text in texts) == offered
