"""What questions are answered with: shifts, closures, lines of the score, and the marks that rules put on things."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import msgspec
import numpy as np
import numpy.typing as npt


class Shift(msgspec.Struct, frozen=True):
    """Columns to the right (or left, if negative), with the cause and the rule case."""

    columns: int
    why: str
    case: str = ""


class Modifier(msgspec.Struct, frozen=True):
    """Points that are added to dice, or taken off them, with the cause and the rule case."""

    points: int
    why: str
    case: str = ""


class Halving(msgspec.Struct, frozen=True):
    """Why a unit counts half."""

    why: str
    case: str = ""


@dataclass(frozen=True, eq=False)
class Closure:
    """Cells that may not be entered, or steps that may not be taken, and why.

    It may close them to one way of moving only, leave retreats alone, let no path touch a cell twice, or close them
    only as the end of a move.
    """

    cells: npt.NDArray[np.uint8]
    why: str
    case: str = ""
    steps: npt.NDArray[np.bool_] | None = None
    mode: str | None = None
    retreats: bool = True
    once: bool = False
    ends: bool = False


@dataclass(frozen=True, eq=False)
class GroundTimes:
    """What ground multiplies strengths by, a row for every flag of units and a last one for all others.

    Of attackers by the cell they attack, and again by the side of it (a directed edge from that cell) that they come
    from; of defenders by the cell they stand in.
    """

    flags: tuple[str, ...]
    attack: npt.NDArray[np.float64]
    across: npt.NDArray[np.float64]
    defence: npt.NDArray[np.float64]

    def row(self, flags: tuple[str, ...]) -> int:
        """The row of a unit with these flags."""
        return next((number for number, flag in enumerate(self.flags) if flag in flags), len(self.flags))


@dataclass(frozen=True)
class Trespass:
    """Cells where a side's enemies cost it points: so many for each unit, whenever they are counted."""

    side: int
    cells: frozenset[int]
    points: float


@dataclass(frozen=True)
class ScoreLine:
    """Points that a side has, what for, and where."""

    side: int
    points: float
    why: str
    case: str = ""
    cell: int | None = None


@dataclass(frozen=True)
class ModeKind:
    """A mode that units may be in: what it is called in a sentence, and the faces of counters that it shows."""

    key: str
    name: str
    shows: str = ""
    badge: str = ""


@dataclass(frozen=True)
class MarkKind:
    """A mark that a rule puts on things: what it is called, on what it lies, and how long it lasts.

    One that lies on nothing is a note that its rule keeps by numbers of its own.
    """

    key: str
    name: str
    on: Literal["piece", "cell", "place", "side", "nothing"] = "piece"
    lasts: Literal["phase", "player turn", "turn", "until lifted"] = "until lifted"
    badge: str = ""
    set_words: tuple[str, str] = ("", "")
    """What the journal says of one thing that is marked, and of several: `is disrupted`; empty: nothing."""
    lifted_words: tuple[str, str] = ("", "")
    """What it says when the mark comes off."""
    harm: bool = False
    """Whether a unit is the worse for it, so that a player wants to know before he brings it about."""
    never_with: tuple[str, ...] = ()
    """Marks whose bearers no result gives this one."""
