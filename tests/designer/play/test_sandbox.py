"""The sandbox in the window: a position is arranged by hand, doubted, taken back, and played from."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from designer.labels import bare
from designer.play.part import PlayPart
from designer.play.starting.sandbox.view import SandboxView
from designer.play.table.tray import TrayField
from designer.shell.window import MainWindow
from designer.specimens.looks import Look
from engine.play.sandbox import position_of
from engine.store.library import Library
from engine.store.reviving import revive_game
from tests.designer.play.conftest import Start, on_table, part_of
from tests.kit.hand import Hand
from tests.kit.mouse import Mouse
from tests.kit.seasons import rough_rows

LEFT = Qt.MouseButton.LeftButton
NONE = Qt.KeyboardModifier.NoModifier

Open = Callable[..., SandboxView]


@pytest.fixture
def arrange(quick: MainWindow, qtbot: QtBot) -> Open:
    """Opens the sandbox from the lobby, with an empty map or as it comes."""

    def begin(slug: str = "arduous-beginning", *, empty: bool = True) -> SandboxView:
        part = part_of(quick, slug)
        assert part.lobby is not None
        QTest.mouseClick(part.lobby.what_if, LEFT)
        view = settled(part, qtbot)
        if empty:
            view.bar.started.emit("empty")
        return view

    return begin


def settled(part: PlayPart, qtbot: QtBot) -> SandboxView:
    qtbot.waitUntil(lambda: part.sandbox is not None, timeout=30_000)
    view = part.sandbox
    assert view is not None
    qtbot.wait(40)
    view.map.fit()
    return view


def piece(view: SandboxView, key: str) -> int:
    return view.draft.setting.scenario.piece_index[key]


def where(view: SandboxView, key: str) -> str:
    spot = view.draft.position.pieces.get(key)
    return spot.cell if spot is not None else "lost" if key in view.draft.position.lost else "off"


def drag_from_tray(view: SandboxView, key: str, cell: str, field: TrayField | None = None) -> None:
    tray = field or view.units.waiting.field
    start = tray.rect_of(piece(view, key)).center()
    end = tray.mapFromGlobal(view.map.mapToGlobal(Mouse(view.map).pixel(cell)))
    QTest.mousePress(tray, LEFT, NONE, start)
    QTest.mouseMove(tray, (start + end) / 2)
    QTest.mouseMove(tray, end)
    assert view.map.ghosts, "the counter hangs at the mouse"
    QTest.mouseRelease(tray, LEFT, NONE, end)
    assert not view.map.ghosts


def test_counters_are_dragged_from_the_tray_about_the_map_and_off_it(arrange: Open) -> None:
    view = arrange()
    mouse = Mouse(view.map)
    drag_from_tray(view, "v", "0306")
    assert where(view, "v") == "0306"
    mouse.drag("0306", "0508")
    assert where(view, "v") == "0508"
    QTest.keyClick(view.map, Qt.Key.Key_Delete)
    assert where(view, "v") == "off" and piece(view, "v") in view.draft.off_map(0)
    assert view.bar.undo.toolTip().startswith("Undo: Take V off the map")
    for expected in ("0508", "0306", "off"):
        QTest.mouseClick(view.bar.undo, LEFT)
        assert where(view, "v") == expected
    assert view.bar.undo.toolTip().startswith("Undo: Empty map")
    QTest.keyClick(view.map, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    assert where(view, "v") == "0306", "the keyboard redoes here too"


def test_the_library_leads_to_it_in_two_clicks(quick: MainWindow, qtbot: QtBot) -> None:
    menu = quick.library_page.cards["arduous-beginning"].menu()
    next(action for action in menu.actions() if action.text() == "What if…").trigger()
    part = quick.show_part("play")
    assert isinstance(part, PlayPart)
    view = settled(part, qtbot)
    assert view.draft.table.state.stacks and view.isVisible()


def test_a_counter_dragged_out_of_the_map_is_off_it(arrange: Open) -> None:
    view = arrange()
    drag_from_tray(view, "v", "0306")
    at = Mouse(view.map).pixel("0306")
    QTest.mousePress(view.map, LEFT, NONE, at)
    QTest.mouseMove(view.map, at + QPoint(30, 0))
    QTest.mouseRelease(view.map, LEFT, NONE, QPoint(view.map.width() + 60, at.y()))
    assert where(view, "v") == "off"


def test_a_counter_is_clicked_in_the_tray_and_set_down_with_a_click(arrange: Open) -> None:
    view = arrange()
    view.units.side.setCurrentIndex(1)
    field = view.units.waiting.field
    untried = next(laid for laid in field._laid if "untried" in laid.caption)
    assert untried.caption == "10 × untried", "alike ones lie in one heap"
    QTest.mouseClick(field, LEFT, NONE, field.rect_of(untried.piece).center())
    mouse = Mouse(view.map)
    for cell in ("1004", "1006"):
        mouse.click(cell)
    placed = sorted(spot.cell for key, spot in view.draft.position.pieces.items() if key.startswith("mech"))
    assert placed == ["1004", "1006"], "the next of the heap stays in hand"
    QTest.keyClick(view.map, Qt.Key.Key_Escape)
    mouse.click("1008")
    assert len([key for key in view.draft.position.pieces if key.startswith("mech")]) == 2


def test_f_turns_a_counter_and_the_menu_says_who_an_untried_one_is(arrange: Open) -> None:
    view = arrange()
    drag_from_tray(view, "v", "0306")
    for face in (1, 0):
        QTest.keyClick(view.map, Qt.Key.Key_F)
        assert view.draft.position.pieces["v"].face == face
    view.units.side.setCurrentIndex(1)
    drag_from_tray(view, "mech-1", "1004")
    menu = view.menu_for(piece(view, "mech-1"))
    (up,) = [action.menu() for action in menu.actions() if action.text() == "Turn up as"]
    next(action for action in up.actions() if action.text() == "14th Mech").trigger()  # type: ignore[attr-defined]
    assert view.draft.position.pieces["mech-1"].revealed == "14th-mech"
    assert view.draft.table.name(piece(view, "mech-1")) == "14th Mech"
    again = view.menu_for(piece(view, "mech-1"))
    next(action for action in again.actions() if action.text() == "Turn face down").trigger()
    assert view.draft.position.pieces["mech-1"].revealed == ""


def test_a_unit_is_eliminated_and_brought_back_from_the_lost(arrange: Open) -> None:
    view = arrange()
    drag_from_tray(view, "v", "0306")
    QTest.keyClick(view.map, Qt.Key.Key_X)
    assert where(view, "v") == "lost"
    assert view.units.lost.isVisible()
    drag_from_tray(view, "v", "0307", view.units.lost.field)
    assert where(view, "v") == "0307" and not view.units.lost.isVisible()


def test_what_the_rules_forbid_is_a_warning_with_its_case_and_not_refused(arrange: Open, qtbot: QtBot) -> None:
    view = arrange()
    QTest.mouseClick(view.bar.play, Qt.MouseButton.RightButton)
    assert "No rule speaks against" in view.doubts.heading.text()
    for key in ("v", "vi", "vii"):
        drag_from_tray(view, key, "0306")
    said = [bare(view.doubts.list.item(n).text()) for n in range(view.doubts.list.count())]
    assert any("where 2 may stay. (AB-8.1)" in text for text in said)
    assert len(view.draft.table.stack(view.draft.setting.board.cell("0306"))) == 3
    item = view.doubts.list.item(0)
    assert "AB-8.1" in item.toolTip(), "hovering shows the rule"
    with qtbot.waitSignal(view.doubts.shown) as shown:
        QTest.mouseClick(view.doubts.list.viewport(), LEFT, NONE, view.doubts.list.visualItemRect(item).center())
    assert shown.args == [view.draft.setting.board.cell("0306")]


def test_a_warning_is_read_whole_in_a_small_window(arrange: Open, quick: MainWindow, qtbot: QtBot) -> None:
    Look((1280, 800), "light", 150).wear(quick)
    view = arrange()
    for key in ("v", "vi", "vii"):
        view.put(piece(view, key), view.draft.setting.board.cell("0306"))
    qtbot.waitUntil(lambda: view.doubts.list.count() > 0)
    heading = view.doubts.heading
    qtbot.waitUntil(lambda: heading.height() >= heading.heightForWidth(heading.width()))


def test_two_sides_cannot_share_a_cell(arrange: Open) -> None:
    view = arrange()
    drag_from_tray(view, "v", "1004")
    view.units.side.setCurrentIndex(1)
    drag_from_tray(view, "13th-army", "1004")
    assert where(view, "13th-army") == "off"
    assert "other side" in view.strip.text()


def test_turn_phase_and_holders_are_set_and_taken_back(arrange: Open) -> None:
    view = arrange()
    assert (view.draft.position.turn, view.draft.position.phase) == (1, "german-combat"), "the first that is played"
    view.bar.turn.setValue(4)
    assert "Turn 4" in view.bar.undo.toolTip() or "turn 4" in view.bar.undo.toolTip()
    view.bar.phase.setCurrentIndex(view.bar.phase.findData("soviet-movement"))
    view.bar.phase.activated.emit(view.bar.phase.currentIndex())
    assert (view.draft.position.turn, view.draft.position.phase) == (4, "soviet-movement")
    places = [place.place for place in view.draft.setting.scenario.places]
    combo = view.places.holders[places.index("minsk")]
    combo.setCurrentIndex(combo.findText("German"))
    combo.activated.emit(combo.currentIndex())
    assert view.draft.position.control == {"minsk": "german"}
    view.undo()
    assert combo.currentText() == "Soviet"
    view.undo()
    view.undo()
    assert view.bar.turn.value() == 1


def test_the_keyboard_alone_places_a_counter(arrange: Open) -> None:
    view = arrange()
    view.map.setFocus()
    QTest.keyClick(view.map, Qt.Key.Key_Tab)
    held = view.board.held
    assert held is not None
    QTest.keyClick(view.map, Qt.Key.Key_Left)
    goal = view.board.pointer.cell
    QTest.keyClick(view.map, Qt.Key.Key_Return)
    assert goal is not None and view.draft.table.state.cell[held] == goal


def test_the_staffs_set_up_and_undo_brings_the_map_back(arrange: Open, qtbot: QtBot) -> None:
    view = arrange()
    before = view.draft.position
    view.bar.started.emit("staffs")
    qtbot.waitUntil(lambda: view.draft.position != before, timeout=30_000)
    assert not view.draft.off_map(0) or all(view.draft.table.unit(one).symbol == "air" for one in view.draft.off_map(0))
    assert not [doubt for doubt in view.draft.doubts if doubt.case], "the staffs keep to the rules"
    view.undo()
    assert view.draft.position == before
    view.bar.started.emit("empty")
    assert view.draft.position.pieces == {}


def test_play_from_here_begins_a_kept_game_with_the_chosen_players(
    arrange: Open, quick: MainWindow, qtbot: QtBot, library: Library
) -> None:
    view = arrange()
    part = part_of(quick, "arduous-beginning")
    drag_from_tray(view, "xxiv-pz", "0706")
    view.units.side.setCurrentIndex(1)
    drag_from_tray(view, "13th-army", "0805")
    view.bar.turn.setValue(3)
    view.form.side.setCurrentIndex(1)
    view.form.bot.setCurrentIndex(view.form.bot.findData("random"))
    view.form.seed.setValue(21)
    arranged = view.draft.position
    QTest.mouseClick(view.bar.play, LEFT)
    playing = on_table(part, qtbot)
    game = playing.session.game
    assert [seat.bot for seat in playing.session.seats] == ["random", ""] and game.seed == 21
    (info,) = library.games()
    assert info.name.startswith("What if, ")
    again = revive_game(library.load_game(info.id))
    again.go_to(1)
    assert position_of(again) == arranged
    session = playing.session
    qtbot.waitUntil(lambda: session.my_decision is not None or session.controller.over, timeout=30_000)


def test_a_game_is_tried_from_where_it_stands_and_left_as_it_was(
    start: Start, quick: MainWindow, qtbot: QtBot, library: Library
) -> None:
    game_view = start()
    hand = Hand(game_view)
    for _ in range(3):
        hand.play()
    game = game_view.session.game
    log, there = list(game.log), position_of(game)
    part = part_of(quick, "arduous-beginning")
    QTest.mouseClick(game_view.replay.what_if, LEFT)
    view = settled(part, qtbot)
    assert "true position" in view.bar.note.text()
    assert view.draft.position == there
    assert view.form.chosen().seats == game_view.session.seats, "the same players, unless you choose others"
    QTest.mouseClick(view.bar.leave, LEFT)
    assert part.currentWidget() is game_view and part.sandbox is None and game.log == log
    QTest.mouseClick(game_view.replay.what_if, LEFT)
    view = settled(part, qtbot)
    view.bar.turn.setValue(2)
    QTest.mouseClick(view.bar.play, LEFT)
    tried = on_table(part, qtbot)
    assert tried.session.game.state.turn == 2
    assert sorted(info.entries for info in library.games())[-1] >= len(log), "the game that was left is kept"
    assert len(library.games()) == 2


def test_a_position_that_was_left_is_there_another_time(arrange: Open, quick: MainWindow, home: Path) -> None:
    view = arrange()
    drag_from_tray(view, "v", "0306")
    assert "0306" in (home / "settings.ini").read_text(), "it is on disk at once"
    quick.close_scenario()
    again = arrange(empty=False)
    assert again is not view and where(again, "v") == "0306"


def test_the_sandbox_serves_squares_too(arrange: Open, quick: MainWindow, qtbot: QtBot) -> None:
    view = arrange("childs-barbarossa", empty=False)
    assert view.draft.table.state.stacks, "the fixed set-up is there"
    QTest.mouseClick(view.bar.play, LEFT)
    playing = on_table(part_of(quick, "childs-barbarossa"), qtbot)
    assert playing.session.game.state.turn == 1


def test_weather_and_markers_are_arranged_where_there_are_such(
    arrange: Open, quick: MainWindow, qtbot: QtBot, library: Library
) -> None:
    view = arrange()
    assert [view.tabs.tabText(n) for n in range(view.tabs.count())] == ["Counters", "Places", "Players"]
    rows = rough_rows()
    library.add("rough", rows)
    quick.refresh_library()
    view = arrange("rough")
    view.tabs.setCurrentWidget(view.ground)
    sky = view.ground.skies[0]
    sky.setCurrentIndex(sky.findText("Mud"))
    sky.activated.emit(sky.currentIndex())
    assert view.draft.position.weather == {"north": "M"}
    line = view.ground.cells[0]
    for typed, said in (("0303", ""), ("9999", "no cell or box 9999")):
        line.setFocus()
        line.selectAll()
        QTest.keyClicks(line, typed)
        QTest.keyClick(line, Qt.Key.Key_Return)
        assert said in view.strip.text() and line.text() == "0303"
    assert len(view.board.markers) > 0
    arranged = view.draft.position
    QTest.mouseClick(view.bar.play, LEFT)
    game = on_table(part_of(quick, "rough"), qtbot).session.game
    again = revive_game(library.load_game(library.games()[0].id))
    again.go_to(1)
    assert again.scenario.weathers[again.state.weather[0]].name == "Mud"
    assert again.state.markers[0] == game.setting.board.cell("0303")
    assert position_of(again).markers == arranged.markers


def test_what_can_be_done_is_told_in_two_lines_where_one_is_too_short(
    arrange: Open, quick: MainWindow, qtbot: QtBot
) -> None:
    quick.resize(1280, 800)
    note = arrange().bar.note
    note.setText(f"{note.text()} And so on, for more than a line.")
    note.take_lines(2)
    qtbot.waitUntil(lambda: note.isVisible() and note.lines == 2)
    assert note.fits() and note.text().startswith("Drag counters")
