"""Actions: what a side may command, one at a time, in answer to a decision."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from engine.records.family import Family


class AnyAction(Family):
    """The family of actions."""

    __slots__ = ()

    aside: ClassVar[bool] = False
    """Whether it moves nobody and throws no dice: a plan of moves goes on behind it."""

    def words(self, _table: Any, /) -> str:
        """What it does, as a player would say it, where nobody knows better."""
        return "go on"

    def need(self, _table: Any, /) -> str | None:
        """What the unit that it would help is short of, empty if nothing; None where nobody is helped by it."""
        return None


class Action(msgspec.Struct, AnyAction, frozen=True, tag_field="act", gc=False):
    """A command of the side that owes a decision; like tasks and events plain data that never holds itself."""


class MoveUnit(Action, frozen=True, tag="move"):
    """Move a piece along a path of cells, its own not included."""

    piece: int
    path: tuple[int, ...]


class MoveStack(Action, frozen=True, tag="move-stack"):
    """Move several pieces of one cell together along a path of cells, their own not included."""

    pieces: tuple[int, ...]
    path: tuple[int, ...]


class PlaceUnit(Action, frozen=True, tag="place"):
    """Put a piece on the map: in the set-up, as an arrival, or as a replacement."""

    piece: int
    cell: int


class RestoreStep(Action, frozen=True, tag="restore"):
    """Give a reduced piece on the map one step back."""

    piece: int


class DeclareAttack(Action, frozen=True, tag="declare"):
    """Commit a piece to the battle against a cell."""

    piece: int
    target: int


class WithdrawAttack(Action, frozen=True, tag="withdraw"):
    """Take a piece out of a battle that is not yet announced."""

    piece: int


class AddTarget(Action, frozen=True, tag="add-target"):
    """Fight the battle against a cell against another cell too."""

    target: int
    other: int


class FightBattle(Action, frozen=True, tag="fight"):
    """Resolve the battle against a cell now."""

    target: int


class CommitSupport(Action, frozen=True, tag="support"):
    """Commit a support marker to the battle at hand, or none."""

    marker: int | None


class LoseStep(Action, frozen=True, tag="lose"):
    """Take a step loss with this piece."""

    piece: int


class RetreatUnit(Action, frozen=True, tag="retreat"):
    """Retreat a piece along a path of cells."""

    piece: int
    path: tuple[int, ...]


class RetreatFirst(Action, frozen=True, tag="retreat-first"):
    """Let this piece retreat before the others of its stack."""

    piece: int


class AdvanceUnit(Action, frozen=True, tag="advance", omit_defaults=True):
    """Advance a piece into the vacated cell, or along a path of several cells, or none."""

    piece: int | None
    path: tuple[int, ...] = ()


class RemoveUnit(Action, frozen=True, tag="remove"):
    """Remove a piece from an overstacked cell."""

    piece: int


class Choose(Action, frozen=True, tag="choose"):
    """Choose one of several things by number."""

    option: int


class Done(Action, frozen=True, tag="done"):
    """End what is being done: a phase, an announcement, a set-up."""
