"""The journal: the story in sentences, to filter and to click."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QTextCursor
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from designer.labels import Markup, add_line, rich
from designer.paint.colours import mix
from designer.play.telling.chronicle import Chronicle, Told
from designer.theme import current_theme
from engine.scenario import Scenario

PHASE = "PhaseBegan"
_HEADINGS = (PHASE, "GameEnded")
_LOUD = (*_HEADINGS, "BattleFought")


class JournalPanel(QWidget):
    """The story with its filters; a click shows where, a double click goes there in the replay.

    A plain text of one block a sentence, because it grows by one sentence at a time without being laid out anew.
    """

    shown = Signal(object)
    """A Told that was clicked."""
    visited = Signal(int)
    """The entry of a sentence that was double-clicked."""

    def __init__(self, chronicle: Chronicle, scenario: Scenario) -> None:
        super().__init__()
        self._chronicle = chronicle
        self._scenario = scenario
        self.lines: list[Told] = []
        self._battles: list[Told] = []
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.text.setPlaceholderText("Nothing has happened yet. Every move and every battle will be told here.")
        self.text.setToolTip("Click to show it on the map, double-click to go back to it")
        self.text.viewport().setCursor(Qt.CursorShape.PointingHandCursor)
        self.text.installEventFilter(self)
        self.text.viewport().installEventFilter(self)
        self.which, self.word = QComboBox(), QLineEdit()
        self.word.setPlaceholderText("Find")
        self.word.setClearButtonEnabled(True)
        head = QHBoxLayout()
        head.addWidget(self.which, 2)
        head.addWidget(self.word, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 6, 8, 6)
        layout.addLayout(head)
        layout.addWidget(self.text, 1)
        self._newest = True
        bar = self.text.verticalScrollBar()
        bar.valueChanged.connect(self._look)
        bar.rangeChanged.connect(lambda _least, _most: self._keep_to_end())
        self.which.activated.connect(lambda _index: self.tell_anew())
        self.word.textChanged.connect(lambda _text: self.tell_anew())
        self._fill()

    def _fill(self) -> None:
        """The filters: everything, a side, all battles, one battle."""
        kept = self.which.currentData()
        with QSignalBlocker(self.which):
            self.which.clear()
            self.which.addItem("Everything", ("all", 0))
            for index, side in enumerate(self._scenario.sides):
                self.which.addItem(f"{side.name} side", ("side", index))
            self.which.addItem("All battles", ("battle", 0))
            for told in self._battles:
                where = self._chronicle.label(told.line.cells[0])
                self.which.addItem(f"Battle {told.battle}, turn {told.turn}: {where}", ("battle", told.battle))
            at = next((n for n in range(self.which.count()) if self.which.itemData(n) == kept), 0)
            self.which.setCurrentIndex(at)

    def _fits(self, told: Told) -> bool:
        """Whether a sentence is shown: of the side, of the battle, with the word; headings stay."""
        kind, number = self.which.currentData() or ("all", 0)
        word = self.word.text().casefold()
        if word and word not in told.line.text.casefold():
            return False
        if kind == "battle":
            return told.battle == number if number else told.battle > 0
        return kind != "side" or told.line.side == number or (told.line.kind in _HEADINGS and not word)

    def follow(self, entry: int) -> None:
        """Tell the story from an entry on anew."""
        kept = len(self.lines)
        while kept and self.lines[kept - 1].line.entry >= entry:
            kept -= 1
        self._cut(kept)
        fresh = self._chronicle.told_since(entry)
        battles = [told for told in self._battles if told.line.entry < entry]
        battles += [told for told in fresh if told.battle and told.line.kind == "BattleFought"]
        if battles != self._battles:
            self._battles = battles
            self._fill()
        before = self._chronicle.last_before(entry)
        if before is not None and before.line.kind == PHASE and (not self.lines or self.lines[-1] is not before):
            fresh = [before, *fresh]  # it had given way to the phase that is taken back
        self._add(fresh)

    def tell_anew(self) -> None:
        """Tell the whole story through the filters."""
        self._cut(0)
        self._add(self._chronicle.told)

    def _cut(self, kept: int) -> None:
        if kept == 0:
            self.text.clear()
        elif kept < len(self.lines):
            cursor = QTextCursor(self.text.document().findBlockByNumber(kept))
            cursor.movePosition(QTextCursor.MoveOperation.PreviousCharacter)
            cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
            cursor.removeSelectedText()
        del self.lines[kept:]

    def _add(self, story: list[Told]) -> None:
        for told in story:
            if self._fits(told):
                if told.line.kind == PHASE and self.lines and self.lines[-1].line.kind == PHASE:
                    self._cut(len(self.lines) - 1)  # nothing happened in that phase
                self.lines.append(told)
                add_line(self.text, self._marked(told))
        if story:
            self._newest = True
            self._keep_to_end()

    def _look(self, line: int) -> None:
        self._newest = line >= self.text.verticalScrollBar().maximum()

    def _keep_to_end(self) -> None:
        """Whoever reads the newest sentence still does when the panel has another room."""
        if self._newest:
            bar = self.text.verticalScrollBar()
            bar.setValue(bar.maximum())

    def _marked(self, told: Told) -> Markup:
        theme, line = current_theme(), told.line
        colour = (
            theme.muted
            if line.kind in _HEADINGS
            else mix(theme.text, self._scenario.sides[line.side].colour, 0.35).name()
        )
        text = rich("<b>{}</b>", line.text) if line.kind in _LOUD else line.text
        return rich("<span style='color:{}'>{}</span>", colour, text)

    def at(self, row: int) -> QPoint:
        """Where a sentence stands in the text, for clicking it."""
        cursor = QTextCursor(self.text.document().findBlockByNumber(row))
        self.text.setTextCursor(cursor)
        return self.text.cursorRect(cursor).center()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A click, or Enter, shows the sentence; a double click goes there."""
        if watched is self.text.viewport() and isinstance(event, QMouseEvent):
            row = self.text.cursorForPosition(event.position().toPoint()).blockNumber()
            if event.type() == QEvent.Type.MouseButtonRelease and row < len(self.lines):
                self.shown.emit(self.lines[row])
            elif event.type() == QEvent.Type.MouseButtonDblClick and row < len(self.lines):
                self.visited.emit(self.lines[row].line.entry)
        elif watched is self.text and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            row = self.text.textCursor().blockNumber()
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and row < len(self.lines):
                self.shown.emit(self.lines[row])
                return True
        return super().eventFilter(watched, event)
