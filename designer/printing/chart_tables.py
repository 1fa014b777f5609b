"""Charts as tables: the combat results, what the results mean, the terrain effects, and any other chart."""

from __future__ import annotations

from collections import Counter

from designer.paint.results import NAMES, paper_tone
from designer.printing.blocks import Block, beside, heading, line_of, paragraph, stacked
from designer.printing.flow import Group, plain
from designer.printing.material import Material
from designer.printing.pages import MUTED, PageItem, Rect, Rectangle, Swatch
from designer.printing.tables import PAD, Cell, TableColumn, TableStyle, table
from designer.printing.type import BODY, CELL, CELL_HEAD, NOTE, SMALLEST, Measure, Type, parts_of
from engine.charts import LookupTable
from engine.charts.analysis import Sufferer, sufferer
from engine.records.board import HexsideKind, LinkKind, Place, PlaceKind, Tec, TecColumn, TerrainKind
from engine.records.charts import Result
from engine.scenario.sentences import result_words

_SHOWN: tuple[Sufferer, ...] = ("attacker", "both", "defender")
"""Whose results are tinted, in the order of the key."""

_SOURCES = {
    "rulebook": "As printed in the rulebook.",
    "found": "From a public source.",
    "derived": "Worked out from printed numbers.",
    "ours": "Our own reconstruction.",
}
_NUMBERS = Type(9.0, "sans", "semibold")
_STRONG_CELL = Type(CELL.size, CELL.family, "semibold")
_LEAST_RESULT = 7.0
"""Points below which a result is rather set in two lines."""

_SWATCH = (11.0, 6.2)
_GUTTER = 6.0


def whole(title: str, group: Group, width: float, measure: Measure, *after: Block, keep: int = 14) -> Group:
    """A table under its heading; both come again if it is split.  What follows it never parts from its last line."""
    head, parts = heading(title, width, measure), (group.head,) if group.head else ()
    again = heading(f"{title} (continued)", width, measure)
    items = (*group.items[:-1], stacked((*group.items[-1:], *after)))
    return Group(
        items, head=stacked((head, *parts)), again=stacked((again, *parts)), gap=3.0, keep=min(keep, len(items))
    )


def chart_tables(material: Material, width: float, measure: Measure) -> list[Group]:
    """Every chart; narrow ones that follow each other stand side by side."""
    groups: list[Group] = []
    row: list[Block] = []
    third = (width - 2 * _GUTTER) / 3
    for chart in material.scenario.tables.values():
        if (
            chart.chart.kind != "crt"
            and sum(column.width for column in _columns(material, chart, width, measure)) <= third
        ):
            row.append(together(chart_group(material, chart, third, measure)[0]))
            if len(row) == 3:
                groups.append(_abreast(row, third))
                row = []
            continue
        groups += [_abreast(row, third)] if row else []
        row = []
        groups += chart_group(material, chart, width, measure)
    return groups + ([_abreast(row, third)] if row else [])


def together(group: Group) -> Block:
    """A group that is never split, as one block."""
    return stacked((*((group.head,) if group.head else ()), *group.items))


def _abreast(tables: list[Block], width: float) -> Group:
    return plain(beside([(n * (width + _GUTTER), block) for n, block in enumerate(tables)]), gap=3.0)


def _columns(material: Material, chart: LookupTable, width: float, measure: Measure) -> list[TableColumn]:
    """The columns of a chart, none wider than it need be."""
    first = max(12.0, *(measure(row, CELL) + 4 for row in (*chart.rows, _corner(chart))))
    first = min(first, width * 0.3)
    room = (width - first) / max(1, len(chart.columns))
    named = [TableColumn(_heading(material, name), min(room, 30.0), "centre") for name in chart.columns]
    return [TableColumn(_corner(chart), first), *named]


