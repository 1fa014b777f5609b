from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from designer.oob.tab import OrderOfBattle
from designer.oob.tree import members, outline
from designer.shell.window import MainWindow
from designer.tables.order import rank
from engine.records.changes import drop, put
from engine.records.counters import Face, Formation, ModeFace, Selector, Unit
from engine.records.play import Placement
from engine.store.library import Library
from tests.kit.grids import column, type_line
from tests.kit.shipped import shipped_library


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    made = shipped_library(tmp_path / "library.db", arduous="arduous-beginning")
    yield made
    made.close()


@pytest.fixture
def tab(window: MainWindow) -> OrderOfBattle:
    window.open_scenario("arduous", "oob")
    part = window.show_part("oob")
    assert isinstance(part, OrderOfBattle)
    QApplication.processEvents()
    return part


def test_the_counter_follows_the_unit_and_its_edits(tab: OrderOfBattle) -> None:
    tab.units.view.show_line(("xlvii-pz",))
    assert [face.values for face in tab.preview.shown] == ["9-6", "4-6"]
    type_line(tab.units, ("xlvii-pz",), {"0.attack": "12"})
    tab.units.view.show_line(("xlvii-pz",))
    assert tab.preview.shown[0].values == "12-9-6"
    tab.units.view.show_line(("7th-mech",))
    assert [face.untried for face in tab.preview.shown] == [True, False]


def test_a_formation_narrows_the_table(tab: OrderOfBattle) -> None:
    tab.tree.choose(("formation", "pzgr2"))
    assert tab.units.view.order.rowCount() == 3
    tab.tree.choose(("side", "soviet"))
    assert tab.units.count.text() == "21 of 39 units"
    tab.tree.choose(("all", ""))
    assert tab.units.view.order.rowCount() == 39


def test_the_mix_names_a_unit_without_a_place(tab: OrderOfBattle, qtbot: QtBot) -> None:
    assert "Every unit is set up" in tab.mix.label.text()
    tab.units.buttons["table.add"].click()
    qtbot.waitUntil(lambda: "never comes into the game" in tab.mix.label.text(), timeout=3000)
    tab.document.stack.undo()
    qtbot.waitUntil(lambda: "Every unit is set up" in tab.mix.label.text(), timeout=3000)


def begins(tab: OrderOfBattle, unit: str) -> str:
    return str(tab.units.view.index_of((unit,), "where").data())


def test_where_units_begin_is_said_a_moment_after_the_edit_and_keeps_the_order(
    tab: OrderOfBattle, qtbot: QtBot
) -> None:
    line = next(row for row in tab.document.rows.all(Placement) if row.units.units)
    unit = line.units.units[0]
    tab.units.view.sortByColumn(column(tab.units, "where"), Qt.SortOrder.DescendingOrder)
    before = begins(tab, unit)
    assert before not in ("", "nowhere")
    tab.document.edit("Leave it out", [drop(line)])
    qtbot.waitUntil(lambda: begins(tab, unit) == "nowhere", timeout=30_000)
    shown = [begins(tab, key) for (key,) in tab.units.model.lines]
    assert shown == sorted(shown, key=rank, reverse=True)
    tab.document.stack.undo()
    qtbot.waitUntil(lambda: begins(tab, unit) == before, timeout=30_000)
    qtbot.waitUntil(lambda: not tab.counting, timeout=30_000)
    assert [begins(tab, key) for (key,) in tab.units.model.lines] == [
        tab.sheet.text(line, "where") for line in tab.units.model.lines
    ]


def test_a_new_unit_begins_nowhere_and_a_placed_one_where_its_line_says(tab: OrderOfBattle, qtbot: QtBot) -> None:
    tab.units.buttons["table.add"].click()
    assert begins(tab, "new-unit") == ""
    qtbot.waitUntil(lambda: begins(tab, "new-unit") == "nowhere", timeout=30_000)
    line = tab.document.rows.all(Placement)[0]
    unit = tab.document.rows.get(Unit, "new-unit")
    assert unit is not None
    fresh = replace(line, placement="new", side=unit.side, units=Selector(units=(unit.unit,)), cell="0505", place=None)
    tab.document.edit("Set it up", [put(tab.document.rows, replace(fresh, region=None))])
    qtbot.waitUntil(lambda: begins(tab, "new-unit") == "0505", timeout=30_000)


