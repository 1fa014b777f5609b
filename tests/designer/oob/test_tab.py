from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from designer.oob.tab import OrderOfBattle
from designer.shell.window import MainWindow
from engine.records.counters import Face, Formation, Unit
from engine.store.library import Library
from engine.store.places import resources
from engine.store.sources import read_sources
from tests.kit.grids import type_line


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    made = Library.create(tmp_path / "library.db")
    made.add("arduous", read_sources(resources() / "scenarios" / "arduous-beginning"))
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
