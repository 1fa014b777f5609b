"""The manners of play: undo, forced decisions, hints, cancelling, looking back, branching."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QTextDocumentFragment
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from designer.play.part import PlayPart
from designer.play.table.interactions.declaring import DeclareInteraction
from designer.play.table.interactions.moving import MoveInteraction
from designer.play.table.interactions.placing import PlaceInteraction
from designer.play.table.interactions.routes import path_of
from designer.play.table.stage import PointerSpot
from designer.play.view import PlayView
from designer.shell.window import MainWindow
from engine.store.library import Library
from tests.designer.play.conftest import Arrange, Start, on_table, part_of
from tests.kit.hand import Hand

WAIT = 60_000


def decide(view: PlayView, qtbot: QtBot, kind: str) -> None:
    """Play on, with the staff's help, until a decision of that kind is owed."""
    session = view.session
    for _ in range(400):
        decision = session.my_decision
        if decision is not None and decision.kind == kind:
            return
        before = session.game.cursor
        session.delegate()
        qtbot.waitUntil(lambda: session.my_decision is not None, timeout=WAIT)
        if session.game.cursor == before:  # the staff has done its work; ending the phase is left to the player
            view.end()
            qtbot.waitUntil(lambda: session.my_decision is not None, timeout=WAIT)
    raise AssertionError(f"no {kind} came up")


def test_two_clicks_lead_from_the_library_into_a_game(quick: MainWindow, qtbot: QtBot) -> None:
    card = quick.library_page.cards["arduous-beginning"]
    QTest.mouseClick(card.play, Qt.MouseButton.LeftButton)
    part = quick.show_part("play")
    assert isinstance(part, PlayPart) and part.lobby is not None
    QTest.mouseClick(part.lobby.form.start, Qt.MouseButton.LeftButton)
    view = on_table(part, qtbot)
    qtbot.waitUntil(lambda: view.session.my_decision is not None, timeout=WAIT)
    assert view.session.decision is not None
    assert view.bar.side.text() == "German"


def test_a_counter_is_dragged_from_the_tray(start: Start) -> None:
    view = start()
    interaction = view.interaction
    assert isinstance(interaction, PlaceInteraction)
    field, hand = interaction.tray.field, Hand(view)
    piece = field._laid[3].piece
    cell = sorted(interaction.cells)[0]
    from_, to = field.rect_of(piece).center(), field.mapFromGlobal(view.map.mapToGlobal(hand.pixel(cell)))
    QTest.mousePress(field, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, from_)
    QTest.mouseMove(field, (from_ + to) / 2)
    QTest.mouseMove(field, to)
    assert view.map.ghosts, "the counter hangs at the mouse"
    QTest.mouseRelease(field, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, to)
    assert view.session.game.state.cell[piece] == cell
    assert not view.map.ghosts


def test_quick_clicks_on_one_hex_set_down_a_counter_each(start: Start) -> None:
    view = start()
    made, hand = view.interaction, Hand(view)
    assert isinstance(made, PlaceInteraction)
    goal = max(made.cells, key=lambda cell: len(view.session.game.state.stacks.get(cell, ())) == 0)
    first = made.held
    hand.click(goal)
    second = made.held
    assert second is not None and second != first and goal in made.cells
    left, at = Qt.MouseButton.LeftButton, hand.pixel(goal)
    keys, kind = Qt.KeyboardModifier.NoModifier, QEvent.Type.MouseButtonDblClick
    where = QPointF(view.map.mapToGlobal(at))
    QApplication.sendEvent(view.map, QMouseEvent(kind, QPointF(at), where, left, left, keys))
    QTest.mouseRelease(view.map, left, keys, at)
    assert view.session.game.state.cell[second] == goal


def test_undo_takes_one_choice_back_and_redo_makes_it_again(start: Start, library: Library) -> None:
    view = start()
    session, hand = view.session, Hand(view)
    before = session.game.state.copy()
    assert not view.bar.undo.isEnabled() or session.controller.undo_to() is not None
    hand.play()
    placed = session.game.state.copy()
    assert placed != before
    QTest.mouseClick(view.bar.undo, Qt.MouseButton.LeftButton)
    assert session.game.state == before
    (kept,) = library.games()
    assert kept.cursor == session.game.cursor == kept.entries - 1, "the disk knows of the undo"
    QTest.mouseClick(view.bar.redo, Qt.MouseButton.LeftButton)
    assert session.game.state == placed


