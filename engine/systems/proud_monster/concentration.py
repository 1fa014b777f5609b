"""Concentrated supply: a few chosen units are free of attenuation, and all others of their side hardly act."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, ClassVar

import numpy as np

from engine.records import Rows
from engine.records.base import col
from engine.rules.answers import Closure, MarkKind
from engine.rules.attenuation import ATTENUATED
from engine.rules.decision import LEGAL, Decision, Options, Verdict, no, one
from engine.rules.mechanism import Mechanism
from engine.rules.phase import asked
from engine.rules.supply_needs import grade_of
from engine.rules.table import Table
from engine.scenario.sentences import counted, phases_words, side_words
from engine.state.actions import Action, AnyAction, Done
from engine.state.events import TallyChanged
from engine.state.tasks import AnyTask, Task

CHOSEN, BEFORE = "concentrated", "concentrated-before"
DECLARED = "supply-concentrated"
"""The count that says that supply is concentrated until the side's next player turn."""


class ConcentrateOn(Action, frozen=True, tag="concentrate-on"):
    """Let a unit have concentrated supply."""

    piece: int

    def words(self, table: Table, /) -> str:
        """Who has it."""
        return f"concentrate supply on {table.full_name(self.piece)}"

    def need(self, table: Table, /) -> str:
        """Supply that does not reach it in full."""
        grade = grade_of(table, table.state.cell[self.piece], table.side_of(self.piece), self.piece)
        return "Attenuated supply" if grade == ATTENUATED else ""


class Reaffirm(Action, frozen=True, tag="reaffirm-concentration"):
    """Concentrate supply on the same units as before."""

    def words(self, table: Table, /) -> str:
        """What it does, as a player would say it."""
        return "keep supply concentrated on the same units"


class ConcentrationChanged(TallyChanged, frozen=True, tag="concentration-changed"):
    """A side's supply was concentrated, or is so no more."""

    def words(self, table: Any, /) -> str | None:
        """What the journal says."""
        side = side_words(table.scenario.rows, table.mechanism(ConcentratedSupply).side)
        what = "concentrates its supply on a few units" if self.after else "does not concentrate its supply any more"
        return f"{side.capitalize()} {what}."


class Concentrate(Task, frozen=True, tag="concentrate"):
    """A side may concentrate its supply on some units."""

    side: int


class ConcentratedSupply(Mechanism, frozen=True, kw_only=True):
    """On how many units a side may concentrate its supply, and when."""

    key: ClassVar[str] = "concentrated-supply"
    title: ClassVar[str] = "Concentrated supply"
    help: ClassVar[str] = "A side may concentrate supply on some units: they are not attenuated, the others hardly act."
    marks: ClassVar[tuple[MarkKind, ...]] = (
        MarkKind(
            CHOSEN,
            "Concentrated supply",
            badge="C",
            set_words=("gets concentrated supply", "get concentrated supply"),
        ),
        MarkKind(BEFORE, "Had concentrated supply", lasts="player turn"),
    )
    told: ClassVar[frozenset[str]] = frozenset({"side", "phases", "units"})

    side: Annotated[str, col("Side", refers="side")] = ""
    phases: Annotated[tuple[str, ...], col("Phases", "Asked when one of these opens", refers="phase")] = ()
    units: Annotated[int, col("Units", "That have it", ge=1, le=999)] = 18

    def sentences(self, rows: Rows) -> list[str]:
        """When, on how many, and what the others do."""
        who = side_words(rows, self.side)
        return [
            f"When {phases_words(rows, self.phases) or 'a phase'} opens and any of its units is in attenuated supply, "
            f"{who} may concentrate its supply on {counted(self.units, 'unit')}, until such a phase opens again. They "
            "still need a line of supply but are not in attenuated supply.",
            "All other units of the side then neither attack nor move more than a hex, and nobody is supplied by air.",
        ]

    def declared(self, table: Table, side: int) -> bool:
        """Whether a side's supply is concentrated now."""
        return table.scenario.side_index.get(self.side) == side and table.count(DECLARED) > 0

    def opening(self, table: Table, side: int | None) -> Iterable[AnyTask]:
        """What was concentrated is free again; ask anew."""
        found = asked(table, self.phases, self.side, side)
        if found and table.count(DECLARED):
            chosen = sorted(table.bearing(CHOSEN))
            table.lift_marks(CHOSEN)
            table.do(ConcentrationChanged(DECLARED, table.count(DECLARED), 0.0))
            for piece in chosen:
                table.set_mark(BEFORE, piece)
        return [Concentrate(each) for each in found if self._wanted(table, each)]

    def _wanted(self, table: Table, side: int) -> bool:
        """Whether anybody would gain by it: where no supply is attenuated nobody is asked."""
        pieces, cells = table.on_map(side), table.state.cell
        return any(grade_of(table, cells[piece], side, piece) == ATTENUATED for piece in pieces)

    def leaving(self, table: Table, piece: int) -> None:
        """Who leaves the map has it no more."""
        for mark in (CHOSEN, BEFORE):
            table.lift_marks(mark, (piece,))

    def unattenuated(self, table: Table, side: int, piece: int | None) -> bool:
        """Those who were chosen."""
        return piece is not None and table.marked(CHOSEN, piece)

    def may_supply_by_air(self, table: Table, side: int) -> Verdict | None:
        """Nobody, while supply is concentrated."""
        if not self.declared(table, side):
            return None
        return no("Nobody is supplied by air while supply is concentrated.", self.case("air"))

    def _without(self, table: Table, piece: int) -> bool:
        """Whether a unit goes short because supply is concentrated on others."""
        return self.declared(table, table.side_of(piece)) and not table.marked(CHOSEN, piece)

    def may_attack(self, table: Table, piece: int) -> Verdict | None:
        """Only those who were chosen."""
        if not self._without(table, piece):
            return None
        return no(f"{table.full_name(piece)} does not attack: supply is concentrated on others.", self.case("others"))

    def may_overrun(self, table: Table, pieces: tuple[int, ...]) -> Verdict | None:
        """Only those who were chosen."""
        verdicts = (self.may_attack(table, piece) for piece in pieces)
        return next((verdict for verdict in verdicts if verdict is not None), None)

    def may_move(self, table: Table, piece: int) -> Verdict | None:
        """The others go one hex, and no farther."""
        if not table.state.spent[piece] or not self._without(table, piece):
            return None
        return no(f"{table.full_name(piece)} moves one hex: supply is concentrated on others.", self.case("others"))

    def closed(self, table: Table, piece: int, group: tuple[int, ...]) -> Iterable[Closure]:
        """Every step of theirs but the first."""
        if not self._without(table, piece):
            return
        board, here = table.board, table.state.cell[piece]
        steps = np.ones(len(board.indices), np.bool_)
        if here >= 0:
            steps[board.indptr[here] : board.indptr[here + 1]] = False
        why = f"{table.full_name(piece)} moves one hex: supply is concentrated on others."
        yield Closure(np.zeros(board.size, np.uint8), why, self.case("others"), steps, retreats=False)


