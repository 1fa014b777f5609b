"""The head of a document's first page: the game's title, and a band with what the document is."""

from __future__ import annotations

from designer.printing.blocks import Block, line_of
from designer.printing.material import Material, ink_on
from designer.printing.pages import MUTED, PageItem, Rect, Rectangle, Text
from designer.printing.type import BODY, DOCUMENT, SUBTITLE, TITLE, Measure
from engine.scenario.sentences import counted

NEUTRAL = "#3b3731"


def masthead(
    material: Material, title: str, width: float, measure: Measure, *, colour: str = NEUTRAL, remark: str = ""
) -> Block:
    """Title, subtitle and the document's band."""
    first = line_of(material.title, TITLE, width, measure)
    boxes, y = list(first.boxes), first.height
    if material.subtitle:
        second = line_of(material.subtitle, SUBTITLE, width, measure, ink=MUTED)
        boxes += second.at(0, y - 0.8)
        y += second.height
    band = Rect(0, y + 1.2, width, DOCUMENT.line + 2.2)
    ink = ink_on(colour)
    boxes.append(PageItem(band, Rectangle(fill=colour)))
    boxes.append(PageItem(Rect(2.6, band.y, width - 5.2, band.height), Text(title, DOCUMENT, ink=ink)))
    if remark:
        right = measure(remark, BODY) + 1.0
        boxes.append(PageItem(Rect(width - right - 2.6, band.y, right, band.height), Text(remark, BODY, "right", ink)))
    return Block(band.bottom + 3.5, tuple(boxes))


def span(material: Material) -> str:
    """How long the game lasts: `7 turns, 22-29 June to 9-16 August`."""
    scenario = material.scenario
    first, last = scenario.about.first_turn, scenario.about.turns
    names, many = scenario.turn_names, counted(last - first + 1, "turn")
    return f"{many}: {names[first]} to {names[last]}" if first < last and {first, last} <= names.keys() else many
