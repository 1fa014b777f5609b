"""The input for what an option changes: a row of some table, and other values in it, or the row gone."""

from __future__ import annotations

from typing import Any

import msgspec
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QCompleter,
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from designer.icons import icon
from designer.inputs.fields import PARAMS, Path, fields_of, now_in, row_words, tables_of
from designer.inputs.form import framed, make_input
from designer.inputs.plain import Changed, Input, JsonInput
from designer.inputs.shapes import Parameter
from designer.labels import Label
from engine.records import TABLES, Record, Rows
from engine.records.family import convert

USUAL = "victory"
"""The table that a new change begins with, where it has rows."""


class OverrideInput:
    """A row, and the values that a choice gives it."""

    def __init__(self, rows: Rows, changed: Changed) -> None:
        self._rows = rows
        self._changed = changed
        self.values: list[ValueLine] = []
        self.table, self.row = QComboBox(), _searched()
        for table, title in tables_of(rows):
            self.table.addItem(title, table)
        self.delete = QCheckBox("Remove this row")
        self.add_button = QPushButton("Set a value")
        self.add_button.setIcon(icon("mdi6.plus"))
        self.add_button.setFlat(True)
        self.table.activated.connect(lambda _index: self._choose_table())
        self.row.activated.connect(lambda _index: self._choose_row())
        self.delete.toggled.connect(lambda _on: self._toggle())
        self.add_button.clicked.connect(lambda _on: self.add())
        body = QWidget()
        line = QHBoxLayout()
        line.addWidget(self.table)
        line.addWidget(self.row, 1)
        line.addWidget(self.delete)
        self._grid = QGridLayout()
        self._grid.setContentsMargins(14, 0, 0, 0)
        self._grid.setColumnStretch(2, 1)
        layout = QVBoxLayout(body)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addLayout(line)
        layout.addLayout(self._grid)
        layout.addWidget(self.add_button, 0, Qt.AlignmentFlag.AlignLeft)
        self.widget: QWidget = framed(body)

    # what is chosen

    def record(self) -> Record | None:
        """The row that is changed, if it is there."""
        kind = TABLES.get(str(self.table.currentData()))
        key = self.row.currentData()
        return self._rows.get(kind, *key) if kind is not None and key is not None else None

    def fields(self) -> dict[Path, Parameter]:
        """The columns that can be set in the row, with their parameters."""
        row = self.record()
        return fields_of(row) if row is not None else {}

    def _choose_table(self) -> None:
        self._fill_rows(None)
        self._clear()
        self._changed()

    def _choose_row(self) -> None:
        """Another row of the table: values that it has too are kept."""
        kept = [(line.path, line.value()) for line in self.values if line.path in self.fields()]
        self._clear()
        for path, value in kept:
            self._append(path, value)
        self._changed()

    def _toggle(self) -> None:
        self._show_values()
        self._changed()

    def _fill_rows(self, key: tuple[Any, ...] | None) -> None:
        """List the rows of the table; one that is not there any more is listed as it is named."""
        self.row.clear()
        kind = TABLES.get(str(self.table.currentData()))
        rows = self._rows.all(kind) if kind is not None else []
        for row in sorted(rows, key=lambda row: getattr(row, "position", 0)):
            self.row.addItem(row_words(self._rows, row), row.identity())
        if key is not None and self._find(key) < 0:
            self.row.addItem(f"{' / '.join(str(part) for part in key)} (not there)", key)
        self.row.setCurrentIndex(max(0, self._find(key)) if self.row.count() else -1)
        self.row.setEnabled(self.row.count() > 1)

    def _find(self, key: tuple[Any, ...] | None) -> int:
        return next((n for n in range(self.row.count()) if tuple(self.row.itemData(n)) == key), -1)

    # its values

    def add(self) -> None:
        """Set another value: the first column that is not set yet, as it is now."""
        row, taken = self.record(), [line.path for line in self.values]
        free = next((path for path in self.fields() if path not in taken), None)
        if row is not None and free is not None:
            self._append(free, now_in(row, free))
            self._changed()

    def _append(self, path: Path, value: Any) -> None:
        line = ValueLine(self, path)
        at = self._grid.rowCount()
        for column, widget in ((0, line.column), (1, line.word), (3, line.remove)):
            self._grid.addWidget(widget, at, column, Qt.AlignmentFlag.AlignTop)
        self._grid.addWidget(line.holder, at, 2)
        line.put(value)
        self.values.append(line)
        self._show_values()

    def drop(self, line: ValueLine) -> None:
        """Set a value no longer."""
        self.values.remove(line)
        line.close()
        self._show_values()
        self._changed()

    def _clear(self) -> None:
        for line in self.values:
            line.close()
        self.values.clear()
        self._show_values()

    def _show_values(self) -> None:
        gone = self.delete.isChecked()
        for line in self.values:
            line.show(not gone)
        self.add_button.setVisible(not gone and len(self.values) < len(self.fields()))

    def make(self, path: Path) -> Input:
        """The input of a column."""
        parameter = self.fields().get(path)
        row = self.record()
        if parameter is None or row is None:
            return JsonInput(self._changed)
        return make_input(parameter.shape, parameter.column, self._rows, self._changed, type(row))

    def now(self, path: Path) -> Any:
        """What a column of the row holds without the option."""
        row = self.record()
        return None if row is None else now_in(row, path)

    def changed(self) -> None:
        """Say that something was changed by hand."""
        self._changed()

    # in and out

    def value(self) -> dict[str, Any]:
        """The change as plain data."""
        found: dict[str, Any] = {"table": self.table.currentData() or "", "key": list(self.row.currentData() or ())}
        if self.delete.isChecked():
            return {**found, "delete": True}
        values: dict[str, Any] = {}
        for line in self.values:
            if len(line.path) == 2:
                values.setdefault(line.path[0], {})[line.path[1]] = line.value()
            else:
                values[line.path[0]] = line.value()
        return {**found, "set": values} if values else found

    def put(self, value: Any) -> None:
        """Show a change; none: a fresh one."""
        given = dict(value or {})
        table = given.get("table", USUAL)
        if self.table.findData(table) < 0 and value:
            self.table.addItem(f"{table} (not there)", table)
        self.table.setCurrentIndex(max(0, self.table.findData(table)))
        self._fill_rows(tuple(given["key"]) if "key" in given else None)
        self.delete.blockSignals(True)
        self.delete.setChecked(bool(given.get("delete")))
        self.delete.blockSignals(False)
        self._clear()
        for name, content in msgspec.to_builtins(given.get("set") or {}).items():
            if name == PARAMS and isinstance(content, dict):
                for part, one in content.items():
                    self._append((name, part), one)
            else:
                self._append((name,), content)