class ConcentrateProcedure:
    """A side chooses unit by unit; whoever begins chooses all of them."""

    def decision(self, table: Table, task: Concentrate) -> Decision | None:
        """Asks while there are units to choose."""
        left = self._left(table)
        if left <= 0 or not self._free(table, task):
            return None
        said = f"choose {counted(left, 'more unit')} for concentrated supply."
        if not table.count(DECLARED):
            said = f"concentrate supply on {counted(left, 'unit')}, or go on."
        return Decision(task.side, "concentrate", f"{table.phase_name}: {said}")

    def _left(self, table: Table) -> int:
        return table.mechanism(ConcentratedSupply).units - len(table.bearing(CHOSEN))

    def _free(self, table: Table, task: Concentrate) -> list[int]:
        return [piece for piece in table.on_map(task.side) if not table.marked(CHOSEN, piece)]

    def run(self, table: Table, task: Concentrate) -> None:
        """All are chosen."""
        table.swap()
        table.lift_marks(BEFORE)

    def options(self, table: Table, task: Concentrate) -> Options:
        """Everybody on the map; the same as before; or nobody, while none is chosen."""
        groups = [one(piece, ConcentrateOn(piece)) for piece in self._free(table, task)]
        if table.count(DECLARED):
            return Options(tuple(groups))
        same = (one(None, Reaffirm()),) if table.bearing(BEFORE) else ()
        return Options((*groups, *same, one(None, Done())))

    def judge(self, table: Table, task: Concentrate, action: AnyAction) -> Verdict:
        """Only units of the side on the map; a choice that was begun is finished."""
        rule = table.mechanism(ConcentratedSupply)
        if isinstance(action, Done):
            if not table.count(DECLARED):
                return LEGAL
            return no("Supply is concentrated on as many units as there may be.", rule.case("units"))
        if isinstance(action, Reaffirm) and table.bearing(BEFORE) and not table.count(DECLARED):
            return LEGAL
        if isinstance(action, ConcentrateOn) and action.piece in self._free(table, task):
            return LEGAL
        return no("Choose a unit of yours on the map for concentrated supply.", rule.case("units"))

    def perform(self, table: Table, task: Concentrate, action: AnyAction) -> None:
        """Choose the unit, or go on."""
        if isinstance(action, Done):
            table.swap()
            table.lift_marks(BEFORE)
            return
        if not table.count(DECLARED):
            table.do(ConcentrationChanged(DECLARED, 0.0, 1.0))
        pieces = sorted(table.bearing(BEFORE)) if isinstance(action, Reaffirm) else [action.piece]  # type: ignore[attr-defined]
        for piece in pieces:
            table.set_mark(CHOSEN, piece)
