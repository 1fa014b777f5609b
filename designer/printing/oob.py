"""The order of battle, as a table and as a tree of formations."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from designer.printing.blocks import Block, band, beside, line_of, stacked
from designer.printing.choices import Choices
from designer.printing.flow import Group
from designer.printing.masthead import masthead
from designer.printing.material import Material, ink_on
from designer.printing.pages import HAIR, INK, MUTED, CounterPicture, Line, PageItem, Printout, Rect, Rectangle
from designer.printing.paper import Paper, Running, furnish, paper
from designer.printing.roster import muster
from designer.printing.snug import snug
from designer.printing.tables import Cell, TableColumn, TableStyle, table
from designer.printing.type import BODY, CELL, GROUP, NOTE, Measure
from designer.printing.words import kind_of, plural, spot, strengths
from engine.counters import Counter
from engine.records.counters import Formation, Side

Layer = Callable[[Material, Side, float, Measure], list[Group]]

_SMALL = 7.4
_PICTURE = 10.0
_INDENT = 7.0


@dataclass(frozen=True)
class Branch:
    """A formation with its own counters and its parts; depth 0 is the top."""

    formation: Formation | None
    depth: int
    counters: tuple[Counter, ...]

    @property
    def name(self) -> str:
        """What it is called."""
        return self.formation.name if self.formation else "Independent units"


def branches(material: Material, side: str) -> list[Branch]:
    """The formations of a side from the top down, each before its parts; units of none come last."""
    own: dict[str | None, list[Counter]] = {}
    for counter in material.scenario.counters:
        if counter.unit.side == side:
            own.setdefault(counter.unit.formation, []).append(counter)
    rows = [row for row in material.formations.values() if row.side == side]
    known = {row.formation for row in rows}

    def under(parent: str | None, depth: int, seen: frozenset[str]) -> Iterator[Branch]:
        for row in rows:
            above = row.parent if row.parent in known else None
            if above == parent and row.formation not in seen:
                yield Branch(row, depth, tuple(own.get(row.formation, ())))
                yield from under(row.formation, depth + 1, seen | {row.formation})

    found = list(under(None, 0, frozenset()))
    loose = tuple(counter for key, counters in own.items() if key not in known for counter in counters)
    return [*found, *([Branch(None, 0, loose)] if loose else [])]


def oob_documents(material: Material, sides: Sequence[Side], choices: Choices, measure: Measure) -> Iterator[Printout]:
    """For each side the table, then the tree."""
    sheet = paper(choices.paper)
    for side in sides:
        yield _document(material, side, f"{side.name} order of battle", _table, sheet, measure)
        yield _document(material, side, f"{side.name} formations", _tree, sheet, measure)


def _document(material: Material, side: Side, title: str, lay: Layer, sheet: Paper, measure: Measure) -> Printout:
    many = sum(counter.unit.quantity for counter in material.scenario.counters if counter.unit.side == side.side)
    head = masthead(material, title, sheet.body.width, measure, colour=side.colour, remark=plural(many, "counter"))
    pages = snug(sheet, head, lambda width: lay(material, side, width, measure))
    return furnish("oob", Running(material.title, title), sheet, pages, measure)


def _table(material: Material, side: Side, width: float, measure: Measure) -> list[Group]:
    """Every unit with its faces, its numbers and where it begins, under its formation."""
    places = _beginnings(material, side)
    columns = [
        TableColumn("", 2 * _SMALL + 3.4),
        TableColumn("Unit", 30.0),
        TableColumn("Type", 34.0),
        TableColumn("Full", 18.0, "centre"),
        TableColumn("Reduced", 20.0, "centre"),
        TableColumn("Steps", 11.0, "centre"),
        TableColumn("Copies", 12.0, "centre"),
        TableColumn("Begins"),
    ]
    style = TableStyle(CELL, least=_SMALL + 1.0)
    groups = []
    for branch in branches(material, side.side):
        if branch.counters:
            rows = [_unit_row(material, counter, places.get(counter.unit.unit, "")) for counter in branch.counters]
            groups.append(_headed(branch.name, side, table(columns, rows, width, measure, style), width, measure))
    return groups


def _headed(name: str, side: Side, made: Group, width: float, measure: Measure) -> Group:
    ink = ink_on(side.colour)
    head = band(name, width, measure, side.colour, right=plural(len(made.items), "entry"), ink=ink)
    again = band(f"{name} (continued)", width, measure, side.colour, ink=ink)
    titles = (made.head,) if made.head else ()
    return Group(made.items, head=stacked((head, *titles)), again=stacked((again, *titles)), keep=2)


def _unit_row(material: Material, counter: Counter, begins: str) -> list[Cell]:
    unit, numbers = counter.unit, strengths(counter, material)
    back = material.picture(unit, untried=True) if unit.pool else material.picture(unit, 1)
    pictures = [(0.0, _card(material.picture(unit), _SMALL))]
    if back.face is not None:
        pictures.append((_SMALL + 0.8, _card(back, _SMALL)))
    return [
        Cell(block=beside(pictures)),
        Cell(unit.name, strong=True),
        Cell(kind_of(unit)),
        Cell(numbers[0] if numbers else ""),
        Cell(", ".join(numbers[1:]) or "–"),
        Cell(str(counter.steps)),
        Cell(str(unit.quantity)),
        Cell(begins),
    ]


def _card(picture: CounterPicture, size: float) -> Block:
    return Block(size, (PageItem(Rect(0, 0, size, size), picture),))


def _beginnings(material: Material, side: Side) -> dict[str, str]:
    """Where every unit is at the start, or when it comes."""
    roster, found = muster(material, side.side), {}
    for line in roster.lines:
        found.update({entry.unit.unit: spot(line.where, material) for entry in line.entries})
    for coming in roster.arrivals:
        where = f", {coming.where.title}" if coming.where else ""
        found.update({entry.unit.unit: f"turn {coming.arrival.turn}{where}" for entry in coming.entries})
    for pool in roster.pools:
        found.update({unit.unit: "from the pool" for unit in pool.members})
    found.update({entry.unit.unit: "beside the map" for entry in roster.rest})
    return found


def _tree(material: Material, side: Side, width: float, measure: Measure) -> list[Group]:
    """Every formation with its counters, its parts indented below it and joined to it by lines."""
    whole = branches(material, side.side)
    groups = []
    for index, branch in enumerate(whole):
        x = branch.depth * _INDENT
        lines = _lines(whole, index)
        rows = _counter_rows(material, branch, x, width)
        head = _joined(_name(branch, side, width - x, measure).indented(x), lines, branch.depth)
        again = _joined(
            line_of(f"{branch.name} (continued)", BODY, width - x, measure, ink=MUTED).indented(x), lines, 0
        )
        items = tuple(_joined(row, lines, 0) for row in rows)
        last = index == len(whole) - 1 or whole[index + 1].depth == 0
        groups.append(Group(items, head=head, again=again, gap=5.0 if last else 0.0))
    return groups


def _name(branch: Branch, side: Side, width: float, measure: Measure) -> Block:
    """A formation's name in a frame, with the number of its counters."""
    many = sum(counter.unit.quantity for counter in branch.counters)
    text, note = branch.name, plural(many, "counter") if many else ""
    wide = min(width, measure(text, GROUP) + 5.0)
    high = GROUP.line + 1.6
    frame = PageItem(
        Rect(0, 0.8, wide, high),
        Rectangle(fill=side.colour if branch.depth == 0 else None, stroke=INK, width=0.25, radius=0.7),
    )
    ink = ink_on(side.colour) if branch.depth == 0 else INK
    said = line_of(text, GROUP, wide - 3.0, measure, ink=ink)
    more = line_of(note, NOTE, 30.0, measure, ink=MUTED) if note else Block(0)
    boxes = (frame, *said.at(1.5, 0.8 + (high - said.height) / 2), *more.at(wide + 2.0, 0.8 + (high - more.height) / 2))
    return Block(high + 1.6, boxes)


