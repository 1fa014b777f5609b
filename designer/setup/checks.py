"""The checks of the set-up, side by side."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QScrollArea, QVBoxLayout, QWidget

from designer.setup.operations import roster
from designer.theme import current_theme
from engine.errors import Problem
from engine.records import Rows
from engine.records.board import Place
from engine.records.counters import Side
from engine.records.markers import MarkerStart
from engine.records.play import Arrival, Placement
from engine.records.weather import WeatherZone
from engine.scenario.deployment import deployment
from engine.systems.setup_check import check_setup

OWN = frozenset(kind.table for kind in (Placement, Arrival, WeatherZone, MarkerStart))
"""The tables of the set-up."""


def side_words(rows: Rows, side: Side) -> list[tuple[str, bool]]:
    """What there is to say of a side's set-up, and whether it is well."""
    dealt = deployment(rows)
    mine = {piece.key for piece in dealt.pieces if piece.unit.side == side.side}
    placed = sum(key in mine for line in dealt.placed.values() for key in line)
    coming = sum(key in mine for line in dealt.arriving.values() for key in line)
    waiting = sum(one.waiting for one in roster(rows, side.side, dealt))
    held = sum(place.owner == side.side for place in rows.all(Place))
    said = [(f"{placed} counters set up, {coming} arriving.", bool(placed))]
    said.append((f"Holds {held} places at the start.", True))
    if waiting:
        said.append((f"{waiting} counters have no place yet.", False))
    return said


class ChecksPanel(QScrollArea):
    """What is well and what is not; a problem can be clicked."""

    culprit = Signal(str, object)

    def __init__(self) -> None:
        super().__init__()
        self.label = QLabel()
        self.label.setTextFormat(Qt.TextFormat.RichText)
        self.label.setWordWrap(True)
        self.label.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.label.setContentsMargins(12, 8, 12, 8)
        self.label.linkActivated.connect(self._go)
        self._problems: list[Problem] = []
        body = QWidget()
        QVBoxLayout(body).addWidget(self.label)
        self.setWidget(body)
        self.setWidgetResizable(True)
        self.setFrameShape(QScrollArea.Shape.NoFrame)

    def show_checks(self, rows: Rows, problems: list[Problem]) -> None:
        """Show the state of the set-up."""
        theme = current_theme()
        own = [one for one in problems if one.table in OWN]
        self._problems = [*own, *(one for one in check_setup(rows) if one not in own)]
        parts = []
        for side in sorted(rows.all(Side), key=lambda side: side.position):
            lines = "".join(
                f"<li style='color:{theme.text if well else theme.warning}'>{escape(text)}</li>"
                for text, well in side_words(rows, side)
            )
            parts.append(f"<b>{escape(side.name)}</b><ul style='margin-left:-20px'>{lines}</ul>")
        said = "".join(
            f"<li><a href='{n}' style='color:{theme.bad if one.severity == 'error' else theme.warning}'>"
            f"{escape(str(one.key[0]) if one.key else '')}</a>: {escape(one.message)}</li>"
            for n, one in enumerate(self._problems)
        )
        well = f"<p style='color:{theme.good}'>No problem in the set-up.</p>"
        self.label.setText("".join(parts) + (f"<ul style='margin-left:-20px'>{said}</ul>" if said else well))

    def _go(self, number: str) -> None:
        problem = self._problems[int(number)]
        self.culprit.emit(problem.table, problem.key)
