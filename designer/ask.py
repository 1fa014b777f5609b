"""Small questions: one line of text, one choice of a list; none of them blocks."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from designer.labels import Label, add_row
from designer.theme import resize_scaled, scaled


def _dialog(parent: QWidget, title: str, body: QWidget, says: str = "") -> tuple[QDialog, QDialogButtonBox]:
    dialog = QDialog(parent)
    dialog.setWindowTitle(title)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
    buttons.accepted.connect(dialog.accept)
    buttons.rejected.connect(dialog.reject)
    layout = QVBoxLayout(dialog)
    layout.setContentsMargins(20, 16, 20, 14)
    layout.setSpacing(10)
    if says:
        label = Label(says)
        label.setWordWrap(True)
        layout.addWidget(label)
    layout.addWidget(body, 1)
    layout.addWidget(buttons)
    return dialog, buttons


def ask_line(
    parent: QWidget, title: str, label: str, value: str, answer: Callable[[str], object], says: str = ""
) -> QDialog:
    """Ask for one line of text that may not be empty."""
    body = QWidget()
    form = QFormLayout(body)
    form.setContentsMargins(0, 0, 0, 0)
    line = QLineEdit(value)
    line.setMaxLength(120)
    line.selectAll()
    add_row(form, label, line)
    dialog, buttons = _dialog(parent, title, body, says)
    button = buttons.button(QDialogButtonBox.StandardButton.Ok)
    line.textChanged.connect(lambda text: button.setEnabled(bool(text.strip())))
    dialog.accepted.connect(lambda: answer(line.text().strip()))
    dialog.setMinimumWidth(scaled(420))
    dialog.open()
    return dialog


def ask_choice(
    parent: QWidget, title: str, says: str, choices: Sequence[tuple[str, str]], answer: Callable[[str], object]
) -> QDialog:
    """Ask for one of a list; a double click chooses."""
    choice = QListWidget()
    for key, text in choices:
        item = QListWidgetItem(text)
        item.setData(Qt.ItemDataRole.UserRole, key)
        choice.addItem(item)
    choice.setCurrentRow(0)
    dialog, _ = _dialog(parent, title, choice, says)
    choice.itemDoubleClicked.connect(lambda _item: dialog.accept())
    dialog.accepted.connect(lambda: answer(choice.currentItem().data(Qt.ItemDataRole.UserRole)))
    resize_scaled(dialog, 460, 380)
    dialog.open()
    return dialog
