"""The sequence of play: the phases in a list, the parameters of the one in front beside it."""

from __future__ import annotations

from typing import cast

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHeaderView, QSplitter, QVBoxLayout, QWidget

from designer.document import Document
from designer.inputs.holder import FormHolder
from designer.labels import Label
from designer.rules.sheets import phase_sheet, phase_words
from designer.tables.grid import GridView
from designer.tables.part import Grids
from designer.tables.sheet import Line
from designer.theme import scaled
from designer.upright import Upright
from engine.records.changes import Change, put
from engine.records.play import Phase
from engine.systems.catalogue import all_phases

SAYS = "Choose a phase to see and change what is done in it."


class SequencePage(QSplitter):
    """Phases, and the form of one."""

    def __init__(self, document: Document, grids: Grids) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._document = document
        self._line: Line | None = None
        self._kind = ""
        self.grid = grids.add(
            GridView(
                document,
                phase_sheet(document.rows),
                empty="There is no sequence of play yet. Press + to add the first phase.",
            )
        )
        self.grid.view.setSortingEnabled(False)
        self.grid.view.horizontalHeader().setSectionResizeMode(5, QHeaderView.ResizeMode.Stretch)
        self.holder = FormHolder(document.rows)
        self.holder.edited.connect(self._edited)
        self.title = Label(SAYS)
        self.title.setStyleSheet("font-weight: 600;")
        self.words = Label()
        for label in (self.title, self.words):
            label.setWordWrap(True)
        body = QWidget()
        layout = QVBoxLayout(body)
        layout.setContentsMargins(12, 8, 8, 8)
        for widget in (self.title, self.words, self.holder):
            layout.addWidget(widget)
        layout.addStretch(1)
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(10, 8, 4, 8)
        column.addWidget(self.grid)
        self.addWidget(left)
        self.addWidget(Upright(body))
        self.setSizes([760, scaled(420, 520)])
        self.setStretchFactor(0, 1)
        self.grid.picked.connect(self.show_phase)
        document.changed.connect(self._follow)

    def phase(self) -> Phase | None:
        """The phase in front."""
        return self._document.rows.get(Phase, *cast(tuple[str], self._line)) if self._line else None

    def show_phase(self, line: Line | None) -> None:
        """Show a phase's parameters."""
        self._line = line
        phase = self.phase()
        kind = all_phases().get(phase.kind) if phase else None
        self._kind = phase.kind if phase else ""
        self.title.setText(f"{phase.name}: {kind.title if kind else phase.kind}" if phase else SAYS)
        self.words.setText(phase_words(self._document.rows, phase) if phase else "")
        self.holder.show_struct(kind, phase.params if phase else None)

    def _edited(self, values: dict[str, object]) -> None:
        phase = self.phase()
        if phase is not None:
            changed = put(self._document.rows, replace(phase, params=values))
            self._document.edit(f"Change what is done in {phase.name}", [changed])

    def _follow(self, changes: list[Change]) -> None:
        phase = self.phase()
        if not any(change.table == "phase" for change in changes):
            return
        if phase is None or phase.kind != self._kind:
            self.show_phase(self._line if phase else None)
        elif phase.kind in all_phases():
            self.title.setText(f"{phase.name}: {all_phases()[phase.kind].title}")
            self.words.setText(phase_words(self._document.rows, phase))
            self.holder.follow(phase.params)

    def showEvent(self, event: QShowEvent) -> None:
        """Offer what the scenario has now."""
        super().showEvent(event)
        self.show_phase(self._line if self.phase() else None)
