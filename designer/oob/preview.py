"""The counter of the unit in front: every face of it, large."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from designer.paint.counter import counter_pixmap
from designer.paint.faces import CounterFace, counter_face
from designer.theme import current_theme
from engine.counters import back_of, load_counters
from engine.records import Rows
from engine.records.counters import Face, Nationality, Unit

SIDE = 116
GAP = 14
CAPTIONS = ("Full strength", "Reduced", "Reduced twice", "Last step")


def faces_of(rows: Rows, unit: Unit) -> list[tuple[str, CounterFace]]:
    """Every face of a unit with its caption, the untried back first."""
    nation = rows.get(Nationality, unit.nationality)
    faces = sorted((face for face in rows.all(Face) if face.unit == unit.unit), key=lambda face: face.face)
    found = []
    if unit.pool:
        back = back_of(unit.pool, load_counters(rows))
        found.append(("Face down", counter_face(back, faces[0] if faces else None, nation, untried=True)))
    found += [(CAPTIONS[min(n, 3)], counter_face(unit, face, nation, rows=rows)) for n, face in enumerate(faces)]
    return found or [("No face yet", counter_face(unit, None, nation))]


class CounterPreview(QWidget):
    """Counters side by side with their captions; wraps to the width it has."""

    def __init__(self) -> None:
        super().__init__()
        self._faces: list[tuple[str, CounterFace]] = []
        self._says = "Select a unit to see its counter."
        self.setMinimumSize(QSize(SIDE * 2 + GAP * 3, SIDE + 40))

    def show_unit(self, rows: Rows, unit: Unit | None) -> None:
        """Show the counter of a unit, or nothing."""
        self._faces = faces_of(rows, unit) if unit is not None else []
        lines = max(1, -(-len(self._faces) // self._across()))
        self.setMinimumHeight(lines * (SIDE + 34) + GAP)
        self.update()

    @property
    def shown(self) -> list[CounterFace]:
        """The faces in view."""
        return [face for _, face in self._faces]

    def _across(self) -> int:
        return max(1, (self.width() - GAP) // (SIDE + GAP))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the counters."""
        painter = QPainter(self)
        painter.setPen(current_theme().colour("muted"))
        if not self._faces:
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self._says)
        for n, (caption, face) in enumerate(self._faces):
            x = GAP + (n % self._across()) * (SIDE + GAP)
            y = GAP + (n // self._across()) * (SIDE + 34)
            painter.drawPixmap(x, y, counter_pixmap(face, SIDE, self.devicePixelRatioF()))
            painter.drawText(QRectF(x, y + SIDE, SIDE, 24), Qt.AlignmentFlag.AlignCenter, caption)
        painter.end()
