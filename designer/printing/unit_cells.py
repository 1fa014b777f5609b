"""A unit on a set-up sheet: tick boxes, its picture, its name and what it is."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from math import ceil

from designer.printing.blocks import Block, beside, line_of, stacked
from designer.printing.material import Material
from designer.printing.pages import MUTED, PageItem, Rect, Tick
from designer.printing.roster import RosterEntry
from designer.printing.type import NOTE, STRONG, Measure
from designer.printing.words import kind_of, strengths

PICTURE = 10.5
"""Millimetres of a counter on a set-up sheet."""

_TICK = 3.0
_MOST_TICKS = 8
_GUTTER = 6.0
_ROW = PICTURE + 1.8


def unit_rows(
    entries: Sequence[RosterEntry],
    width: float,
    material: Material,
    measure: Measure,
    *,
    columns: int = 2,
    remarks: Sequence[str] = (),
) -> tuple[Block, ...]:
    """Units in rows of so many; remarks, if there are any, say where each goes instead of what it is."""
    room = (width + _GUTTER) / columns
    cells = [
        unit_cell(entry, room - _GUTTER, material, measure, remark)
        for entry, remark in zip_longest(entries, remarks, fillvalue="")
        if isinstance(entry, RosterEntry)
    ]
    return tuple(
        beside([(n * room, cell) for n, cell in enumerate(cells[start : start + columns])])
        for start in range(0, len(cells), columns)
    )


def unit_cell(entry: RosterEntry, width: float, material: Material, measure: Measure, remark: str = "") -> Block:
    """One unit, or several alike."""
    ticks = _ticks(entry.quantity)
    left = max(box.rect.right for box in ticks) + 1.5
    picture = material.picture(entry.unit, entry.face, untried=bool(entry.pool))
    boxes = [*ticks, PageItem(Rect(left, (_ROW - PICTURE) / 2, PICTURE, PICTURE), picture)]
    said = _words(entry, width - left - PICTURE - 2.0, material, measure, remark)
    boxes += said.at(left + PICTURE + 2.0, (_ROW - said.height) / 2)
    return Block(_ROW, tuple(boxes))


def _ticks(quantity: int) -> list[PageItem]:
    """A box to tick for every counter, at most three to a column; a single one where there are too many."""
    many = quantity if quantity <= _MOST_TICKS else 1
    high = ceil(many / ceil(many / 3))
    top = (_ROW - high * (_TICK + 0.7) + 0.7) / 2
    return [
        PageItem(Rect((n // high) * (_TICK + 0.7), top + (n % high) * (_TICK + 0.7), _TICK, _TICK), Tick())
        for n in range(many)
    ]


def _words(entry: RosterEntry, width: float, material: Material, measure: Measure, remark: str) -> Block:
    what = kind_of(entry.unit)
    if entry.pool:
        name, what = f"Untried {what}", "face down, from the pool"
    else:
        name = entry.unit.name
        numbers = strengths(material.counters[entry.unit.unit], material)
        what = f"{what}, {numbers[min(entry.face, len(numbers) - 1)]}" if numbers and numbers[0] else what
    lines = [line_of(name, STRONG, width, measure), line_of(remark or what, NOTE, width, measure, ink=MUTED)]
    if entry.quantity > 1:
        lines.insert(1, line_of(f"{entry.quantity} counters", NOTE, width, measure))
    return stacked(lines)
