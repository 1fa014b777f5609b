"""The eraser: wipes hexside features, links and places, and with Shift the terrain too."""

from __future__ import annotations

from collections.abc import Sequence

from designer import wording
from designer.mapeditor.operations import features
from designer.mapeditor.tools.stroke import StrokeTool
from engine.ids import Cell
from engine.records.changes import Change


class EraserTool(StrokeTool):
    """Wipes what lies under the brush, but for locked layers."""

    tint = ("#b3261e", 0.12)
    hint = "Drag to wipe hexsides, links and places of unlocked layers; hold Shift to wipe terrain too."

    def touch(self, cells: Sequence[Cell], shift: bool) -> list[Change]:
        """Everything on unlocked layers goes; terrain only with Shift."""
        locked = self.context.locked
        layers = [layer for layer in features.ERASABLE if layer not in locked and (shift or layer != "terrain")]
        return features.erase(self.context.ground, cells, layers)

    def title(self, made: Sequence[Change]) -> str:
        """How much was wiped."""
        return f"Erase {wording.count(len(made), 'feature')}"
