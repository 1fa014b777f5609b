"""The turn record track and the sequence of play."""

from __future__ import annotations

from designer.printing.blocks import Block, beside, heading, line_of, paragraph, stacked
from designer.printing.flow import Group
from designer.printing.material import Material, ink_on
from designer.printing.pages import INK, MUTED, WHITE, CounterPicture, PageItem, Rect, Rectangle, Text
from designer.printing.roster import muster
from designer.printing.type import BODY, GROUP, NOTE, STRONG, Measure, Type
from designer.printing.words import turns_of
from engine.records.play import Phase, Turn
from engine.systems.readback import phase_words

_NUMBER = Type(20, "serif", "bold")
_PICTURE = 7.6
_CHIP = (5.0, 3.0)
_GAP = 2.0
_NEUTRAL = "#5c564b"


def track(material: Material, width: float, measure: Measure) -> list[Group]:
    """A box for every turn, with what arrives, room for the marker, and the replacements."""
    turns = range(material.scenario.about.first_turn, material.scenario.about.turns + 1)
    columns = 4 if len(turns) <= 8 else 5 if len(turns) <= 15 else 6
    wide = (width - (columns - 1) * _GAP) / columns
    arriving = _arriving(material)
    rows = []
    for start in range(0, len(turns), columns):
        abreast = turns[start : start + columns]
        high = _height(max(len(arriving.get(turn, [])) for turn in abreast), wide)
        boxes = [_turn_box(material, turn, wide, high, arriving.get(turn, []), measure) for turn in abreast]
        rows.append(beside([(n * (wide + _GAP), box) for n, box in enumerate(boxes)]).spaced(below=_GAP))
    head = heading("Turn record track", width, measure)
    again = heading("Turn record track (continued)", width, measure)
    return [Group(tuple(rows), head=head, again=again, keep=len(rows))]


