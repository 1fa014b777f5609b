from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QMimeData, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QDialogButtonBox
from pytestqt.qtbot import QtBot

from designer.setup.board import MIME
from designer.setup.dialogs import ArrivalDialog
from designer.setup.tab import SetupEditor
from designer.shell.window import MainWindow
from engine.ids import Cell
from engine.play import Game
from engine.records.board import Place
from engine.records.changes import put
from engine.records.counters import Face, Unit
from engine.records.play import Arrival, Placement
from engine.store.library import Library
from tests.kit.grids import type_line
from tests.kit.mouse import Mouse
from tests.kit.shipped import shipped_rows


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    made = Library.create(tmp_path / "library.db")
    rows = shipped_rows("arduous-beginning")
    for key in ("guards", "reserve"):
        rows.put(Unit(unit=key, name=key.title(), side="soviet", nationality="soviet", size="army", position=99))
        rows.put(Face(unit=key, face=0, attack=9, defence=9, movement=4))
        rows.put(Face(unit=key, face=1, attack=4, defence=4, movement=4))
    made.add("arduous", rows)
    yield made
    made.close()


@pytest.fixture
def tab(window: MainWindow) -> SetupEditor:
    window.open_scenario("arduous", "setup")
    part = window.show_part("setup")
    assert isinstance(part, SetupEditor)
    QApplication.processEvents()
    part.map.view.fit()
    part.roster.side.setCurrentIndex(1)
    return part


def names(tab: SetupEditor) -> list[str]:
    return [tab.roster.list.item(n).text() for n in range(tab.roster.list.count())]


def test_a_chosen_unit_is_placed_by_a_click_and_the_next_is_chosen(tab: SetupEditor) -> None:
    assert names(tab) == ["Guards", "Reserve"]
    tab.roster.select(0)
    Mouse(tab.map.view).click("1805")
    assert tab.document.rows.get(Placement, "guards").cell == "1805"  # type: ignore[union-attr]
    assert tab.document.stack.undoText() == "Set up Guards in 1805"
    assert [one.key for one in tab.roster.selected()] == ["reserve"]
    tab.document.stack.undo()
    assert names(tab) == ["Guards", "Reserve"]


def test_units_are_dropped_on_the_map(tab: SetupEditor) -> None:
    tab.roster.select(1)
    data = QMimeData()
    data.setData(MIME, b"roster")
    at = QPointF(Mouse(tab.map.view).pixel("1604"))
    copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(at.toPoint(), copy, data, left, none)
    QApplication.sendEvent(tab.map.view, enter)
    assert enter.isAccepted()
    QApplication.sendEvent(tab.map.view, QDropEvent(at, copy, data, left, none))
    assert tab.document.rows.get(Placement, "reserve").cell == "1604"  # type: ignore[union-attr]


def test_a_counter_is_moved_turned_over_and_taken_off(tab: SetupEditor) -> None:
    tab.roster.select(0)
    mouse = Mouse(tab.map.view)
    mouse.click("1805")
    tab.roster.select(-1)
    mouse.drag("1805", "1706")
    line = tab.document.rows.get(Placement, "guards")
    assert line is not None and line.cell == "1706"
    mouse.click("1706")
    assert tab.map.piece == "guards"
    tab.turn_over("guards")
    assert tab.document.rows.get(Placement, "guards").face == 1  # type: ignore[union-attr]
    tab.map.view.setFocus()
    QTest.keyClick(tab.map.view, Qt.Key.Key_Delete)
    assert not tab.document.rows.has(Placement, "guards") and "Guards" in names(tab)


def test_a_unit_of_a_place_can_be_pulled_out_of_its_stack(tab: SetupEditor) -> None:
    minsk = tab.document.rows.get(Place, "minsk")
    assert minsk is not None
    tab.move_piece("13th-army", "1505")
    line = tab.document.rows.get(Placement, "minsk-army")
    assert line is not None and (line.cell, line.place) == ("1505", None)


