"""The rules as a booklet: contents, the rules read back, the charts, every case in our words, and an index of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from designer.printing.blocks import Block, heading, line_of, paragraph, stacked
from designer.printing.chart_sheets import chart_groups
from designer.printing.choices import Choices
from designer.printing.flow import Group, pour
from designer.printing.map_parts import board
from designer.printing.masthead import masthead, span
from designer.printing.material import Material
from designer.printing.pages import HAIR, INK, MUTED, Line, MapPart, PageItem, Printout, Rect, Rectangle, Text
from designer.printing.paper import Paper, Running, furnish, paper
from designer.printing.snug import saved
from designer.printing.type import Measure, Type
from designer.printing.words import untold
from engine.errors import StavkaError
from engine.systems.readback import Section, read_back

TEXT = Type(9.2, "serif")
NUMBER = Type(9.2, "sans", "semibold")
CASE = Type(8.6, "sans", "bold")
CHAPTER = Type(14, "serif", "bold")
ENTRY = Type(8.2, "sans")

_PICTURE = ("terrain", "hexsides", "links", "grid", "places", "names")
_LEAST_PICTURE = 40.0
_GUTTER = 7.0
_LONG_LIST = 2000
"""Letters beyond which nobody reads a list of who stands where."""

_LISTS = {
    "Set-up": "A long list: the set-up sheet of this side has it, with every counter to be ticked off.",
    "Arrivals": "A long list: the set-up sheet of this side has it, turn by turn.",
}
_COUNTED = re.compile(r"^\d+\.\s+")
"""The number that a phase of the read-back bears already."""


@dataclass(frozen=True)
class _Part:
    """A part of the booklet: its title and its pages."""

    title: str
    pages: list[list[PageItem]]


def rules_document(material: Material, choices: Choices, measure: Measure) -> Printout:
    """The booklet; page numbers stand in its contents and its index."""
    sheet = paper(choices.paper)
    charted = {"Terrain", *(table.chart.name for table in material.scenario.tables.values())}
    sections = [_brief(section) for section in read_back(material.rows) if section.title not in charted]
    if not sections and not material.cases:
        raise StavkaError("The scenario has no rules yet, so there is no booklet to print.")
    rules = _Part("The rules", _columns(sheet, 2, lambda width: _rules(sections, width, measure)))
    charts = _Part("Charts and tables", _columns(sheet, 1, lambda width: chart_groups(material, width, measure)))
    cases = _Part("The cases", _columns(sheet, 2, lambda width: _cases(material, width, measure)))
    parts = [part for part in (rules, charts, cases) if any(part.pages)]
    chapters = [f"{number}  {section.title}" for number, section in enumerate(sections, 1)]
    front = _front(material, sheet, chapters, parts, measure)
    body = [page for part in parts for page in part.pages]
    index = _index(material, sheet, _where(material, [front, *body]), measure)
    return furnish("rules", Running(material.title, "Rules"), sheet, [front, *body, *index], measure)


def _brief(section: Section) -> Section:
    """A section without lists that fill pages: they stand on the set-up sheets, where one can tick them off."""
    instead = _LISTS.get(section.title)
    if instead is None:
        return section
    return Section(
        section.title,
        tuple((name, text if len(text) <= _LONG_LIST else instead) for name, text in section.paragraphs),
    )


def _columns(sheet: Paper, columns: int, lay: Callable[[float], list[Group]]) -> list[list[PageItem]]:
    """Groups, laid out for a width, in columns of that width."""

    def pages(body: Rect) -> list[list[PageItem]]:
        wide = (body.width - (columns - 1) * _GUTTER) / columns
        frames = [Rect(body.x + n * (wide + _GUTTER), body.y + 1.5, wide, body.height - 1.5) for n in range(columns)]
        groups = lay(wide)
        return pour(groups, lambda _page: frames).pages if groups else []

    return saved(sheet.body, pages)


def _rules(sections: Sequence[Section], width: float, measure: Measure) -> list[Group]:
    """Every section as a numbered chapter of numbered paragraphs."""
    found = []
    for number, section in enumerate(sections, 1):
        items = tuple(
            item
            for n, (name, text) in enumerate(section.paragraphs, 1)
            for item in _rule(f"{number}.{n}", name, text, width, measure)
        )
        title = f"{number}  {section.title}"
        again = heading(f"{title} (continued)", width, measure, CHAPTER.sized(10))
        found.append(Group(items, heading(title, width, measure, CHAPTER), again, gap=3.5, keep=2))
    return found


def _rule(number: str, name: str, text: str, width: float, measure: Measure) -> list[Block]:
    """A numbered paragraph; its lines may part, but not the first two."""
    title = _COUNTED.sub("", name)
    head = [paragraph(f"{number}  {title}", width, measure, NUMBER)] if title else []
    lines = paragraph(text if title else f"{number}  {text}", width, measure, TEXT).boxes
    blocks = [Block(TEXT.line, (PageItem(Rect(0, 0, width, TEXT.line), box.content),)) for box in lines]
    first = stacked([*head, *blocks[:2]])
    rest = blocks[2:]
    return [first, *rest[:-1], rest[-1].spaced(below=1.6)] if rest else [first.spaced(below=1.6)]


def _cases(material: Material, width: float, measure: Measure) -> list[Group]:
    """Every case with its number, its title and what it says."""
    rows = sorted(material.cases.values(), key=lambda row: (row.position, row.case))
    if not rows:
        return []
    items: list[Block] = []
    for row in rows:
        label = line_of(row.case, CASE, 17.0, measure)
        title, text = untold(row.title, row.text)
        beside = paragraph(title or text, width - 18.0, measure, NUMBER if title else TEXT).indented(18.0)
        said = (paragraph(text, width, measure, TEXT),) if title and text else ()
        top = Block(max(label.height, beside.height), (*label.boxes, *beside.boxes))
        items.append(stacked((top, *said)).spaced(below=1.6))
    again = heading("The cases (continued)", width, measure, CHAPTER.sized(10))
    return [Group(tuple(items), heading("The cases", width, measure, CHAPTER), again)]


def _front(
    material: Material, sheet: Paper, chapters: Sequence[str], parts: Sequence[_Part], measure: Measure
) -> list[PageItem]:
    """The title page: the masthead and the contents."""
    body = sheet.body
    head = masthead(material, "Rules", body.width, measure, remark=span(material))
    entries: list[tuple[str, int, bool]] = []
    page = 2
    for part in parts:
        entries.append((part.title, page, True))
        if part.title == "The rules":
            entries += [(title, page + _found(part.pages, title), False) for title in chapters]
        page += len(part.pages)
    if material.cases:
        entries.append(("Index of cases", page, True))
    lines = [_entry(text, str(at), body.width * 0.62, measure, strong=strong) for text, at, strong in entries]
    contents = stacked((heading("Contents", body.width * 0.62, measure), *lines))
    boxes = [*head.at(body.x, body.y), *contents.at(body.x, body.y + head.height)]
    return [*boxes, *_picture(material, sheet, body.y + head.height + contents.height + 8.0)]


def _picture(material: Material, sheet: Paper, top: float) -> list[PageItem]:
    """The map under the contents, where there is room for it."""
    body, part = sheet.body, board(material)
    scale = min(body.width / part.width, (body.bottom - top) / part.height)
    if part.height * scale < _LEAST_PICTURE:
        return []
    wide, high = part.width * scale, part.height * scale
    place = Rect(body.x + (body.width - wide) / 2, body.bottom - high, wide, high)
    return [PageItem(place, MapPart(part, _PICTURE)), PageItem(place, Rectangle(stroke=HAIR, width=0.2))]


def _found(pages: list[list[PageItem]], title: str) -> int:
    """The page of a part on which a chapter begins."""
    for number, boxes in enumerate(pages):
        if any(isinstance(box.content, Text) and box.content.text == title for box in boxes):
            return number
    return 0


def _entry(text: str, page: str, width: float, measure: Measure, *, strong: bool = False) -> Block:
    """A line of the contents or the index: a text, a rule, a page."""
    type = Type(9.2, "sans", "semibold") if strong else ENTRY.sized(9.0)
    shown = line_of(text, type, width - 12, measure)
    left = measure(text, type) + 1.5
    right = measure(page, type) + 1.5
    boxes = [*shown.boxes, PageItem(Rect(width - 12, 0, 12, type.line), Text(page, type, "right", INK))]
    if left < width - right - 2:
        boxes.append(PageItem(Rect(left, type.line * 0.72, width - left - right, 0), Line(HAIR, 0.15, dashed=True)))
    return Block(type.line, tuple(boxes)).spaced(above=1.2 if strong else 0.0, below=0.3)


def _where(material: Material, pages: Sequence[list[PageItem]]) -> dict[str, int]:
    """The page on which every case stands."""
    found: dict[str, int] = {}
    for number, boxes in enumerate(pages, 1):
        for box in boxes:
            said = box.content
            if isinstance(said, Text) and said.type.weight == CASE.weight and said.text in material.cases:
                found.setdefault(said.text, number)
    return found


def _index(material: Material, sheet: Paper, where: dict[str, int], measure: Measure) -> list[list[PageItem]]:
    """The cases by the alphabet of their titles, with number and page."""
    if not where:
        return []
    return _columns(sheet, 2, lambda width: _entries(material, where, width, measure))


def _entries(material: Material, where: dict[str, int], wide: float, measure: Measure) -> list[Group]:
    rows = sorted((row for row in material.cases.values() if row.case in where), key=lambda row: row.title.casefold())
    items: list[Block] = []
    letter = ""
    for row in rows:
        if row.title[:1].upper() != letter:
            letter = row.title[:1].upper()
            items.append(line_of(letter, NUMBER, wide, measure, ink=MUTED).spaced(above=1.2))
        number = line_of(row.case, ENTRY, 17.0, measure, ink=MUTED)
        entry = _entry(row.title, str(where[row.case]), wide - 18.0, measure)
        items.append(Block(entry.height, (*number.boxes, *entry.at(18.0, 0))))
    again = heading("Index of cases (continued)", wide, measure, CHAPTER.sized(10))
    return [Group(tuple(items), heading("Index of cases", wide, measure, CHAPTER), again)]
