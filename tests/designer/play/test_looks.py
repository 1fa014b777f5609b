"""The play window at several sizes, in light and dark, with small and large text: nothing is cut, hidden or faint."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from designer.labels import Label
from designer.play.table.interactions.declaring import DeclareInteraction
from designer.play.view import PlayView
from designer.shell.window import MainWindow
from designer.specimens.flaws import flaws
from designer.specimens.looks import Look, looks
from designer.theme import apply_theme
from engine.errors import StavkaError
from tests.designer.play.conftest import Arrange, at_rest, cell, part_of, piece
from tests.designer.play.test_battles import attack
from tests.designer.play.test_orders import give
from tests.kit.hand import LEFT, Hand

SMALL, LARGE = Look((1280, 800), "dark", 150), Look((1600, 1000), "light", 100)

RING = {"xxiv-pz": "0805", "lvii-pz": "0906", "xlvi-pz": "0804", "xlvii-pz": "1005", "v": "0904", "13th-army": "0905"}


def moving(view: PlayView) -> None:
    hand = Hand(view)
    hand.take(piece(view, "xxiv-pz"))
    QTest.mouseMove(view.map, hand.pixel(cell(view, "0705")))


def planning_a_battle(view: PlayView) -> None:
    made = view.interaction
    assert isinstance(made, DeclareInteraction)
    Hand(view).click(cell(view, "0905"))
    QTest.mouseClick(made.everybody, LEFT)


def fighting(view: PlayView) -> None:
    attack(view, "0905", "xxiv-pz", "lvii-pz")


def ordering(view: PlayView) -> None:
    give(view, "attack", "0905", "0805", "0804")
    view.front("staff")


SCREENS: dict[str, tuple[str, Callable[[PlayView], object]]] = {
    "moving": ("german-movement", moving),
    "a plan of a battle": ("german-combat", planning_a_battle),
    "fighting": ("german-combat", fighting),
    "orders": ("german-movement", ordering),
    "the empty report": ("german-movement", lambda view: view.front("enemy")),
    "charts": ("german-movement", lambda view: view.front("charts")),
    "score": ("german-movement", lambda view: view.front("score")),
    "debrief": ("german-movement", lambda view: view.front("debrief")),
}


@pytest.mark.parametrize("look", [SMALL, LARGE], ids=lambda look: look.name)
@pytest.mark.parametrize("screen", SCREENS)
def test_nothing_is_cut_hidden_or_faint(
    arrange: Arrange, quick: MainWindow, qtbot: QtBot, look: Look, screen: str
) -> None:
    look.wear(quick)
    phase, prepare = SCREENS[screen]
    view = arrange(RING, phase=phase)
    prepare(view)
    at_rest(view, qtbot)
    qtbot.wait(50)
    assert flaws(quick) == []


@pytest.mark.parametrize("look", [SMALL, LARGE], ids=lambda look: look.name)
def test_nothing_of_the_lobby_is_cut(arrange: Arrange, quick: MainWindow, qtbot: QtBot, look: Look) -> None:
    look.wear(quick)
    arrange(RING)
    part_of(quick, "arduous-beginning").show_lobby()
    qtbot.wait(50)
    assert flaws(quick) == []


def test_changing_the_look_of_a_game_on_the_table_cuts_nothing(
    arrange: Arrange, quick: MainWindow, qtbot: QtBot
) -> None:
    LARGE.wear(quick)
    view = arrange(RING, phase="german-combat")
    planning_a_battle(view)
    Look((1600, 1000), "dark", 150).wear(quick)
    at_rest(view, qtbot)
    qtbot.wait(50)
    assert flaws(quick) == []


def test_larger_text_leaves_every_line_of_the_score_in_sight(arrange: Arrange, quick: MainWindow, qtbot: QtBot) -> None:
    LARGE.wear(quick)
    view = arrange(RING)
    table = view.score.table
    view.front("score")
    qtbot.waitUntil(lambda: table.item(3, 0) is not None)
    Look((1600, 1000), "light", 150).wear(quick)
    seen = table.viewport().rect
    qtbot.waitUntil(lambda: table.rowHeight(3) > table.fontMetrics().height())
    qtbot.waitUntil(lambda: bool(seen().contains(table.visualItemRect(table.item(3, 0)))))


@pytest.fixture
def page(qapp: QApplication, qtbot: QtBot) -> QWidget:
    apply_theme(qapp, "light")
    made = QWidget()
    made.resize(300, 200)
    QVBoxLayout(made)
    qtbot.addWidget(made)
    made.show()
    return made


def test_the_eye_sees_cut_words_hidden_buttons_and_faint_text(page: QWidget, qtbot: QtBot) -> None:
    assert flaws(page) == []
    cut, away, faint = Label("A sentence that needs more room than this"), QPushButton("Away"), Label("Hardly seen")
    for widget in (cut, away, faint):
        widget.setParent(page)
    cut.setGeometry(10, 10, 60, 20)
    away.setGeometry(260, 60, 90, 24)
    faint.setGeometry(10, 120, 200, 20)
    faint.setStyleSheet("color: #dddad2; background: #f2efe8;")
    for widget in (cut, away, faint):
        widget.show()
    qtbot.wait(10)
    found, sought = flaws(page), ("needs more room", "outside the window", "Hardly seen")
    assert all(any(word in flaw for flaw in found) for word in sought), found
    cut.setToolTip("A sentence that needs more room than this")
    assert not any("needs more room" in flaw for flaw in flaws(page)), "hovering tells it"


def test_looks_are_every_combination_of_what_is_asked_for() -> None:
    assert looks((), (), ()) == []
    found = looks(["1280x800", "1600x1000"], ["light", "dark"], [100, 150])
    assert len(found) == 8 and found[0].name == "1280x800-light-100" and found[-1].name == "1600x1000-dark-150"
    with pytest.raises(StavkaError, match="1280x800"):
        looks(["large"], [], [])
