"""What a printed document is before anything is painted: pages of boxes, measured in millimetres."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Literal

from designer.paint.faces import CounterFace
from designer.printing.type import Type

Kind = Literal["text", "counter", "shape", "line", "tick", "map", "swatch", "compass"]
Align = Literal["left", "centre", "right"]

INK = "#1d1a16"
MUTED = "#6a6256"
HAIR = "#b9b09d"
WHITE = "#ffffff"


@dataclass(frozen=True)
class Rect:
    """A rectangle in millimetres from the page's upper left corner."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Its right end."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """Its lower end."""
        return self.y + self.height

    def moved(self, dx: float, dy: float) -> Rect:
        """The same rectangle elsewhere."""
        return Rect(self.x + dx, self.y + dy, self.width, self.height)

    def inset(self, by: float) -> Rect:
        """The rectangle made smaller on all four sides."""
        return Rect(self.x + by, self.y + by, self.width - 2 * by, self.height - 2 * by)

    def holds(self, other: Rect, slack: float = 0.01) -> bool:
        """Whether another rectangle lies inside."""
        return (
            other.x >= self.x - slack
            and other.y >= self.y - slack
            and other.right <= self.right + slack
            and other.bottom <= self.bottom + slack
        )


@dataclass(frozen=True)
class Text:
    """One line of text, its capitals centred on the box's height."""

    text: str
    type: Type
    align: Align = "left"
    ink: str = INK


@dataclass(frozen=True)
class CounterPicture:
    """A counter; without a face it is a blank back.  The name lies under the card, for searching."""

    face: CounterFace | None
    colour: str = WHITE
    side: int = 0
    name: str = ""
    turn: int = 0
    cut: bool = False
    safe: float = 0.0
    """Millimetres from the cut into which nothing is printed but the card's colour."""
    bleed: float = 0.0
    """Millimetres by which the colour runs over the cut."""
    radius: float = 0.0
    """Of rounded corners, in millimetres."""


@dataclass(frozen=True)
class Rectangle:
    """A rectangle, filled or outlined; with a radius of half its size it is a disc."""

    fill: str | None = None
    stroke: str | None = None
    width: float = 0.2
    radius: float = 0.0


@dataclass(frozen=True)
class Line:
    """A line from the box's upper left to its lower right corner."""

    stroke: str = HAIR
    width: float = 0.2
    dashed: bool = False


@dataclass(frozen=True)
class Tick:
    """A box to tick with a pencil."""


@dataclass(frozen=True)
class Disc:
    """A numbered disc on a map, in a cell named as the scenario names it."""

    cell: str
    text: str
    colour: str = INK


@dataclass(frozen=True)
class Tint:
    """A region shown on a map."""

    cells: tuple[str, ...]
    colour: str


@dataclass(frozen=True)
class Pile:
    """Counters that lie in one cell of a map, from the bottom to the top."""

    cell: str
    counters: tuple[CounterPicture, ...]


@dataclass(frozen=True)
class PlanFrame:
    """A lettered rectangle over a map, in cells: a page of the page plan."""

    part: Rect
    text: str


@dataclass(frozen=True)
class MapPart:
    """A part of the map, in cells from its upper left corner, stretched to the box."""

    part: Rect
    layers: tuple[str, ...]
    marks: tuple[Disc, ...] = ()
    tints: tuple[Tint, ...] = ()
    piles: tuple[Pile, ...] = ()
    frames: tuple[PlanFrame, ...] = ()
    searchable: bool = False
    quiet: bool = False
    """Only water, rivers and the chief places, for maps that show where something is."""


@dataclass(frozen=True)
class Swatch:
    """A sample of a terrain, hexside, link or place as the map draws it."""

    layer: str
    kind: str


@dataclass(frozen=True)
class Compass:
    """A compass whose needle points to the top of the page."""


Content = Text | CounterPicture | Rectangle | Line | Tick | MapPart | Swatch | Compass

_KINDS: dict[type, Kind] = {
    Text: "text",
    CounterPicture: "counter",
    Rectangle: "shape",
    Line: "line",
    Tick: "tick",
    MapPart: "map",
    Swatch: "swatch",
    Compass: "compass",
}


@dataclass(frozen=True)
class PageItem:
    """One thing on a page, in its place."""

    rect: Rect
    content: Content

    @property
    def kind(self) -> Kind:
        """What it is, in a word."""
        return _KINDS[type(self.content)]

    def moved(self, dx: float, dy: float) -> PageItem:
        """The same thing elsewhere."""
        return replace(self, rect=self.rect.moved(dx, dy))


@dataclass(frozen=True)
class Page:
    """One side of a sheet of paper."""

    width: float
    height: float
    boxes: tuple[PageItem, ...] = field(default_factory=tuple)

    @property
    def rect(self) -> Rect:
        """The whole page."""
        return Rect(0.0, 0.0, self.width, self.height)

    def of(self, kind: Kind) -> list[PageItem]:
        """The boxes of one kind."""
        return [box for box in self.boxes if box.kind == kind]

    def texts(self) -> list[str]:
        """Every line of text, in order."""
        return [box.content.text for box in self.boxes if isinstance(box.content, Text)]


@dataclass(frozen=True)
class Printout:
    """Something that is printed: its title and its pages."""

    key: str
    title: str
    pages: tuple[Page, ...]


def shifted(boxes: Iterable[PageItem], dx: float, dy: float) -> tuple[PageItem, ...]:
    """Boxes moved together."""
    return tuple(box.moved(dx, dy) for box in boxes)


def shrunk(boxes: Iterable[PageItem], share: float, x: float, y: float) -> tuple[PageItem, ...]:
    """Boxes made smaller towards a point, or larger away from it, type and lines with them."""
    made = []
    for box in boxes:
        rect, content = box.rect, box.content
        small = Rect(x + (rect.x - x) * share, y + (rect.y - y) * share, rect.width * share, rect.height * share)
        if isinstance(content, Text):
            content = replace(content, type=content.type.scaled(share))
        elif isinstance(content, Rectangle):
            content = replace(content, radius=content.radius * share, width=content.width * max(1.0, share))
        made.append(PageItem(small, content))
    return tuple(made)
