from __future__ import annotations

from typing import Any

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QDialogButtonBox, QSpinBox
from pytestqt.qtbot import QtBot

from designer.inputs.form import StructForm
from designer.inputs.nested import ListInput, SelectorDialog, SelectorInput, UnionInput
from designer.inputs.shapes import parameters_of
from designer.inputs.words import IntegersInput, NamesInput, WordsInput
from engine.records import Rows
from engine.records.charts import Choice
from engine.records.counters import Selector
from engine.records.play import AllOf
from engine.rules.replacements import Replacements
from engine.rules.stacking import Stacking
from engine.rules.zoc import Zoc
from engine.systems.catalogue import all_mechanisms, all_phases
from tests.kit.shipped import shipped_rows

DECLARED = [*all_mechanisms().values(), *all_phases().values(), Selector, AllOf, Choice]


@pytest.fixture(scope="module")
def rows() -> Rows:
    return shipped_rows("arduous-beginning")


def shown(qtbot: QtBot, struct: type[msgspec.Struct], rows: Rows, values: dict[str, Any] | None = None) -> StructForm:
    form = StructForm(struct, rows)
    qtbot.addWidget(form)
    form.put(values or {})
    form.show()
    return form


@pytest.mark.parametrize("struct", DECLARED, ids=lambda struct: struct.__name__)
def test_every_declaration_gets_a_form_that_holds_its_defaults(
    struct: type[msgspec.Struct], rows: Rows, dressed: QApplication, qtbot: QtBot
) -> None:
    form = shown(qtbot, struct, rows)
    assert set(form.inputs) == {parameter.name for parameter in parameters_of(struct)}
    assert form.value() == {}
    assert form.problem() == ""


def test_no_declared_parameter_falls_back_to_json() -> None:
    plain = [
        (struct.__name__, parameter.name)
        for struct in DECLARED
        for parameter in parameters_of(struct)
        if parameter.shape.kind == "json"
    ]
    assert plain == []


def test_the_parameters_of_the_shipped_games_survive_their_forms(
    rows: Rows, dressed: QApplication, qtbot: QtBot
) -> None:
    from engine.records.play import MechanismRow, Phase

    kinds, phases = all_mechanisms(), all_phases()
    for row in rows.all(MechanismRow):
        form = shown(qtbot, kinds[row.mechanism], rows, row.params)
        assert msgspec.convert(form.value(), kinds[row.mechanism]) == msgspec.convert(row.params, kinds[row.mechanism])
    for phase in rows.all(Phase):
        form = shown(qtbot, phases[phase.kind], rows, phase.params)
        assert msgspec.convert(form.value(), phases[phase.kind]) == msgspec.convert(phase.params, phases[phase.kind])


def test_a_choice_shows_what_each_word_means(rows: Rows, dressed: QApplication, qtbot: QtBot) -> None:
    form = shown(qtbot, Zoc, rows)
    combo = form.inputs["movement"].widget
    assert isinstance(combo, QComboBox)
    assert combo.itemText(1) == "stop – entering an enemy zone ends the move"
    with qtbot.waitSignal(form.edited) as heard:
        combo.setCurrentIndex(1)
    assert heard.args == [{"movement": "stop"}]


def test_lists_of_structs_grow_and_shrink(rows: Rows, dressed: QApplication, qtbot: QtBot) -> None:
    form = shown(qtbot, Stacking, rows, {"limits": [{"most": 2}]})
    limits = form.inputs["limits"]
    assert isinstance(limits, ListInput)
    QTest.mouseClick(limits.add_button, Qt.MouseButton.LeftButton)
    spin = limits.items[1].form.inputs["most"].widget  # type: ignore[attr-defined]
    assert isinstance(spin, QSpinBox)
    spin.setValue(5)
    assert form.value() == {"limits": [{"most": 2}, {"most": 5}]}


def test_words_are_ticked_by_name_and_kept_by_key(rows: Rows, dressed: QApplication, qtbot: QtBot) -> None:
    form = shown(qtbot, Zoc, rows)
    words = form.inputs["not_across"]
    assert isinstance(words, WordsInput)
    with qtbot.waitSignal(form.edited):
        words.tick("river", True)
    assert words.line.text() == "River"
    assert form.value() == {"not_across": ["river"]}


def test_rows_that_share_a_name_are_told_apart_by_their_keys(rows: Rows, dressed: QApplication, qtbot: QtBot) -> None:
    form = shown(qtbot, Stacking, rows, {"phases": ["german-special", "german-combat"]})
    words = form.inputs["phases"]
    assert isinstance(words, WordsInput)
    assert words.line.text() == "German Special Movement Phase (german-special), German Combat Phase"
    assert form.value() == {"phases": ["german-special", "german-combat"]}
    words._menu.aboutToShow.emit()
    ticked = {action.text(): action.isChecked() for action in words._menu.actions()}
    assert ticked["German Special Movement Phase (german-special)"]
    assert not ticked["German Special Movement Phase (german-surprise)"]
    next(action for action in words._menu.actions() if "surprise" in action.text()).trigger()
    assert form.value() == {"phases": ["german-special", "german-combat", "german-surprise"]}