def test_undo_stops_at_the_dice_and_says_so(start: Start, qtbot: QtBot) -> None:
    view = start()
    decide(view, qtbot, "declare")
    interaction = view.interaction
    assert isinstance(interaction, DeclareInteraction)
    hand = Hand(view)
    target = next(cell for cell, pieces in sorted(interaction.by_target.items()) if pieces)
    hand.click(target)
    hand.click_line(interaction.joining, interaction.by_target[target][0])
    hand.press_end()
    while view.session.decision is not None and view.session.decision.kind in ("fight", "support"):
        hand.press_end()
    qtbot.waitUntil(lambda: not view.session.thinking, timeout=WAIT)
    game = view.session.game
    sealed = max(n for n, entry in enumerate(game.log[: game.cursor]) if entry.sealed)
    while view.session.undo():
        pass
    assert game.cursor == sealed + 1
    assert "Dice" in view.strip.text()


def test_a_phase_with_nothing_to_decide_passes_by_itself(start: Start, qtbot: QtBot) -> None:
    view = start()
    decide(view, qtbot, "declare")
    forced = [entry for entry in view.session.game.log if (entry.why or {}).get("rule") == "forced"]
    view.session.controller.passing = False
    view.end()
    qtbot.waitUntil(lambda: view.session.my_decision is not None, timeout=WAIT)
    later = [entry for entry in view.session.game.log if (entry.why or {}).get("rule") == "forced"]
    assert later == forced, "nothing passes by itself once the setting is off"


def test_a_unit_moves_by_waypoints(start: Start, qtbot: QtBot) -> None:
    view = start(seed=5)
    decide(view, qtbot, "move")
    interaction, hand = view.interaction, Hand(view)
    assert isinstance(interaction, MoveInteraction)
    for piece in sorted(interaction.active()):
        hand.take(piece)
        first = next(
            (
                cell
                for cell, action in sorted(interaction.goals.items())
                if len(path_of(action)) == 1 and not view.stage.pieces_in(cell)
            ),
            None,
        )
        if first is None:
            continue
        hand.click(first, Qt.KeyboardModifier.ShiftModifier)
        onward = [cell for cell in interaction.goals if cell != first and not view.stage.pieces_in(cell)]
        if interaction.waypoints == (first,) and onward:
            path = path_of(interaction.goals[onward[0]])
            assert path[0] == first
            hand.click(onward[0])
            moved = view.session.game.log[-1].action
            assert moved is not None and path_of(moved) == path
            return
        interaction.cancel()
    raise AssertionError("no unit could pass a waypoint")


def test_hovering_says_why_a_unit_may_not_go_there(start: Start, qtbot: QtBot) -> None:
    view = start()
    decide(view, qtbot, "move")
    interaction, hand = view.interaction, Hand(view)
    assert isinstance(interaction, MoveInteraction)
    hand.take(sorted(interaction.active())[0])
    far = view.session.game.setting.board.cell("2108")
    QTest.mouseMove(view.map, hand.pixel(far))
    verdict = interaction.why_not(PointerSpot(far, None))
    assert verdict is not None and not verdict.legal
    assert verdict.why in QTextDocumentFragment.fromHtml(view.strip.text()).toPlainText()
    assert f"case:{verdict.case}" in view.strip.text()


def test_the_bot_can_be_stopped_and_let_go_on(start: Start, qtbot: QtBot) -> None:
    view = start(bots=("random", "random"))
    session = view.session
    qtbot.waitUntil(lambda: session.game.cursor > 3, timeout=WAIT)
    QTest.mouseClick(view.bar.stop, Qt.MouseButton.LeftButton)
    stopped = session.game.cursor
    qtbot.wait(120)
    assert session.game.cursor == stopped and not session.thinking
    QTest.mouseClick(view.bar.resume, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: session.game.cursor > stopped, timeout=WAIT)


def test_the_staff_gives_a_hint_that_can_be_taken(start: Start, qtbot: QtBot) -> None:
    view = start()
    before = view.session.game.cursor
    QTest.mouseClick(view.bar.hint, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: view.asking.advice is not None, timeout=WAIT)
    assert view.session.game.cursor == before, "a hint decides nothing"
    advised = view.asking.advice
    QTest.keyClick(view.map, Qt.Key.Key_H, Qt.KeyboardModifier.ShiftModifier)
    assert view.session.game.log[-1].action == advised