def test_the_tree_counts_formations_within_formations_and_those_in_a_ring_once(tab: OrderOfBattle) -> None:
    rows = tab.document.rows.copy()
    for number, parent in enumerate((None, "f0", "f1")):
        rows.put(Formation(formation=f"f{number}", name=f"F{number}", side="german", parent=parent))
    for number in (3, 4):  # each is part of the other, and so of no side
        rows.put(Formation(formation=f"f{number}", name=f"F{number}", side="german", parent=f"f{7 - number}"))
    units = [unit for unit in rows.all(Unit) if unit.side == "german"][:5]
    for unit, formation in zip(units, ("f0", "f1", "f2", "f3", None), strict=True):
        rows.put(replace(unit, formation=formation))
    twigs = {twig.branch: twig for twig in outline(rows)}
    assert [(twigs["formation", f"f{n}"].level, twigs["formation", f"f{n}"].units) for n in range(3)] == [
        (2, 3),
        (3, 2),
        (4, 1),
    ]
    assert ("formation", "f3") not in twigs and members(rows, ("formation", "f3")) == {units[3].unit}
    assert {branch: twig.units for branch, twig in twigs.items()} == {
        branch: len(members(rows, branch)) for branch in twigs
    }


def test_deleting_a_unit_takes_its_faces_and_undo_brings_all_back(tab: OrderOfBattle) -> None:
    rows = tab.document.rows
    before = len(rows.all(Face))
    tab.units.view.select_lines([("xxiv-pz",)])
    tab.units.buttons["table.remove"].click()
    assert not rows.has(Unit, "xxiv-pz") and len(rows.all(Face)) == before - 2
    tab.document.stack.undo()
    assert rows.has(Unit, "xxiv-pz") and len(rows.all(Face)) == before


def test_formations_are_edited_in_the_same_grid(tab: OrderOfBattle, qtbot: QtBot) -> None:
    tab.pages.setCurrentIndex(1)
    tab.formations.buttons["table.add"].click()
    line = tab.formations.view.line()
    type_line(tab.formations, line, {"name": "Panzer Group 4", "side": "German"})
    formation = tab.document.rows.get(Formation, "new-formation")
    assert formation is not None and formation.name == "Panzer Group 4"
    qtbot.waitUntil(lambda: "Panzer Group 4" in [item.text(0) for item in tab.tree._items()], timeout=3000)


def test_a_culprit_is_shown_whatever_the_filter(tab: OrderOfBattle) -> None:
    tab.units.filter.setText("panzer")
    assert tab.reveal("face", ("13th-army", 1))
    assert tab.units.view.line() == ("13th-army",)


def test_a_unit_added_by_hand_is_named_and_its_key_follows_on_disk_too(tab: OrderOfBattle, library: Library) -> None:
    tab.units.buttons["table.add"].click()
    assert tab.units.view.line() == ("new-unit",)
    type_line(tab.units, ("new-unit",), {"name": "Lehr Brigade"})
    assert tab.units.view.line() == ("lehr-brigade",), "the line stays in front"
    kept = library.load("arduous")
    assert kept.has(Unit, "lehr-brigade") and kept.has(Face, "lehr-brigade", 0) and not kept.has(Unit, "new-unit")
    tab.document.stack.undo()
    assert tab.document.rows.has(Unit, "new-unit") and not library.load("arduous").has(Unit, "lehr-brigade")
    tab.document.stack.redo()
    assert library.load("arduous") == tab.document.rows


def test_what_a_card_shows_in_another_mode_is_edited_in_a_table_of_its_own(tab: OrderOfBattle) -> None:
    tab.pages.setCurrentIndex(4)
    QTest.mouseClick(tab.modes.buttons["table.add"], Qt.MouseButton.LeftButton)
    (made,) = tab.document.rows.all(ModeFace)
    usual = tab.document.rows.get(Face, made.unit, made.face)
    assert usual is not None and (made.mode, made.attack, made.movement) == ("move", usual.attack, usual.movement)
    type_line(tab.modes, made.identity(), {"movement": "12"})
    (made,) = tab.document.rows.all(ModeFace)
    assert made.movement == 12
    QTest.mouseClick(tab.modes.buttons["table.add"], Qt.MouseButton.LeftButton)
    assert len(tab.document.rows.all(ModeFace)) == 2, "the next face, and not the same again"
    tab.document.stack.undo()
    tab.document.stack.undo()
    tab.document.stack.undo()
    assert tab.document.rows.all(ModeFace) == []
