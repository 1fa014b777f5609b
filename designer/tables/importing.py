"""The dialog of an import: which column is which, what would happen, and what is wrong, before anything changes."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHeaderView,
    QProgressBar,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from designer import wording
from designer.labels import Label
from designer.tables.exchange import Lines, matched
from designer.tables.planning import ImportPlan, plan_import
from designer.tables.sheet import Sheet
from designer.theme import current_theme, resize_scaled, scaled
from designer.work import Worker
from engine.errors import StavkaError
from engine.progress import Cancelled, Progress

SHOWN = 200
AT_ONCE = 300
"""Lines of a file that are worked out without a thread."""

BEAT = 100
"""Milliseconds between two looks at how far it is."""


class ImportDialog(QDialog):
    """A preview of the file under the headings of the sheet; `wanted` carries the plan that was agreed to."""

    wanted = Signal(object)

    def __init__(self, sheet: Sheet, name: str, lines: Lines, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(f"Import {name}")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._sheet = sheet
        self._lines = lines
        self.plan: ImportPlan | None = None
        self.matches: list[QComboBox] = []
        self.by = QComboBox()
        self.preview = QTableWidget(0, len(lines[0]))
        self.troubles = QTableWidget(0, 4)
        self.summary = Label()
        self.bar = QProgressBar()
        self.progress = Progress()
        self._worker = Worker(self)
        self._beat = QTimer(self)
        self._beat.timeout.connect(self._look)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self._lay_out()
        self._fill_preview()
        self.buttons.accepted.connect(self._agree)
        self.buttons.rejected.connect(self.reject)
        resize_scaled(self, 980, 640)
        self.work_out()

    def _lay_out(self) -> None:
        says = Label("Choose above each column of the file what it is. Nothing is changed before you press Import.")
        says.setWordWrap(True)
        form = QFormLayout()
        self.by.addItem("Add every line", "")
        for heading in self._sheet.headings():
            if not heading.numeric and not heading.flag:
                self.by.addItem(f"Change the lines with the same {heading.title}, add the others", heading.key)
        form.addRow("Lines that are there already", self.by)
        self.by.setCurrentIndex(1 if self.by.count() > 1 else 0)
        self.by.currentIndexChanged.connect(lambda _index: self.work_out())
        for table in (self.preview, self.troubles):
            table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
            table.verticalHeader().hide()
        self.troubles.setHorizontalHeaderLabels(["Line", "Column", "Text", "Why it is left out"])
        self.troubles.horizontalHeader().setSectionResizeMode(3, QHeaderView.ResizeMode.Stretch)
        self.troubles.setMaximumHeight(scaled(190))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 16, 20, 14)
        layout.setSpacing(10)
        layout.addWidget(says)
        layout.addLayout(form)
        layout.addWidget(self.preview, 3)
        layout.addWidget(self.summary)
        layout.addWidget(self.bar)
        layout.addWidget(self.troubles, 1)
        layout.addWidget(self.buttons)

    def _fill_preview(self) -> None:
        header, body = self._lines[0], self._lines[1 : SHOWN + 1]
        self.preview.setHorizontalHeaderLabels(header)
        self.preview.setRowCount(len(body) + 1)
        found = matched(header, self._sheet.headings())
        for column, key in enumerate(found):
            combo = QComboBox()
            combo.addItem("not imported", "")
            for heading in self._sheet.headings():
                if heading.editable:
                    combo.addItem(heading.title, heading.key)
            combo.setCurrentIndex(max(0, combo.findData(key)))
            combo.currentIndexChanged.connect(lambda _index: self.work_out())
            self.matches.append(combo)
            self.preview.setCellWidget(0, column, combo)
        for number, cells in enumerate(body, start=1):
            for column, text in enumerate(cells[: len(header)]):
                self.preview.setItem(number, column, QTableWidgetItem(text))
        self.preview.resizeColumnsToContents()
        self.preview.setRowHeight(0, self.matches[0].sizeHint().height() + 4)

    def work_out(self) -> None:
        """Work out what the import would do with the columns as they are matched now; a long file beside the window."""
        match = [str(combo.currentData() or "") for combo in self.matches]
        by = str(self.by.currentData() or "")
        self.progress.cancelled = True
        self.progress = progress = Progress()
        self.plan = None
        if any(key and match.count(key) > 1 for key in match):
            self._worker.drop("plan")
            self._show_plan("Two columns of the file are matched to the same heading.")
        elif len(self._lines) <= AT_ONCE:
            self._worked_out(plan_import(self._sheet, self._lines, match, by if by in match else ""))
        else:
            self._beat.start(BEAT)
            self._worker.ask(
                "plan",
                lambda: plan_import(self._sheet, self._lines, match, by if by in match else "", progress),
                self._worked_out,
                self._failed,
            )
            self._show_plan("Working it out …")
        self.bar.setVisible(self._worker.busy())

    def busy(self) -> bool:
        """Whether a long file is still being worked out."""
        return self._worker.busy()

    @Slot()
    def _look(self) -> None:
        self.bar.setRange(0, self.progress.total)
        self.bar.setValue(self.progress.done)

    def _worked_out(self, plan: ImportPlan) -> None:
        self._beat.stop()
        self.bar.hide()
        self.plan = plan
        self._show_plan("")

    def _failed(self, error: Exception) -> None:
        self._beat.stop()
        self.bar.hide()
        if not isinstance(error, StavkaError):
            raise error
        if not isinstance(error, Cancelled):
            self._show_plan(str(error))

    def done(self, result: int) -> None:
        """Whoever closes the dialog wants no more work done for it."""
        self.progress.cancelled = True
        self._worker.drop("plan")
        super().done(result)

    def _show_plan(self, refusal: str) -> None:
        plan, theme = self.plan, current_theme()
        ok = self.buttons.button(QDialogButtonBox.StandardButton.Ok)
        able = plan is not None and bool(plan.written.changes)
        ok.setEnabled(able)
        ok.setText(f"Import {wording.count(plan.added + plan.changed, 'line')}" if plan and able else "Import")
        noun = self._sheet.noun
        if plan is not None:
            lines = wording.count(plan.added, noun)
            refusal = f"{lines} would be added, {plan.changed} changed, {plan.left_out} left out."
        self.summary.setText(refusal)
        calm = able or self.busy()
        self.summary.setStyleSheet(f"color: {theme.text if calm else theme.bad}; font-weight: 600;")
        troubles = plan.troubles if plan else ()
        self.troubles.setVisible(bool(troubles))
        self.troubles.setRowCount(len(troubles[:SHOWN]))
        for row, trouble in enumerate(troubles[:SHOWN]):
            texts = (str(trouble.line), trouble.column, trouble.text, trouble.reason)
            for column, text in enumerate(texts):
                self.troubles.setItem(row, column, QTableWidgetItem(text))
        self._tint()

    def _tint(self) -> None:
        """Mark the cells that are left out."""
        bad = current_theme().colour("bad")
        bad.setAlpha(60)
        wrong = {(trouble.line, trouble.column) for trouble in self.plan.troubles} if self.plan else set()
        for number in range(1, self.preview.rowCount()):
            for column, title in enumerate(self._lines[0]):
                item = self.preview.item(number, column)
                if item is not None:
                    hit = (number + 1, title) in wrong
                    item.setData(Qt.ItemDataRole.BackgroundRole, bad if hit else None)

    def _agree(self) -> None:
        if self.plan is not None:
            self.wanted.emit(self.plan)
            self.accept()
