"""Crowded hexes: the picker wraps, keeps clear of what can be clicked, takes one, some or all, and goes away."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtTest import QTest

from designer.play.table.interactions.declaring import DeclareInteraction
from designer.play.table.interactions.moving import MoveInteraction
from designer.play.view import PlayView
from designer.room import free_place
from engine.state.actions import MoveStack
from tests.designer.play.conftest import Arrange, cell, piece
from tests.kit.hand import LEFT, Hand

NONE, CTRL = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier

TWELVE = ("xxiv-pz", "xlvi-pz", "lvii-pz", "v", "vi", "vii", "viii", "ix", "xii", "xiii", "xx", "xlii")


@pytest.fixture(params=[False, True], ids=["one by one", "as a stack"])
def crowd(arrange: Arrange, request: pytest.FixtureRequest) -> PlayView:
    """Twelve corps in one hex; in some games they move one by one, in others as a stack."""
    return arrange(dict.fromkeys(TWELVE, "0906") | {"13th-army": "1406"}, stacks=request.param)


def pick(view: PlayView, unit: int, keys: Qt.KeyboardModifier = NONE) -> None:
    field = view.board.picker.field
    QTest.mouseClick(field, LEFT, keys, field.rect_of(unit).center())


def test_a_stack_of_twelve_wraps_and_covers_no_hex_that_can_be_clicked(crowd: PlayView) -> None:
    hand, picker, interaction = Hand(crowd), crowd.board.picker, crowd.interaction
    assert isinstance(interaction, MoveInteraction)
    hand.click(cell(crowd, "0906"))
    assert picker.isVisible() and len(picker.pieces) == 12
    places = [picker.field.rect_of(unit) for unit in picker.pieces]
    assert all(picker.field.rect().contains(place) for place in places)
    assert len({place.top() for place in places}) > 1, "in rows"
    assert crowd.map.rect().contains(picker.geometry())
    lit = interaction.lit(picker.pieces)
    assert len(lit) > 20 and set(interaction.goals) <= lit
    for goal in {*lit, cell(crowd, "0906")}:
        assert not picker.geometry().intersects(crowd.board.box(goal)), "an active hex is covered"


def test_some_of_a_stack_move_and_one_undo_brings_them_back(crowd: PlayView) -> None:
    hand, picker, state = Hand(crowd), crowd.board.picker, crowd.session.game.state
    hand.click(cell(crowd, "0906"))
    wanted = [piece(crowd, key) for key in ("v", "vii", "ix")]
    pick(crowd, wanted[0])
    for unit in wanted[1:]:
        pick(crowd, unit, CTRL)
    assert set(crowd.stage.selected) == set(wanted) and picker.title.text() == "0906: 3 of 12 · strength 20", (
        "their sum"
    )
    interaction = crowd.interaction
    assert isinstance(interaction, MoveInteraction)
    goal = next(goal for goal in sorted(interaction.goals) if not state.stacks.get(goal))
    hand.click(goal)
    assert [state.cell[unit] for unit in wanted] == [goal] * 3
    assert len(state.stacks[cell(crowd, "0906")]) == 9
    assert not picker.isVisible(), "its work is done"
    QTest.mouseClick(crowd.bar.undo, LEFT)
    assert len(state.stacks[cell(crowd, "0906")]) == 12, "they went together, they come back together"
    QTest.mouseClick(crowd.bar.redo, LEFT)
    assert [state.cell[unit] for unit in wanted] == [goal] * 3


def test_where_the_rules_move_stacks_they_move_as_one(arrange: Arrange) -> None:
    view = arrange(dict.fromkeys(TWELVE, "0906") | {"13th-army": "1406"}, stacks=True)
    hand, state = Hand(view), view.session.game.state
    hand.click(cell(view, "0906"))
    QTest.mouseClick(view.board.picker.all, LEFT)
    assert len(view.stage.selected) == 12
    interaction = view.interaction
    assert isinstance(interaction, MoveInteraction)
    goal = next(goal for goal in sorted(interaction.goals) if not state.stacks.get(goal))
    hand.click(goal)
    action = view.session.game.log[-1].action
    assert isinstance(action, MoveStack) and len(action.pieces) == 12
    assert len(state.stacks[goal]) == 12


def test_a_double_click_takes_the_whole_stack(crowd: PlayView) -> None:
    hand = Hand(crowd)
    at = hand.pixel(cell(crowd, "0906"))
    QTest.mouseClick(crowd.map, LEFT, NONE, at)
    assert len(crowd.stage.selected) == 1
    QTest.mouseDClick(crowd.map, LEFT, NONE, at)
    assert len(crowd.stage.selected) == 12
    QTest.mouseClick(crowd.map, LEFT, NONE, hand.pixel(cell(crowd, "2102")))
    assert len(crowd.stage.selected) == 12, "a hex out of reach drops nobody"


def test_a_click_in_the_picker_takes_one_out_of_a_stack_that_is_taken_whole(crowd: PlayView) -> None:
    hand, where = Hand(crowd), cell(crowd, "0906")
    hand.click(where)
    QTest.mouseDClick(crowd.map, LEFT, pos=hand.pixel(where))
    assert len(crowd.stage.selected) == 12
    pick(crowd, piece(crowd, "vii"))
    assert crowd.stage.selected == (piece(crowd, "vii"),)


def test_a_sweep_over_the_picker_takes_what_it_passes(crowd: PlayView) -> None:
    Hand(crowd).click(cell(crowd, "0906"))
    field = crowd.board.picker.field
    first, last = field.pieces[0], field.pieces[3]
    QTest.mousePress(field, LEFT, NONE, field.rect_of(first).center())
    crowd.board.picker.field.swept.emit(tuple(field.pieces[:4]))
    QTest.mouseRelease(field, LEFT, NONE, field.rect_of(last).center())
    assert set(crowd.stage.selected) == set(field.pieces[:4])


def test_the_picker_goes_once_an_attacker_is_chosen_and_never_lies_on_the_defender(arrange: Arrange) -> None:
    pieces = {"xxiv-pz": "0805", "v": "0805", "13th-army": "0905", "3rd-army": "0905"}
    view = arrange(pieces, phase="german-combat")
    hand, picker, interaction = Hand(view), view.board.picker, view.interaction
    assert isinstance(interaction, DeclareInteraction)
    hand.click(cell(view, "0905"))
    assert not picker.isVisible(), "whom to attack is chosen by the hex"
    hand.click(cell(view, "0805"))
    attackers = interaction.attackers(cell(view, "0905"))
    assert len(attackers) == 1 and not picker.isVisible(), "the click did its work"
    hand.click(cell(view, "0905"))
    assert interaction.target == cell(view, "0905"), "nothing swallows the click on the defender"


def test_the_picker_of_units_on_the_march_never_lies_on_an_enemy_beside_them(arrange: Arrange) -> None:
    ring = dict(zip(("13th-army", "4th-army", "3rd-army", "10th-army"), ("0905", "0806", "1006", "1005"), strict=True))
    view = arrange(dict.fromkeys(TWELVE, "0906") | ring)
    hand, picker = Hand(view), view.board.picker
    hand.click(cell(view, "0906"))
    if picker.isVisible():
        for label in ring.values():
            assert not picker.geometry().intersects(view.board.box(cell(view, label))), "an enemy is covered"
    lit = view.interaction.lit(view.stage.pieces_in(cell(view, "0906")))
    assert {cell(view, label) for label in ("0905", "1006")} <= lit


def test_a_card_finds_room_or_says_that_there_is_none() -> None:
    area, card = QRect(0, 0, 400, 300), QSize(100, 80)
    taken = [QRect(0, 0, 400, 150)]
    spare = free_place(card, area, taken, QPoint(200, 0))
    assert spare is not None and not QRect(spare.corner, card).intersects(taken[0])
    assert abs(spare.corner.x() + 50 - 200) < 10 and spare.corner.y() < 170, "as near as can be"
    assert free_place(card, area, [QRect(0, 0, 400, 240)], QPoint(0, 0)) is None
    assert free_place(QSize(500, 10), area, [], QPoint(0, 0)) is None


def test_a_card_covers_as_little_as_it_can_of_what_it_would_rather_leave_open() -> None:
    area, card, near = QRect(0, 0, 400, 300), QSize(100, 80), QPoint(50, 40)
    left = QRect(0, 0, 200, 300)
    clear = free_place(card, area, [], near, [left])
    assert clear is not None and not QRect(clear.corner, card).intersects(left) and clear.covered == 0
    little = free_place(card, area, [QRect(216, 0, 184, 300)], near, [left])
    assert little is not None and little.covered > 0 and little.corner.x() > 100, "as far out of it as there is room"
    close = free_place(card, area, [], near, [area])
    assert close is not None and close.corner == QPoint(0, 0), "where all is alike the nearest"


def test_the_title_of_the_picker_stands_clear_of_its_buttons_when_it_grows(arrange: Arrange) -> None:
    view = arrange(dict.fromkeys(("xxiv-pz", "xlvi-pz"), "0805") | {"13th-army": "1405"})
    picker, pieces = view.board.picker, [piece(view, key) for key in ("xxiv-pz", "xlvi-pz")]
    counters = [(one, view.board.face(one)) for one in pieces]
    for worth in ("strength 9", "attack 125, defence 126 and some words more"):
        picker.offer(counters, pieces, "0805", QPoint(100, 100), group=True, worth=worth)
        picker.choose(pieces, worth)
        assert picker.place([])
        picker.grab()
        assert picker.title.width() >= picker.title.fontMetrics().horizontalAdvance(picker.title.text())
        assert picker.title.geometry().right() < picker.all.geometry().left() < picker.all.geometry().right()
        assert picker.rect().contains(picker.close_.geometry())
