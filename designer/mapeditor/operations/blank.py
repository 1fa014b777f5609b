"""A new scenario, as the dialogs for it make one."""

from __future__ import annotations

from engine.records import ORDER, Record, Rows
from engine.records.board import Grid, HexsideKind, LinkKind, PlaceKind, Tec, TerrainKind
from engine.records.play import ScenarioRow
from engine.scenario.template import blank_scenario

_KINDS: dict[str, type[Record]] = {
    "terrain": TerrainKind,
    "hexside": HexsideKind,
    "link": LinkKind,
    "place": PlaceKind,
}
_MAP = {"grid", "cell", "hexside", "link", "place", "region", "region_cell", "box", "underlay"}


def blank(title: str, grid: Grid, turns: int = 7) -> Rows:
    """The rows of an empty scenario on a grid."""
    return blank_scenario(title, grid, turns)


def completed(map_rows: Rows, title: str) -> Rows:
    """A bare map with what else a new scenario begins with: sides, charts, phases, a goal."""
    template = blank_scenario(title, map_rows.the(Grid), 7)
    rows = Rows([template.the(ScenarioRow)])
    for kind in ORDER:
        own = map_rows.all(kind)
        for row in own or ([] if kind.table in _MAP else template.all(kind)):
            if not isinstance(row, Tec) or map_rows.has(_KINDS[row.layer], row.kind) or not _has_kinds(map_rows, row):
                rows.put(row)
    return rows


def _has_kinds(rows: Rows, row: Tec) -> bool:
    """Whether a map brings its own kinds for the layer of a chart's entry."""
    return bool(rows.all(_KINDS[row.layer]))
