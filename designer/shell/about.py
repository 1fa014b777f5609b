"""The about box: what Stavka is, and the licences of what it is built on."""

from __future__ import annotations

from importlib import metadata

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QLabel,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from designer.fonts import SERIF
from designer.theme import resize_scaled

BUILT_ON: tuple[tuple[str, str, str], ...] = (
    ("PySide6-Essentials", "the window", "LGPL 3"),
    ("numpy", "arrays of the board", "BSD 3-Clause"),
    ("numba", "fast movement and supply", "BSD 2-Clause"),
    ("networkx", "rail nets and routes", "BSD 3-Clause"),
    ("msgspec", "typed rows", "BSD 3-Clause"),
    ("sqlite-utils", "the library file", "Apache 2.0"),
    ("click", "the command line", "BSD 3-Clause"),
    ("platformdirs", "the user's folders", "MIT"),
    ("QtAwesome", "icons", "MIT; icon fonts under their own licences"),
    ("pyqtgraph", "plots", "MIT"),
    ("font-source-sans-pro", "Source Sans Pro", "SIL Open Font Licence 1.1"),
    ("font-source-serif-pro", "Source Serif Pro", "SIL Open Font Licence 1.1"),
)
"""Package, what it does for us, licence."""

SAYS = (
    "Design, play and print operational wargames on the Eastern Front of 1941.\n\n"
    "The rule systems belong to their designers. Maps and charts that their rulebooks lack are reconstructions "
    "of ours and are labelled so. Stavka itself is free software under the MIT licence."
)


def version(package: str) -> str:
    """The installed version of a package; empty when it is not installed as one."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""


class AboutBox(QDialog):
    """Name, version, purpose and licences."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("About Stavka")
        title = QLabel(f"Stavka {version('stavka')}".strip())
        heading = QFont(SERIF)
        heading.setPointSizeF(self.font().pointSizeF() * 2)
        heading.setWeight(QFont.Weight.DemiBold)
        title.setFont(heading)
        text = QLabel(SAYS)
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
        resize_scaled(self, 640, 560)


def _licences() -> QTableWidget:
    table = QTableWidget(len(BUILT_ON), 4)
    table.setHorizontalHeaderLabels(["Built on", "Version", "For", "Licence"])
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
    table.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    table.verticalHeader().hide()
    table.setShowGrid(False)
    table.setAlternatingRowColors(True)
    for index, (package, purpose, licence) in enumerate(BUILT_ON):
        for column, words in enumerate((package, version(package), purpose, licence)):
            table.setItem(index, column, QTableWidgetItem(words))
    table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    table.horizontalHeader().setStretchLastSection(True)
    return table
