"""What is always in sight: how many problems there are, and how old the scenarios of the library are."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from designer.oob.tab import OrderOfBattle
from designer.setup.tab import SetupEditor
from designer.shell import card
from designer.shell.geography import GeographyDialog
from designer.shell.window import MainWindow
from engine.records.changes import put
from engine.records.counters import Unit
from engine.records.play import ScenarioRow
from engine.store.library import Library
from tests.kit.grids import column
from tests.kit.shipped import shipped_library


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    made = shipped_library(tmp_path / "library.db", arduous="arduous-beginning")
    yield made
    made.close()


def test_every_tab_says_how_many_problems_there_are_and_a_click_leads_to_one(window: MainWindow, qtbot: QtBot) -> None:
    assert not window.problems.isVisible(), "the library has no problems"
    document = window.open_scenario("arduous", "rules")
    assert document is not None
    qtbot.waitUntil(lambda: window.problems.text() == "No problems", timeout=20_000)
    panzer = document.rows.get(Unit, "xlvii-pz")
    assert panzer is not None
    document.edit("Spoil a unit", [put(document.rows, replace(panzer, move_class="infantry"))])
    qtbot.waitUntil(lambda: window.problems.text() == "1 warning", timeout=20_000)
    for part in ("oob", "charts", "setup", "victory", "doctrine"):
        window.show_part(part)
        assert window.problems.isVisible() and window.problems.text() == "1 warning", part
    QTest.mouseClick(window.problems, Qt.MouseButton.LeftButton)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert menu.actions()[0].text().startswith("Unit XLVII Pz, class: is armour and moves as Infantry")
    QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(menu.actions()[0]).center())
    shown = window.workspace.current() if window.workspace else None
    assert isinstance(shown, OrderOfBattle) and shown.units.view.line() == ("xlvii-pz",)


def test_a_click_on_where_a_unit_begins_leads_to_the_line_or_to_the_roster(window: MainWindow) -> None:
    window.open_scenario("arduous", "oob")
    tab = window.show_part("oob")
    assert isinstance(tab, OrderOfBattle) and window.workspace is not None
    QApplication.processEvents()
    view = tab.units.view
    for line in (("xlvii-pz",), ("3rd-army",)):
        window.show_part("oob")
        view.show_line(line, "where")
        found = tab.sheet.entering().dealt.line_of(line[0])
        assert found is not None
        at = view.visualRect(view.index_of(line, "where")).center()
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)
        setup = window.workspace.current()
        assert isinstance(setup, SetupEditor), line
        grid = setup.lines if found[0] == "placement" else setup.arrivals
        assert grid.isVisible() and grid.view.line() == (found[1],)
    window.show_part("oob")
    view.forget()
    tab.units.buttons["table.add"].click()
    view.setCurrentIndex(view.index_of(("new-unit",), "where"))
    assert view.currentIndex().column() == column(tab.units, "where")
    at = view.visualRect(view.currentIndex()).center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)
    assert [one.key for one in setup.roster.selected()] == ["new-unit"]


def test_the_cards_of_the_library_grow_older(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    page = window.library_page
    shown = page.cards["arduous"]._texts[-1]
    assert page.clock.isActive()
    monkeypatch.setattr(card, "ago", lambda *_then, **_how: "Edited 5 minutes ago")
    page.clock.timeout.emit()
    assert shown.text() == "Edited 5 minutes ago"
    window.open_scenario("arduous", "oob")
    assert not page.clock.isActive(), "nobody looks"


def test_a_map_that_is_moved_is_called_after_where_it_lies_now(dressed: QApplication, qtbot: QtBot) -> None:
    dialog = GeographyDialog()
    dialog.show()
    first = dialog.title.text()
    dialog.latitude.setValue(59.9)
    dialog.longitude.setValue(30.3)
    qtbot.waitUntil(lambda: dialog.title.text() != first, timeout=120_000)
    assert dialog.title.text() == "Around Leningrad"
    dialog.title.selectAll()
    QTest.keyClicks(dialog.title, "The siege")
    dialog.latitude.setValue(53.9)
    qtbot.waitUntil(lambda: not dialog._soon.waiting and not dialog._worker.busy(), timeout=120_000)
    assert dialog.title.text() == "The siege", "what was typed stays"
    with qtbot.waitSignal(dialog.made) as heard:
        dialog.buttons.accepted.emit()
    assert heard.args[0] == "The siege" and heard.args[1].the(ScenarioRow).title == "The siege"
