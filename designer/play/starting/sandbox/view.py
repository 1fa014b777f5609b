"""The sandbox screen: a map to arrange, a tray beside it, places, players, and what is doubtful."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QMenu, QSplitter, QTabWidget, QVBoxLayout, QWidget

from designer.labels import RichLabel, rich
from designer.play.starting.newgame import NewGameForm
from designer.play.starting.sandbox.bar import SandboxBar
from designer.play.starting.sandbox.board import SandboxBoard
from designer.play.starting.sandbox.draft import PositionDraft
from designer.play.starting.sandbox.ground import GroundPanel
from designer.play.starting.sandbox.panels import DoubtsPanel, PlacesPanel, UnitsPanel
from designer.play.starting.sandbox.starts import as_set_up, empty, set_up_by_staffs
from designer.play.table.pointer import WAYS
from designer.theme import current_theme, scaled
from designer.work import Worker
from engine.ids import Cell
from engine.play.sandbox import Position
from engine.records import Rows
from engine.rules.setting import Setting

FRESH = "Drag counters onto the map; a right click offers more."
TRUE = "The true position, whoever may know it; its phase begins anew. The game you left stays as it is."
WIDTH = 340


class SandboxView(QWidget):
    """Arranges one position."""

    wanted = Signal(object, object)
    """A NewGame and the Position that it begins with."""
    left = Signal()
    """The user wants back to the lobby."""
    changed = Signal()
    """The position is another one."""

    def __init__(self, setting: Setting, rows: Rows, position: Position, note: str) -> None:
        super().__init__()
        self.draft = PositionDraft(setting, position)
        self.bar = SandboxBar(self.draft, note)
        self.board = SandboxBoard(self.draft)
        self.map = self.board.view
        self.units, self.places = UnitsPanel(self.draft), PlacesPanel(self.draft)
        self.ground = GroundPanel(self.draft)
        self.form = NewGameForm(rows)
        self.form.start.hide()
        self.doubts, self.strip = DoubtsPanel(self.draft), RichLabel()
        self.tabs = QTabWidget()
        self._worker = Worker(self)
        self._lay_out()
        self._connect()
        self.dress()
        self.refresh()
        self.say(note)

    def _lay_out(self) -> None:
        players = QWidget()
        inner = QVBoxLayout(players)
        inner.setContentsMargins(12, 12, 12, 8)
        inner.addWidget(self.form)
        inner.addStretch(1)
        for widget, title in ((self.units, "Counters"), (self.places, "Places"), (players, "Players")):
            self.tabs.addTab(widget, title)
        self.ground.setParent(self)
        self.ground.hide()
        if self.ground.wanted:
            self.tabs.insertTab(2, self.ground, "Ground")
        right = QSplitter(Qt.Orientation.Vertical)
        right.addWidget(self.tabs)
        right.addWidget(self.doubts)
        right.setSizes([560, 220])
        right.setMinimumWidth(scaled(WIDTH))
        middle = QWidget()
        below = QVBoxLayout(middle)
        below.setContentsMargins(0, 0, 0, 0)
        below.setSpacing(0)
        below.addWidget(self.board, 1)
        below.addWidget(self.strip)
        split = QSplitter(Qt.Orientation.Horizontal)
        split.addWidget(middle)
        split.addWidget(right)
        split.setStretchFactor(0, 1)
        split.setSizes([1000, scaled(WIDTH)])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.bar)
        layout.addWidget(split, 1)

    def _connect(self) -> None:
        board, bar = self.board, self.bar
        board.put.connect(self.put)
        board.taken_off.connect(self.take_off)
        board.asked.connect(lambda piece, at: self.menu_for(piece).popup(at))
        board.hovered.connect(self._hover)
        board.picked.connect(self._picked)
        for tray in (self.units.waiting, self.units.lost):
            tray.field.taken.connect(self.hold)
            tray.field.carried.connect(board.carry)
            tray.field.dropped.connect(board.drop)
        self.units.side.currentIndexChanged.connect(lambda _index: self.hold(None))
        self.places.held.connect(lambda place, side: self._do(lambda: self.draft.hold(place, side)))
        self.places.shown.connect(board.point_at)
        self.ground.blown.connect(lambda zone, weather: self._do(lambda: self.draft.blow(zone, weather)))
        self.ground.marked.connect(self._mark)
        self.doubts.shown.connect(board.point_at)
        bar.timed.connect(lambda turn, phase: self._do(lambda: self.draft.begin_at(turn, phase)))
        bar.started.connect(self.start_from)
        bar.undo.clicked.connect(self.undo)
        bar.redo.clicked.connect(self.redo)
        bar.leave.clicked.connect(self.left)
        bar.play.clicked.connect(self.play)
        self.map.installEventFilter(self)

    def dress(self) -> None:
        """Take the colours and the type of the theme."""
        theme = current_theme()
        self.bar.dress()
        self.form.dress()
        self.units.waiting.dress()
        self.units.lost.dress()
        self.map.retheme()
        self.strip.setMinimumHeight(self.strip.fontMetrics().height() + 10)
        self.strip.setStyleSheet(
            f"background: {theme.panel}; border-top: 1px solid {theme.line}; padding: 3px 12px; color: {theme.muted};"
        )
        self.doubts.refresh()

    def refresh(self) -> None:
        """Show the draft as it is now."""
        self.board.refresh()
        self.units.refresh(self.board.held)
        self.places.refresh()
        self.ground.refresh()
        self.doubts.refresh()
        self.bar.refresh()

    # what is done

    def _do(self, step: Callable[[], object]) -> None:
        before = self.draft.position
        step()
        self._changed(before)

    def _changed(self, before: Position) -> None:
        self.refresh()
        if self.draft.position != before:
            self.changed.emit()

    def put(self, piece: int, cell: int) -> None:
        """Set a counter down in a cell; one taken from the tray leaves the next of its kind in hand."""
        before, heap = self.draft.position, self._alike(piece)
        refusal = self.draft.put(piece, cell)
        self.say(refusal, "bad" if refusal else "muted")
        if not refusal and self.board.held is not None:
            self.board.held = next((other for other in heap if other != piece), None)
        if not refusal and self.board.held is None:
            self.board.piece = piece
        self._changed(before)

    def _mark(self, marker: int, label: str) -> None:
        before, refusal = self.draft.position, self.draft.mark(marker, label)
        self.say(refusal, "bad" if refusal else "muted")
        self._changed(before)

    def _alike(self, piece: int) -> list[int]:
        """The counters of the tray that look like one of them."""
        state, pieces = self.draft.table.state, self.draft.setting.scenario.pieces
        return [
            other
            for other in self.draft.off_map(self.draft.table.side_of(piece))
            if (pieces[other].pool, state.counter[other]) == (pieces[piece].pool, state.counter[piece])
        ]

    def hold(self, piece: int | None) -> None:
        """Take a counter of the tray in hand."""
        self.board.hold(piece)
        self.units.refresh(piece)
        if piece is not None:
            self.say(f"Click a cell to set {self.draft.name(piece)} down. Esc lets go.")

    def _picked(self) -> None:
        if self.board.piece is not None:
            self.units.side.setCurrentIndex(self.draft.table.side_of(self.board.piece))

    def take_off(self, piece: int | None = None) -> None:
        """Take a counter off the map: the one given, or the chosen one."""
        chosen = self.board.piece if piece is None else piece
        if chosen is not None:
            self._do(lambda: self.draft.take_off(chosen))

    def lose(self, piece: int | None = None) -> None:
        """Count a counter among the eliminated."""
        chosen = self.board.piece if piece is None else piece
        if chosen is not None:
            self._do(lambda: self.draft.lose(chosen))

    def flip(self) -> None:
        """Turn the chosen counter over."""
        chosen = self.board.piece
        if chosen is not None:
            self._do(lambda: self.draft.flip(chosen))

    def undo(self) -> None:
        """Take the last step back."""
        self._do(self.draft.undo)

    def redo(self) -> None:
        """Make it again."""
        self._do(self.draft.redo)

    def menu_for(self, piece: int) -> QMenu:
        """All that can be done with a counter on the map."""
        menu, draft = QMenu(self), self.draft
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        drawn = draft.setting.scenario.pieces[piece].pool
        menu.addAction("Turn over").triggered.connect(lambda _on=False: self._do(lambda: draft.flip(piece)))
        if drawn:
            names = {counter.unit.unit: counter.unit.name for counter in draft.setting.scenario.counters}
            up = menu.addMenu("Turn up as")
            for unit in draft.unseen(piece):
                action = up.addAction(names[unit])
                action.triggered.connect(lambda _on=False, unit=unit: self._do(lambda: draft.turn_up(piece, unit)))
            up.setEnabled(bool(draft.unseen(piece)))
            down = menu.addAction("Turn face down")
            down.setEnabled(draft.table.state.counter[piece] is not None)
            down.triggered.connect(lambda _on=False: self._do(lambda: draft.turn_up(piece, "")))
        menu.addSeparator()
        menu.addAction("Take off the map").triggered.connect(lambda _on=False: self.take_off(piece))
        menu.addAction("Eliminate").triggered.connect(lambda _on=False: self.lose(piece))
        return menu

    def start_from(self, which: str) -> None:
        """Arrange from another position; the staffs take a moment for theirs."""
        setting = self.draft.setting
        if which == "staffs":
            self.say("The staffs are setting up …")
            seed = self.form.seed.value()
            self._worker.ask(
                "staffs",
                lambda: set_up_by_staffs(setting, seed),
                lambda found: self._take_over("Set-up by the staffs", found),
                lambda error: self.say(str(error), "bad"),
            )
        elif which == "empty":
            self._take_over("Empty map", empty(setting.scenario))
        else:
            self._take_over("As set up", as_set_up(setting.scenario))

    def _take_over(self, name: str, position: Position) -> None:
        self.hold(None)
        self._do(lambda: self.draft.take_over(name, position))
        self.say("")

    def busy(self) -> bool:
        """Whether the staffs are still setting up."""
        return self._worker.busy()

    def play(self) -> None:
        """Play from here."""
        chosen = self.form.chosen()
        when = self.draft.setting.scenario.turn_name(self.draft.position.turn)
        self.wanted.emit(replace(chosen, name=f"What if, {when}: {chosen.name}"), self.draft.position)

    # saying things

    def say(self, text: str, tone: str = "muted") -> None:
        """Say something in the strip under the map."""
        self.strip.setText(rich("<span style='color:{}'>{}</span>", getattr(current_theme(), tone), text))

    def _hover(self, cell: int | None) -> None:
        if cell is not None:
            kind = self.draft.setting.board.terrain_of(Cell(cell))
            self.say(rich("<b>{}</b>&nbsp; {}", self.draft.table.label(cell), kind))

    # the keyboard

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The keys that work on the map."""
        if watched is self.map and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            return self._key(event)
        return super().eventFilter(watched, event)

    def _key(self, event: QKeyEvent) -> bool:
        key = event.key()
        if key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
            self.hold(self.units.next(self.board.held, 1 if key == Qt.Key.Key_Tab else -1))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers():
            self.board.confirm()
        elif key in WAYS and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            self.board.walk(key)
        elif key == Qt.Key.Key_Escape:
            self.board.pointer.hide()
            self.hold(None)
            self.board.pick(None)
            self.say("")
        else:
            return False
        return True

    def handlers(self) -> dict[str, Callable[[], object]]:
        """What the actions do while this position is in front."""
        return {
            "edit.undo": self.undo,
            "edit.redo": self.redo,
            "edit.clear": self.take_off,
            "sandbox.flip": self.flip,
            "sandbox.lose": self.lose,
            "play.end": self.play,
            "play.games": self.left.emit,
            "view.fit": self.map.fit,
            "view.in": lambda: self.map.zoom_by(1),
            "view.out": lambda: self.map.zoom_by(-1),
        }
