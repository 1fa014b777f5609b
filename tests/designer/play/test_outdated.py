"""A game that goes on with the old table after an edit says so."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from designer.charts.tab import Charts
from designer.play.part import PlayPart
from designer.shell.window import MainWindow
from tests.designer.play.conftest import Start
from tests.kit.grids import type_line


def test_a_game_on_the_table_says_that_it_knows_nothing_of_an_edit(
    start: Start, window: MainWindow, qtbot: QtBot
) -> None:
    view = start()
    assert window.notice.text == ""
    charts = window.show_part("charts")
    assert isinstance(charts, Charts) and window.document is not None
    type_line(charts.crt.page.grid, "1", {"c:1:1": "DE"})
    window.show_part("play")
    assert window.notice.text == (
        "This game goes on with the scenario as it was when it began: 1 row was changed since (charts). "
        "Begin a new game to play with that."
    )
    assert view.session.game.scenario.tables["crt"].at("1", "1:1") != "DE"
    window.notice.close_button.click()
    window.show_part("charts")
    window.show_part("play")
    assert window.notice.text == "", "it is said once"
    window.document.stack.undo()
    window.show_part("charts")
    window.show_part("play")
    assert window.notice.text == "", "nothing is different any more"
    window.document.stack.redo()
    window.show_part("charts")
    part = window.show_part("play")
    assert isinstance(part, PlayPart)
    QTest.mouseClick(window.notice.button, Qt.MouseButton.LeftButton)
    assert part.currentWidget() is part.lobby
    assert part.number is not None
    part.resume(part.number)
    qtbot.waitUntil(lambda: part.playing is not None, timeout=60_000)
    assert "1 row was changed since (charts)" in window.notice.text, "a game that is taken up again says so too"
