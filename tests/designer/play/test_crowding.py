"""Too many in a hex: said when it is pointed at and once it has come about, and drawn until it is mended."""

from __future__ import annotations

from PySide6.QtTest import QTest

from designer.play.table.crowding import crowded_cells
from designer.play.table.interactions.moving import MoveInteraction
from tests.designer.play.conftest import Arrange, cell, piece
from tests.kit.hand import LEFT, Hand

FULL = {"v": "0906", "vi": "0906", "vii": "0805", "13th-army": "1406"}


def test_a_move_that_overstacks_is_warned_of_before_it_is_made_and_after(arrange: Arrange) -> None:
    view = arrange(FULL)
    hand, full, unit = Hand(view), cell(view, "0906"), piece(view, "vii")
    hand.take(unit)
    clean = view.map.grab().toImage()
    QTest.mouseMove(view.map, hand.pixel(full))
    assert "3 units would stand here and 2 may stay when the phase ends" in view.strip.text(), view.strip.text()
    assert "case:AB-8.1" in view.strip.text()
    hand.click_beside(full)
    assert view.session.game.state.cell[unit] == full, "it is allowed: somebody may make room"
    QTest.mouseMove(view.map, hand.pixel(cell(view, "2102")))
    QTest.mouseMove(view.map, hand.pixel(full))
    assert "3 units stand here and 2 may stay" in view.strip.text() and "case:AB-8.1" in view.strip.text()
    assert crowded_cells(view.stage) == [full] and view.map.grab().toImage() != clean
    hand.take(piece(view, "v"))
    interaction = view.interaction
    assert isinstance(interaction, MoveInteraction)
    hand.click_beside(next(goal for goal in sorted(interaction.goals) if goal != full))
    assert crowded_cells(view.stage) == []
    QTest.mouseMove(view.map, hand.pixel(cell(view, "2102")))
    QTest.mouseMove(view.map, hand.pixel(full))
    assert "may stay" not in view.strip.text(), "there is room again"


def test_a_hex_with_room_is_not_warned_of(arrange: Arrange) -> None:
    view = arrange(FULL)
    hand = Hand(view)
    hand.take(piece(view, "v"))
    QTest.mouseMove(view.map, hand.pixel(cell(view, "0805")))
    assert "Move V here" in view.strip.text() or "Take VII" in view.strip.text()
    assert "may stay" not in view.strip.text()


def test_an_army_is_counted_apart_and_named_so(arrange: Arrange) -> None:
    armies = {"13th-army": "1406", "4th-army": "1405", "v": "0805"}
    view = arrange(armies, phase="soviet-movement", bots=("random", ""))
    hand = Hand(view)
    hand.take(piece(view, "4th-army"))
    QTest.mouseMove(view.map, hand.pixel(cell(view, "1406")))
    assert "2 armies would stand here and 1 may stay" in view.strip.text(), view.strip.text()


def test_many_who_go_together_are_counted_together(arrange: Arrange) -> None:
    view = arrange({"v": "0906", "vi": "0906", "vii": "0805", "viii": "0805", "13th-army": "1406"})
    hand = Hand(view)
    at = hand.pixel(cell(view, "0805"))
    hand.click(cell(view, "0805"))
    QTest.mouseDClick(view.map, LEFT, pos=at)
    assert len(view.stage.selected) == 2
    QTest.mouseMove(view.map, hand.pixel(cell(view, "0906")))
    assert "4 units would stand here and 2 may stay" in view.strip.text(), view.strip.text()
