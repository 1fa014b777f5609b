"""The play view: the board, the bar above it, the panels round it, and what joins them to the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QStackedWidget

from designer.labels import RichPage
from designer.mapview.overview import OverviewMap
from designer.play.frame import PlayFrame, abreast
from designer.play.keys import handlers, press
from designer.play.running.session import PlaySession
from designer.play.table.board import PlayBoard
from designer.play.table.curtain import Curtain
from designer.play.table.inspector import StackInspector
from designer.play.table.interactions import Ending, Interaction, interaction_for, manner_of
from designer.play.table.interactions.placing import PlaceInteraction
from designer.play.table.scrolling import scrolled
from designer.play.table.stage import Stage
from designer.play.table.topbar import TopBar
from designer.play.telling.answering import Answering
from designer.play.telling.asking import Asking
from designer.play.telling.charts import ChartsPanel
from designer.play.telling.chronicle import Chronicle
from designer.play.telling.debrief import DebriefPanel
from designer.play.telling.depots import DepotPanel
from designer.play.telling.enemy import EnemyPanel, Reporting
from designer.play.telling.film import Film
from designer.play.telling.headline import (
    at_work,
    ending_page,
    headline,
    moment,
    values_now,
    verdict_on,
    weather_effects,
    weather_now,
)
from designer.play.telling.journal import JournalPanel
from designer.play.telling.looking import Looking
from designer.play.telling.ordering import Ordering
from designer.play.telling.reasons import ReasonsPanel, caption_html, title_of, why_html
from designer.play.telling.replay import ReplayBar
from designer.play.telling.rules import RulesPanel
from designer.play.telling.score import ScorePanel
from designer.play.telling.staff import StaffPanel
from designer.play.telling.standing import Standing
from designer.play.telling.strip import Strip
from designer.play.wording import phase_name
from engine.play import Entry
from engine.state.actions import Done

if TYPE_CHECKING:
    from designer.settings import Settings

POINT = "Point at a hex to learn what you may do there, or why not; right-click it to ask more."


class PlayView(PlayFrame):
    """One game on the table."""

    left = Signal()
    """The player wants another game."""
    branched = Signal(int)
    """The player wants to play on from an earlier point of this game."""
    tried = Signal()
    """The player wants to arrange the position that is shown."""
    printed = Signal()
    """The report of this game is wanted on paper."""
    layered = Signal()
    """Other layers of the map are shown."""

    def __init__(self, session: PlaySession, settings: Settings) -> None:
        scenario = session.game.scenario
        super().__init__(scenario.rows)
        session.setParent(self)
        self.session = session
        self.settings = settings
        self.stage = Stage(session, self.map.scene, self)
        self.board = PlayBoard(self.stage, self.map)
        self.chronicle = Chronicle(session.game, lambda: session.controller.eyes)
        self.board.flags = self.chronicle.places
        self.bar, self.replay, self.strip = TopBar(), ReplayBar(), Strip()
        self.standing = Standing()
        self.orders, self.idle = QStackedWidget(), RichPage("Nothing to decide now.")
        self.inspector = StackInspector(self.stage)
        self.journal, self.reasons = JournalPanel(self.chronicle, scenario), ReasonsPanel(self.stage)
        self.score, self.depots = ScorePanel(self.chronicle, self.stage), DepotPanel(self.stage, self)
        self.rules, self.charts, self.enemy = RulesPanel(scenario.rows), ChartsPanel(scenario), EnemyPanel()
        self.interaction = self.board.interaction
        self.debrief, self.overview = DebriefPanel(session), OverviewMap(self.map)
        self.staff = StaffPanel(self.stage, self._able)
        self.asking, self.ordering, self.looking = Asking(self), Ordering(self), Looking(self)
        self.film, self.reporting, self.answering = Film(self), Reporting(self), Answering(self)
        self._kind: tuple[int, str, str] | None = None
        self._debriefed = False
        self._near: Interaction | None = None
        self._idle: Callable[[], None] = lambda: self.idle.show_text("Nothing to decide now.")
        self._build()
        self.curtain = Curtain(self)
        self._connect()
        self._connect_panels()
        self.dress()
        self._take_settings()

    def _build(self) -> None:
        self.say_nothing()
        self.crown(self.bar)
        self.stand((self.board, 1), (abreast((self.strip, 1), (self.standing, 0)), 0), (self.replay, 0))
        self.idle.setFrameShape(RichPage.Shape.NoFrame)
        self.orders.addWidget(self.idle)
        self.add_docks(
            {
                "orders": ("Orders", self.orders),
                "staff": ("Staff", self.staff),
                "stack": (self.stage.words("Hex"), self.inspector),
                "overview": ("Overview", self.overview),
                "score": ("Score", scrolled(self.score)),
                "debrief": ("Debrief", self.debrief),
            },
            {
                "journal": ("Journal", self.journal),
                "enemy": ("Enemy", self.enemy),
                "reasons": ("Why", self.reasons),
                **({"supply": ("Supply", self.depots)} if self.depots.used else {}),
                "rules": ("Rules", self.rules),
                "charts": ("Charts", self.charts),
            },
        )
        self.restore(self.settings.memory("docks/playing"))
        self.add_overlays(self._overlay)
        self.overlays["orders"].setChecked(True)

    def _overlay(self, key: str, on: bool) -> None:
        (self.board.shown.add if on else self.board.shown.discard)(key)
        self.map.update()

    def _connect(self) -> None:
        session, stage, bar = self.session, self.stage, self.bar
        session.changed.connect(self.refresh)
        session.acted.connect(self._on_acted)
        session.rewound.connect(self.on_rewound)
        session.thought.connect(self._on_thought)
        session.refused.connect(lambda verdict: self.answering.refuse(verdict, None))
        stage.refused.connect(self.answering.refuse)
        stage.offered.connect(self.board.hover_again)
        session.failed.connect(lambda text: self.say(text, "bad"))
        session.advised.connect(self.asking.show_advice)
        stage.offered.connect(self._show_prompt)
        stage.offered.connect(self._show_ending)
        stage.said.connect(self.say)
        bar.ended.connect(self.end)
        bar.undone.connect(session.undo)
        bar.redone.connect(session.redo)
        bar.hinted.connect(self.asking.hint_or_do)
        bar.delegated.connect(self.ordering.the_rest)
        bar.turn_delegated.connect(self.ordering.the_turn)
        bar.stopped.connect(session.pause)
        bar.skipped.connect(self.skip)
        self.curtain.raised.connect(session.sit_down)
        bar.resumed.connect(session.resume)
        bar.speed_chosen.connect(lambda speed: self.settings.put("bot_speed", speed))

    def _connect_panels(self) -> None:
        self.board.hovered.connect(self.answering.point)
        self.board.crowded.connect(self._show_stack)
        self.board.asked.connect(lambda cell, at: self.asking.menu_for(cell).popup(at))
        self.journal.shown.connect(self.looking.show_told)
        self.journal.visited.connect(lambda entry: self.replay.slider.setValue(entry + 1))
        self.reasons.shown.connect(self.looking.show_cells)
        self.inspector.picked.connect(self.board.pick)
        self.replay.moved.connect(self.looking.watch)
        self.replay.branched.connect(self.branched)
        self.replay.tried.connect(self.tried)
        self.standing.opened.connect(lambda: self.front("score"))
        self.debrief.visited.connect(lambda entry: self.replay.slider.setValue(entry + 1))
        self.debrief.printed.connect(self.printed)
        self.strip.linkActivated.connect(self._follow_link)
        self.settings.changed.connect(self._follow_settings)

    @Slot(str)
    def _follow_settings(self, _key: str) -> None:
        self._take_settings()

    def _take_settings(self) -> None:
        self.board.animate = bool(self.settings.get("animate"))
        self.stage.take_next = bool(self.settings.get("take_next"))
        self.session.speed = str(self.settings.get("bot_speed"))
        self.session.controller.passing = bool(self.settings.get("pass_forced"))
        self.bar.show_speed(self.session.speed)

    def dress(self) -> None:
        """Take the colours and the type of the theme."""
        for part in (self.bar, self.board, self.replay, self.inspector, self.score, self.strip, self.reasons):
            part.dress()
        for panel in (self.standing, self.charts, self.enemy, self.debrief, self.staff, self.curtain):
            panel.dress()
        self.dress_overlays()
        self.interaction.dress()
        self.interaction.refresh()
        self._idle()
        self._show_ending()
        self.journal.tell_anew()
        self.board.aftermath.make_way()

    def begin(self) -> None:
        """Show the game and let it go on."""
        self.journal.follow(self.chronicle.follow())
        self.reasons.recall(self.chronicle.told)
        self.refresh()
        self.session.begin()
        self.board.aftermath.recall(self.session.game.log[: self.session.game.cursor])
        self.map.setFocus()

    # following the game

    def refresh(self) -> None:
        """Show everything as it is now."""
        self.stage.forget()
        self.board.busy = True
        self._draw_curtain()
        if self.stage.watched is None:
            self.journal.follow(self.chronicle.follow())
            self.debrief.follow()
            self.replay.follow(self.session.game.cursor)
        self.show_setup(self.stage.game.state.turn == 0)
        self._renew_interaction()
        self.board.busy = False
        self.board.restack()
        self.inspector.refresh()
        for part in (self.score, self.depots, self.staff):
            part.follow()
        self._show_when()
        self._show_prompt()
        self._show_ending()
        self._show_buttons()
        self.reporting.follow()
        self._approach()
        self.board.aftermath.make_way()
        self.board.hover_again()
        self.map.update()

    def _approach(self) -> None:
        """Look at one's own units when the first of them can act; then at what a question is about, if it is away."""
        asked = self.stage.decision is not None and self._near is not self.interaction
        if (cells := self.board.at_hand() if asked else []) and self.settled:
            (self.board.seek if self._near else self.draw_near)(cells)
            self._near = self.interaction

    def fit(self) -> None:
        """Show the whole map; the first time, only until there is something to look at more closely."""
        super().fit()
        self._approach()

    def _draw_curtain(self) -> None:
        """Let the curtain fall where the table goes to another player; what his staff said goes with him."""
        hotseat = self.session.hotseat
        awaited = hotseat.awaited
        if awaited is None:
            if not self.curtain.isHidden():
                self.curtain.hide()
                self.curtain.look_as(hotseat.seated, self.map)
                self.map.setFocus()
        elif self.curtain.isHidden():
            self.curtain.remember(hotseat.seated, self.map)
            self.asking.forget()
            self.reasons.clear()
            self.board.forget_trail()
            self.board.say("")
            self.curtain.fall(self.session.game.scenario.sides[awaited].name)

    def _renew_interaction(self) -> None:
        kind = self._asked()
        if kind != self._kind or kind is None:
            self.say_nothing()
            self._take_up(interaction_for(self.stage))
            self.board.aftermath.bring()
        self.board.interaction = self.interaction
        self.interaction.proposed = None
        self.interaction.refresh()

    def _take_up(self, interaction: Interaction) -> None:
        self.interaction.close()
        self.board.picker.hide()
        self._kind = self._asked()
        self.interaction = interaction
        self._show_panel(interaction)

    def use(self, interaction: Interaction | None) -> None:
        """Answer clicks in another way than the decision asks for, as while an order is given; None: as it asks."""
        self._take_up(interaction_for(self.stage) if interaction is None else interaction)
        self.refresh()

    def _able(self) -> frozenset[int]:
        """Whoever can still do something."""
        return self.interaction.active()

    @property
    def in_step(self) -> bool:
        """Whether the interaction answers what is asked; between two decisions nobody does."""
        return self._asked() == self._kind

    def _asked(self) -> tuple[int, str, str] | None:
        """Of whom something is asked, what kind of thing, and in which way it is answered."""
        decision = self.stage.decision
        return None if decision is None else (decision.side, decision.kind, manner_of(self.stage))

    def _show_panel(self, interaction: Interaction) -> None:
        old = self.orders.widget(1)
        if old is not None:
            self.orders.removeWidget(old)
            old.deleteLater()
        panel = interaction.panel()
        self.take_back()
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
        self.bar.show_values(values_now(game))
        self.standing.follow(self.stage.table)
        self.replay.say(moment(game), f"{game.cursor} of {self.session.game.cursor}")

    def _show_prompt(self) -> None:
        prompt, note = headline(self.stage, self.stage.words(self.interaction.hint), film=self.film.running)
        self.bar.show_prompt(self.interaction.prompt or prompt, note)
        if self.session.controller.over and self.stage.watched is None:
            self.board.result.hide()
            self.board.say(verdict_on(self.session.game, self.chronicle.now), linger=0)
            self.rest_on(lambda: ending_page(self.session.game, self.chronicle.now))
            for panel in () if self._debriefed else ("journal", "debrief"):
                self.front(panel)
            self._debriefed = True

    def rest_on(self, page: Callable[[], str]) -> None:
        """Show a page where the orders stand, while there is nothing to decide."""
        self._idle = lambda: self.idle.show_text(page())
        self._idle()

    def _on_thought(self, count: int, seconds: float, playouts: tuple[int, int]) -> None:
        self.bar.note.setText(at_work(count, seconds, playouts))

    def _show_ending(self) -> None:
        if self.stage.watched is not None:
            self.bar.show_ending(Ending("Back to the game", Done(), "", ready=True))
        elif self.session.controller.over:
            self.bar.show_ending(Ending("New game…", Done(), "", ready=True))
        else:
            self.bar.show_ending(self.interaction.button())

    def _show_buttons(self) -> None:
        session, watching = self.session, self.stage.watched is not None
        controller = session.controller
        self.bar.show_mode(
            mine=self.stage.decision is not None,
            thinking=session.thinking and not watching,
            bot=controller.bot_owes and not watching,
            undo=session.can_undo and not watching,
            redo=session.can_redo and not watching,
            film=self.film.running,
        )
        tip = "Take back your last choice (U)"
        self.bar.undo.setToolTip(tip if session.can_undo else controller.why_no_undo() or tip)

    def _on_acted(self, position: int) -> None:
        game = self.session.game
        entry = game.log[position]
        bot = not self.session.seats[entry.side].person or self.session.thinking
        self.asking.forget()
        if bot:
            title = title_of(game, entry)
            self.reasons.add(position, entry, title)
            self.rest_on(lambda: why_html(title, entry.why, self.stage.hears(entry.side)))
            if not isinstance(entry.action, Done):
                self.caption(title, entry)
        else:
            if game.state.phase < 0 or game.table.phase_side(game.state.phase) in (entry.side, None):
                self.board.forget_trail()  # what the enemy did stays drawn while he is answered in his own turn
            self.board.say("")
        if self.session.thinking:
            self.stage.forget()
            self.journal.follow(self.chronicle.follow())
            self.replay.follow(game.cursor)
            self._show_when()
        self.board.busy = not self.session.thinking  # else all of it is shown anew in a moment
        self.board.show_entry(entry, bot=bot)
        self.board.busy = False

    def caption(self, title: str, entry: Entry) -> None:
        self.board.say(caption_html(self.stage, self.session.seats, entry, title))

    def on_rewound(self) -> None:
        self.reasons.cut(self.session.game.cursor)
        self.board.clear()
        self.say_nothing()

    # saying things

    def say(self, text: str, tone: str = "muted") -> None:
        """Say something in the strip under the map."""
        self.strip.say(text, tone)

    def say_nothing(self) -> None:
        """Say in the strip what it is for."""
        self.say(self.stage.words(POINT))

    def _show_stack(self, cell: int) -> None:
        self.inspector.show_cell(cell)
        self.front("stack")

    def _follow_link(self, link: str) -> None:
        if link.startswith("case:"):
            self.open_case(link.removeprefix("case:"))
        elif link == "do:":
            self.asking.take_advice()

    def open_case(self, case: str) -> None:
        """Open the rules at a case."""
        self.read("rules")
        self.rules.open_case(case)

    # what the player does

    def end(self) -> None:
        """Press the button that ends the decision."""
        if self.film.running:
            self.film.stop()
        elif self.stage.watched is not None:
            self.replay.slider.setValue(self.replay.slider.maximum())
        elif self.session.controller.over:
            self.left.emit()
        else:
            self.interaction.press_button()

    def confirm(self) -> None:
        """Enter: carry out what is prepared, or end the decision when nothing else is left to do."""
        waits = self.interaction.proposed is not None
        if self.stage.watched is None and not waits and (self.interaction.confirm() or self.board.click()):
            return
        ending = self.interaction.button()
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
            self.hurry()

    def hurry(self) -> None:
        """Show the next move of the bot, or of the film, at once."""
        self.film.hurry()
        self.session.hurry()

    def skip(self) -> None:
        """See no more of the film, or of what the bot does until you are asked again."""
        self.film.stop()
        self.session.skip()

    def back_to_present(self) -> None:
        """Show the game as it stands."""
        self.looking.watch(self.session.game.cursor)
        self.replay.follow(self.session.game.cursor)

    # the keyboard

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The keys that work on the map."""
        if watched is self.map and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            return press(self, event)
        return super().eventFilter(watched, event)

    def handlers(self) -> dict[str, Callable[[], object]]:
        """What the actions do while this game is in front."""
        return handlers(self)
