"""The open scenario: its rows, its undo stack and the signal that says what changed.

Widgets never write rows.  They hand changes to `edit`, or to `sketch` while a stroke is being drawn
and then to `commit`; either way rows and database move together, in one transaction.  The undo stack
mirrors the journal in the database, so that the history of earlier runs is there too.

Another window may have the same scenario open.  Every write says which revision it knows, and `follow` takes over what
others have written since.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING
from weakref import finalize, ref

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack
from shiboken6 import isValid

from engine.errors import StavkaError
from engine.records.changes import Change, backwards, merge
from engine.records.play import ScenarioRow
from engine.store.journal import Bookmark, Edit

if TYPE_CHECKING:
    from engine.store import Library

Aside = Callable[[bool], None]
"""What belongs to an edit but to no row, as a text that was refused: made again (True) or taken back (False)."""


class EditCommand(QUndoCommand):
    """One edit of the journal; it was written before it was pushed, so its first redo does nothing.

    An edit that is `stored` in no row, because all of it was refused, is a step of the history of this run only.
    """

    def __init__(
        self,
        document: Document,
        name: str,
        *,
        merging: bool = False,
        stored: bool = True,
        aside: Aside | None = None,
    ) -> None:
        super().__init__(name)
        self._document = ref(document)  # the stack must not keep its document alive
        self._made = True
        self._merging = merging
        self._stored = stored
        self._aside = aside

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
            self._step(forward=True)

    def undo(self) -> None:
        """Take the edit back."""
        self._step(forward=False)

    def _step(self, *, forward: bool) -> None:
        document = self._document()
        if self._stored and (document is None or not document.step(forward=forward)):
            return
        if self._aside is not None:
            self._aside(forward)


def _forget(stack: QUndoStack) -> None:
    """Empty a stack before its document goes: rubbish is freed in any order, and commands freed before it kill it."""
    if isValid(stack):
        stack.clear()


class Document(QObject):
    """A scenario of a library, open for editing."""

    changed = Signal(list)
    """The changes just applied to the rows, whoever made them."""

    failed = Signal(str)
    """A sentence: an edit could not be stored, and the document is as it was before it."""

    renamed = Signal()
    """The title changed."""

    followed = Signal(str)
    """The name of the last edit that another window made, and that is shown now."""

    gone = Signal()
    """The scenario was removed from the library."""

    def __init__(self, library: Library, slug: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.library = library
        self.slug = slug
        self.rows, self._mark = library.load_marked(slug)
        self.stack = QUndoStack(self)
        finalize(self, _forget, self.stack).atexit = False
        self._sketched: list[Change] = []
        self._topic = ""
        self._rebuilding = False
        self._astray = False
        self._lost = False
        self._complaint = ""
        self._rebuild()

    @property
    def title(self) -> str:
        """The scenario's title."""
        return self.rows.the(ScenarioRow).title if self.rows.has(ScenarioRow) else self.slug

    def edit(self, name: str, changes: Sequence[Change], *, topic: str = "", aside: Aside | None = None) -> bool:
        """Write changes as one named edit; False, and a sentence by `failed`, if they could not be stored.

        An edit that follows one of the same topic joins it, as when a slider is dragged.  What is done `aside` of the
        rows goes and comes back with the edit.
        """
        self.discard()
        made = merge(changes)
        if not made:
            if aside is not None:
                self._topic = ""
                self.stack.push(EditCommand(self, name, stored=False, aside=aside))
            return True
        merging = bool(topic) and topic == self._topic
        written = self._write(name, made, merging)
        if written is None:
            self.follow()
            return False
        self._topic = topic
        self._apply(made)
        self._push(written, merging, aside)
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
        written = self._write(name, made, merging=False)
        if written is None:
            self._apply(backwards(made))
            self.follow()
            return False
        self._topic = ""
        self._push(written, merging=False)
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

    def step(self, *, forward: bool) -> bool:
        """Move one edit along the journal, if that can be done; for the undo stack's commands only."""
        if self._rebuilding:
            return False
        if self._astray:
            QTimer.singleShot(0, self, self._recover)
            return False
        self.discard()
        self._topic = ""
        turn = self.library.redo if forward else self.library.undo
        try:
            made = turn(self.slug, self._mark.revision)
        except StavkaError as error:
            self._astray = True  # whatever else the stack wants to step over is not what it takes it for
            self.failed.emit(str(error))
            QTimer.singleShot(0, self, self._recover)
            return False
        if made is not None:
            self._mark = Bookmark(made.revision, made.position if forward else made.position - 1)
            self._apply(made.changes)
        return made is not None

    def follow(self) -> bool:
        """Take over what another window has written since; True if there was anything.

        A stroke that is being drawn is finished first.
        """
        return not self._sketched and not self._lost and self._follow(self._mark)

    def _follow(self, since: Bookmark | None) -> bool:
        try:
            reached = self.library.revision(self.slug)
            if reached is None:
                self._lost = True
                self.gone.emit()
                return True
            if reached == self._mark.revision:
                return False
            news = self.library.news(self.slug, self.rows, since)
        except StavkaError as error:
            self._complain(str(error))
            return False
        self._mark, self._topic, self._complaint = Bookmark(news.revision, news.position), "", ""
        self._apply(news.changes)
        self._rebuild()
        self.followed.emit(news.name)
        return True

    def close(self) -> None:
        """Say nothing more and go; everything is stored already."""
        self.discard()
        self._lost = True
        self.stack.blockSignals(True)
        self.blockSignals(True)
        self.deleteLater()

    def _complain(self, sentence: str) -> None:
        """Say once what keeps the document from following."""
        if sentence != self._complaint:
            self._complaint = sentence
            self.failed.emit(sentence)

    def _write(self, name: str, changes: Sequence[Change], merging: bool) -> Edit | None:
        try:
            return self.library.edit(self.slug, name, changes, merging, self._mark.revision)
        except StavkaError as error:
            self.failed.emit(str(error))
            return None

    def _push(self, written: Edit, merging: bool, aside: Aside | None = None) -> None:
        """Put an edit that is stored on the undo stack, behind those that another window made before it."""
        if written.revision == self._mark.revision + 1:
            self._mark = Bookmark(written.revision, written.position)
            self.stack.push(EditCommand(self, written.name, merging=merging, aside=aside))
        else:
            self._follow(None)

    def _apply(self, changes: Sequence[Change]) -> None:
        for change in changes:
            change.apply(self.rows)
        self.changed.emit(list(changes))
        if any(change.table == ScenarioRow.table for change in changes):
            self.renamed.emit()

    def _recover(self) -> None:
        """Show the scenario and its history as they are, after a step that could not be made."""
        if not self.follow() and not self._lost:
            self._rebuild()

    def _rebuild(self) -> None:
        """Make the undo stack the picture of the journal, without touching a row."""
        try:
            lines = self.library.history(self.slug)
        except StavkaError as error:
            self._complain(str(error))
            return
        self._rebuilding = True
        quiet = self.stack.blockSignals(True)
        self.stack.clear()
        for line in lines:
            self.stack.push(EditCommand(self, line.name))
        self.stack.setIndex(sum(not line.undone for line in lines))
        self.stack.blockSignals(quiet)
        self._rebuilding = self._astray = False
        self.stack.indexChanged.emit(self.stack.index())
