"""What the table says: hints that can be taken, words that fit the grid, cards that keep out of the way."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from designer.labels import bare, rich
from designer.mapeditor.operations.blank import blank
from designer.paint.faces import CounterFace
from designer.paint.overlays import HEAD
from designer.play.elided import OddsLine
from designer.play.starting.lobby import Lobby
from designer.play.table import overlays
from designer.play.table.caption import Caption
from designer.play.table.interactions.declaring import DeclareInteraction
from designer.play.table.interactions.moving import MoveInteraction
from designer.play.table.overlays import threat
from designer.play.table.tray import LARGEST, TrayCounter, TrayField
from designer.play.telling.headline import ending_page
from designer.play.telling.reasons import short_why
from designer.play.telling.standing import Goal, how_far
from designer.play.telling.strip import Strip
from designer.play.view import PlayView
from designer.play.wording import effects_in_words, spoken
from designer.shell.window import MainWindow
from designer.specimens.flaws import flaws
from designer.specimens.looks import Look
from designer.theme import apply_theme
from engine.ids import Cell
from engine.play.journal import column_words, is_ratio
from engine.play.sandbox import Position, Spot
from engine.records.board import Grid
from engine.records.charts import RetreatHexes
from engine.records.play import MechanismRow
from engine.state.state import Outcome
from tests.designer.play.conftest import Arrange, Begin, Start, at_rest, cell
from tests.designer.play.test_playing import WAIT
from tests.kit.hand import Hand

LEFT = Qt.MouseButton.LeftButton


def test_the_button_that_asked_for_a_hint_takes_it(start: Start, qtbot: QtBot) -> None:
    view = start()
    QTest.mouseClick(view.bar.hint, LEFT)
    qtbot.waitUntil(lambda: view.asking.advice is not None, timeout=WAIT)
    advised = view.asking.advice
    assert view.bar.hint.text() == "Do it" and "Your staff would" in view.board.caption.text()
    QTest.mouseClick(view.bar.hint, LEFT)
    assert view.session.game.log[-1].action == advised
    assert view.bar.hint.text() == "Hint" and "Your staff" not in view.strip.text()


def test_squares_are_not_called_hexes(start: Start) -> None:
    view = start("childs-barbarossa")
    assert "square" in view.bar.note.text() and "hex" not in view.bar.note.text()
    assert view.docks["stack"].windowTitle() == "Square" and "a square" in view.strip.text()


LONG = (
    "Take 291 infantry division. Enter, or a click beside the counters: move 1 Pz here for 4 movement points. "
    "From there: 1:1 to 9:1 against 2006N (2:1 to 14:1 with 1 other) and 1:1 to 9:1 against 2007N."
)


def test_the_strip_sets_large_text_smaller_before_it_cuts_a_word(large_type: None, qtbot: QtBot) -> None:
    strip = Strip()
    qtbot.addWidget(strip)
    strip.resize(600, strip.height())
    strip.say(LONG)
    assert bare(strip.text()) == LONG and strip.heightForWidth(600) <= strip.height()
    strip.say(f"{LONG} {LONG}")
    said = bare(strip.text())
    assert strip.heightForWidth(600) <= strip.height(), "no line is cut through its letters"
    assert said.endswith("…") and LONG.startswith(said.removesuffix("…")[:90]) and strip.toolTip() == f"{LONG} {LONG}"


def test_odds_that_are_too_long_are_set_smaller_and_told_whole(large_type: None, qtbot: QtBot) -> None:
    line, odds = OddsLine(), "Odds 6:1 to 15:1, shifted +1: 7:1 to 16:1, 3 unseen"
    qtbot.addWidget(line)
    line.dress()
    line.resize(1200, line.height())
    line.show()
    line.show_line(odds, "Reckoned on what is seen.")
    usual = line.sizeHint().width()
    line.resize(usual, line.height())
    assert line.toolTip() == "Reckoned on what is seen."
    line.resize(usual * 9 // 10, line.height())
    assert line.sizeHint().width() <= line.width() and line.toolTip() == "Reckoned on what is seen."
    line.resize(usual // 2, line.height())
    assert odds in line.toolTip()


def test_odds_that_do_not_fit_are_said_shorter_before_they_are_cut(large_type: None, qtbot: QtBot) -> None:
    line, odds, short = OddsLine(), "Odds 6:1 to 15:1 as seen; chances with 4 unseen", "Odds 6:1 to 15:1 as seen"
    qtbot.addWidget(line)
    line.dress()
    line.resize(1200, line.height())
    line.show()
    line.show_line(odds, "Reckoned on what is seen.", short)
    assert bare(line.text()) == odds
    line.resize(line.sizeHint().width() * 3 // 5, line.height())
    assert bare(line.text()) == short and line.sizeHint().width() <= line.width()
    assert odds in line.toolTip(), "what was left out is told under the mouse"


@pytest.fixture
def large_type(qapp: QApplication) -> Iterator[None]:
    apply_theme(qapp, "light", 1.5)
    yield
    apply_theme(qapp, "light")


def test_a_card_stands_where_it_hides_the_least(start: Start) -> None:
    view = start()
    board, cells = view.board, range(view.stage.table.board.size)

    def hidden() -> set[int]:
        return {cell for cell in cells if board.caption.geometry().contains(view.map.position_of(Cell(cell)).toPoint())}

    view.map.zoom_to(90)
    board.say("<b>Something</b><br>is said about these hexes")
    first = hidden()
    board.say("<b>Something</b><br>is said about these hexes", about=first)
    assert first and not first & hidden()


def test_a_card_has_room_for_all_its_words(start: Start, quick: MainWindow, qtbot: QtBot) -> None:
    Look((1280, 800), "light", 150).wear(quick)
    view = start()
    at_rest(view, qtbot)
    view.board.say(rich("<p><b>Draw</b></p>German: 11 cities, 9 steps lost<br>Soviet: 1 city, 24 steps lost"))
    assert view.board.caption.isVisible() and flaws(view.board.caption) == []


def test_a_reason_does_not_repeat_its_title() -> None:
    why = {"goal": "the best at hand", "reasons": ["place 8 Pz Div in 0414"]}
    assert short_why(why, "Place 8 Pz Div in 0414") == "The best at hand"
    assert short_why(why) == "The best at hand; place 8 Pz Div in 0414"


def test_the_end_of_a_game_says_what_decided_it(start: Start) -> None:
    view = start()
    game = view.session.game
    game.state.outcome = Outcome(1, "Soviet victory")
    page = ending_page(game, view.chronicle.now)
    assert "Soviet victory" in page and "at most 10 cities" in page


def test_a_game_has_one_undo(start: Start) -> None:
    view = start()
    window = view.window()
    assert isinstance(window, MainWindow) and window.workspace is not None
    workspace = window.workspace
    assert [button.isVisible() for button in workspace._buttons] == [True, False, False, True]
    workspace.show_part("map")
    assert all(button.isVisible() for button in workspace._buttons)


def test_a_scenario_without_counters_says_what_is_missing(dressed: QApplication, qtbot: QtBot) -> None:
    lobby = Lobby(blank("Empty", Grid(columns=6, rows=5)), [])
    qtbot.addWidget(lobby)
    assert not lobby.form.isEnabled() and "add units in the Order of battle" in lobby._faults.text()


@pytest.mark.parametrize(
    ("reckoned", "said"),
    [
        (
            "he loses 0.0 strength points on average, we lose 0.0 steps,",
            "he loses nothing on average, we lose nothing,",
        ),
        ("we lose 1.0 steps, he loses 2.0 strength points", "we lose 1 step, he loses 2 strength points"),
        ("9.5 movement points; 0.5 may be spent", "9½ movement points; ½ may be spent"),
        ("chances of 0.5 in PG-6.5", "chances of 0.5 in PG-6.5"),
    ],
)
def test_reckoned_figures_are_said_as_people_say_them(reckoned: str, said: str) -> None:
    assert spoken(reckoned) == said


def test_columns_that_compare_are_odds_and_others_are_not() -> None:
    assert [is_ratio(column) for column in ("3:1", "1-2", "12", "41+")] == [True, True, False, False]
    assert [column_words(column) for column in ("3:1", "below 1:1", "41+")] == ["3:1", "below 1:1", "column 41+"]


def test_a_side_that_has_more_than_it_needs_is_not_said_to_have_eleven_of_six() -> None:
    assert how_far(Goal(0, 11, 6, "places")) == "11 places, 6 needed"
    assert how_far(Goal(0, 2, 6, "places")) == "2 of 6 places"


def test_two_hexes_are_not_hexs() -> None:
    assert effects_in_words((RetreatHexes(who="defender", hexes=2),)) == "The defender retreats 2 hexes"
    assert effects_in_words((RetreatHexes(who="attacker", hexes=1),)) == "The attacker retreats 1 hex"


UNTRIED = {"xxiv-pz": "0805", "lvii-pz": "0906", "13th-army": "0905", "mech-1": "0907", "mech-2": "0804"}


def noted(view: PlayView, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What stands in the cells of the map while the threats are shown over it, read as it is painted."""
    found: list[str] = []

    def note(_painter: object, _scene: object, _cell: Cell, text: str, _colour: str, _at: float) -> None:
        found.append(text)

    monkeypatch.setattr(overlays, "cell_note", note)
    view.overlays["threat"].setChecked(True)
    view.map.zoom_to(60)
    view.map.grab()
    return found


