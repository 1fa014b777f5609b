"""Counter sheets: fronts, and backs that meet them when the sheet is printed on both sides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import floor

from designer.paint.faces import CounterFace, counter_face
from designer.printing.choices import Choices
from designer.printing.material import Material, ink_on
from designer.printing.pages import INK, MUTED, CounterPicture, Line, Page, PageItem, Printout, Rect, Rectangle, Text
from designer.printing.paper import Paper, Running, furniture, paper
from designer.printing.table_markers import table_markers
from designer.printing.type import NOTE, Measure
from engine.counters import Counter
from engine.errors import StavkaError
from engine.records.counters import Face

_CUT = 4.0
"""Length of a cut mark."""

_AWAY = 1.2
"""Distance of a cut mark from the counters."""

_RULER = 50.0
_ROUNDING = 0.1
"""The radius of rounded corners, in sides of a counter."""


@dataclass(frozen=True)
class Cardboard:
    """One counter to be cut out: its front and its back."""

    front: CounterPicture
    back: CounterPicture


def counter_document(material: Material, choices: Choices, measure: Measure) -> Printout:
    """Sheets of fronts, each followed by the sheet of its backs."""
    sheet = paper(choices.paper)
    cards = [
        card for side in material.sides if choices.side in ("", side.side) for card in cardboard(material, side.side)
    ]
    pieces = len(cards)
    cards += markers(material, choices.side)
    if choices.table_markers:
        fronts = table_markers(material, pieces, choices.side)
        cards += [Cardboard(front, replace(front, face=None, name="")) for front in fronts]
    cards = [_cut_to(card, choices) for card in cards]
    columns, rows = _room(sheet, choices)
    runs = [cards[start : start + columns * rows] for start in range(0, len(cards), columns * rows)]
    running = Running(material.title, "Counters")
    pages: list[Page] = []
    for number, run in enumerate(runs):
        for back in (False, True):
            place = 2 * number + back + 1
            boxes = furniture(running, sheet, place, 2 * len(runs), measure)
            boxes += _sheet(run, sheet, choices, columns, back=back)
            boxes += _says(sheet, choices, number + 1, back, measure)
            pages.append(Page(sheet.width, sheet.height, tuple(boxes)))
    return Printout("counters", "Counters", tuple(pages))


def cardboard(material: Material, side: str) -> list[Cardboard]:
    """Every counter of a side, copies by quantity, two faces to a counter."""
    made: list[Cardboard] = []
    for counter in material.scenario.counters:
        if counter.unit.side == side:
            made += _cards(material, counter) * counter.unit.quantity
    return made


def markers(material: Material, side: str) -> list[Cardboard]:
    """Every marker of a side, or all of them; those of nobody go with either."""
    made = []
    for start, kind in zip(material.scenario.markers, material.scenario.marker_kinds, strict=True):
        if side in ("", start.side) or start.side is None:
            face = CounterFace(kind.name, "marker", colour=kind.colour, ink=ink_on(kind.colour))
            owner = material.scenario.side_index.get(start.side or "", 0)
            front = CounterPicture(face, kind.colour, owner, kind.name, cut=True)
            made.append(Cardboard(front, replace(front, face=None, name="")))
    return made


def _cards(material: Material, counter: Counter) -> list[Cardboard]:
    """A counter's faces in pairs; an untried unit's first back is its face-down side."""
    if counter.modes:
        return _turned(material, counter)
    unit, faces = counter.unit, list(range(max(1, counter.steps)))
    pictures = [material.picture(unit, face, name=unit.name if face == 0 else "") for face in faces]
    if unit.pool:
        pictures.insert(1, material.picture(unit, untried=True))
    if len(pictures) % 2:
        pictures.append(material.picture(unit, len(faces)))
    cut = [replace(picture, cut=True) for picture in pictures]
    return [Cardboard(cut[n], cut[n + 1]) for n in range(0, len(cut), 2)]


def _turned(material: Material, counter: Counter) -> list[Cardboard]:
    """A counter for every strength of a unit with modes: its usual face, and on the back the other mode's."""
    steps = [
        step
        for step, face in enumerate(counter.faces)
        if step == 0 or _numbers(face) != _numbers(counter.faces[step - 1])
    ]
    made = []
    for mode, turned in counter.modes.items():
        for step in steps:
            name = counter.unit.name if step == 0 else ""
            front = replace(material.picture(counter.unit, step, name=name), cut=True)
            face = counter.face_in(mode, step)
            nation = material.nationalities.get(counter.unit.nationality)
            shown = counter_face(turned.unit, face, nation, rows=material.scenario.rows, badges=(mode[:1].upper(),))
            made.append(Cardboard(front, replace(front, face=shown, name="")))
    return made


def _numbers(face: Face) -> tuple[float, float, float]:
    return face.attack, face.defence, face.movement


