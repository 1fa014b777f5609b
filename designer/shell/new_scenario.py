"""The dialog for a new scenario: its title and the grid of its map."""

from __future__ import annotations

from msgspec.structs import replace
from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from designer.labels import Label, add_row
from designer.mapeditor.operations.blank import blank
from designer.mapeditor.operations.reshape import size_problem
from designer.theme import current_theme, resize_scaled
from engine.grid import make_grid
from engine.ids import Cell
from engine.records.board import Grid
from engine.store.shelf import slug_from

SHAPES: tuple[tuple[str, Grid], ...] = (
    ("Hexes, straight columns", Grid(columns=1, rows=1, shape="hex", orientation="flat")),
    ("Hexes, straight rows", Grid(columns=1, rows=1, shape="hex", orientation="pointy")),
    ("Squares, 8 neighbours", Grid(columns=1, rows=1, shape="square", neighbours=8)),
    ("Squares, 4 neighbours", Grid(columns=1, rows=1, shape="square", neighbours=4)),
)


class GridSketch(QWidget):
    """The north-west corner of a grid with its numbers."""

    def __init__(self) -> None:
        super().__init__()
        self._grid = Grid(columns=5, rows=4)
        self.setMinimumSize(QSize(260, 220))

    def show_grid(self, grid: Grid) -> None:
        """Sketch a grid."""
        self._grid = replace(grid, columns=min(grid.columns, 6), rows=min(grid.rows, 5), sheet_rows=0)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the cells as large as they fit."""
        theme = current_theme()
        grid = make_grid(self._grid)
        west, north, east, south = grid.bounds()
        scale = min((self.width() - 16) / (east - west), (self.height() - 16) / (south - north))
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(8, 8)
        painter.setPen(QPen(theme.colour("muted"), 1))
        painter.setBrush(theme.colour("field"))
        for index in range(grid.size):
            cell = Cell(index)
            corners = [QPointF((x - west) * scale, (y - north) * scale) for x, y in grid.corners(cell)]
            painter.drawPolygon(QPolygonF(corners))
            x, y = grid.centre(cell)
            spot = QPointF((x - west) * scale, (y - north) * scale)
            painter.drawText(
                int(spot.x()) - 30, int(spot.y()) - 12, 60, 24, Qt.AlignmentFlag.AlignCenter, grid.label(cell)
            )
        painter.end()


class NewScenarioDialog(QDialog):
    """Title, name on the command line, shape and size; `made` carries title, slug and rows."""

    made = Signal(str, str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("New scenario")
        self.title = QLineEdit("New scenario")
        self.title.setMaxLength(120)
        self.title.selectAll()
        self.slug = QLineEdit("new-scenario")
        self.slug.setMaxLength(60)
        self.shape = QComboBox()
        self.shape.addItems([name for name, _ in SHAPES])
        self.shifted = QComboBox()
        self.shifted.addItem("Second line lower", "odd")
        self.shifted.addItem("First line lower", "even")
        self.columns = self._number(22)
        self.rows = self._number(14)
        self.km = QDoubleSpinBox()
        self.km.setRange(0.1, 1000)
        self.km.setValue(10)
        self.km.setSuffix(" km")
        self.turns = QSpinBox()
        self.turns.setRange(1, 200)
        self.turns.setValue(7)
        self.refusal = Label()
        self.refusal.setWordWrap(True)
        self.sketch = GridSketch()
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self._lay_out()
        self._connect()
        self._check()

    @staticmethod
    def _number(value: int) -> QSpinBox:
        spin = QSpinBox()
        spin.setRange(0, 100_000)
        spin.setValue(value)
        return spin

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setHorizontalSpacing(20)
        form.setVerticalSpacing(9)
        size = QHBoxLayout()
        size.addWidget(self.columns, 1)
        size.addWidget(Label(" columns × "))
        size.addWidget(self.rows, 1)
        size.addWidget(Label(" rows"))
        for label, field in (
            ("Title", self.title),
            ("Short name", self.slug),
            ("Cells", self.shape),
            ("Offset", self.shifted),
        ):
            add_row(form, label, field)
        form.addRow("Size", size)
        form.addRow("Across a cell", self.km)
        form.addRow("Turns", self.turns)
        self.slug.setToolTip("Names the scenario on the command line: small letters, digits and hyphens")
        self.refusal.setStyleSheet(f"color: {current_theme().bad};")
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setText("Create")
        body = QHBoxLayout()
        body.setSpacing(24)
        body.addLayout(form, 3)
        body.addWidget(self.sketch, 2)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 20, 24, 16)
        layout.setSpacing(12)
        layout.addLayout(body, 1)
        layout.addWidget(self.refusal)
        layout.addWidget(self.buttons)
        resize_scaled(self, 760, 420)

    def _connect(self) -> None:
        self.title.textChanged.connect(lambda text: self.slug.setText(slug_from(text)))
        for signal in (
            self.title.textChanged,
            self.slug.textChanged,
            self.columns.valueChanged,
            self.rows.valueChanged,
            self.shape.currentIndexChanged,
            self.shifted.currentIndexChanged,
        ):
            signal.connect(lambda _value: self._check())
        self.buttons.accepted.connect(self._make)
        self.buttons.rejected.connect(self.reject)

    def problem(self) -> str:
        """Why the scenario cannot be made yet, in a sentence; empty if it can."""
        if not self.title.text().strip():
            return "Give the scenario a title."
        if slug_from(self.slug.text()) != self.slug.text():
            return "The short name may hold small letters, digits and hyphens only."
        return size_problem(self.columns.value(), self.rows.value())

    def _check(self) -> None:
        problem = self.problem()
        self.refusal.setText(problem)
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(not problem)
        self.shifted.setEnabled(self.shape.currentIndex() < 2)
        if not problem:
            self.sketch.show_grid(self.grid())

    def grid(self) -> Grid:
        """The grid as the dialog has it."""
        return replace(
            SHAPES[self.shape.currentIndex()][1],
            columns=self.columns.value(),
            rows=self.rows.value(),
            shifted=self.shifted.currentData(),
            km=self.km.value(),
        )

    def _make(self) -> None:
        if not self.problem():
            title = self.title.text().strip()
            self.made.emit(title, self.slug.text(), blank(title, self.grid(), self.turns.value()))
            self.accept()