def test_a_threat_of_untried_corps_is_told_in_halves_and_odds(
    arrange: Arrange, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = arrange(UNTRIED)
    reckoned = [one.strength for one in threat(view.stage).values()]
    assert any(strength * 2 % 1 for strength in reckoned), "a pool's mean is neither whole nor a half"
    said = noted(view, monkeypatch)
    assert said and all(re.fullmatch(r"(\d+½?|½)|(below )?\d+:\d+( to \d+:\d+)?", text) for text in said), said


def test_a_strength_that_a_rule_halves_is_said_to_be_halved(begin: Begin) -> None:
    cut_off = MechanismRow(mechanism="supply", params={})  # no line is one: nobody has supply
    spots = {"xxiv-pz": Spot("0805"), "13th-army": Spot("0905")}
    view = begin(cut_off, Position(pieces=spots, turn=2, phase="german-combat"))
    made = view.interaction
    assert isinstance(made, DeclareInteraction)
    hand = Hand(view)
    hand.click(cell(view, "0905"))
    QTest.mouseClick(made.everybody, LEFT)
    told = bare(made.forecast.text.text())
    assert "Attack 6" in told and "out of supply: halved" in told and "times" not in told, told


def test_the_odds_of_a_threat_lie_at_the_head_of_a_hex_where_they_hide_no_strength(
    arrange: Arrange, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = arrange(UNTRIED)
    heads: dict[int, bool] = {}

    def note(_painter: object, _scene: object, there: Cell, _text: str, _colour: str, at: float) -> None:
        heads[there] = at == HEAD

    monkeypatch.setattr(overlays, "cell_note", note)
    view.overlays["threat"].setChecked(True)
    view.map.zoom_to(60)
    view.map.grab()
    assert heads[cell(view, "0805")], "a corps stands there, and its strength is at its foot"  # type: ignore[index]
    assert {where for where, head in heads.items() if head} == {where for where in heads if view.stage.pieces_in(where)}


def test_a_caption_is_no_taller_than_its_words_after_longer_ones(arrange: Arrange) -> None:
    view = arrange(UNTRIED)
    caption = Caption(view.map)
    caption.dress()
    caption.say("A few words.", 0)
    short = caption.height()
    caption.say("Many words that take several lines. " * 9, 0)
    assert caption.height() > 2 * short
    caption.say("A few words.", 0)
    assert caption.height() == short


def test_counters_in_a_tray_grow_with_the_text(dressed: QApplication, qtbot: QtBot) -> None:
    field = TrayField()
    qtbot.addWidget(field)
    field.resize(400, 300)
    apply_theme(dressed, "light", 1.0)
    field.lay([TrayCounter(number, CounterFace(name=str(number))) for number in range(3)], None)
    usual = field.rect_of(1)
    apply_theme(dressed, "light", 1.5)
    field.lay([TrayCounter(number, CounterFace(name=str(number))) for number in range(3)], None)
    larger = field.rect_of(1)
    apply_theme(dressed, "light", 1.0)
    assert usual.width() < larger.width() == LARGEST and larger.left() > usual.left()


def test_an_attack_without_dice_says_what_it_brings_and_meets(start: Start, qtbot: QtBot) -> None:
    view = start("childs-barbarossa")
    QTest.mouseClick(view.bar.delegate, LEFT)
    qtbot.waitUntil(lambda: isinstance(view.interaction, MoveInteraction), timeout=60_000)
    made, hand = view.interaction, Hand(view)
    assert isinstance(made, MoveInteraction)
    said = set()
    for unit in sorted(made.active()):
        hand.take(unit)
        for target in [goal for goal in sorted(made.goals) if made._attacks(goal)]:
            QTest.mouseMove(view.map, hand.pixel(target))
            defenders = len(view.stage.pieces_in(target))
            said.add(f": 2 against {defenders}" in view.strip.text())
    assert said == {True}, "an Axis tile is worth 2 and a Soviet one 1"