def _cut_to(card: Cardboard, choices: Choices) -> Cardboard:
    """A counter with the bleed, the safe margin and the corners that were chosen."""
    radius = choices.counter * _ROUNDING if choices.corners == "rounded" else 0.0
    front, back = (
        replace(side, bleed=choices.bleed, safe=choices.safe, radius=radius) for side in (card.front, card.back)
    )
    return Cardboard(front, back)


def _room(sheet: Paper, choices: Choices) -> tuple[int, int]:
    """How many counters stand side by side and below each other."""
    area, step = _area(sheet), choices.counter + choices.between
    columns, rows = (floor((room + choices.between) / step + 1e-6) for room in (area.width, area.height))
    if columns < 1 or rows < 1:
        raise StavkaError(f"{sheet.name} paper is too small for counters of {choices.counter:g} mm.")
    return columns, rows


def _area(sheet: Paper) -> Rect:
    """The room for counters, as far from the head of the page as from its foot, so that either edge may be turned."""
    body, rim = sheet.body, _CUT + _AWAY
    top = max(body.y, sheet.height - body.bottom + 4.0) + rim
    return Rect(body.x + rim, top, body.width - 2 * rim, sheet.height - 2 * top)


def _sheet(run: Sequence[Cardboard], sheet: Paper, choices: Choices, columns: int, *, back: bool) -> list[PageItem]:
    """The counters of one page with their cut marks; backs lie mirrored, so that they meet their fronts."""
    size, area, step = choices.counter, _area(sheet), choices.counter + choices.between
    used = min(columns, len(run))
    rows = -(-len(run) // columns)
    left = area.x + (area.width - columns * step + choices.between) / 2
    boxes = []
    for n, card in enumerate(run):
        front = Rect(left + n % columns * step, area.y + n // columns * step, size, size)
        picture = replace(card.back, turn=180 if choices.flip == "short" else 0) if back else card.front
        boxes.append(PageItem(turned_over(front, sheet, choices) if back else front, picture))
    marks = _cut_marks(Rect(left, area.y, used * step, rows * step), choices, used, rows)
    if back:
        marks = [PageItem(turned_over(box.rect, sheet, choices), box.content) for box in marks]
    return marks + boxes


def turned_over(rect: Rect, sheet: Paper, choices: Choices) -> Rect:
    """Where a rectangle of the front lies on the back."""
    if choices.flip == "long":
        return Rect(sheet.width - rect.right, rect.y, rect.width, rect.height)
    return Rect(rect.x, sheet.height - rect.bottom, rect.width, rect.height)


def _cut_marks(block: Rect, choices: Choices, columns: int, rows: int) -> list[PageItem]:
    """Short lines outside the counters where the knife goes: on both sides of every gutter."""
    mark, away = Line("#000000", 0.12), max(_AWAY, choices.bleed + 0.4)
    right, bottom = block.right - choices.between, block.bottom - choices.between
    boxes = []
    for x in _cuts(block.x, choices, columns):
        boxes.append(PageItem(Rect(x, block.y - away - _CUT, 0, _CUT), mark))
        boxes.append(PageItem(Rect(x, bottom + away, 0, _CUT), mark))
    for y in _cuts(block.y, choices, rows):
        boxes.append(PageItem(Rect(block.x - away - _CUT, y, _CUT, 0), mark))
        boxes.append(PageItem(Rect(right + away, y, _CUT, 0), mark))
    return boxes


def _cuts(start: float, choices: Choices, many: int) -> list[float]:
    """Where counters begin and end in a row of them; without a gutter the end of one is the beginning of the next."""
    step = choices.counter + choices.between
    edges = [start + n * step + more for n in range(many) for more in (0.0, choices.counter)]
    return edges if choices.between else [*edges[::2], edges[-1]]


def _says(sheet: Paper, choices: Choices, number: int, back: bool, measure: Measure) -> list[PageItem]:
    """What to do with the sheet, and a ruler to check its size by."""
    body = sheet.body
    y = body.bottom - 3.4
    what = "Backs" if back else "Fronts"
    said = f"{what} of sheet {number}. Print at 100 %, on both sides, turning on the {choices.flip} edge."
    boxes = [PageItem(Rect(body.x, y, body.width - _RULER - 24, 3.4), Text(said, NOTE, ink=MUTED))]
    right = body.right
    ruler = Rect(right - _RULER, y + 1.2, _RULER, 1.0)
    boxes.append(PageItem(ruler, Rectangle(stroke=INK, width=0.15)))
    boxes += [PageItem(Rect(ruler.x + n * 10.0, ruler.y, 5.0, 1.0), Rectangle(fill=INK)) for n in range(5)]
    wide = measure("50 mm", NOTE)
    boxes.append(PageItem(Rect(ruler.x - wide - 2, y, wide, 3.4), Text("50 mm", NOTE, ink=MUTED)))
    return boxes
