"""A pause in the offensive: a side that attacks nobody for some couplets has full supply everywhere afterwards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, ClassVar

from engine.records import Rows
from engine.records.base import col
from engine.rules.decision import LEGAL, Decision, Options, Verdict, just, no
from engine.rules.mechanism import Mechanism
from engine.rules.procedure import AskingProcedure
from engine.rules.table import Table
from engine.scenario.sentences import counted, listed, phases_words, side_words
from engine.state.actions import Action, AnyAction, Done
from engine.state.events import TallyChanged
from engine.state.tasks import AnyTask, Task

LEFT, OVER = "pause-left", "pause-over"
"""The counts of the couplets that a pause still lasts, and of the pauses that were kept to the end."""

_GAIN = "Once it is over, none of its units is in attenuated supply any more."


class DeclarePause(Action, frozen=True, tag="declare-pause"):
    """Attack nobody for some couplets."""

    def words(self, table: Table, /) -> str:
        """What it does, as a player would say it."""
        return "declare a pause"


class AbandonPause(Action, frozen=True, tag="abandon-pause"):
    """Give a pause up before it is over."""

    def words(self, table: Table, /) -> str:
        """What it does, as a player would say it."""
        return "give the pause up"


class PauseChanged(TallyChanged, frozen=True, tag="pause-changed"):
    """A pause was declared, given up, or kept to its end."""

    def words(self, table: Any, /) -> str | None:
        """What the journal says."""
        side = side_words(table.scenario.rows, table.mechanism(Pause).side)
        if self.tally == OVER:
            return f"The pause of {side} is over: its supply is nowhere attenuated any more."
        if self.after:
            return f"{side.capitalize()} declares a pause of {counted(self.after, 'couplet')}."
        return f"{side.capitalize()} gives up its pause."


class AskPause(Task, frozen=True, tag="ask-pause"):
    """A side may declare a pause, or give up the one that it keeps."""

    side: int


class Pause(Mechanism, frozen=True, kw_only=True):
    """When a side may declare a pause, and how long it lasts."""

    key: ClassVar[str] = "pause-in-attacks"
    title: ClassVar[str] = "Pause in the offensive"
    help: ClassVar[str] = "A side that attacks nobody for some couplets is never in attenuated supply afterwards."

    told: ClassVar[frozenset[str]] = frozenset({"side", "turns", "declared", "asked", "couplets", "ends"})

    side: Annotated[str, col("Side", refers="side")] = ""
    turns: Annotated[tuple[int, ...], col("Turns", "It may be declared on these")] = ()
    declared: Annotated[str, col("Declared", "When this phase of the turn opens", refers="phase")] = ""
    asked: Annotated[tuple[str, ...], col("Given up", "It may be when one of these opens", refers="phase")] = ()
    couplets: Annotated[int, col("Couplets", "How long it lasts", ge=1, le=99)] = 3
    ends: Annotated[tuple[str, ...], col("A couplet ends with", refers="phase")] = ()

    def sentences(self, rows: Rows) -> list[str]:
        """When, how long, and what for."""
        turns = listed([str(turn) for turn in self.turns], "or")
        who = side_words(rows, self.side)
        return [
            f"When {phases_words(rows, (self.declared,)) or 'a phase'} of turn {turns or 'none'} opens, {who} may "
            f"declare a pause of {counted(self.couplets, 'couplet')}, in which it attacks nobody, nor within movement. "
            f"A couplet ends with {phases_words(rows, self.ends) or 'no phase'}.",
            f"It may give the pause up when {phases_words(rows, self.asked) or 'no phase'} opens, and gains nothing "
            "then. Once the pause is over no unit of the side is in attenuated supply any more.",
        ]

    def opening(self, table: Table, side: int | None) -> Iterable[AnyTask]:
        """Ask when it may be declared, and while it lasts."""
        phase, ours = table.scenario.phases[table.state.phase].phase, table.scenario.side_index.get(self.side)
        if ours is None or table.count(OVER):
            return ()
        if table.count(LEFT):
            return (AskPause(ours),) if phase in self.asked else ()
        return (AskPause(ours),) if phase == self.declared and table.state.turn in self.turns else ()

    def closing(self, table: Table, side: int | None) -> None:
        """Another couplet of it is over."""
        left = table.count(LEFT)
        if left and table.scenario.phases[table.state.phase].phase in self.ends:
            table.tally(LEFT, -1)
            if left == 1:
                table.do(PauseChanged(OVER, 0.0, 1.0))

    def unattenuated(self, table: Table, side: int, piece: int | None) -> bool:
        """After a pause."""
        return table.scenario.side_index.get(self.side) == side and table.count(OVER) > 0

    def may_attack(self, table: Table, piece: int) -> Verdict | None:
        """Nobody of the side while it pauses."""
        if table.scenario.side_index.get(self.side) != table.side_of(piece) or not table.count(LEFT):
            return None
        left = counted(table.count(LEFT), "couplet")
        return no(f"{table.full_name(piece)} does not attack: the pause lasts for {left} more.", self.case("pause"))

    def may_overrun(self, table: Table, pieces: tuple[int, ...]) -> Verdict | None:
        """Nor within movement."""
        return self.may_attack(table, pieces[0]) if pieces else None


class AskPauseProcedure(AskingProcedure):
    """Yes, or no."""

    def decision(self, table: Table, task: AskPause) -> Decision | None:
        """Whether to begin one, or to go on with it."""
        many = table.mechanism(Pause).couplets
        who = side_words(table.scenario.rows, table.mechanism(Pause).side)
        said = f"declare a pause of {counted(many, 'couplet')}, in which {who} attacks nobody, or go on. {_GAIN}"
        ending = "Declare no pause"
        if table.count(LEFT):
            left = counted(table.count(LEFT), "couplet")
            said = f"give the pause up and gain nothing, or keep it for {left} more. {_GAIN}"
            ending = "Keep the pause"
        return Decision(task.side, "pause", f"{table.phase_name}: {said}", ending=ending)

    def options(self, table: Table, task: AskPause) -> Options:
        """Yes, or no."""
        return just(Done(), AbandonPause() if table.count(LEFT) else DeclarePause())

    def judge(self, table: Table, task: AskPause, action: AnyAction) -> Verdict:
        """Only what is asked."""
        if isinstance(action, Done | (AbandonPause if table.count(LEFT) else DeclarePause)):
            return LEGAL
        return no("A pause is declared or given up now, or the side goes on.", table.mechanism(Pause).case("pause"))

    def perform(self, table: Table, task: AskPause, action: AnyAction) -> None:
        """Begin it, give it up, or leave things as they are."""
        table.swap()
        if isinstance(action, DeclarePause):
            table.do(PauseChanged(LEFT, 0.0, float(table.mechanism(Pause).couplets)))
        elif isinstance(action, AbandonPause):
            table.do(PauseChanged(LEFT, table.count(LEFT), 0.0))
