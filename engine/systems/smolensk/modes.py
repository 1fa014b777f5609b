"""Modes: a unit fights on one side of its counter and marches on the other, or marches in column of route."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Annotated, Any, ClassVar

import numpy as np
import numpy.typing as npt

from engine.records import Rows
from engine.records.base import col
from engine.records.counters import Selector
from engine.rules.answers import Closure, MarkKind, ModeKind
from engine.rules.contributions import Contribution
from engine.rules.decision import LEGAL, OptionGroup, Verdict, no
from engine.rules.mechanism import Mechanism
from engine.rules.movement import movable, own_piece, resume
from engine.rules.table import Table
from engine.rules.zoc import in_enemy_zone, zone
from engine.scenario.sentences import listed, multiple, phases_words, units_words
from engine.state import Status
from engine.state.actions import Action, AnyAction
from engine.state.tasks import Battle, MoveUnits

COMBAT, MOVE, STRAT = "", "move", "strat"
TURNED = "turned-over"

NAMES = {COMBAT: "combat mode", MOVE: "move mode", STRAT: "strategic mode"}


class ChangeMode(Action, frozen=True, tag="change-mode"):
    """Turn pieces of one cell over into a mode."""

    pieces: tuple[int, ...]
    mode: str

    def words(self, table: Table, /) -> str:
        """Who goes over to which mode."""
        who = listed([table.name(piece) for piece in self.pieces])
        return f"turn {who} over to {NAMES.get(self.mode, self.mode)}"


class Modes(Mechanism, frozen=True, kw_only=True):
    """Combat, move and strategic mode."""

    key: ClassVar[str] = "modes"
    title: ClassVar[str] = "Modes"
    help: ClassVar[str] = "Before it spends movement points a unit picks the side of its counter on which it goes on."
    marks: ClassVar[tuple[MarkKind, ...]] = (MarkKind(TURNED, "Has picked its mode", lasts="phase"),)
    acts: ClassVar[tuple[type[AnyAction], ...]] = (ChangeMode,)
    told: ClassVar[frozenset[str]] = frozenset({"phases", "strat_times", "strat_from", "strat_not", "rounding"})

    phases: Annotated[tuple[str, ...], col("Phases", "Movement phases in which modes are picked", refers="phase")] = ()
    strat_times: Annotated[float, col("Strategic mode", "Times the allowance of the move side", gt=0, le=9)] = 2.0
    strat_not: Annotated[
        Selector | None, col("No strategic mode for", "These have none before the turn below; empty: all have one")
    ] = None
    strat_from: Annotated[int, col("From turn", "On which they may use it", ge=1, le=200)] = 1
    strat_barred: Annotated[
        tuple[str, ...], col("Not while", "Units with one of these marks go into no strategic mode", word="mark")
    ] = ()
    rounding: Annotated[bool, col("Rounded", "Allowances are rounded half up after all that changes them")] = True

    def sentences(self, rows: Rows) -> list[str]:
        """What each mode does."""
        said = [
            f"In {phases_words(rows, self.phases) or 'its movement'}, before it spends points, a unit picks combat "
            "mode or move mode, each with its own strength, rating, class and allowance. In move mode it has no zone.",
            f"In strategic mode its allowance counts {self.strat_times:g} times; it never enters, leaves or crosses an "
            "enemy zone or a hex beside an enemy that can attack, does not attack and defends with nothing.",
        ]
        if self.strat_not is not None:
            who = units_words(rows, self.strat_not)
            said.append(f"For {who} there is no strategic mode before turn {self.strat_from}.")
        if self.rounding:
            said.append("Allowances are rounded half up after all that changes them.")
        return said

    def mode_kinds(self) -> Iterable[ModeKind]:
        """The three of them; strategic mode shows the move side."""
        yield ModeKind(COMBAT, NAMES[COMBAT])
        yield ModeKind(MOVE, NAMES[MOVE], MOVE, "M")
        yield ModeKind(STRAT, NAMES[STRAT], MOVE, "S")

    # What modes do

    def zoneless(self, table: Table, side: int) -> Iterable[int]:
        """Only units in combat mode have a zone."""
        return [piece for piece in table.on_map(side) if table.state.mode[piece] != COMBAT]

    def allowance(self, table: Table, piece: int) -> Iterable[Contribution]:
        """Column of route goes far; fractions are rounded at the end."""
        if table.state.mode[piece] == STRAT:
            yield Contribution(
                "times", Fraction(self.strat_times), f"strategic mode: {multiple(self.strat_times)}", self.case("strat")
            )
        if self.rounding:
            yield Contribution("times", Fraction(1), "rounded half up", self.case("ma"), 99, rounding="nearest")

    def strength(self, table: Table, battle: Battle, attacking: bool) -> Iterable[Contribution]:
        """Units in strategic mode defend with nothing."""
        pieces = battle.attackers if attacking else battle.defenders
        found = tuple(piece for piece in pieces if table.state.mode[piece] == STRAT)
        if found:
            yield Contribution("set", Fraction(0), "in strategic mode: no strength", self.case("strat"), 10, found)

    def may_attack(self, table: Table, piece: int) -> Verdict | None:
        """Nobody attacks in strategic mode."""
        if table.state.mode[piece] != STRAT:
            return None
        return no(f"{table.full_name(piece)} is in strategic mode and does not attack.", self.case("strat"))

    def may_move(self, table: Table, piece: int) -> Verdict | None:
        """Nor does it leave a hex near the enemy in strategic mode."""
        if table.state.mode[piece] != STRAT or not self._near(table, piece):
            return None
        return no(f"{table.full_name(piece)} is too near the enemy for strategic mode.", self.case("strat"))

    def closed(self, table: Table, piece: int, group: tuple[int, ...]) -> Iterable[Closure]:
        """Nor does it come near him."""
        if table.state.mode[piece] == STRAT:
            near = table.cached(("strat", table.side_of(piece)), lambda: self._shunned(table, table.side_of(piece)))
            why = "Units in strategic mode keep out of enemy zones and away from enemies that can attack."
            yield Closure(near, why, self.case("strat"), retreats=False)

    def _shunned(self, table: Table, side: int) -> npt.NDArray[np.uint8]:
        """Enemy zones, and the hexes beside enemies that can attack."""
        cells: npt.NDArray[np.uint8] = (zone(table, 1 - side) > 0).astype(np.uint8)
        for piece in table.on_map(1 - side):
            if table.can_attack(piece):
                cells[list(table.setting.neighbours[table.state.cell[piece]])] = 1
        return cells

    def _near(self, table: Table, piece: int) -> bool:
        side = table.side_of(piece)
        near = table.cached(("strat", side), lambda: self._shunned(table, side))
        return bool(near[table.state.cell[piece]]) or in_enemy_zone(table, table.state.cell[piece], side)

    # Picking one

    def act_options(self, table: Table, task: MoveUnits) -> Iterable[OptionGroup]:
        """Every unit that has not moved, into every other mode."""
        if not self._now(table):
            return
        for piece in movable(table, task.side):
            if self._fresh(table, task, piece):
                yield OptionGroup(piece, _Turns(self, table, task, piece), aside=True)

    def judge_act(self, table: Table, task: MoveUnits, action: Any) -> Verdict:
        """Whether units may go over to a mode now."""
        if not self._now(table):
            return no("Modes are picked in the movement phase.", self.case("when"))
        if not action.pieces or action.mode not in NAMES:
            return no("There is no such mode.", self.case("when"))
        for piece in action.pieces:
            verdict = own_piece(table, task.side, piece)
            verdict = self._judge_piece(table, task, piece, action.mode) if verdict else verdict
            if not verdict:
                return verdict
        return LEGAL

    def perform_act(self, table: Table, task: MoveUnits, action: Any) -> None:
        """Turn them over."""
        table.turn_over(action.pieces, action.mode)
        for piece in action.pieces:
            table.set_mark(TURNED, piece)
        resume(table, task, task.moving)

    def _now(self, table: Table) -> bool:
        return table.scenario.phases[table.state.phase].phase in self.phases

    def _fresh(self, table: Table, task: MoveUnits, piece: int) -> bool:
        moved = table.state.spent[piece] or piece in task.moving or table.state.status[piece] & Status.MOVED
        return not moved and not table.marked(TURNED, piece)

    def _judge_piece(self, table: Table, task: MoveUnits, piece: int, mode: str) -> Verdict:
        name, counter = table.name(piece), table.state.counter[piece]
        if not self._fresh(table, task, piece):
            return no(f"{name} has moved or picked its mode in this phase.", self.case("when"))
        if table.state.mode[piece] == mode:
            return no(f"{name} is in {NAMES[mode]} already.", self.case("when"))
        if counter is None or MOVE not in table.scenario.counters[counter].modes:
            return no(f"{name} has no other side.", self.case("when"))
        return self._judge_strat(table, piece) if mode == STRAT else LEGAL

    def _judge_strat(self, table: Table, piece: int) -> Verdict:
        name = table.name(piece)
        limited = self.strat_not is not None and self.strat_not.matches(table.unit(piece))
        if limited and table.state.turn < self.strat_from:
            return no(f"{name} has no strategic mode before turn {self.strat_from}.", self.case("limits"))
        if any(table.marked(mark, piece) for mark in self.strat_barred):
            return no(f"{name} is not in supply.", self.case("strat"))
        if self._near(table, piece):
            return no(f"{name} is too near the enemy for strategic mode.", self.case("strat"))
        return LEGAL


class _Turns:
    """The modes that a unit may go over to, worked out when asked for."""

    def __init__(self, rule: Modes, table: Table, task: MoveUnits, piece: int) -> None:
        self.rule, self.table, self.task, self.piece = rule, table, task, piece

    def __call__(self) -> list[AnyAction]:
        every = (ChangeMode((self.piece,), mode) for mode in NAMES)
        return [action for action in every if self.rule.judge_act(self.table, self.task, action)]
