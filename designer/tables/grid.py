"""A sheet with everything round it: buttons, filter, find and replace, import and export."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QStackedLayout,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from designer.document import Document
from designer.icons import icon
from designer.tables.check import checker
from designer.tables.exchange import from_csv, to_csv
from designer.tables.find import FindBar
from designer.tables.model import SheetModel
from designer.tables.sheet import Line, Sheet
from designer.tables.view import SheetView
from designer.theme import current_theme, scaled
from engine.errors import StavkaError

BUTTONS: tuple[tuple[str, str, str], ...] = (
    ("table.add", "mdi6.plus", "Add a line (Ctrl+Return)"),
    ("table.duplicate", "mdi6.content-duplicate", "Duplicate the selected lines (Ctrl+Shift+D)"),
    ("table.remove", "mdi6.trash-can-outline", "Delete the selected lines (Ctrl+Del)"),
    ("table.up", "mdi6.arrow-up", "Move up (Alt+Up)"),
    ("table.down", "mdi6.arrow-down", "Move down (Alt+Down)"),
    ("table.fill", "mdi6.arrow-expand-down", "Fill down (Ctrl+D)"),
    ("table.find", "mdi6.find-replace", "Find and replace (Ctrl+F)"),
    ("table.import", "mdi6.import", "Import a CSV file"),
    ("table.export", "mdi6.export", "Export as CSV"),
)


class Grid(QWidget):
    """An editable table; `picked` says which line is in front."""

    picked = Signal(object)
    said = Signal(str)
    refused = Signal(str)

    def __init__(
        self,
        document: Document,
        sheet: Sheet,
        *,
        empty: str = "",
        compact: bool = False,
        heads: Callable[[Line], str] | None = None,
        without: tuple[str, ...] = (),
    ) -> None:
        super().__init__()
        self.document = document
        self.sheet = sheet
        self.model = SheetModel(document, sheet, heads=heads)
        self.view = SheetView(self.model)
        self.filter = QLineEdit()
        self.column = QComboBox()
        self.count = QLabel()
        self.find_bar = FindBar(self.view)
        self.buttons: dict[str, QToolButton] = {}
        self._empty = QLabel(empty or f"There is no {sheet.noun} yet. Press + to add one, or paste from a spreadsheet.")
        self._lay_out(compact, without)
        self._connect()
        self.refill()
        self._tell()

    def _lay_out(self, compact: bool, without: tuple[str, ...]) -> None:
        bar = QHBoxLayout()
        bar.setContentsMargins(0, 0, 0, 0)
        bar.setSpacing(2)
        for id, _icon, tip in BUTTONS:
            if id not in without and not (compact and id in ("table.import", "table.export", "table.find")):
                bar.addWidget(self._button(id, tip))
        bar.addStretch(1)
        if not compact:
            self._lay_filter(bar)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._empty.setWordWrap(True)
        self._stack = QStackedLayout()
        self._stack.addWidget(self.view)
        self._stack.addWidget(self._empty)
        self.find_bar.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addLayout(bar)
        layout.addWidget(self.find_bar)
        layout.addLayout(self._stack, 1)
        self.setFocusProxy(self.view)
        self.dress()

    def _lay_filter(self, bar: QHBoxLayout) -> None:
        self.filter.setPlaceholderText("Filter")
        self.filter.setClearButtonEnabled(True)
        self.filter.setMaximumWidth(scaled(220))
        bar.addWidget(self.count)
        bar.addSpacing(8)
        bar.addWidget(self.column)
        bar.addWidget(self.filter)

    def _button(self, id: str, tip: str) -> QToolButton:
        button = QToolButton()
        button.setObjectName(id)
        button.setAutoRaise(True)
        button.setToolTip(tip)
        button.clicked.connect(lambda _on: self.handlers()[id]())
        self.buttons[id] = button
        return button

    def dress(self) -> None:
        """Take the colours of the theme."""
        icons = {id: name for id, name, _ in BUTTONS}
        for id, button in self.buttons.items():
            button.setIcon(icon(icons[id]))
        muted = f"color: {current_theme().muted};"
        self.count.setStyleSheet(muted)
        self._empty.setStyleSheet(muted)

    def _connect(self) -> None:
        self.view.picked.connect(self.picked)
        self.view.said.connect(self.said)
        self.view.refused.connect(self.refused)
        self.find_bar.said.connect(self.said)
        self.filter.textChanged.connect(lambda _text: self._seek())
        self.column.currentIndexChanged.connect(lambda _index: self._seek())
        self.model.modelReset.connect(self._reset)
        self.model.dataChanged.connect(lambda *_args: self._tell())
        found = checker(self.document)
        found.found.connect(self.model.mark)
        if found.problems:
            self.model.mark(found.problems)

    def refill(self) -> None:
        """Offer every heading to filter by."""
        wanted = self.column.currentData()
        self.column.blockSignals(True)
        self.column.clear()
        self.column.addItem("in any column", "")
        for heading in self.model.headings:
            self.column.addItem(f"in {heading.title}", heading.key)
        self.column.setCurrentIndex(max(0, self.column.findData(wanted)))
        self.column.blockSignals(False)

    def _reset(self) -> None:
        if self.column.count() != len(self.model.headings) + 1:
            self.refill()
            self.view.fit_columns()
        self._tell()

    def _seek(self) -> None:
        self.view.order.seek(self.filter.text(), self.column.currentData() or "")
        self._tell()

    def narrow(self, accept: Callable[[Line], bool]) -> None:
        """Show only lines that pass, whatever the filter says of the rest."""
        self.view.order.only(accept)
        self._tell()

    def _tell(self) -> None:
        every, there = self.model.rowCount(), self.view.order.rowCount()
        noun = self.sheet.noun if every == 1 else f"{self.sheet.noun}s"
        wrong = len(self.model.pending)
        parts = [f"{there} of {every} {noun}" if there != every else f"{every} {noun}"]
        if wrong:
            parts.append(f"{wrong} not taken over")
        self.count.setText(", ".join(parts))
        self._stack.setCurrentIndex(0 if every else 1)

    def show_sheet(self, sheet: Sheet) -> None:
        """Show another sheet in the same grid."""
        self.sheet = self.model.sheet = sheet
        self.model.pending.clear()
        self.view.forget()
        self.model.refresh()
        self.view.forget()
        self.model.mark(checker(self.document).problems)

    def reveal(self, table: str, key: tuple[object, ...], field: str = "") -> bool:
        """Show the row that a problem names."""
        cell = self.sheet.locate(table, key, field)
        if cell is None:
            return False
        self.filter.clear()
        return self.view.show_line(*cell)

    def handlers(self) -> Mapping[str, Callable[[], object]]:
        """What the actions of the window do with this grid."""
        view = self.view
        return {
            "edit.cut": view.cut,
            "edit.copy": view.copy,
            "edit.paste": view.paste,
            "edit.clear": view.clear,
            "edit.all": view.selectAll,
            "table.add": view.add_line,
            "table.duplicate": view.duplicate,
            "table.remove": view.remove,
            "table.up": lambda: view.shift(-1),
            "table.down": lambda: view.shift(1),
            "table.fill": view.fill_down,
            "table.find": self.find_bar.open,
            "table.import": self.ask_import,
            "table.export": self.ask_export,
        }

    # files

    def ask_import(self) -> None:
        """Ask for a CSV file and show what importing it would do."""
        name, _ = QFileDialog.getOpenFileName(self, "Import a table", "", "Tables (*.csv *.tsv *.txt);;All files (*)")
        if name:
            self.import_file(Path(name))

    def import_file(self, path: Path) -> QWidget | None:
        """Open the dialog of an import; None, and a sentence, if the file cannot be read."""
        from designer.tables.importing import ImportDialog

        try:
            lines = from_csv(path.read_bytes())
        except (StavkaError, OSError) as error:
            self.refused.emit(f"{path.name} was not imported. {error}")
            return None
        dialog = ImportDialog(self.sheet, path.name, lines, self)
        dialog.wanted.connect(lambda plan: self.model.commit(f"Import {path.name}", plan.written))
        dialog.open()
        return dialog

    def ask_export(self) -> None:
        """Ask for a name and write the table as CSV."""
        name, _ = QFileDialog.getSaveFileName(self, "Export the table", f"{self.sheet.noun}s.csv", "Tables (*.csv)")
        if name:
            self.export_file(Path(name))

    def export_file(self, path: Path) -> None:
        """Write the table as CSV."""
        try:
            path.write_text(to_csv(self.sheet), encoding="utf-8-sig")
        except OSError as error:
            self.refused.emit(f"{path.name} was not written. {error}")
        else:
            self.said.emit(f"Exported {len(self.sheet.lines())} {self.sheet.noun}s to {path.name}")
