"""The checks of the set-up, side by side."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from designer.culprits import place_of
from designer.labels import Markup, RichLabel, rich, together
from designer.setup.operations import roster
from designer.theme import current_theme
from designer.wording import count
from engine.errors import Problem
from engine.records import Rows
from engine.records.board import Place
from engine.records.counters import Side
from engine.records.markers import MarkerStart
from engine.records.play import Arrival, Placement
from engine.records.weather import WeatherZone
from engine.scenario.entering import check_entering, entering

OWN = frozenset(kind.table for kind in (Placement, Arrival, WeatherZone, MarkerStart))
"""The tables of the set-up."""


def side_words(rows: Rows, side: Side) -> list[tuple[str, bool]]:
    """What there is to say of a side's set-up, and whether it is well."""
    found = entering(rows)
    dealt = found.dealt
    mine = {piece.key for piece in dealt.pieces if piece.unit.side == side.side}
    placed = sum(key in mine for line in dealt.placed.values() for key in line)
    coming = sum(key in mine for line in dealt.arriving.values() for key in line)
    waiting = sum(one.waiting for one in roster(rows, side.side, dealt))
    held = sum(place.owner == side.side for place in rows.all(Place))
    said = [(f"{count(placed, 'counter')} set up, {coming} arriving.", bool(placed))]
    said.append((f"Holds {count(held, 'place')} at the start.", True))
    if waiting and side.side in found.fresh:
        said.append((f"{count(waiting, 'counter')} to come by production.", True))
    elif waiting:
        said.append((f"{count(waiting, 'counter')} {'has' if waiting == 1 else 'have'} no place yet.", False))
    return said


class ChecksPanel(QScrollArea):
    """What is well and what is not; a problem can be clicked."""

    culprit = Signal(str, object)

    def __init__(self) -> None:
        super().__init__()
        self.label = RichLabel()
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
        from engine.systems.setup_check import check_setup  # loads every rule: only who looks at this page should wait

        theme = current_theme()
        own = [one for one in problems if one.table in OWN]
        now = [*check_setup(rows), *(one for one in check_entering(rows) if one.table in OWN)]
        self._problems = [*own, *(one for one in now if one not in own)]
        parts = []
        for side in sorted(rows.all(Side), key=lambda side: side.position):
            lines = together(
                rich("<li style='color:{}'>{}</li>", theme.text if well else theme.warning, text)
                for text, well in side_words(rows, side)
            )
            parts.append(rich("<b>{}</b><ul style='margin-left:-20px'>{}</ul>", side.name, lines))
        said = together(self._line(number, place_of(rows, one), one) for number, one in enumerate(self._problems))
        well = rich("<p style='color:{}'>No problem in the set-up.</p>", theme.good)
        self.label.setText(together([*parts, rich("<ul style='margin-left:-20px'>{}</ul>", said) if said else well]))

    @staticmethod
    def _line(number: int, where: str, problem: Problem) -> Markup:
        colour = current_theme().bad if problem.severity == "error" else current_theme().warning
        return rich("<li><a href='{}' style='color:{}'>{}</a>: {}</li>", number, colour, where, problem.message)

    def _go(self, number: str) -> None:
        problem = self._problems[int(number)]
        self.culprit.emit(problem.table, problem.key)
