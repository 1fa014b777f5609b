"""Families in the window: a variant is made, shows what it inherits, follows its parent and gives rows back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QDialogButtonBox, QLineEdit
from pytestqt.qtbot import QtBot

from designer.document import Document
from designer.kinship import kinship
from designer.oob.tab import OrderOfBattle
from designer.settings import Settings
from designer.shell.compare import CompareDialog
from designer.shell.window import MainWindow, open_window
from designer.tables.grid import GridView
from engine.records.changes import put
from engine.records.counters import Face, Unit
from engine.records.play import ScenarioRow
from engine.store.library import Library
from tests.kit.small import small_scenario

LEFT, PLAIN = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
DISPLAY, TIP, FRONT = Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.ForegroundRole


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    """A library with two whole scenarios."""
    with Library.create(tmp_path / "library.db") as made:
        made.add("orsha", small_scenario())
        made.add("minsk", small_scenario("Minsk pocket"))
        yield made


def answer(window: MainWindow, title: str) -> None:
    """Type a title into the question that is open, and press OK."""
    dialog = next(one for one in window.findChildren(QDialog) if one.isVisible())
    line = dialog.findChild(QLineEdit)
    buttons = dialog.findChild(QDialogButtonBox)
    assert line is not None and buttons is not None
    line.selectAll()
    QTest.keyClicks(line, title)
    QTest.mouseClick(buttons.button(QDialogButtonBox.StandardButton.Ok), LEFT)
    QApplication.processEvents()


@pytest.fixture
def variant(window: MainWindow) -> Document:
    """A variant of the bridge, made from its card and open."""
    menu = window.library_page.cards["orsha"].menu()
    next(action for action in menu.actions() if action.text() == "New variant of this…").trigger()
    answer(window, "The far bank")
    document = window.open_scenario("the-far-bank")
    assert document is not None
    return document


def units(window: MainWindow) -> GridView:
    part = window.show_part("oob")
    assert isinstance(part, OrderOfBattle)
    QApplication.processEvents()
    return part.units


def typed(grid: GridView, line: str, key: str, text: str) -> None:
    """Type into a cell, as a designer does."""
    grid.window().activateWindow()
    QApplication.processEvents()
    grid.view.show_line((line,), key)
    grid.view.setFocus()
    QTest.keyClicks(grid.view, text[:1])
    editor = QApplication.focusWidget()
    assert editor is not None
    QTest.keyClicks(editor, text[1:])
    QTest.keyClick(editor, Qt.Key.Key_Return)


def signs(grid: GridView) -> dict[str, str]:
    """What is said beside each line."""
    model = grid.model
    return {
        str(line[0]): str(model.headerData(row, Qt.Orientation.Vertical, TIP)) for row, line in enumerate(model.lines)
    }  # type: ignore[index]


def click(grid: GridView, id: str) -> None:
    QTest.mouseClick(grid.buttons[id], LEFT)


def test_a_variant_made_from_a_card_stands_beside_its_parent(
    window: MainWindow, variant: Document, qtbot: QtBot
) -> None:
    assert variant.rows.the(ScenarioRow).family == "orsha"
    window.close_scenario()
    QApplication.processEvents()
    page = window.library_page
    assert list(page.cards) == ["minsk", "orsha", "the-far-bank"], "the family stands together"
    (heading,) = page.headings
    assert heading.text() == "Bridge at Orsha, and what stands on it"
    parent, child = page.cards["orsha"], page.cards["the-far-bank"]
    assert heading.y() > page.cards["minsk"].y() and parent.y() == child.y() > heading.y()
    assert "Variant of Bridge at Orsha" in [label.text() for label in child._texts]
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    parent.setFocus()
    QTest.keyClick(parent, Qt.Key.Key_Up)
    assert page.cards["minsk"].hasFocus()
    QTest.keyClicks(page.search, "minsk")
    assert not heading.isVisible()


def test_the_scenario_menu_makes_a_variant_of_what_is_open(window: MainWindow, library: Library) -> None:
    window.open_scenario("minsk")
    window.book["scenario.variant"].trigger()
    answer(window, "Minsk, July")
    assert library.load("minsk-july").the(ScenarioRow).family == "minsk"
    assert "“Minsk, July” was added." in window.notice.text


def test_lines_say_whether_they_are_inherited_and_one_click_gives_them_back(
    window: MainWindow, variant: Document
) -> None:
    grid = units(window)
    assert set(signs(grid).values()) == {"As in Bridge at Orsha, and follows it."}
    typed(grid, "xxiv-pz", "0.attack", "12")
    assert signs(grid) == {
        "xxiv-pz": "Changed here. Give it back, and it is as in Bridge at Orsha again.",
        "13-army": "As in Bridge at Orsha, and follows it.",
    }
    cells = {heading.key: column for column, heading in enumerate(grid.model.headings)}
    at = grid.model.index(grid.model.row(("xxiv-pz",)), cells["0.attack"])
    assert at.data(TIP) == "In Bridge at Orsha: 9." and at.data(Qt.ItemDataRole.FontRole).bold()
    assert at.data(FRONT) is None and grid.model.index(1, cells["name"]).data(FRONT) is not None
    grid.view.show_line(("xxiv-pz",), "name")
    click(grid, "table.back")
    assert variant.rows.get(Face, "xxiv-pz", 0) == Face(unit="xxiv-pz", face=0, attack=9, defence=6.5, movement=6)
    assert variant.stack.undoText() == "Give XXIV-PZ back to Bridge at Orsha"
    window.undo()
    assert variant.rows.get(Face, "xxiv-pz", 0).attack == 12  # type: ignore[union-attr]
    window.redo()
    click(grid, "table.back")
    assert "as in Bridge at Orsha already" in window.notice.text


def test_a_line_of_its_own_is_told_apart(window: MainWindow, variant: Document) -> None:
    grid = units(window)
    grid.view.show_line(("13-army",), "name")
    click(grid, "table.add")
    assert sorted(signs(grid).values()) == [
        "As in Bridge at Orsha, and follows it.",
        "As in Bridge at Orsha, and follows it.",
        "Its own: Bridge at Orsha has none.",
    ]


def test_what_was_left_out_is_listed_and_comes_back_whole(window: MainWindow, variant: Document) -> None:
    grid = units(window)
    grid.view.show_line(("xxiv-pz",), "name")
    click(grid, "table.remove")
    assert not variant.rows.has(Unit, "xxiv-pz")
    window.book["scenario.parent"].trigger()
    QApplication.processEvents()
    dialog = window.findChild(CompareDialog)
    assert dialog is not None and dialog.other.currentText() == "its parent Bridge at Orsha"
    row = next(row for row, one in enumerate(dialog._listed) if one.table == "unit")
    assert dialog.table.item(row, 2).text() == "there only"
    QTest.mouseClick(
        dialog.table.viewport(), LEFT, PLAIN, dialog.table.visualItemRect(dialog.table.item(row, 0)).center()
    )
    QTest.mouseClick(dialog.back, LEFT)
    assert variant.rows.has(Unit, "xxiv-pz") and variant.rows.has(Face, "xxiv-pz", 1), "with its values"
    assert not kinship(variant).own and dialog.table.rowCount() == 0
    assert dialog.says.text().startswith("Nothing is different")
    window.undo()
    assert not variant.rows.has(Unit, "xxiv-pz")
    dialog.close()


def test_an_edit_of_the_parent_in_another_window_is_followed(
    window: MainWindow, variant: Document, qtbot: QtBot
) -> None:
    grid = units(window)
    typed(grid, "13-army", "name", "Rifles")
    library = Library.open(window.desk.library.path)
    other = open_window(library, Settings())
    qtbot.addWidget(other)
    parent = other.open_scenario("orsha")
    assert parent is not None
    tank, army = parent.rows.get(Unit, "xxiv-pz"), parent.rows.get(Unit, "13-army")
    assert tank is not None and army is not None
    after = [msgspec.structs.replace(tank, name="XXIV Panzer"), msgspec.structs.replace(army, name="13th Army")]
    with qtbot.waitSignal(variant.changed, timeout=10_000):
        assert parent.edit("Rename", [put(parent.rows, row) for row in after])
    assert {row.unit: row.name for row in variant.rows.all(Unit)} == {"xxiv-pz": "XXIV Panzer", "13-army": "Rifles"}
    column = next(column for column, heading in enumerate(grid.model.headings) if heading.key == "name")
    qtbot.waitUntil(lambda: grid.model.index(1, column).data(TIP) == "In Bridge at Orsha: 13th Army.")
    assert signs(grid)["xxiv-pz"] == "As in Bridge at Orsha, and follows it."
    assert window.statusBar().currentMessage() == "In another window: Rename (in Bridge at Orsha)"
    other.close()
    library.close()


def test_giving_back_what_only_the_variant_has_removes_it_whole(window: MainWindow, variant: Document) -> None:
    before = variant.rows.copy()
    grid = units(window)
    grid.view.show_line(("13-army",), "name")
    click(grid, "table.add")
    spot = next(spot for spot in kinship(variant).own if spot[0] == "unit")
    assert kinship(variant).give_back([spot])
    assert variant.rows == before


def test_a_scenario_that_stands_on_none_has_no_signs(window: MainWindow) -> None:
    window.open_scenario("minsk")
    grid = units(window)
    assert set(signs(grid).values()) == {"None"} and not grid.buttons["table.back"].isVisible()
    window.book["scenario.parent"].trigger()
    assert "stands on no other" in window.notice.text