def test_the_slider_looks_back_and_a_branch_is_a_game_of_its_own(start: Start, qtbot: QtBot, library: Library) -> None:
    view = start()
    hand = Hand(view)
    for _ in range(4):
        hand.play()
    game = view.session.game
    now, log = game.state.copy(), list(game.log)
    view.replay.slider.setValue(game.cursor - 2)
    assert view.stage.watched is not None and view.stage.game.state != now
    assert game.state == now, "looking back changes nothing"
    assert view.stage.decision is None, "nothing is decided in the past"
    part = view.parent()
    assert isinstance(part, PlayPart)
    QTest.mouseClick(view.replay.branch, Qt.MouseButton.LeftButton)
    branch = on_table(part, qtbot)
    assert branch is not view
    assert branch.session.game.log == log[:-2]
    assert sorted(info.entries for info in library.games()) == [len(log) - 2, len(log)]
    Hand(branch, seed=99).play()
    assert sorted(info.entries for info in library.games()) == [len(log) - 1, len(log)]


def test_the_journal_tells_and_filters(start: Start, qtbot: QtBot) -> None:
    view = start()
    decide(view, qtbot, "declare")
    told = view.chronicle.told
    assert [line.line.text for line in view.journal.lines] == [line.line.text for line in told]
    german = next(n for n in range(view.journal.which.count()) if view.journal.which.itemText(n).startswith("German"))
    view.journal.which.setCurrentIndex(german)
    view.journal.tell_anew()
    assert view.journal.lines and len(view.journal.lines) < len(told)
    assert all(line.line.side == 0 or line.line.kind == "PhaseBegan" for line in view.journal.lines)
    row = next(n for n, line in enumerate(view.journal.lines) if line.line.cells)
    with qtbot.waitSignal(view.journal.shown) as clicked:
        QTest.mouseClick(
            view.journal.text.viewport(),
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
            view.journal.at(row),
        )
    assert clicked.args == [view.journal.lines[row]]


def test_games_are_listed_and_resumed_where_they_were_left(start: Start, quick: MainWindow, qtbot: QtBot) -> None:
    view = start()
    for _ in range(3):
        Hand(view).play()
    state, cursor = view.session.game.state.copy(), view.session.game.cursor
    quick.close_scenario()
    part = part_of(quick, "arduous-beginning")
    assert part.lobby is not None and part.lobby.games.count() == 1
    QTest.mouseClick(part.lobby.go_on, Qt.MouseButton.LeftButton)
    again = on_table(part, qtbot).session
    assert again.game.cursor == cursor and again.game.state == state
    assert [seat.bot for seat in again.seats] == ["", "random"]


def test_a_unit_is_taken_and_moved_with_the_keyboard_alone(start: Start, qtbot: QtBot) -> None:
    view = start()
    decide(view, qtbot, "move")
    interaction, state = view.interaction, view.session.game.state
    assert isinstance(interaction, MoveInteraction)
    keys = {Qt.Key.Key_Right, Qt.Key.Key_Left, Qt.Key.Key_Up, Qt.Key.Key_Down}
    for _ in range(len(interaction.active())):
        QTest.keyClick(view.map, Qt.Key.Key_Tab)
        (piece,) = view.stage.selected
        origin = state.cell[piece]
        for key in sorted(keys):
            view.board.pointer.hide()
            QTest.keyClick(view.map, key)
            goal = view.board.pointer.cell
            if goal in interaction.goals:
                QTest.keyClick(view.map, Qt.Key.Key_Return)
                assert goal is not None and state.cell[piece] == goal != origin
                QTest.keyClick(view.map, Qt.Key.Key_U)
                assert state.cell[piece] == origin
                return
    raise AssertionError("no unit could move to a neighbouring hex")


def test_the_next_unit_is_taken_after_a_move_where_that_is_wished(arrange: Arrange, quick: MainWindow) -> None:
    view = arrange({"v": "0805", "vi": "0703", "vii": "0707", "13th-army": "1406"})
    hand, interaction = Hand(view), view.interaction
    assert isinstance(interaction, MoveInteraction)
    hand.take(interaction._movable[0])
    hand.click_beside(sorted(interaction.goals)[0])
    assert view.stage.selected == (), "nobody asked for it"
    quick.settings.put("take_next", True)
    hand.take(interaction._movable[0])
    hand.click_beside(sorted(interaction.goals)[0])
    assert view.stage.selected == interaction._movable[:1] and len(interaction._movable) == 1
    last = view.stage.selected[0]
    hand.click_beside(sorted(interaction.goals)[0])
    assert view.session.game.log[-1].action.piece == last, "one click moves it"  # type: ignore[union-attr]
