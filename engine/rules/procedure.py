"""What the rules offer for each kind of task: a decision to be answered, or something that runs by itself."""

from __future__ import annotations

from typing import Any, Protocol

from engine.rules.decision import LEGAL, Decision, Options, Verdict, just, no
from engine.rules.table import Table
from engine.state.actions import AnyAction


class Procedure(Protocol):
    """How one kind of task is done."""

    def decision(self, table: Table, task: Any) -> Decision | None:
        """The decision the task waits for; None: it runs by itself."""

    def run(self, table: Table, task: Any) -> None:
        """Do a task that waits for nobody."""

    def options(self, table: Table, task: Any) -> Options:
        """Every legal answer."""

    def judge(self, table: Table, task: Any, action: AnyAction) -> Verdict:
        """Whether an answer is legal."""

    def perform(self, table: Table, task: Any, action: AnyAction) -> None:
        """Carry out a legal answer."""


class Automatic:
    """A task that never waits for a decision; the rest is what such a task never needs."""

    def decision(self, table: Table, task: Any) -> Decision | None:
        """It waits for nobody."""
        return None

    def options(self, table: Table, task: Any) -> Options:
        """No answers."""
        return just()

    def judge(self, table: Table, task: Any, action: AnyAction) -> Verdict:
        """No answer is legal."""
        return no("Nothing is to be decided here.")

    def perform(self, table: Table, task: Any, action: AnyAction) -> None:
        """Never called."""


class AskingProcedure:
    """A task that always waits for a decision and never runs by itself."""

    def run(self, table: Table, task: Any) -> None:
        """Never called."""


def listed(options: Options, action: AnyAction, why: str, case: str = "") -> Verdict:
    """Legal if among the options, for short lists that are worked out anyway."""
    return LEGAL if any(action == option for option in options) else no(why, case)
