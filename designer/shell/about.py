"""The about box: what Stavka is, and the licences of what it is built on."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from designer.fonts import SERIF
from designer.labels import Label
from designer.shell.licences import shipped, version
from designer.theme import resize_scaled

SAYS = (
    "Design, play and print operational wargames on the Eastern Front of 1941.\n\n"
    "The rule systems belong to their designers. Maps and charts that their rulebooks lack are reconstructions "
    "of ours and are labelled so. Stavka itself is free software under the MIT licence."
)


class AboutBox(QDialog):
    """Name, version, purpose and licences."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("About Stavka")
        title = Label(f"Stavka {version('stavka')}".strip())
        heading = QFont(SERIF)
        heading.setPointSizeF(self.font().pointSizeF() * 2)
        heading.setWeight(QFont.Weight.DemiBold)
        title.setFont(heading)
        text = Label(SAYS)
        text.setWordWrap(True)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 20, 24, 16)
        layout.setSpacing(12)
        layout.addWidget(title)
        layout.addWidget(text)
        layout.addWidget(_licences(), 1)
        layout.addWidget(buttons)
        resize_scaled(self, 780, 560)


def _licences() -> QTableWidget:
    things = shipped()
    table = QTableWidget(len(things), 4)
    table.setHorizontalHeaderLabels(["Comes with", "Version", "For", "Licence"])
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
    table.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    table.verticalHeader().hide()
    table.setShowGrid(False)
    table.setAlternatingRowColors(True)
    for index, one in enumerate(things):
        for column, words in enumerate((one.name, one.version, one.purpose, one.licence)):
            table.setItem(index, column, QTableWidgetItem(words))
    table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    table.horizontalHeader().setStretchLastSection(True)
    return table