def test_units_are_left_free_or_arrive_later(tab: SetupEditor) -> None:
    tab.roster.select(0)
    tab.place_free("front")
    assert [line.region for line in tab.document.rows.all(Placement) if "guards" in line.units.units] == ["front"]
    tab.roster.select(0)
    QTest.mouseClick(tab.roster.arrive, Qt.MouseButton.LeftButton)
    dialog = next(
        widget for widget in QApplication.topLevelWidgets() if isinstance(widget, ArrivalDialog) and widget.isVisible()
    )
    dialog.turn.setValue(4)
    dialog.region.setCurrentIndex(dialog.region.findData("east-edge"))
    dialog.buttons.button(QDialogButtonBox.StandardButton.Ok).click()
    late = [line for line in tab.document.rows.all(Arrival) if "reserve" in line.units.units]
    assert [(line.turn, line.region, line.count) for line in late] == [(4, "east-edge", 1)]
    assert names(tab) == []


def test_a_line_says_whom_it_means_and_a_dialog_changes_it(tab: SetupEditor) -> None:
    tab.lines.view.show_line(("german-corps",), "units")
    dialog = tab._open_units(tab.lines, tab.lines.view.currentIndex().column())
    assert isinstance(dialog, QDialog)
    assert dialog.says.text().endswith("16 of 41 units")
    dialog.form.inputs["sizes"].put(["corps"])
    dialog.accept()
    assert tab.document.rows.get(Placement, "german-corps").units.sizes == ("corps",)  # type: ignore[union-attr]


def test_who_holds_what_is_set_in_the_control_table(tab: SetupEditor) -> None:
    tab.pages.setCurrentIndex(2)
    type_line(tab.control, ("brest",), {"owner": "German"})
    assert tab.document.rows.get(Place, "brest").owner == "german"  # type: ignore[union-attr]
    type_line(tab.control, ("brest",), {"owner": ""})
    assert tab.document.rows.get(Place, "brest").owner is None  # type: ignore[union-attr]


def test_a_crowded_cell_is_named_in_the_checks(tab: SetupEditor) -> None:
    tab.roster.select(0)
    tab.place_here("1109")
    tab._bring("Checks")
    assert "units are set up in 1109" in tab.checks.label.text()
    assert tab.reveal("placement", ("guards",)) and tab.lines.view.line() == ("guards",)


def test_a_unit_placed_by_name_stays_there_whatever_a_general_line_would_take(tab: SetupEditor) -> None:
    tab.roster.select(0)
    Mouse(tab.map.view).click("1805")
    rows = tab.document.rows
    guards = rows.get(Unit, "guards")
    assert guards is not None
    tab.document.edit("Move Guards to the top", [put(rows, replace(guards, position=-5))])
    assert tab.map.dealt.line_of("guards") == ("placement", "guards")
    game = Game.new(rows, 1)
    while game.decision is not None and game.decision.kind == "set-up":
        game.apply(next(iter(game.options())))
    for piece, place in zip(game.scenario.pieces, game.state.cell, strict=True):
        line = tab.map.dealt.line_of(piece.key)
        assert (place >= 0) == (line is not None and line[0] == "placement"), piece.key
    at = game.state.cell[game.scenario.piece_index["guards"]]
    assert game.setting.board.label(Cell(at)) == "1805"


def test_a_second_line_for_the_same_unit_is_a_warning_in_the_checks(tab: SetupEditor, qtbot: QtBot) -> None:
    tab.roster.select(0)
    Mouse(tab.map.view).click("1805")
    tab.pages.setCurrentIndex(0)
    tab.lines.view.select_lines([("guards",)])
    tab.lines.buttons["table.duplicate"].click()
    tab._bring("Checks")
    qtbot.waitUntil(
        lambda: "another line names these units first: Guards (1805)" in tab.checks.label.text(), timeout=5000
    )
