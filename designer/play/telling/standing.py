"""How the sides stand: what each has of what it needs to win, always in sight."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QSizePolicy

from designer.labels import Label
from designer.paint.faces import figure
from designer.play.telling.chronicle import parts_of
from designer.theme import current_theme, scaled
from engine.records.board import PlaceKind
from engine.records.play import HasPoints, HoldsPlaces, PointsByTurn
from engine.rules import score
from engine.rules.table import Table
from engine.rules.victory import held_places, meant_places
from engine.scenario.sentences import common, counted, plural, victory_words

WIDTH, WIDEST = 190, 270
"""Pixels that the score has for itself, at the usual text size and at any."""

MOST = (330, 420)
"""Pixels that it may take where it has more to say."""


@dataclass(frozen=True)
class Goal:
    """What a side has, and what it needs for a level of victory."""

    side: int
    has: float
    needs: float
    noun: str


def goals(table: Table) -> list[Goal]:
    """For every side the next goal that it has not reached, or else the last that it has."""
    found: dict[int, list[Goal]] = {}
    for row in table.scenario.victories:
        for part in parts_of(row.condition) if row.winner is not None else ():
            goal = _goal(table, part) if isinstance(part, HoldsPlaces | HasPoints | PointsByTurn) else None
            if goal is not None and goal.needs > 0 and table.scenario.sides[goal.side].side == row.winner:
                found.setdefault(goal.side, []).append(goal)
    chosen = []
    for side in sorted(found):
        ahead = sorted((goal for goal in found[side] if goal.has < goal.needs), key=lambda goal: goal.needs)
        chosen.append(ahead[0] if ahead else max(found[side], key=lambda goal: goal.needs))
    return chosen


def _goal(table: Table, condition: HoldsPlaces | HasPoints | PointsByTurn) -> Goal:
    side = table.scenario.side_index[condition.side]
    if isinstance(condition, PointsByTurn):
        chart = table.scenario.tables.get(condition.chart)
        needs = chart.number(str(max(1, table.state.turn)), condition.column) if chart is not None else 0.0
        return Goal(side, score.points(table, condition.side), needs, "points")
    if isinstance(condition, HasPoints):
        return Goal(side, score.points(table, condition.side), condition.at_least, "points")
    kinds = [table.scenario.rows.get(PlaceKind, key) for key in condition.kinds]
    noun = common(table.scenario.rows, kinds[0].name) if len(kinds) == 1 and kinds[0] is not None else "place"
    needs = len(meant_places(table, condition)) if condition.at_least < 0 else condition.at_least
    return Goal(side, len(held_places(table, condition)), needs, noun if needs == 1 else plural(noun))


def standing_words(table: Table) -> str:
    """A line a side: what it has, and what it needs; where no number is needed, the points that it has."""
    sides, found = table.scenario.sides, goals(table)
    if not found:
        points = [(side.name, score.points(table, side.side)) for side in sides]
        scored = any(has for _, has in points)
        return "\n".join(f"{name}: {counted(has, 'point')}" for name, has in points) if scored else ""
    return "\n".join(f"{sides[goal.side].name}: {how_far(goal)}" for goal in found)


def how_far(goal: Goal) -> str:
    """What a side has of what it needs; where it has more, how many it needs."""
    if goal.has > goal.needs:
        return f"{figure(goal.has)} {goal.noun}, {figure(goal.needs)} needed"
    return f"{figure(goal.has)} of {figure(goal.needs)} {goal.noun}"


class Standing(Label):
    """The score beside the strip; a click opens the whole of it."""

    opened = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setAlignment(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Ignored)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.dress()

    def dress(self) -> None:
        """Take the colours and the size of the theme."""
        theme = current_theme()
        self.setStyleSheet(
            f"background: {theme.panel}; border-top: 1px solid {theme.line}; padding: 2px 12px; color: {theme.text};"
            " font-weight: 600;"
        )
        self.setFixedWidth(scaled(WIDTH, WIDEST))
        self._widen()

    def follow(self, table: Table) -> None:
        """Show how it stands now, and under the mouse how the game can end."""
        self.setText(standing_words(table))
        self._widen()
        ways = [victory_words(table.scenario.rows, row) for row in table.scenario.victories]
        self.setToolTip("\n".join([*ways, "Click for the whole score."]))

    def _widen(self) -> None:
        """Have room for what it says, within limits; it never shrinks, so that nothing beside it moves."""
        self.ensurePolished()
        wanted = self.sizeHint().width()
        if wanted > self.width():
            self.setFixedWidth(min(wanted, scaled(*MOST)))

    def mousePressEvent(self, _event: QMouseEvent) -> None:
        """Open the score."""
        self.opened.emit()
