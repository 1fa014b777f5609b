"""Names on the map, placed so that they cover neither each other nor the signs, and lines as little as may be."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import floor

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainterPath, QTransform

from designer.paint.colours import faded
from designer.paint.map.frame import NUMBER_SIZE, box_rect, number_spot
from designer.paint.map.geometry import SQUARE, Geometry
from designer.paint.map.places import SIGNS
from designer.paint.style import MapStyle
from designer.paint.text import CITY, PLACE, REGION, TOWN, Lettering, TextOutline, outline
from engine.grid import CellGrid, Point
from engine.ids import Cell
from engine.records.board import Region

Square = tuple[int, int]
"""A square of the plane, by column and row."""

_BUCKET = 2.0
_COUNTER = 0.36
"""Half a counter."""

_FOUGHT_FOR = frozenset({"city", "factory", "port", "fort", "star", "cross"})
"""Signs of places that are fought for: their names stand clear of the counters in them."""

_RIM = 0.04
"""How far names keep from the end of the board."""

_LARGE = 5
"""Regions of fewer cells than this are not named on the map, unless units enter there."""


@dataclass(frozen=True, eq=False)
class PlacedName:
    """A name in its place on the map, in one piece or letter by letter."""

    text: str
    pieces: tuple[tuple[TextOutline, QTransform], ...]
    rect: QRectF
    size: float
    ink: str = "ink"
    """A colour of the style by name, or one of its own as #rrggbb."""
    rank: int = 0
    """Of the place that bears the name."""

    def inks(self, style: MapStyle) -> tuple[QColor, QColor]:
        """The colours of halo and letters."""
        ink = self.ink if self.ink.startswith("#") else str(getattr(style, self.ink))
        return faded(style.halo, 0.86), style.colour(ink)

    @cached_property
    def path(self) -> QPainterPath:
        """The letters."""
        return _united(place.map(letters.path) for letters, place in self.pieces)

    @cached_property
    def halo(self) -> QPainterPath:
        """The ground that keeps the letters legible."""
        return _united(place.map(letters.halo) for letters, place in self.pieces)


def _united(paths: Iterable[QPainterPath]) -> QPainterPath:
    whole = QPainterPath()
    whole.setFillRule(Qt.FillRule.WindingFill)
    for path in paths:
        whole.addPath(path)
    return whole


@dataclass(frozen=True)
class NameWish:
    """A name that wants a place: round which point, how near, how large, and how much it matters."""

    text: str
    at: Point
    radius: float
    size: float
    lettering: Lettering
    rank: int
    where: str = "auto"


@dataclass
class Crowd:
    """What already stands on the map: rectangles that must stay free, and points better not covered."""

    on_board: Callable[[QRectF], bool]
    rects: dict[tuple[int, int], list[QRectF]] = field(default_factory=dict)
    points: Mapping[tuple[int, int], Sequence[Point]] = field(default_factory=dict)

    def add(self, rect: QRectF) -> None:
        """Take a rectangle."""
        for key in _buckets(rect):
            self.rects.setdefault(key, []).append(rect)

    def taken(self, rect: QRectF) -> bool:
        """Whether something stands there already, or the board ends there."""
        if any(rect.intersects(other) for key in _buckets(rect) for other in self.rects.get(key, ())):
            return True
        return not self.on_board(rect)

    def covered(self, rect: QRectF) -> int:
        """How many points of lines a rectangle would cover."""
        left, top, right, bottom = rect.left(), rect.top(), rect.right(), rect.bottom()
        count = 0
        for key in _buckets(rect, SQUARE):
            for x, y in self.points.get(key, ()):
                if left < x < right and top < y < bottom:
                    count += 1
        return count


def _buckets(rect: QRectF, side: float = _BUCKET) -> list[tuple[int, int]]:
    down = range(floor(rect.top() / side), floor(rect.bottom() / side) + 1)
    return [(i, j) for i in range(floor(rect.left() / side), floor(rect.right() / side) + 1) for j in down]


def place_labels(geometry: Geometry, factor: float = 1.0) -> list[PlacedName]:
    """Set the names of all places; a factor above 1 sets them larger for a map seen from afar."""
    return list(settle_places(geometry, crowd_of(geometry, factor), factor))


def settle_places(geometry: Geometry, crowd: Crowd, factor: float) -> Iterator[PlacedName]:
    """Set the names of places among what already stands there, and add them to it."""
    for wish in sorted(_wishes(geometry), key=lambda w: (-w.rank, w.text, w.at)):
        label = _settle(wish, crowd, factor)
        if label is not None:
            crowd.add(label.rect)
            yield label


