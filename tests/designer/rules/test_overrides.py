"""What an option changes is filled in, not typed as JSON: table, row, column, value, or the row removed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit
from pytestqt.qtbot import QtBot

from designer.inputs.fields import row_words
from designer.inputs.nested import ListInput, SelectorInput, UnionInput
from designer.inputs.overrides import OverrideInput, ValueLine
from designer.inputs.shapes import parameters_of
from designer.rules.tab import Rules
from designer.shell.window import MainWindow
from designer.tables.check import checker
from engine.records import Rows
from engine.records.play import MechanismRow, Option, OptionChoice, Override
from engine.scenario import compile_scenario
from engine.store.library import Library
from tests.kit.shipped import shipped_library, shipped_rows

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    made = shipped_library(tmp_path / "library.db", arduous="arduous-beginning")
    yield made
    made.close()


@pytest.fixture
def tab(window: MainWindow) -> Rules:
    window.open_scenario("arduous", "rules")
    part = window.show_part("rules")
    assert isinstance(part, Rules)
    part.pages.setCurrentWidget(part.options)
    QApplication.processEvents()
    return part


def rows_of(tab: Rules) -> Rows:
    return tab.sequence.grid.document.rows


def option(tab: Rules, key: str) -> Option:
    found = rows_of(tab).get(Option, key)
    assert found is not None
    return found


def changes(tab: Rules, key: str, choice: int) -> ListInput:
    """The list of changes of a choice."""
    tab.options.grid.view.show_line((key,))
    form = tab.options.holder.form
    assert form is not None
    choices = form.inputs["choices"]
    assert isinstance(choices, ListInput)
    found = choices.items[choice].form.inputs["overrides"]  # type: ignore[attr-defined]
    assert isinstance(found, ListInput)
    return found


def change(found: ListInput, index: int) -> OverrideInput:
    item = found.items[index]
    assert isinstance(item, OverrideInput)
    return item


def pick(combo: QComboBox, data: object) -> None:
    """Choose from a list as a person does."""
    index = next(n for n in range(combo.count()) if combo.itemData(n) == data)
    combo.setCurrentIndex(index)
    combo.activated.emit(index)


def value_line(item: OverrideInput, path: tuple[str, ...]) -> ValueLine:
    return next(line for line in item.values if line.path == path)


def test_no_part_of_an_option_is_typed_as_json() -> None:
    kinds = {one.name: one.shape for one in parameters_of(OptionChoice)}
    assert kinds["overrides"].kind == "list" and kinds["overrides"].item is not None
    assert kinds["overrides"].item.kind == "override"


@pytest.mark.parametrize("key", ["goal", "german-replacements"])
def test_the_shipped_options_survive_their_forms(tab: Rules, key: str) -> None:
    tab.options.grid.view.show_line((key,))
    form = tab.options.holder.form
    assert form is not None and form.problem() == ""
    assert tab.options._built(option(tab, key), form.value()) == option(tab, key)


def test_a_value_of_a_chart_is_changed_by_a_choice(tab: Rules, library: Library, qtbot: QtBot) -> None:
    found = changes(tab, "goal", 0)
    QTest.mouseClick(found.add_button, LEFT)
    item = change(found, 0)
    pick(item.table, "chart_cell")
    pick(item.row, ("replacements", "4", "german"))
    assert item.row.currentText() == "Replacement steps / 4 / german: 1"
    QTest.mouseClick(item.add_button, LEFT)
    line = value_line(item, ("value",))
    box = line.input.widget
    assert isinstance(box, QLineEdit) and box.text() == "1", "it begins with what is there"
    box.clear()
    QTest.keyClicks(box, "5")
    QTest.keyClick(box, Qt.Key.Key_Return)
    wanted = Override(table="chart_cell", key=("replacements", "4", "german"), set={"value": "5"})
    assert option(tab, "goal").choices[0].overrides == (wanted,)
    kept = library.load("arduous")
    assert kept.get(Option, "goal") == option(tab, "goal"), "it is on disk"
    assert compile_scenario(kept).tables["replacements"].at("4", "german") == "5"
    tab.options.grid.document.stack.undo()
    assert option(tab, "goal").choices[0].overrides != (wanted,)


def test_a_row_is_removed_by_a_choice(tab: Rules) -> None:
    item = change(changes(tab, "goal", 2), 1)
    assert item.row.currentData() == ("draw",) and len(item.values) == 1
    item.delete.click()
    assert option(tab, "goal").choices[2].overrides[1] == Override(table="victory", key=("draw",), delete=True)
    assert not item.add_button.isVisible() and not value_line(item, ("condition",)).holder.isVisible()
    item.delete.click()
    assert option(tab, "goal").choices[2].overrides[1].set, "what was set before comes back"


def test_a_victory_condition_has_its_own_form(tab: Rules) -> None:
    item = change(changes(tab, "goal", 2), 0)
    condition = value_line(item, ("condition",)).input
    assert isinstance(condition, UnionInput) and condition.form is not None
    condition.form.inputs["at_least"].widget.setValue(9)  # type: ignore[attr-defined]
    assert option(tab, "goal").choices[2].overrides[0].set["condition"]["at_least"] == 9


def test_a_parameter_of_a_mechanism_is_changed_alone(tab: Rules) -> None:
    item = change(changes(tab, "german-replacements", 2), 0)
    line = value_line(item, ("params", "never"))
    assert isinstance(line.input, SelectorInput)
    assert line.column.currentText() == "Never replaced" or "never" in line.column.currentData()
    QTest.mouseClick(item.add_button, LEFT)
    added = item.values[-1]
    pick(added.column, ("params", "places"))
    assert option(tab, "german-replacements").choices[2].overrides[0].set["params"]["places"] == ["city"]
    QTest.mouseClick(added.remove, LEFT)
    assert set(option(tab, "german-replacements").choices[2].overrides[0].set["params"]) == {"never"}


def test_another_row_of_the_same_table_keeps_what_is_set(tab: Rules) -> None:
    item = change(changes(tab, "german-replacements", 1), 0)
    pick(item.row, ("replacements", "3", "soviet"))
    assert option(tab, "german-replacements").choices[1].overrides[0] == Override(
        table="chart_cell", key=("replacements", "3", "soviet"), set={"value": "0"}
    )
    pick(item.table, "unit")
    first = option(tab, "german-replacements").choices[1].overrides[0]
    assert first.table == "unit" and first.set == {}, "another table has other columns"


def test_the_linter_names_a_choice_whose_row_is_gone(tab: Rules, qtbot: QtBot) -> None:
    document = tab.options.grid.document
    from engine.records.changes import drop
    from engine.records.play import Victory

    draw = document.rows.get(Victory, "draw")
    assert draw is not None
    document.edit("Remove the draw", [drop(draw)])
    qtbot.waitUntil(lambda: any(one.table == "option" for one in checker(document).problems), timeout=10_000)
    said = [one.message for one in checker(document).problems if one.table == "option"]
    assert any("there is no victory draw to change" in message for message in said)
    assert change(changes(tab, "goal", 2), 1).row.currentText() == "draw (not there)"


def test_a_mechanism_is_called_by_its_title_in_the_list_of_rows() -> None:
    rows = shipped_rows("arduous-beginning")
    stacking = rows.get(MechanismRow, "stacking")
    assert stacking is not None and row_words(rows, stacking) == "Stacking (stacking)"
