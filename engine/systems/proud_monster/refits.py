"""Refits: a worn division rests for a player turn, and a die says how many steps it recovers; once in the game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar

from engine.records import Rows
from engine.records.base import col
from engine.records.charts import Chart
from engine.records.counters import Selector
from engine.records.weather import Weather
from engine.rules.answers import MarkKind
from engine.rules.decision import LEGAL, Decision, Options, Verdict, no, one
from engine.rules.mechanism import Mechanism
from engine.rules.phase import asked
from engine.rules.supply_needs import NEED_HELP, WORDS, Need, meets
from engine.rules.table import Table
from engine.scenario.sentences import common, counted, listed, named, phases_words, whom
from engine.state.actions import Action, AnyAction, Done
from engine.state.events import StepRegained
from engine.state.tasks import AnyTask, Task

REFITTING, REFITTED = "refitting", "refitted"
OVER = "refits-over"
"""The count that says that refits have ended for good."""


class RefitUnit(Action, frozen=True, tag="refit"):
    """Let a unit rest and refit."""

    piece: int

    def words(self, table: Table, /) -> str:
        """Who rests."""
        return f"refit {table.full_name(self.piece)}"

    def need(self, table: Table, /) -> str:
        """What it lost, and what a refit asks of it."""
        lost = counted(table.state.face[self.piece], "step")
        return f"{lost} lost; a refit, once in the game, costs it this player turn"


class RefitUnits(Task, frozen=True, tag="refit-units"):
    """A side may refit units."""

    side: int


class Refits(Mechanism, frozen=True, kw_only=True):
    """Who may refit, when, and what a die gives back."""

    key: ClassVar[str] = "refits"
    title: ClassVar[str] = "Refits"
    help: ClassVar[str] = "Reduced units may rest for a player turn and recover steps by a die, once in the game."
    marks: ClassVar[tuple[MarkKind, ...]] = (
        MarkKind(REFITTING, "Refitting", lasts="player turn", badge="R", set_words=("rests to refit", "rest to refit")),
        MarkKind(REFITTED, "Has been refitted"),
    )

    told: ClassVar[frozenset[str]] = frozenset(
        {"side", "units", "phases", "chart", "column", "dice", "need", "apart", "ends_with"}
    )

    side: Annotated[str, col("Side", refers="side")] = ""
    units: Annotated[Selector, col("Which units")] = Selector()
    phases: Annotated[tuple[str, ...], col("Phases", "Asked when one of these opens", refers="phase")] = ()
    chart: Annotated[str, col("Chart", "Steps by the total of the dice", refers="chart")] = ""
    column: Annotated[str, col("Column", max_length=40)] = ""
    dice: Annotated[str, col("Dice", pattern=r"^\d+d\d+$")] = "1d6"
    need: Annotated[Need, col("Supply", NEED_HELP)] = "full"
    apart: Annotated[bool, col("Not beside the enemy")] = True
    ends_with: Annotated[
        tuple[str, ...], col("Ends with", "When one of these is the weather anywhere, for good", refers="weather")
    ] = ()

    def sentences(self, rows: Rows) -> list[str]:
        """Who, when, how much, and when it is over."""
        terms = [WORDS[self.need]] if WORDS[self.need] else []
        terms += ["not beside the enemy"] if self.apart else []
        who = f"{whom(rows, self.units)} that stand reduced on the map{', ' if terms else ''}{listed(terms)}"
        said = [
            f"When {phases_words(rows, self.phases) or 'a phase'} opens, any of these may refit, each once in the "
            f"game: {who[:1].lower()}{who[1:]}. {self.dice} on {named(rows, Chart, self.chart)} says how many steps "
            "it recovers at once, never more than it lost; it neither moves nor attacks in that player turn."
        ]
        if self.ends_with:
            kinds = listed([common(rows, named(rows, Weather, key)) for key in self.ends_with], "or")
            said.append(f"Nobody refits any more once the weather anywhere has been {kinds}.")
        return said

    def in_weather(self, rows: Rows, weather: str) -> list[str]:
        """Whether it ends refits."""
        return ["Nobody refits any more, for good."] if weather in self.ends_with else []

    def opening(self, table: Table, side: int | None) -> Iterable[AnyTask]:
        """Take note of the weather, and ask in its phases."""
        bad = any(table.scenario.weathers[now].weather in self.ends_with for now in table.state.weather)
        if bad and not table.count(OVER):
            table.remember(OVER)
        return [RefitUnits(each) for each in asked(table, self.phases, self.side, side)]

    def judge(self, table: Table, side: int, piece: int) -> Verdict:
        """Whether a unit may refit now."""
        if not table.has_piece(piece) or table.side_of(piece) != side:
            return no("Only units of your own refit.", self.case("who"))
        if table.count(OVER):
            return no("The weather has put an end to refits.", self.case("weather"))
        if not self.units.matches(table.unit(piece)):
            return no(f"{table.full_name(piece)} never refits.", self.case("who"))
        if not table.stands(piece) or table.state.face[piece] == 0:
            return no(f"{table.full_name(piece)} is not a reduced unit on the map.", self.case("how"))
        if table.marked(REFITTED, piece):
            return no(f"{table.full_name(piece)} has been refitted, which happens once in a game.", self.case("how"))
        if not meets(table, piece, self.need):
            return no(f"{table.full_name(piece)} is not {WORDS[self.need]}.", self.case("how"))
        near = table.setting.neighbours[table.state.cell[piece]]
        if self.apart and any(table.holder(cell) == 1 - side for cell in near):
            return no(f"{table.full_name(piece)} stands beside the enemy.", self.case("how"))
        return LEGAL

    def refit(self, table: Table, piece: int) -> None:
        """Throw, and give the steps back."""
        total = table.roll(self.dice, f"refit of {table.name(piece)}")
        chart = table.scenario.tables.get(self.chart)
        steps = int(chart.number(str(total), self.column)) if chart is not None else 0
        table.set_mark(REFITTING, piece)
        table.set_mark(REFITTED, piece)
        for _ in range(min(steps, table.state.face[piece])):
            face = table.state.face[piece]
            table.do(StepRegained(piece, face, face - 1, "refit"))

    def may_move(self, table: Table, piece: int) -> Verdict | None:
        """Nobody who rests."""
        return self._rests(table, piece, "move")

    def may_attack(self, table: Table, piece: int) -> Verdict | None:
        """Nobody who rests."""
        return self._rests(table, piece, "attack")

    def _rests(self, table: Table, piece: int, what: str) -> Verdict | None:
        if not table.marked(REFITTING, piece):
            return None
        return no(f"{table.full_name(piece)} is refitting and does not {what} in this player turn.", self.case("how"))


class RefitUnitsProcedure:
    """A side refits as many as it likes."""

    def decision(self, table: Table, task: RefitUnits) -> Decision | None:
        """Asks while somebody may refit."""
        if not self._pieces(table, task):
            return None
        return Decision(
            task.side, "refit", f"{table.phase_name}: choose divisions to refit, or go on.", ending="No more refits"
        )

    def _pieces(self, table: Table, task: RefitUnits) -> list[int]:
        rule = table.mechanism(Refits)
        return [piece for piece in table.on_map(task.side) if rule.judge(table, task.side, piece)]

    def run(self, table: Table, task: RefitUnits) -> None:
        """Nobody may."""
        table.swap()

    def options(self, table: Table, task: RefitUnits) -> Options:
        """Everybody who may refit, or nobody."""
        return Options((*(one(piece, RefitUnit(piece)) for piece in self._pieces(table, task)), one(None, Done())))

    def judge(self, table: Table, task: RefitUnits, action: AnyAction) -> Verdict:
        """Only a unit that may refit."""
        rule = table.mechanism(Refits)
        if isinstance(action, Done):
            return LEGAL
        if not isinstance(action, RefitUnit):
            return no("Divisions are refitted now, or the side goes on.", rule.case("how"))
        return rule.judge(table, task.side, action.piece)

    def perform(self, table: Table, task: RefitUnits, action: AnyAction) -> None:
        """Refit the unit, or go on."""
        if isinstance(action, RefitUnit):
            table.mechanism(Refits).refit(table, action.piece)
        else:
            table.swap()
