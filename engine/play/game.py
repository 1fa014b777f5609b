"""A game: one decision at a time, answered by actions, told as events, kept in a log."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

import msgspec

from engine.errors import EngineBug, IllegalAction
from engine.play.view import View
from engine.records import Rows
from engine.rules.decision import Decision, Options, Verdict, no
from engine.rules.procedure import Procedure
from engine.rules.setting import Setting
from engine.rules.table import Table
from engine.rules.victory import settle
from engine.scenario import compile_scenario
from engine.state import Outcome, State
from engine.state.actions import AnyAction
from engine.state.events import AnyEvent
from engine.state.tasks import AnyTask, SetUp
from engine.systems import setting_of
from engine.systems.catalogue import all_procedures

LONGEST_RUN = 10_000
"""More automatic tasks in a row than any game has; beyond it our rules are going in circles."""


class Entry(msgspec.Struct, frozen=True, gc=False):
    """One action in the log: who took it, what it was, what came of it, and why a bot took it."""

    side: int
    action: AnyAction | None
    events: tuple[AnyEvent, ...]
    why: dict[str, Any] | None = None

    @property
    def sealed(self) -> bool:
        """Whether dice or a revelation make this entry a stop for ordinary undo."""
        return any(event.seals for event in self.events)


class Keeper(Protocol):
    """Whoever writes the log to disk; each call returns only when the disk has it."""

    def append(self, position: int, entry: Entry) -> None:
        """Keep an entry at a position, dropping whatever followed."""

    def cursor(self, position: int) -> None:
        """Remember how many entries are in force."""


class Game:
    """A game in progress."""

    def __init__(self, setting: Setting, seed: int, state: State | None = None, keeper: Keeper | None = None) -> None:
        self.setting = setting
        self.scenario = setting.scenario
        self.seed = seed
        self.table = Table(setting, state or State.at_start(setting.scenario), seed)
        self.log: list[Entry] = []
        self.cursor = 0
        self.keeper = keeper
        self._procedures: Mapping[type[AnyTask], Procedure] = all_procedures()
        self._always = any(row.when == "always" for row in setting.scenario.victories)
        self._decision: Decision | None = None
        self._views: dict[int, View] = {}

    @classmethod
    def new(cls, rows: Rows, seed: int, options: Mapping[str, str] | None = None, keeper: Keeper | None = None) -> Game:
        """A new game of a scenario, at its first decision."""
        return cls.begin(setting_of(compile_scenario(rows, options)), seed, keeper)

    @classmethod
    def begin(cls, setting: Setting, seed: int, keeper: Keeper | None = None) -> Game:
        """A new game of a setting, at its first decision."""
        game = cls(setting, seed, keeper=keeper)
        game.start(SetUp(0))
        return game

    def start(self, *tasks: AnyTask) -> None:
        """Begin with these tasks; whatever was arranged before goes into the first entry of the log."""
        self.table.push(*tasks)
        self._settle()
        self._write(Entry(0, None, tuple(self.table.events)))

    # What the game waits for

    @property
    def state(self) -> State:
        """Where everything is now."""
        return self.table.state

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return self.state.outcome

    @property
    def decision(self) -> Decision | None:
        """The one decision owed now; None when the game is over."""
        return self._decision

    def options(self) -> Options:
        """Every legal action, complete and in a fixed order."""
        task, procedure = self._current()
        return procedure.options(self.table, task)

    def judge(self, action: AnyAction) -> Verdict:
        """Whether an action is legal, or the rule case and a sentence that say why not."""
        if self._decision is None:
            return no("The game is over.")
        task, procedure = self._current()
        return procedure.judge(self.table, task, action)

    def _current(self) -> tuple[AnyTask, Procedure]:
        if not self.state.agenda:
            raise IllegalAction("", "The game is over.")
        task = self.state.agenda[-1]
        return task, self._procedures[type(task)]

    def view(self, side: int) -> View:
        """What a side may know."""
        if side not in self._views:
            self._views[side] = View(self, side)
        return self._views[side]

    # Playing

    def apply(self, action: AnyAction, why: dict[str, Any] | None = None) -> tuple[AnyEvent, ...]:
        """Carry out a legal action; an illegal one raises IllegalAction and changes nothing."""
        verdict = self.judge(action)
        if not verdict:
            raise IllegalAction(verdict.case, verdict.why)
        assert self._decision is not None
        side = self._decision.side
        task, procedure = self._current()
        try:
            procedure.perform(self.table, task, action)
            self._settle()
            entry = Entry(side, action, tuple(self.table.events), why)
            self._write(entry)
        except BaseException:
            self._take_back()
            raise
        return entry.events

    def _take_back(self) -> None:
        """Leave the table as it was before an action that failed half-way, or that the disk did not take."""
        for event in reversed(self._collect()):
            event.revert(self.state)
        self._refresh()

    def _settle(self) -> None:
        """Run tasks that wait for nobody until one waits for a side, or the game is over."""
        table = self.table
        for _ in range(LONGEST_RUN):
            if self._always and table.state.turn and table.state.outcome is None:
                settle(table, "always")
            if not table.state.agenda:
                self._decision = None
                return
            task = table.state.agenda[-1]
            procedure = self._procedures[type(task)]
            self._decision = procedure.decision(table, task)
            if self._decision is not None:
                return
            procedure.run(table, task)
        raise EngineBug(f"the rules go in circles at {table.state.agenda[-1]}")

    def _collect(self) -> tuple[AnyEvent, ...]:
        events = tuple(self.table.events)
        self.table.events.clear()
        return events

    def _write(self, entry: Entry) -> None:
        """Log an entry; the disk has it first, so that the log never holds what the disk refused."""
        if self.keeper is not None:
            self.keeper.append(self.cursor, entry)
        self.table.events.clear()
        del self.log[self.cursor :]
        self.log.append(entry)
        self.cursor += 1

    # Undo: a cursor over the log

    def can_undo(self) -> bool:
        """Whether the last action can be taken back: no dice, nothing revealed."""
        return self.cursor > 1 and not self.log[self.cursor - 1].sealed

    def undo(self, through_dice: bool = False) -> bool:
        """Take the last action back; stops at dice and revelations unless told otherwise."""
        if self.cursor <= 1 or not (through_dice or self.can_undo()):
            return False
        self.go_to(self.cursor - 1)
        return True

    def redo(self) -> bool:
        """Carry out again what was taken back; nothing is rolled anew."""
        if self.cursor >= len(self.log):
            return False
        self.go_to(self.cursor + 1)
        return True

    def go_to(self, position: int) -> None:
        """Move the cursor to any point of the log; where the disk does not take it, nothing moves."""
        position = min(max(1, position), len(self.log))
        if position == self.cursor:
            return
        if self.keeper is not None:
            self.keeper.cursor(position)
        while self.cursor > position:
            self.cursor -= 1
            for event in reversed(self.log[self.cursor].events):
                event.revert(self.state)
        while self.cursor < position:
            for event in self.log[self.cursor].events:
                event.apply(self.state)
            self.cursor += 1
        self._refresh()

    def _refresh(self) -> None:
        agenda = self.state.agenda
        self._decision = self._procedures[type(agenda[-1])].decision(self.table, agenda[-1]) if agenda else None

    # Coming back

    @classmethod
    def replay(
        cls, setting: Setting, seed: int, entries: list[Entry], cursor: int, keeper: Keeper | None = None
    ) -> Game:
        """A game rebuilt from its log without rolling a die."""
        game = cls(setting, seed)
        game.log = list(entries)
        for entry in entries[:cursor]:
            for event in entry.events:
                event.apply(game.state)
        game.cursor = cursor
        game.keeper = keeper
        game._refresh()
        return game

    def fork(self) -> Game:
        """The same game from here on, on its own, unsaved: for look-ahead and for branches."""
        game = Game(self.setting, self.seed, self.state.copy())
        game.log = self.log[: self.cursor]
        game.cursor = self.cursor
        game._decision = self._decision
        return game

    def imagined(self, side: int, seed: int) -> Game:
        """The game as a side may know it, on its own, from here on with other dice: for look-ahead without foresight.

        Where pieces are hidden they lie where the side takes them to be; what came before cannot be gone back to.
        """
        view = self.view(side)
        game = Game(self.setting, seed, view.state.copy())
        game.log = list(view.log())
        game.cursor = self.cursor
        game._refresh()
        return game

    def spare(self, pieces: Iterable[int], mark: int) -> None:
        """On a fork only: mark pieces as having done their part, so that there is nothing to decide about them."""
        for piece in pieces:
            self.state.status[piece] |= mark
        self.state.alter()
        self.state.moment += 1
