"""What the bots of a comparison know: their own version, or only the first.

A bot that reads a changed table plans differently from the first turn on, and two games that part on the first turn
tell little of each other.  Where the bots of both versions plan by the first one, games part only where the change
itself strikes, and a difference shows in a fraction of the games.  What it leaves out is how players would adapt, which
is small beside the change itself while that is small.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.play import Game, View
from engine.records import Rows
from engine.records.changes import Change
from engine.records.charts import Chart, ChartCell
from engine.records.columns import columns
from engine.rules.setting import Setting
from engine.rules.table import Table

HIDDEN: dict[str, frozenset[str]] = {
    "chart_cell": frozenset({"value"}),
    "result": frozenset({"effects", "advance", "name", "case", "position"}),
    "face": frozenset({"attack", "defence"}),
    "unit": frozenset({"name", "note", "provenance"}),
    "victory": frozenset({"name", "winner", "condition", "when", "case"}),
    "scenario": frozenset({"title", "subtitle", "description", "sources", "provenance"}),
}
"""Columns that can differ without a bot that knows only the first version ever trying what the second forbids."""


def can_hide(changes: Iterable[Change]) -> bool:
    """Whether bots can plan by the first version in games of another that has these changes."""
    return all(_hidden(change) for change in changes)


def _hidden(change: Change) -> bool:
    before, after = change.before, change.after
    if before is None or after is None:
        return False
    touched = {
        column.name for column in columns(type(before)) if getattr(before, column.name) != getattr(after, column.name)
    }
    return touched <= HIDDEN.get(change.table, frozenset())


def eyes(game: Game, known: Setting | None) -> list[View]:
    """What the player of each side sees, who knows this version of the scenario or, if named, another."""
    sides = range(len(game.scenario.sides))
    return [game.view(side) if known is None else KnownView(game, side, known) for side in sides]


class KnownView(View):
    """A game as a side sees it whose player knows another version of the scenario."""

    def __init__(self, game: Game, side: int, known: Setting) -> None:
        super().__init__(game, side)
        self.setting = known
        self.scenario = known.scenario
        self._table = Table(known, game.state, seed=0)


def results_only(changes: Iterable[Change], rows: Rows) -> bool:
    """Whether these changes lie in the cells of the one combat results table and nowhere else.

    A game of the first version in which no throw was struck by them goes the same way in the other, for bots who plan
    by the first in both.
    """
    crts = [chart.chart for chart in rows.all(Chart) if chart.kind == "crt"]
    return len(crts) == 1 and all(
        isinstance(change.after, ChartCell) and change.before is not None and change.after.chart == crts[0]
        for change in changes
    )
