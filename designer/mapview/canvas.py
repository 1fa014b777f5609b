"""The map as it lies under counters and overlays: tiles, and the names over them."""

from __future__ import annotations

from math import inf
from time import perf_counter

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPixmap

from designer.mapview.camera import Camera, level_scale
from designer.mapview.names import SceneNames
from designer.mapview.tiles import TILE, Key, Tiles, tile_rect, tiles_over
from designer.paint.map.scene import MapScene

NAMES_BUDGET = 0.002
"""Seconds that are left for names even then."""


class Canvas:
    """The painted map of one view."""

    def __init__(self, scene: MapScene, backdrop: QColor) -> None:
        self.tiles = Tiles(scene, backdrop)
        self.names = SceneNames(scene)

    def clear(self) -> None:
        """Paint everything anew."""
        self.tiles.clear()
        self.names.reset()

    def paint(self, painter: QPainter, camera: Camera, seen: QRectF, ratio: float, budget: float) -> bool:
        """Lay a part of the map; False when some of it is still to be painted because the seconds given were over."""
        until = perf_counter() + budget
        whole = self._paint_tiles(painter, camera, seen, ratio, until)
        if "names" not in self.tiles.shown:
            return whole
        if budget == inf:
            self.names.catch_up()
        until = max(until, perf_counter() + NAMES_BUDGET)
        named = self.names.paint(painter, seen, origin(camera, ratio), camera.scale * ratio, ratio, until)
        return whole and named

    def _paint_tiles(self, painter: QPainter, camera: Camera, seen: QRectF, ratio: float, until: float) -> bool:
        """Paint as many tiles as time allows, those in the middle first, and lay what there is.

        A tile takes about as long as the one before it, so none is begun that would not be done in time.
        """
        keys = list(tiles_over(seen, camera.scale * ratio))
        self.tiles.repair(keys)
        missing = [key for key in keys if self.tiles.kept(key) is None]
        missing.sort(key=lambda key: (tile_rect(key).center() - camera.centre).manhattanLength(), reverse=True)
        took = 0.0
        while missing and self.tiles.prepare(missing[-1], until) and perf_counter() + took < until:
            begun = perf_counter()
            self.tiles.paint(missing.pop())
            took = perf_counter() - begun
        corner = origin(camera, ratio)
        for key in keys:
            pixmap = self.tiles.ready(key)
            if pixmap is not None:
                pixmap.setDevicePixelRatio(ratio)
                at = QPointF((corner.x() + key[1] * TILE) / ratio, (corner.y() + key[2] * TILE) / ratio)
                painter.drawPixmap(at, pixmap)
        if missing:
            farther = (scale for scale in self.tiles.scales() if scale < camera.scale * ratio)
            scales = [level_scale(camera.former_level) * ratio, *sorted(farther, reverse=True)]
            for key in missing:
                self._stand_in(painter, camera, key, scales)
        return not missing

    def _stand_in(self, painter: QPainter, camera: Camera, key: Key, scales: list[float]) -> None:
        """Until a tile is there: what the former zoom level shows of it, or else one farther away, stretched."""
        area = tile_rect(key)
        target = _in_view(camera, area)
        painter.save()
        painter.setClipRect(target)
        painter.fillRect(target, self.tiles.backdrop)
        scene = self.tiles.scene
        painter.fillRect(_in_view(camera, area.intersected(scene.bounds)), QColor(scene.style.paper))
        for other, pixmap in self._covering(area, scales):
            painter.drawPixmap(_in_view(camera, tile_rect(other)), pixmap, QRectF(0, 0, TILE, TILE))
        painter.restore()

    def _covering(self, area: QRectF, scales: list[float]) -> list[tuple[Key, QPixmap]]:
        """Tiles of the first of some scales that show all of a part of the map, or else some of it."""
        best: list[tuple[Key, QPixmap]] = []
        for scale in scales:
            keys = list(tiles_over(area, scale))
            found = [(key, pixmap) for key in keys if (pixmap := self.tiles.kept(key)) is not None]
            if len(found) == len(keys):
                return found
            best = best or found
        return best


def _in_view(camera: Camera, part: QRectF) -> QRectF:
    """Where a part of the map lies in the view."""
    return QRectF(camera.to_view(part.topLeft()), camera.to_view(part.bottomRight()))


def origin(camera: Camera, ratio: float) -> QPointF:
    """Where the map's origin lies, on a whole device pixel."""
    at = camera.to_view(QPointF(0, 0)) * ratio
    return QPointF(round(at.x()), round(at.y()))
