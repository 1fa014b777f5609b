"""Short animations: counters that slide along their way, and cells that flash."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot
from time import monotonic

from PySide6.QtCore import QObject, QPointF, QTimer, Signal, Slot
from PySide6.QtGui import QPainter

from designer.paint.faces import CounterFace
from designer.paint.map.scene import MapScene
from designer.paint.overlays import tint_cells
from engine.ids import Cell

FRAME = 16
FLASH = 0.9
"""Seconds a flash lasts."""


@dataclass(frozen=True)
class CounterFlight:
    """A counter under way: its piece, its face, the points it passes."""

    piece: int
    face: CounterFace
    points: tuple[QPointF, ...]

    def at(self, share: float) -> QPointF:
        """Where it is after a share of its way."""
        legs = [hypot(b.x() - a.x(), b.y() - a.y()) for a, b in zip(self.points, self.points[1:], strict=False)]
        left = share * sum(legs)
        for start, end, long in zip(self.points, self.points[1:], legs, strict=False):
            if left <= long and long:
                return start + (end - start) * (left / long)
            left -= long
        return self.points[-1]


class Flights(QObject):
    """What moves on the map just now."""

    landed = Signal()
    moved = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._flights: list[CounterFlight] = []
        self._flashes: list[tuple[int, str, float]] = []
        self._began, self._lasts = 0.0, 0.0
        self._timer = QTimer(self)
        self._timer.setInterval(FRAME)
        self._timer.timeout.connect(self._tick)

    @property
    def pieces(self) -> frozenset[int]:
        """The pieces under way, which are not drawn in their stacks."""
        return frozenset(flight.piece for flight in self._flights)

    @property
    def ghosts(self) -> list[tuple[CounterFace, QPointF]]:
        """The counters under way and where they are."""
        share = min(1.0, (monotonic() - self._began) / self._lasts) if self._lasts else 1.0
        eased = share * share * (3 - 2 * share)
        return [(flight.face, flight.at(eased)) for flight in self._flights]

    def fly(self, flights: Sequence[CounterFlight], milliseconds: int) -> None:
        """Send counters on their way; whatever was under way has arrived."""
        self._flights = list(flights)
        self._began, self._lasts = monotonic(), milliseconds / 1000
        self._timer.start()

    def flash(self, cells: Sequence[int], colour: str) -> None:
        """Light cells up for a moment."""
        self._flashes += [(cell, colour, monotonic()) for cell in cells if cell >= 0]
        self._timer.start()

    def stop(self) -> None:
        """Everything has arrived."""
        self._flights, self._flashes = [], []
        self._timer.stop()

    @Slot()
    def _tick(self) -> None:
        now = monotonic()
        self._flashes = [flash for flash in self._flashes if now - flash[2] < FLASH]
        if self._flights and now - self._began >= self._lasts:
            self._flights = []
            self.landed.emit()
        if not self._flights and not self._flashes:
            self._timer.stop()
        self.moved.emit()

    def draw(self, painter: QPainter, scene: MapScene) -> None:
        """The flashes, fading."""
        for cell, colour, since in self._flashes:
            tint_cells(painter, scene, [Cell(cell)], colour, max(0.0, 0.6 * (1 - (monotonic() - since) / FLASH)))


def way(scene: MapScene, cells: Sequence[int]) -> tuple[QPointF, ...]:
    """The middles of cells, as points to pass."""
    return tuple(scene.anchor(Cell(cell)) for cell in cells if cell >= 0)
