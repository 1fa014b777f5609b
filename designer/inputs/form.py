"""The form of a declared struct: an input a field, nested as the declaration is, checked as the engine checks it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import msgspec
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QCheckBox,
    QComboBox,
    QFormLayout,
    QFrame,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from designer.inputs.plain import (
    Changed,
    ChoiceInput,
    FlagInput,
    Input,
    JsonInput,
    NumberInput,
    NumbersInput,
    TextInput,
)
from designer.inputs.shapes import Parameter, Shape, defaults_of, parameters_of, vocabulary
from designer.inputs.words import IntegersInput, NamesInput, WordsInput, told_apart
from designer.labels import Label, RichLabel, add_row, rich
from designer.theme import current_theme, scaled
from engine.records import TABLES, Rows
from engine.records.columns import Column
from engine.records.family import convert
from engine.systems.rule_words import explanations


class StructForm(QWidget):
    """Fields of a struct; `edited` carries the plain values whenever they make a sound struct.

    A form is put where it belongs first and filled by `put` then: whatever moves to another parent is dressed anew with
    all that is in it, and what is nested would be dressed once for each storey.
    """

    edited = Signal(object)

    def __init__(
        self,
        struct: type[msgspec.Struct],
        rows: Rows,
        *,
        hidden: Collection[str] = (),
        helped: bool = True,
    ) -> None:
        super().__init__()
        self.struct = struct
        self._rows = rows
        self._kept: dict[str, Any] = {}
        self.inputs: dict[str, Input] = {}
        self._columns: dict[str, Column] = {}
        self.refusal = Label()
        self.refusal.setWordWrap(True)
        self.refusal.hide()
        self._form = QFormLayout()
        self._form.setContentsMargins(0, 0, 0, 0)
        self._form.setHorizontalSpacing(16)
        self._form.setVerticalSpacing(7)
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addLayout(self._form)
        layout.addWidget(self.refusal)
        for parameter in sorted(parameters_of(struct), key=lambda one: one.name in ("cases", "case")):
            if parameter.name not in hidden:
                self._add(parameter, helped)

    def _add(self, parameter: Parameter, helped: bool) -> None:
        column = parameter.column
        made = make_input(parameter.shape, column, self._rows, self._changed, self.struct)
        self.inputs[column.name] = made
        self._columns[column.name] = column
        made.widget.setToolTip(
            f"{column.help or column.title}. Must be {column.expects}." if column.kind != "json" else column.help
        )
        label = Label(column.title)
        label.setToolTip(column.help)
        label.setWordWrap(len(column.title) > 26)
        label.setMaximumWidth(scaled(190))
        told = "" if column.choices and explanations(column.help) else column.help
        field = _with_help(made.widget, told) if helped and told else made.widget
        if parameter.shape.kind in ("list", "union", "struct"):
            label.setMaximumWidth(16777215)
            self._form.addRow(label)
            self._form.addRow(field)
        else:
            add_row(self._form, label, field)

    def _changed(self) -> None:
        if not self.problem():
            self.edited.emit(self.value())

    def put(self, values: Any) -> None:
        """Show plain values; what is not given has its default."""
        self._kept = dict(values or {})
        shown = defaults_of(self.struct) | self._kept
        for name, made in self.inputs.items():
            made.put(shown.get(name))
        self.problem()

    def value(self) -> dict[str, Any]:
        """The plain values that are not defaults."""
        found = dict(self._kept)
        for name, made in self.inputs.items():
            value = made.value()
            if _usual(self._columns[name], value):
                found.pop(name, None)
            else:
                found[name] = value
        return found

    def problem(self) -> str:
        """What is wrong with the form, shown below it; nothing if it is sound."""
        said = ""
        try:
            convert(self._tagged(self.value()), self.struct)
        except (ValueError, msgspec.ValidationError) as error:
            said = _plain(str(error))
        self.refusal.setText(said)
        if said:
            self.refusal.setStyleSheet(f"color: {current_theme().bad};")
        self.refusal.setVisible(bool(said))
        return said

    def _tagged(self, values: dict[str, Any]) -> dict[str, Any]:
        config = self.struct.__struct_config__
        return {str(config.tag_field): config.tag, **values} if config.tag_field else values


def _usual(column: Column, value: Any) -> bool:
    """Whether a plain value is the default of its field."""
    if column.required:
        return False
    try:
        return bool(convert(value, column.type) == column.default)
    except msgspec.ValidationError:
        return False


def make_input(
    shape: Shape, column: Column, rows: Rows, changed: Changed, struct: type[msgspec.Struct] | None = None
) -> Input:
    """The input that a shape needs."""
    from designer.inputs import nested, overrides

    match shape.kind:
        case "flag":
            return FlagInput(changed)
        case "integer" | "number":
            return NumberInput(column, changed, whole=shape.kind == "integer", optional=shape.optional)
        case "choice":
            return ChoiceInput(_choices(column, shape.optional), changed)
        case "text":
            return _text(column, rows, changed, struct)
        case "words":
            words = _referred(rows, column.refers) or [(word, word) for word in vocabulary(rows, struct, column.name)]
            return WordsInput(words, changed)
        case "names" | "name-lists":
            return NamesInput(changed, *_name_hints(rows, column), many=shape.kind == "name-lists")
        case "numbers":
            return NumbersInput(changed)
        case "integers":
            return IntegersInput(changed)
        case "selector":
            return nested.SelectorInput(rows, changed, optional=shape.optional)
        case "override":
            return overrides.OverrideInput(rows, changed)
        case "struct":
            return nested.StructInput(shape, rows, changed)
        case "union":
            return nested.UnionInput(shape, rows, changed)
        case "list":
            return nested.ListInput(shape, column, rows, changed)
    return JsonInput(changed)


def _choices(column: Column, optional: bool) -> list[tuple[Any, str]]:
    explained = explanations(column.help)
    found: list[tuple[Any, str]] = [(None, "none")] if optional else []
    for choice in column.choices:
        word = str(choice)
        found.append((choice, f"{word} – {explained[word]}" if word in explained else word.replace("-", " ") or "none"))
    return found


def _text(column: Column, rows: Rows, changed: Changed, struct: type[msgspec.Struct] | None) -> Input:
    if column.refers:
        free = [("", "any")] if column.default == "" else []
        nothing: list[tuple[Any, str]] = [(None, "none")] if column.optional else []
        return ChoiceInput([*nothing, *free, *_referred(rows, column.refers)], changed)
    if column.name == "chart":
        return ChoiceInput(_referred(rows, "chart"), changed, free=True)
    if column.name == "owned_at_start_by":
        return ChoiceInput([("", "anybody"), *_referred(rows, "side")], changed)
    words = vocabulary(rows, struct, column.name)
    return ChoiceInput([(word, word) for word in words], changed, free=True) if words else TextInput(column, changed)


def _referred(rows: Rows, table: str) -> list[tuple[str, str]]:
    if not table:
        return []
    found = sorted(rows.all(TABLES[table]), key=lambda row: getattr(row, "position", 0))
    return told_apart([(str(row.identity()[0]), str(getattr(row, "name", "") or row.identity()[0])) for row in found])


def _name_hints(rows: Rows, column: Column) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """What a dictionary is keyed by and what it holds, as far as its help says: `Region by side`."""
    said = column.help.lower()
    options = _referred(rows, column.refers or ("region" if "region" in said else ""))
    return (_referred(rows, "side") if "by side" in said else []), options


def _with_help(widget: QWidget, help: str) -> QWidget:
    """A widget with its help below it, small."""
    box = QWidget()
    layout = QVBoxLayout(box)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(1)
    narrow = isinstance(widget, QAbstractSpinBox | QComboBox | QCheckBox)
    layout.addWidget(widget, 0, Qt.AlignmentFlag.AlignLeft if narrow else Qt.AlignmentFlag(0))
    box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
    label = RichLabel(rich("<small>{}</small>", help))
    label.setWordWrap(True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.NoTextInteraction)
    label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
    label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
    layout.addWidget(label)
    return box


def framed(widget: QWidget) -> QFrame:
    """A widget in a thin frame, for what is nested."""
    frame = QFrame()
    frame.setObjectName("nested")
    layout = QVBoxLayout(frame)
    layout.setContentsMargins(10, 8, 10, 8)
    layout.addWidget(widget)
    return frame


def _plain(message: str) -> str:
    return message.replace("`", "").replace(" - at $.", ": ").replace("$.", "").removesuffix(" - at $")