class ValueLine:
    """One column and the value that it gets."""

    input: Input

    def __init__(self, owner: OverrideInput, path: Path) -> None:
        self._owner = owner
        self.path = path
        self.column, self.word, self.remove = QComboBox(), Label("is"), QToolButton()
        for known, parameter in owner.fields().items():
            self.column.addItem(parameter.column.title, known)
        self.word.setContentsMargins(0, 5, 0, 0)
        index = self._find(path)
        if index < 0:
            self.column.addItem(f"{' '.join(path)} (not there)", path)
            index = self.column.count() - 1
        self.column.setCurrentIndex(index)
        self.column.activated.connect(lambda _index: self._choose())
        self.remove.setIcon(icon("mdi6.close"))
        self.remove.setToolTip("Leave this value as it is")
        self.remove.setAutoRaise(True)
        self.remove.clicked.connect(lambda _on: owner.drop(self))
        self.holder = QWidget()
        self._layout = QVBoxLayout(self.holder)
        self._layout.setContentsMargins(0, 0, 0, 0)

    def _find(self, path: Path) -> int:
        return next((n for n in range(self.column.count()) if tuple(self.column.itemData(n)) == path), -1)

    def put(self, value: Any) -> None:
        """Show a value in an input that is made for its column."""
        self._given = value
        self.input = self._owner.make(self.path)
        self._layout.addWidget(self.input.widget)
        self.input.put(value)

    def _choose(self) -> None:
        """Another column, with what it holds now."""
        old = self.input.widget
        self._layout.removeWidget(old)
        old.hide()
        old.deleteLater()
        self.path = tuple(self.column.currentData())
        self.put(self._owner.now(self.path))
        self._owner.changed()

    def value(self) -> Any:
        """The value; as it was given, if it still means the same."""
        now, parameter = self.input.value(), self._owner.fields().get(self.path)
        if parameter is None:
            return now
        try:
            same = convert(now, parameter.column.type) == convert(self._given, parameter.column.type)
        except msgspec.ValidationError:
            return now
        return self._given if same else now

    def show(self, on: bool) -> None:
        """Show the line, or hide it."""
        for widget in self._widgets():
            widget.setVisible(on)

    def close(self) -> None:
        """Take the line away."""
        for widget in self._widgets():
            widget.hide()
            widget.deleteLater()

    def _widgets(self) -> tuple[QWidget, ...]:
        return self.column, self.word, self.holder, self.remove


def _searched() -> QComboBox:
    """A list in which one can type a part of what is sought."""
    combo = QComboBox()
    combo.setEditable(True)
    combo.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
    combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    combo.setMinimumContentsLength(24)
    completer = combo.completer()
    if completer is not None:
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)
    return combo
