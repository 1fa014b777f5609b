"""Nothing moves under the pointer, and nothing throws dice but the button that says so."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from designer.play.table.choices import ChoicePanel
from designer.play.table.interactions.base import Ending
from designer.play.table.interactions.declaring import DeclareInteraction
from designer.play.table.interactions.fighting import FightInteraction, SupportInteraction
from designer.play.table.topbar import TopBar
from designer.play.view import PlayView
from designer.shell.window import MainWindow
from engine.ids import Cell
from engine.state.actions import CommitSupport, Done
from tests.designer.play.conftest import Arrange, at_rest, cell, piece
from tests.kit.hand import LEFT, Hand

NONE = Qt.KeyboardModifier.NoModifier

FRONT = {
    "xxiv-pz": "0805",
    "lvii-pz": "0805",
    "xlvi-pz": "0906",
    "xlvii-pz": "0906",
    "13th-army": "0905",
    "4th-army": "0705",
}


def lists(view: PlayView) -> list[ChoicePanel]:
    return [panel for panel in view.orders.findChildren(ChoicePanel) if panel.isVisible() and panel.list.count()]


def places(view: PlayView) -> list[QRect]:
    """Where everything is that somebody may be about to click: every line, every button, the map."""
    lines = [panel.line_rect(row) for panel in lists(view) for row in range(panel.list.count())]
    bar, replay = view.bar, view.replay
    fixed: list[QWidget] = [bar.ending, bar.undo, bar.redo, bar.hint, bar.delegate, replay.slider, view.map, view.strip]
    return lines + [QRect(widget.mapToGlobal(QPoint(0, 0)), widget.size()) for widget in fixed]


def settled(view: PlayView) -> list[QRect]:
    """Where everything is once it has found its place."""
    found: list[QRect] = []
    while found != places(view):
        found = places(view)
        for _ in range(5):
            QApplication.processEvents()
    return found


def hover_everything(view: PlayView) -> int:
    """Point at every line of every list of the decision, and at cells of the map; how many lines there were."""
    before, many = settled(view), 0
    area = view.orders.currentWidget()
    if isinstance(area, QScrollArea):
        assert area.widget().width() <= area.viewport().width(), f"{view.session.decision}: the panel is cut off"
        inner = [one for one in area.widget().findChildren(QAbstractScrollArea) if one.verticalScrollBar().isVisible()]
        assert not (inner and area.verticalScrollBar().isVisible()), f"{view.session.decision}: a scroll in a scroll"
    for panel in lists(view):
        for row in range(panel.list.count()):
            QTest.mouseMove(panel.list.viewport(), panel.list.visualItemRect(panel.list.item(row)).center())
            QApplication.processEvents()
            assert places(view) == before, f"{view.session.decision}: line {row} moves something"
            many += 1
        QTest.mouseMove(view.map, QPoint(3, 3))
        QApplication.processEvents()
        assert places(view) == before
    for number in range(0, view.stage.table.board.grid.size, 23):
        QTest.mouseMove(view.map, view.map.position_of(Cell(number)).toPoint())
        QApplication.processEvents()
        assert places(view) == before, "what the strip says moves something"
    return many


def announce(view: PlayView, *targets: str) -> None:
    """Plan battles against cells, each with the first who can join, and announce them."""
    interaction, hand = view.interaction, Hand(view)
    assert isinstance(interaction, DeclareInteraction)
    for target in targets:
        hand.click(cell(view, target))
        for attacker in list(interaction.by_target[cell(view, target)])[:1]:
            hand.click_line(interaction.joining, attacker)
    hand.press_end()


def test_no_list_of_any_decision_moves_under_the_pointer(arrange: Arrange) -> None:
    view = arrange(FRONT)
    assert hover_everything(view) == 4, "the units that can move"
    Hand(view).press_end()
    kinds = set()
    interaction, hand = view.interaction, Hand(view)
    assert isinstance(interaction, DeclareInteraction)
    assert hover_everything(view) == 2, "the targets"
    hand.click(cell(view, "0905"))
    assert hover_everything(view) >= 3, "who can join"
    announce(view, "0905", "0705")
    for _ in range(40):
        decision = view.session.my_decision
        if decision is None or decision.kind == "move":
            break
        kinds.add(decision.kind)
        hover_everything(view)
        hand.play()
    assert {"fight", "support"} <= kinds


def test_no_list_of_an_exchange_moves_either(arrange: Arrange) -> None:
    pieces = {"xxiv-pz": "0805", "lvii-pz": "0906", "13th-army": "0905"}
    view = arrange(pieces, phase="german-combat", result="EX")
    hand, kinds = Hand(view), set()
    interaction = view.interaction
    assert isinstance(interaction, DeclareInteraction)
    hand.click(cell(view, "0905"))
    for _ in range(2):
        hand.click_line(interaction.joining, interaction.by_target[cell(view, "0905")][0])
    hand.press_end()
    while (decision := view.session.my_decision) is not None and decision.kind not in ("declare", "move"):
        kinds.add(decision.kind)
        hover_everything(view)
        hand.play()
    assert {"fight", "lose", "retreat", "advance"} <= kinds


def test_a_click_on_a_marker_chooses_it_and_the_button_commits_it(arrange: Arrange) -> None:
    view = arrange(FRONT, phase="german-combat")
    announce(view, "0905")
    hand, game = Hand(view), view.session.game
    hand.press_end()
    interaction = view.interaction
    assert isinstance(interaction, SupportInteraction)
    rolls, marker = game.state.rolls, piece(view, "viii-fk")
    for wanted in (piece(view, "ii-fk"), marker):
        hand.click_line(interaction.list, wanted)
        assert interaction.marker == wanted and game.state.rolls == rolls, "nothing is thrown"
        assert view.bar.ending.text() == f"Fight with {view.stage.name(wanted)}"
    hand.press_end()
    assert game.state.rolls > rolls
    assert CommitSupport(marker) in [entry.action for entry in game.log]


def test_a_click_on_a_battle_looks_at_it_and_the_button_fights_it(arrange: Arrange) -> None:
    view = arrange(FRONT, phase="german-combat")
    announce(view, "0905", "0705")
    hand, game, interaction = Hand(view), view.session.game, view.interaction
    assert isinstance(interaction, FightInteraction) and interaction.target == cell(view, "0905")
    assert view.board.at_hand() == sorted((cell(view, "0905"), cell(view, "0705"))), "what a small window looks at"
    before = game.cursor
    for label in ("0905", "0905", "0705"):
        hand.click(cell(view, label))
        assert game.cursor == before, "a click fights nothing"
        assert interaction.target == cell(view, label)
    assert view.bar.ending.text() == "Fight for 0705"
    hand.press_end()
    assert game.cursor == before + 1 and game.log[-1].action is not None


def test_a_double_click_on_the_button_presses_it_once(arrange: Arrange) -> None:
    view = arrange(FRONT, phase="german-combat")
    interaction, hand = view.interaction, Hand(view)
    assert isinstance(interaction, DeclareInteraction)
    hand.click(cell(view, "0905"))
    hand.click_line(interaction.joining, interaction.by_target[cell(view, "0905")][0])
    QTest.mousePress(view.bar.ending, LEFT)
    QTest.mouseRelease(view.bar.ending, LEFT)
    QTest.mouseDClick(view.bar.ending, LEFT)
    QTest.mouseRelease(view.bar.ending, LEFT)
    decision = view.session.decision
    assert decision is not None and decision.kind == "fight", "announced, and not fought by the second press"


def test_the_neighbours_of_the_button_that_ends_stay_where_they_are_without_it(qtbot: QtBot) -> None:
    bar = TopBar()
    qtbot.addWidget(bar)
    bar.resize(1060, bar.height())
    bar.show()
    places = []
    for ending in (Ending("Fight", Done()), None):
        bar.show_mode(mine=True, thinking=False, bot=False, undo=True, redo=True)
        bar.show_ending(ending)
        QApplication.processEvents()
        places.append([widget.geometry() for widget in (bar.hint, bar.delegate, bar.undo, bar.redo)])
    assert not bar.ending.isVisible() and places[0] == places[1]


def test_no_sentence_however_long_moves_anything(arrange: Arrange, quick: MainWindow, qtbot: QtBot) -> None:
    view = arrange(FRONT)
    quick.resize(1060, 720)
    at_rest(view, qtbot)
    view.say("Short.")
    before = settled(view)
    view.say("A sentence that says why, with everything that there is to say about it, at some length. " * 6)
    assert settled(view) == before


def test_the_end_of_a_phase_that_would_cost_a_unit_is_named_first(arrange: Arrange) -> None:
    view = arrange(dict.fromkeys(("v", "vi", "vii"), "0906") | {"13th-army": "1406"})
    hand, game = Hand(view), view.session.game
    before = game.cursor
    hand.press_end()
    assert game.cursor == before and "0906 is overstacked: a unit would be lost." in view.strip.text()
    hand.press_end()
    decision = view.session.my_decision
    assert decision is not None and decision.kind == "remove", "a second press ends it all the same"
    hand.click_line(view.interaction._panel, piece(view, "vi"))  # type: ignore[attr-defined]
    QTest.mouseClick(view.bar.undo, LEFT)
    QTest.mouseClick(view.bar.undo, LEFT)
    assert game.cursor == before and view.session.my_decision is not None


def test_the_result_of_a_battle_hides_nothing_that_can_be_clicked_and_swallows_no_click(arrange: Arrange) -> None:
    pieces = {"xxiv-pz": "1101", "v": "1002", "13th-army": "1102", "xlvi-pz": "0906", "4th-army": "0905"}
    view = arrange(pieces, phase="german-combat", result="DE")
    announce(view, "1102", "0905")
    hand, card = Hand(view), view.board.result
    hand.press_end()
    while view.session.my_decision is not None and view.session.my_decision.kind == "support":
        hand.press_end()
    decision = view.session.my_decision
    assert decision is not None and decision.kind == "advance" and card.isVisible()
    for number in view.interaction.lit(()):
        assert not card.geometry().intersects(view.board.box(number)), "a unit to be clicked is covered"
    assert card.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
    at = card.geometry().center()
    assert view.childAt(view.mapFromGlobal(view.map.mapToGlobal(at))) is view.map, "the map has the click"
    QTest.mouseClick(view.map, LEFT, NONE, at)
    assert not card.isVisible(), "a click on the map takes the card away"
