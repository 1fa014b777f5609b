"""The charts document, and one page of player's aid for each side."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from designer.printing.chart_tables import (
    chart_group,
    chart_tables,
    lines_group,
    results_fit,
    terrain_fits,
    terrain_group,
)
from designer.printing.choices import Choices
from designer.printing.flow import Group, pour
from designer.printing.ground_tables import marker_group, weather_group
from designer.printing.masthead import masthead, span
from designer.printing.material import Material
from designer.printing.pages import PageItem, Printout, Rect, shrunk
from designer.printing.paper import Paper, Running, furnish, paper
from designer.printing.points_track import points_track
from designer.printing.setup_column import arrivals_in_words, victory_lines
from designer.printing.snug import snug
from designer.printing.turn_sheets import sequence, track
from designer.printing.type import Measure
from engine.charts import LookupTable
from engine.records.board import Place
from engine.records.counters import Side
from engine.rules.place_points import PlacePoints
from engine.scenario.sentences import counted, listed
from engine.systems.readback import mechanism_words
from engine.systems.rule_words import rule_words

_GUTTER = 6.0
_WORTHWHILE = 30.0
"""Millimetres below the wide tables that columns are worth beginning in."""
_SHORT = 12_000
"""Letters beyond which the rules are no aid any more."""

_SHARES = (1.0, 0.94, 0.88, 0.82, 0.76, 0.7)
"""How much smaller an aid may be set to save a page: less, and nobody could read it at a table."""


def chart_documents(material: Material, sides: Sequence[Side], choices: Choices, measure: Measure) -> list[Printout]:
    """All charts, then a page of aid for each side."""
    sheet = paper(choices.paper)
    return [_charts(material, sheet, measure), *(_aid(material, side, sheet, measure) for side in sides)]


def _charts(material: Material, sheet: Paper, measure: Measure) -> Printout:
    head = masthead(material, "Charts and tables", sheet.body.width, measure, remark=span(material))
    pages = snug(sheet, head, lambda width: chart_groups(material, width, measure))
    return furnish("charts", Running(material.title, "Charts and tables"), sheet, pages, measure)


def chart_groups(material: Material, width: float, measure: Measure) -> list[Group]:
    """Every chart and table, the sequence of play, and the tracks of turns and points."""
    groups = chart_tables(material, width, measure)
    terrain = terrain_group(material, width, measure)
    ground = (weather_group(material, width, measure), marker_group(material, width, measure))
    besides = lines_group("Besides the terrain chart", _of_ground(material), width, measure)
    groups += [group for group in (terrain, besides, *ground, _valued(material, width, measure)) if group]
    if material.scenario.phases:
        groups.append(sequence(material, width, measure))
    return groups + track(material, width, measure) + points_track(material, width, measure)


def _of_ground(material: Material) -> list[tuple[str, str]]:
    """The rules that make ground worth something: forts, roads and the like."""
    rows = material.rows
    return [(rule.title, " ".join(rule_words(rows, rule))) for rule in material.setting.mechanisms if rule.of_ground]


def _valued(material: Material, width: float, measure: Measure) -> Group | None:
    """The places that are worth points, those worth most first."""
    places = [place for place in material.places.values() if place.value]
    if PlacePoints.key not in material.scenario.mechanisms or not places:
        return None
    texts = []
    for value in sorted({place.value for place in places}, reverse=True):
        names = [f"{place.name} ({', '.join(_hexes(material, place))})" for place in places if place.value == value]
        texts.append((counted(value, "point"), f"{listed(sorted(names))}."))
    return lines_group("Places and their points", texts, width, measure)


def _hexes(material: Material, place: Place) -> list[str]:
    """Every cell of a place: a city of several has a row for each."""
    return sorted(each.cell for each in material.places.values() if each.name == place.name)


def _aid(material: Material, side: Side, sheet: Paper, measure: Measure) -> Printout:
    """What a player looks up in every turn, on as few pages as it can be read on."""
    title = f"{side.name} player's aid"
    body = sheet.body
    head = masthead(material, title, body.width, measure, colour=side.colour, remark=span(material))
    tried = {share: _two_columns(material, side, body, head.height, share, measure) for share in _SHARES}
    fewest = min(len(pages) for pages in tried.values())
    share = next(share for share, pages in tried.items() if len(pages) == fewest)
    pages = [
        list(shrunk(boxes, share, body.x, body.y + (0 if page else head.height)))
        for page, boxes in enumerate(tried[share])
    ]
    pages[0] = [*head.at(body.x, body.y), *pages[0]]
    return furnish("charts", Running(material.title, title), sheet, pages, measure)


def _two_columns(
    material: Material, side: Side, body: Rect, head: float, share: float, measure: Measure
) -> list[list[PageItem]]:
    """The pages of an aid, laid out so much larger that it fits when it is made so much smaller.

    Tables with more columns than half a page has room for stand across the page.
    """
    width = (body.width / share - _GUTTER) / 2
    wide = _too_wide(material, width, measure)

    def whole(page: int) -> Rect:
        top = 0.0 if page else head
        return Rect(body.x, body.y + top, body.width / share, (body.height - top) / share)

    across = pour(_across(material, wide, body.width / share, measure), lambda page: (whole(page),))

    def frames(page: int) -> list[Rect]:
        area, last = whole(page), len(across.pages) - 1
        top = across.end if page == last else area.y if page > last else area.bottom
        if area.bottom - top < _WORTHWHILE:
            return []
        return [Rect(body.x + n * (width + _GUTTER), top, width, area.bottom - top) for n in (0, 1)]

    pages = pour(_aid_groups(material, side, width, measure, without=wide), frames).pages
    return [[*tables, *texts] for tables, texts in zip_longest(across.pages, pages, fillvalue=())]


def _results(material: Material) -> list[LookupTable]:
    """The combat results tables that an aid shows."""
    return [chart for chart in material.scenario.tables.values() if chart.chart.kind == "crt"][:2]


def _too_wide(material: Material, width: float, measure: Measure) -> set[str]:
    """The tables that have no room in a column: charts by their key, `terrain`."""
    found = {chart.chart.chart for chart in _results(material) if not results_fit(chart, material, width, measure)}
    return found if terrain_fits(material, width, measure) else found | {"terrain"}


def _across(material: Material, wide: set[str], width: float, measure: Measure) -> list[Group]:
    """Tables across the whole page, one below the other."""
    groups = [
        chart_group(material, chart, width, measure)[0] for chart in _results(material) if chart.chart.chart in wide
    ]
    terrain = terrain_group(material, width, measure, used_only=True) if "terrain" in wide else None
    return [group for group in (*groups, terrain) if group]


def _in_short(material: Material) -> list[tuple[str, str]]:
    """Every rule in a sentence or two; where they would fill pages, where they are to be found."""
    rules = mechanism_words(material.rows)
    if sum(len(text) for _, text in rules) <= _SHORT:
        return rules
    return [("The booklet", "This game has more rules than an aid has room for: the rules booklet says them all.")]


def _aid_groups(material: Material, side: Side, width: float, measure: Measure, *, without: set[str]) -> list[Group]:
    groups: list[Group | None] = []
    if material.scenario.phases:
        groups.append(sequence(material, width, measure, brief=True))
    for chart in _results(material):
        groups += chart_group(material, chart, width, measure)[1 if chart.chart.chart in without else 0 :]
    groups.append(None if "terrain" in without else terrain_group(material, width, measure, used_only=True))
    groups.append(weather_group(material, width, measure))
    groups.append(marker_group(material, width, measure))
    groups.append(lines_group("Arrivals and replacements", arrivals_in_words(material, side), width, measure))
    groups.append(lines_group("Victory", victory_lines(material), width, measure))
    groups.append(lines_group("The rules in short", _in_short(material), width, measure))
    return [group for group in groups if group is not None]
