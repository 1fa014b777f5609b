"""What must be in sight in a small window with large text, and in a form with long lines."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QStyle, QStyleOptionComboBox, QTabBar
from pytestqt.qtbot import QtBot

from designer.docking import DockTitle
from designer.play.elided import SLACK
from designer.play.table.interactions import Ending
from designer.play.table.interactions.commanding import CommandInteraction
from designer.play.table.interactions.fighting import SupportInteraction
from designer.play.table.interactions.placing import PlaceInteraction
from designer.shell.window import MainWindow
from designer.specimens.flaws import flaws
from designer.specimens.looks import Look
from engine.state.actions import Done
from engine.store.library import Library
from tests.designer.play.conftest import Arrange, Start, at_rest, on_table, part_of, piece
from tests.designer.play.test_battles import attack
from tests.designer.play.test_enemy import enemy_turn
from tests.kit.hand import LEFT, Hand

FRONT = {"v": "0805", "vi": "0904", "vii": "0906", "13th-army": "0905"}


NOBODY = "Nobody may move in this phase: end it when you are ready."
AIM = "Choose a target and the guns that fire at it, or end the phase."


@pytest.fixture
def large_text(quick: MainWindow) -> Iterator[MainWindow]:
    """The smallest window that is promised, with text half as large again."""
    quick.settings.put("text_scale", 150)
    quick.resize(1280, 800)
    quick.dress()
    yield quick
    quick.settings.put("text_scale", 100)
    quick.dress()


def test_a_low_window_shows_what_can_be_chosen_below_the_forecast(
    large_text: MainWindow, arrange: Arrange, qtbot: QtBot
) -> None:
    view = arrange(FRONT, phase="german-combat")
    at_rest(view, qtbot)
    attack(view, "0905", "v", "vi").press_end()
    interaction = view.interaction
    assert isinstance(interaction, SupportInteraction)
    at_rest(view, qtbot)
    listed = interaction.list.list
    seen = listed.visibleRegion().boundingRect()
    assert listed.count() == 3
    for row in range(listed.count()):
        assert seen.contains(listed.visualItemRect(listed.item(row))), f"{listed.item(row).text()} is cut"
    Hand(view).click_line(interaction.list, interaction.list.keys()[2])
    assert "With VIII Fl.K." in interaction.forecast.heading.text(), "the note stands beside the heading"
    titles = [dock.titleBarWidget() for dock in view.docks.values()]
    assert all(title.height() == 0 for title in titles if title.isVisible()), "the tabs name the panels"
    large_text.settings.put("text_scale", 100)
    large_text.dress()
    qtbot.waitUntil(lambda: all(title.height() > 0 for title in titles if title.isVisible()), timeout=5_000)
    assert all(isinstance(title, DockTitle) for title in titles)


def test_a_panel_that_is_asked_for_is_lent_room_until_there_is_something_else_to_decide(
    large_text: MainWindow, arrange: Arrange, qtbot: QtBot
) -> None:
    view = arrange(FRONT, phase="german-combat")
    at_rest(view, qtbot)
    low, tabs = view.docks["journal"].height(), [bar for bar in view.findChildren(QTabBar) if bar.isVisible()]
    bar = next(bar for bar in tabs if "Charts" in [bar.tabText(n) for n in range(bar.count())])
    number = next(n for n in range(bar.count()) if bar.tabText(n) == "Charts")
    place = bar.mapToGlobal(bar.tabRect(number).center())
    QTest.mouseClick(bar, LEFT, Qt.KeyboardModifier.NoModifier, bar.tabRect(number).center())
    qtbot.waitUntil(lambda: view.docks["charts"].height() > low + 60, timeout=5_000)
    assert bar.mapToGlobal(bar.tabRect(number).center()) == place, "the tab stays under the mouse"
    attack(view, "0905", "v", "vi")
    qtbot.waitUntil(lambda: view.docks["charts"].height() == low, timeout=5_000)


def test_the_staff_says_that_it_has_no_orders_in_whatever_room_the_report_leaves(
    quick: MainWindow, arrange: Arrange, qtbot: QtBot
) -> None:
    quick.resize(1280, 800)
    view = arrange(FRONT)
    at_rest(view, qtbot)
    low = view.docks["journal"].height()
    view.read("enemy")
    view.front("staff")
    qtbot.waitUntil(lambda: view.docks["enemy"].height() > low + 60, timeout=5_000)
    said = view.staff.empty
    qtbot.waitUntil(said.isVisible, timeout=5_000)
    assert said.height() >= said.heightForWidth(said.width()) and flaws(quick) == []


def test_the_report_of_a_game_taken_up_again_has_its_room(
    quick: MainWindow, arrange: Arrange, qtbot: QtBot, library: Library
) -> None:
    quick.resize(1280, 800)
    view = arrange(FRONT, phase="german-combat", bots=("", "greedy"), result="NE")
    enemy_turn(view, qtbot)
    qtbot.waitUntil(lambda: view.enemy.isVisible() and view.enemy.height() > 200, timeout=5_000)
    (game,) = library.games()
    quick.close_scenario()
    part = part_of(quick, "arduous-beginning")
    assert part.resume(game.id)
    again = on_table(part, qtbot)
    at_rest(again, qtbot)
    qtbot.waitUntil(lambda: again.enemy.isVisible() and again.enemy.height() > 200, timeout=5_000)


def test_panels_give_back_the_width_that_large_text_needed(quick: MainWindow, arrange: Arrange, qtbot: QtBot) -> None:
    quick.resize(1280, 800)
    view = arrange(FRONT)
    at_rest(view, qtbot)
    usual = view.docks["orders"].width()
    for scale, wide in ((150, False), (100, True)):
        quick.settings.put("text_scale", scale)
        qtbot.waitUntil(lambda wide=wide: (view.docks["orders"].width() == usual) == wide, timeout=5_000)
    view.resizeDocks([view.docks["orders"]], [usual + 120], Qt.Orientation.Horizontal)
    qtbot.waitUntil(lambda: view.docks["orders"].width() == usual + 120, timeout=5_000)
    for scale in (110, 100):
        quick.settings.put("text_scale", scale)
        at_rest(view, qtbot)
    assert view.docks["orders"].width() == usual + 120, "who made them wider keeps that"


def test_what_to_do_is_read_whole_beside_the_values_of_a_season(large_text: MainWindow, start: Start) -> None:
    view = start("childs-barbarossa")
    bar, scenario = view.bar, view.session.game.scenario
    bar.show_when(scenario, 2, "Axis Replacement/Reinforcement Phase", 0)
    bar.show_values("A unit is worth: Axis 2, Soviet 1")
    bar.show_ending(Ending("End replacements", Done(), ""))
    for prompt in ("Move your units, or end the phase.", "Bring in units at your centres, or end the phase."):
        bar.show_prompt(prompt, "")
        QApplication.processEvents()
        assert bar.prompt.fits(), prompt
    assert bar.values.text() == "·  Axis 2, Soviet 1"


@pytest.mark.parametrize(
    ("phase", "prompt"),
    [
        ("First Player: Reaction Phase of the other player", NOBODY),
        ("First Player: Combat Phase, artillery barrage", AIM),
    ],
)
def test_a_phase_with_a_long_name_leaves_the_prompt_its_room(
    large_text: MainWindow, start: Start, phase: str, prompt: str
) -> None:
    view = start()
    bar = view.bar
    bar.show_when(view.session.game.scenario, 2, phase, 0)
    bar.show_ending(Ending("Fire at 12.31", Done(), ""))
    bar.show_prompt(prompt, "")
    QApplication.processEvents()
    assert bar.prompt.fits() and bar.phase.text() == phase
    bar.phase.repaint()
    assert bar.phase.fits() or phase in bar.phase.toolTip()


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_the_score_is_read_whole_in_another_theme(quick: MainWindow, start: Start, theme: str) -> None:
    standing = start("childs-barbarossa").standing
    quick.settings.put("theme", theme)
    quick.dress()
    wide = max(standing.fontMetrics().horizontalAdvance(line) for line in standing.text().splitlines())
    assert "production centres" in standing.text() and wide + 24 <= standing.width()
    quick.settings.put("theme", "light")
    quick.dress()


@pytest.mark.parametrize("size", [(1280, 800), (2560, 1440)])
def test_no_option_of_a_new_game_is_cut(large_text: MainWindow, qtbot: QtBot, size: tuple[int, int]) -> None:
    large_text.resize(*size)
    form = part_of(large_text, "arduous-beginning").lobby.form
    QApplication.processEvents()
    for box in form.options.values():
        assert box.fontMetrics().horizontalAdvance(box.currentText()) <= _room(box), box.currentText()


def test_no_line_of_a_kept_game_is_cut(large_text: MainWindow, arrange: Arrange, qtbot: QtBot) -> None:
    arrange(FRONT, phase="german-combat")
    part = part_of(large_text, "arduous-beginning")
    part.show_lobby()
    games = part.lobby.games
    qtbot.waitUntil(lambda: games.count() == 1 and not games.horizontalScrollBar().isVisible(), timeout=5_000)
    assert games.visualItemRect(games.item(0)).width() <= games.viewport().width()


def _room(box: QComboBox) -> int:
    """Pixels that the words of a box have."""
    option = QStyleOptionComboBox()
    box.initStyleOption(option)
    style = box.style().subControlRect
    return style(QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, box).width()


def test_a_long_track_gives_its_boxes_up_for_the_hint(quick: MainWindow, start: Start) -> None:
    Look((1280, 800), "light", 100).wear(quick)
    bar = start("childs-barbarossa").bar
    bar.show_prompt("Move your units, or end the phase.", "Click a unit, then a lit square. Double-click: the stack.")
    QApplication.processEvents()
    assert bar.track.brief and bar.prompt.lines == 1 and bar.note.isVisible(), "both are read beside seventeen turns"
    Look((1600, 1000), "light", 100).wear(quick)
    QApplication.processEvents()
    assert not bar.track.brief, "where there is room the boxes come back"


@pytest.mark.parametrize("text", [100, 150])
def test_a_hint_that_is_too_long_for_a_line_takes_two(large_text: MainWindow, arrange: Arrange, text: int) -> None:
    Look((1280, 800), "light", text).wear(large_text)
    bar = arrange(FRONT).bar
    bar.show_prompt("Move your units.", "Click a unit, then a lit hex. Double-click: the stack.")
    while bar.note.lines == 1:
        bar.show_prompt("Move your units.", f"{bar.note.text()} And so on.")
    QApplication.processEvents()
    bar.grab()
    note = bar.note
    assert note.isVisible() and note.lines == 2 and note.fits() and note.toolTip() == ""
    high = QFontMetrics(note.fitting()).boundingRect(note.rect(), int(Qt.TextFlag.TextWordWrap), note.text()).height()
    assert high <= note.height() + SLACK and note.geometry().bottom() <= bar.height() - 1, "both lines are seen whole"
    assert not note.geometry().intersects(bar.prompt.geometry())


def test_where_the_slider_stands_is_said_shorter_before_it_is_cut(large_text: MainWindow, arrange: Arrange) -> None:
    replay = arrange(FRONT).replay
    replay.say("24-31 July, German Special Movement Phase", "170 of 170")
    QApplication.processEvents()
    assert replay.where.text() == "170 of 170" and replay.where.fits(), "the bar above the map names the phase"
    replay.where.grab()
    assert "German Special Movement Phase" in replay.where.toolTip()
    large_text.resize(1900, 1000)
    QApplication.processEvents()
    assert replay.where.text().startswith("24-31 July") and replay.where.fits(), "in a wide window it says both"


def test_the_score_is_read_whole_at_large_text(large_text: MainWindow, start: Start) -> None:
    standing = start("childs-barbarossa").standing
    assert standing.sizeHint().width() <= standing.width()


def test_long_names_below_counters_are_told_whole_at_large_text(large_text: MainWindow, start: Start) -> None:
    made = start("childs-barbarossa").interaction
    assert isinstance(made, PlaceInteraction)
    field = made.tray.field
    metrics = QFontMetrics(field._type())
    long = [line for laid in field._laid for line in field._lines(laid, metrics, field._pitch())]
    assert "Corps" in " ".join(long) and max(metrics.horizontalAdvance(line) for line in long) <= field._pitch()


def test_the_objective_of_an_order_is_seen_without_scrolling(large_text: MainWindow, arrange: Arrange) -> None:
    view = arrange(FRONT)
    view.ordering.begin((piece(view, "v"), piece(view, "vi")))
    QApplication.processEvents()
    made = view.interaction
    assert isinstance(made, CommandInteraction)
    assert "2 units" in made.form.units.text()
    assert made.form.objective.visibleRegion().boundingRect().height() == made.form.objective.height()


ANSWER = (
    "It would rather move XXIV Pz to 0810: 1 movement point from Baranovichi (0811), its goal."
    " From 0513 it is 3 movement points to Baranovichi (0811)."
    " At 0513 it could be met by 4 against 12, which would not drive it out, and at 0810 by 1.5."
)


def test_a_long_answer_is_begun_in_the_strip_and_told_whole_beside_it(
    large_text: MainWindow, start: Start, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = start(bots=("", "greedy"))
    at_rest(view, qtbot)
    monkeypatch.setattr(view.session, "ask_why_not", lambda _side, _action, _game, done: done(ANSWER))
    view.reasons.list.setCurrentRow(0)
    menu = view.asking.menu_for(view.session.game.setting.board.cell("1109"))
    next(entry for entry in menu.actions() if "instead of" in entry.text()).trigger()
    assert not view.strip.toolTip(), "nothing of it is cut"
    assert f"font-size:{view.strip.font().pointSizeF():.1f}pt" in view.strip.text().replace(": ", ":"), "nor set small"
    assert "its goal." in view.strip.text() and "From 0513" not in view.strip.text()
    assert ANSWER in view.reasons.page.toPlainText()
