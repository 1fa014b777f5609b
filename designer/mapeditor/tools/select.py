"""The select tool: chooses cells, moves them, and lays copies down, turned and mirrored at will."""

from __future__ import annotations

from PySide6.QtGui import QPainter

from designer.mapeditor.context import ToolContext, ToolPoint
from designer.mapeditor.operations import clip, features, shapes
from designer.mapeditor.operations.clip import Clip
from designer.mapeditor.operations.lattice import Lattice, Rotation
from designer.mapeditor.tools.base import Tool, outline
from designer.mapeditor.tools.clip_preview import draw_clip
from engine.errors import StavkaError
from engine.ids import Cell
from engine.records.changes import Change


class SelectTool(Tool):
    """Drag over the map to select, drag the selection to move it; a clip in the hand is laid down by a click."""

    offers = (
        "edit.cut",
        "edit.copy",
        "edit.paste",
        "edit.clear",
        "edit.clockwise",
        "edit.anticlockwise",
        "edit.flip-ew",
        "edit.flip-ns",
        "map.crop",
    )
    hint = "Drag to select, Shift adds, Control takes away; drag the selection to move it; [ and ] turn it."

    def __init__(self, context: ToolContext) -> None:
        super().__init__(context)
        self._start: Cell | None = None
        self._moving = False
        self._hand: Clip | None = None
        self._lifted: frozenset[Cell] = frozenset()

    @property
    def holding(self) -> bool:
        """Whether a clip is in the hand, waiting for a click."""
        return self._hand is not None

    def press(self, spot: ToolPoint) -> None:
        """Lay the clip down, take hold of the selection, or begin a new one."""
        if self._hand is not None and not self._moving:
            self._lay(spot)
            return
        self._start = spot.cell
        if spot.cell in self.context.selection and spot.cell is not None and not (spot.shift or spot.control):
            self._moving = True
            self._lifted = self.context.selection
            self._hand = clip.copy(self.context.ground, self.context.selection, spot.cell)

    def drag(self, spot: ToolPoint) -> None:
        """Show the rectangle, or where the piece would go."""
        self.hover(spot)

    def hover(self, spot: ToolPoint) -> None:
        """Follow the mouse."""
        self.spot = spot
        self.context.redraw.emit()

    def release(self, spot: ToolPoint) -> None:
        """Select the rectangle, or move the piece."""
        self.spot = spot
        if self._moving:
            moved = spot.cell != self._start
            self._moving = False
            if moved:
                self._lay(spot)
            else:
                self._hand, self._lifted = None, frozenset()
        elif self._start is not None and spot.cell is not None and self._hand is None:
            self._select(set(shapes.rectangle(self.context.ground.grid, self._start, spot.cell)), spot)
        self._start = None
        self.context.redraw.emit()

    def _select(self, cells: set[Cell], spot: ToolPoint) -> None:
        before = set(self.context.selection)
        if spot.shift:
            cells |= before
        elif spot.control:
            cells = before - cells
        elif len(cells) == 1 and cells == before:
            cells = set()
        self.context.select(cells)
        self.context.said.emit(f"Selected {self.context.hexes(len(cells))}")

    def _lay(self, spot: ToolPoint) -> None:
        """Lay the clip in the hand down at the mouse."""
        if spot.cell is None:
            self.context.refused.emit("The piece would lie outside the map; nothing was changed. Escape puts it away.")
            if self._lifted:
                self.cancel()
            return
        held, at, ground = self._hand, spot.cell, self.context.ground
        assert held is not None
        if any(layer in self.context.locked for layer in ("terrain", "hexsides", "links", "places")):
            refusal = "A layer is locked; unlock it in the Layers panel before moving pieces of the map."
            self.context.refused.emit(refusal)
            return
        lifted = self._lifted
        covered = clip.footprint(ground, held, at)
        name = f"{'Move' if lifted else 'Paste'} {self.context.hexes(len(held.cells))}"
        done = self.context.attempt(
            name, lambda: clip.move(ground, lifted, held, at) if lifted else clip.paste(ground, held, at)
        )
        if done:
            self.context.select(covered)
            self._tell_losses(name, len(held.cells) - len(covered))
            if lifted:
                self._hand, self._lifted = None, frozenset()

    def _tell_losses(self, name: str, lost: int) -> None:
        if lost:
            self.context.said.emit(f"{name}; {self.context.hexes(lost)} fell outside the map and were left out")

    def copy(self) -> bool:
        """Put the selection on the clipboard."""
        if not self.context.selection:
            self.context.refused.emit("Select some hexes first: drag over them with the select tool (M).")
            return False
        anchor = min(self.context.selection)
        self.context.clipboard = clip.copy(self.context.ground, self.context.selection, anchor)
        self.context.said.emit(f"Copied {self.context.hexes(len(self.context.selection))}")
        return True

    def cut(self) -> None:
        """Copy the selection and wipe it."""
        if self.copy():
            self.clear()

    def clear(self) -> None:
        """Wipe the selection: plain terrain, no features."""
        cells = sorted(self.context.selection)
        if cells:
            layers = [layer for layer in features.ERASABLE if layer not in self.context.locked]
            changes = features.erase(self.context.ground, cells, layers)
            self.context.edit(f"Clear {self.context.hexes(len(cells))}", changes)

    def paste(self) -> None:
        """Take the clipboard into the hand; a click lays it down."""
        held = self.context.clipboard
        if held is None:
            self.context.refused.emit("There is nothing to paste yet: select some hexes and copy them first.")
            return
        family = Lattice(self.context.ground.grid).family
        if held.family != family:
            self.context.refused.emit(f"The copied piece is of {held.family}; this map is of {family}.")
            return
        self._hand, self._lifted, self._moving = held, frozenset(), False
        self.context.said.emit("Click to lay the piece down; [ and ] turn it, Escape puts it away.")
        self.context.redraw.emit()

    def turn(self, make: Rotation) -> None:
        """Turn or mirror the clip in the hand, or else the selection in its place."""
        lattice = Lattice(self.context.ground.grid)
        if self._hand is not None:
            self._hand = clip.turned(lattice, self._hand, make)
            self.context.redraw.emit()
            return
        chosen = self.context.selection
        if not chosen:
            self.context.refused.emit("Select some hexes first: drag over them with the select tool (M).")
            return
        anchor = self._middle()
        piece = clip.turned(lattice, clip.copy(self.context.ground, chosen, anchor), make)
        covered = clip.footprint(self.context.ground, piece, anchor)
        verb = "Turn" if make.sign > 0 else "Flip"
        if self.context.attempt(
            f"{verb} {self.context.hexes(len(chosen))}", lambda: self._turned(chosen, piece, anchor, len(covered))
        ):
            self.context.select(covered)

    def _turned(self, chosen: frozenset[Cell], piece: Clip, anchor: Cell, covered: int) -> list[Change]:
        if covered < len(piece.cells):
            raise StavkaError("Part of the piece would lie outside the map; move it inwards before turning it.")
        return clip.move(self.context.ground, chosen, piece, anchor)

    def _middle(self) -> Cell:
        """The selected cell nearest to the middle of the selection."""
        grid = self.context.ground.grid
        spots = {cell: grid.centre(cell) for cell in self.context.selection}
        x = sum(spot[0] for spot in spots.values()) / len(spots)
        y = sum(spot[1] for spot in spots.values()) / len(spots)
        return min(spots, key=lambda cell: ((spots[cell][0] - x) ** 2 + (spots[cell][1] - y) ** 2, cell))

    def cancel(self) -> bool:
        """Put the clip away, or else select nothing."""
        held = self._hand is not None or self._start is not None
        self._hand, self._lifted, self._moving, self._start = None, frozenset(), False, None
        if not held and self.context.selection:
            self.context.select(())
            held = True
        self.context.redraw.emit()
        return held

    def deactivate(self) -> None:
        """Put the clip away; the selection stays."""
        self._hand, self._lifted, self._moving, self._start = None, frozenset(), False, None
        self.spot = None

    def draw(self, painter: QPainter) -> None:
        """The rectangle, or the piece in the hand."""
        grid = self.context.ground.grid
        if self.spot is None or self.spot.cell is None:
            return
        if self._hand is not None:
            draw_clip(painter, self.context.ground, self._hand, self.spot.cell)
        elif self._start is not None:
            outline(painter, grid, shapes.rectangle(grid, self._start, self.spot.cell), "#8c3b2a", 0.12)
