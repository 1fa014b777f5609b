from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox

from designer.inputs.nested import ListInput
from designer.rules.sheets import with_turns
from designer.rules.tab import Rules
from designer.shell.window import MainWindow
from engine.records.changes import put
from engine.records.play import MechanismRow, Option, Phase, RuleCase, ScenarioRow, Turn
from engine.store.library import Library
from tests.kit.grids import column, type_into, type_line
from tests.kit.shipped import shipped_library
from tests.kit.sideways import cut_forms, resized


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
    tab.sequence.grid.view.show_line(("german-build-up",))  # Enter went on to the line below
    assert tab.sequence.holder.form is not None and "units" in tab.sequence.holder.form.inputs


def test_phases_are_reordered_added_and_limited_to_turns(tab: Rules) -> None:
    grid = tab.sequence.grid
    grid.view.select_lines([("german-combat",)])
    grid.buttons["table.up"].click()
    assert [grid.sheet.called(line) for line in grid.sheet.lines()][1] == "German Combat Phase"
    grid.buttons["table.add"].click()
    assert grid.sheet.lines()[2] == ("new-phase",)
    type_line(grid, ("new-phase",), {"name": "Partisans", "side": "Soviet", "first_turn": "3"})
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
    assert "At most 1 army unit may stand in one hex." in tab.reading.page.toPlainText()
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


def test_nothing_is_made_for_pages_that_nobody_looks_at(tab: Rules) -> None:
    later = ("Mechanisms", "Turns", "Options", "Rule cases", "Read the rules")
    assert tab.pages.made("Sequence of play") is tab.sequence
    assert [tab.pages.made(title) for title in later] == [None] * 5
    tab.dress()
    assert [tab.pages.made(title) for title in later] == [None] * 5
    tab.pages.setCurrentIndex(3)
    assert tab.pages.made("Options") is tab.options and tab.options.isVisible()
    assert tab.reveal("rule_case", tab.cases.sheet.lines()[2]) and tab.cases.isVisible()  # type: ignore[arg-type]


def test_the_rules_in_words_follow_what_was_changed_while_they_were_out_of_sight(tab: Rules) -> None:
    document = tab.sequence.grid.document
    tab.pages.turn_to("Read the rules")
    tab.pages.turn_to("Turns")
    document.edit("Another title", [put(document.rows, replace(document.rows.the(ScenarioRow), title="Quite new"))])
    assert "Quite new" not in tab.reading.page.toPlainText()
    tab.pages.turn_to("Read the rules")
    assert "Quite new" in tab.reading.page.toPlainText()


def test_kinds_of_phase_are_shown_and_typed_by_name_or_by_key(tab: Rules) -> None:
    grid = tab.sequence.grid
    index = grid.view.index_of(("german-build-up",), "kind")
    assert index.data() == "Build-up"
    options = next(heading.options for heading in grid.sheet.headings() if heading.key == "kind")
    assert "Movement and combat" in options and "move-and-fight" not in options
    type_into(grid, index.row(), index.column(), "movement and combat")
    assert phase(tab, "german-build-up").kind == "move-and-fight"
    assert grid.view.index_of(("german-build-up",), "kind").data() == "Movement and combat"
    type_into(grid, index.row(), index.column(), "build-up")
    assert phase(tab, "german-build-up").kind == "build-up"


@pytest.mark.parametrize(("text", "size"), [(100, (1280, 800)), (150, (1280, 800)), (150, (1600, 1000))])
def test_the_parameters_of_no_phase_are_cut_sideways(
    tab: Rules, window: MainWindow, text: int, size: tuple[int, int]
) -> None:
    resized(window, text, size)
    assert not list(cut_forms(tab.sequence.grid, tab.sequence.holder, tab.sequence))
    assert (window.width(), window.height()) == size, "the window grows for none of them"
