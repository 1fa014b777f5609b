"""The mechanisms: all there are, which of them the scenario uses, and the form of the one in front."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QScrollArea, QSplitter, QVBoxLayout, QWidget

from designer.document import Document
from designer.inputs.holder import FormHolder
from designer.labels import Label, Markup, RichLabel, rich, together
from designer.theme import as_heading, current_theme, scaled
from engine.records.changes import Change, drop, put
from engine.records.play import MechanismRow, RuleCase
from engine.rules.parameters import Parameters, read_parameters
from engine.systems.catalogue import all_mechanisms
from engine.systems.rule_words import rule_words

KEY = Qt.ItemDataRole.UserRole


class MechanismsPage(QSplitter):
    """Tick a mechanism to use it; its form is generated from its declared parameters."""

    def __init__(self, document: Document) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._document = document
        self.list = QListWidget()
        self.list.setMinimumWidth(scaled(230))
        self.holder = FormHolder(document.rows)
        self.holder.edited.connect(self._edited)
        self.title, self.help, self.words, self.cases = Label(), Label(), RichLabel(), RichLabel()
        for label in (self.title, self.help, self.words, self.cases):
            label.setWordWrap(True)
        as_heading(self.title)
        body = QWidget()
        layout = QVBoxLayout(body)
        layout.setContentsMargins(16, 8, 16, 8)
        layout.setSpacing(10)
        for widget in (self.title, self.help, self.holder, self.words, self.cases):
            layout.addWidget(widget)
        layout.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidget(body)
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        self.addWidget(self.list)
        self.addWidget(scroll)
        self.setSizes([scaled(270), 900])
        self.setStretchFactor(1, 1)
        self.refill()
        self.list.currentItemChanged.connect(lambda _now, _before: self._show())
        self.list.itemChanged.connect(self._ticked)
        document.changed.connect(self._follow)
        self.list.setCurrentRow(0)

    def refill(self) -> None:
        """List the mechanisms, those in use first."""
        kept = self.current()
        used = {row.mechanism for row in self._document.rows.all(MechanismRow)}
        kinds = all_mechanisms()
        self.list.blockSignals(True)
        self.list.clear()
        for key in sorted(kinds, key=lambda key: (key not in used, kinds[key].title)):
            item = QListWidgetItem(kinds[key].title)
            item.setData(KEY, key)
            item.setToolTip(kinds[key].help)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(Qt.CheckState.Checked if key in used else Qt.CheckState.Unchecked)
            if key not in used:
                item.setForeground(current_theme().colour("muted"))
            self.list.addItem(item)
            if key == kept:
                self.list.setCurrentItem(item)
        self.list.blockSignals(False)

    def current(self) -> str:
        """The key of the mechanism in front."""
        item = self.list.currentItem()
        return str(item.data(KEY)) if item else ""

    def choose(self, key: str) -> bool:
        """Bring a mechanism to the front."""
        for index in range(self.list.count()):
            if self.list.item(index).data(KEY) == key:
                self.list.setCurrentRow(index)
                return True
        return False

    def _ticked(self, item: QListWidgetItem) -> None:
        key, rows = str(item.data(KEY)), self._document.rows
        title = all_mechanisms()[key].title
        row = rows.get(MechanismRow, key)
        if item.checkState() == Qt.CheckState.Checked and row is None:
            self._document.edit(f"Use {title}", [put(rows, MechanismRow(mechanism=key))])
        elif item.checkState() == Qt.CheckState.Unchecked and row is not None:
            self._document.edit(f"Do without {title}", [drop(row)])

    def _show(self) -> None:
        kind, row = all_mechanisms().get(self.current()), self._row()
        self.holder.show_struct(kind, row.params if row else None, enabled=row is not None)
        if kind is not None:
            self.title.setText(kind.title)
            self.help.setText(kind.help)
            self._tell()

    def showEvent(self, event: QShowEvent) -> None:
        """Offer what the scenario has now."""
        super().showEvent(event)
        self._show()

    def _row(self) -> MechanismRow | None:
        return self._document.rows.get(MechanismRow, self.current())

    def _tell(self) -> None:
        """Say what the mechanism comes to, and what its rule cases are about."""
        row, kind = self._row(), all_mechanisms().get(self.current())
        if row is None or kind is None:
            self.words.setText("Not used in this scenario. Tick it in the list to use it.")
            self.cases.clear()
            return
        rule = _read(kind, row)
        muted = current_theme().muted
        said = " ".join(rule_words(self._document.rows, rule)) if rule is not None else ""
        self.words.setText(rich("<span style='color:{}'>In words:</span> {}", muted, said) if said else "")
        self.cases.setText(self._case_words(rule))

    def _case_words(self, rule: Parameters | None) -> Markup:
        said = []
        for case in dict.fromkeys(rule.cases.values()) if rule else ():
            row = self._document.rows.get(RuleCase, case)
            if row is not None:
                again = row.text.lower().startswith(row.title.lower())
                said.append(rich("<b>{}</b> {}", case if again else f"{case} {row.title}", row.text))
        return together(said, rich("<br>"))

    def _edited(self, values: dict[str, object]) -> None:
        row = self._row()
        if row is not None:
            title = all_mechanisms()[row.mechanism].title
            self._document.edit(f"Change {title.lower()}", [put(self._document.rows, replace(row, params=values))])

    def _follow(self, changes: list[Change]) -> None:
        if not any(change.table == "mechanism" for change in changes):
            return
        if any(change.before is None or change.after is None for change in changes):
            self.refill()
        row = self._row()
        if self.holder.form is not None:
            self.holder.form.setEnabled(row is not None)
        if row is not None:
            self.holder.follow(row.params)
        self._tell()


def _read(kind: type[Parameters], row: MechanismRow) -> Parameters | None:
    try:
        return read_parameters(kind, row.params)
    except msgspec.ValidationError:
        return None
