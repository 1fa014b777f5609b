"""The open scenario: its rows, its undo stack and the signal that says what changed.

Widgets never write rows.  They hand changes to `edit`, or to `sketch` while a stroke is being drawn
and then to `commit`; either way rows and database move together, in one transaction.  The undo stack
mirrors the journal in the database, so that the history of earlier runs is there too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from engine.errors import StavkaError
from engine.records.changes import Change, backwards, merge
from engine.records.play import ScenarioRow

if TYPE_CHECKING:
    from engine.store import Library


class EditCommand(QUndoCommand):
    """One edit of the journal; it was written before it was pushed, so its first redo does nothing."""

    def __init__(self, document: Document, name: str, *, merging: bool = False) -> None:
        super().__init__(name)
        self._document = document
        self._made = True
        self._merging = merging

    def id(self) -> int:
        """One kind of command; `mergeWith` decides whether strokes join."""
        return 1

    def mergeWith(self, other: QUndoCommand) -> bool:
        """Swallow an edit that the journal has appended to this one."""
        if not isinstance(other, EditCommand) or not other._merging:
            return False
        self.setText(other.text())
        return True

    def redo(self) -> None:
        """Make the edit again, unless it was only just made."""
        if self._made:
            self._made = False
        else:
            self._document.step(forward=True)

    def undo(self) -> None:
        """Take the edit back."""
        self._document.step(forward=False)


class Document(QObject):
    """A scenario of a library, open for editing."""

    changed = Signal(list)
    """The changes just applied to the rows, whoever made them."""

    failed = Signal(str)
    """A sentence: an edit could not be stored, and the document is as it was before it."""

    renamed = Signal()
    """The title changed."""

    def __init__(self, library: Library, slug: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.library = library
        self.slug = slug
        self.rows = library.load(slug)
        self.stack = QUndoStack(self)
        self._sketched: list[Change] = []
        self._topic = ""
        self._following = True
        self._rebuild()

    @property
    def title(self) -> str:
        """The scenario's title."""
        return self.rows.the(ScenarioRow).title if self.rows.has(ScenarioRow) else self.slug

    def edit(self, name: str, changes: Sequence[Change], *, topic: str = "") -> bool:
        """Write changes as one named edit; False, and a sentence by `failed`, if they could not be stored.

        An edit that follows one of the same topic joins it, as when a slider is dragged.
        """
        self.discard()
        made = merge(changes)
        if not made:
            return True
        merging = bool(topic) and topic == self._topic
        if not self._write(name, made, merging):
            return False
        self._topic = topic
        self._apply(made)
        self.stack.push(EditCommand(self, name, merging=merging))
        return True

    def sketch(self, changes: Sequence[Change]) -> None:
        """Show changes of a stroke that is still being drawn; nothing is stored yet."""
        if changes:
            self._sketched.extend(changes)
            self._apply(changes)

    def commit(self, name: str) -> bool:
        """Store what was sketched as one edit; on failure the sketch is taken back."""
        made, self._sketched = merge(self._sketched), []
        if not made:
            return True
        if not self._write(name, made, merging=False):
            self._apply(backwards(made))
            return False
        self._topic = ""
        self.stack.push(EditCommand(self, name))
        return True

    def discard(self) -> None:
        """Take a sketch back."""
        if self._sketched:
            made, self._sketched = merge(self._sketched), []
            self._apply(backwards(made))

    @property
    def sketching(self) -> bool:
        """Whether a stroke is being drawn."""
        return bool(self._sketched)

    def sketched(self) -> tuple[Change, ...]:
        """What the stroke has changed so far, one change a row."""
        return merge(self._sketched)

    def step(self, *, forward: bool) -> None:
        """Move one edit along the journal; for the undo stack's commands only."""
        if not self._following:
            return
        self.discard()
        self._topic = ""
        try:
            made = self.library.redo(self.slug) if forward else self.library.undo(self.slug)
        except StavkaError as error:
            self.failed.emit(str(error))
            QTimer.singleShot(0, self._rebuild)
            return
        if made is not None:
            self._apply(made.changes)

    def close(self) -> None:
        """Say nothing more and go; everything is stored already."""
        self.discard()
        self.stack.blockSignals(True)
        self.blockSignals(True)
        self.deleteLater()

    def _write(self, name: str, changes: Sequence[Change], merging: bool) -> bool:
        try:
            self.library.edit(self.slug, name, changes, merge=merging)
        except StavkaError as error:
            self.failed.emit(str(error))
            return False
        return True

    def _apply(self, changes: Sequence[Change]) -> None:
        for change in changes:
            change.apply(self.rows)
        self.changed.emit(list(changes))
        if any(change.table == ScenarioRow.table for change in changes):
            self.renamed.emit()

    def _rebuild(self) -> None:
        """Make the undo stack the picture of the journal, without touching a row."""
        self._following = False
        self.stack.clear()
        lines = self.library.history(self.slug)
        for line in lines:
            self.stack.push(EditCommand(self, line.name))
        self.stack.setIndex(sum(not line.undone for line in lines))
        self._following = True
