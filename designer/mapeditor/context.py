"""What the tools share: the document, the map by cell, what is chosen and what is locked."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from designer import wording
from designer.document import Document
from designer.mapeditor.operations.clip import Clip
from designer.mapeditor.operations.ground import Ground
from engine.grid import HexGrid
from engine.ids import Cell
from engine.records import Record
from engine.records.board import Box, HexsideKind, LinkKind, Place, PlaceKind, Region, TerrainKind
from engine.records.changes import Change

KINDS: dict[str, type[Record]] = {
    "terrain": TerrainKind,
    "hexside": HexsideKind,
    "link": LinkKind,
    "place": PlaceKind,
    "region": Region,
}
"""What a tool can paint with, by palette: the table whose rows are offered."""


@dataclass(frozen=True)
class ToolPoint:
    """Where the mouse is on the map, and which keys are held."""

    x: float
    y: float
    cell: Cell | None
    shift: bool = False
    control: bool = False
    box: str = ""


class ToolContext(QObject):
    """Shared by all tools of one map editor."""

    chosen = Signal(str)
    """A palette's choice, or `size`, was changed."""

    selected = Signal()
    """The selection was changed."""

    redraw = Signal()
    """What the tool draws over the map was changed."""

    said = Signal(str)
    """Something for the status bar."""

    refused = Signal(str)
    """Something the user tried cannot be done: why."""

    asked = Signal(object)
    """A row (Place, Box or Region) whose form should be opened; a new one is not stored yet."""

    finished = Signal()
    """The tool has done its one thing; go back to the tool before."""

    def __init__(self, document: Document) -> None:
        super().__init__(document)
        self.document = document
        self.ground = Ground(document.rows)
        self.size = 1
        self.choice: dict[str, str] = {palette: self._first(palette) for palette in KINDS}
        self.locked: set[str] = set()
        self.selection: frozenset[Cell] = frozenset()
        self.clipboard: Clip | None = None
        document.changed.connect(self._follow)

    def _first(self, palette: str) -> str:
        rows = sorted(self.document.rows.all(KINDS[palette]), key=lambda row: getattr(row, "position", 0))
        if palette == "terrain" and len(rows) > 1:
            rows = rows[1:]
        return str(rows[0].identity()[0]) if rows else ""

    def _follow(self, changes: list[Change]) -> None:
        tables = {change.table for change in changes}
        if "grid" in tables:
            self.ground = Ground(self.document.rows)
            self.select(())
        for palette, kind in KINDS.items():
            if kind.table in tables:
                if not self.document.rows.has(kind, self.choice[palette]):
                    self.choice[palette] = self._first(palette)
                self.chosen.emit(palette)

    def choose(self, palette: str, key: str) -> None:
        """Paint with another kind from now on."""
        if self.choice.get(palette) != key:
            self.choice[palette] = key
            self.chosen.emit(palette)
            self.redraw.emit()

    def set_size(self, size: int) -> None:
        """Take a brush of another size."""
        self.size = size
        self.chosen.emit("size")
        self.redraw.emit()

    def name_of(self, palette: str) -> str:
        """The chosen kind as an edit's name has it."""
        row = self.document.rows.get(KINDS[palette], self.choice[palette])
        name = str(getattr(row, "name", self.choice[palette]))
        return name if palette == "region" else name.lower()

    def colour_of(self, palette: str) -> str:
        """The colour of the chosen kind."""
        row = self.document.rows.get(KINDS[palette], self.choice[palette])
        return str(getattr(row, "colour", "#8c3b2a"))

    def select(self, cells: Iterable[Cell]) -> None:
        """Select cells."""
        self.selection = frozenset(cells)
        self.selected.emit()
        self.redraw.emit()

    def hexes(self, number: int) -> str:
        """So many hexes, or squares."""
        return wording.cells(number, hexes=isinstance(self.ground.grid, HexGrid))

    def words(self, text: str) -> str:
        """A text that speaks of hexes, for the grid of this map."""
        return wording.on_grid(text, hexes=isinstance(self.ground.grid, HexGrid))

    def may(self, layer: str) -> bool:
        """Whether a layer may be edited; says why not."""
        if layer in self.locked:
            self.refused.emit(f"The layer of {layer} is locked; unlock it in the Layers panel.")
            return False
        return True

    def needs(self, palette: str, what: str) -> bool:
        """Whether there is a kind to paint with; says what to do if not."""
        if self.choice[palette] and self.document.rows.has(KINDS[palette], self.choice[palette]):
            return True
        self.refused.emit(f"There is no {what} yet; add one with the + button of the palette.")
        return False

    def edit(self, name: str, changes: list[Change]) -> bool:
        """Make an edit and say what was done."""
        if not changes:
            self.said.emit("Nothing changed.")
            return True
        done = self.document.edit(name, changes)
        if done:
            self.said.emit(name)
        return done

    def attempt(self, name: str, make: Callable[[], list[Change]]) -> bool:
        """Make an edit whose changes may be refused with a sentence."""
        from engine.errors import StavkaError

        try:
            changes = make()
        except StavkaError as error:
            self.refused.emit(str(error))
            return False
        return self.edit(name, changes)

    def ask(self, row: Place | Box | Region) -> None:
        """Open the form of a row."""
        self.asked.emit(row)
