"""The dialog that asks when and where units arrive."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QDialog, QDialogButtonBox, QFormLayout, QSpinBox, QVBoxLayout, QWidget

from designer.labels import Label
from designer.theme import scaled
from engine.records import Rows
from engine.records.board import Region
from engine.records.play import ScenarioRow


def regions(rows: Rows, *first: str) -> list[tuple[str, str]]:
    """The regions by key and name, those of the wanted kinds first."""
    found = sorted(rows.all(Region), key=lambda row: (row.kind not in first, row.name))
    return [(row.region, row.name) for row in found]


class ArrivalDialog(QDialog):
    """Turn and entry; `wanted` carries both."""

    wanted = Signal(int, object)

    def __init__(self, rows: Rows, who: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Arrival")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.turn = QSpinBox()
        self.turn.setRange(1, rows.the(ScenarioRow).turns)
        self.turn.setValue(min(2, rows.the(ScenarioRow).turns))
        self.region = QComboBox()
        for key, name in regions(rows, "entry", "edge"):
            self.region.addItem(name, key)
        self.region.addItem("nowhere yet", None)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self.buttons.accepted.connect(self._agree)
        self.buttons.rejected.connect(self.reject)
        form = QFormLayout()
        form.addRow("Turn", self.turn)
        form.addRow("Enters by", self.region)
        says = Label(f"When and where does {who} arrive? Entry regions are painted on the Map tab (G).")
        says.setWordWrap(True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 16, 20, 14)
        layout.setSpacing(12)
        layout.addWidget(says)
        layout.addLayout(form)
        layout.addWidget(self.buttons)
        self.setMinimumWidth(scaled(420))

    def _agree(self) -> None:
        self.wanted.emit(self.turn.value(), self.region.currentData())
        self.accept()
