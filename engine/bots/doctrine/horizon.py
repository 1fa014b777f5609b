"""What comes next: how far the enemy can move before and after he fights, before we may move again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from engine.board.network import TICKS
from engine.bots.doctrine.force import PieceForce
from engine.play.view import View
from engine.rules.combat import CombatPhase
from engine.rules.move_and_fight import MoveAndFightPhase
from engine.rules.movement import MovementPhase
from engine.rules.phase import MarkedPhase
from engine.rules.table import Table

Ints = npt.NDArray[np.int32]

T = TypeVar("T")


@dataclass(frozen=True)
class Horizon:
    """The phases to come, as numbers in the sequence of play."""

    my_combat: bool
    my_moves: int
    before: tuple[int, ...]
    after: tuple[int, ...]
    enemy_fights: bool

    @property
    def enemy_moves(self) -> bool:
        """Whether the enemy moves or fights again before the game is over."""
        return bool(self.before or self.after or self.enemy_fights)


def horizon(table: Table, turn: int, phase: int, side: int) -> Horizon:
    """Look along the sequence of play until this side may move again after the enemy did."""
    return _known(table, ("horizon", turn, phase, side), lambda: _horizon(table, turn, phase, side))


def _horizon(table: Table, turn: int, phase: int, side: int) -> Horizon:
    mine, fights, enemy, moves = False, False, False, 0
    before: list[int] = []
    after: list[int] = []
    for index in _following(table, turn, phase):
        rule, owner = table.setting.phases[index], table.phase_side(index)
        if owner == side and isinstance(rule, CombatPhase) and not enemy:
            mine = True
        elif owner == 1 - side and isinstance(rule, MovementPhase | MoveAndFightPhase):
            enemy = True
            (after if fights else before).append(index)
            fights = fights or isinstance(rule, MoveAndFightPhase)
        elif owner == 1 - side and isinstance(rule, CombatPhase):
            fights = True
        elif owner == side and isinstance(rule, MovementPhase | MoveAndFightPhase):
            if enemy or fights:
                break
            moves += 1
    return Horizon(mine, moves, tuple(before), tuple(after), fights)


def own_moves(table: Table, turn: int, phase: int, side: int) -> tuple[int, ...]:
    """The phases in which this side still moves before the enemy does."""
    return _known(table, ("own_moves", turn, phase, side), lambda: _own_moves(table, turn, phase, side))


def _own_moves(table: Table, turn: int, phase: int, side: int) -> tuple[int, ...]:
    found = []
    for index in _following(table, turn, phase):
        rule, owner = table.setting.phases[index], table.phase_side(index)
        if isinstance(rule, MovementPhase | MoveAndFightPhase):
            if owner != side:
                break
            found.append(index)
    return tuple(found)


def next_strike(table: Table, turn: int, phase: int, side: int) -> tuple[int, ...] | None:
    """The phases in which this side moves before it next fights after the enemy's moves; None: it does not."""
    return _known(table, ("next_strike", turn, phase, side), lambda: _next_strike(table, turn, phase, side))


def _next_strike(table: Table, turn: int, phase: int, side: int) -> tuple[int, ...] | None:
    moves: list[int] = []
    enemy = False
    for index in _following(table, turn, phase):
        rule, owner = table.setting.phases[index], table.phase_side(index)
        if owner == 1 - side and isinstance(rule, MovementPhase | MoveAndFightPhase):
            enemy = True
        elif owner == side and enemy and isinstance(rule, MovementPhase):
            moves.append(index)
        elif owner == side and isinstance(rule, CombatPhase):
            if enemy:
                return tuple(moves)
            moves.clear()
    return None


def next_moves(table: Table, turn: int, phase: int, side: int) -> tuple[int, ...]:
    """The phases in which this side moves once the enemy has moved, until he moves again."""
    return _known(table, ("next_moves", turn, phase, side), lambda: _next_moves(table, turn, phase, side))


def _next_moves(table: Table, turn: int, phase: int, side: int) -> tuple[int, ...]:
    found: list[int] = []
    enemy = False
    for index in _following(table, turn, phase):
        rule, owner = table.setting.phases[index], table.phase_side(index)
        if isinstance(rule, MovementPhase | MoveAndFightPhase):
            if owner == side and enemy:
                found.append(index)
            elif owner != side and found:
                break
            enemy = enemy or owner == 1 - side
    return tuple(found)


def _known(table: Table, key: tuple[str, int, int, int], make: Callable[[], T]) -> T:
    """What follows from the sequence of play alone, once for all games; anew where marks say who acts."""
    settled = table.setting.kept("settled sequence", lambda: _settled(table))
    return table.setting.kept(key, make) if settled else make()


def _settled(table: Table) -> bool:
    """Whether it is the same in every game whose phase it is, and whether somebody acts in it."""
    rules, rows = table.setting.phases, table.scenario.phases
    marked = any(isinstance(rule, MarkedPhase) and rule.only for rule in rules)
    return not marked and not any(row.player for row in rows)


def _following(table: Table, turn: int, phase: int) -> list[int]:
    """The phases of the rest of this turn and of the next in which somebody acts, as far as the game lasts."""
    phases, turns = table.scenario.phases, table.scenario.about.turns
    found = []
    for when in (turn, turn + 1):
        if when > turns:
            break
        for index in range(phase + 1 if when == turn else 0, len(phases)):
            if _acts(table, index) and (phases[index].first_turn or 1) <= when <= (phases[index].last_turn or turns):
                found.append(index)
    return found


def _acts(table: Table, index: int) -> bool:
    """Whether everybody may act in a phase, or somebody is marked now who may."""
    rule, side = table.setting.phases[index], table.phase_side(index)
    if not isinstance(rule, MarkedPhase) or not rule.only:
        return True
    return any(table.side_of(piece) == side for mark in rule.only for piece in table.bearing(mark))


def budgets(
    view: View, force: PieceForce, phases: tuple[int, ...], hindered: npt.NDArray[np.int16], rails: bool = False
) -> Ints:
    """The ticks that each unit of a force may spend in these phases; zones may hold some of them.

    With `rails` moves that must keep to the railway count as if they could go anywhere.
    """
    found = np.zeros(len(force), np.int32)
    for index in phases:
        rule = view.setting.phases[index]
        assert isinstance(rule, MovementPhase)
        for number, piece in enumerate(force.pieces):
            unit = view.unit(piece)
            shares = [
                mode.share
                for mode in rule.modes
                if (rails or not mode.links_only)
                and mode.units.matches(unit)
                and not (mode.not_from_zoc and hindered[force.cell[number]])
            ]
            found[number] += int(max(shares, default=0.0) * force.movement[number] * TICKS)
    return found
