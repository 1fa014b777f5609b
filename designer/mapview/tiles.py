"""Painted tiles of the map, kept by scale; an edit repaints only the pixels that it touched."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from math import floor

from PySide6.QtCore import QPointF, QRect, QRectF
from PySide6.QtGui import QColor, QPainter, QPixmap

from designer.paint.map.scene import LAYERS, MapScene
from designer.paint.map.stamps import Stamps

TILE = 256
"""Pixels a side: small enough that painting one fits into a frame."""

MOST_TILES = 640

Key = tuple[float, int, int]
"""Scale in device pixels a cell, then column and row of the tile."""


@dataclass
class Tile:
    """A square of the map at one scale, and the parts of it that are no longer true."""

    pixmap: QPixmap
    stale: list[QRectF] = field(default_factory=list)


class Tiles:
    """The tiles of a scene."""

    def __init__(self, scene: MapScene, backdrop: QColor) -> None:
        self.scene = scene
        self.backdrop = backdrop
        self.shown: frozenset[str] = frozenset(LAYERS)
        """The layers shown; names are not on the tiles, they lie over them."""
        self.painted = 0
        self.repaired = 0
        self._tiles: OrderedDict[Key, Tile] = OrderedDict()
        self._stamps = Stamps()

    def __len__(self) -> int:
        return len(self._tiles)

    def clear(self) -> None:
        """Forget every tile."""
        self._tiles.clear()

    def invalidate(self, rects: Iterable[QRectF]) -> None:
        """Mark what changed, in map units; tiles that it does not touch stay as they are."""
        scales = self.scales()
        for rect in rects:
            for key in (key for scale in scales for key in tiles_over(rect, scale)):
                tile = self._tiles.get(key)
                if tile is not None:
                    tile.stale.append(rect)

    def scales(self) -> set[float]:
        """The scales of which there are tiles."""
        return {key[0] for key in self._tiles}

    def kept(self, key: Key) -> QPixmap | None:
        """A tile as it was last painted, true or not; None if it never was."""
        tile = self._tiles.get(key)
        return None if tile is None else tile.pixmap

    def ready(self, key: Key) -> QPixmap | None:
        """A tile that is there, repaired if it was stale; None if it must be painted first."""
        tile = self._tiles.get(key)
        if tile is None:
            return None
        self._tiles.move_to_end(key)
        if tile.stale:
            self.repair([key])
        return tile.pixmap

    def prepare(self, key: Key, until: float) -> bool:
        """Make ready for painting a tile; False when the clock passes `until` before all is ready."""
        return self.scene.prepare(tile_rect(key), key[0], until)

    def paint(self, key: Key) -> QPixmap:
        """Paint a whole tile and keep it."""
        pixmap = QPixmap(TILE, TILE)
        self._tiles[key] = Tile(pixmap)
        scale, column, row = key
        self._paint(pixmap, scale, QRect(column * TILE, row * TILE, TILE, TILE))
        self.painted += 1
        while len(self._tiles) > MOST_TILES:
            self._tiles.popitem(last=False)
        return pixmap

    def repair(self, keys: Collection[Key]) -> None:
        """Paint what is stale on tiles of one scale; what lies on several of them is painted once."""
        stale = {key: tile for key in keys if (tile := self._tiles.get(key)) is not None and tile.stale}
        if not stale:
            return
        scale = next(iter(stale))[0]
        for part in merged([rect for tile in stale.values() for rect in tile.stale]):
            self._patch(stale, scale, part)
        for tile in stale.values():
            tile.stale.clear()
        self.repaired += len(stale)

    def _patch(self, stale: dict[Key, Tile], scale: float, part: QRectF) -> None:
        """Paint a part of the map and lay it on the tiles that it touches, widened to whole pixels."""
        left, top = floor(part.left() * scale), floor(part.top() * scale)
        right, bottom = floor(part.right() * scale), floor(part.bottom() * scale)
        squares = {key: QRect(key[1] * TILE, key[2] * TILE, TILE, TILE) for key in stale}
        wanted = QRect()
        for square in squares.values():
            wanted = wanted.united(square.intersected(QRect(left, top, right - left + 1, bottom - top + 1)))
        if wanted.isEmpty():
            return
        fresh = QPixmap(wanted.size())
        self._paint(fresh, scale, wanted)
        for key, square in squares.items():
            stale[key].pixmap.setDevicePixelRatio(1.0)
            painter = QPainter(stale[key].pixmap)
            painter.drawPixmap(wanted.topLeft() - square.topLeft(), fresh)
            painter.end()

    def _paint(self, pixmap: QPixmap, scale: float, pixels: QRect) -> None:
        """Paint some pixels of the whole map at a scale."""
        pixmap.fill(self.backdrop)
        painter = QPainter(pixmap)
        painter.translate(-pixels.left(), -pixels.top())
        painter.scale(scale, scale)
        corner = QPointF(pixels.left() / scale, pixels.top() / scale)
        area = QRectF(corner.x(), corner.y(), pixels.width() / scale, pixels.height() / scale)
        self.scene.paint(painter, area, scale, shown=self.shown - {"names"}, stamps=self._stamps)
        painter.end()


def tile_rect(key: Key) -> QRectF:
    """What part of the map a tile shows."""
    scale, column, row = key
    side = TILE / scale
    return QRectF(column * side, row * side, side, side)


def tiles_over(rect: QRectF, scale: float) -> Iterator[Key]:
    """The tiles that a part of the map lies on, row by row."""
    side = TILE / scale
    for row in range(floor(rect.top() / side), floor(rect.bottom() / side) + 1):
        for column in range(floor(rect.left() / side), floor(rect.right() / side) + 1):
            yield scale, column, row


def merged(rects: list[QRectF]) -> list[QRectF]:
    """Fewer rectangles that cover the same parts: those that overlap become one."""
    found: list[QRectF] = []
    for rect in rects:
        joined = QRectF(rect)
        apart = []
        for other in found:
            if other.intersects(joined):
                joined = joined.united(other)
            else:
                apart.append(other)
        found = [*apart, joined]
    return found