def _counter_rows(material: Material, branch: Branch, x: float, width: float) -> list[Block]:
    """The counters of a formation, as many to a row as fit; copies lie side by side."""
    pictures = [
        material.picture(counter.unit, name="" if copy else counter.unit.name)
        for counter in branch.counters
        for copy in range(min(counter.unit.quantity, 12))
    ]
    step = _PICTURE + 1.4
    left = x + _INDENT * 0.75
    per_row = max(1, int((width - left) // step))
    return [
        Block(
            _PICTURE + 1.8,
            tuple(
                PageItem(Rect(left + n * step, 0.4, _PICTURE, _PICTURE), picture)
                for n, picture in enumerate(pictures[start : start + per_row])
            ),
        )
        for start in range(0, len(pictures), per_row)
    ]


def _lines(whole: Sequence[Branch], index: int) -> tuple[tuple[float, bool], ...]:
    """The upright lines beside a formation: how far from the left, and whether each goes on below it."""
    branch, found = whole[index], []
    for depth in range(1, branch.depth + 1):
        later = next((other.depth for other in whole[index + 1 :] if other.depth <= depth), 0)
        found.append((depth * _INDENT - _INDENT * 0.55, later == depth))
    return tuple(found)


def _joined(block: Block, lines: tuple[tuple[float, bool], ...], depth: int) -> Block:
    """A block with its share of the tree's lines; a name at some depth also gets its twig."""
    boxes = list(block.boxes)
    twig = block.height / 2
    for n, (x, on) in enumerate(lines, 1):
        own = depth > 0 and n == len(lines)
        if on or own:
            boxes.append(PageItem(Rect(x, 0, 0, block.height if on else twig), Line(HAIR, 0.35)))
        if own:
            boxes.append(PageItem(Rect(x, twig, _INDENT * 0.55, 0), Line(HAIR, 0.35)))
    return Block(block.height, tuple(boxes))
