"""Go to: a hex number or the name of a place."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCompleter, QDialog, QLabel, QLineEdit, QVBoxLayout, QWidget

from designer.mapeditor.operations.ground import Ground
from designer.theme import current_theme, scaled
from engine.records.board import Place


class GoToBar(QDialog):
    """A field over the map; `found` carries the cell."""

    found = Signal(object)

    def __init__(self, ground: Ground, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._ground = ground
        self.field = QLineEdit()
        self.field.setPlaceholderText(f"Hex number, as {ground.labels[0]}, or place")
        names = sorted({place.name for place in ground.rows.all(Place) if place.name})
        completer = QCompleter(names, self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.activated.connect(lambda _text: self._go())
        self.field.setCompleter(completer)
        self.says = QLabel()
        self.says.hide()
        self.says.setStyleSheet(f"color: {current_theme().bad};")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 10, 10, 10)
        layout.addWidget(self.field)
        layout.addWidget(self.says)
        self.setMinimumWidth(scaled(340))
        self.field.returnPressed.connect(self._go)

    def _go(self) -> None:
        text = self.field.text().strip()
        if not text:
            return
        cell = self._ground.find(text)
        if cell is None:
            self.says.setText(f"There is no hex or place “{text}” on this map.")
            self.says.show()
            self.adjustSize()
            return
        self.accept()
        self.found.emit(cell)
