"""The map as a file: a picture, a drawing, a page, or a map for Tiled."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFileDialog,
    QFormLayout,
    QProgressBar,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from designer.document import Document
from designer.labels import Label
from designer.paint.export import export_map
from designer.paint.map.scene import LAYERS, MapScene
from designer.paint.style import MONOCHROME, PRINTED
from designer.theme import current_theme, resize_scaled
from designer.work import Worker
from engine.errors import StavkaError
from engine.store.tmx import write_tmx

if TYPE_CHECKING:
    from designer.shell.window import MainWindow

FORMATS = (
    (".png", "Picture (PNG)"),
    (".svg", "Drawing (SVG)"),
    (".pdf", "Page (PDF)"),
    (".tmx", "Tiled map (TMX)"),
)
MM_PER_INCH = 25.4


class ExportDialog(QDialog):
    """Kind of file, scale and inks; the file is written beside the window."""

    def __init__(self, document: Document, window: MainWindow, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Export map")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._document = document
        self._window = window
        self._worker = Worker(self)
        self._bounds = MapScene(document.rows).bounds
        self.format = QComboBox()
        for suffix, text in FORMATS:
            self.format.addItem(text, suffix)
        self.mm = QDoubleSpinBox()
        self.mm.setRange(2, 60)
        self.mm.setValue(16)
        self.mm.setSuffix(" mm")
        self.dpi = QSpinBox()
        self.dpi.setRange(30, 600)
        self.dpi.setValue(150)
        self.dpi.setSuffix(" dots per inch")
        self.grey = QCheckBox("For a black-and-white printer")
        self.numbers = QCheckBox("Hex numbers")
        self.numbers.setChecked(True)
        self.regions = QCheckBox("Regions")
        self.regions.setChecked(True)
        self.outlook = Label()
        self.outlook.setWordWrap(True)
        self.progress = QProgressBar()
        self.progress.setRange(0, 0)
        self.progress.hide()
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel)
        self._lay_out()
        self._follow()

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setVerticalSpacing(9)
        form.addRow("File", self.format)
        form.addRow("Across a cell", self.mm)
        form.addRow("Resolution", self.dpi)
        for box in (self.grey, self.numbers, self.regions):
            form.addRow("", box)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 20, 24, 16)
        layout.addLayout(form)
        layout.addWidget(self.outlook)
        layout.addStretch(1)
        layout.addWidget(self.progress)
        layout.addWidget(self.buttons)
        resize_scaled(self, 440, 340)
        self.outlook.setStyleSheet(f"color: {current_theme().muted};")
        self.format.currentIndexChanged.connect(lambda _index: self._follow())
        self.mm.valueChanged.connect(lambda _value: self._follow())
        self.dpi.valueChanged.connect(lambda _value: self._follow())
        self.buttons.accepted.connect(self._ask)
        self.buttons.rejected.connect(self.reject)

    def _follow(self) -> None:
        """Say how large it will be."""
        suffix = self.format.currentData()
        for widget in (self.mm, self.grey, self.numbers, self.regions):
            widget.setEnabled(suffix != ".tmx")
        self.dpi.setEnabled(suffix == ".png")
        wide, high = self._bounds.width() * self.mm.value(), self._bounds.height() * self.mm.value()
        if suffix == ".tmx":
            self.outlook.setText("A map for the Tiled editor, and a picture of its tiles beside it.")
        elif suffix == ".png":
            dots = self.dpi.value() / MM_PER_INCH
            size = f"{wide * dots:,.0f} × {high * dots:,.0f} pixels"
            self.outlook.setText(f"{wide / 10:.0f} × {high / 10:.0f} cm, {size}.")
        else:
            self.outlook.setText(f"One sheet of {wide / 10:.0f} × {high / 10:.0f} cm.")

    def _ask(self) -> None:
        suffix = self.format.currentData()
        name, _ = QFileDialog.getSaveFileName(self, "Export map", f"{self._document.slug}{suffix}", f"*{suffix}")
        if name:
            self.write(Path(name).with_suffix(suffix))

    def write(self, path: Path) -> None:
        """Write the file in a thread; the dialog closes when it is there."""
        rows, mm, dpi = self._document.rows.copy(), self.mm.value(), self.dpi.value()
        hidden = {name for name, box in (("numbers", self.numbers), ("regions", self.regions)) if not box.isChecked()}
        style = MONOCHROME if self.grey.isChecked() else PRINTED
        self.progress.show()
        self.buttons.button(QDialogButtonBox.StandardButton.Save).setEnabled(False)

        def task() -> Path:
            if path.suffix == ".tmx":
                write_tmx(rows, path)
            else:
                shown = [name for name in LAYERS if name not in hidden]
                export_map(MapScene(rows), path, mm_per_cell=mm, dpi=dpi, style=style, shown=shown)
            return path

        self._worker.ask("export", task, self._done, self._failed)

    def _done(self, path: Path) -> None:
        self._window.notice.show_text(f"The map was written to {path}.")
        self.accept()

    def _failed(self, error: Exception) -> None:
        self.progress.hide()
        self.buttons.button(QDialogButtonBox.StandardButton.Save).setEnabled(True)
        if not isinstance(error, StavkaError):
            raise error
        self.outlook.setText(str(error))
        self.outlook.setStyleSheet(f"color: {current_theme().bad};")
