"""Go to: a hex number, the name of a place, or whatever else the map can find."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCompleter, QDialog, QLineEdit, QVBoxLayout, QWidget

from designer.labels import Label
from designer.theme import current_theme, scaled


class GoToBar(QDialog):
    """A field over the map; `found` carries the cell."""

    found = Signal(object)

    def __init__(self, find: Callable[[str], int | None], names: Iterable[str], asks: str, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._find = find
        self.field = QLineEdit()
        self.field.setPlaceholderText(asks)
        completer = QCompleter(sorted({name for name in names if name}), self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.activated.connect(lambda _text: self._go())
        self.field.setCompleter(completer)
        self.says = Label()
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
        cell = self._find(text)
        if cell is None:
            self.says.setText(f"There is no hex or place “{text}” on this map.")
            self.says.show()
            self.adjustSize()
            return
        self.accept()
        self.found.emit(cell)


def open_over(view: QWidget, bar: GoToBar) -> None:
    """Open the field at the top of a map, ready to be typed into."""
    corner = view.mapToGlobal(view.rect().topLeft())
    bar.move(corner.x() + (view.width() - bar.sizeHint().width()) // 2, corner.y() + 40)
    bar.show()
    bar.field.setFocus()