def chart_group(material: Material, chart: LookupTable, width: float, measure: Measure) -> list[Group]:
    """A chart, and for a combat results table what its results mean."""
    is_crt = chart.chart.kind == "crt"
    suffers = _suffering(material, chart.chart.chart) if is_crt else {}
    columns = _columns(material, chart, width, measure)
    type, parted = _setting(chart, columns, measure) if is_crt else (CELL, False)
    rows = [
        [
            Cell(_totals(chart, row), strong=True),
            *(_cell(chart.at(row, column), suffers if _thrown(row) else {}, parted=parted) for column in chart.columns),
        ]
        for row in chart.rows
    ]
    style = TableStyle(type, grid=True, least=5.6 if is_crt else 0.0)
    wide = sum(column.width for column in columns)
    after = [_key(suffers, measure)] if suffers else []
    after.append(_source(chart, width, measure))
    made = [whole(chart.chart.name, table(columns, rows, wide, measure, style), width, measure, *after)]
    return made + ([_results(material, chart, width, measure)] if is_crt else [])


def _totals(chart: LookupTable, row: str) -> str:
    """A row of totals; one that also stands for those up to the next row says so: `2–3`."""
    later = chart.rows[chart.rows.index(row) + 1 :]
    if not (row.isdecimal() and later and later[0].isdecimal()) or int(later[0]) <= int(row) + 1:
        return row
    return f"{row}–{int(later[0]) - 1}"


def _setting(chart: LookupTable, columns: list[TableColumn], measure: Measure) -> tuple[Type, bool]:
    """One type for all results of a table, none of them cut: a little smaller, or in two lines parted after `/`."""
    room = min((column.width for column in columns[1:]), default=0.0) - 2 * PAD
    said = [chart.at(row, column) for row in chart.rows for column in chart.columns]
    whole = max((measure(text, _NUMBERS) for text in said), default=0.0)
    if whole * _LEAST_RESULT <= room * _NUMBERS.size:
        return _NUMBERS.scaled(min(1.0, room / max(whole, 0.1))), False
    longest = max(measure(part, _NUMBERS) for text in said for part in _parted(text).split("\n"))
    return _NUMBERS.sized(max(SMALLEST, _NUMBERS.size * min(1.0, room / longest))), True


def _parted(text: str) -> str:
    """A result in two lines, if it says what happens to either side."""
    return text.replace("/", "/\n", 1) if len(text) > 2 else text


def _corner(chart: LookupTable) -> str:
    return {"die": f"Die ({chart.chart.dice})" if chart.chart.dice else "Die", "turn": "Turn"}.get(
        chart.chart.rows_are, ""
    )


def _heading(material: Material, name: str) -> str:
    """A column's heading; one that is a side's key is called as the side is."""
    return next((side.name for side in material.sides if side.side == name), name)


def _cell(text: str, suffers: dict[str, Sufferer], *, parted: bool = False) -> Cell:
    who = suffers.get(text, "nobody")
    said = text.replace("-", "\N{MINUS SIGN}") if text[:1] == "-" else text or "–"
    return Cell(
        _parted(said) if parted else said,
        fill=paper_tone(who) if who in _SHOWN else None,
    )


def _source(chart: LookupTable, width: float, measure: Measure) -> Block:
    text = " ".join(part for part in (_SOURCES[chart.chart.provenance], chart.chart.note) if part)
    return paragraph(text, width, measure, NOTE, ink=MUTED).spaced(above=1.0)


def _thrown(row: str) -> bool:
    """Whether a row is one of dice; others, as that of prices, hold no results."""
    return row[:1].isdigit() or row[:1] in "-\N{MINUS SIGN}"


def _suffering(material: Material, chart: str) -> dict[str, Sufferer]:
    """Who suffers by each result code."""
    return {result.code: sufferer(result) for result in material.rows.all(Result) if result.chart == chart}


def _key(suffers: dict[str, Sufferer], measure: Measure) -> Block:
    """What the colours mean."""
    parts, x = [], 0.0
    for who in (who for who in _SHOWN if who in suffers.values()):
        chip = Block(NOTE.line, (PageItem(Rect(0, 0.4, 3.4, NOTE.line - 0.8), Rectangle(paper_tone(who), MUTED, 0.1)),))
        wide = measure(NAMES[who], NOTE) + 0.2
        parts += [(x, chip), (x + 4.4, line_of(NAMES[who], NOTE, wide, measure))]
        x += 4.4 + wide + 5.0
    return beside(parts).spaced(above=1.4)


