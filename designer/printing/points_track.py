"""The track of victory points: ones and tens, with the levels of victory where they begin."""

from __future__ import annotations

from collections.abc import Iterator

from designer.printing.blocks import Block, beside, heading, paragraph
from designer.printing.flow import Group
from designer.printing.material import Material
from designer.printing.pages import INK, MUTED, PageItem, Rect, Rectangle, Text
from designer.printing.type import NOTE, STRONG, Measure, Type
from engine.records.play import AllOf, AnyCondition, AnyOf, HasPoints, PointsByTurn, Victory

_NUMBER = Type(13, "serif", "bold")
_ACROSS = 10
_HIGH = 15.0
_BEYOND = 2
"""Rows of tens beyond the last level."""


def points_track(material: Material, width: float, measure: Measure) -> list[Group]:
    """Boxes for two markers, one of ones and one of tens; nothing where points decide nothing."""
    if not has_points(material):
        return []
    begin = _begins(material)
    last = max(begin, default=0) // _ACROSS + _BEYOND
    ones = _row([str(number) for number in range(_ACROSS)], [""] * _ACROSS, width, measure)
    tens = [str(number * 10) for number in range(last + 1)]
    notes = [_levels_in(begin, number) for number in range(last + 1)]
    rows = [_row(tens[n : n + _ACROSS], notes[n : n + _ACROSS], width, measure) for n in range(0, len(tens), _ACROSS)]
    said = paragraph(
        "One marker counts ones, the other tens; below 0 both are turned over.", width, measure, NOTE, ink=MUTED
    ).spaced(below=2.0)
    head = heading("Points track", width, measure)
    blocks = (said, ones.spaced(below=3.0), *rows)
    return [Group(blocks, head=head, again=heading("Points track (continued)", width, measure), keep=len(blocks))]


def has_points(material: Material) -> bool:
    """Whether points decide the game."""
    return bool(_levels(material))


def _levels(material: Material) -> list[tuple[Victory, HasPoints | PointsByTurn]]:
    return [(row, part) for row in material.rows.all(Victory) for part in _asked(row.condition)]


def _asked(condition: AnyCondition) -> Iterator[HasPoints | PointsByTurn]:
    """The points that a condition asks for, its parts included."""
    match condition:
        case HasPoints() | PointsByTurn():
            yield condition
        case AllOf() | AnyOf():
            for part in condition.parts:
                yield from _asked(part)


def _begins(material: Material) -> dict[int, str]:
    """By points, the level of victory that begins there, or the turns on which so many are asked for."""
    found: dict[int, str] = {}
    for row, part in _levels(material):
        if isinstance(part, PointsByTurn):
            found |= _by_turn(material, part)
        elif part.at_least > 0:
            found[int(part.at_least)] = row.name
    return found


def _by_turn(material: Material, asked: PointsByTurn) -> dict[int, str]:
    chart, turns = material.scenario.tables.get(asked.chart), dict[int, list[str]]()
    if chart is None:
        return {}
    for turn in chart.rows:
        turns.setdefault(int(chart.number(turn, asked.column)), []).append(turn)
    return {points: f"turn {on[0]}" if len(on) == 1 else f"turns {on[0]} to {on[-1]}" for points, on in turns.items()}


def _levels_in(begin: dict[int, str], ten: int) -> str:
    """The levels that begin within a box of tens."""
    found = [f"{points}: {name}" for points, name in sorted(begin.items()) if points // _ACROSS == ten]
    return "; ".join(found)


def _row(numbers: list[str], notes: list[str], width: float, measure: Measure) -> Block:
    wide = width / _ACROSS
    return beside([(n * wide, _box(*said, wide, measure)) for n, said in enumerate(zip(numbers, notes, strict=True))])


def _box(number: str, note: str, width: float, measure: Measure) -> Block:
    frame = Rect(0, 0, width, _HIGH)
    boxes = [
        PageItem(frame, Rectangle(fill="#efe8d8" if note else None, stroke=INK, width=0.25)),
        PageItem(Rect(0, 1.0, width, _NUMBER.line), Text(number, _NUMBER, "centre")),
    ]
    if note:
        boxes += paragraph(note, width - 1.6, measure, STRONG.sized(4.6), ink=MUTED).at(0.8, _NUMBER.line + 1.4)
    return Block(_HIGH, tuple(boxes))
