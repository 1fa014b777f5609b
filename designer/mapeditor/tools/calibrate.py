"""The calibration of an underlay: three points of the picture, three hexes where they belong."""

from __future__ import annotations

from msgspec.structs import replace
from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter

from designer.mapeditor.context import ToolContext, ToolPoint
from designer.mapeditor.operations import underlay
from designer.mapeditor.tools.base import Tool, outline, pen
from engine.grid import Point
from engine.records.board import Underlay
from engine.records.changes import put

_STEPS = ("first", "second", "third")


class CalibrateTool(Tool):
    """Click a point of the picture, then the hex it belongs to; three times over."""

    hint = "Click a point of the picture, then the hex where it belongs; three times, far apart."

    def __init__(self, context: ToolContext) -> None:
        super().__init__(context)
        self._mark: Point | None = None
        self._pairs: list[tuple[Point, Point]] = []

    def activate(self) -> None:
        """Begin with the first point."""
        self._mark, self._pairs = None, []
        self._prompt()

    def _prompt(self) -> None:
        step = _STEPS[len(self._pairs)]
        if self._mark is None:
            self.context.said.emit(f"Click the {step} point of the picture, a town or a crossing.")
        else:
            self.context.said.emit(f"Now click the hex where the {step} point belongs.")

    def press(self, spot: ToolPoint) -> None:
        """Take a point, or the hex where it belongs."""
        if self._mark is None:
            self._mark = (spot.x, spot.y)
        elif spot.cell is None:
            self.context.refused.emit("That is outside the map; click the hex where the point belongs.")
            return
        else:
            self._pairs.append((self._mark, self.context.ground.grid.centre(spot.cell)))
            self._mark = None
        if len(self._pairs) == 3:
            self._finish()
        else:
            self._prompt()
        self.context.redraw.emit()

    def _finish(self) -> None:
        pairs, self._pairs = self._pairs, []
        rows = self.context.document.rows
        for picture in rows.all(Underlay)[:1]:
            done = self.context.attempt(
                "Calibrate underlay",
                lambda picture=picture: [  # type: ignore[misc]
                    put(rows, replace(picture, matrix=underlay.calibrated(picture.matrix, pairs)))
                ],
            )
            warning = underlay.doubt(rows.all(Underlay)[0].matrix) if done else ""
            if warning:
                self.context.refused.emit(warning)
        self.context.finished.emit()

    def hover(self, spot: ToolPoint) -> None:
        """Show the hex that would be taken."""
        self.spot = spot
        self.context.redraw.emit()

    def cancel(self) -> bool:
        """Begin again."""
        begun = bool(self._pairs) or self._mark is not None
        self._mark, self._pairs = None, []
        self.context.redraw.emit()
        return begun

    def draw(self, painter: QPainter) -> None:
        """The points taken so far, each with a line to its hex."""
        painter.setPen(pen("#b3261e", 2))
        for seen, wanted in self._pairs:
            painter.drawLine(QPointF(*seen), QPointF(*wanted))
        painter.setPen(pen("#b3261e", 9))
        for point in [seen for seen, _ in self._pairs] + ([self._mark] if self._mark else []):
            painter.drawPoint(QPointF(*point))
        if self._mark is not None and self.spot is not None and self.spot.cell is not None:
            outline(painter, self.context.ground.grid, [self.spot.cell], "#b3261e", 0.15)
