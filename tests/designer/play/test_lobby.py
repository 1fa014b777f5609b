"""The lobby: the form is seen whole, lists are wide enough for their lines, and a deleted game can be brought back."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QScrollArea
from pytestqt.qtbot import QtBot

from designer.play.starting.lobby import Lobby
from designer.play.starting.newgame import NewGameForm
from designer.shell.window import MainWindow
from designer.specimens.looks import Look
from engine.records import Rows
from engine.records.play import Doctrine, Plan
from engine.store.library import Library
from tests.designer.play.conftest import SYSTEMS, Arrange, part_of
from tests.kit.hand import LEFT
from tests.kit.shipped import shipped_rows

ARMY = {"xxiv-pz": "0805", "13th-army": "1006"}


def lobby_of(window: MainWindow, slug: str = SYSTEMS[0]) -> Lobby:
    part = part_of(window, slug)
    part.show_lobby()
    assert part.lobby is not None
    return part.lobby


@pytest.mark.parametrize("slug", SYSTEMS)
def test_the_form_is_seen_whole_where_there_is_room(quick: MainWindow, qtbot: QtBot, slug: str) -> None:
    quick.resize(1440, 900)
    lobby = lobby_of(quick, slug)
    wishes = lobby.findChild(QScrollArea, "wishes")
    assert wishes is not None
    qtbot.waitUntil(lambda: not wishes.verticalScrollBar().isVisible(), timeout=2000)
    for box in lobby.form.findChildren(QComboBox):
        assert box.view().minimumWidth() > box.view().sizeHintForColumn(0), "an open list shows its lines whole"


def test_practice_is_offered_in_sight_however_many_options_a_game_has(
    quick: MainWindow, qtbot: QtBot, library: Library
) -> None:
    slug = "panzergruppe-guderian"
    library.add(slug, shipped_rows(slug))
    quick.resize(1280, 800)
    lobby = lobby_of(quick, slug)
    wishes = lobby.findChild(QScrollArea, "wishes")
    assert wishes is not None
    qtbot.waitUntil(lambda: wishes.verticalScrollBar().maximum() > 0, timeout=2000)
    for asked in (lobby.form.practice, lobby.form.handicap):
        assert asked.visibleRegion().boundingRect().size() == asked.size(), "nobody has to scroll for it"


def test_no_field_is_wider_than_its_room_beside_the_scroll_bar(
    quick: MainWindow, qtbot: QtBot, library: Library
) -> None:
    slug = "panzergruppe-guderian"
    library.add(slug, shipped_rows(slug))
    Look((1280, 800), "light", 150).wear(quick)
    form = lobby_of(quick, slug).form
    wishes = form.findChild(QScrollArea, "wishes")
    assert wishes is not None
    qtbot.waitUntil(wishes.verticalScrollBar().isVisible)
    shown = [box for box in form._boxes() if box.isVisible()]
    assert shown and not [box.currentText() for box in shown if box.sizeHint().width() > box.width()]
    assert wishes.widget().width() <= wishes.viewport().width()


def test_a_notice_hides_no_button_and_moves_off_what_comes_under_it(
    arrange: Arrange, quick: MainWindow, qtbot: QtBot
) -> None:
    def hidden() -> list[str]:
        lies = QRect(quick.notice.mapToGlobal(QPoint(0, 0)), quick.notice.size())
        buttons = [one for one in quick.findChildren(QAbstractButton) if one.isVisible()]
        under = [one for one in buttons if not quick.notice.isAncestorOf(one)]
        return [one.text() for one in under if lies.intersects(QRect(one.mapToGlobal(QPoint(0, 0)), one.size()))]

    quick.resize(1280, 800)
    view = arrange(ARMY)
    quick.notice.show_text("Something is to be said about the game that lies on the table. " * 2, "warning")
    assert hidden() == []
    QTest.mouseClick(view.bar.ending, LEFT)
    lobby = lobby_of(quick)
    assert lobby.go_on.isVisible() and quick.notice.isVisible()
    qtbot.waitUntil(lambda: hidden() == [], timeout=5_000)
    quick.resize(1060, 720)
    qtbot.waitUntil(lambda: hidden() == [], timeout=5_000)


def test_a_deleted_game_can_be_brought_back_until_the_scenario_is_left(
    arrange: Arrange, quick: MainWindow, library: Library
) -> None:
    arrange(ARMY)
    lobby = lobby_of(quick)
    (game,) = library.games()
    QTest.mouseClick(lobby.delete, LEFT)
    assert lobby.games.count() == 0 and "“Test” was deleted" in quick.notice.text
    assert [kept.id for kept in library.games()] == [game.id], "it is only set aside"
    QTest.mouseClick(quick.notice.button, LEFT)
    assert lobby.games.count() == 1
    QTest.mouseClick(lobby.delete, LEFT)
    quick.close_scenario()
    assert library.games() == [] and not quick.notice.isVisible(), "nothing is offered that cannot be done"
    assert quick.library_page.cards[SYSTEMS[0]].play.text() == "Play"


def test_a_staff_is_recommended_where_nobody_wrote_a_plan(dressed: QApplication, qtbot: QtBot) -> None:
    rows = shipped_rows(SYSTEMS[0])
    planless = Rows(row for row in rows if not isinstance(row, Plan | Doctrine))
    form = NewGameForm(planless)
    qtbot.addWidget(form)
    assert rows.all(Plan) and form.bot.currentData() == "doctrine"
