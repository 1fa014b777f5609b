"""The staff does the rest: held units stay, the phase is left to the player, one undo takes all of it back."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from designer.play.running.holds import Holds
from designer.play.table.interactions.declaring import DeclareInteraction
from designer.play.table.interactions.fighting import FightInteraction
from designer.play.table.interactions.moving import MoveInteraction
from designer.play.view import PlayView
from designer.shell.window import MainWindow
from engine.state.events import BattleFought
from engine.store.library import Library
from tests.designer.play.conftest import Arrange, Start, cell, on_table, part_of, piece
from tests.kit.hand import LEFT, Hand

WAIT = 60_000

ARMY = {"xxiv-pz": "0805", "v": "0703", "vi": "0704", "vii": "0707", "13th-army": "1006", "4th-army": "1206"}


def rest(view: PlayView, qtbot: QtBot) -> None:
    QTest.mouseClick(view.bar.delegate, LEFT)
    qtbot.waitUntil(lambda: not view.session.thinking and view.session.my_decision is not None, timeout=WAIT)


def test_the_staff_leaves_held_units_alone_and_the_end_of_the_phase_to_the_player(
    arrange: Arrange, qtbot: QtBot
) -> None:
    view = arrange(ARMY)
    session, hand = view.session, Hand(view)
    before, phase, cursor = list(session.game.state.cell), session.game.state.phase, session.game.cursor
    for key in ("xxiv-pz", "v"):
        hand.take(piece(view, key))
        QTest.keyClick(view.map, Qt.Key.Key_H)
    assert session.held == {piece(view, "xxiv-pz"), piece(view, "v")}
    assert "held" in view.map.stacks.get(session.game.state.cell[piece(view, "v")]).faces[0].badges  # type: ignore[union-attr, arg-type]
    rest(view, qtbot)
    state = session.game.state
    assert state.cell[piece(view, "xxiv-pz")] == before[piece(view, "xxiv-pz")]
    assert state.cell[piece(view, "v")] == before[piece(view, "v")]
    assert session.game.cursor > cursor, "the others moved"
    assert state.phase == phase and view.bar.ending.text() == "End movement", "the phase is not over"
    assert "done the rest" in view.strip.text() and "2 held units" in view.strip.text()
    QTest.mouseClick(view.bar.undo, LEFT)
    assert session.game.cursor == cursor and state.cell == before, "one undo takes all of it back"
    assert "done the rest" not in view.strip.text(), "and nobody says that it is done"
    QTest.mouseClick(view.bar.redo, LEFT)
    assert session.game.cursor > cursor + 1 and state.phase == phase


def test_a_phase_that_is_over_is_nobodys_to_end(start: Start, qtbot: QtBot) -> None:
    view = start()
    rest(view, qtbot)
    decision = view.session.my_decision
    assert decision is not None and decision.kind != "set-up", "the set-up ended by itself"
    assert "done the rest" in view.strip.text() and "yours to end" not in view.strip.text(), view.strip.text()


def test_a_held_unit_can_be_let_go_and_is_passed_over_by_tab(arrange: Arrange) -> None:
    view = arrange(ARMY)
    hand, interaction, unit = Hand(view), view.interaction, piece(view, "v")
    assert isinstance(interaction, MoveInteraction)
    hand.take(unit)
    QTest.keyClick(view.map, Qt.Key.Key_H)
    seen = set()
    for _ in range(8):
        QTest.keyClick(view.map, Qt.Key.Key_Tab)
        seen.update(view.stage.selected)
    assert seen == interaction.active() - {unit}
    assert "1 unit is held" in view.bar.ending.toolTip()
    hand.take(unit)
    QTest.keyClick(view.map, Qt.Key.Key_H)
    assert view.session.held == frozenset() and "no longer held" in view.strip.text()


def test_holds_are_for_the_turn_and_survive_a_restart(
    arrange: Arrange, quick: MainWindow, qtbot: QtBot, library: Library
) -> None:
    view = arrange(ARMY)
    Hand(view).take(piece(view, "v"))
    QTest.keyClick(view.map, Qt.Key.Key_H)
    held = view.session.held
    (game,) = library.games()
    quick.close_scenario()
    part = part_of(quick, "arduous-beginning")
    assert part.resume(game.id)
    again = on_table(part, qtbot)
    assert again.session.held == held != frozenset()
    assert again.session.holds.on(again.session.game.state.turn + 1) == frozenset(), "another turn, another hold"


def test_the_whole_turn_is_a_choice_of_its_own(arrange: Arrange, qtbot: QtBot) -> None:
    view = arrange(ARMY)
    session = view.session
    texts = [action.text() for action in view.bar.delegate.menu().actions()]
    assert texts == ["The rest of this (D)", "The whole of my turn (Shift+D)"]
    view.bar.delegate.menu().actions()[1].trigger()
    qtbot.waitUntil(
        lambda: not session.thinking and (session.my_decision is not None or session.controller.over), timeout=WAIT
    )
    state, sides = session.game.state, session.game.setting.phase_sides
    assert session.controller.over or state.turn > 2 or sides[state.phase] == 1, "movement and combat are played"


def test_what_is_kept_of_holds_is_read_back_and_rubbish_is_no_hold(arrange: Arrange) -> None:
    view = arrange(ARMY)
    scenario = view.session.game.scenario
    holds = Holds(scenario)
    assert holds.toggle([3, 5], 4) and holds.on(4) == {3, 5} and holds.on(5) == frozenset()
    assert Holds(scenario, holds.text()).on(4) == {3, 5}
    assert not holds.toggle([3, 5], 4) and holds.text() == ""
    assert Holds(scenario, "rubbish").on(0) == frozenset()


def test_the_rest_of_the_battles_is_fought_with_what_comes_of_them(arrange: Arrange, qtbot: QtBot) -> None:
    front = {"xxiv-pz": "0805", "xlvii-pz": "1205", "13th-army": "0905", "3rd-army": "1305"}
    view = arrange(front, phase="german-combat", result="DR")
    hand, interaction, game = Hand(view), view.interaction, view.session.game
    assert isinstance(interaction, DeclareInteraction)
    for target, key in (("0905", "xxiv-pz"), ("1305", "xlvii-pz")):
        hand.click(cell(view, target))
        hand.click_line(interaction.joining, piece(view, key))
    hand.finish()
    assert isinstance(view.interaction, FightInteraction)
    phase = game.state.phase
    rest(view, qtbot)
    qtbot.waitUntil(lambda: game.state.phase != phase, timeout=WAIT)
    fought = [event for entry in game.log[: game.cursor] for event in entry.events if isinstance(event, BattleFought)]
    assert len(fought) == 2, "support, retreats and advances between the battles are the staff's too"
    qtbot.waitUntil(lambda: view.session.my_decision is not None, timeout=WAIT)
    assert "done the rest" in view.strip.text(), "though the phase ended by itself"
    assert view.board.result.isHidden(), "what the staff fought does not hang over the next phase"