def crowd_of(geometry: Geometry, factor: float) -> Crowd:
    """The signs that must stay free and the lines better not covered."""
    points = geometry.line_points() if factor <= 2 else {}
    crowd = Crowd(_board(geometry.grid), points=_with_numbers(geometry.grid, points) if factor <= 1 else points)
    for box in geometry.sheet.boxes.values():
        crowd.add(box_rect(box))
    for sign in geometry.signs():
        reach, (x, y) = sign.radius, sign.at
        crowd.add(QRectF(x - reach, y - reach, 2 * reach, 2 * reach))
    return crowd


def _with_numbers(grid: CellGrid, points: Mapping[Square, Sequence[Point]]) -> Mapping[Square, Sequence[Point]]:
    """The points of lines, and those of the cells' numbers, which are better not covered either."""
    found: dict[Square, list[Point]] = {key: list(some) for key, some in points.items()}
    for cell in range(grid.size):
        x, y = number_spot(grid, Cell(cell))
        for at in ((x + away, y + down) for away in (-0.12, 0.0, 0.12) for down in (0.01, NUMBER_SIZE * 0.7)):
            found.setdefault((floor(at[0] / SQUARE), floor(at[1] / SQUARE)), []).append(at)
    return found


def _board(grid: CellGrid) -> Callable[[QRectF], bool]:
    """Whether a rectangle lies wholly on the cells of a grid, whose edge may run in and out."""
    west, north, east, south = grid.bounds()
    inner = QRectF(west + 1, north + 1, east - west - 2, south - north - 2)

    def on_board(rect: QRectF) -> bool:
        if inner.contains(rect):
            return True
        xs = (rect.left() - _RIM, rect.center().x(), rect.right() + _RIM)
        return all(grid.at(x, y) is not None for y in (rect.top() - _RIM, rect.bottom() + _RIM) for x in xs)

    return on_board


def _wishes(geometry: Geometry) -> Iterator[NameWish]:
    """One wish for every name; a city of several cells is named once."""
    named: dict[tuple[str, str], list[Point]] = {}
    for standing in geometry.signs():
        row, at = standing.row, standing.at
        if row.label_at == "none" or not row.name:
            continue
        same = named.setdefault((row.name, row.kind), [])
        if any(abs(x - at[0]) + abs(y - at[1]) < 3 for x, y in same):
            continue
        same.append(at)
        sign = SIGNS[standing.symbol]
        lettering = CITY if sign.rank >= 5 else PLACE if sign.rank >= 3 else TOWN
        radius = max(standing.radius, _COUNTER) if standing.symbol in _FOUGHT_FOR else standing.radius
        yield NameWish(row.name, at, radius, sign.type_size, lettering, sign.rank, row.label_at)


def region_labels(geometry: Geometry, crowd: Crowd, factor: float) -> Iterator[PlacedName]:
    """Set the names of regions large enough to hold them, near their middle."""
    for key, row in list(geometry.sheet.regions.items()):
        cells = [cell for cell in geometry.sheet.region_cells.get(key, ()) if cell < geometry.grid.size]
        if not row.shown or row.kind == "edge" or not row.name or not cells:
            continue
        label = _region_label(geometry, row, cells, crowd, factor) if len(cells) >= _LARGE else None
        if label is None and row.kind == "entry":
            label = _entrance_label(geometry, row, cells, crowd, factor)
        if label is not None:
            crowd.add(label.rect)
            yield label


def _region_label(geometry: Geometry, row: Region, cells: list[Cell], crowd: Crowd, factor: float) -> PlacedName | None:
    letters, size = outline(row.name, REGION), 0.24 * factor
    centres, members = [geometry.grid.centre(cell) for cell in cells], set(cells)
    x = sum(centre[0] for centre in centres) / len(centres)
    y = sum(centre[1] for centre in centres) / len(centres)
    wide, high = letters.width * size + 0.05, size * 0.86
    best: tuple[float, QRectF] | None = None
    for cx, cy in centres:
        for dy in (0.0, 0.33, -0.33):
            rect = QRectF(cx - wide / 2, cy + dy - high / 2, wide, high)
            cost = abs(cx - x) + abs(cy + dy - y) + crowd.covered(rect) * 0.5
            if (best is None or cost < best[0]) and not crowd.taken(rect) and _within(geometry, members, rect):
                best = (cost, rect)
    if best is None:
        return None
    return _label(NameWish(row.name, (x, y), 0, size, REGION, 0), letters, best[1], size, row.colour)


