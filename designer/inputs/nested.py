"""Inputs for what is nested: a struct, one of several structs, a list of structs, a choice of units."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from designer.icons import icon
from designer.inputs.form import StructForm, framed, make_input
from designer.inputs.plain import Changed, Input
from designer.inputs.shapes import Shape, tag_of, title_of
from designer.labels import Label
from designer.theme import resize_scaled
from engine.records import Rows
from engine.records.columns import Column
from engine.records.counters import Selector
from engine.records.family import convert
from engine.scenario.sentences import units_words


class StructInput:
    """A struct within a struct."""

    def __init__(self, shape: Shape, rows: Rows, changed: Changed) -> None:
        self.form = StructForm(shape.structs[0], rows, helped=False)
        self.form.edited.connect(lambda _value: changed())
        self.widget: QWidget = framed(self.form)

    def value(self) -> Any:
        """Its plain values."""
        return self.form.value()

    def put(self, value: Any) -> None:
        """Show plain values."""
        self.form.put(value)


class UnionInput:
    """One of several structs, chosen by name, with its form below."""

    def __init__(self, shape: Shape, rows: Rows, changed: Changed) -> None:
        self._rows = rows
        self._changed = changed
        self._structs = {tag_of(struct)[1]: struct for struct in shape.structs}
        self._field = tag_of(shape.structs[0])[0]
        self.choice = QComboBox()
        self.choice.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.choice.setMinimumContentsLength(18)
        for tag, struct in self._structs.items():
            self.choice.addItem(title_of(struct), tag)
        self.choice.currentIndexChanged.connect(lambda _index: self._choose())
        self.form: StructForm | None = None
        body = QWidget()
        self._layout = QVBoxLayout(body)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.addWidget(self.choice)
        self.widget: QWidget = framed(body)

    def _choose(self) -> None:
        self._show_form({})
        self._changed()

    def _show_form(self, values: dict[str, Any]) -> None:
        if self.form is not None:
            self._layout.removeWidget(self.form)
            self.form.hide()
            self.form.deleteLater()
        self.form = StructForm(self._structs[self.choice.currentData()], self._rows, helped=False)
        self._layout.addWidget(self.form)
        self.form.put(values)
        self.form.edited.connect(lambda _value: self._changed())

    def value(self) -> Any:
        """Its plain values, with the word that says which struct it is."""
        assert self.form is not None
        return {self._field: self.choice.currentData(), **self.form.value()}

    def put(self, value: Any) -> None:
        """Show plain values."""
        given = dict(value or {})
        self.choice.blockSignals(True)
        self.choice.setCurrentIndex(max(0, self.choice.findData(given.pop(self._field, None))))
        self.choice.blockSignals(False)
        self._show_form(given)


class ListInput:
    """Several of a kind, one below the other, with buttons to add, move and remove."""

    def __init__(self, shape: Shape, column: Column, rows: Rows, changed: Changed) -> None:
        assert shape.item is not None
        self._item, self._column, self._rows, self._changed = shape.item, column, rows, changed
        self.items: list[Input] = []
        self.widget = QWidget()
        self._layout = QVBoxLayout(self.widget)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self.add_button = QPushButton(f"Add to {column.title.lower()}")
        self.add_button.setIcon(icon("mdi6.plus"))
        self.add_button.clicked.connect(lambda _on: self.add())
        self._layout.addWidget(self.add_button, 0, Qt.AlignmentFlag.AlignLeft)
        self._lines: list[QWidget] = []

    def add(self) -> None:
        """Add one with its defaults."""
        self._append(None)
        self._changed()

    def _append(self, value: Any) -> None:
        made = make_input(self._item, self._column, self._rows, self._changed)
        line = QWidget()
        self._layout.insertWidget(len(self.items), line)
        row = QHBoxLayout(line)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(made.widget, 1)
        made.put(value)
        remove = QToolButton()
        remove.setIcon(icon("mdi6.close"))
        remove.setToolTip("Remove")
        remove.setAutoRaise(True)
        remove.clicked.connect(lambda _on: self._remove(made, line))
        row.addWidget(remove, 0, Qt.AlignmentFlag.AlignTop)
        self.items.append(made)
        self._lines.append(line)

    def _remove(self, made: Input, line: QWidget) -> None:
        self._drop(made, line)
        self._changed()

    def _drop(self, made: Input, line: QWidget) -> None:
        self.items.remove(made)
        self._lines.remove(line)
        self._layout.removeWidget(line)
        line.hide()
        line.deleteLater()

    def value(self) -> list[Any]:
        """Their plain values."""
        return [item.value() for item in self.items]

    def put(self, value: Any) -> None:
        """Show plain values."""
        if value == self.value():
            return
        for made, line in list(zip(self.items, self._lines, strict=True)):
            self._drop(made, line)
        for item in value or ():
            self._append(item)


class SelectorInput:
    """Which units are meant: said in words, changed in a dialog."""

    def __init__(self, rows: Rows, changed: Changed, *, optional: bool) -> None:
        self._rows = rows
        self._changed = changed
        self._value: dict[str, Any] = {}
        self.on = QCheckBox()
        self.on.toggled.connect(lambda _on: self._toggled())
        self._optional = optional
        self.words = Label()
        self.words.setWordWrap(True)
        self.button = QToolButton()
        self.button.setText("Choose …")
        self.button.clicked.connect(lambda _on: self.open())
        self.widget = QWidget()
        layout = QHBoxLayout(self.widget)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.on)
        self.on.setVisible(optional)  # not before it has a parent: it would be a window for a moment
        layout.addWidget(self.words, 1)
        layout.addWidget(self.button)

    def _toggled(self) -> None:
        self._tell()
        self._changed()

    def _tell(self) -> None:
        given = not self._optional or self.on.isChecked()
        self.button.setEnabled(given)
        chosen = convert(self._value, Selector)
        self.words.setText(units_words(self._rows, chosen) if given else "none")

    def value(self) -> Any:
        """The selector as plain data, or None."""
        return None if self._optional and not self.on.isChecked() else dict(self._value)

    def put(self, value: Any) -> None:
        """Show a selector."""
        self.on.blockSignals(True)
        self.on.setChecked(value is not None)
        self.on.blockSignals(False)
        self._value = dict(value or {})
        self._tell()

    def open(self) -> SelectorDialog:
        """Open the dialog that chooses units."""
        dialog = SelectorDialog(self._rows, self._value, self.widget)
        dialog.accepted.connect(lambda: self._take(dialog.form.value()))
        dialog.open()
        return dialog

    def _take(self, value: dict[str, Any]) -> None:
        self._value = value
        self._tell()
        self._changed()


class SelectorDialog(QDialog):
    """Every way to choose units, and what it comes to in words."""

    def __init__(self, rows: Rows, value: dict[str, Any], parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Which units")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._rows = rows
        self.form = StructForm(Selector, rows)
        self.form.edited.connect(self._say)
        self.says = Label()
        self.says.setWordWrap(True)
        self.says.setStyleSheet("font-weight: 600;")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        scroll = QScrollArea()
        scroll.setWidget(self.form)
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 16, 20, 14)
        layout.setSpacing(10)
        layout.addWidget(Label("A unit is meant if it fits every line that is filled in."))
        layout.addWidget(scroll, 1)
        layout.addWidget(self.says)
        layout.addWidget(buttons)
        self.form.put(value)
        resize_scaled(self, 560, 520)
        self._say(value)

    def _say(self, value: object) -> None:
        from engine.records.counters import Unit

        chosen = convert(value, Selector)
        count = sum(chosen.matches(unit) for unit in self._rows.all(Unit))
        self.says.setText(f"{units_words(self._rows, chosen)}: {count} of {len(self._rows.all(Unit))} units")
