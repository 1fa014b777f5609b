"""What the bots of a comparison know: their own version, or only the first.

A bot that reads a changed table plans differently from the first turn on, and two games that part on the first turn
tell little of each other.  Where the bots of both versions plan by the first one, games part only where the change
itself strikes, and a difference shows in a fraction of the games.  What it leaves out is how players would adapt, which
is small beside the change itself while that is small.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.lab.record import Played
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


def cells_changed(changes: Iterable[Change], rows: Rows) -> frozenset[tuple[str, str]] | None:
    """Rows and columns of the one combat results table where these changes lie; None where they lie elsewhere too."""
    found = set()
    crts = [chart for chart in rows.all(Chart) if chart.kind == "crt"]
    for change in changes:
        row = change.after
        if not isinstance(row, ChartCell) or change.before is None or len(crts) != 1 or row.chart != crts[0].chart:
            return None
        found.add((row.row, row.column))
    return frozenset(found)


def untouched(played: Played, cells: frozenset[tuple[str, str]] | None) -> bool:
    """Whether a game of the first version never came upon what another changes, so that there it goes the same way."""
    return cells is not None and not any((str(fight.total), fight.column) in cells for fight in played.fights)