def test_a_name_that_is_the_key_of_another_or_has_a_comma_is_not_mistaken(dressed: QApplication, qtbot: QtBot) -> None:
    words = WordsInput([("a", "b"), ("b", "B, old and new"), ("c", "C")], lambda: None)
    qtbot.addWidget(words.widget)
    words.put(["a", "b", "c"])
    assert words.line.text() == "b (a), b, C"
    assert words.value() == ["a", "b", "c"]


def test_regions_by_side_are_asked_for_side_by_side(rows: Rows, dressed: QApplication, qtbot: QtBot) -> None:
    form = shown(qtbot, Replacements, rows)
    home = form.inputs["home"]
    assert isinstance(home, NamesInput)
    assert [home.widget.item(row, 0).text() for row in range(2)] == ["german", "soviet"]
    home.widget.item(0, 1).setText("west-edge")
    assert form.value()["home"] == {"german": "west-edge"}


def test_units_are_chosen_in_a_dialog_that_says_what_it_comes_to(
    rows: Rows, dressed: QApplication, qtbot: QtBot
) -> None:
    form = shown(qtbot, Zoc, rows)
    units = form.inputs["units"]
    assert isinstance(units, SelectorInput)
    assert units.words.text() == "all units"
    dialog = units.open()
    assert isinstance(dialog, SelectorDialog)
    flags = dialog.form.inputs["flags"]
    assert isinstance(flags, WordsInput)
    flags.tick("panzer", True)
    assert dialog.says.text() == "units marked panzer: 5 of 39 units"
    dialog.findChild(QDialogButtonBox).button(QDialogButtonBox.StandardButton.Ok).click()  # type: ignore[union-attr]
    assert form.value() == {"units": {"flags": ["panzer"]}}


def test_an_optional_choice_of_units_can_be_left_out(rows: Rows, dressed: QApplication, qtbot: QtBot) -> None:
    form = shown(qtbot, Replacements, rows, {"never": {"flags": ["irreplaceable"]}})
    never = form.inputs["never"]
    assert isinstance(never, SelectorInput)
    never.widget.findChild(QCheckBox).setChecked(False)  # type: ignore[union-attr]
    assert "never" not in form.value()


def test_a_union_changes_its_form_with_its_kind(rows: Rows, dressed: QApplication, qtbot: QtBot) -> None:
    form = shown(qtbot, AllOf, rows, {"parts": [{"is": "eliminated", "side": "soviet"}]})
    parts = form.inputs["parts"]
    assert isinstance(parts, ListInput)
    part = parts.items[0]
    assert isinstance(part, UnionInput)
    part.choice.setCurrentIndex(part.choice.findData("has-points"))
    assert part.form is not None and set(part.form.inputs) == {"side", "at_least", "at_most", "less"}


class Odd(msgspec.Struct, forbid_unknown_fields=True):
    """A declaration with named numbers."""

    numbers: dict[str, float] = {}


def test_text_that_is_no_value_is_refused_below_the_form(rows: Rows, dressed: QApplication, qtbot: QtBot) -> None:
    form = shown(qtbot, Odd, rows)
    line = form.inputs["numbers"].widget
    heard: list[object] = []
    form.edited.connect(heard.append)
    QTest.keyClicks(line, "shift")
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert "write a name and its number" in form.refusal.text()
    assert form.refusal.isVisible() and heard == []
    QTest.keyClicks(line, " 2")
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert heard == [{"numbers": {"shift": 2.0}}] and not form.refusal.isVisible()


def test_whole_numbers_are_typed_with_commas_and_what_is_none_is_named(dressed: QApplication, qtbot: QtBot) -> None:
    field = IntegersInput(lambda: None)
    qtbot.addWidget(field.widget)
    field.put([3, 5])
    assert field.widget.text() == "3, 5" and field.value() == [3, 5]
    QTest.keyClicks(field.widget, ", 12; x")
    with pytest.raises(ValueError, match="“x” is not a whole number"):
        field.value()


def test_a_word_without_letters_has_a_name_to_read_and_to_type(dressed: QApplication, qtbot: QtBot) -> None:
    field = WordsInput([("move", "Move")], lambda: None)
    qtbot.addWidget(field.widget)
    field.put(["", "move"])
    assert field.line.text() == "(usual), Move" and field.value() == ["", "move"]
