from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox

from designer.inputs.nested import ListInput
from designer.rules.sheets import with_turns
from designer.rules.tab import Rules
from designer.shell.window import MainWindow
from engine.records.play import MechanismRow, Option, Phase, RuleCase, ScenarioRow, Turn
from engine.store.library import Library
from engine.store.places import resources
from engine.store.sources import read_sources
from tests.kit.grids import column, type_into, type_line


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    made = Library.create(tmp_path / "library.db")
    made.add("arduous", read_sources(resources() / "scenarios" / "arduous-beginning"))
    yield made
    made.close()


@pytest.fixture
def tab(window: MainWindow) -> Rules:
    window.open_scenario("arduous", "rules")
    part = window.show_part("rules")
    assert isinstance(part, Rules)
    QApplication.processEvents()
    return part


def phase(tab: Rules, key: str) -> Phase:
    found = tab.sequence.grid.document.rows.get(Phase, key)
    assert found is not None
    return found


def test_a_form_follows_the_phase_in_front_and_changes_it(tab: Rules) -> None:
    tab.sequence.grid.view.show_line(("german-build-up",))
    form = tab.sequence.holder.form
    assert form is not None and {"arrivals", "replacements", "cases"} <= set(form.inputs)
    box = form.inputs["arrivals"].widget
    assert isinstance(box, QCheckBox) and not box.isChecked()
    box.setChecked(True)
    assert "arrivals" not in phase(tab, "german-build-up").params
    assert "Reinforcements arrive" in tab.sequence.words.text()
    tab.sequence.grid.document.stack.undo()
    assert phase(tab, "german-build-up").params["arrivals"] is False and not box.isChecked()


def test_another_kind_of_phase_brings_another_form_and_drops_what_does_not_fit(tab: Rules) -> None:
    tab.sequence.grid.view.show_line(("german-build-up",))
    index = tab.sequence.grid.view.index_of(("german-build-up",), "kind")
    type_into(tab.sequence.grid, index.row(), index.column(), "combat")
    assert phase(tab, "german-build-up").kind == "combat"
    assert phase(tab, "german-build-up").params == {}
    assert tab.sequence.holder.form is not None and "units" in tab.sequence.holder.form.inputs


def test_phases_are_reordered_added_and_limited_to_turns(tab: Rules) -> None:
    grid = tab.sequence.grid
    grid.view.select_lines([("german-combat",)])
    grid.buttons["table.up"].click()
    assert [grid.sheet.called(line) for line in grid.sheet.lines()][1] == "German Combat Phase"
    grid.buttons["table.add"].click()
    fresh = grid.sheet.lines()[-1]
    type_line(grid, fresh, {"name": "Partisans", "side": "Soviet", "first_turn": "3"})
    assert phase(tab, "new-phase").first_turn == 3 and phase(tab, "new-phase").side == "soviet"
    assert column(grid, "params") == 5


def test_mechanisms_are_ticked_and_their_forms_are_theirs(tab: Rules) -> None:
    rows = tab.sequence.grid.document.rows
    tab.pages.setCurrentWidget(tab.mechanisms)
    assert tab.mechanisms.choose("zoc")
    form = tab.mechanisms.holder.form
    assert form is not None
    combo = form.inputs["movement"].widget
    assert isinstance(combo, QComboBox)
    combo.setCurrentIndex(combo.findData("none"))
    zoc = rows.get(MechanismRow, "zoc")
    assert zoc is not None and "movement" not in zoc.params
    assert "Enemy zones do not hinder movement." in tab.mechanisms.words.text()
    item = next(
        item
        for n in range(tab.mechanisms.list.count())
        if (item := tab.mechanisms.list.item(n)).data(Qt.ItemDataRole.UserRole) == "zoc"
    )
    item.setCheckState(Qt.CheckState.Unchecked)
    assert rows.get(MechanismRow, "zoc") is None
    tab.sequence.grid.document.stack.undo()
    assert rows.get(MechanismRow, "zoc") == zoc


def test_the_turn_track_follows_the_number_of_turns(tab: Rules) -> None:
    rows = tab.sequence.grid.document.rows
    assert rows.the(ScenarioRow).turns == 7
    tab.turns.turns.setValue(9)
    assert [row.turn for row in rows.all(Turn)] == list(range(1, 10))
    tab.turns.turns.setValue(5)
    assert rows.the(ScenarioRow).turns == 5 and len(rows.all(Turn)) == 5
    tab.sequence.grid.document.stack.undo()
    tab.sequence.grid.document.stack.undo()
    assert rows.the(ScenarioRow).turns == 7 and tab.turns.turns.value() == 7
    assert with_turns(rows, 7)[0].after == rows.the(ScenarioRow)


def test_rule_cases_are_renamed_only_to_free_numbers(tab: Rules) -> None:
    tab.pages.setCurrentIndex(4)
    first, second = tab.cases.sheet.lines()[:2]
    written = tab.cases.sheet.write({(first, "case"): second[0]})  # type: ignore[index]
    assert written.faults[0].reason.startswith("There is a case")
    type_line(tab.cases, first, {"title": "Another title"})
    assert tab.sequence.grid.document.rows.get(RuleCase, *first).title == "Another title"  # type: ignore[misc, union-attr]


def test_the_page_of_words_follows_edits(tab: Rules) -> None:
    tab.pages.setCurrentWidget(tab.reading)
    assert "At most 1 of army units may share a hex." in tab.reading.page.toPlainText()
    assert tab.reveal("mechanism", ("stacking",)) and tab.mechanisms.current() == "stacking"
    assert tab.reveal("phase", ("soviet-combat",)) and tab.sequence.phase() == phase(tab, "soviet-combat")


def test_options_are_edited_with_their_choices(tab: Rules) -> None:
    rows = tab.sequence.grid.document.rows
    tab.pages.setCurrentWidget(tab.options)
    before = rows.get(Option, "goal")
    assert before is not None
    tab.options.grid.view.show_line(("goal",))
    form = tab.options.holder.form
    assert form is not None and form.problem() == ""
    assert tab.options._built(before, form.value()) == before, "nothing is lost in the form"
    choices = form.inputs["choices"]
    assert isinstance(choices, ListInput)
    choices.add()
    names = choices.items[-1].form.inputs  # type: ignore[attr-defined]
    names["choice"].widget.setText("harder")
    names["name"].widget.setText("Harder")
    names["name"].widget.editingFinished.emit()
    after = rows.get(Option, "goal")
    assert after is not None and after.choices[-1].name == "Harder"
    assert after.choices[:-1] == before.choices
