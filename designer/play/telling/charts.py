"""The charts beside the map: the combat results table and the terrain effects chart of the game that is played."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from designer.labels import Markup, RichPage, rich, together
from designer.paint.results import paper_tone
from designer.theme import current_theme
from engine.charts import CombatTable, LookupTable
from engine.charts.analysis import sufferer
from engine.records.board import HexsideKind, LinkKind, PlaceKind, Tec, TecColumn, TerrainKind
from engine.scenario import Scenario
from engine.scenario.sentences import result_words

_LAYERS: tuple[tuple[str, type[TerrainKind | HexsideKind | LinkKind | PlaceKind]], ...] = (
    ("terrain", TerrainKind),
    ("hexside", HexsideKind),
    ("link", LinkKind),
    ("place", PlaceKind),
)
_PROHIBITED = "P"


class ChartsPanel(QWidget):
    """Every chart as it is used, on one page."""

    def __init__(self, scenario: Scenario) -> None:
        super().__init__()
        self._scenario = scenario
        self.page = RichPage()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 6, 8, 6)
        layout.addWidget(self.page)
        self.dress()

    def dress(self) -> None:
        """Set the charts in the colours of the theme."""
        scenario = self._scenario
        parts = [_combat(table) for table in scenario.combat_tables.values()]
        parts.append(_terrain(scenario))
        others = (table for key, table in scenario.tables.items() if key not in scenario.combat_tables)
        parts += [_lookup(scenario, table) for table in others]
        self.page.show_text(together(part for part in parts if part))


def _grid(title: str, head: list[str], lines: list[tuple[object, ...]]) -> Markup:
    """A chart with its title; a cell that is markup brings its own tag."""
    line = current_theme().line
    cells = together(rich("<th align='center'>&nbsp;{}&nbsp;</th>", text) for text in head)
    body = together(rich("<tr>{}</tr>", together(map(_cell, row))) for row in lines)
    table = rich("<table border='1' cellspacing='0' cellpadding='2' style='border-color:{}'>", line)
    return rich("<h4>{}</h4>{}<tr>{}</tr>{}</table>", title, table, cells, body)


def _cell(value: object) -> Markup:
    return value if isinstance(value, Markup) else rich("<td align='center'>{}</td>", value)


def _combat(crt: CombatTable) -> Markup:
    """Results by die and column, washed in the colour of who suffers, and what each does."""
    table = crt.table
    lines = [(row, *(_result(crt, table.at(row, column)) for column in table.columns)) for row in table.rows]
    said = [rich("<p><b>{}</b> {}</p>", code, result_words(result)) for code, result in crt.results.items()]
    return rich("{}{}", _grid(table.chart.name, ["", *table.columns], [tuple(line) for line in lines]), together(said))


def _result(crt: CombatTable, code: str) -> Markup:
    result = crt.results.get(code)
    who = sufferer(result)
    words = rich("<span style='color:#111111'>&nbsp;{}&nbsp;</span>", code)
    return rich("<td align='center' bgcolor='{}'>{}</td>", paper_tone(who), words)


def _terrain(scenario: Scenario) -> Markup:
    """What every kind of ground does, in the words of the chart's columns."""
    columns = sorted(scenario.rows.all(TecColumn), key=lambda column: column.position)
    known: dict[tuple[str, str, str], str] = {
        (row.layer, row.kind, row.effect): row.value for row in scenario.rows.all(Tec)
    }
    lines: list[tuple[object, ...]] = []
    for layer, kind in _LAYERS:
        for row in sorted(scenario.rows.all(kind), key=lambda row: row.position):
            values = [known.get((layer, row.kind, column.effect), "") for column in columns]
            if any(values):
                lines.append((row.name, *("not" if value == _PROHIBITED else value for value in values)))
    if not lines:
        return rich("")
    return _grid("Terrain effects chart", ["", *(column.name for column in columns)], lines)


def _lookup(scenario: Scenario, table: LookupTable) -> Markup:
    names = {side.side: side.name for side in scenario.sides}
    lines: list[tuple[object, ...]] = [
        (row, *(table.at(row, column) for column in table.columns)) for row in table.rows
    ]
    return _grid(table.chart.name, ["", *(names.get(column, column) for column in table.columns)], lines)
