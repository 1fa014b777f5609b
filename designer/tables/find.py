"""Find and replace over the cells of a grid."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from designer import wording
from designer.tables.model import Cell
from designer.tables.view import SheetView
from engine.scenario.sentences import listed


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
        self.column = QComboBox()
        self.column.setToolTip("Look under every heading, or under one only")
        self.case = QCheckBox("Match case")
        self.case.setToolTip("Tell capitals from small letters")
        self.whole = QCheckBox("Whole cell")
        self.selected = QCheckBox("In selection")
        self.next = QPushButton("Find next")
        self.one = QPushButton("Replace")
        self.every = QPushButton("Replace all")
        self._lay_out()
        self.what.returnPressed.connect(self.find_next)
        self.next.clicked.connect(self.find_next)
        self.one.clicked.connect(self.replace_one)
        self.every.clicked.connect(self.replace_all)
        self.refill()

    def _lay_out(self) -> None:
        above, below = QHBoxLayout(), QHBoxLayout()
        for field in (self.what, self.other):
            above.addWidget(field, 1)
        above.addWidget(self.column)
        for box in (self.case, self.whole, self.selected):
            below.addWidget(box)
        below.addStretch(1)
        for button in (self.next, self.one, self.every):
            below.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addLayout(above)
        layout.addLayout(below)

    def refill(self) -> None:
        """Offer every heading to look under."""
        wanted = self.column.currentData()
        self.column.clear()
        self.column.addItem("in any column", "")
        for heading in self._view.sheet_model.headings:
            self.column.addItem(f"in {heading.title}", heading.key)
        self.column.setCurrentIndex(max(0, self.column.findData(wanted)))

    def open(self) -> None:
        """Show the bar, set to the column in front, or put it away."""
        self.setVisible(not self.isVisible())
        if self.isVisible():
            here = self._view.currentIndex()
            self.column.setCurrentIndex(here.column() + 1 if here.isValid() else 0)
            self.what.setFocus()
            self.what.selectAll()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape puts the bar away."""
        if event.key() == Qt.Key.Key_Escape:
            self.hide()
            self._view.setFocus()
        else:
            super().keyPressEvent(event)

    def _spelt(self, text: str) -> str:
        """A text as it is compared."""
        return text if self.case.isChecked() else text.lower()

    def _hit(self, text: str) -> bool:
        wanted, said = self._spelt(self.what.text()), self._spelt(text)
        if not wanted:
            return False
        return said == wanted if self.whole.isChecked() else wanted in said

    def _cells(self) -> list[QModelIndex]:
        order, under = self._view.order, self.column.currentData()
        keys = [heading.key for heading in order.headings]
        columns = [keys.index(under)] if under in keys else list(range(len(keys)))
        if self.selected.isChecked():
            chosen = [index for index in self._view.selectedIndexes() if index.column() in columns]
            return sorted(chosen, key=lambda index: (index.row(), index.column()))
        return [order.index(row, column) for row in range(order.rowCount()) for column in columns]

    def _cell(self, index: QModelIndex) -> Cell:
        return self._view.sheet_model.cell(index)

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
        """The text with every place found replaced."""
        if self.whole.isChecked():
            return self.other.text()
        wanted, made, low = self.what.text(), "", self._spelt(text)
        while (at := low.find(self._spelt(wanted))) >= 0:
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
        if not entries:
            self.said.emit(f"“{self.what.text()}” was not found")
            return
        many = wording.count(len(entries), "cell")
        model.write(entries, f"Replace “{self.what.text()}” in {many}")
        titles = [heading.title for heading in model.headings if heading.key in {key for _, key in entries}]
        self.said.emit(f"Replaced in {many} under {listed(titles)}")
