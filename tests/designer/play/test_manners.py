"""What players agree on at the start: dice that may be taken back, and a curtain between two people's turns."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from designer.play.running.controller import PRACTICE
from designer.play.running.seats import Manners, Seat, manners_of, to_players
from designer.play.starting.newgame import NewGameForm
from designer.play.view import PlayView
from designer.shell.window import MainWindow
from engine.ids import Cell
from engine.store.library import Library
from tests.designer.play.conftest import Arrange, cell, on_table, part_of, piece
from tests.kit.hand import LEFT, Hand
from tests.kit.shipped import shipped_rows

WAIT = 60_000

ARMY = {"xxiv-pz": "0805", "v": "0703", "13th-army": "0905", "4th-army": "1206"}


def fight(view: PlayView, qtbot: QtBot) -> None:
    """Attack the 13th Army and throw the dice."""
    hand, state = Hand(view), view.session.game.state
    hand.click(state.cell[piece(view, "13th-army")])
    hand.click(state.cell[piece(view, "xxiv-pz")])
    hand.press_end()
    for _ in range(9):
        qtbot.waitUntil(lambda: view.session.my_decision is not None, timeout=WAIT)
        if not thrown(view):
            hand.play()
    assert thrown(view)


def thrown(view: PlayView) -> list[int]:
    """The entries of the log that threw dice."""
    game = view.session.game
    return [number for number, entry in enumerate(game.log[: game.cursor]) if number and entry.sealed]


def test_practice_takes_dice_back_and_the_log_and_the_journal_say_so(
    arrange: Arrange, quick: MainWindow, qtbot: QtBot, library: Library
) -> None:
    view = arrange(ARMY, phase="german-combat", bots=("", ""), manners=Manners(practice=True))
    fight(view, qtbot)
    assert PRACTICE in view.journal.text.toPlainText()
    assert not view.board.result.isHidden()
    while thrown(view):
        assert view.bar.undo.isEnabled()
        QTest.mouseClick(view.bar.undo, LEFT)
    assert view.board.result.isHidden(), "no card tells of a battle that was taken back"
    Hand(view).play()
    told = view.journal.text.toPlainText()
    assert "Practice: 1 action with dice or revelations taken back" in told, told
    (kept,) = library.games()
    quick.close_scenario()
    part = part_of(quick, "arduous-beginning")
    assert part.resume(kept.id)
    again = on_table(part, qtbot)
    assert again.session.controller.manners.practice, "a practice game stays one"
    assert "Practice: 1 action" in again.journal.text.toPlainText()


def test_without_practice_dice_stand(arrange: Arrange, qtbot: QtBot) -> None:
    view = arrange(ARMY, phase="german-combat", bots=("", ""))
    fight(view, qtbot)
    before = thrown(view)
    for _ in range(5):
        QTest.mouseClick(view.bar.undo, LEFT)
    assert thrown(view) == before
    assert "Practice" not in view.journal.text.toPlainText()


def test_a_curtain_falls_between_two_people_and_hides_what_is_the_others(arrange: Arrange, qtbot: QtBot) -> None:
    view = arrange(ARMY, phase="german-special", bots=("", ""), manners=Manners(curtain=True))
    session, curtain = view.session, view.curtain
    qtbot.waitUntil(curtain.isVisible, timeout=WAIT)
    assert curtain.geometry() == view.rect() and session.my_decision is None
    assert "German" in curtain.go.text()
    QTest.mouseClick(curtain.go, LEFT)
    assert curtain.isHidden() and session.my_decision is not None and session.my_decision.side == 0
    Hand(view).take(piece(view, "v"))
    QTest.keyClick(view.map, Qt.Key.Key_H)
    assert session.held == {piece(view, "v")}
    view.map.zoom_to(70)
    view.map.centre_at(view.map.scene.anchor(Cell(cell(view, "0703"))))
    looked = (view.map.scale, view.map.camera.centre)
    Hand(view).press_end()
    qtbot.waitUntil(curtain.isVisible, timeout=WAIT)
    assert "Soviet" in curtain.go.text() and session.my_decision is None and session.held == frozenset()
    assert not session.undo(), "what the other side did stands"
    QTest.mouseClick(curtain.go, LEFT)
    qtbot.waitUntil(lambda: session.my_decision is not None, timeout=WAIT)
    assert session.my_decision is not None and session.my_decision.side == 1
    assert session.held == frozenset() and not session.undo()
    assert view.stage.view.side == 1
    view.map.zoom_to(40)
    view.map.centre_at(view.map.scene.anchor(Cell(cell(view, "2006"))))
    hand = Hand(view, moves=0)
    for _ in range(40):
        if not curtain.isVisible() and session.my_decision is not None:
            hand.play()
    assert curtain.isVisible() and "German" in curtain.go.text()
    QTest.mouseClick(curtain.go, LEFT)
    assert (view.map.scale, view.map.camera.centre) == looked, "he looks where he looked before he left the table"


def test_the_form_offers_both_and_the_store_keeps_them(quick: MainWindow) -> None:
    part = part_of(quick, "arduous-beginning")
    form = NewGameForm(part.document.rows)
    form.side.setCurrentIndex(form.side.findData("two"))
    form.practice.setChecked(True)
    wanted = form.chosen()
    assert wanted.manners == Manners(practice=True, curtain=True) and wanted.seats == (Seat(), Seat())
    assert manners_of(to_players(form.sides, wanted.seats, wanted.manners)) == wanted.manners
    assert manners_of({"": "rubbish"}) == manners_of({"": {"practice": 3}}) == Manners()


def test_the_form_offers_a_handicap_where_odds_can_be_shifted(quick: MainWindow) -> None:
    form = NewGameForm(part_of(quick, "arduous-beginning").document.rows)
    assert "handicap" not in form.chosen().options
    form.handicap.setCurrentIndex(form.handicap.findText("1 column for Soviet"))
    options = form.chosen().options
    assert options["handicap"] == "soviet+1"
    again = NewGameForm(part_of(quick, "arduous-beginning").document.rows)
    again.take_over((Seat(), Seat("greedy")), options)
    assert again.handicap.currentText() == "1 column for Soviet"
    square = NewGameForm(shipped_rows("childs-barbarossa"))
    assert square.handicap.parent() is None, "there are no odds to shift"
