"""Saves with names, and the tree of what was taken from which game."""

from __future__ import annotations

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLineEdit
from pytestqt.qtbot import QtBot

from designer.play.starting.branches import Origin, as_tree
from designer.shell.window import MainWindow
from engine.scenario.sentences import counted
from engine.store.games import GameInfo
from engine.store.library import Library
from tests.designer.play.conftest import Arrange, on_table, part_of
from tests.kit.hand import LEFT, Hand

ARMY = {"xxiv-pz": "0805", "v": "0703", "13th-army": "1006"}


def answer(window: MainWindow, text: str) -> None:
    """Type into the question that is open, and press OK."""
    dialog = next(one for one in window.findChildren(QDialog) if one.isVisible())
    line, buttons = dialog.findChild(QLineEdit), dialog.findChild(QDialogButtonBox)
    assert line is not None and buttons is not None
    line.selectAll()
    QTest.keyClicks(line, text)
    QTest.mouseClick(buttons.button(QDialogButtonBox.StandardButton.Ok), LEFT)


def test_a_moment_is_saved_under_a_name_and_stands_below_its_game(
    arrange: Arrange, quick: MainWindow, qtbot: QtBot, library: Library
) -> None:
    view = arrange(ARMY)
    part, cursor = part_of(quick, "arduous-beginning"), view.session.game.cursor
    quick.book.run("play.save")
    answer(quick, "Before the Dnieper")
    assert [game.name for game in library.games()].count("Before the Dnieper") == 1
    assert view.session.game.cursor == cursor and part.playing is view, "play goes on"
    part.show_lobby()
    assert part.lobby is not None
    texts = [part.lobby.games.item(row).text() for row in range(2)]
    first = next(game for game in library.games() if game.name == "Test")
    assert texts[0].startswith("Test") and texts[1].startswith("└")
    assert f"taken from no. {first.id} after {counted(cursor, 'action')}" in part.lobby.games.item(1).toolTip()
    assert all("Turn 2, German Movement Phase, played" in text for text in texts), texts
    part.lobby.games.setCurrentRow(1)
    QTest.mouseClick(part.lobby.rename, LEFT)
    answer(quick, "The crossing")
    assert {game.name for game in library.games()} == {"Test", "The crossing"}
    assert "The crossing" in part.lobby.games.item(1).text()


def test_moments_and_branches_are_named_by_when_they_were(
    arrange: Arrange, quick: MainWindow, qtbot: QtBot, library: Library
) -> None:
    view = arrange(ARMY)
    when = "30 June - 7 July, German Movement Phase"
    quick.book.run("play.save")
    dialog = next(one for one in quick.findChildren(QDialog) if one.isVisible())
    line = dialog.findChild(QLineEdit)
    assert line is not None and line.text() == when
    answer(quick, line.text())
    hand = Hand(view)
    for _ in range(2):
        hand.play()
    view.replay.slider.setValue(2)
    QTest.mouseClick(view.replay.branch, LEFT)
    on_table(part_of(quick, "arduous-beginning"), qtbot)
    assert {game.name for game in library.games()} == {"Test", when, f"From {when}"}


def info(number: int) -> GameInfo:
    return GameInfo(number, "s", f"Game {number}", "", "", 1, "{}", "{}", 3, 3, "playing")


def test_the_tree_keeps_every_game_once_even_where_the_file_ties_a_ring() -> None:
    games = [info(4), info(3), info(2), info(1)]
    known = {3: Origin(1, 5), 4: Origin(3, 9)}
    assert [(depth, game.id) for depth, game in as_tree(games, known)] == [(0, 2), (0, 1), (1, 3), (2, 4)]
    ring = {3: Origin(4, 1), 4: Origin(3, 1)}
    assert sorted(game.id for _, game in as_tree(games, ring)) == [1, 2, 3, 4]
