"""Inputs for lists of words and for words by name: several of a table's rows, region by side, case by topic."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QMenu,
    QTableWidget,
    QTableWidgetItem,
    QToolButton,
    QWidget,
)

from designer.icons import icon
from designer.inputs.plain import Changed

BLANK = "(usual)"
"""How a word without letters is shown and typed: the mode that has no name."""

Option = tuple[str, str]
"""A word as it is stored and as it is shown."""


def told_apart(options: Sequence[Option]) -> list[Option]:
    """The options, each with its key beside its name where the name alone could mean another one."""
    names = Counter(name.lower() for _, name in options)
    keys = {key.lower(): key for key, _ in options}
    return [
        (key, name if names[name.lower()] == 1 and keys.get(name.lower(), key) == key else f"{name} ({key})")
        for key, name in options
    ]


class WordsInput:
    """Several words of a list, ticked in a menu, or typed with commas between them."""

    def __init__(self, options: Sequence[Option], changed: Changed, *, strict: bool = False) -> None:
        self._options = told_apart(options)
        self._changed = changed
        self._names = {key: key if "," in name else name for key, name in self._options}
        self._keys = {name.lower(): key for key, name in self._options} | {key.lower(): key for key, _ in options}
        self.line = QLineEdit()
        self.line.setPlaceholderText("any" if not strict else "none")
        self.line.editingFinished.connect(changed)
        self._button = QToolButton()
        self._button.setIcon(icon("mdi6.menu-down"))
        self._button.setToolTip("Choose from the list")
        self._button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._menu = QMenu(self._button)
        self._menu.aboutToShow.connect(self._fill)
        self._button.setMenu(self._menu)
        self.widget = QWidget()
        layout = QHBoxLayout(self.widget)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addWidget(self.line, 1)
        layout.addWidget(self._button)
        self._button.setVisible(bool(options))  # not before it has a parent: it would be a window for a moment

    def _fill(self) -> None:
        self._menu.clear()
        there = self.value()
        for key, name in self._options:
            action = QAction(name, self._menu)
            action.setCheckable(True)
            action.setChecked(key in there)
            action.toggled.connect(lambda on, key=key: self.tick(key, on))
            self._menu.addAction(action)

    def tick(self, key: str, on: bool) -> None:
        """Take a word in or out."""
        words = [word for word in self.value() if word != key]
        self.put([*words, key] if on else words)
        self._changed()

    def value(self) -> list[str]:
        """The words as they are stored."""
        words = [word.strip() for word in self.line.text().split(",") if word.strip()]
        return ["" if word == BLANK else self._keys.get(word.lower(), word) for word in words]

    def put(self, value: Any) -> None:
        """Show words by their names."""
        self.line.setText(", ".join(self._names.get(word, word) or BLANK for word in value or ()))


class IntegersInput:
    """Whole numbers with commas between them."""

    def __init__(self, changed: Changed) -> None:
        self.widget: QLineEdit = QLineEdit()
        self.widget.setPlaceholderText("none")
        self.widget.editingFinished.connect(changed)

    def value(self) -> list[int]:
        """The numbers; a ValueError says which is none."""
        found = []
        for word in self.widget.text().replace(";", ",").split(","):
            if word.strip():
                try:
                    found.append(int(word))
                except ValueError as error:
                    raise ValueError(f"“{word.strip()}” is not a whole number") from error
        return found

    def put(self, value: Any) -> None:
        """Show numbers."""
        self.widget.setText(", ".join(str(number) for number in value or ()))


class NamesInput:
    """Words by name in a small table; the last line is for a new one."""

    def __init__(
        self, changed: Changed, names: Sequence[Option] = (), options: Sequence[Option] = (), *, many: bool = False
    ) -> None:
        self._changed = changed
        self._many = many
        self._names = [key for key, _ in names]
        hint = ", ".join(key for key, _ in options)
        table = QTableWidget(0, 2)
        table.setHorizontalHeaderLabels(["For", "Is"])
        table.verticalHeader().hide()
        table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        table.setMaximumHeight(150)
        table.setToolTip(f"One of: {hint}" if hint else "")
        table.itemChanged.connect(self._edited)
        self.widget: QTableWidget = table

    def _edited(self, _item: QTableWidgetItem) -> None:
        self._changed()
        self.put(self.value())

    def value(self) -> dict[str, Any]:
        """The words by name; a list of them for each name where there may be several."""
        found: dict[str, Any] = {}
        for row in range(self.widget.rowCount()):
            texts = [item.text().strip() if (item := self.widget.item(row, column)) else "" for column in (0, 1)]
            if texts[0] and texts[1]:
                words = [word.strip() for word in texts[1].split(",") if word.strip()]
                found[texts[0]] = words if self._many else texts[1]
        return found

    def put(self, value: Any) -> None:
        """Show words by name, with room for one more."""
        self.widget.blockSignals(True)
        pairs = {name: ", ".join(words) if self._many else words for name, words in (value or {}).items()}
        lines = [*pairs.items(), *((name, "") for name in self._names if name not in pairs), ("", "")]
        self.widget.setRowCount(len(lines))
        for row, texts in enumerate(lines):
            for column, text in enumerate(texts):
                self.widget.setItem(row, column, QTableWidgetItem(text))
        high = self.widget.horizontalHeader().sizeHint().height() + 4
        self.widget.setFixedHeight(min(150, high + sum(self.widget.rowHeight(row) for row in range(len(lines)))))
        self.widget.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.widget.blockSignals(False)