def _entrance_label(
    geometry: Geometry, row: Region, cells: list[Cell], crowd: Crowd, factor: float
) -> PlacedName | None:
    """Set the name of an entrance beside it where it has no room in it: whoever arrives there looks for it."""
    letters, size = outline(row.name, REGION), 0.2 * factor
    middle = sorted(cells)[len(cells) // 2]
    for cell in sorted(cells, key=lambda cell: geometry.grid.distance(cell, middle)):
        wish = NameWish(row.name, geometry.grid.centre(cell), _COUNTER, size, REGION, 0)
        rect = _free(wish, letters, size, _PREFERRED, crowd)
        if rect is not None:
            return _label(wish, letters, rect, size, row.colour)
    return None


def _within(geometry: Geometry, members: set[Cell], rect: QRectF) -> bool:
    """Whether a name would stand on a region's own cells."""
    y = rect.center().y()
    return all(geometry.grid.at(x, y) in members for x in (rect.left(), rect.center().x(), rect.right()))


_ROUND: dict[str, tuple[float, float]] = {
    "e": (1, 0),
    "ne": (0.75, -0.8),
    "se": (0.75, 0.8),
    "w": (-1, 0),
    "nw": (-0.75, -0.8),
    "sw": (-0.75, 0.8),
    "n": (0, -1),
    "s": (0, 1),
}
_PREFERRED = ("e", "ne", "se", "n", "s", "w", "nw", "sw")
_SLID = (0.0, 0.3, -0.3)
"""By how much of its width a name above or below its place may slide aside."""

_SIZES = (1.0, 0.86, 0.74)
_LEADED = 1.15
"""How high the name of an entrance is for its size: entrances lie close together, and their letters hang down."""


def _settle(wish: NameWish, crowd: Crowd, factor: float) -> PlacedName | None:
    """The best free place for a name, or None where there is none; a side that was asked for comes first."""
    letters = outline(wish.text, wish.lettering)
    asked = () if wish.where == "auto" else ((wish.where,),)
    for ways in (*asked, _PREFERRED):
        for size in (wish.size * factor * share for share in _SIZES):
            rect = _free(wish, letters, size, ways, crowd)
            if rect is not None:
                return _label(wish, letters, rect, size)
    return None


def _free(wish: NameWish, letters: TextOutline, size: float, ways: Sequence[str], crowd: Crowd) -> QRectF | None:
    """The best free place for a name of that size on some sides of its point."""
    best: tuple[float, QRectF] | None = None
    for distance in (1.0, 1.9, 3.2):
        for n, way in enumerate(ways):
            for slid in _SLID if way in ("n", "s") else _SLID[:1]:
                rect = _beside(wish, letters, size, way, distance, slid)
                least = n * 0.7 + (distance - 1) * 4 + 3 * (slid != 0)
                if (best is None or least < best[0]) and not crowd.taken(rect):
                    cost = least + crowd.covered(rect) * 1.5
                    best = (cost, rect) if best is None or cost < best[0] else best
    return None if best is None else best[1]


def _beside(wish: NameWish, letters: TextOutline, size: float, way: str, distance: float, slid: float = 0.0) -> QRectF:
    """The rectangle of a name on one side of its point."""
    dx, dy = _ROUND[way]
    wide, high = letters.width * size + 0.05, size * (_LEADED if wish.lettering is REGION else 0.86)
    gap = wish.radius + 0.035 * distance * distance
    way_out = (dx > 0) - (dx < 0) if wish.radius >= _COUNTER else dx
    x = wish.at[0] + way_out * gap + (wide / 2) * (dx > 0.1) - (wide / 2) * (dx < -0.1) + wide * slid
    lift = high / 2 if abs(dx) < 0.9 else 0.0
    y = wish.at[1] + dy * (gap if abs(dx) < 0.1 else gap * 0.7) + lift * ((dy > 0) - (dy < 0))
    if dx == 0:
        y = wish.at[1] + dy * (gap + high / 2)
    return QRectF(x - wide / 2, y - high / 2, wide, high)


def _label(wish: NameWish, letters: TextOutline, rect: QRectF, size: float, ink: str = "ink") -> PlacedName:
    baseline = rect.center().y() + letters.cap_height * size / 2
    left = rect.left() + 0.025
    return PlacedName(
        wish.text, ((letters, QTransform(size, 0.0, 0.0, size, left, baseline)),), rect, size, ink, wish.rank
    )
