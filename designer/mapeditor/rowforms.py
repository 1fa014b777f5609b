"""Which forms the map editor opens for which rows, and what their saving and removing do."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from designer.mapeditor.context import ToolContext
from designer.mapeditor.operations.keys import keyed, removal
from designer.rowdialog import RowDialog
from engine.records import Record
from engine.records.board import (
    Box,
    Hexside,
    HexsideKind,
    Link,
    LinkKind,
    Place,
    PlaceKind,
    Region,
    TerrainKind,
)
from engine.records.changes import put

FIELDS: dict[type[Record], tuple[str, tuple[str, ...]]] = {
    Place: ("Place", ("name", "kind", "value", "owner", "label_at", "provenance", "note")),
    Box: ("Off-map box", ("name", "x", "y", "width", "height")),
    Region: ("Region", ("name", "kind", "colour", "shown")),
    Hexside: ("Hexside", ("name",)),
    Link: ("Link", ("name", "first_turn")),
    TerrainKind: ("Kind of terrain", ("name", "colour", "pattern", "position")),
    HexsideKind: ("Kind of hexside feature", ("name", "colour", "style", "position")),
    LinkKind: ("Kind of road or railway", ("name", "colour", "style", "gauge", "position")),
    PlaceKind: ("Kind of place", ("name", "symbol", "position")),
}
"""Title and fields of each form; keys are made from names."""

FRESH: dict[str, Record] = {
    "terrain": TerrainKind(kind="new", name="New terrain"),
    "hexside": HexsideKind(kind="new", name="New feature"),
    "link": LinkKind(kind="new", name="New line"),
    "place": PlaceKind(kind="new", name="New kind"),
    "region": Region(region="new", name="New region"),
}
"""What the + button of each palette begins with."""


def open_form(context: ToolContext, row: Record, parent: QWidget, palette: str = "") -> RowDialog:
    """Open the form of a row; a row that is not stored yet is added when it is saved."""
    rows = context.document.rows
    title, fields = FIELDS[type(row)]
    new = not rows.has(type(row), *row.identity())
    dialog = RowDialog(f"New {title.lower()}" if new else title, row, rows, parent, fields=fields, new=new)

    def save(saved: Record) -> None:
        made = keyed(rows, saved) if new else saved
        called = getattr(made, "name", "") or title.lower()
        if context.edit(f"{'Add' if new else 'Change'} {called}", [put(rows, made)]) and new and palette:
            context.choose(palette, str(made.identity()[0]))

    def remove(gone: Record) -> None:
        context.attempt(f"Remove {getattr(gone, 'name', '') or title.lower()}", lambda: removal(rows, gone))

    dialog.saved.connect(save)
    dialog.removed.connect(remove)
    dialog.open()
    return dialog
