from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from designer.inputs.nested import ListInput, UnionInput
from designer.shell.window import MainWindow
from designer.victory.tab import VictoryEditor
from engine.records.play import AllOf, Eliminated, HoldsPlaces, Victory
from engine.store.library import Library
from tests.kit.grids import type_into
from tests.kit.shipped import shipped_library


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    made = shipped_library(tmp_path / "library.db", arduous="arduous-beginning")
    yield made
    made.close()


@pytest.fixture
def tab(window: MainWindow) -> VictoryEditor:
    window.open_scenario("arduous", "victory")
    part = window.show_part("victory")
    assert isinstance(part, VictoryEditor)
    QApplication.processEvents()
    return part


def condition(tab: VictoryEditor) -> UnionInput:
    assert tab.holder.form is not None
    found = tab.holder.form.inputs["condition"]
    assert isinstance(found, UnionInput)
    return found


def test_a_new_ending_is_said_as_a_sentence(tab: VictoryEditor, window: MainWindow) -> None:
    QTest.mouseClick(tab.grid.buttons["table.add"], Qt.MouseButton.LeftButton)
    assert tab.words.text().startswith("After the last turn: German victory (the German side wins) if the German side")
    assert window.document is not None and len(window.document.rows.all(Victory)) == 4


def test_conditions_are_built_from_parts(tab: VictoryEditor, window: MainWindow) -> None:
    tab.grid.view.show_line(("draw",))
    union = condition(tab)
    union.choice.setCurrentIndex(union.choice.findData("all"))
    assert union.form is not None
    parts = union.form.inputs["parts"]
    assert isinstance(parts, ListInput)
    for kind in ("holds-places", "eliminated"):
        parts.add()
        part = parts.items[-1]
        assert isinstance(part, UnionInput)
        part.choice.setCurrentIndex(part.choice.findData(kind))
        assert part.form is not None
        side = part.form.inputs["side"]
        side.put("soviet")
        part.form._changed()
    row = tab.way()
    assert row is not None
    assert row.condition == AllOf(parts=(HoldsPlaces(side="soviet"), Eliminated(side="soviet")))
    assert "the Soviet side holds at least 0 places and the Soviet side has no unit left on the map" in tab.words.text()


def test_undo_brings_the_form_back(tab: VictoryEditor, window: MainWindow) -> None:
    tab.grid.view.show_line(("german-win",))
    union = condition(tab)
    assert union.form is not None
    union.form.inputs["at_least"].widget.setValue(9)  # type: ignore[attr-defined]
    assert "at least 9 cities" in tab.words.text()
    assert window.document is not None
    window.document.stack.undo()
    assert "at least 12 cities" in tab.words.text()
    assert condition(tab).value()["at_least"] == 12


def test_when_an_ending_is_checked_is_said_in_words(tab: VictoryEditor) -> None:
    index = tab.grid.view.index_of(("draw",), "when")
    assert index.data() == "after the last turn"
    type_into(tab.grid, index.row(), index.column(), "at any moment")
    row = tab.grid.document.rows.get(Victory, "draw")
    assert row is not None and row.when == "always"
