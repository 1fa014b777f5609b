"""What the answers to a decision are about, whatever the rule: pieces, cells, a piece in a cell, or neither.

The kinds of decision of kernel and systems are answered by the same few gestures.  A kind that nothing here was written
for is answered by the gesture that its answers have the shape of.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Literal

import msgspec

from designer.play.table.stage import Stage
from designer.play.wording import say_action
from engine.state.actions import AnyAction, Done
from engine.state.state import Store

ENOUGH = 60
"""Answers from which their shape is read; more of the same would say nothing new."""

Shape = Literal["place", "pick", "point", "route", "list"]


def piece_in(action: AnyAction) -> int | None:
    """The piece that an action names, if it names one."""
    found = getattr(action, "piece", None)
    return found if isinstance(found, int) else None


def cell_in(action: AnyAction) -> int | None:
    """The cell that an action names, if it names one: where it is done, or what it is aimed at."""
    found = getattr(action, _cell_field(action), None)
    return found if isinstance(found, int) else None


def _cell_field(action: AnyAction) -> str:
    return "cell" if hasattr(action, "cell") else "target"


def altered(
    action: AnyAction, *, piece: int | None = None, cell: int | None = None, pieces: tuple[int, ...] | None = None
) -> AnyAction:
    """The same action about another piece or cell, or about several pieces."""
    changes: dict[str, object] = {} if piece is None else {"piece": piece}
    changes |= {} if pieces is None else {"pieces": pieces}
    changes |= {} if cell is None else {_cell_field(action): cell}
    made: AnyAction = msgspec.structs.replace(action, **changes)  # type: ignore[type-var]
    return made


def pieces_in(action: AnyAction) -> list[int]:
    """Every piece that an action names."""
    found = [value for name in ("piece", "aircraft") if isinstance(value := getattr(action, name, None), int)]
    for name in ("pieces", "own"):
        found += getattr(action, name, None) or ()
    store = getattr(action, "store", None)
    return [*found, store.where] if isinstance(store, Store) and store.on == "piece" else found


def cells_of(stage: Stage, action: AnyAction) -> list[int]:
    """The cells that an action concerns: those that it names, and where its pieces stand."""
    found = [value for name in ("cell", "target", "other") if isinstance(value := getattr(action, name, None), int)]
    found += getattr(action, "path", None) or ()
    found += [stage.table.state.cell[piece] for piece in pieces_in(action)]
    store = getattr(action, "store", None)
    found += [store.where] if isinstance(store, Store) and store.on == "cell" else []
    return [cell for cell in dict.fromkeys(found) if cell >= 0]


def bare(action: AnyAction) -> bool:
    """Whether an answer is about nothing on the map: the end of a decision, or one of its ways out."""
    return isinstance(action, Done) or (piece_in(action) is None and cell_in(action) is None)


def told_apart(stage: Stage, actions: Iterable[AnyAction]) -> list[AnyAction]:
    """Answers that a player can tell apart: of those that say the same about the same unit or hex, the first."""
    found: dict[object, AnyAction] = {}
    for action in actions:
        found.setdefault((piece_in(action), cell_in(action), say_action(stage.view, action)), action)
    return list(found.values())


def shape_of(stage: Stage) -> Shape:
    """The shape of the answers to the decision at hand."""
    return stage.kept("shape", lambda: shape(told_apart(stage, islice(stage.options, ENOUGH))))


def shape(actions: Iterable[AnyAction]) -> Shape:
    """The shape that some answers share; a list where they have none in common."""
    found = list(actions)
    told = [action for action in found if not bare(action)]
    if not told or any(map(_more, told)):
        return "list"
    if any(getattr(action, "path", ()) for action in told):
        return "route" if all(piece_in(each) is not None and getattr(each, "path", ()) for each in told) else "list"
    if all(piece_in(action) is not None and cell_in(action) is not None for action in told):
        return "place"
    if all(cell_in(action) is None for action in told):
        pieces = [piece_in(action) for action in told]
        return "pick" if len(pieces) == len(set(pieces)) else "list"
    return "point" if all(piece_in(action) is None for action in told) else "list"


def _more(action: AnyAction) -> bool:
    """Whether an action names several pieces or cells at once, or what it pays from, which one click cannot."""
    return any(isinstance(getattr(action, name, None), tuple) for name in ("pieces", "cells", "own", "store"))
