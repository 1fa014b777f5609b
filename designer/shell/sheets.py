"""Small windows that only show something: keyboard shortcuts, the history of edits, a crash report."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QPlainTextEdit,
    QTableWidget,
    QTableWidgetItem,
    QUndoView,
    QVBoxLayout,
    QWidget,
)

from designer.actions import ActionBook
from designer.document import Document
from designer.icons import icon
from designer.labels import Label
from designer.theme import resize_scaled

HOLDS = (
    "It holds the steps of the program that led to the error, with the names of its files and folders on this machine, "
    "and the versions of Python, Qt and your system. The error's own words may quote something of a scenario, "
    "as a name or a number. Read it before you send it to anybody."
)
"""What a crash report holds."""


def _sheet(title: str, parent: QWidget, *widgets: QWidget, width: int = 520, height: int = 560) -> QDialog:
    dialog = QDialog(parent)
    dialog.setWindowTitle(title)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
    buttons.rejected.connect(dialog.reject)
    layout = QVBoxLayout(dialog)
    layout.setContentsMargins(20, 16, 20, 14)
    layout.setSpacing(10)
    for widget in widgets:
        layout.addWidget(widget, 0 if isinstance(widget, Label) else 1)
    layout.addWidget(buttons)
    resize_scaled(dialog, width, height)
    return dialog


def keys_sheet(book: ActionBook, parent: QWidget) -> QDialog:
    """Every shortcut, by menu."""
    lines = book.sheet()
    table = QTableWidget(len(lines), 3)
    table.setHorizontalHeaderLabels(["Menu", "Command", "Keys"])
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.verticalHeader().hide()
    table.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
    table.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    table.setShowGrid(False)
    table.setAlternatingRowColors(True)
    for index, line in enumerate(lines):
        for column, text in enumerate(line):
            table.setItem(index, column, QTableWidgetItem(text))
    header = table.horizontalHeader()
    header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
    mouse = Label("On the map: wheel to zoom, right-drag or Space-drag to pan, Escape to drop what you are doing.")
    mouse.setWordWrap(True)
    return _sheet("Keyboard shortcuts", parent, mouse, table, height=640)


def history_sheet(document: Document, parent: QWidget) -> QDialog:
    """Every edit of the scenario, of this run and of earlier ones; a click goes back or forward to it."""
    view = QUndoView(document.stack)
    view.setEmptyLabel("As it was at first")
    view.setCleanIcon(icon("mdi6.flag-outline", "muted"))
    says = Label("Click a line to go back or forward to it. Edits of earlier runs are listed too.")
    says.setWordWrap(True)
    return _sheet("History", parent, says, view)


def report_sheet(report: Path, parent: QWidget) -> QDialog:
    """The text of a crash report, to read and to copy."""
    text = QPlainTextEdit(report.read_text(encoding="utf-8", errors="replace"))
    text.setReadOnly(True)
    text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
    where = Label(f"Saved as {report}. {HOLDS}")
    where.setWordWrap(True)
    where.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return _sheet("Crash report", parent, where, text, width=820)
