"""The dialog that brings a plan here from another scenario of the library."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from designer.doctrine.copying import doctrine_in, like_side, misgivings
from designer.labels import Label, add_row
from designer.theme import current_theme, resize_scaled
from designer.wording import count
from designer.work import Worker
from engine.records import Rows
from engine.records.counters import Side
from engine.records.play import Plan
from engine.store.library import Library

_KEY = Qt.ItemDataRole.UserRole


def read(path: Path, slug: str) -> Rows:
    """The rows of a scenario, by a connection of its own."""
    with Library.open(path, read_only=True) as library:
        return library.load(slug)


class CopyPlan(QDialog):
    """Choose a scenario, a plan of it and the side that gets it; `chosen` carries the rows, the plan and the side."""

    chosen = Signal(object, str, str)

    def __init__(self, parent: QWidget, rows: Rows, path: Path, scenarios: Sequence[tuple[str, str]]) -> None:
        super().__init__(parent)
        self.setWindowTitle("Copy a plan from another scenario")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._rows, self._path = rows, path
        self._source: Rows | None = None
        self._worker = Worker(self)
        self.scenario, self.side = QComboBox(), QComboBox()
        self.plans, self.notes = QListWidget(), Label()
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self.copy = self.buttons.button(QDialogButtonBox.StandardButton.Ok)
        for slug, title in scenarios:
            self.scenario.addItem(title, slug)
        for one in sorted(rows.all(Side), key=lambda row: row.position):
            self.side.addItem(one.name, one.side)
        self._lay_out()
        self.scenario.currentIndexChanged.connect(lambda _index: self._read())
        self.plans.currentItemChanged.connect(lambda _item, _before: self._look())
        self.plans.itemDoubleClicked.connect(lambda _item: self.accept())
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self._read()

    def _lay_out(self) -> None:
        self.copy.setText("Copy")
        self.notes.setWordWrap(True)
        self.notes.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.notes.setMinimumHeight(4 * self.notes.fontMetrics().lineSpacing())
        self.notes.setStyleSheet(f"color: {current_theme().muted};")
        form = QFormLayout()
        add_row(form, "From", self.scenario)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 16, 20, 14)
        layout.setSpacing(10)
        layout.addLayout(form)
        layout.addWidget(self.plans, 1)
        below = QFormLayout()
        add_row(below, "For the side", self.side)
        layout.addLayout(below)
        layout.addWidget(self.notes)
        layout.addWidget(self.buttons)
        resize_scaled(self, 520, 460)

    def _read(self) -> None:
        self.plans.clear()
        self._source = None
        self._look()
        slug = self.scenario.currentData()
        if slug is None:
            self.notes.setText("There is no other scenario in this library.")
            return
        self.notes.setText("Reading the scenario")
        path = self._path
        self._worker.ask("plans", lambda: read(path, slug), self._show, lambda error: self.notes.setText(str(error)))

    def _show(self, source: Rows) -> None:
        self._source = source
        sides = {row.side: row.name for row in source.all(Side)}
        for plan in source.all(Plan):
            rules = sum(row.on for row in doctrine_in(source, plan.plan))
            item = QListWidgetItem(f"{plan.name} ({sides.get(plan.side, plan.side)}, {count(rules, 'rule')})")
            item.setData(_KEY, plan.plan)
            item.setToolTip(plan.note)
            self.plans.addItem(item)
        self.plans.setCurrentRow(0)
        if not self.plans.count():
            self.notes.setText("This scenario has no plans; its bots plan from its victory conditions.")

    def _look(self) -> None:
        """Propose the side, and say what the plan speaks of that is not here."""
        item, source = self.plans.currentItem(), self._source
        plan = source.get(Plan, item.data(_KEY)) if item is not None and source is not None else None
        self.copy.setEnabled(plan is not None and self.side.count() > 0)
        if plan is None or source is None:
            return
        self.side.setCurrentIndex(max(self.side.findData(like_side(self._rows, source, plan.side)), 0))
        found = misgivings(self._rows, doctrine_in(source, plan.plan))
        self.notes.setText(
            "\n".join(["Passed over here:", *found]) if found else "Everything it speaks of is here, too."
        )

    def accept(self) -> None:
        """Copy the plan in front."""
        item = self.plans.currentItem()
        if item is not None and self._source is not None and self.copy.isEnabled():
            source, plan, side = self._source, str(item.data(_KEY)), str(self.side.currentData())
            super().accept()
            self.chosen.emit(source, plan, side)
