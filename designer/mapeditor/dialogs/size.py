"""Resize, crop and renumber: the dialogs that reshape the whole map."""

from __future__ import annotations

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QGridLayout,
    QLineEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from designer.labels import Label, add_row
from designer.mapeditor.context import ToolContext
from designer.mapeditor.operations import reshape
from designer.mapeditor.operations.reshape import Margins
from designer.theme import current_theme, resize_scaled, scaled
from engine.errors import ScenarioError, StavkaError
from engine.grid import make_grid
from engine.ids import Cell
from engine.records.board import Grid
from engine.records.changes import Change


class _ReshapeDialog(QDialog):
    """A dialog that shows what a reshaping would do before it is done."""

    def __init__(self, title: str, context: ToolContext, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.context = context
        self.outlook = Label()
        self.outlook.setWordWrap(True)
        self.outlook.setMinimumHeight(scaled(44))
        self.outlook.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self.buttons.accepted.connect(self._apply)
        self.buttons.rejected.connect(self.reject)

    def changes(self) -> list[Change]:
        """What would be done; a StavkaError says why it cannot be."""
        raise NotImplementedError

    def name(self) -> str:
        """The name of the edit."""
        raise NotImplementedError

    def outlook_text(self, changes: list[Change]) -> str:
        """What would come of it, in a sentence."""
        raise NotImplementedError

    def check(self) -> None:
        """Say what would come of it, or why it cannot be done."""
        theme = current_theme()
        try:
            text, colour = self.outlook_text(self.changes()), theme.muted
        except ScenarioError as error:
            text, colour = error.problems[0].message, theme.bad
        except StavkaError as error:
            text, colour = str(error), theme.bad
        self.outlook.setText(text)
        self.outlook.setStyleSheet(f"color: {colour};")
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(colour != theme.bad)

    def _apply(self) -> None:
        if self.context.attempt(self.name(), self.changes):
            self.accept()


class ResizeDialog(_ReshapeDialog):
    """Columns and rows to add or cut at each edge."""

    def __init__(self, context: ToolContext, parent: QWidget) -> None:
        super().__init__("Resize or crop", context, parent)
        self.edges = {edge: self._number() for edge in ("north", "west", "east", "south")}
        square = QGridLayout()
        square.setVerticalSpacing(8)
        for edge, row, column in (("north", 0, 1), ("west", 1, 0), ("east", 1, 2), ("south", 2, 1)):
            cell = QVBoxLayout()
            cell.addWidget(Label(edge.capitalize()), 0, Qt.AlignmentFlag.AlignCenter)
            cell.addWidget(self.edges[edge])
            square.addLayout(cell, row, column)
        says = Label("How many columns and rows to add at each edge; a negative number cuts them off.")
        says.setWordWrap(True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 16, 20, 14)
        layout.addWidget(says)
        layout.addLayout(square)
        layout.addWidget(self.outlook)
        layout.addStretch(1)
        layout.addWidget(self.buttons)
        resize_scaled(self, 460, 340)
        self.check()

    def _number(self) -> QSpinBox:
        spin = QSpinBox()
        spin.setRange(-100_000, 100_000)
        spin.valueChanged.connect(lambda _value: self.check())
        return spin

    def margins(self) -> Margins:
        """The margins as the dialog has them."""
        return Margins(**{edge: spin.value() for edge, spin in self.edges.items()})

    def changes(self) -> list[Change]:
        """The changes of the resize."""
        return reshape.resize(self.context.ground, self.margins())

    def _size(self) -> str:
        grid, margins = self.context.document.rows.the(Grid), self.margins()
        columns = grid.columns + margins.west + margins.east
        return f"{columns} × {grid.rows + margins.north + margins.south}"

    def name(self) -> str:
        """The name of the edit."""
        return f"Resize map to {self._size()}"

    def outlook_text(self, changes: list[Change]) -> str:
        """The new size, and what would be lost."""
        lost = reshape.losses(changes)
        return f"The map will be {self._size()}." + (f" {', '.join(lost)} will be cut off." if lost else "")


class RenumberDialog(_ReshapeDialog):
    """How the cells are numbered; every row that names a cell follows."""

    def __init__(self, context: ToolContext, parent: QWidget) -> None:
        super().__init__("Renumber", context, parent)
        grid = context.document.rows.the(Grid)
        self.style_ = QComboBox()
        for key, text in (("ccrr", "0120"), ("c.rr", "1.20"), ("ccrr-sheet", "0120N, two joined sheets")):
            self.style_.addItem(text, key)
        self.style_.setCurrentIndex(self.style_.findData(grid.numbering))
        self.first_column, self.first_row = self._number(grid.first_column), self._number(grid.first_row)
        self.rows_from = QComboBox()
        self.rows_from.addItem("the north", "north")
        self.rows_from.addItem("the south", "south")
        self.rows_from.setCurrentIndex(self.rows_from.findData(grid.rows_from))
        self.sheet_rows = self._number(grid.sheet_rows or grid.rows // 2)
        self.sheets = QLineEdit(grid.sheets)
        self.sheets.setMaxLength(2)
        form = QFormLayout()
        for label, field in (
            ("Numbers look like", self.style_),
            ("First column", self.first_column),
            ("First row", self.first_row),
            ("Rows counted from", self.rows_from),
            ("Rows of the north sheet", self.sheet_rows),
            ("Sheet letters", self.sheets),
        ):
            add_row(form, label, field)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 16, 20, 14)
        layout.addLayout(form)
        layout.addWidget(self.outlook)
        layout.addStretch(1)
        layout.addWidget(self.buttons)
        for signal in (self.style_.currentIndexChanged, self.rows_from.currentIndexChanged, self.sheets.textChanged):
            signal.connect(lambda _value: self.check())
        resize_scaled(self, 440, 360)
        self.check()

    def _number(self, value: int) -> QSpinBox:
        spin = QSpinBox()
        spin.setRange(0, 999)
        spin.setValue(value)
        spin.valueChanged.connect(lambda _value: self.check())
        return spin

    def grid(self) -> Grid:
        """The grid as the dialog has it."""
        joined = self.style_.currentData() == "ccrr-sheet"
        for widget in (self.sheet_rows, self.sheets):
            widget.setEnabled(joined)
        return replace(
            self.context.document.rows.the(Grid),
            numbering=self.style_.currentData(),
            first_column=self.first_column.value(),
            first_row=self.first_row.value(),
            rows_from=self.rows_from.currentData(),
            sheet_rows=self.sheet_rows.value() if joined else 0,
            sheets=self.sheets.text() or "NS",
        )

    def changes(self) -> list[Change]:
        """The changes of the renumbering."""
        return reshape.renumber(self.context.ground, self.grid())

    def name(self) -> str:
        """The name of the edit."""
        return "Renumber map"

    def outlook_text(self, changes: list[Change]) -> str:
        """The numbers of two corners."""
        if not changes:
            return "These are the numbers the map has now."
        grid = make_grid(self.grid())
        return f"The north-west corner will be {grid.label(Cell(0))}, the south-east {grid.label(Cell(grid.size - 1))}."
