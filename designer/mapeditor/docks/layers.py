"""The layers: which are shown, and which are locked against edits."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QGridLayout, QSlider, QToolButton, QWidget

from designer.icons import icon
from designer.labels import Label

LAYERS: tuple[tuple[str, str, bool], ...] = (
    ("terrain", "Terrain", True),
    ("hexsides", "Hexsides", True),
    ("links", "Roads and railways", True),
    ("places", "Places and names", True),
    ("regions", "Regions", True),
    ("boxes", "Off-map boxes", True),
    ("grid", "Grid", False),
    ("numbers", "Hex numbers", False),
    ("underlay", "Underlay", False),
)
"""Key, title, and whether the layer can be locked."""


class LayersPanel(QWidget):
    """An eye and a padlock for each layer, and the opacity of the underlay."""

    shown = Signal(str, bool)
    locked = Signal(str, bool)
    faded = Signal(int)

    def __init__(self, hidden: Iterable[str] = ()) -> None:
        super().__init__()
        self.eyes: dict[str, QToolButton] = {}
        self.locks: dict[str, QToolButton] = {}
        self.opacity = QSlider(Qt.Orientation.Horizontal)
        self.opacity.setRange(0, 100)
        self.opacity.setToolTip("How strongly the underlay shows")
        self.opacity.valueChanged.connect(self.faded)
        layout = QGridLayout(self)
        layout.setContentsMargins(10, 6, 10, 10)
        layout.setVerticalSpacing(1)
        layout.setColumnStretch(1, 1)
        for row, (key, title, lockable) in enumerate(LAYERS):
            self.eyes[key] = self._eye(key, key not in set(hidden))
            layout.addWidget(self.eyes[key], row, 0)
            layout.addWidget(Label(title), row, 1)
            if lockable:
                self.locks[key] = self._lock(key)
                layout.addWidget(self.locks[key], row, 2)
        layout.addWidget(self.opacity, len(LAYERS), 0, 1, 3)
        layout.setRowStretch(len(LAYERS) + 1, 1)
        self.opacity.hide()

    def _eye(self, key: str, shown: bool) -> QToolButton:
        button = QToolButton()
        button.setCheckable(True)
        button.setChecked(shown)
        button.setAutoRaise(True)
        button.setToolTip("Show or hide")
        button.setStyleSheet("QToolButton { border: 0; }")
        button.setIcon(_eye_icon(shown))
        button.toggled.connect(lambda on: button.setIcon(_eye_icon(on)))
        button.toggled.connect(lambda on: self.shown.emit(key, on))
        return button

    def _lock(self, key: str) -> QToolButton:
        button = QToolButton()
        button.setCheckable(True)
        button.setAutoRaise(True)
        button.setToolTip("Lock against edits")
        button.setStyleSheet("QToolButton { border: 0; }")
        button.setIcon(_lock_icon(False))
        button.toggled.connect(lambda on: button.setIcon(_lock_icon(on)))
        button.toggled.connect(lambda on: self.locked.emit(key, on))
        return button

    def show_opacity(self, value: int | None) -> None:
        """Offer the underlay's opacity, or nothing where there is no underlay."""
        self.opacity.setVisible(value is not None)
        if value is not None and value != self.opacity.value():
            self.opacity.blockSignals(True)
            self.opacity.setValue(value)
            self.opacity.blockSignals(False)

    def dress(self) -> None:
        """Draw the signs again in the theme's colours."""
        for button in self.eyes.values():
            button.setIcon(_eye_icon(button.isChecked()))
        for button in self.locks.values():
            button.setIcon(_lock_icon(button.isChecked()))


def _eye_icon(shown: bool) -> QIcon:
    return icon("mdi6.eye-outline" if shown else "mdi6.eye-off-outline", "text" if shown else "muted")


def _lock_icon(locked: bool) -> QIcon:
    return icon("mdi6.lock-outline" if locked else "mdi6.lock-open-variant-outline", "accent" if locked else "muted")
