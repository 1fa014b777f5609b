"""Painted tiles of the map, kept by scale; an edit repaints only the part of a tile that it touched."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import floor

from PySide6.QtCore import QPointF, QRect, QRectF
from PySide6.QtGui import QColor, QPainter, QPixmap

from designer.paint.map.scene import LAYERS, MapScene

TILE = 512
MOST_TILES = 180

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
        self.painted = 0
        self.repaired = 0
        self._tiles: OrderedDict[Key, Tile] = OrderedDict()

    def __len__(self) -> int:
        return len(self._tiles)

    def clear(self) -> None:
        """Forget every tile."""
        self._tiles.clear()

    def invalidate(self, rects: Iterable[QRectF]) -> None:
        """Mark what changed, in map units; tiles that it does not touch stay as they are."""
        dirty = list(rects)
        for key, tile in self._tiles.items():
            area = tile_rect(key)
            tile.stale += [rect for rect in dirty if rect.intersects(area)]

    def ready(self, key: Key) -> QPixmap | None:
        """A tile that is there, repaired if it was stale; None if it must be painted first."""
        tile = self._tiles.get(key)
        if tile is None:
            return None
        self._tiles.move_to_end(key)
        if tile.stale:
            self._repair(key, tile)
        return tile.pixmap

    def paint(self, key: Key) -> QPixmap:
        """Paint a whole tile and keep it."""
        pixmap = QPixmap(TILE, TILE)
        pixmap.fill(self.backdrop)
        self._tiles[key] = Tile(pixmap)
        self._paint(pixmap, key, tile_rect(key))
        self.painted += 1
        while len(self._tiles) > MOST_TILES:
            self._tiles.popitem(last=False)
        return pixmap

    def _repair(self, key: Key, tile: Tile) -> None:
        for rect in merged(tile.stale):
            self._paint(tile.pixmap, key, rect.intersected(tile_rect(key)))
        tile.stale.clear()
        self.repaired += 1

    def _paint(self, pixmap: QPixmap, key: Key, rect: QRectF) -> None:
        """Paint a part of a tile, widened to whole pixels so that no seam shows."""
        scale, column, row = key
        left, top = floor(rect.left() * scale) - column * TILE, floor(rect.top() * scale) - row * TILE
        right = floor(rect.right() * scale) - column * TILE + 1
        bottom = floor(rect.bottom() * scale) - row * TILE + 1
        pixels = QRect(left, top, right - left, bottom - top).intersected(QRect(0, 0, TILE, TILE))
        if pixels.isEmpty():
            return
        painter = QPainter(pixmap)
        painter.setClipRect(pixels)
        painter.fillRect(pixels, self.backdrop)
        painter.translate(-column * TILE, -row * TILE)
        painter.scale(scale, scale)
        corner = QPointF((pixels.left() + column * TILE) / scale, (pixels.top() + row * TILE) / scale)
        area = QRectF(corner.x(), corner.y(), pixels.width() / scale, pixels.height() / scale)
        self.scene.paint(painter, area, scale, shown=self.shown)
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
