"""A block of the clipboard laid over a sheet: by its own headings where it has them, else by where it is put."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from designer.tables.exchange import Lines, heads, matched
from designer.tables.model import Cell
from designer.tables.sheet import Heading, Line, Sheet, Written


@dataclass(frozen=True)
class PastedBlock:
    """Lines to be written, the heading that each of their columns stands under, and the columns nobody knows."""

    keys: tuple[str, ...]
    lines: Lines
    unknown: tuple[str, ...] = ()

    def texts(self, line: Sequence[str]) -> dict[str, str]:
        """A line by heading."""
        return {key: text.strip() for key, text in zip(self.keys, line, strict=False) if key}


def laid(block: Lines, headings: Sequence[Heading], left: int) -> PastedBlock:
    """A block as it would be pasted from a column on."""
    if heads(block[0], headings, alone=len(block) == 1):
        found = matched(block[0], headings)
        fixed = {heading.title for heading in headings if not heading.editable}
        strange = [text for key, text in zip(found, block[0], strict=True) if not key and text.strip() not in fixed]
        return PastedBlock(tuple(found), block[1:], tuple(text.strip() for text in strange if text.strip()))
    keys = tuple(heading.key if heading.editable else "" for heading in headings[left:])
    return PastedBlock(keys, block)


@dataclass(frozen=True)
class Pasted:
    """What a paste comes to, the cells that it writes, and how many cells it has."""

    written: Written
    cells: tuple[Cell, ...]
    count: int


def pasted(sheet: Sheet, block: PastedBlock, there: Sequence[Line]) -> Pasted:
    """Write a block into lines, and into new ones when these run out."""
    entries: dict[Cell, str] = {}
    for line, texts in zip(there, block.lines, strict=False):
        entries |= {(line, key): text for key, text in block.texts(texts).items()}
    fresh = [block.texts(texts) for texts in block.lines[len(there) :]]
    old = sheet.write({cell: text for cell, text in entries.items() if text != sheet.text(*cell)})
    new = sheet.add(fresh) if fresh else Written()
    written = Written((*old.changes, *new.changes), (*old.faults, *new.faults), new.lines)
    return Pasted(written, tuple(entries), sum(map(len, block.lines)))
