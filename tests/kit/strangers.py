"""Actions of every kind there is, whatever is to be decided: most are to be refused, each with a reason."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from typing import get_type_hints

import msgspec

from engine.records.family import members
from engine.state.actions import AnyAction

PIECES = frozenset({"piece", "pieces", "own", "regiment", "kit", "aircraft"})
CELLS = frozenset({"cell", "target", "path", "other", "origin"})
"""What the fields of actions are called that hold pieces or cells."""


def strangers(pieces: Sequence[int], cells: Sequence[int]) -> Iterator[AnyAction]:
    """One of every kind for each of these pieces, with one of the cells."""
    kinds = (kind for kind in members(AnyAction) if kind.__module__.startswith("engine."))
    for kind, (number, piece) in product(sorted(kinds, key=lambda kind: kind.__name__), enumerate(pieces)):
        fields = {name: _invented(name, hint, piece, cells[number % len(cells)]) for name, hint in _hints(kind).items()}
        yield kind(**{name: value for name, value in fields.items() if name in kind.__struct_fields__})  # type: ignore[misc]


@cache
def _hints(kind: type[msgspec.Struct]) -> dict[str, object]:
    return get_type_hints(kind)


def _invented(name: str, hint: object, piece: int, cell: int) -> object:
    """A value for a field of an action, by its name and its type."""
    number = piece if name in PIECES else cell if name in CELLS else 1
    return {int: number, str: "", bool: False, tuple[int, ...]: (number,)}.get(hint)  # type: ignore[call-overload]
