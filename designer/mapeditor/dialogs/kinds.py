"""The kinds of terrain and features of a scenario, to add, change and remove."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from designer.labels import Label
from designer.mapeditor.context import KINDS, ToolContext
from designer.mapeditor.docks.palette import TITLES, swatch
from designer.mapeditor.rowforms import FRESH, open_form
from designer.theme import resize_scaled

SAYS = "What a kind does in play is in the terrain effects chart; here it gets its name and its look on the map."


class KindsDialog(QDialog):
    """One tab for each table of kinds."""

    def __init__(self, context: ToolContext, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Kinds of terrain and features")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._context = context
        self.tabs = QTabWidget()
        self.lists: dict[str, QListWidget] = {}
        for palette in ("terrain", "hexside", "link", "place"):
            self.tabs.addTab(self._page(palette), TITLES[palette])
            self._fill(palette)
        says = Label(SAYS)
        says.setWordWrap(True)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 16, 20, 14)
        layout.setSpacing(10)
        layout.addWidget(says)
        layout.addWidget(self.tabs, 1)
        layout.addWidget(buttons)
        context.chosen.connect(self._follow)
        resize_scaled(self, 560, 480)

    def _page(self, palette: str) -> QWidget:
        page = QWidget()
        self.lists[palette] = QListWidget()
        self.lists[palette].setIconSize(QSize(36, 24))
        self.lists[palette].itemDoubleClicked.connect(lambda _item: self._change(palette))
        add, change = QPushButton("Add …"), QPushButton("Change …")
        add.clicked.connect(lambda: open_form(self._context, FRESH[palette], self))
        change.clicked.connect(lambda: self._change(palette))
        row = QHBoxLayout()
        row.addWidget(add)
        row.addWidget(change)
        row.addStretch(1)
        layout = QVBoxLayout(page)
        layout.addWidget(self.lists[palette], 1)
        layout.addLayout(row)
        return page

    def _fill(self, palette: str) -> None:
        view = self.lists[palette]
        view.clear()
        rows = self._context.document.rows.all(KINDS[palette])
        for row in sorted(rows, key=lambda row: getattr(row, "position", 0)):
            item = QListWidgetItem(swatch(row), str(getattr(row, "name", "")))
            item.setData(Qt.ItemDataRole.UserRole, row.identity()[0])
            view.addItem(item)
        view.setCurrentRow(0)

    def _follow(self, what: str) -> None:
        if what in self.lists:
            self._fill(what)

    def _change(self, palette: str) -> None:
        item = self.lists[palette].currentItem()
        row = self._context.document.rows.get(KINDS[palette], item.data(Qt.ItemDataRole.UserRole)) if item else None
        if row is not None:
            open_form(self._context, row, self)
