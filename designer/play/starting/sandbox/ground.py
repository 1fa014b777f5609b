"""The ground of an arranged position: the weather of each zone, and where markers lie."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QComboBox, QFormLayout, QLineEdit, QWidget

from designer.labels import Label, add_row
from designer.play.starting.sandbox.draft import PositionDraft
from designer.theme import as_heading
from engine.ids import Cell


class GroundPanel(QWidget):
    """A line for each weather zone and each marker, where the scenario has such."""

    blown = Signal(int, int)
    """A zone is to have a weather, both by number."""
    marked = Signal(int, str)
    """A marker is to lie in a cell, or nowhere."""

    def __init__(self, draft: PositionDraft) -> None:
        super().__init__()
        self._draft = draft
        scenario = draft.setting.scenario
        self.wanted = bool(scenario.zones or scenario.markers)
        self.skies: list[QComboBox] = []
        self.cells: list[QLineEdit] = []
        layout = QFormLayout(self)
        layout.setContentsMargins(12, 12, 12, 8)
        if scenario.zones:
            layout.addRow(as_heading(Label("Weather")))
        for zone, row in enumerate(scenario.zones):
            self.skies.append(self._sky(zone))
            add_row(layout, row.name, self.skies[-1])
        if scenario.markers:
            layout.addRow(as_heading(Label("Markers")))
        for number, kind in enumerate(scenario.marker_kinds):
            self.cells.append(self._cell(number))
            add_row(layout, kind.name, self.cells[-1])
        self.refresh()

    def _sky(self, zone: int) -> QComboBox:
        combo = QComboBox()
        for index, weather in enumerate(self._draft.setting.scenario.weathers):
            combo.addItem(weather.name, index)
        combo.activated.connect(lambda _index: self.blown.emit(zone, combo.currentData()))
        return combo

    def _cell(self, number: int) -> QLineEdit:
        line = QLineEdit()
        line.setPlaceholderText("not on the map")
        line.setToolTip("The number of its cell; empty: it is not on the map")
        line.editingFinished.connect(lambda: self._left(number))
        return line

    def _left(self, number: int) -> None:
        if self.cells[number].text().strip() != self._label(number):
            self.marked.emit(number, self.cells[number].text().strip())

    def _label(self, number: int) -> str:
        cell = self._draft.table.state.markers[number]
        return self._draft.setting.board.label(Cell(cell)) if cell >= 0 else ""

    def refresh(self) -> None:
        """Show the weather and the markers as they are now."""
        for zone, combo in enumerate(self.skies):
            with QSignalBlocker(combo):
                combo.setCurrentIndex(combo.findData(self._draft.table.state.weather[zone]))
        for number, line in enumerate(self.cells):
            line.setText(self._label(number))
