"""Charts as tables: the combat results, what the results mean, the terrain effects, and any other chart."""

from __future__ import annotations

from designer.printing.blocks import Block, beside, heading, line_of, paragraph, stacked
from designer.printing.flow import Group
from designer.printing.material import Material
from designer.printing.pages import MUTED, Box, Rect, Shape, Swatch
from designer.printing.tables import Cell, Column, TableStyle, table
from designer.printing.type import BODY, CELL, NOTE, Measure, Type
from engine.charts import LookupTable
from engine.records.board import HexsideKind, LinkKind, Place, PlaceKind, Tec, TecColumn, TerrainKind
from engine.records.charts import AnyEffect, Choice, Result
from engine.scenario.sentences import result_words

_SUFFERS = {"defender": "#d7e8f1", "attacker": "#e39a8a", "both": "#efcf88"}
_WORDS = {"defender": "the defender suffers", "attacker": "the attacker suffers", "both": "both suffer"}
_SOURCES = {
    "rulebook": "As printed in the rulebook.",
    "found": "From a public source.",
    "derived": "Worked out from printed numbers.",
    "ours": "Our own reconstruction.",
}
_NUMBERS = Type(9.0, "sans", "semibold")
_SWATCH = (11.0, 6.2)


def whole(title: str, group: Group, width: float, measure: Measure, *after: Block) -> Group:
    """A table under its heading; both come again if it is split."""
    head, parts = heading(title, width, measure), (group.head,) if group.head else ()
    again = heading(f"{title} (continued)", width, measure)
    items = (*group.items, *after)
    return Group(items, head=stacked((head, *parts)), again=stacked((again, *parts)), gap=3.0, keep=min(14, len(items)))


def chart_group(material: Material, chart: LookupTable, width: float, measure: Measure) -> list[Group]:
    """A chart, and for a combat results table what its results mean."""
    is_crt = chart.chart.kind == "crt"
    suffers = _suffering(material, chart.chart.chart) if is_crt else {}
    first = max(12.0, *(measure(row, CELL) + 4 for row in (*chart.rows, _corner(chart))))
    first = min(first, width * 0.3)
    room = (width - first) / max(1, len(chart.columns))
    columns = [Column(_corner(chart), first)]
    columns += [Column(_heading(material, name), min(room, 30.0), "centre") for name in chart.columns]
    rows = [
        [Cell(row, strong=True), *(_cell(chart.at(row, column), suffers) for column in chart.columns)]
        for row in chart.rows
    ]
    style = TableStyle(_NUMBERS if is_crt else CELL, grid=True, least=5.6 if is_crt else 0.0)
    wide = sum(column.width for column in columns)
    after = [_key(suffers, measure)] if suffers else []
    after.append(_source(chart, width, measure))
    made = [whole(chart.chart.name, table(columns, rows, wide, measure, style), width, measure, *after)]
    return made + ([_results(material, chart.chart.chart, width, measure)] if is_crt else [])


def _corner(chart: LookupTable) -> str:
    return {"die": f"Die ({chart.chart.dice})" if chart.chart.dice else "Die", "turn": "Turn"}.get(
        chart.chart.rows_are, ""
    )


def _heading(material: Material, name: str) -> str:
    """A column's heading; one that is a side's key is called as the side is."""
    return next((side.name for side in material.sides if side.side == name), name)


def _cell(text: str, suffers: dict[str, str]) -> Cell:
    return Cell(
        text.replace("-", "\N{MINUS SIGN}") if text[:1] == "-" else text or "–",
        fill=_SUFFERS.get(suffers.get(text, "")),
    )


def _source(chart: LookupTable, width: float, measure: Measure) -> Block:
    text = " ".join(part for part in (_SOURCES[chart.chart.provenance], chart.chart.note) if part)
    return paragraph(text, width, measure, NOTE, ink=MUTED).spaced(above=1.0)


def _suffering(material: Material, chart: str) -> dict[str, str]:
    """Who suffers by each result code: the defender, the attacker, both, or nobody."""
    found = {}
    for result in material.rows.all(Result):
        if result.chart == chart:
            hurt = _hurt(result.effects)
            found[result.code] = "both" if len(hurt) > 1 else next(iter(hurt), "")
    return found


