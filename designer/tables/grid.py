"""A sheet with everything round it: buttons, filter, find and replace, import and export."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QStackedLayout,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from designer.document import Document
from designer.icons import icon
from designer.kinship import kinship
from designer.labels import Label
from designer.tables.check import checker
from designer.tables.exchange import from_csv, to_csv
from designer.tables.find import FindBar
from designer.tables.model import SheetModel
from designer.tables.proposal import propose
from designer.tables.sheet import Line, Sheet
from designer.tables.standing import standing
from designer.tables.view import SheetView
from designer.theme import current_theme, scaled
from designer.wording import count
from engine.errors import StavkaError
from engine.files import save

BUTTONS: tuple[tuple[str, str, str], ...] = (
    ("table.add", "mdi6.plus", "Add a line (Ctrl+Return)"),
    ("table.duplicate", "mdi6.content-duplicate", "Duplicate the selected lines (Ctrl+Shift+D)"),
    ("table.remove", "mdi6.trash-can-outline", "Delete the selected lines (Ctrl+Del)"),
    ("table.up", "mdi6.arrow-up", "Move up (Alt+Up)"),
    ("table.down", "mdi6.arrow-down", "Move down (Alt+Down)"),
    ("table.fill", "mdi6.arrow-expand-down", "Fill down (Ctrl+D)"),
    ("table.find", "mdi6.find-replace", "Find and replace (Ctrl+F)"),
    ("table.back", "mdi6.arrow-u-left-top", "Give the selected lines back to the scenario that this one stands on"),
    ("table.try", "mdi6.flask-outline", "Try this change: playtest another value of the selected cell (Ctrl+T)"),
    ("table.import", "mdi6.import", "Import a CSV file"),
    ("table.export", "mdi6.export", "Export as CSV"),
)


class GridView(QWidget):
    """An editable table; `picked` says which line is in front."""

    picked = Signal(object)
    said = Signal(str)
    refused = Signal(str)
    tried = Signal(object)
    """The Proposals for the selected cell; none where it cannot be written to."""

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
        self.filter = QLineEdit(self)
        self.column = QComboBox(self)
        self.count = Label(parent=self)
        self.find_bar = FindBar(self.view)
        self.buttons: dict[str, QToolButton] = {}
        self._empty = Label(empty or f"There is no {sheet.noun} yet. Press + to add one, or paste from a spreadsheet.")
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
        for widget in (self.filter, self.column, self.count):
            widget.setVisible(not compact)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._empty.setWordWrap(True)
        self._stack = QStackedLayout()
        self.find_bar.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addLayout(bar)
        layout.addWidget(self.find_bar)
        layout.addLayout(self._stack, 1)
        self._stack.addWidget(self.view)  # only now: a stack that is in no window yet would show it as a window
        self._stack.addWidget(self._empty)
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
        kinship(self.document).moved.connect(self._stand)
        self._stand()

    def _stand(self) -> None:
        """Mark what is as in the parent; only a variant can give anything back."""
        kin = kinship(self.document)
        self.model.stand(standing(kin, self.sheet))
        if "table.back" in self.buttons:
            self.buttons["table.back"].setVisible(kin.parent_rows is not None)

    def give_back(self) -> None:
        """Make the selected lines as they are in the parent."""
        kin, found, lines = kinship(self.document), self.model.standing, self.view.chosen_lines()
        spots = found.behind(lines) if found is not None else []
        if found is None:
            self.refused.emit("This scenario stands on no other, so there is nothing to give back.")
        elif not lines:
            self.refused.emit(f"Select the lines to give back to {found.parent} first.")
        elif not spots:
            self.refused.emit(f"What is selected is as in {found.parent} already.")
        else:
            many = len({line for line in lines if found.behind([line])})
            told = self.sheet.called(lines[0]) if len(lines) == 1 else count(many, self.sheet.noun)
            if kin.give_back(spots, told):
                self.said.emit(f"{told} {'is' if many == 1 else 'are'} as in {found.parent} again")

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
            self.find_bar.refill()
            self.view.fit_columns()
        self._tell()

    def _seek(self) -> None:
        self.model.seek(self.filter.text(), self.column.currentData() or "")
        self._tell()

    def narrow(self, accept: Callable[[Line], bool] | None) -> None:
        """Show only lines that pass, whatever the filter says of the rest."""
        self.model.only(accept)
        self._tell()

    def _tell(self) -> None:
        every, there = len(self.model.every), self.model.rowCount()
        noun = self.sheet.noun if every == 1 else f"{self.sheet.noun}s"
        wrong = len(self.model.refused())
        parts = [f"{there} of {every} {noun}" if there != every else f"{every} {noun}"]
        if wrong:
            parts.append(f"{wrong} not taken over")
        self.count.setText(", ".join(parts))
        self._stack.setCurrentIndex(0 if every else 1)

    def show_sheet(self, sheet: Sheet) -> None:
        """Show another sheet in the same grid."""
        self.sheet = sheet
        self.view.forget()
        self.model.show(sheet)
        self.view.forget()
        self.model.mark(checker(self.document).problems)
        self._stand()

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
            "table.back": self.give_back,
            "table.try": self.try_change,
            "table.import": self.ask_import,
            "table.export": self.ask_export,
        }

    def try_change(self) -> None:
        """Offer another value of the selected cell to be playtested."""
        index = self.view.currentIndex()
        if not index.isValid():
            self.refused.emit(f"Select the cell of a {self.sheet.noun} first, and then try another value of it.")
            return
        self.tried.emit(propose(self.sheet, *self.model.cell(index)))

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
            save(path, to_csv(self.sheet).encode("utf-8-sig"))
        except StavkaError as error:
            self.refused.emit(str(error))
        else:
            self.said.emit(f"Exported {count(len(self.sheet.lines()), self.sheet.noun)} to {path.name}")
