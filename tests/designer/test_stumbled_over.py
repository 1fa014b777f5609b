"""What designers stumbled over that shows only where screen, paper and checks meet: driven in the real window."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from designer.charts.tab import Charts
from designer.oob.tab import OrderOfBattle
from designer.printing.dialog import PrintDialog
from designer.printing.pages import Page, Rectangle, Text
from designer.rules.reading import PlayableStrip
from designer.shell.window import MainWindow
from designer.tables.check import checker
from engine.records.changes import put
from engine.records.play import HoldsPlaces, Victory
from engine.store.library import Library
from engine.systems.catalogue import all_mechanisms
from tests.kit.grids import column, type_into
from tests.kit.shipped import shipped_library

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    made = shipped_library(tmp_path / "library.db", arduous="arduous-beginning")
    yield made
    made.close()


def printed_charts(window: MainWindow, qtbot: QtBot) -> list[Page]:
    """The pages of charts and aids on Letter, as the print dialog has them."""
    window.book.run("file.print")
    dialog = window.findChild(PrintDialog)
    assert dialog is not None
    for key in ("setup", "charts"):
        box = dialog.wishes.documents[key]
        QTest.mouseClick(box, LEFT, pos=QPoint(10, box.height() // 2))
    dialog.wishes.paper.setCurrentIndex(dialog.wishes.paper.findData("Letter"))
    qtbot.waitUntil(
        lambda: (
            bool(dialog._pages)
            and dialog._pages[0].width == 215.9
            and any("Turn record track" in page.texts() for page in dialog._pages)
        ),
        timeout=30_000,
    )
    pages = list(dialog._pages)
    dialog.reject()
    return pages


def test_charts_on_letter_are_whole_say_numbers_and_tint_as_the_screen_does(window: MainWindow, qtbot: QtBot) -> None:
    window.open_scenario("arduous", "charts")
    tab = window.show_part("charts")
    assert isinstance(tab, Charts)
    QApplication.processEvents()
    pages = printed_charts(window, qtbot)
    said = [text for page in pages for text in page.texts()]
    assert [text for text in said if text.startswith("Turn record track")] == ["Turn record track"], "never split"
    assert all_mechanisms()["stacking"].help not in " ".join(said)
    assert re.search(r"At most \d+ ", " ".join(said)), "the sentence with its numbers"
    cell = tab.crt.page.grid.view.index_of("1", "c:1:1")
    assert cell.data() == "AL"
    on_screen = cell.data(Qt.ItemDataRole.BackgroundRole)
    assert abs(on_screen.hsvHue() - _behind(pages, "AL").hsvHue()) <= 3


def _behind(pages: list[Page], text: str) -> QColor:
    """The colour under a word on paper."""
    for page in pages:
        for box in page.boxes:
            if isinstance(box.content, Text) and box.content.text == text:
                under = [
                    QColor(one.content.fill)
                    for one in page.boxes
                    if isinstance(one.content, Rectangle) and one.content.fill and one.rect.holds(box.rect)
                ]
                return under[-1]
    raise AssertionError(f"{text} is not printed")


def test_the_panel_the_cell_and_the_status_bar_name_the_same_unit_that_never_enters(
    window: MainWindow, qtbot: QtBot
) -> None:
    document = window.open_scenario("arduous", "oob")
    tab = window.show_part("oob")
    assert document is not None and isinstance(tab, OrderOfBattle)
    QApplication.processEvents()
    tab.units.view.show_line(("xlvii-pz",), "name")
    QTest.mouseClick(tab.units.buttons["table.add"], LEFT)
    line = tab.units.view.line()
    type_into(tab.units, tab.units.model.row(line), column(tab.units, "name"), "Lehr")
    qtbot.waitUntil(lambda: window.problems.text() == "1 warning", timeout=20_000)
    qtbot.waitUntil(lambda: "never comes into the game" in tab.mix.label.text(), timeout=20_000)
    qtbot.waitUntil(lambda: not checker(document).busy(), timeout=20_000)
    (problem,) = checker(document).problems
    assert problem.message in tab.mix.label.text(), "one check, one sentence"
    assert tab.units.model.sheet.called(problem.key) in tab.mix.label.text()
    assert any(tab.units.model.marked(problem.key)), "and its line is marked"


def test_an_ending_that_nothing_can_bring_about_is_named_in_words_with_numbers_that_agree(
    window: MainWindow, qtbot: QtBot
) -> None:
    document = window.open_scenario("arduous", "rules")
    assert document is not None
    ending = document.rows.all(Victory)[0]
    dreamt = Victory(
        victory=ending.victory,
        name=ending.name,
        position=ending.position,
        winner=ending.winner,
        condition=HoldsPlaces(side="german", at_least=500),
    )
    assert document.edit("Ask too much", [put(document.rows, dreamt)])
    qtbot.waitUntil(lambda: window.problems.text() == "1 warning", timeout=20_000)
    QTest.mouseClick(window.problems, LEFT)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert menu.actions()[0].text().startswith(f"Ending {ending.name}, condition: nothing can bring this about")
    menu.close()
    (verdict,) = window.findChildren(PlayableStrip)
    assert "1 thing looks odd but does no harm." in verdict.text()


def test_a_class_that_does_not_fit_the_type_is_marked_in_its_cell_a_moment_after_it_is_typed(
    window: MainWindow, qtbot: QtBot
) -> None:
    document = window.open_scenario("arduous", "oob")
    tab = window.show_part("oob")
    assert document is not None and isinstance(tab, OrderOfBattle)
    QApplication.processEvents()
    at = tab.units.view.index_of(("xlvii-pz",), "move_class")
    type_into(tab.units, at.row(), at.column(), "infantry")
    qtbot.waitUntil(lambda: window.problems.text() == "1 warning", timeout=20_000)
    assert tab.units.model.why((("xlvii-pz",), "move_class")).startswith("Is armour and moves as Infantry")
    document.stack.undo()
    qtbot.waitUntil(lambda: window.problems.text() == "No problems", timeout=20_000)
