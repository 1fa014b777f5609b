"""Find and replace over the cells of a grid."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QLineEdit, QPushButton, QWidget

from designer.tables.model import Cell
from designer.tables.view import SheetView


class FindBar(QWidget):
    """A bar above the grid; it looks through what the filter shows, from the current cell on."""

    said = Signal(str)

    def __init__(self, view: SheetView) -> None:
        super().__init__()
        self._view = view
        self.what = QLineEdit()
        self.what.setPlaceholderText("Find")
        self.other = QLineEdit()
        self.other.setPlaceholderText("Replace by")
        self.whole = QCheckBox("Whole cell")
        self.selected = QCheckBox("In selection")
        self.next = QPushButton("Find next")
        self.one = QPushButton("Replace")
        self.every = QPushButton("Replace all")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        for widget in (
            QLabel("Find"),
            self.what,
            QLabel("replace by"),
            self.other,
            self.whole,
            self.selected,
            self.next,
            self.one,
            self.every,
        ):
            layout.addWidget(widget)
        self.what.returnPressed.connect(self.find_next)
        self.next.clicked.connect(self.find_next)
        self.one.clicked.connect(self.replace_one)
        self.every.clicked.connect(self.replace_all)

    def open(self) -> None:
        """Show the bar, or put it away."""
        self.setVisible(not self.isVisible())
        if self.isVisible():
            self.what.setFocus()
            self.what.selectAll()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape puts the bar away."""
        if event.key() == Qt.Key.Key_Escape:
            self.hide()
            self._view.setFocus()
        else:
            super().keyPressEvent(event)

    def _hit(self, text: str) -> bool:
        wanted = self.what.text().lower()
        if not wanted:
            return False
        return text.lower() == wanted if self.whole.isChecked() else wanted in text.lower()

    def _cells(self) -> list[QModelIndex]:
        order = self._view.order
        if self.selected.isChecked():
            return sorted(self._view.selectedIndexes(), key=lambda index: (index.row(), index.column()))
        return [order.index(row, column) for row in range(order.rowCount()) for column in range(order.columnCount())]

    def _cell(self, index: QModelIndex) -> Cell:
        return self._view.sheet_model.cell(self._view.order.mapToSource(index))

    def find_next(self) -> bool:
        """Go to the next cell that has the text; from the end on to the beginning."""
        cells = self._cells()
        here = self._view.currentIndex()
        places = [(index.row(), index.column()) for index in cells]
        start = places.index((here.row(), here.column())) + 1 if (here.row(), here.column()) in places else 0
        for index in [*cells[start:], *cells[:start]]:
            if self._hit(self._view.sheet_model.text(self._cell(index))):
                self._view.setCurrentIndex(index)
                self._view.scrollTo(index)
                return True
        self.said.emit(f"“{self.what.text()}” was not found")
        return False

    def _replaced(self, text: str) -> str:
        """The text with every place found replaced, whatever its letters' case."""
        if self.whole.isChecked():
            return self.other.text()
        wanted, made, low = self.what.text(), "", text.lower()
        while (at := low.find(wanted.lower())) >= 0:
            made += text[:at] + self.other.text()
            text, low = text[at + len(wanted) :], low[at + len(wanted) :]
        return made + text

    def replace_one(self) -> None:
        """Replace in the current cell, then go to the next."""
        here = self._view.currentIndex()
        if here.isValid():
            cell = self._cell(here)
            if self._hit(self._view.sheet_model.text(cell)):
                self._view.sheet_model.write({cell: self._replaced(self._view.sheet_model.text(cell))})
        self.find_next()

    def replace_all(self) -> None:
        """Replace everywhere as one edit."""
        model = self._view.sheet_model
        able = {heading.key for heading in model.headings if heading.editable}
        entries = {}
        for index in self._cells():
            cell = self._cell(index)
            if cell[1] in able and self._hit(model.text(cell)):
                entries[cell] = self._replaced(model.text(cell))
        if entries:
            model.write(entries, f"Replace “{self.what.text()}” in {len(entries)} cells")
        self.said.emit(f"Replaced in {len(entries)} cells" if entries else f"“{self.what.text()}” was not found")
