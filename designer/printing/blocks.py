"""Blocks: boxes with a height, made of text or of other blocks, that pages are filled with."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from designer.printing.pages import HAIR, INK, MUTED, WHITE, Align, Line, PageItem, Rect, Rectangle, Text, shifted
from designer.printing.type import ASIDE, BODY, GROUP, HEADING, STRONG, Measure, Type, fitted, wrap


@dataclass(frozen=True)
class Block:
    """Boxes placed from the upper left corner of a block of a certain height."""

    height: float
    boxes: tuple[PageItem, ...] = ()

    def at(self, x: float, y: float) -> tuple[PageItem, ...]:
        """The boxes where the block is put."""
        return shifted(self.boxes, x, y)

    def spaced(self, above: float = 0.0, below: float = 0.0) -> Block:
        """The block with room above and below."""
        return Block(self.height + above + below, shifted(self.boxes, 0, above))

    def indented(self, by: float) -> Block:
        """The block moved to the right."""
        return Block(self.height, shifted(self.boxes, by, 0))


EMPTY = Block(0.0)


def space(height: float) -> Block:
    """Room with nothing in it."""
    return Block(height)


def stacked(blocks: Iterable[Block], gap: float = 0.0) -> Block:
    """Blocks one below the other, as one block."""
    y = 0.0
    boxes: list[PageItem] = []
    for block in blocks:
        boxes += block.at(0, y)
        y += block.height + gap
    return Block(max(0.0, y - gap), tuple(boxes))


def beside(blocks: Sequence[tuple[float, Block]]) -> Block:
    """Blocks side by side, each with its distance from the left."""
    return Block(
        max((block.height for _, block in blocks), default=0.0),
        tuple(box for x, block in blocks for box in block.at(x, 0)),
    )


def line_of(text: str, type: Type, width: float, measure: Measure, *, align: Align = "left", ink: str = INK) -> Block:
    """One line of text, made to fit."""
    shown, fitting = fitted(text, type, width, measure)
    return Block(type.line, (PageItem(Rect(0, 0, width, type.line), Text(shown, fitting, align, ink)),))


def paragraph(
    text: str, width: float, measure: Measure, type: Type = BODY, *, ink: str = INK, align: Align = "left"
) -> Block:
    """Text broken into lines."""
    boxes = [
        PageItem(Rect(0, number * type.line, width, type.line), Text(line, type, align, ink))
        for number, line in enumerate(wrap(text, type, width, measure))
    ]
    return Block(type.line * len(boxes), tuple(box for box in boxes if _says(box)))


def _says(box: PageItem) -> bool:
    return isinstance(box.content, Text) and bool(box.content.text)


def heading(text: str, width: float, measure: Measure, type: Type = HEADING, ink: str = INK) -> Block:
    """A heading over a hairline; one that is too long for its column takes several lines."""
    smaller = type.scaled(0.8)
    fits = measure(text, smaller) <= width
    line = line_of(text, type, width, measure, ink=ink) if fits else paragraph(text, width, measure, smaller, ink=ink)
    rule = PageItem(Rect(0, line.height + 0.5, width, 0), Line(HAIR, 0.25))
    return Block(line.height + 2.0, (*line.boxes, rule)).spaced(above=2.2)


def band(
    text: str, width: float, measure: Measure, colour: str, *, number: str = "", right: str = "", ink: str = WHITE
) -> Block:
    """A heading on a coloured band: an optional number in a disc, a title, and a remark on the right."""
    high = GROUP.line + 1.3
    boxes = [PageItem(Rect(0, 0, width, high), Rectangle(fill=colour, radius=0.7))]
    left = 1.8
    if number:
        disc = high - 1.1
        wide = max(disc, measure(number, GROUP) + 1.8)
        boxes.append(PageItem(Rect(0.9, 0.55, wide, disc), Rectangle(fill=WHITE, radius=disc / 2)))
        boxes.append(PageItem(Rect(0.9, 0.55, wide, disc), Text(number, GROUP, "centre", INK)))
        left = wide + 2.4
    remark = measure(right, BODY) + 2.0 if right else 0.0
    shown, fitting = fitted(text, GROUP, width - left - remark - 1.8, measure)
    boxes.append(PageItem(Rect(left, 0, width - left - remark - 1.8, high), Text(shown, fitting, "left", ink)))
    if right:
        boxes.append(PageItem(Rect(width - remark - 1.8, 0, remark, high), Text(right, BODY, "right", ink)))
    return Block(high + 1.2, tuple(boxes))


def bullet(text: str, width: float, measure: Measure, type: Type = BODY, ink: str = INK) -> Block:
    """A paragraph with a dot before it."""
    dot = PageItem(Rect(0.4, type.line / 2 - 0.45, 0.9, 0.9), Rectangle(fill=MUTED, radius=0.45))
    said = paragraph(text, width - 3.0, measure, type, ink=ink).indented(3.0)
    return Block(said.height, (dot, *said.boxes)).spaced(below=0.7)


def titled(title: str, text: str, width: float, measure: Measure, type: Type = BODY) -> Block:
    """A paragraph under a small title."""
    said = [paragraph(title, width, measure, Type(type.size, "sans", "semibold"))] if title else []
    return stacked((*said, *((paragraph(text, width, measure, type),) if text else ()))).spaced(below=1.4)


def aside(text: str, width: float, measure: Measure) -> Block:
    """A remark in italics."""
    return paragraph(text, width, measure, ASIDE, ink=MUTED).spaced(below=0.8)


def pair(label: str, value: str, width: float, measure: Measure, share: float = 0.4) -> Block:
    """A label on the left and what it says on the right."""
    left = paragraph(label, width * share - 1.5, measure, STRONG)
    right = paragraph(value, width * (1 - share), measure, BODY)
    return beside(((0, left), (width * share, right))).spaced(below=0.6)
