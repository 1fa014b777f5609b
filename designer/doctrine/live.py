"""Live effect: a moment after the last edit the rule in front is tried on its turn, beside the window."""

from __future__ import annotations

from msgspec.structs import replace
from PySide6.QtCore import QObject, QTimer

from designer.doctrine.asking import EffectAsker, Inquiry, RuleFindings
from designer.doctrine.effect import NOTHING, EffectPanel
from designer.document import Document
from designer.paint.map.scene import MapScene
from designer.work import Debounce, Worker
from engine.bots.doctrine import DOCTRINE_RULES
from engine.bots.effect import SET_UP, contrast
from engine.records import Rows
from engine.records.changes import Change
from engine.records.play import Doctrine, Plan, ScenarioRow, Turn
from engine.scenario import Scenario
from engine.workers.messages import Contrasted

WAIT = 350
"""Milliseconds after the last edit before anything is worked out."""

BECAUSE, IF_ON, SINCE = "Because of this rule", "If this rule were on", "Because of your changes to it"
OFF = "Turn it on to see, after every edit, what the rule in front changes."

Moments = list[tuple[str, tuple[int | None, int | None]]]


class LiveEffect(QObject):
    """Asks what the rule in front does, and shows it; only while somebody looks."""

    def __init__(self, document: Document, panel: EffectPanel) -> None:
        super().__init__(panel)
        self.panel = panel
        self._document = document
        self.asker = EffectAsker(self, lambda: (document.library.path, document.slug))
        self._worker = Worker(self)
        self._soon = Debounce(self, WAIT, self._ask)
        self._plan = self._rule = ""
        self._edited = False
        self._before: Doctrine | None = None
        self._painted: Scenario | None = None
        self.asker.told.connect(panel.say)
        self.asker.answered.connect(self._show)
        self.asker.failed.connect(panel.clear)
        panel.wanted.connect(self.poke)
        panel.stopped.connect(self.stop)
        document.changed.connect(self.follow)
        self.offer()

    @property
    def busy(self) -> bool:
        """Whether an answer is due."""
        return self._soon.waiting or self.asker.busy

    def offer(self) -> None:
        """Offer the set-up, the turns of the scenario, and the games of it that were saved."""
        games = [(f"Game: {info.name}", (None, info.id)) for info in self._document.library.games(self._document.slug)]
        turns = turns_of(self._document.rows)
        self.panel.offer([*turns, *games], min(1, len(turns) - 1))

    def show(self, plan: str, rule: str) -> None:
        """A rule is in front; what it was when it came there is remembered."""
        if self._edited and plan == self._plan:
            return
        if (plan, rule) != (self._plan, self._rule):
            self._plan, self._rule = plan, rule
            self._before = self._document.rows.get(Doctrine, plan, rule)
            kind = DOCTRINE_RULES.get(rule)
            self.panel.name(kind.title if kind is not None else "")
        if plan and rule:
            self.poke()
        else:
            self.asker.cancel()
            self.panel.clear()

    def follow(self, changes: list[Change]) -> None:
        """The scenario was edited: rules are tried anew, and anything else begins the game anew."""
        if any(change.table not in ("doctrine", "plan") for change in changes):
            self.asker.forget()
            if any(change.table in ("scenario", "turn") for change in changes):
                self.offer()
        self._edited = self._edited or any(
            change.table == "doctrine" and tuple(change.key) == (self._plan, self._rule) for change in changes
        )
        if self._edited:
            QTimer.singleShot(0, self, self._settled)
        self.poke()

    def _settled(self) -> None:
        """A table goes on to its next line when one was written: the rule that was edited stays in front here."""
        self._edited = False

    def poke(self) -> None:
        """Ask in a moment, if anybody looks."""
        if self._rule and self.panel.live.isChecked() and self.panel.isVisible():
            self._soon.poke()

    def stop(self) -> None:
        """Work nothing out."""
        self.asker.cancel()
        self.panel.clear(OFF if not self.panel.live.isChecked() else "Stopped. Any edit begins anew.")

    def _ask(self) -> None:
        row = self._document.rows.get(Plan, self._plan)
        if row is None or not self._rule or not self.panel.isVisible():
            self.panel.clear(NOTHING)
            return
        turn, game = self.panel.moment()
        kind = DOCTRINE_RULES.get(self._rule)
        if game is None and kind is not None and kind.sets_up:
            turn = SET_UP
        self.panel.working(True)
        asked = tuple(
            (heading, Contrasted(side=0, seed=1, plan=self._plan, turn=turn, rules=rules, instead=instead))
            for heading, rules, instead in self._contrasts()
        )
        self.asker.ask(Inquiry(game, row.side, asked))

    def _contrasts(self) -> list[tuple[str, tuple[Doctrine, ...], tuple[Doctrine, ...]]]:
        """The rules with and without the one in front; after edits also with it as it was."""
        rows = _doctrine(self._document.rows, self._plan)
        now = next((row for row in rows if row.rule == self._rule), None)
        before = self._before or Doctrine(plan=self._plan, rule=self._rule, on=False)
        if now is None:
            now = Doctrine(plan=self._plan, rule=self._rule, on=False, position=len(rows))
            rows = (*rows, now)
        found = [(BECAUSE if now.on and now.weight > 0 else IF_ON, *contrast(rows, self._rule))]
        if replace(now, position=0) != replace(before, position=0) and (now.on or before.on):
            found.append((SINCE, rows, tuple(before if row.rule == self._rule else row for row in rows)))
        return found

    def _show(self, findings: RuleFindings) -> None:
        scenario = findings.scenario
        if self._painted is not scenario:
            self._painted = scenario
            self._worker.ask("scene", lambda: _scene(scenario.rows), self.panel.set_scene)
        self.panel.show_findings(findings)


def _scene(rows: Rows) -> MapScene:
    """The map with the courses of its lines worked out, which the first painting would wait for."""
    scene = MapScene(rows)
    scene.geometry.line_points()
    return scene


def _doctrine(rows: Rows, plan: str) -> tuple[Doctrine, ...]:
    return tuple(sorted((row for row in rows.all(Doctrine) if row.plan == plan), key=lambda row: row.position))


def turns_of(rows: Rows) -> Moments:
    """The set-up and every turn of a scenario, in words."""
    about = rows.the(ScenarioRow) if rows.has(ScenarioRow) else ScenarioRow(title="")
    found: Moments = [("Set-up", (SET_UP, None))]
    for number in range(about.first_turn, about.turns + 1):
        row = rows.get(Turn, number)
        name = f": {row.name}" if row is not None and row.name else ""
        found.append((f"Turn {number}{name}", (number, None)))
    return found
