"""The settings dialog, made from the table of settings; a change takes effect at once."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from designer.labels import Label, add_row
from designer.settings import AUTOSAVE, SETTINGS, Preference, Settings
from designer.theme import current_theme, scaled


class SettingsDialog(QDialog):
    """One row for each setting, and a word on why there is no autosave."""

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Settings")
        self._settings = settings
        self.fields: dict[str, QWidget] = {}
        form = QFormLayout()
        form.setHorizontalSpacing(24)
        form.setVerticalSpacing(4)
        for setting in SETTINGS:
            self._add(form, setting)
        saving = _help(AUTOSAVE)
        form.addRow("Autosave", saving)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 20, 24, 16)
        layout.addLayout(form)
        layout.addStretch(1)
        layout.addWidget(buttons)
        self._fit()
        settings.changed.connect(self._fit)

    @Slot()
    def _fit(self) -> None:
        """As tall as the words are at their size."""
        width, layout = scaled(560), self.layout()
        if layout is not None:
            self.resize(width, layout.totalHeightForWidth(width))

    def _add(self, form: QFormLayout, setting: Preference) -> None:
        field = self._field(setting)
        field.setToolTip(setting.help)
        self.fields[setting.key] = field
        add_row(form, setting.title, field)
        if setting.help:
            form.addRow("", _help(setting.help))

    def _field(self, setting: Preference) -> QWidget:
        value = self._settings.get(setting.key)
        if setting.choices:
            return self._choice(setting, value)
        if isinstance(setting.default, bool):
            box = QCheckBox("On")
            box.setChecked(bool(value))
            box.toggled.connect(lambda on: self._settings.put(setting.key, on))
            return box
        spin = QSpinBox()
        spin.setRange(setting.low, setting.high)
        spin.setSingleStep(10)
        spin.setSuffix(setting.suffix)
        spin.setValue(int(value))
        spin.valueChanged.connect(lambda number: self._settings.put(setting.key, number))
        return spin

    def _choice(self, setting: Preference, value: object) -> QComboBox:
        combo = QComboBox()
        for key, title in setting.choices:
            combo.addItem(title, key)
        combo.setCurrentIndex(combo.findData(value))
        combo.currentIndexChanged.connect(lambda index: self._settings.put(setting.key, combo.itemData(index)))
        return combo


def _help(text: str) -> Label:
    label = Label(text)
    label.setWordWrap(True)
    label.setStyleSheet(f"color: {current_theme().muted}; padding-bottom: 8px;")
    return label