def _results(material: Material, chart: LookupTable, width: float, measure: Measure) -> Group:
    rows = [
        [Cell(row.code, strong=True), Cell(row.name, strong=True), Cell(result_words(row))]
        for row in sorted(material.rows.all(Result), key=lambda row: row.position)
        if row.chart == chart.chart.chart
    ]
    combat = material.scenario.combat_tables
    main = not combat or next(iter(combat)) == chart.chart.chart
    code = max(14.0, *(measure(row[0].text, _STRONG_CELL) + 2.5 * PAD for row in rows)) if rows else 14.0
    columns = [
        TableColumn("Code", min(code, width * 0.2)),
        TableColumn("Result", min(38.0, width * 0.28)),
        TableColumn("What happens"),
    ]
    head = "Combat results" if main else f"{chart.chart.name}: results"
    return whole(head, table(columns, rows, width, measure), width, measure, keep=3)


def results_fit(chart: LookupTable, material: Material, width: float, measure: Measure) -> bool:
    """Whether every cell of a combat results table can be set whole in its own type."""
    room = (
        min(column.width for column in _columns(material, chart, width, measure)[1:] or [TableColumn("", width)])
        - 2 * PAD
    )
    return all(measure(chart.at(row, column), _NUMBERS) <= room for row in chart.rows for column in chart.columns)


def terrain_fits(material: Material, width: float, measure: Measure) -> bool:
    """Whether every word over a column of the terrain effects can be set whole and read."""
    effects = material.rows.all(TecColumn)
    room = min(26.0, (width - 45.0) / max(1, len(effects))) - 2 * PAD
    least = CELL_HEAD.sized(0.85 * CELL_HEAD.size)
    return all(measure(word, least) <= room for effect in effects for word in parts_of(effect.name))


def terrain_group(material: Material, width: float, measure: Measure, *, used_only: bool = False) -> Group | None:
    """The terrain effects chart, with a sample of everything as the map draws it."""
    effects = sorted(material.rows.all(TecColumn), key=lambda row: row.position)
    values = {(str(row.layer), row.kind, row.effect): row.value for row in material.rows.all(Tec)}
    if not effects:
        return None
    room = min(26.0, (width - 45.0) / len(effects))
    columns = [TableColumn("", _SWATCH[0] + 2.4), TableColumn("")]
    columns += [TableColumn(effect.name, room, "centre") for effect in effects]
    rows = []
    for layer, kind, name in _kinds(material):
        said = [values.get((layer, kind, effect.effect), "") for effect in effects]
        if any(said) or (layer == "terrain" and not used_only):
            sample = Cell(block=_swatch(layer, kind))
            rows.append([sample, Cell(name, strong=True), *(_cell(text, {}) for text in said)])
    notes = _notes(effects)
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


def _notes(effects: list[TecColumn]) -> list[str]:
    """What is remarked on the columns, each under its heading, but for a remark that holds for several alike."""
    bare = {effect.effect.rpartition(".")[0] for effect in effects if not effect.note}
    often = Counter(effect.note for effect in effects)
    said = []
    for effect in (each for each in effects if each.note):
        several = effect.effect.rpartition(".")[0] in bare or often[effect.note] > 1
        said.append(effect.note if several else f"{effect.name}: {effect.note}")
    return list(dict.fromkeys(said))


def _swatch(layer: str, kind: str) -> Block:
    return Block(_SWATCH[1], (PageItem(Rect(0, 0, *_SWATCH), Swatch(layer, kind)),))


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
    columns = [TableColumn("", min(40.0, width * 0.32)), TableColumn("")]
    return whole(title, table(columns, rows, width, measure, TableStyle(BODY.sized(8.0))), width, measure, keep=2)
