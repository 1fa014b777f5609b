"""The play screen as a window: room, sizes, layers, the tray, the theme, the slider, and what the lobby says."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPlainTextEdit, QTextEdit, QWidget
from pytestqt.qtbot import QtBot

from designer.mapview.goto import GoToBar
from designer.play.frame import NEAR
from designer.play.running.seats import Seat
from designer.play.starting.lobby import Lobby
from designer.play.starting.newgame import NewGame
from designer.play.table.interactions.declaring import DeclareInteraction
from designer.play.table.interactions.fighting import SupportInteraction
from designer.play.table.interactions.moving import MoveInteraction
from designer.play.table.interactions.placing import PlaceInteraction
from designer.play.view import PlayView
from designer.shell.going import take_up
from designer.shell.window import MainWindow, open_window
from designer.theme import DARK, LIGHT
from engine.ids import Cell
from engine.play.journal import text_of
from engine.store.library import Library
from tests.designer.play.conftest import Arrange, Start, cell, on_table, part_of, piece
from tests.designer.play.test_battles import attack
from tests.kit.hand import LEFT, Hand
from tests.kit.shipped import shipped_rows

WAIT = 60_000
NONE = Qt.KeyboardModifier.NoModifier


def seen_whole(view: PlayView) -> bool:
    """Whether the whole map is in sight, but for a little of its margin."""
    bounds = view.map.to_view_rect(view.map.scene.bounds)
    slack = QRect(view.map.rect()).adjusted(-40, -40, 40, 40)
    share = max(bounds.width() / view.map.width(), bounds.height() / view.map.height())
    return slack.contains(bounds) and share > 0.7


def darkest(view: PlayView, where: int) -> int:
    """How dark the darkest pixel of the strengths of a counter is."""
    view.board.show_cell(where)
    at, side = view.map.position_of(Cell(where)).toPoint(), round(view.map.scale * 0.3)
    seen = view.map.grab(QRect(at.x() - side, at.y(), 2 * side, side)).toImage()
    return min(seen.pixelColor(x, y).lightness() for x in range(seen.width()) for y in range(seen.height()))


def in_sight(widget: QWidget, rect: QRect) -> bool:
    """Whether a part of a widget can be seen, wherever it is scrolled to."""
    return widget.visibleRegion().contains(rect) and widget.visibleRegion().boundingRect().contains(rect)


@pytest.mark.parametrize("size", [(1600, 1000), (1280, 800)])
def test_all_markers_and_those_who_can_join_are_in_sight(
    arrange: Arrange, quick: MainWindow, qtbot: QtBot, size: tuple[int, int]
) -> None:
    quick.resize(*size)
    ring = {"xxiv-pz": "0805", "lvii-pz": "0906", "xlvi-pz": "0804", "xlvii-pz": "1005", "v": "0904"}
    view = arrange(ring | {"13th-army": "0905"}, phase="german-combat")
    interaction, hand = view.interaction, Hand(view)
    assert isinstance(interaction, DeclareInteraction)
    hand.click(cell(view, "0905"))
    joining = interaction.joining.list
    seen = [in_sight(joining.viewport(), joining.visualItemRect(joining.item(row))) for row in range(joining.count())]
    assert sum(seen) >= (4 if size[1] == 1000 else 2), seen
    hand.click_line(interaction.joining, piece(view, "xxiv-pz"))
    hand.press_end()
    hand.press_end()
    support = view.interaction
    assert isinstance(support, SupportInteraction)
    qtbot.wait(100)
    listed = support.list.list
    rects = [listed.visualItemRect(listed.item(row)) for row in range(listed.count())]
    assert len(rects) == 3 and all(in_sight(listed.viewport(), rect) for rect in rects), "no scrolling for two markers"
    assert not listed.verticalScrollBar().isVisible()


def test_the_tray_shows_units_as_they_return_and_by_name(arrange: Arrange) -> None:
    view = arrange({"vi": "0306", "13th-army": "1406"}, phase="german-build-up", turn=4, lost=("v",), reduced=("vi",))
    interaction = view.interaction
    assert isinstance(interaction, PlaceInteraction)
    laid = {one.piece: one for one in interaction.tray.field._laid}
    lost, reduced = laid[piece(view, "v")], laid[piece(view, "vi")]
    assert lost.face.reduced == 1 and lost.face.values == "3-4", "it returns reduced, and is shown so"
    assert (lost.caption, lost.below) == ("V", "reduced")
    assert (reduced.caption, reduced.below) == ("VI", "in 0306")
    assert "5-4" in reduced.tip, "what it would become"


def test_a_unit_that_has_moved_bears_a_mark_and_does_not_fade(arrange: Arrange) -> None:
    view = arrange({"v": "0805", "vi": "0703", "13th-army": "1406"})
    hand, interaction, before = Hand(view), view.interaction, darkest(view, cell(view, "0805"))
    assert isinstance(interaction, MoveInteraction)
    hand.take(piece(view, "v"))
    goal = sorted(interaction.goals)[0]
    hand.click(goal)
    stack = next(stack for stack in view.map.stacks if stack.cell == goal)
    assert not stack.faded and "moved" in stack.faces[0].badges
    assert abs(darkest(view, goal) - before) <= 10, "its figures are as black as they were"


def test_the_map_is_fitted_anew_when_its_room_changes(arrange: Arrange, quick: MainWindow, qtbot: QtBot) -> None:
    view = arrange({"v": "0805", "13th-army": "1406"})
    qtbot.waitUntil(lambda: seen_whole(view))
    scale = view.map.scale
    for size in ((1800, 1200), (1060, 720)):
        quick.resize(*size)
        qtbot.waitUntil(lambda: seen_whole(view), timeout=3000)
    assert view.map.scale < scale
    view.map.zoom_by(3)
    near, centre = view.map.scale, QPointF(view.map.camera.centre)
    room = view.map.size()
    quick.resize(1500, 950)
    qtbot.waitUntil(lambda: view.map.size() != room)
    QApplication.processEvents()
    assert view.map.scale == near and view.map.camera.centre == centre, "whoever zoomed in stays there"


def test_a_map_too_large_to_be_read_whole_opens_at_the_units_that_can_act(
    library: Library, quick: MainWindow, qtbot: QtBot
) -> None:
    quick.resize(1280, 800)
    slug = "panzergruppe-guderian"
    library.add(slug, shipped_rows(slug))
    part = part_of(quick, slug)
    part.start(NewGame((Seat(), Seat()), 4, {}, "Test"))
    view = on_table(part, qtbot)
    qtbot.waitUntil(lambda: view.session.my_decision is not None and view.settled, timeout=WAIT)
    lit = sorted(view.board.at_hand())
    assert lit and view.map.scale >= NEAR * 0.99, "large enough to be read"
    middle = lit[len(lit) // 2]
    assert view.map.rect().contains(view.map.position_of(Cell(middle)).toPoint())
    assert view.map.scene.bounds.contains(view.map.camera.seen), "no room is wasted beside the sheet"
    for size in ((2400, 1300), (1300, 820)):
        quick.resize(*size)
        qtbot.waitUntil(lambda: view.settled)
        assert view.map.scene.bounds.contains(view.map.camera.seen), "nor when there is more of it"
    quick.book["view.fit"].trigger()
    assert seen_whole(view), "the whole map is a key away, and stays"
    view.refresh()
    assert seen_whole(view)


def test_go_to_and_hex_numbers_work_in_play(arrange: Arrange, quick: MainWindow, qtbot: QtBot) -> None:
    view = arrange({"v": "0805", "13th-army": "1406"})
    assert quick.book["view.goto"].isEnabled() and quick.book["view.numbers"].isEnabled()
    assert quick.book["view.numbers"].isChecked()
    quick.book["view.numbers"].trigger()
    assert "numbers" not in view.map.tiles.shown and not quick.book["view.numbers"].isChecked()
    for typed, label in (("13th Army", "1406"), ("0805", "0805"), ("mins", "")):
        quick.book["view.goto"].trigger()
        bar = view.findChild(GoToBar)
        assert bar is not None
        QTest.keyClicks(bar.field, typed)
        with qtbot.waitSignal(bar.found) as found:
            QTest.keyClick(bar.field, Qt.Key.Key_Return)
        told = view.stage.table.label(found.args[0])
        assert label in told if label else told.startswith("Minsk")
        bar.deleteLater()
        QApplication.sendPostedEvents(bar, 0)
        qtbot.wait(5)


def test_switching_to_dark_leaves_no_light_text(arrange: Arrange, quick: MainWindow, qtbot: QtBot) -> None:
    view = arrange({"xxiv-pz": "0805", "v": "0906", "13th-army": "0905"}, phase="german-combat")
    hand = attack(view, "0905", "xxiv-pz")
    QTest.mouseMove(view.map, hand.pixel(cell(view, "0906")))
    view.reasons.explain("Because", {"rule": "assault", "goal": "take it", "reasons": ["odds"]}, 1)
    view.front("reasons")
    quick.notice.show_text("Something is to be said.", "warning", "Do it", lambda: None)
    QApplication.sendEvent(view.map, QEvent(QEvent.Type.Leave))
    view.say("Nothing is pointed at, and this was refused.", "bad")
    quick.settings.put("theme", "dark")
    qtbot.wait(30)
    light = {getattr(LIGHT, name) for name in ("text", "muted", "bad", "warning", "panel", "line")}
    light -= {getattr(DARK, name) for name in ("text", "muted", "bad", "warning", "panel", "line")}
    for widget in [quick.notice, view, *view.findChildren(QWidget)]:
        words = widget.styleSheet()
        if isinstance(widget, QLabel):
            words += widget.text()
        elif isinstance(widget, QTextEdit):
            words += widget.toHtml()
        elif isinstance(widget, QPlainTextEdit):
            words += widget.document().toHtml()
        found = [colour for colour in light if colour in words.lower()]
        assert not found, f"{widget} still has {found}"


def test_the_slider_goes_to_where_it_is_clicked(start: Start) -> None:
    view = start()
    hand = Hand(view)
    for _ in range(12):
        hand.play()
    slider = view.replay.slider
    QTest.mouseClick(slider, LEFT, NONE, QPoint(slider.width() // 4, slider.height() // 2))
    quarter = slider.minimum() + (slider.maximum() - slider.minimum()) / 4
    assert abs(slider.value() - quarter) <= 2, (slider.value(), quarter)


def test_set_up_areas_are_outlined_only_while_units_are_set_up(start: Start, arrange: Arrange) -> None:
    view = start()
    shown = view.map.scene.sheet.regions
    assert shown["front"].shown and shown["crosses"].shown
    later = arrange({"v": "0805", "13th-army": "1406"}).map.scene.sheet.regions
    assert not later["front"].shown and not later["crosses"].shown
    assert later["west-edge"].shown, "what matters in play stays"


def test_a_finished_game_is_not_continued(quick: MainWindow, qtbot: QtBot, library: Library) -> None:
    part = part_of(quick, "arduous-beginning")
    part.start(NewGame((Seat("random"), Seat("random")), 5, {}, "Bots"))
    view = on_table(part, qtbot)
    qtbot.waitUntil(lambda: view.session.controller.over, timeout=WAIT)
    part.show_lobby()
    lobby = part.lobby
    assert isinstance(lobby, Lobby) and lobby.games.count() == 1
    assert lobby.go_on.text() == "Look back at it"


def test_a_game_without_dice_shows_no_seed_and_says_what_units_are_worth(start: Start, quick: MainWindow) -> None:
    view = start("childs-barbarossa")
    assert view.bar.values.isVisible() and view.bar.values.text() == "·  A unit is worth: Axis 2, Soviet 1"
    view.inspector.show_cell(next(iter(view.session.game.state.stacks)))
    assert "this turn" in view.inspector.list.item(0).text() or "the turn says" in view.inspector.list.item(0).text()
    lines = view.standing.text().splitlines()
    assert lines and all("roduction centre" in line for line in lines)
    wide = max(view.standing.fontMetrics().horizontalAdvance(line) for line in lines)
    assert wide < view.standing.width() - 24, "the score is not cut off"
    part = part_of(quick, "childs-barbarossa")
    part.show_lobby()
    assert part.lobby is not None
    listed = part.lobby.games.item(0)
    assert "Game no." in listed.toolTip() and "seed" not in f"{listed.text()} {listed.toolTip()}"
    assert not part.lobby.form.seed.isVisible()
    assert not view.session.game.scenario.combat_tables


def test_words_agree_and_say_no_more_than_they_must(start: Start, qtbot: QtBot) -> None:
    view = start("childs-barbarossa", ("random", "random"))
    qtbot.waitUntil(lambda: view.session.game.state.turn >= 2, timeout=WAIT)
    QTest.mouseClick(view.bar.stop, LEFT)
    text = text_of(told.line for told in view.chronicle.told)
    assert "Turn 1 (" in text and "Turn 1 (Turn 1)" not in text
    assert view.stage.words("That cell is not an entry cell of this unit.") == (
        "That square is not an entry square of this unit."
    )


def test_one_is_one_and_two_are_two(start: Start, qtbot: QtBot) -> None:
    view = start("arduous-beginning", ("random", "random"))
    qtbot.waitUntil(lambda: view.session.game.state.turn >= 2, timeout=WAIT)
    QTest.mouseClick(view.bar.stop, LEFT)
    text = text_of(told.line for told in view.chronicle.told)
    assert re.search(r", 1 point\.", text) and re.search(r", 2 points\.", text), "moves of either length were told"
    assert not re.search(r"\b1 (point|step|unit|hexe|battle|citie)s\b", text)


def test_the_score_and_what_is_needed_are_always_in_sight(arrange: Arrange, qtbot: QtBot) -> None:
    view = arrange({"xxiv-pz": "0811", "13th-army": "1406"})
    assert view.standing.isVisible() and view.standing.text() == "German: 0 of 12 cities"
    assert "at least 12 cities" in view.standing.toolTip()
    state, before = view.session.game.state, view.map.grab().toImage()
    for index in view.chronicle.places[:5]:
        state.control[index] = 0
    view.refresh()
    assert view.standing.text() == "German: 5 of 12 cities"
    assert view.map.grab().toImage() != before, "the map shows who holds what"
    QTest.mouseClick(view.standing, LEFT)
    qtbot.waitUntil(view.score.isVisible)


def test_the_library_says_where_the_game_stands_and_leads_there(
    arrange: Arrange, quick: MainWindow, qtbot: QtBot
) -> None:
    view = arrange({"v": "0805", "13th-army": "1406"}, turn=3)
    hand, interaction = Hand(view), view.interaction
    assert isinstance(interaction, MoveInteraction)
    hand.take(piece(view, "v"))
    hand.click(sorted(interaction.goals)[0])
    state = view.session.game.state.copy()
    quick.close_scenario()
    card = quick.library_page.cards["arduous-beginning"]
    assert card.play.text() == "Continue"
    assert card._texts[3].text() == "Continue: turn 3, German Movement Phase"
    QTest.mouseClick(card.play, LEFT)
    again = on_table(part_of(quick, "arduous-beginning"), qtbot)
    assert again.session.game.state == state
    quick.close_scenario()
    menu = [action.text() for action in quick.library_page.cards["arduous-beginning"].menu().actions()]
    assert "New game…" in menu
    assert quick.library_page.cards["childs-barbarossa"].play.text() == "Play"


def test_starting_again_lands_in_the_game_that_was_on_the_table(
    arrange: Arrange, quick: MainWindow, qtbot: QtBot, library: Library
) -> None:
    view = arrange({"v": "0805", "13th-army": "1406"}, turn=3)
    hand, interaction = Hand(view), view.interaction
    assert isinstance(interaction, MoveInteraction)
    hand.take(piece(view, "v"))
    hand.click(sorted(interaction.goals)[0])
    state = view.session.game.state.copy()
    quick.close()
    again = open_window(library, quick.settings)
    qtbot.addWidget(again)
    with qtbot.waitExposed(again):
        again.show()
    take_up(again)
    landed = on_table(part_of(again, "arduous-beginning"), qtbot)
    assert landed.session.game.state == state
    part_of(again, "arduous-beginning").show_lobby()
    again.close_scenario()
    take_up(again)
    assert again.slug == "", "whoever left the game is not led back to it"
    again.close()


def test_the_charts_and_the_special_rules_of_the_turn_are_at_hand(
    arrange: Arrange, quick: MainWindow, qtbot: QtBot
) -> None:
    quick.resize(1600, 1000)
    view = arrange({"v": "0805", "13th-army": "1406"}, turn=4, phase="german-movement")
    assert view.bar.special.isVisible() and view.bar.special.text() == "·  Replacements of both sides begin"
    quick.resize(1280, 800)
    qtbot.waitUntil(lambda: not view.bar.special.isVisible())
    assert view.bar.turn.toolTip() == "Replacements of both sides begin", "where room is short, under the mouse"
    view.front("charts")
    qtbot.waitUntil(view.charts.isVisible)
    page = view.charts.page.toPlainText()
    for said in ("Combat results table", "DRL", "6:1", "Terrain effects chart", "Swamp", "Replacement steps"):
        assert said in page
    later = arrange({"v": "0805", "13th-army": "1406"}, turn=5, phase="german-movement")
    assert not later.bar.special.isVisible()
