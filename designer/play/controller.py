"""What a game does between two clicks, without a window: whose answer is awaited, what passes by itself, undo."""

from __future__ import annotations

from itertools import islice
from typing import Any

from designer.play.seats import Seat
from engine.errors import IllegalAction, StavkaError
from engine.play import Entry, Game
from engine.rules.decision import Decision, Verdict
from engine.state.actions import AnyAction, Done
from engine.state.events import PhaseBegan

FORCED: dict[str, Any] = {"rule": "forced", "goal": "", "reasons": ["Nothing else was possible."]}
"""The reason of an action that was taken because it was the only one."""

UNHURRIED = frozenset({"fight"})
"""Kinds of decision that wait for a click even with one answer, because the dice follow."""


class Controller:
    """A game with its players."""

    def __init__(self, game: Game, seats: tuple[Seat, ...]) -> None:
        self.game = game
        self.seats = seats
        self.passing = True

    @property
    def decision(self) -> Decision | None:
        """The decision owed, or None when the game is over."""
        return self.game.decision

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.game.decision is None

    @property
    def person_owes(self) -> bool:
        """Whether somebody at the window has to decide."""
        decision = self.game.decision
        return decision is not None and self.seats[decision.side].person

    @property
    def bot_owes(self) -> bool:
        """Whether a bot has to decide."""
        return not self.over and not self.person_owes

    @property
    def eyes(self) -> int:
        """The side through whose eyes the table is seen: a person's, the one that decides where both are."""
        decision = self.game.decision
        if decision is not None and self.seats[decision.side].person:
            return decision.side
        return next((side for side, seat in enumerate(self.seats) if seat.person), 0)

    def judge(self, action: AnyAction) -> Verdict:
        """Whether an action is legal now."""
        return self.game.judge(action)

    def act(self, action: AnyAction, why: dict[str, Any] | None = None) -> Entry:
        """Carry out an action; the answer is its entry in the log."""
        before = self.game.cursor
        try:
            self.game.apply(action, why)
        except IllegalAction:
            raise
        except StavkaError:
            self._forget_unkept(before)
            raise
        return self.game.log[self.game.cursor - 1]

    def _forget_unkept(self, position: int) -> None:
        """Take back an action that the disk did not take, so that table and file agree."""
        game, keeper = self.game, self.game.keeper
        game.keeper = None
        while game.cursor > position:
            game.undo(through_dice=True)
        del game.log[position:]
        game.keeper = keeper

    def forced(self) -> AnyAction | None:
        """The one thing a person can do, if there is but one and it may pass by itself."""
        decision = self.game.decision
        if decision is None or not self.passing or not self.person_owes or decision.kind in UNHURRIED:
            return None
        few = list(islice(self.game.options(), 2))
        if len(few) != 1 or (isinstance(few[0], Done) and not self._fresh(decision)):
            return None
        return few[0]

    def _fresh(self, decision: Decision) -> bool:
        """Whether this phase has only begun: whoever has acted in it may want to look before it ends."""
        last = self.game.log[self.game.cursor - 1]
        return last.side != decision.side or any(isinstance(event, PhaseBegan) for event in last.events)

    # undo, as a player means it: back to one's own last choice

    def _by_person(self, entry: Entry) -> bool:
        return self.seats[entry.side].person and (entry.why or {}).get("rule") != FORCED["rule"]

    def undo_to(self) -> int | None:
        """Where undo would lead: before the last choice of a person; None past dice and revelations."""
        for position in range(self.game.cursor - 1, 0, -1):
            entry = self.game.log[position]
            if entry.sealed:
                return None
            if self._by_person(entry):
                return position
        return None

    def why_no_undo(self) -> str:
        """Why nothing can be taken back, in a sentence; empty if something can."""
        if self.undo_to() is not None:
            return ""
        last = range(self.game.cursor - 1, 0, -1)
        if any(self.game.log[position].sealed for position in last):
            return "Dice were thrown or a unit was turned up; what came before stands."
        return "There is nothing to take back yet."

    def undo(self) -> bool:
        """Take back a person's last choice, and whatever followed it."""
        position = self.undo_to()
        if position is None:
            return False
        while self.game.cursor > position:
            self.game.undo()
        return True

    def can_redo(self) -> bool:
        """Whether something was taken back that can be done again."""
        return self.game.cursor < len(self.game.log)

    def redo(self) -> bool:
        """Do the next choice again, with whatever followed it up to a person's next one."""
        if not self.game.redo():
            return False
        while self.can_redo() and not self._by_person(self.game.log[self.game.cursor]):
            self.game.redo()
        return True
