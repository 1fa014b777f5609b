"""Modes: pieces that are turned over, from one mode into another."""

from __future__ import annotations

from typing import Any

from engine.scenario.sentences import counted, listed, numbered
from engine.state.events import Event
from engine.state.state import State

MOST = 3
"""Of so many hexes it is told who goes over there."""


class ModeChanged(Event, frozen=True, tag="mode"):
    """Pieces went over into a mode together."""

    pieces: tuple[int, ...]
    before: tuple[str, ...]
    after: str

    def apply(self, state: State) -> None:
        """Turn them over."""
        for piece in self.pieces:
            state.mode[piece] = self.after
            state.touch(piece)

    def revert(self, state: State) -> None:
        """Turn them back."""
        for piece, mode in zip(self.pieces, self.before, strict=True):
            state.mode[piece] = mode
            state.touch(piece)

    def words(self, table: Any, /) -> str | None:
        """Who is in which mode now, hex by hex; of many hexes only the first."""
        kind = table.setting.mode_kinds.get(self.after)
        there: dict[int, list[str]] = {}
        for piece in self.pieces:
            if (cell := table.state.cell[piece]) >= 0:
                there.setdefault(cell, []).append(table.name(piece))
        if kind is None or not there:
            return None
        groups = [f"{listed(numbered(names))} in {table.label(cell)}" for cell, names in there.items()]
        left = sum(map(len, list(there.values())[MOST:]))
        who = listed([*groups[:MOST], *([counted(left, "other unit")] if left else [])])
        verb = "goes" if len(self.pieces) == 1 else "go"
        sentence = f"{who} {verb} over to {kind.name}."
        return sentence[:1].upper() + sentence[1:]
