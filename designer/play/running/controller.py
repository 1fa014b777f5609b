"""What a game does between two clicks, without a window: whose answer is awaited, what passes by itself, undo."""

from __future__ import annotations

from itertools import islice
from typing import Any

from designer.play.running.seats import PLAIN, Manners, Seat
from engine.play import Entry, Game
from engine.rules.decision import Decision, Verdict
from engine.rules.phase import MarkedPhase
from engine.scenario.sentences import counted
from engine.state.actions import AnyAction, CommitSupport, Done
from engine.state.events import Noted, PhaseBegan

FORCED: dict[str, Any] = {"rule": "forced", "goal": "", "reasons": ["Nothing else was possible."]}
"""The reason of an action that was taken because it was the only one."""

GROUP = "group"
"""Where in the reason of an action stands with which entry of the log the one choice began that it is a part of."""

PRACTICE = "This is a practice game: what dice decided may be taken back, and the journal says so."
"""What the log of a practice game begins with."""

UNHURRIED = frozenset({"fight"})
"""Kinds of decision that wait for a click even with one answer, because the dice follow."""


class Controller:
    """A game with its players."""

    def __init__(self, game: Game, seats: tuple[Seat, ...], manners: Manners = PLAIN) -> None:
        self.game = game
        self.seats = seats
        self.manners = manners
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
        if self.game.judge(action):
            for note in self._notes():
                self.game.table.do(Noted(note))
        self.game.apply(action, why)
        return self.game.log[self.game.cursor - 1]

    def forced(self) -> AnyAction | None:
        """The one thing a person can do, if there is but one and it may pass by itself."""
        decision = self.game.decision
        if decision is None or not self.passing or not self.person_owes or decision.kind in UNHURRIED:
            return None
        if decision.kind == "support" and self._idle_support(decision):
            return CommitSupport(None)
        if decision.kind == "move" and self._fresh(decision) and self._nobody_moves(decision):
            return Done()
        few = list(islice(self.game.options(), 2))
        if len(few) != 1 or (isinstance(few[0], Done) and not self._fresh(decision)):
            return None
        return few[0]

    def _idle_support(self, decision: Decision) -> bool:
        """Whether no marker would change a chance of the battle at hand."""
        agenda = self.game.state.agenda
        battle = getattr(agenda[-1], "battle", None) if agenda else None
        if battle is None or not self.game.scenario.combat_tables:
            return False
        view, offered = self.game.view(decision.side), self.game.options()
        without = view.forecast(battle.target, battle.attackers).chances
        markers = [action.marker for action in offered if isinstance(action, CommitSupport)]
        return all(view.forecast(battle.target, battle.attackers, marker).chances == without for marker in markers)

    def _nobody_moves(self, decision: Decision) -> bool:
        """Whether only units with certain marks act in this phase, and none of the side's bears one."""
        rule, table = self.game.table.phase, self.game.table
        if not isinstance(rule, MarkedPhase) or not rule.only or not self.game.judge(Done()):
            return False
        return not any(rule.admits(table, piece) for piece in table.on_map(decision.side))

    def _fresh(self, decision: Decision) -> bool:
        """Whether this phase has only begun: whoever has acted in it may want to look before it ends."""
        last = self.game.log[self.game.cursor - 1]
        return last.side != decision.side or any(isinstance(event, PhaseBegan) for event in last.events)

    def _notes(self) -> list[str]:
        """What the log has to say of practice before the next action: that it is, and which dice it takes back."""
        if not self.manners.practice:
            return []
        gone = [entry for entry in self.game.log[self.game.cursor :] if entry.sealed]
        began = [PRACTICE] if self.game.cursor == 1 else []
        back = f"Practice: {counted(len(gone), 'action')} with dice or revelations taken back and played anew."
        return began + ([back] if gone else [])

    # undo, as a player means it: back to one's own last choice

    def by_person(self, entry: Entry) -> bool:
        """Whether a person chose what an entry did."""
        return self.seats[entry.side].person and (entry.why or {}).get("rule") != FORCED["rule"]

    def undo_to(self) -> int | None:
        """Where undo would lead: before the last choice of a person, with all its parts; None past dice."""
        wanted: int | None = None
        for position in range(self.game.cursor - 1, 0, -1):
            if wanted is not None and position < wanted:
                break
            entry = self.game.log[position]
            if entry.sealed and not self.manners.practice:
                return None if wanted is None else position + 1
            if self.manners.curtain and self.by_person(entry) and entry.side != self.eyes:
                break
            if wanted is None and self.by_person(entry):
                wanted = self._group(entry, position)
        return wanted

    @staticmethod
    def _group(entry: Entry, position: int) -> int:
        """The entry with which the choice began that an entry is a part of."""
        began = (entry.why or {}).get(GROUP)
        return began if isinstance(began, int) and began > 0 else position

    def why_no_undo(self) -> str:
        """Why nothing can be taken back, in a sentence; empty if something can."""
        if self.undo_to() is not None:
            return ""
        last = range(self.game.cursor - 1, 0, -1)
        if self.manners.curtain and last and self.game.log[last[0]].side != self.eyes:
            return "What the other side did stands."
        if not self.manners.practice and any(self.game.log[position].sealed for position in last):
            return "Dice were thrown or a unit was turned up; what came before stands."
        return "There is nothing to take back yet."

    def undo(self) -> bool:
        """Take back a person's last choice, and whatever followed it."""
        position = self.undo_to()
        if position is None:
            return False
        self.game.go_to(position)
        return True

    def can_redo(self) -> bool:
        """Whether something was taken back that can be done again."""
        return self.game.cursor < len(self.game.log)

    def redo(self) -> bool:
        """Do the next choice again, with whatever followed it up to a person's next one."""
        if not self.can_redo():
            return False
        log, began = self.game.log, self._group(self.game.log[self.game.cursor], self.game.cursor)
        position = self.game.cursor + 1
        while position < len(log) and (not self.by_person(log[position]) or self._group(log[position], -1) == began):
            position += 1
        self.game.go_to(position)
        return True
