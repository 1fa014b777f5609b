"""A dialog for one row of a table: save it, or remove it."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from designer.forms import RecordForm
from designer.labels import Label
from designer.theme import current_theme, scaled
from engine.errors import ScenarioError
from engine.records import Record, Rows


class RowDialog(QDialog):
    """A form over a row; `saved` carries the row as the user left it, `removed` the row as it was."""

    saved = Signal(object)
    removed = Signal(object)

    def __init__(
        self, title: str, row: Record, rows: Rows, parent: QWidget, *, fields: Iterable[str] = (), new: bool = False
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._row = row
        self.form = RecordForm(type(row), rows, fields)
        self.form.show_row(row)
        self.refusal = Label()
        self.refusal.setWordWrap(True)
        self.refusal.setStyleSheet(f"color: {current_theme().bad};")
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setText("Add" if new else "Save")
        self.remove = QPushButton("Remove")
        self.remove.setAutoDefault(False)
        self.remove.setVisible(not new)
        self.remove.clicked.connect(self._remove)
        self.buttons.accepted.connect(self._save)
        self.buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 16, 20, 14)
        layout.setSpacing(10)
        layout.addWidget(self.form, 1)
        layout.addWidget(self.refusal)
        feet = QHBoxLayout()
        feet.addWidget(self.remove)
        feet.addWidget(self.buttons, 1)
        layout.addLayout(feet)
        self.setMinimumWidth(scaled(420))
        first = next(iter(self.form.fields.values()), None)
        if first is not None:
            first.widget.setFocus()

    def _save(self) -> None:
        try:
            row = self.form.record()
        except ScenarioError as error:
            faults = (
                f"{problem.field}: {problem.message}" if problem.field else problem.message
                for problem in error.problems
            )
            self.refusal.setText("\n".join(faults))
            return
        self.accept()
        self.saved.emit(row)

    def _remove(self) -> None:
        self.accept()
        self.removed.emit(self._row)
