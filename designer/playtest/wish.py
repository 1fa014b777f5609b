"""The balance that the designer wishes for, which the linter holds playtests against."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QSpinBox, QVBoxLayout, QWidget

from designer.document import Document
from designer.labels import Label
from engine.records import Rows
from engine.records.changes import Change, drop, put
from engine.records.counters import Side
from engine.records.play import Balance


def first_side(rows: Rows) -> Side | None:
    """The side whose score is spoken of."""
    return min(rows.all(Side), key=lambda side: side.position, default=None)


class WishForm(QWidget):
    """Whether a balance is wished for, and between which shares of the games the first side should score."""

    def __init__(self, document: Document) -> None:
        super().__init__()
        self._document = document
        self.on = QCheckBox("Warn me outside this balance")
        self.on.setToolTip("The list of problems warns when the last playtest of the scenario lies outside of it")
        self.least, self.most = QSpinBox(), QSpinBox()
        self.who = Label()
        for box in (self.least, self.most):
            box.setRange(0, 100)
            box.setSuffix(" %")
            box.editingFinished.connect(self._write)
        line = QHBoxLayout()
        line.addWidget(self.who)
        line.addWidget(self.least)
        line.addWidget(Label("to"))
        line.addWidget(self.most)
        line.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 0, 12, 6)
        layout.setSpacing(4)
        layout.addWidget(self.on)
        layout.addLayout(line)
        self.on.toggled.connect(lambda _on: self._write())
        self.follow()

    def follow(self) -> None:
        """Show what the scenario says now."""
        side = first_side(self._document.rows)
        row = self._document.rows.get(Balance, side.side) if side else None
        shown = row or Balance(side=side.side if side else "x")
        self.setEnabled(side is not None)
        self.who.setText(f"{side.name} score" if side else "")
        with QSignalBlocker(self.on), QSignalBlocker(self.least), QSignalBlocker(self.most):
            self.on.setChecked(row is not None)
            self.least.setValue(round(100 * shown.least))
            self.most.setValue(round(100 * shown.most))
        for box in (self.least, self.most):
            box.setEnabled(row is not None)

    def _write(self) -> None:
        changes = self._changes()
        if changes:
            self._document.edit("Wish for a balance", changes)
        self.follow()

    def _changes(self) -> list[Change]:
        rows, side = self._document.rows, first_side(self._document.rows)
        before = rows.get(Balance, side.side) if side else None
        if side is None or (before is None and not self.on.isChecked()):
            return []
        if not self.on.isChecked():
            return [drop(before)] if before else []
        least, most = sorted((self.least.value() / 100, self.most.value() / 100))
        after = Balance(side=side.side, least=least, most=most)
        return [put(rows, after)] if after != before else []
