"""The debrief at the end of a game: curves, luck, turning points, the enemy's plan, and the way to paper."""

from __future__ import annotations

from PySide6.QtCore import QUrl
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from designer.play.telling.debrief import SOON, luck_curve, steps_words
from designer.printing.dialog import PrintDialog
from designer.shell.window import MainWindow
from engine.play.intent import review
from tests.designer.play.conftest import Arrange, piece
from tests.kit.hand import LEFT, Hand

WAIT = 60_000

ARMY = {"xxiv-pz": "0805", "v": "0703", "13th-army": "0905", "4th-army": "1206"}


def test_the_debrief_comes_to_the_front_when_the_game_is_over_and_leads_back_and_to_paper(
    arrange: Arrange, quick: MainWindow, qtbot: QtBot
) -> None:
    view = arrange(ARMY, phase="german-combat", turn=7, result="DE", bots=("", "doctrine"))
    session, hand, state = view.session, Hand(view), view.session.game.state
    view.debrief.work_out()
    before = view.debrief.page.toPlainText()
    assert SOON in before
    hand.click(state.cell[piece(view, "13th-army")])
    hand.click(state.cell[piece(view, "xxiv-pz")])
    while not session.controller.over:
        qtbot.waitUntil(lambda: session.my_decision is not None or session.controller.over, timeout=WAIT)
        if session.my_decision is not None:
            hand.press_end()
    qtbot.waitUntil(lambda: view.debrief.isVisible() and view.debrief.found is not None, timeout=WAIT)
    assert not view.docks["journal"].visibleRegion().isEmpty(), "the story below it"
    view.debrief.work_out()
    found, said = view.debrief.found, view.debrief.page.toPlainText()
    assert found is not None and found.throws and "Luck of the dice" in said and "Where it turned" in said
    assert SOON not in said and "The enemy's plan" in said, said
    meant = review(session.game, 1)
    assert meant and all(text in said for one in meant for text in one.intent.says), (
        "turn by turn, with what came of it"
    )
    assert not any(text in before for one in meant for text in one.intent.says)
    assert said.splitlines()[0].split() == ["■", "German", "■", "Soviet"], "whose curve is whose"
    assert all(side.colour in view.debrief.page.toHtml() for side in session.game.scenario.sides)
    view.debrief.which.setCurrentIndex(view.debrief.which.findData("luck"))
    view.debrief.which.activated.emit(0)
    assert list(view.debrief.drawn.curves[0].yData) == luck_curve(found, 0)[1]
    view.debrief.page.anchorClicked.emit(QUrl(f"entry:{found.moments[0].entry}"))
    assert view.stage.watched is not None and view.stage.watched.cursor == found.moments[0].entry + 1
    QTest.mouseClick(view.debrief.print, LEFT)
    dialog = quick.findChild(PrintDialog)
    assert dialog is not None
    assert [key for key, box in dialog.wishes.documents.items() if box.isChecked()] == ["log"]
    qtbot.waitUntil(lambda: dialog.preview.place.text().startswith("Game log"), timeout=WAIT)
    dialog.reject()


def test_luck_in_words() -> None:
    assert steps_words(2.46) == "2.5 steps better than" and steps_words(-1) == "1 step worse than"
    assert steps_words(0.02) == "much as", "it was to be expected"
