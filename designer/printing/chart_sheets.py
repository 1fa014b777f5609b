"""The charts document, and one page of player's aid for each side."""

from __future__ import annotations

from collections.abc import Sequence

from designer.printing.chart_tables import chart_group, lines_group, terrain_group
from designer.printing.choices import Choices
from designer.printing.flow import Group, pour
from designer.printing.ground_tables import marker_group, weather_group
from designer.printing.masthead import masthead, span
from designer.printing.material import Material
from designer.printing.pages import Document, Rect, shrunk
from designer.printing.paper import Paper, Running, furnish, paper
from designer.printing.setup_column import arrivals_in_words, victory_lines
from designer.printing.turn_sheets import sequence, track
from designer.printing.type import Measure
from engine.records.counters import Side
from engine.systems.catalogue import all_mechanisms

_GUTTER = 6.0
_SHARES = (1.0, 0.94, 0.88, 0.82, 0.76, 0.7, 0.64, 0.58, 0.52, 0.46, 0.4)


def chart_documents(material: Material, sides: Sequence[Side], choices: Choices, measure: Measure) -> list[Document]:
    """All charts, then a page of aid for each side."""
    sheet = paper(choices.paper)
    return [_charts(material, sheet, measure), *(_aid(material, side, sheet, measure) for side in sides)]


def _charts(material: Material, sheet: Paper, measure: Measure) -> Document:
    body = sheet.body
    head = masthead(material, "Charts and tables", body.width, measure, remark=span(material))
    groups: list[Group] = []
    for chart in material.scenario.tables.values():
        groups += chart_group(material, chart, body.width, measure)
    terrain = terrain_group(material, body.width, measure)
    ground = (weather_group(material, body.width, measure), marker_group(material, body.width, measure))
    groups += [group for group in (terrain, *ground) if group]
    if material.scenario.phases:
        groups.append(sequence(material, body.width, measure))
    groups += track(material, body.width, measure)

    def frame(page: int) -> tuple[Rect]:
        top = head.height if page == 0 else 1.0
        return (Rect(body.x, body.y + top, body.width, body.height - top),)

    pages = pour(groups, frame).pages
    pages[0] = [*head.at(body.x, body.y), *pages[0]]
    return furnish("charts", Running(material.title, "Charts and tables"), sheet, pages, measure)


def _aid(material: Material, side: Side, sheet: Paper, measure: Measure) -> Document:
    """One page with what a player looks up in every turn; the type gets smaller until all of it fits."""
    title = f"{side.name} player's aid"
    body = sheet.body
    head = masthead(material, title, body.width, measure, colour=side.colour, remark=span(material))
    for share in _SHARES:
        width = (body.width / share - _GUTTER) / 2
        high = (body.height - head.height) / share
        frames = [Rect(body.x + n * (width + _GUTTER), body.y + head.height, width, high) for n in (0, 1)]
        poured = pour(_aid_groups(material, side, width, measure), lambda _page, frames=frames: frames)  # type: ignore[misc]
        if len(poured.pages) == 1 or share == _SHARES[-1]:
            break
    boxes = shrunk(poured.pages[0], share, body.x, body.y + head.height)
    pages = [[*head.at(body.x, body.y), *boxes]]
    return furnish("charts", Running(material.title, title), sheet, pages, measure)


def _aid_groups(material: Material, side: Side, width: float, measure: Measure) -> list[Group]:
    groups: list[Group | None] = []
    if material.scenario.phases:
        groups.append(sequence(material, width, measure, brief=True))
    crt = [chart for chart in material.scenario.tables.values() if chart.chart.kind == "crt"]
    for chart in crt[:2]:
        groups += chart_group(material, chart, width, measure)
    groups.append(terrain_group(material, width, measure, used_only=True))
    groups.append(weather_group(material, width, measure))
    groups.append(marker_group(material, width, measure))
    groups.append(lines_group("Arrivals and replacements", arrivals_in_words(material, side), width, measure))
    groups.append(lines_group("Victory", victory_lines(material), width, measure))
    groups.append(lines_group("The rules in short", _in_short(material), width, measure))
    return [group for group in groups if group is not None]


def _in_short(material: Material) -> list[tuple[str, str]]:
    """What each mechanism of the scenario is for."""
    kinds = all_mechanisms()
    return [(kinds[key].title, kinds[key].help) for key in material.scenario.mechanisms if key in kinds]
