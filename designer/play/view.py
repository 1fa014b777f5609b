"""The play view: the board, the bar above it, the panels round it, and what joins them to the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QByteArray, QEvent, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeyEvent, QShowEvent
from PySide6.QtWidgets import (
    QDockWidget,
    QLabel,
    QMainWindow,
    QMenu,
    QScrollArea,
    QStackedWidget,
    QToolBar,
    QVBoxLayout,
    QWidget,
)

from designer.icons import icon
from designer.mapview import MapView
from designer.mapview.camera import STEP
from designer.play.board import PlayBoard
from designer.play.chronicle import Chronicle, Told
from designer.play.docks.inspector import InspectorPanel
from designer.play.docks.journal import JournalPanel
from designer.play.docks.reasons import ReasonsPanel, short_why, title_of
from designer.play.docks.replay import ReplayBar
from designer.play.docks.rules import RulesPanel
from designer.play.docks.score import ScorePanel
from designer.play.interactions import Ending, Interaction, interaction_for
from designer.play.interactions.placing import PlaceInteraction
from designer.play.interactions.routes import path_of
from designer.play.overlays import OVERLAYS
from designer.play.players import bot_title
from designer.play.questions import game_before, instead
from designer.play.session import PlaySession
from designer.play.stage import Stage
from designer.play.topbar import TopBar
from designer.play.wording import case_link, say_action, sentence
from designer.theme import current_theme
from engine.ids import Cell
from engine.play import Game
from engine.rules.decision import Verdict
from engine.state.actions import AnyAction, Done

if TYPE_CHECKING:
    from designer.settings import Settings

WIDTH = 330
"""How wide the panels are at least; the map has the rest."""

SPILL = 1.05
"""How much larger than the view the whole map may be shown: its margin bears a cut."""

RIGHT = Qt.DockWidgetArea.RightDockWidgetArea


class PlayView(QMainWindow):
    """One game on the table."""

    left = Signal()
    """The player wants another game."""
    branched = Signal(int)
    """The player wants to play on from an earlier point of this game."""

    def __init__(self, session: PlaySession, settings: Settings) -> None:
        super().__init__()
        self.setWindowFlags(Qt.WindowType.Widget)
        session.setParent(self)
        self.session = session
        self.settings = settings
        scenario = session.game.scenario
        self.map = MapView(scenario.rows)
        self.stage = Stage(session, self.map.scene, self)
        self.board = PlayBoard(self.stage, self.map)
        self.chronicle = Chronicle(session.game)
        self.bar, self.replay = TopBar(), ReplayBar()
        self.strip = QLabel()
        self.orders = QStackedWidget()
        self.inspector = InspectorPanel(self.stage)
        self.journal = JournalPanel(self.chronicle, scenario)
        self.reasons = ReasonsPanel(session.game)
        self.score = ScorePanel(self.chronicle, scenario)
        self.rules = RulesPanel(scenario.rows)
        self.interaction = self.board.interaction
        self.overlays: dict[str, QAction] = {}
        self.docks: dict[str, QDockWidget] = {}
        self._kind: tuple[int, str] | None = None
        self._was_paused = False
        self._advice: AnyAction | None = None
        self._lay_out()
        self._add_docks()
        self._add_overlays()
        self._connect()
        self.dress()
        self._take_settings()

    # building

    def _lay_out(self) -> None:
        middle = QWidget()
        layout = QVBoxLayout(middle)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        self.strip.setTextFormat(Qt.TextFormat.RichText)
        self.strip.setMinimumHeight(self.strip.fontMetrics().height() + 10)
        for widget, stretch in ((self.bar, 0), (self.board, 1), (self.strip, 0), (self.replay, 0)):
            layout.addWidget(widget, stretch)
        self.setCentralWidget(middle)
        nothing = QLabel("Nothing to decide now.")
        nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.orders.addWidget(nothing)
        self.map.installEventFilter(self)

    def _add_docks(self) -> None:
        self.setDockNestingEnabled(True)
        for key, title, panel in (
            ("orders", "Orders", self.orders), ("stack", "Hex", self.inspector), ("journal", "Journal", self.journal),
            ("reasons", "Reasons", self.reasons), ("score", "Score", self.score), ("rules", "Rules", self.rules),
        ):
            dock = QDockWidget(title)
            dock.setObjectName(key)
            panel.setMinimumWidth(WIDTH)
            dock.setWidget(panel)
            self.addDockWidget(RIGHT, dock)
            self.docks[key] = dock
        docks = self.docks
        self.tabifyDockWidget(docks["orders"], docks["stack"])
        for key in ("reasons", "score", "rules"):
            self.tabifyDockWidget(docks["journal"], docks[key])
        docks["orders"].raise_()
        docks["journal"].raise_()
        kept = self.settings.memory("docks/playing")
        self._arranged = isinstance(kept, QByteArray) and self.restoreState(kept)

    def showEvent(self, event: QShowEvent) -> None:
        """Share the column of panels out, the first time it is seen."""
        super().showEvent(event)
        if not self._arranged:
            self._arranged = True
            QTimer.singleShot(0, self._arrange)

    def _arrange(self) -> None:
        docks = [self.docks["orders"], self.docks["journal"]]
        self.resizeDocks(docks, [460, 300], Qt.Orientation.Vertical)
        self.resizeDocks(docks[:1], [WIDTH], Qt.Orientation.Horizontal)
        QTimer.singleShot(0, self.fit)

    def fit(self) -> None:
        """Show the whole map as large as it goes; a little of its margin may be cut."""
        self.map.fit()
        bounds, larger = self.map.scene.bounds, self.map.scale * 2 ** (1 / STEP)
        if max(bounds.width() * larger / self.map.width(), bounds.height() * larger / self.map.height()) <= SPILL:
            self.map.zoom_by(1)

    def _add_overlays(self) -> None:
        bar = QToolBar("Overlays")
        bar.setObjectName("overlays")
        for number, kind in enumerate(OVERLAYS, 1):
            action = bar.addAction(kind.title)
            action.setCheckable(True)
            action.setToolTip(f"{kind.title}: {kind.help} (Alt+{number})")
            action.setShortcut(f"Alt+{number}")
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            action.toggled.connect(lambda on, key=kind.key: self._overlay(key, on))
            self.addAction(action)
            self.overlays[kind.key] = action
        self.addToolBar(Qt.ToolBarArea.LeftToolBarArea, bar)

    def _overlay(self, key: str, on: bool) -> None:
        (self.board.shown.add if on else self.board.shown.discard)(key)
        self.map.update()

    def _connect(self) -> None:
        session, stage, bar = self.session, self.stage, self.bar
        session.changed.connect(self.refresh)
        session.acted.connect(self._on_acted)
        session.rewound.connect(self._on_rewound)
        session.thought.connect(self._on_thought)
        session.refused.connect(self._on_refused)
        session.failed.connect(lambda text: self.say(text, "bad"))
        session.advised.connect(self._on_advised)
        stage.offered.connect(self._show_ending)
        stage.said.connect(self.say)
        bar.ended.connect(self.end)
        bar.undone.connect(session.undo)
        bar.redone.connect(session.redo)
        bar.hinted.connect(self.hint)
        bar.delegated.connect(session.delegate)
        bar.stopped.connect(session.pause)
        bar.resumed.connect(session.resume)
        bar.speed_chosen.connect(lambda speed: self.settings.put("bot_speed", speed))
        self.board.hovered.connect(self._on_hovered)
        self.board.asked.connect(self._ask)
        self.journal.shown.connect(self._show_told)
        self.journal.visited.connect(lambda entry: self.replay.slider.setValue(entry + 1))
        self.reasons.shown.connect(self._show_entry_cells)
        self.inspector.picked.connect(self._pick_from_inspector)
        self.replay.moved.connect(self.watch)
        self.replay.branched.connect(self.branched)
        self.strip.linkActivated.connect(self._follow_link)
        self.settings.changed.connect(self._take_setting)

    def _take_settings(self) -> None:
        self.board.animate = bool(self.settings.get("animate"))
        self.session.speed = str(self.settings.get("bot_speed"))
        self.session.controller.passing = bool(self.settings.get("pass_forced"))
        self.bar.show_speed(self.session.speed)

    def _take_setting(self, _key: str) -> None:
        self._take_settings()

    def dress(self) -> None:
        """Take the colours and the type of the theme."""
        for part in (self.bar, self.board, self.replay, self.inspector, self.score):
            part.dress()
        for kind in OVERLAYS:
            self.overlays[kind.key].setIcon(icon(kind.icon))
        theme = current_theme()
        self.strip.setStyleSheet(
            f"background: {theme.panel}; border-top: 1px solid {theme.line}; padding: 3px 12px; color: {theme.muted};"
        )

    def begin(self) -> None:
        """Show the game and let it go on."""
        self.journal.follow(self.chronicle.follow())
        self.refresh()
        self.session.begin()
        self.map.setFocus()

    # following the game

    def refresh(self) -> None:
        """Show everything as it is now."""
        self.stage.forget()
        if self.stage.watched is None:
            entry = self.chronicle.follow()
            self.journal.follow(entry)
            self.score.follow()
            self.replay.follow(self.session.game.cursor)
        self._renew_interaction()
        self.board.restack()
        self.inspector.refresh()
        self._show_when()
        self._show_prompt()
        self._show_ending()
        self._show_buttons()
        self.map.update()

    def _renew_interaction(self) -> None:
        decision = self.stage.decision
        kind = None if decision is None else (decision.side, decision.kind)
        if kind != self._kind or kind is None:
            self.interaction.close()
            self._kind = kind
            self.interaction = interaction_for(self.stage)
            self._show_panel(self.interaction)
        self.board.interaction = self.interaction
        self.interaction.refresh()

    def _show_panel(self, interaction: Interaction) -> None:
        old = self.orders.widget(1)
        if old is not None:
            self.orders.removeWidget(old)
            old.deleteLater()
        panel = interaction.panel()
        if panel is not None:
            scroll = QScrollArea()
            scroll.setWidgetResizable(True)
            scroll.setFrameShape(QScrollArea.Shape.NoFrame)
            scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
            scroll.setWidget(panel)
            self.orders.setCurrentIndex(self.orders.addWidget(scroll))
            self.docks["orders"].raise_()
        if isinstance(interaction, PlaceInteraction):
            field = interaction.tray.field
            field.carried.connect(self.board.carry)
            field.dropped.connect(lambda _piece, at: self._drop(interaction, at))
        forecast = getattr(interaction, "forecast", None)
        if forecast is not None:
            forecast.case_asked.connect(self.open_case)

    def _drop(self, interaction: PlaceInteraction, at: QPoint) -> None:
        cell = self.board.drop(at)
        if cell is not None:
            interaction.put(cell)

    def _show_when(self) -> None:
        game = self.stage.game
        state, decision = game.state, game.decision
        phase = game.scenario.phases[state.phase].name if state.phase >= 0 else "Set-up"
        self.bar.show_when(game.scenario, state.turn, phase, decision.side if decision else None)
        total = self.session.game.cursor
        where = f"{game.scenario.turn_name(state.turn)}, {phase}" if state.turn else "Set-up"
        self.replay.say(f"{where}  ·  {game.cursor} of {total}")

    def _show_prompt(self) -> None:
        session, decision = self.session, self.session.decision
        if self.stage.watched is not None:
            self.bar.prompt.setText("You are looking back.")
            self.bar.note.setText("Move the slider to the end to go on, or play from here as a new game.")
        elif decision is None:
            outcome = session.game.outcome
            self.bar.prompt.setText(f"The game is over: {outcome.level}." if outcome else "The game is over.")
            self.bar.note.setText("Look back with the slider below, or begin another game.")
        elif session.my_decision is not None:
            self.bar.prompt.setText(self._plain(decision.prompt))
            self.bar.note.setText(self.interaction.hint)
        else:
            side = session.game.scenario.sides[decision.side].name
            seat = session.seats[decision.side]
            who = f"The {side} side ({bot_title(seat.bot)})" if not seat.person else "Your staff"
            self.bar.prompt.setText(f"{who} has stopped." if session.paused else f"{who} is at work.")
            self.bar.note.setText(self._plain(decision.prompt))

    def _plain(self, prompt: str) -> str:
        """A prompt without the phase, which stands beside it."""
        return sentence(prompt.removeprefix(f"{self.bar.phase.text()}:").strip())

    def _on_thought(self, count: int, seconds: float) -> None:
        text = f"{seconds:.0f} s" if seconds >= 1 else ""
        self.bar.note.setText("  ·  ".join(part for part in (f"{count} actions found", text) if part))

    def _show_ending(self) -> None:
        if self.stage.watched is not None:
            self.bar.show_ending(Ending("Back to the game", Done(), "", ready=True))
        elif self.session.controller.over:
            self.bar.show_ending(Ending("New game…", Done(), "", ready=True))
        else:
            self.bar.show_ending(self.interaction.ending())

    def _show_buttons(self) -> None:
        session, watching = self.session, self.stage.watched is not None
        controller = session.controller
        self.bar.show_mode(
            mine=self.stage.decision is not None, thinking=session.thinking and not watching,
            bot=controller.bot_owes and not watching,
            undo=controller.undo_to() is not None and not watching,
            redo=controller.can_redo() and not watching and not session.thinking,
        )
        reason = controller.why_no_undo()
        self.bar.undo.setToolTip(reason or "Take back your last choice (U)")

    def _on_acted(self, position: int) -> None:
        game = self.session.game
        entry = game.log[position]
        bot = not self.session.seats[entry.side].person or self.session.thinking
        self._advice, self.board.advice = None, ()
        if not bot:
            self.board.forget_trail()
            self.board.say("")
        else:
            title = title_of(game, entry)
            self.reasons.add(position, entry, title)
            if entry.action is not None and not isinstance(entry.action, Done):
                why = short_why(entry.why)
                self.board.say(f"<b>{title}</b>" + (f"<br>{why}" if why else ""))
        if self.session.thinking:
            self.stage.forget()
            self.journal.follow(self.chronicle.follow())
            self.replay.follow(game.cursor)
            self._show_when()
        self.board.show_entry(entry, bot=bot)

    def _on_rewound(self) -> None:
        self.reasons.cut(self.session.game.cursor)
        self.board.flights.stop()
        self.board.forget_trail()
        self.board.say("")

    # saying things

    def say(self, text: str, tone: str = "muted") -> None:
        """Say something in the strip under the map."""
        colour = getattr(current_theme(), tone)
        self.strip.setText(f"<span style='color:{colour}'>{text}</span>")

    def _on_refused(self, verdict: Verdict) -> None:
        self.say(_verdict_text(verdict), "bad")

    def _on_hovered(self, cell: int | None) -> None:
        if cell is None:
            self.say("")
            return
        self.inspector.show_cell(cell)
        label = self.stage.table.label(cell)
        says = self.interaction.says(cell) if self.stage.watched is None else ""
        if says:
            self.say(f"<b>{label}</b>&nbsp; {says}", "text")
            return
        verdict = self.interaction.why_not(cell) if self.stage.watched is None else None
        if verdict is not None and not verdict.legal:
            self.say(f"<b>{label}</b>&nbsp; {_verdict_text(verdict)}", "warning")
        else:
            self.say(f"<b>{label}</b>")

    def _follow_link(self, link: str) -> None:
        if link.startswith("case:"):
            self.open_case(link.removeprefix("case:"))
        elif link == "do:" and self._advice is not None:
            self.take_advice()

    def open_case(self, case: str) -> None:
        """Open the rules at a case."""
        self.docks["rules"].show()
        self.docks["rules"].raise_()
        self.rules.open_case(case)

    # what the player does

    def end(self) -> None:
        """Press the button that ends the decision."""
        if self.stage.watched is not None:
            self.replay.slider.setValue(self.replay.slider.maximum())
        elif self.session.controller.over:
            self.left.emit()
        else:
            ending = self.interaction.ending()
            if ending is not None:
                self.stage.act(ending.action)

    def confirm(self) -> None:
        """Enter: carry out what is prepared, or end the decision when nothing else is left to do."""
        if self.stage.watched is None and self.interaction.confirm():
            return
        ending = self.interaction.ending()
        if self.stage.watched is not None or self.session.controller.over or (ending is not None and ending.ready):
            self.end()
        elif ending is not None:
            self.say(f"Nothing is prepared. Ctrl+Enter: {ending.text.lower()}.")

    def hint(self) -> None:
        """Ask the staff what it would do."""
        self.say("The staff is asked …")
        self.session.ask_advice()

    def take_advice(self) -> None:
        """Do what the staff advised."""
        action, self._advice = self._advice, None
        self.board.advice = ()
        if action is not None:
            self.stage.act(action)

    def _on_advised(self, action: AnyAction, why: dict[str, Any]) -> None:
        if self.stage.decision is None or not self.stage.judge(action):
            return
        self._advice = action
        title = say_action(self.stage.view, action)
        state = self.stage.table.state
        piece = getattr(action, "piece", None)
        ahead = path_of(action) or tuple(
            cell for cell in (getattr(action, "target", None), getattr(action, "cell", None)) if cell is not None)
        start = (state.cell[piece],) if isinstance(piece, int) and state.cell[piece] >= 0 else ()
        cells = (*start, *ahead)
        self.board.advice = tuple(self.stage.scene.anchor(Cell(cell)) for cell in cells) if len(cells) > 1 else ()
        if cells:
            self.board.point_at(cells[-1])
        self.reasons.explain(f"Your staff would: {title}", why)
        reason = short_why(why)
        self.say(f"Your staff would: <b>{title}</b>. {reason} <a href='do:'>Do it (Shift+H)</a>", "text")
        self.map.update()

    def next(self) -> None:
        """Go to what the decision is about, or to the next thing that can be chosen."""
        decision = self.stage.decision
        if decision is None:
            if self.session.paused:
                self.session.resume()
            else:
                self.session.hurry()
            return
        self.interaction.step(True)

    def why(self) -> None:
        """Show the reasons of the bot's last action."""
        self.docks["reasons"].show()
        self.docks["reasons"].raise_()

    def _pick_from_inspector(self, piece: int) -> None:
        if piece in self.interaction.active():
            self.board._pick(piece, False)

    # looking back

    def watch(self, position: int) -> None:
        """Show the game after so many entries, or the present."""
        game = self.session.game
        if position >= game.cursor:
            watched, self.stage.watched = self.stage.watched, None
            if watched is not None and not self._was_paused and self.session.paused:
                self.session.resume()
        else:
            if self.stage.watched is None:
                self._was_paused = self.session.paused
                self.stage.watched = Game.replay(game.setting, game.seed, game.log[: game.cursor], game.cursor)
                self.session.pause()
            self.stage.watched.go_to(position)
        self.board.flights.stop()
        self.board.forget_trail()
        self.refresh()
        if self.stage.watched is not None:
            self._show_entry_cells(position - 1)

    def _show_told(self, told: Told) -> None:
        cells = [cell for cell in told.line.cells if cell >= 0]
        if cells:
            self.board.point_at(cells[-1])
            self.board.flights.flash(cells, "#f0b323")
        if told.line.case:
            self.rules.open_case(told.line.case)
        entry = self.session.game.log[told.line.entry]
        if entry.why:
            self.reasons.explain(told.line.text, entry.why)

    def _show_entry_cells(self, position: int) -> None:
        lines = [told for told in self.chronicle.told_since(position) if told.line.entry == position]
        cells = [cell for told in lines for cell in told.line.cells if cell >= 0]
        if cells:
            self.board.flights.flash(cells, "#f0b323")

    # asking about a hex

    def _ask(self, cell: int, at: QPoint) -> None:
        menu = self.menu_for(cell)
        menu.popup(at)

    def menu_for(self, cell: int) -> QMenu:
        """What can be asked about a hex."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        label = self.stage.table.label(cell)
        for text, done in self._questions(cell):
            menu.addAction(text).triggered.connect(done)
        menu.addSeparator()
        menu.addAction(f"Show what stands in {label}").triggered.connect(lambda: self._inspect(cell))
        return menu

    def _questions(self, cell: int) -> list[tuple[str, Callable[[], object]]]:
        found: list[tuple[str, Callable[[], object]]] = []
        verdict = self.interaction.why_not(cell)
        if verdict is not None and not verdict.legal:
            found.append(("Why may I not?", lambda: self._explain(cell, verdict)))
        action = self.interaction.action_at(cell) if self.stage.decision is not None else None
        if action is not None:
            found.append(("Would the staff do this? If not, why?", lambda: self._ask_staff(action)))
        item = self.reasons.list.currentItem()
        if item is not None:
            found.append((f"Why not here, instead of: {item.text()}?", lambda: self._ask_bot(cell)))
        return found

    def _inspect(self, cell: int) -> None:
        self.inspector.show_cell(cell)
        self.docks["stack"].raise_()

    def _explain(self, cell: int, verdict: Verdict) -> None:
        self.say(f"<b>{self.stage.table.label(cell)}</b>&nbsp; {_verdict_text(verdict)}", "warning")
        if verdict.case:
            self.open_case(verdict.case)

    def _ask_staff(self, action: AnyAction) -> None:
        decision = self.stage.decision
        if decision is not None:
            title = f"{say_action(self.stage.view, action)}?"
            self.session.ask_why_not(decision.side, action, self.session.game, lambda text: self._answer(title, text))

    def _ask_bot(self, cell: int) -> None:
        item = self.reasons.list.currentItem()
        position = item.data(Qt.ItemDataRole.UserRole) if item is not None else len(self.session.game.log)
        if position >= len(self.session.game.log):
            return
        before, entry = game_before(self.session.game, position), self.session.game.log[position]
        action = instead(before, entry, cell)
        if action is None:
            self._answer("Why not?", "Ask about a move, a placement or an attack.")
            return
        title = f"Why not: {say_action(before.view(entry.side), action)}?"
        self.session.ask_why_not(entry.side, action, before, lambda text: self._answer(title, text))

    def _answer(self, title: str, text: str) -> None:
        self.reasons.say(title, text)
        self.docks["reasons"].raise_()
        self.say(text, "text")

    # the keyboard

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The keys that work on the map."""
        if watched is self.map and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            return self._key(event)
        return super().eventFilter(watched, event)

    def _key(self, event: QKeyEvent) -> bool:
        key = event.key()
        if key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
            self.interaction.step(key == Qt.Key.Key_Tab)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers():
            self.confirm()
        elif key == Qt.Key.Key_Escape:
            self.board.picker.hide()
            self.board.result.hide()
            self.interaction.cancel()
        elif key == Qt.Key.Key_Space and self.session.thinking:
            self.session.hurry()
        elif key == Qt.Key.Key_S and hasattr(self.interaction, "take_suggestion"):
            self.interaction.take_suggestion()
        else:
            return False
        return True

    def handlers(self) -> dict[str, Callable[[], object]]:
        """What the actions do while this game is in front."""
        session = self.session
        return {
            "play.end": self.end, "play.undo": session.undo, "play.redo": session.redo, "edit.undo": session.undo,
            "edit.redo": session.redo, "play.hint": self.hint, "play.do": self.take_advice, "play.next": self.next,
            "play.delegate": session.delegate, "play.why": self.why, "play.stop": self._stop_or_go,
            "play.games": self.left.emit, "view.fit": self.fit, "view.in": lambda: self.map.zoom_by(1),
            "view.out": lambda: self.map.zoom_by(-1),
        }

    def _stop_or_go(self) -> None:
        if self.session.thinking:
            self.session.pause()
        else:
            self.session.resume()


def _verdict_text(verdict: Verdict) -> str:
    cited = f" ({case_link(verdict.case)})" if verdict.case else ""
    return f"{verdict.why}{cited}"