def _height(most: int, wide: float) -> float:
    """How high a row of turns is, by how many counters arrive on one of them."""
    per_row = max(1, int((wide - 3) // (_PICTURE + 0.6)))
    return 27.0 + -(-min(most, 4 * per_row) // per_row) * (_PICTURE + 0.6)


Arriving = list[tuple[CounterPicture, int]]
"""The counters that arrive on a turn, with how many there are of each that look alike."""


def _arriving(material: Material) -> dict[int, Arriving]:
    found: dict[int, dict[CounterPicture, int]] = {}
    for side in material.sides:
        for line in muster(material, side.side).arrivals:
            for entry in line.entries:
                picture = material.picture(entry.unit, untried=bool(entry.pool))
                alike = found.setdefault(line.arrival.turn, {})
                alike[picture] = alike.get(picture, 0) + entry.quantity
    return {turn: list(alike.items()) for turn, alike in found.items()}


def _turn_box(
    material: Material, turn: int, width: float, height: float, arriving: Arriving, measure: Measure
) -> Block:
    boxes = [PageItem(Rect(0, 0, width, height), Rectangle(stroke=INK, width=0.3, radius=1.0))]
    boxes.append(PageItem(Rect(1.8, 1.2, 12, _NUMBER.line), Text(str(turn), _NUMBER)))
    left = measure(str(turn), _NUMBER) + 4.5
    name = material.scenario.turn_names.get(turn, "")
    called = paragraph(name, width - left - 1.5, measure, STRONG)
    boxes += called.at(left, 2.2)
    row = material.rows.get(Turn, turn)
    y = max(_NUMBER.line + 2.0, 2.2 + called.height + 0.6)
    if row is not None and row.note:
        said = paragraph(row.note, width - 3.6, measure, NOTE, ink=MUTED)
        boxes += said.at(1.8, y)
        y += said.height + 0.6
    chips = _steps(material, turn, width, height, measure)
    boxes += _pictures(arriving, width, y, height - (5.5 if chips else 1.2))
    return Block(height, (*boxes, *chips))


def _pictures(arriving: Arriving, width: float, top: float, bottom: float) -> list[PageItem]:
    """The counters that arrive, in rows, as far as there is room, and how many there are beyond."""
    step = _PICTURE + 0.6
    per_row = max(1, int((width - 3) // step))
    room = per_row * max(0, int((bottom - top + 0.6) // step))
    spots = [Rect(1.8 + n % per_row * step, top + n // per_row * step, _PICTURE, _PICTURE) for n in range(room)]
    shown = len(arriving) if len(arriving) <= room else max(0, room - 1)
    boxes: list[PageItem] = []
    for spot, (picture, many) in zip(spots, arriving[:shown], strict=False):
        boxes += [PageItem(spot, picture), *(_chip(spot, many) if many > 1 else ())]
    if shown < len(arriving) and spots:
        left = sum(many for _, many in arriving[shown:])
        boxes.append(PageItem(spots[shown], Text(f"+{left}", STRONG, "centre", MUTED)))
    return boxes


def _chip(spot: Rect, many: int) -> tuple[PageItem, PageItem]:
    """How many counters look like this one, on its upper corner."""
    place = Rect(spot.right - _CHIP[0] + 0.4, spot.y - 0.4, *_CHIP)
    return PageItem(place, Rectangle(WHITE, INK, 0.15, radius=0.6)), PageItem(
        place, Text(f"×{many}", NOTE, "centre", INK)
    )


def _steps(material: Material, turn: int, width: float, height: float, measure: Measure) -> list[PageItem]:
    """Replacement steps at the foot of the box, one chip a side."""
    boxes, x = [], 1.8
    for side in material.sides:
        steps = dict(material.replacements(side.side)).get(turn, 0)
        if steps:
            text = f"{side.name} {steps:g}"
            wide = measure(text, NOTE) + 2.4
            chip = Rect(x, height - 4.9, min(wide, width - x - 1), 3.7)
            boxes.append(PageItem(chip, Rectangle(fill=side.colour, radius=0.8)))
            boxes.append(PageItem(chip, Text(text, NOTE, "centre", ink_on(side.colour))))
            x += wide + 1.2
    return boxes


def sequence(material: Material, width: float, measure: Measure, *, only: str = "", brief: bool = False) -> Group:
    """The phases of a turn in order; `only` keeps one side's phases and those of both."""
    phases = [phase for phase in material.scenario.phases if not only or phase.side in (None, only)]
    rows = tuple(
        _phase(material, number, phase, "" if brief else phase_words(material.rows, phase), width, measure)
        for number, phase in enumerate(material.scenario.phases, 1)
        if phase in phases
    )
    head = heading("Sequence of play", width, measure)
    return Group(rows, head=head, again=heading("Sequence of play (continued)", width, measure))


def _phase(material: Material, number: int, phase: Phase, said: str, width: float, measure: Measure) -> Block:
    colour = material.colour_of(phase.side) if phase.side else _NEUTRAL
    disc = Rect(0, 0.2, 6.0, GROUP.line + 0.6)
    boxes = (
        PageItem(disc, Rectangle(fill=colour, radius=0.8)),
        PageItem(disc, Text(str(number), GROUP, "centre", ink_on(colour))),
    )
    when = turns_of(phase)
    wide = measure(when, NOTE) + 1.0 if when else 0.0
    name = line_of(phase.name, STRONG.sized(9.0), width - 8.0 - wide, measure)
    remark = ((width - 8.0 - wide, line_of(when, NOTE, wide, measure, align="right", ink=MUTED)),) if when else ()
    note = (paragraph(said, width - 8.0, measure, BODY.sized(7.8), ink=MUTED),) if said else ()
    text = stacked((beside([(0, name), *remark]), *note))
    return Block(max(text.height, disc.height), (*boxes, *text.at(8.0, 0.2))).spaced(below=1.3)
