"""The play view: the board, the bar above it, the panels round it, and what joins them to the game."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLabel, QStackedWidget, QTextBrowser

from designer.mapview import MapView
from designer.play.asking import Asking
from designer.play.board import PlayBoard
from designer.play.chronicle import Chronicle, Told
from designer.play.docks.inspector import InspectorPanel
from designer.play.docks.journal import JournalPanel
from designer.play.docks.reasons import ReasonsPanel, short_why, title_of, why_html
from designer.play.docks.replay import ReplayBar
from designer.play.docks.rules import RulesPanel
from designer.play.docks.score import ScorePanel
from designer.play.frame import Frame, scrolled
from designer.play.headline import (
    ending_page,
    headline,
    moment,
    phase_name,
    reason,
    verdict_on,
    weather_effects,
    weather_now,
)
from designer.play.interactions import Ending, Interaction, interaction_for
from designer.play.interactions.declaring import DeclareInteraction
from designer.play.interactions.placing import PlaceInteraction
from designer.play.pointer import WAYS
from designer.play.session import PlaySession
from designer.play.stage import Stage
from designer.play.topbar import TopBar
from designer.theme import current_theme
from engine.play import Entry, Game
from engine.rules.decision import Verdict
from engine.state.actions import Done

if TYPE_CHECKING:
    from designer.settings import Settings

POINT = "Point at a hex to learn what you may do there, or why not; right-click it to ask more."

KEYPAD = Qt.KeyboardModifier.KeypadModifier
"""Arrow keys of some keyboards carry it."""


class PlayView(Frame):
    """One game on the table."""

    left = Signal()
    """The player wants another game."""
    branched = Signal(int)
    """The player wants to play on from an earlier point of this game."""
    tried = Signal()
    """The player wants to arrange the position that is shown."""

    def __init__(self, session: PlaySession, settings: Settings) -> None:
        scenario = session.game.scenario
        super().__init__(MapView(scenario.rows))
        session.setParent(self)
        self.session = session
        self.settings = settings
        self.stage = Stage(session, self.map.scene, self)
        self.board = PlayBoard(self.stage, self.map)
        self.chronicle = Chronicle(session.game)
        self.bar, self.replay, self.strip = TopBar(), ReplayBar(), QLabel()
        self.orders, self.idle = QStackedWidget(), QTextBrowser()
        self.inspector = InspectorPanel(self.stage)
        self.journal = JournalPanel(self.chronicle, scenario)
        self.reasons = ReasonsPanel(session.game)
        self.score = ScorePanel(self.chronicle, scenario)
        self.rules = RulesPanel(scenario.rows)
        self.interaction = self.board.interaction
        self.asking = Asking(self)
        self._kind: tuple[int, str] | None = None
        self._was_paused = False
        self._build()
        self._connect()
        self._connect_panels()
        self.dress()
        self._take_settings()

    def _build(self) -> None:
        self.strip.setTextFormat(Qt.TextFormat.RichText)
        self.strip.setMinimumHeight(self.strip.fontMetrics().height() + 10)
        self.say_nothing()
        self.crown(self.bar)
        self.stand((self.board, 1), (self.strip, 0), (self.replay, 0))
        self.idle.setFrameShape(QTextBrowser.Shape.NoFrame)
        self.idle.setHtml("<p>Nothing to decide now.</p>")
        self.orders.addWidget(self.idle)
        self.add_docks(
            {"orders": ("Orders", self.orders), "stack": (self.stage.words("Hex"), self.inspector)},
            {
                "journal": ("Journal", self.journal),
                "reasons": ("Reasons", self.reasons),
                "score": ("Score", scrolled(self.score)),
                "rules": ("Rules", self.rules),
            },
        )
        self.restore(self.settings.memory("docks/playing"))
        self.add_overlays(self._overlay)
        self.map.installEventFilter(self)

    def _overlay(self, key: str, on: bool) -> None:
        (self.board.shown.add if on else self.board.shown.discard)(key)
        self.map.update()

    def _connect(self) -> None:
        session, stage, bar = self.session, self.stage, self.bar
        session.changed.connect(self.refresh)
        session.acted.connect(self._on_acted)
        session.rewound.connect(self._on_rewound)
        session.thought.connect(self._on_thought)
        session.refused.connect(lambda verdict: self.say(reason(verdict), "bad"))
        session.failed.connect(lambda text: self.say(text, "bad"))
        session.advised.connect(self.asking.show_advice)
        stage.offered.connect(self._show_ending)
        stage.said.connect(self.say)
        bar.ended.connect(self.end)
        bar.undone.connect(session.undo)
        bar.redone.connect(session.redo)
        bar.hinted.connect(self.asking.hint_or_do)
        bar.delegated.connect(session.delegate)
        bar.stopped.connect(session.pause)
        bar.resumed.connect(session.resume)
        bar.speed_chosen.connect(lambda speed: self.settings.put("bot_speed", speed))

    def _connect_panels(self) -> None:
        self.board.hovered.connect(self._on_hovered)
        self.board.asked.connect(lambda cell, at: self.asking.menu_for(cell).popup(at))
        self.journal.shown.connect(self._show_told)
        self.journal.visited.connect(lambda entry: self.replay.slider.setValue(entry + 1))
        self.reasons.shown.connect(self._show_entry_cells)
        self.inspector.picked.connect(self.board.pick)
        self.replay.moved.connect(self.watch)
        self.replay.branched.connect(self.branched)
        self.replay.tried.connect(self.tried)
        self.strip.linkActivated.connect(self._follow_link)
        self.settings.changed.connect(self._follow_settings)

    @Slot(str)
    def _follow_settings(self, _key: str) -> None:
        self._take_settings()

    def _take_settings(self) -> None:
        self.board.animate = bool(self.settings.get("animate"))
        self.session.speed = str(self.settings.get("bot_speed"))
        self.session.controller.passing = bool(self.settings.get("pass_forced"))
        self.bar.show_speed(self.session.speed)

    def dress(self) -> None:
        """Take the colours and the type of the theme."""
        for part in (self.bar, self.board, self.replay, self.inspector, self.score):
            part.dress()
        self.dress_overlays()
        theme = current_theme()
        self.strip.setStyleSheet(
            f"background: {theme.panel}; border-top: 1px solid {theme.line}; padding: 3px 12px; color: {theme.muted};"
        )
        self.journal.tell_anew()

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
            self.journal.follow(self.chronicle.follow())
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
            self.board.picker.hide()
            self.say_nothing()
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
            self.orders.setCurrentIndex(self.orders.addWidget(scrolled(panel)))
            self.docks["orders"].raise_()
        if isinstance(interaction, PlaceInteraction):
            interaction.tray.field.carried.connect(self.board.carry)
            interaction.tray.field.dropped.connect(lambda _piece, at: self._drop(interaction, at))
        forecast = getattr(interaction, "forecast", None)
        if forecast is not None:
            forecast.case_asked.connect(self.open_case)

    def _drop(self, interaction: PlaceInteraction, at: QPoint) -> None:
        cell = self.board.drop(at)
        if cell is not None:
            interaction.put(cell)

    def _show_when(self) -> None:
        game = self.stage.game
        self.bar.show_when(
            game.scenario, game.state.turn, phase_name(game), game.decision.side if game.decision else None
        )
        self.bar.show_weather(weather_now(game), weather_effects(game))
        self.replay.say(f"{moment(game)}  ·  {game.cursor} of {self.session.game.cursor}")

    def _show_prompt(self) -> None:
        prompt, note = headline(self.stage, self.stage.words(self.interaction.hint))
        self.bar.prompt.setText(prompt)
        self.bar.note.setText(note)
        if self.session.controller.over and self.stage.watched is None:
            self.board.result.hide()
            self.board.say(verdict_on(self.session.game, self.chronicle.now), linger=0)
            self.idle.setHtml(ending_page(self.session.game, self.chronicle.now))

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
            mine=self.stage.decision is not None,
            thinking=session.thinking and not watching,
            bot=controller.bot_owes and not watching,
            undo=controller.undo_to() is not None and not watching,
            redo=controller.can_redo() and not watching and not session.thinking,
        )
        self.bar.undo.setToolTip(controller.why_no_undo() or "Take back your last choice (U)")

    def _on_acted(self, position: int) -> None:
        game = self.session.game
        entry = game.log[position]
        bot = not self.session.seats[entry.side].person or self.session.thinking
        self.asking.forget()
        if bot:
            title = title_of(game, entry)
            self.reasons.add(position, entry, title)
            self.idle.setHtml(why_html(title, entry.why))
            if not isinstance(entry.action, Done):
                self._caption(title, entry)
        else:
            self.board.forget_trail()
            self.board.say("")
        if self.session.thinking:
            self.stage.forget()
            self.journal.follow(self.chronicle.follow())
            self.replay.follow(game.cursor)
            self._show_when()
        self.board.show_entry(entry, bot=bot)

    def _caption(self, title: str, entry: Entry) -> None:
        why = short_why(entry.why, title)
        self.board.say(f"<b>{escape(title)}</b>" + (f"<br>{escape(why)}" if why else ""))

    def _on_rewound(self) -> None:
        self.reasons.cut(self.session.game.cursor)
        self.board.flights.stop()
        self.board.picker.hide()
        self.board.forget_trail()
        self.board.say("")

    # saying things

    def say(self, text: str, tone: str = "muted") -> None:
        """Say something in the strip under the map."""
        self.strip.setText(f"<span style='color:{getattr(current_theme(), tone)}'>{text}</span>")

    def say_nothing(self) -> None:
        """Say in the strip what it is for."""
        self.say(self.stage.words(POINT))

    def _on_hovered(self, cell: int | None) -> None:
        if cell is None:
            self.say_nothing()
            return
        self.inspector.show_cell(cell)
        label, here = f"<b>{self.stage.table.label(cell)}</b>&nbsp; ", self.stage.watched is None
        says = self.interaction.says(cell) if here else ""
        verdict: Verdict | None = self.interaction.why_not(cell) if here and not says else None
        if verdict is not None and not verdict.legal:
            self.say(label + self.stage.words(reason(verdict)), "warning")
        else:
            self.say(label + self.stage.words(says), "text" if says else "muted")

    def _follow_link(self, link: str) -> None:
        if link.startswith("case:"):
            self.open_case(link.removeprefix("case:"))
        elif link == "do:":
            self.asking.take_advice()

    def open_case(self, case: str) -> None:
        """Open the rules at a case."""
        self.front("rules")
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
        if self.stage.watched is None and (self.interaction.confirm() or self.board.click()):
            return
        ending = self.interaction.ending()
        if self.stage.watched is not None or self.session.controller.over or (ending is not None and ending.ready):
            self.end()
        elif ending is not None:
            self.say(f"Nothing is prepared. Ctrl+Enter: {ending.text.lower()}.")

    def next(self) -> None:
        """Go to the next thing that can be chosen; while the bot plays, to its next move."""
        if self.stage.decision is not None:
            self.interaction.step(True)
        elif self.session.paused:
            self.session.resume()
        else:
            self.session.hurry()

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
        self._on_rewound()
        self.board.result.hide()
        self.refresh()
        if self.stage.watched is not None:
            self._show_entry(self.stage.watched, position - 1)

    def _show_entry(self, game: Game, position: int) -> None:
        """Show what an entry of the past did."""
        entry = game.log[position]
        self._show_entry_cells(position)
        self.board.show_battle(entry)
        title = title_of(game, entry)
        self.idle.setHtml(why_html(title, entry.why))
        if entry.action is not None:
            self._caption(title, entry)

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
        self.board.flights.flash([cell for told in lines for cell in told.line.cells], "#f0b323")

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
        elif key in WAYS and self.stage.decision is not None and not event.modifiers() & ~KEYPAD:
            self.board.walk(key)
        elif key == Qt.Key.Key_Escape:
            self.board.pointer.hide()
            self.board.picker.hide()
            self.board.result.hide()
            self.interaction.cancel()
        elif key == Qt.Key.Key_Space and self.session.thinking:
            self.session.hurry()
        elif key == Qt.Key.Key_S and isinstance(self.interaction, DeclareInteraction):
            self.interaction.take_suggestion()
        else:
            return False
        return True

    def handlers(self) -> dict[str, Callable[[], object]]:
        """What the actions do while this game is in front."""
        session, asking = self.session, self.asking
        return {
            "play.end": self.end,
            "play.undo": session.undo,
            "play.redo": session.redo,
            "edit.undo": session.undo,
            "edit.redo": session.redo,
            "play.hint": asking.hint,
            "play.do": asking.take_advice,
            "play.next": self.next,
            "play.delegate": session.delegate,
            "play.why": lambda: self.front("reasons"),
            "play.stop": self._stop_or_go,
            "play.games": self.left.emit,
            "view.fit": self.fit,
            "view.in": lambda: self.map.zoom_by(1),
            "view.out": lambda: self.map.zoom_by(-1),
        }

    def _stop_or_go(self) -> None:
        if self.session.thinking:
            self.session.pause()
        else:
            self.session.resume()
