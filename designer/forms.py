"""Forms made from the declaration of a table: one field for each column, checked as the store checks it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QCheckBox,
    QColorDialog,
    QComboBox,
    QDoubleSpinBox,
    QFormLayout,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QSpinBox,
    QWidget,
)

from designer.labels import add_row
from engine.records import TABLES, Record, Rows
from engine.records.columns import Column, columns

COLOUR_PATTERN = r"^#[0-9a-fA-F]{6}$"
LONG_TEXT = 1000
"""Texts that may be this long get a field of several lines."""


class ColourButton(QPushButton):
    """A button that shows a colour and lets the user choose another."""

    chosen = Signal(str)

    def __init__(self, colour: str = "#ffffff") -> None:
        super().__init__()
        self.colour = ""
        self.set_colour(colour)
        self.clicked.connect(self._choose)

    def set_colour(self, colour: str) -> None:
        """Show a colour."""
        self.colour = colour
        self.setText(colour)
        ink = "#111111" if QColor(colour).lightnessF() > 0.5 else "#ffffff"
        self.setStyleSheet(f"background: {colour}; color: {ink}; border: 1px solid #888; padding: 4px 10px;")

    def _choose(self) -> None:
        picked = QColorDialog.getColor(QColor(self.colour), self, "Colour")
        if picked.isValid():
            self.set_colour(picked.name())
            self.chosen.emit(picked.name())


class Field:
    """A widget for one column, with its value in and out."""

    def __init__(self, column: Column, rows: Rows, changed: Callable[[], None]) -> None:
        self.column = column
        self.widget, self._get, self._set = _widget(column, rows, changed)
        if column.help:
            self.widget.setToolTip(f"{column.help}. Must be {column.expects}.")

    def value(self) -> Any:
        """What the field holds."""
        return self._get()

    def put(self, value: Any) -> None:
        """Show a value without reporting it as the user's."""
        with QSignalBlocker(self.widget):
            self._set(value)


Parts = tuple[QWidget, Callable[[], Any], Callable[[Any], None]]


def _widget(column: Column, rows: Rows, changed: Callable[[], None]) -> Parts:
    """The widget that fits a column."""
    if column.choices or column.refers:
        return _choice(column, rows, changed)
    if column.kind == "flag":
        box = QCheckBox()
        box.toggled.connect(lambda _on: changed())
        return box, box.isChecked, box.setChecked
    if column.kind == "integer" and not column.optional:
        return _whole(column, changed)
    if column.kind == "number" and not column.optional:
        return _number(column, changed)
    if column.pattern == COLOUR_PATTERN:
        button = ColourButton()
        button.chosen.connect(lambda _colour: changed())
        return button, lambda: button.colour, button.set_colour
    return _text(column, changed)


def _choice(column: Column, rows: Rows, changed: Callable[[], None]) -> Parts:
    combo = QComboBox()
    if column.optional:
        combo.addItem("none", None)
    if column.refers:
        for row in rows.all(TABLES[column.refers]):
            combo.addItem(str(getattr(row, "name", row.identity()[0])), row.identity()[0])
    for choice in column.choices:
        combo.addItem(str(choice).replace("-", " ") or "none", choice)
    combo.currentIndexChanged.connect(lambda _index: changed())
    return combo, combo.currentData, lambda value: combo.setCurrentIndex(combo.findData(value))


def _whole(column: Column, changed: Callable[[], None]) -> Parts:
    spin = QSpinBox()
    low = column.least if column.least is not None else -9999
    spin.setRange(int(low), int(column.most if column.most is not None else 99999))
    spin.valueChanged.connect(lambda _value: changed())
    return spin, spin.value, lambda value: spin.setValue(int(value))


def _number(column: Column, changed: Callable[[], None]) -> Parts:
    spin = QDoubleSpinBox()
    low = column.least if column.least is not None else 0.01 if column.above is not None else -9999.0
    spin.setRange(low, column.most if column.most is not None else 99999.0)
    spin.setDecimals(2)
    spin.valueChanged.connect(lambda _value: changed())
    return spin, spin.value, lambda value: spin.setValue(float(value))


def _text(column: Column, changed: Callable[[], None]) -> Parts:
    if (column.max_length or 0) >= LONG_TEXT:
        area = QPlainTextEdit()
        area.setTabChangesFocus(True)
        area.setMinimumHeight(64)
        area.textChanged.connect(changed)
        return area, area.toPlainText, lambda value: area.setPlainText(str(value))
    line = QLineEdit()
    if column.max_length:
        line.setMaxLength(column.max_length)
    line.editingFinished.connect(changed)
    return line, lambda: line.text().strip(), lambda value: line.setText("" if value is None else str(value))


class RecordForm(QWidget):
    """A form for one row of a table; `edited` fires when the user has changed a field."""

    edited = Signal()

    def __init__(self, kind: type[Record], rows: Rows, fields: Iterable[str] = ()) -> None:
        super().__init__()
        self.kind = kind
        self._rows = rows
        self._stored = False
        self._shown: dict[str, Any] = {}
        wanted = tuple(fields) or kind.__struct_fields__
        self._row: Record | None = None
        self._layout = QFormLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        known = {column.name: column for column in columns(kind)}
        self.fields = {name: Field(known[name], rows, self.edited.emit) for name in wanted}
        for field in self.fields.values():
            add_row(self._layout, field.column.title, field.widget)

    def show_row(self, row: Record) -> None:
        """Fill the form from a row."""
        self._row = row
        self._stored = self._rows.has(self.kind, *row.identity())
        for name, field in self.fields.items():
            field.put(getattr(row, name))
        self._shown = {name: field.value() for name, field in self.fields.items()}

    def values(self) -> dict[str, Any]:
        """What the user put into the fields; everything else is as the row has it now, whoever changed it since."""
        held = {name: field.value() for name, field in self.fields.items()}
        row = self._present()
        if row is None:
            return held
        kept = {name: getattr(row, name) for name in self.kind.__struct_fields__}
        return kept | {name: value for name, value in held.items() if value != self._shown[name]}

    def _present(self) -> Record | None:
        """The row as it is now, or as it was shown where it was never stored."""
        return self._rows.get(self.kind, *self._row.identity()) if self._row and self._stored else self._row

    def record(self) -> Record:
        """The row as the form has it; a ScenarioError lists what is wrong."""
        from engine.errors import Problem, ScenarioError
        from engine.records.verify import faults

        if self._stored and self._present() is None:
            raise ScenarioError([Problem("it was removed in another window while the form was open", self.kind.table)])
        made = self.kind(**self.values())
        problems = faults(made)
        if problems:
            raise ScenarioError(problems)
        return made
