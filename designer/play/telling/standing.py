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
from engine.records.play import HasPoints, HoldsPlaces, PointsByTurn, TurnReached
from engine.rules import score
from engine.rules.table import Table
from engine.rules.victory import held_places, meant_places
from engine.scenario.sentences import common, counted, listed, plural, victory_words

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


def goals(table: Table) -> list[list[Goal]]:
    """For every side what it lacks for the next level of victory that can come now, or else the most that it has."""
    levels: dict[int, list[list[Goal]]] = {}
    early: dict[int, list[list[Goal]]] = {}
    for row in table.scenario.victories:
        parts = list(parts_of(row.condition)) if row.winner is not None else []
        known = [_goal(table, part) for part in parts if isinstance(part, HoldsPlaces | HasPoints | PointsByTurn)]
        level = [goal for goal in known if goal.needs > 0 and table.scenario.sides[goal.side].side == row.winner]
        if level:
            now = all(part.holds(table) for part in parts if isinstance(part, TurnReached))
            (levels if now else early).setdefault(level[0].side, []).append(level)
    return [_next(levels.get(side) or early[side]) for side in sorted(levels.keys() | early.keys())]


def _next(levels: list[list[Goal]]) -> list[Goal]:
    """Of the levels of a side what is lacking for the next, or the greatest goal where nothing lacks."""
    lacking = [[goal for goal in level if goal.has < goal.needs] for level in levels]
    ahead = [(sum(goal.needs for goal in level), number) for number, level in enumerate(levels) if lacking[number]]
    return lacking[min(ahead)[1]] if ahead else [max((g for level in levels for g in level), key=lambda g: g.needs)]


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
    return "\n".join(f"{sides[level[0].side].name}: {how_far(*level)}" for level in found)


def how_far(*level: Goal) -> str:
    """What a side has of what it needs; where it has more, how many it needs."""
    if len(level) == 1 and level[0].has > level[0].needs:
        return f"{figure(level[0].has)} {level[0].noun}, {figure(level[0].needs)} needed"
    nouns = {goal.noun for goal in level}
    same = nouns.pop() if len(nouns) == 1 else ""
    return f"{listed([_part(goal, '' if same else goal.noun) for goal in level])} {same}".rstrip()


def _part(goal: Goal, noun: str) -> str:
    return f"{figure(goal.has)} of {figure(goal.needs)} {noun}".rstrip()


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