def _hurt(effects: tuple[AnyEffect, ...]) -> set[str]:
    hurt: set[str] = set()
    for effect in effects:
        if isinstance(effect, Choice):
            hurt |= {who for steps in effect.options for who in _hurt(steps)}
        else:
            hurt.add(effect.who)
    return hurt


def _key(suffers: dict[str, str], measure: Measure) -> Block:
    """What the colours mean."""
    parts, x = [], 0.0
    for who in (who for who in _SUFFERS if who in suffers.values()):
        chip = Block(NOTE.line, (Box(Rect(0, 0.4, 3.4, NOTE.line - 0.8), Shape(_SUFFERS[who], MUTED, 0.1)),))
        wide = measure(_WORDS[who], NOTE) + 0.2
        parts += [(x, chip), (x + 4.4, line_of(_WORDS[who], NOTE, wide, measure))]
        x += 4.4 + wide + 5.0
    return beside(parts).spaced(above=1.4)


def _results(material: Material, chart: str, width: float, measure: Measure) -> Group:
    rows = [
        [Cell(row.code, strong=True), Cell(row.name, strong=True), Cell(result_words(row))]
        for row in sorted(material.rows.all(Result), key=lambda row: row.position)
        if row.chart == chart
    ]
    columns = [Column("Code", 14.0), Column("Result", min(38.0, width * 0.28)), Column("What happens")]
    return whole("Combat results", table(columns, rows, width, measure), width, measure)


def terrain_group(material: Material, width: float, measure: Measure, *, used_only: bool = False) -> Group | None:
    """The terrain effects chart, with a sample of everything as the map draws it."""
    effects = sorted(material.rows.all(TecColumn), key=lambda row: row.position)
    values = {(str(row.layer), row.kind, row.effect): row.value for row in material.rows.all(Tec)}
    if not effects:
        return None
    room = min(26.0, (width - 45.0) / len(effects))
    columns = [Column("", _SWATCH[0] + 2.4), Column("")]
    columns += [Column(effect.name, room, "centre") for effect in effects]
    rows = []
    for layer, kind, name in _kinds(material):
        said = [values.get((layer, kind, effect.effect), "") for effect in effects]
        if any(said) or (layer == "terrain" and not used_only):
            sample = Cell(block=_swatch(layer, kind))
            rows.append([sample, Cell(name, strong=True), *(_cell(text, {}) for text in said)])
    notes = list(dict.fromkeys(effect.note for effect in effects if effect.note))
    if any(value == "P" for value in values.values()):
        notes.append("P: not allowed.")
    after = paragraph(" ".join(notes), width, measure, NOTE, ink=MUTED).spaced(above=1.0)
    return whole(
        "Terrain effects",
        table(columns, rows, width, measure, TableStyle(CELL, grid=True)),
        width,
        measure,
        *((after,) if notes else ()),
    )


def _swatch(layer: str, kind: str) -> Block:
    return Block(_SWATCH[1], (Box(Rect(0, 0, *_SWATCH), Swatch(layer, kind)),))


def _kinds(material: Material) -> list[tuple[str, str, str]]:
    """Every kind of terrain, hexside, link and place of the scenario: layer, key and name."""
    used = {place.kind for place in material.rows.all(Place)}
    rows = material.rows
    found = [("terrain", row.position, row.kind, row.name) for row in rows.all(TerrainKind)]
    found += [("hexside", row.position, row.kind, row.name) for row in rows.all(HexsideKind)]
    found += [("link", row.position, row.kind, row.name) for row in rows.all(LinkKind)]
    found += [("place", row.position, row.kind, row.name) for row in rows.all(PlaceKind) if row.kind in used]
    layers = ("terrain", "hexside", "link", "place")
    ordered = sorted(found, key=lambda line: (layers.index(line[0]), line[1]))
    return [(layer, kind, name) for layer, _, kind, name in ordered]


def lines_group(title: str, texts: list[tuple[str, str]], width: float, measure: Measure) -> Group | None:
    """Titled paragraphs under a heading."""
    if not texts:
        return None
    rows = [[Cell(head, strong=True), Cell(text)] for head, text in texts]
    columns = [Column("", min(40.0, width * 0.32)), Column("")]
    return whole(title, table(columns, rows, width, measure, TableStyle(BODY.sized(8.0))), width, measure)
