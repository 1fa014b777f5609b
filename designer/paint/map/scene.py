"""The map as one thing that can be painted: any part of it, at any scale, on any device."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from math import ceil, log
from time import perf_counter

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from designer.paint.map import ground, layers
from designer.paint.map.courses import river_labels
from designer.paint.map.geometry import Geometry
from designer.paint.map.labels import PlacedName, crowd_of, region_labels, settle_places
from designer.paint.map.sheet import TABLES, PaintedSheet
from designer.paint.map.sitting import Sitting, widened
from designer.paint.map.stamps import Stamps
from designer.paint.style import PRINTED, MapStyle
from engine.grid import CellGrid
from engine.ids import Cell
from engine.records import Rows
from engine.records.changes import Change

LAYERS: tuple[str, ...] = ("terrain", "hexsides", "regions", "links", "grid", "numbers", "boxes", "places", "names")
"""What can be shown or hidden, from the paper up."""

_PAINT: tuple[tuple[str, Callable[[Sitting], None]], ...] = (
    ("terrain", ground.paint_terrain),
    ("hexsides", layers.paint_hexsides),
    ("terrain water", ground.paint_water),
    ("", layers.paint_texture),
    ("regions", layers.paint_regions),
    ("grid", layers.paint_grid),
    ("links", layers.paint_links),
    ("", layers.paint_outline),
    ("numbers", layers.paint_numbers),
    ("boxes", layers.paint_boxes),
    ("links", layers.paint_far_links),
    ("places", layers.paint_places),
    ("names", layers.paint_names),
)
"""The layers in the order of painting; one of two names is painted for either, one without a name always."""

SMALLEST_TYPE = 9.0
"""Pixels below which a town's name is set larger than its share of the map."""

LARGEST_TYPE = 17.0
"""Pixels above which it grows more slowly than the map, so that close towns find room for theirs."""

TOWN_SIZE = 0.235
"""The size of a town's name in cells."""

_TYPE_STEP = 1.3

REACH = 1.2
"""How far from its centre a cell's terrain can change the picture."""


_NAMING = ("place", "region", "hexside", "link")
"""The tables whose rows bear names, or stand in the way of names."""


class MapScene:
    """A scenario's map, ready to paint; keeps its geometry until an edit touches it."""

    def __init__(self, rows: Rows, style: MapStyle = PRINTED) -> None:
        self.style = style
        self.names_version = 0
        """Counts the edits that may have moved names."""
        self._load(rows)

    def _load(self, rows: Rows) -> None:
        self.sheet = PaintedSheet(rows)
        self.geometry = Geometry(self.sheet)
        self._labels: dict[int, list[PlacedName]] = {}
        self.names_version += 1

    @property
    def grid(self) -> CellGrid:
        """The grid under the map."""
        return self.sheet.grid

    @property
    def bounds(self) -> QRectF:
        """The whole sheet in map units, boxes and margin included."""
        return self.geometry.bounds

    def anchor(self, cell: Cell) -> QPointF:
        """The middle of a cell or box in map units."""
        return QPointF(*layers.anchor(self.geometry, cell))

    def reload(self, rows: Rows) -> None:
        """Start again from rows, as after a change of the grid."""
        self._load(rows)

    def apply(self, changes: Iterable[Change], rows: Rows) -> list[QRectF] | None:
        """Take over an edit that was made on rows; gives the parts to paint anew, or None for all of it.

        Names are not among the parts: one edit may move many of them, and whoever shows them asks for them again.
        """
        touched = self.sheet.apply(changes)
        if touched.everything:
            self.reload(rows)
            return None
        if not touched.tables.isdisjoint(_NAMING):
            self._labels.clear()
            self.names_version += 1
        return self.invalidate(touched.cells, touched.tables)

    def invalidate(self, cells: Iterable[Cell], tables: Collection[str] = TABLES) -> list[QRectF]:
        """Forget the drawing of these cells, so far as rows of these tables matter; gives the parts to paint anew."""
        listed = list(cells)
        boxes = [self.sheet.box_of(cell) for cell in listed if cell >= self.grid.size]
        centres = [self.grid.centre(cell) for cell in sorted(self.geometry.invalidate(listed, tables))]
        found = [QRectF(x - REACH, y - REACH, 2 * REACH, 2 * REACH) for x, y in centres]
        return found + [QRectF(box.x, box.y, box.width, box.height) for box in boxes if box is not None]

    def type_step(self, scale: float) -> int:
        """By how many steps names are larger than their share of the map at a scale in pixels a cell, or smaller."""
        town = TOWN_SIZE * scale
        wanted = max(SMALLEST_TYPE / town, min(1.0, (LARGEST_TYPE / town) ** 0.6))
        return ceil(log(wanted) / log(_TYPE_STEP))

    def setting(self, step: int) -> Iterator[PlacedName]:
        """Set the names one by one: places first, then regions, then rivers, each among those before it."""
        factor = _TYPE_STEP**step
        crowd = crowd_of(self.geometry, factor)
        yield from settle_places(self.geometry, crowd, factor)
        yield from region_labels(self.geometry, crowd, factor)
        if factor <= 2:
            yield from river_labels(self.geometry, crowd, factor)

    def labels(self, scale: float) -> list[PlacedName]:
        """The names as they are set at a scale in pixels a cell."""
        step = self.type_step(scale)
        if step not in self._labels:
            self._labels[step] = list(self.setting(step))
        return self._labels[step]

    def prepare(self, rect: QRectF, scale: float, until: float) -> bool:
        """Make the shapes that painting a part of the map will want; False when the clock passes `until` before."""
        for chunk in self.geometry.chunks_in(widened(rect, scale)):
            if not chunk.prepared:
                if perf_counter() >= until:
                    return False
                chunk.prepare(lambda look: ground.is_drawn(look, self.style))
        for cell in self.geometry.cells_in(rect) if scale >= ground.MARKED else ():
            if perf_counter() >= until:
                return False
            self.geometry.marks(cell)
        return True

    def paint(
        self,
        painter: QPainter,
        rect: QRectF,
        scale: float,
        *,
        shown: Collection[str] = LAYERS,
        style: MapStyle | None = None,
        stamps: Stamps | None = None,
        rank: int = 0,
    ) -> None:
        """Paint a part of the map, given in map units, with a painter whose unit is one cell.

        Scale says how many device pixels a cell measures, and so how much detail is worth drawing.  With stamps what
        repeats itself is laid down as pictures: fast, but only for pixels, and only where the map's origin lies on one.
        Places below the rank are left out, and with them all other names.
        """
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        names = [label for label in self.labels(scale) if label.rank >= rank] if "names" in shown else []
        sitting = Sitting(painter, self.geometry, style or self.style, rect, scale, names, stamps, rank)
        layers.paint_paper(sitting)
        for name, paint in _PAINT:
            if not name or any(part in shown for part in name.split()):
                painter.save()
                paint(sitting)
                painter.restore()
