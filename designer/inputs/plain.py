"""Inputs for single values: yes or no, numbers, texts, one of a list."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, Protocol

import msgspec
from PySide6.QtWidgets import QCheckBox, QComboBox, QDoubleSpinBox, QLineEdit, QPlainTextEdit, QSpinBox, QWidget

from designer.tables.text import Unreadable, read_numbers
from designer.theme import scaled
from engine.records.columns import Column

Changed = Callable[[], None]


class Input(Protocol):
    """A widget for one value, in and out as plain data."""

    @property
    def widget(self) -> QWidget:
        """What is shown."""
        ...

    def value(self) -> Any:
        """What it holds; ValueError, with the reason, if that is no value."""
        ...

    def put(self, value: Any) -> None:
        """Show a value without reporting it as the user's."""
        ...


class FlagInput:
    """A box to tick."""

    def __init__(self, changed: Changed) -> None:
        self.widget: QCheckBox = QCheckBox()
        self.widget.toggled.connect(lambda _on: changed())

    def value(self) -> bool:
        """Whether it is ticked."""
        return self.widget.isChecked()

    def put(self, value: Any) -> None:
        """Tick it or not."""
        self.widget.blockSignals(True)
        self.widget.setChecked(bool(value))
        self.widget.blockSignals(False)


class NumberInput:
    """A number between its limits; nothing where nothing is allowed."""

    def __init__(self, column: Column, changed: Changed, *, whole: bool, optional: bool) -> None:
        self._optional = optional
        low, high = _limits(column, whole)
        self._nothing = low - 1
        spin: QSpinBox | QDoubleSpinBox
        if whole:
            spin = QSpinBox()
            spin.setRange(math.floor(self._nothing if optional else low), math.floor(high))
        else:
            spin = QDoubleSpinBox()
            spin.setDecimals(2)
            spin.setSingleStep(0.5)
            spin.setRange(self._nothing if optional else low, high)
        if optional:
            spin.setSpecialValueText("none")
        elif column.help.startswith(f"{low:g}: "):
            spin.setSpecialValueText(column.help.partition(": ")[2].partition(";")[0])
        spin.setMaximumWidth(scaled(190))
        self.widget: QWidget = spin
        self._spin = spin
        spin.valueChanged.connect(lambda _value: changed())

    def value(self) -> float | int | None:
        """The number."""
        number = self._spin.value()
        return None if self._optional and number <= self._nothing else number

    def put(self, value: Any) -> None:
        """Show a number."""
        self._spin.blockSignals(True)
        number = self._nothing if value is None else value
        if isinstance(self._spin, QSpinBox):
            self._spin.setValue(math.floor(number))
        else:
            self._spin.setValue(number)
        self._spin.blockSignals(False)


def _limits(column: Column, whole: bool) -> tuple[float, float]:
    low = column.least
    if low is None:
        low = -9999.0 if column.above is None else column.above + (1 if whole else 0.01)
    return low, column.most if column.most is not None else 99999.0


class ChoiceInput:
    """One of a list; `none` where nothing is allowed."""

    def __init__(self, options: Sequence[tuple[Any, str]], changed: Changed, *, free: bool = False) -> None:
        self._free = free
        combo = QComboBox()
        combo.setEditable(free)
        combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        combo.setMinimumContentsLength(min(28, max((len(text) for _, text in options), default=6)))
        for value, text in options:
            combo.addItem(text, value)
        combo.currentIndexChanged.connect(lambda _index: changed())
        line = combo.lineEdit()
        if free and line is not None:
            line.editingFinished.connect(changed)
        self.widget: QWidget = combo
        self._combo = combo

    def value(self) -> Any:
        """The chosen value, or what was typed."""
        if self._free and self._combo.currentText() != self._combo.itemText(self._combo.currentIndex()):
            return self._combo.currentText().strip()
        return self._combo.currentData()

    def put(self, value: Any) -> None:
        """Choose a value; one that is not in the list is shown as it is."""
        self._combo.blockSignals(True)
        index = self._combo.findData(value)
        if index < 0 and value is not None:
            self._combo.addItem(f"{value} (unknown)" if not self._free else str(value), value)
            index = self._combo.count() - 1
        self._combo.setCurrentIndex(index)
        self._combo.blockSignals(False)


class TextInput:
    """A line of text, or several."""

    def __init__(self, column: Column, changed: Changed) -> None:
        self._column = column
        if (column.max_length or 0) >= 1000:
            area = QPlainTextEdit()
            area.setTabChangesFocus(True)
            area.setMaximumHeight(scaled(90))
            area.textChanged.connect(changed)
            self.widget: QWidget = area
        else:
            line = QLineEdit()
            line.editingFinished.connect(changed)
            self.widget = line

    def value(self) -> str | None:
        """The text."""
        widget = self.widget
        text = widget.toPlainText() if isinstance(widget, QPlainTextEdit) else widget.text().strip()  # type: ignore[attr-defined]
        return None if self._column.optional and not text else str(text)

    def put(self, value: Any) -> None:
        """Show a text."""
        self.widget.blockSignals(True)
        if isinstance(self.widget, QPlainTextEdit):
            self.widget.setPlainText(str(value or ""))
        elif isinstance(self.widget, QLineEdit):
            self.widget.setText(str(value or ""))
        self.widget.blockSignals(False)


class NumbersInput:
    """Named numbers in one line: `shift 2, range 3`."""

    def __init__(self, changed: Changed) -> None:
        self.widget: QLineEdit = QLineEdit()
        self.widget.setPlaceholderText("name number, name number")
        self.widget.editingFinished.connect(changed)

    def value(self) -> dict[str, float]:
        """The numbers by name."""
        try:
            return read_numbers(self.widget.text())
        except Unreadable as error:
            raise ValueError(str(error)) from error

    def put(self, value: Any) -> None:
        """Show numbers."""
        self.widget.setText(", ".join(f"{name} {number:g}" for name, number in (value or {}).items()))


class JsonInput:
    """Plain data that has no form of its own, as JSON text."""

    def __init__(self, changed: Changed) -> None:
        self.widget: QLineEdit = QLineEdit()
        self.widget.setPlaceholderText("JSON")
        self.widget.editingFinished.connect(changed)

    def value(self) -> Any:
        """The data."""
        try:
            return msgspec.json.decode(self.widget.text() or "null")
        except msgspec.DecodeError as error:
            raise ValueError(f"this is not JSON: {error}") from error

    def put(self, value: Any) -> None:
        """Show data."""
        self.widget.setText(msgspec.json.encode(value).decode())
