"""What each kind of weather and of marker does, as tables."""

from __future__ import annotations

from designer.printing.blocks import Block, line_of, paragraph
from designer.printing.chart_tables import whole
from designer.printing.flow import Group
from designer.printing.material import Material, ink_on
from designer.printing.pages import MUTED, PageItem, Rect, Rectangle
from designer.printing.tables import Cell, TableColumn, TableStyle, table
from designer.printing.type import BODY, NOTE, Measure
from engine.records.markers import Marker
from engine.rules.weather import weather_told
from engine.scenario.markers import marker_words
from engine.scenario.weather import zone_words

_CHIP = 6.2
_TEXT = BODY.sized(8.0)


def weather_group(material: Material, width: float, measure: Measure) -> Group | None:
    """The effects of the weather, with the zones below; None where the scenario has none."""
    kinds, zones = material.scenario.weathers, material.scenario.zones
    if not kinds:
        return None
    rows = [
        [
            Cell(row.weather, strong=True, fill=row.colour),
            Cell(row.name, strong=True),
            Cell(weather_told(material.rows, row, material.setting.mechanisms)),
        ]
        for row in kinds
    ]
    said = " ".join(f"{zone.name}: {zone_words(material.rows, zone)}" for zone in zones)
    after = paragraph(said, width, measure, NOTE, ink=MUTED).spaced(above=1.0)
    columns = [
        TableColumn("", 14.0, "centre"),
        TableColumn("Weather", min(30.0, width * 0.22)),
        TableColumn("What it does"),
    ]
    laid = table(columns, rows, width, measure, TableStyle(_TEXT, grid=True))
    return whole("Weather effects", laid, width, measure, *((after,) if said else ()))


def marker_group(material: Material, width: float, measure: Measure) -> Group | None:
    """What the markers do; None where the scenario has none."""
    kinds = sorted(material.rows.all(Marker), key=lambda row: row.position)
    if not kinds:
        return None
    rows = [
        [Cell(block=_chip(row, measure)), Cell(row.name, strong=True), Cell(marker_words(row, material.rows))]
        for row in kinds
    ]
    columns = [TableColumn("", 12.0), TableColumn("Marker", min(30.0, width * 0.22)), TableColumn("What it does")]
    return whole("Markers", table(columns, rows, width, measure, TableStyle(_TEXT, grid=True)), width, measure)


def _chip(kind: Marker, measure: Measure) -> Block:
    """A marker as it lies on the map."""
    text = kind.text or kind.name[:3]
    word = line_of(text, NOTE, _CHIP, measure, align="centre", ink=ink_on(kind.colour))
    square = PageItem(Rect(0, 0, _CHIP, _CHIP), Rectangle(kind.colour, MUTED, 0.2))
    return Block(_CHIP, (square, *word.at(0, (_CHIP - word.height) / 2)))
