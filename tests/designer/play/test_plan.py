"""Odds before a move is made, and plans: drawn with their odds, done one by one, or cleared."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from designer.play.table.interactions.declaring import DeclareInteraction
from designer.play.table.interactions.moving import MoveInteraction
from designer.play.table.interactions.planned import planned
from tests.designer.play.conftest import Arrange, cell, piece
from tests.kit.hand import LEFT, Hand

ARMY = {"xxiv-pz": "0805", "v": "0703", "vi": "0704", "13th-army": "1006", "4th-army": "1306"}


def test_a_hex_beside_an_enemy_says_the_odds_from_there(arrange: Arrange) -> None:
    view = arrange(ARMY)
    hand, interaction, enemy = Hand(view), view.interaction, cell(view, "1006")
    assert isinstance(interaction, MoveInteraction)
    hand.take(piece(view, "xxiv-pz"))
    beside = next(goal for goal in sorted(interaction.goals) if enemy in view.stage.table.setting.neighbours[goal])
    QTest.mouseMove(view.map, hand.pixel(beside))
    fork = view.session.game.fork()
    fork.state.relocate(piece(view, "xxiv-pz"), beside)
    column = fork.view(0).forecast(enemy, (piece(view, "xxiv-pz"),)).column
    assert f"From there: {column} against" in view.strip.text(), view.strip.text()
    (prospect,) = interaction._prospects(beside)
    assert (prospect.target, prospect.column) == (enemy, column)
    hand.click_beside(beside)
    fought = view.session.game.view(0).forecast(enemy, (piece(view, "xxiv-pz"),)).column
    assert fought == column, "once there, the rules say the same"


def test_where_no_battle_can_follow_no_odds_are_promised(arrange: Arrange) -> None:
    view = arrange(ARMY, phase="german-special")
    hand, interaction, enemy = Hand(view), view.interaction, cell(view, "1006")
    assert isinstance(interaction, MoveInteraction)
    hand.take(piece(view, "xxiv-pz"))
    beside = next(goal for goal in sorted(interaction.goals) if enemy in view.stage.table.setting.neighbours[goal])
    QTest.mouseMove(view.map, hand.pixel(beside))
    assert "Move XXIV Pz here" in view.strip.text() and "From there" not in view.strip.text()


def test_a_plan_moves_nothing_until_it_is_done_and_one_undo_takes_it_back(arrange: Arrange) -> None:
    view = arrange(ARMY)
    hand, interaction, game = Hand(view), view.interaction, view.session.game
    assert isinstance(interaction, MoveInteraction)
    enemy, before, cursor = cell(view, "1006"), list(game.state.cell), game.cursor
    hand.take(piece(view, "xxiv-pz"))
    QTest.mouseClick(interaction.planning.bar.plan, LEFT)
    assert interaction.planning.on
    beside = next(goal for goal in sorted(interaction.goals) if enemy in view.stage.table.setting.neighbours[goal])
    hand.click_beside(beside)
    hand.take(piece(view, "v"))
    goal = next(goal for goal in sorted(interaction.goals) if goal != beside)
    hand.click_beside(goal)
    QTest.mouseMove(view.map, hand.pixel(enemy))
    assert "Plan an attack on this hex" in view.strip.text()
    hand.click(enemy)
    assert "Plan no attack on this hex" in view.strip.text(), "what a click would do now"
    assert "nothing moves until you do the plan" in view.bar.prompt.text()
    plan = interaction.planning.plan
    assert game.cursor == cursor and list(game.state.cell) == before, "nothing has moved"
    assert plan.stands() == {piece(view, "xxiv-pz"): beside, piece(view, "v"): goal} and plan.targets == [enemy]
    said = interaction.planning.bar.note.text()
    assert said.startswith("Planned: 2 moves") and ":" in said.split("at ")[-1], said
    QTest.mouseClick(interaction.planning.bar.do, LEFT)
    assert "plan" not in view.bar.prompt.text()
    assert game.state.cell[piece(view, "xxiv-pz")] == beside and game.state.cell[piece(view, "v")] == goal
    assert not plan.moves and plan.targets == [enemy], "the attack waits"
    QTest.mouseClick(view.bar.undo, LEFT)
    assert list(game.state.cell) == before, "one undo takes the moves back"
    assert plan.stands() == {piece(view, "xxiv-pz"): beside, piece(view, "v"): goal}, "and they are planned again"
    assert interaction.planning.bar.do.isEnabled() and interaction.planning.bar.note.text().startswith("Planned: 2")
    QTest.mouseClick(view.bar.redo, LEFT)
    assert not interaction.planning.plan.moves
    hand.press_end()
    declaring = view.interaction
    assert isinstance(declaring, DeclareInteraction) and declaring.planned.isVisible()
    QTest.mouseClick(declaring.planned.do, LEFT)
    assert [(battle.target, battle.attackers) for battle in planned(view.stage)] == [(enemy, (piece(view, "xxiv-pz"),))]
    assert view.stage.plan.empty


def test_a_plan_can_be_cleared(arrange: Arrange) -> None:
    view = arrange(ARMY)
    hand, interaction = Hand(view), view.interaction
    assert isinstance(interaction, MoveInteraction)
    assert not interaction.planning.bar.do.isEnabled()
    hand.take(piece(view, "v"))
    QTest.keyClick(view.map, Qt.Key.Key_P)
    assert interaction.planning.bar.plan.isChecked()
    hand.click_beside(next(iter(sorted(interaction.goals))))
    assert not view.stage.plan.empty and interaction.planning.bar.do.isEnabled()
    QTest.mouseClick(interaction.planning.bar.clear, LEFT)
    assert view.stage.plan.empty and not interaction.planning.bar.clear.isEnabled()
