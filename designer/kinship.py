"""The scenario that the open one stands on: which rows are as there, and how one that is not is given back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import QObject, Signal

from designer.document import Document
from designer.wording import count
from engine.errors import StavkaError
from engine.records import TABLES, Record, Rows
from engine.records.changes import Change
from engine.records.columns import columns
from engine.records.play import ScenarioRow
from engine.records.variants import inherited

Spot = tuple[str, tuple[Any, ...]]
"""A table and the key of a row in it."""


class Kinship(QObject):
    """Holds the rows of the parent beside those of the document, and what is different in them.

    The library lets inherited rows follow their parent; what is held here is only for showing.
    """

    moved = Signal()
    """Other rows than before are the scenario's own, or it stands on another scenario."""

    def __init__(self, document: Document) -> None:
        super().__init__(document)
        self._document = document
        self._known: tuple[str, int | None] = ("", None)
        self.parent_rows: Rows | None = None
        self.own: dict[Spot, Change] = {}
        """What is not as in the parent: before is the row there, after the row here."""
        self.look()
        document.changed.connect(self._follow)

    @property
    def slug(self) -> str:
        """The slug of the scenario that it stands on, where there is one."""
        return self._known[0] if self.parent_rows is not None else ""

    @property
    def title(self) -> str:
        """What the parent is called."""
        return self.parent_rows.the(ScenarioRow).title if self.parent_rows is not None else ""

    def look(self) -> None:
        """Read the parent again if it was written to."""
        family = self._document.rows.the(ScenarioRow).family
        family = family if family != self._document.slug else ""
        library = self._document.library
        try:
            known = (family, library.revision(family) if family else None)
            if known == self._known:
                return
            parent = library.load(family) if known[1] is not None else None
        except StavkaError:
            return  # a parent that cannot be read is one to compare with later
        self._known, self.parent_rows = known, parent
        self._compare()
        self.moved.emit()

    def _compare(self) -> None:
        rows = self._document.rows
        self.own = {}
        if self.parent_rows is not None:
            spots = {(row.table, row.identity()): None for source in (self.parent_rows, rows) for row in source}
            self._weigh(spots)

    def _weigh(self, spots: Iterable[Spot]) -> None:
        assert self.parent_rows is not None
        for spot in spots:
            table, key = spot
            here = self._document.rows.get(TABLES[table], *key)
            there = inherited(self.parent_rows.get(TABLES[table], *key), here)
            if here == there:
                self.own.pop(spot, None)
            else:
                self.own[spot] = Change(table, key, there, here)

    def _follow(self, changes: list[Change]) -> None:
        if any(change.table == ScenarioRow.table for change in changes):
            self.look()
        if self.parent_rows is not None:
            self._weigh((change.table, change.key) for change in changes)
            self.moved.emit()

    def give_back(self, spots: Iterable[Spot], told: str = "") -> bool:
        """Make rows as they are in the parent, as one edit; with a row come those that it cannot do without."""
        wanted = {spot for spot in spots if spot in self.own}
        if not wanted:
            return False
        for spot in list(wanted):
            self._bring(spot, wanted)
        told = told or count(len(wanted), "row")
        changes = [self.own[spot].invert() for spot in self.own if spot in wanted]
        return self._document.edit(f"Give {told} back to {self.title}", changes)

    def _bring(self, spot: Spot, wanted: set[Spot]) -> None:
        """Add what must go with a row: what it names and is left out here, its faces, and what is here only with it."""
        one = self.own[spot]
        for other, change in self.own.items():
            if other in wanted:
                continue
            came_back = one.before is not None and change.after is None and change.before is not None
            needed = came_back and (
                other in _named(one.before) or (other[0] == "face" and spot in _named(change.before))
            )
            orphaned = one.before is None and change.before is None and spot in _named(change.after)
            if needed or orphaned:
                wanted.add(other)
                self._bring(other, wanted)


def _named(row: Record | None) -> list[Spot]:
    """The rows that a row names."""
    if row is None:
        return []
    found = ((column.refers, getattr(row, column.name)) for column in columns(type(row)) if column.refers)
    return [(table, (key,)) for table, key in found if isinstance(key, str) and table in TABLES]


def kinship(document: Document) -> Kinship:
    """The one kinship of a document."""
    found = document.findChild(Kinship)
    return found if isinstance(found, Kinship) else Kinship(document)
