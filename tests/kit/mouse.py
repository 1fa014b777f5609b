"""A mouse over the map: real events at the pixels where cells and hexsides lie."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest

from designer.mapview import MapView
from engine.grid import Point

LEFT = Qt.MouseButton.LeftButton
NONE = Qt.KeyboardModifier.NoModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


class Mouse:
    """Presses, drags and lets go on a map view."""

    def __init__(self, view: MapView) -> None:
        self._view = view

    def pixel(self, where: str | Point) -> QPoint:
        """The pixel over a hex number or a point of the map."""
        if isinstance(where, str):
            return self._view.position_of(self._view.grid.parse(where)).toPoint()
        return self._view.to_view(QPointF(*where)).toPoint()

    def click(self, where: str | Point, keys: Qt.KeyboardModifier = NONE) -> None:
        """Move there and click."""
        QTest.mouseMove(self._view, self.pixel(where))
        QTest.mouseClick(self._view, LEFT, keys, self.pixel(where))

    def drag(self, *stops: str | Point, keys: Qt.KeyboardModifier = NONE) -> None:
        """Press at the first stop, pass the others, let go at the last."""
        self.press(*stops, keys=keys)
        QTest.mouseRelease(self._view, LEFT, keys, self.pixel(stops[-1]))

    def press(self, *stops: str | Point, keys: Qt.KeyboardModifier = NONE) -> None:
        """Press at the first stop and pass the others, without letting go."""
        QTest.mousePress(self._view, LEFT, keys, self.pixel(stops[0]))
        for stop in stops[1:]:
            self.drag_on(stop, keys)

    def drag_on(self, where: str | Point, keys: Qt.KeyboardModifier = NONE) -> None:
        """Move on with the button down."""
        _move(self._view, self.pixel(where), keys)


def _move(view: MapView, at: QPoint, keys: Qt.KeyboardModifier) -> None:
    """A move with the button down; QTest's own move carries no buttons."""
    from PySide6.QtGui import QMouseEvent
    from PySide6.QtWidgets import QApplication

    event = QMouseEvent(
        QMouseEvent.Type.MouseMove, QPointF(at), QPointF(view.mapToGlobal(at)), Qt.MouseButton.NoButton, LEFT, keys
    )
    QApplication.sendEvent(view, event)
