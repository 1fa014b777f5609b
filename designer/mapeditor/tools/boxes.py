"""The box tool: adds, edits and moves off-map boxes."""

from __future__ import annotations

from msgspec.structs import replace
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from designer.mapeditor.context import ToolContext, ToolPoint
from designer.mapeditor.tools.base import Tool, pen
from engine.records.board import Box
from engine.records.changes import put


class BoxTool(Tool):
    """A click adds a box or edits the one there; a drag moves it."""

    hint = "Click beside the map to add a box, or a box to edit it; drag a box to move it."

    def __init__(self, context: ToolContext) -> None:
        super().__init__(context)
        self._held: Box | None = None
        self._start: ToolPoint | None = None

    def press(self, spot: ToolPoint) -> None:
        """Take hold of the box there, if there is one."""
        if self.context.may("boxes"):
            self._start = spot
            self._held = self.context.ground.box_at(spot.x, spot.y)

    def drag(self, spot: ToolPoint) -> None:
        """Show where the box would go."""
        self.hover(spot)

    def hover(self, spot: ToolPoint) -> None:
        """Follow the mouse."""
        self.spot = spot
        self.context.redraw.emit()

    def _moved(self) -> Box | None:
        if self._held is None or self._start is None or self.spot is None:
            return None
        x = round((self._held.x + self.spot.x - self._start.x) * 4) / 4
        y = round((self._held.y + self.spot.y - self._start.y) * 4) / 4
        return replace(self._held, x=x, y=y)

    def release(self, spot: ToolPoint) -> None:
        """Move the box, or open its form."""
        self.spot = spot
        held, moved, start = self._held, self._moved(), self._start
        self._held = self._start = None
        if start is None:
            return
        if held is not None and moved is not None and moved != held:
            self.context.edit(f"Move box {held.name}", [put(self.context.document.rows, moved)])
        else:
            self.context.ask(held or self._new(spot))

    def _new(self, spot: ToolPoint) -> Box:
        number = 1
        while self.context.document.rows.has(Box, f"box-{number}"):
            number += 1
        return Box(box=f"box-{number}", name=f"Box {number}", x=round(spot.x * 4) / 4, y=round(spot.y * 4) / 4)

    def cancel(self) -> bool:
        """Let go."""
        holding = self._held is not None
        self._held = self._start = None
        self.context.redraw.emit()
        return holding

    def draw(self, painter: QPainter) -> None:
        """The box where it would lie."""
        moved = self._moved()
        if moved is None and self.spot is not None:
            moved = self.context.ground.box_at(self.spot.x, self.spot.y)
        if moved is not None:
            painter.setPen(pen("#8c3b2a", 2, dashed=True))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(moved.x, moved.y, moved.width, moved.height))
