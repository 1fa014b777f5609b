"""The rules reference: every rule case in our words, opened at the case that a message cites."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QListWidget, QListWidgetItem, QSplitter, QVBoxLayout, QWidget

from designer.labels import RichPage, rich, together
from engine.records import Rows
from engine.records.play import RuleCase

_CASE = Qt.ItemDataRole.UserRole


SLIGHT = 34
"""The least height of either part, so that the panel can leave its room to the orders."""


class RulesPanel(QWidget):
    """The cases with a search field, and the text of one."""

    def __init__(self, rows: Rows) -> None:
        super().__init__()
        self.cases = {case.case: case for case in sorted(rows.all(RuleCase), key=lambda case: case.position)}
        self.search = QLineEdit()
        self.search.setPlaceholderText("Find a rule")
        self.search.setClearButtonEnabled(True)
        self.list = QListWidget()
        self.page = RichPage()
        for case in self.cases.values():
            item = QListWidgetItem(f"{case.case}  {case.title}")
            item.setData(_CASE, case.case)
            self.list.addItem(item)
        split = QSplitter(Qt.Orientation.Vertical)
        for part in (self.list, self.page):
            part.setMinimumHeight(SLIGHT)
            split.addWidget(part)
        split.setSizes([240, 240])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 6, 8, 6)
        layout.addWidget(self.search)
        layout.addWidget(split, 1)
        self.search.textChanged.connect(self._filter)
        self.list.currentItemChanged.connect(self._show)
        if self.cases:
            self.list.setCurrentRow(0)
        else:
            self.list.hide()
            self.search.hide()
            self.page.show_text(
                "This scenario brings no rules text. The designer can add cases to its table of "
                "rule cases; messages that cite one then open it here."
            )

    def open_case(self, case: str) -> bool:
        """Open the reference at a case, or at the nearest one above it; False if there is none."""
        wanted = self._nearest(case)
        for row in range(self.list.count()):
            if self.list.item(row).data(_CASE) == wanted:
                self.search.clear()
                self.list.setCurrentRow(row)
                return True
        if self.cases or not case:
            return False
        self.page.show_text(rich("<p><b>{}</b></p><p>This scenario brings no rules text for this case.</p>", case))
        return False

    def _nearest(self, case: str) -> str:
        """AB-10.4c where it is written down, else AB-10.4, else AB-10."""
        wanted = case
        while wanted and wanted not in self.cases:
            wanted = wanted[:-1].rstrip(".")
        return wanted

    def _filter(self, text: str) -> None:
        words = text.casefold().split()
        for row in range(self.list.count()):
            item = self.list.item(row)
            case = self.cases[item.data(_CASE)]
            found = f"{case.case} {case.title} {case.text}".casefold()
            item.setHidden(not all(word in found for word in words))

    def _show(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            case = self.cases[item.data(_CASE)]
            text = together(rich("<p>{}</p>", part) for part in case.text.split("\n") if part.strip())
            self.page.show_text(rich("<h3>{}  {}</h3>{}", case.case, case.title, text))
