"""The dialog for what a scenario says of itself: title, description, sources."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QVBoxLayout, QWidget

from designer.document import Document
from designer.forms import RecordForm
from designer.labels import Label
from designer.theme import current_theme, resize_scaled
from engine.errors import ScenarioError
from engine.records.changes import put
from engine.records.play import ScenarioRow


class FactsDialog(QDialog):
    """A form over the scenario's one row."""

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Title and description")
        self._document = document
        self.form = RecordForm(ScenarioRow, document.rows)
        self.form.show_row(document.rows.the(ScenarioRow))
        self._refusal = Label()
        self._refusal.setWordWrap(True)
        self._refusal.setStyleSheet(f"color: {current_theme().bad};")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self._write)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 20, 24, 16)
        layout.addWidget(self.form, 1)
        layout.addWidget(self._refusal)
        layout.addWidget(buttons)
        resize_scaled(self, 620, 520)

    def _write(self) -> None:
        try:
            after = self.form.record()
        except ScenarioError as error:
            self._refusal.setText(str(error))
            return
        if self._document.edit("Change title and description", [put(self._document.rows, after)]):
            self.accept()
