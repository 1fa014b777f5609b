"""Names over the map: set when there is time for it, kept as pictures, laid anew in every frame."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, floor
from time import perf_counter

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPixmap

from designer.paint.map.labels import PlacedName
from designer.paint.map.scene import MapScene

MOST_PICTURES = 1200


@dataclass(frozen=True)
class NamePicture:
    """A name's halo and letters, and where on the map at its scale they begin, in pixels."""

    x: int
    y: int
    halo: QPixmap
    letters: QPixmap


class SceneNames:
    """The names of a scene; until new ones are set the former ones stay."""

    def __init__(self, scene: MapScene) -> None:
        self._scene = scene
        self._shown: list[PlacedName] = []
        self._step: int | None = None
        self._version = scene.names_version
        self._work: tuple[int, Iterator[PlacedName], list[PlacedName]] | None = None
        self._pictures: OrderedDict[tuple[PlacedName, float, float], NamePicture] = OrderedDict()

    @property
    def outdated(self) -> bool:
        """Whether an edit has touched names since they were set."""
        return self._version != self._scene.names_version

    def catch_up(self) -> None:
        """Set the names again if an edit has touched them."""
        if self.outdated:
            self.reset()

    def reset(self) -> None:
        """Set the names again."""
        self._step, self._work = None, None
        self._version = self._scene.names_version

    def paint(self, painter: QPainter, seen: QRectF, origin: QPointF, scale: float, ratio: float, until: float) -> bool:
        """Lay the names of a part of the map; False when time was up before all were set and drawn.

        The origin of the map is given in device pixels, the scale in device pixels a cell.
        """
        complete = self._set(self._scene.type_step(scale), until)
        near = seen.adjusted(-0.1, -0.1, 0.1, 0.1)
        found = []
        for label in self._shown:
            if label.rect.intersects(near):
                picture = self._pictures.get((label, scale, ratio))
                if picture is None and perf_counter() < until:
                    picture = self._draw(label, scale, ratio)
                if picture is None:
                    complete = False
                else:
                    found.append((QPointF((origin.x() + picture.x) / ratio, (origin.y() + picture.y) / ratio), picture))
        for at, picture in found:
            painter.drawPixmap(at, picture.halo)
        for at, picture in found:
            painter.drawPixmap(at, picture.letters)
        return complete

    def _set(self, step: int, until: float) -> bool:
        """Go on setting names until time is up; True when they stand, or when those of an edit have to wait."""
        if self.outdated:
            self._work = None
        if step == self._step or self.outdated:
            return True
        if self._work is None or self._work[0] != step:
            self._work = step, self._scene.setting(step), []
        _, coming, found = self._work
        while perf_counter() < until:
            label = next(coming, None)
            if label is None:
                self._shown, self._step, self._work = found, step, None
                return True
            found.append(label)
        return False

    def _draw(self, label: PlacedName, scale: float, ratio: float) -> NamePicture:
        rect = label.halo.controlPointRect()
        x, y = floor(rect.left() * scale) - 1, floor(rect.top() * scale) - 1
        wide, high = ceil(rect.right() * scale) + 1 - x, ceil(rect.bottom() * scale) + 1 - y
        halo, ink = label.inks(self._scene.style)
        made = NamePicture(
            x,
            y,
            *(
                _filled(path, colour, QRectF(x, y, wide, high), scale, ratio)
                for path, colour in ((label.halo, halo), (label.path, ink))
            ),
        )
        self._pictures[label, scale, ratio] = made
        if len(self._pictures) > MOST_PICTURES:
            self._pictures.popitem(last=False)
        return made


def _filled(path: QPainterPath, ink: QColor, pixels: QRectF, scale: float, ratio: float) -> QPixmap:
    made = QPixmap(pixels.size().toSize())
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(-pixels.topLeft())
    painter.scale(scale, scale)
    painter.fillPath(path, ink)
    painter.end()
    made.setDevicePixelRatio(ratio)
    return made
