"""Modes: pieces that are turned over, from one mode into another."""

from __future__ import annotations

from typing import Any

from engine.scenario.sentences import listed
from engine.state.events import Event
from engine.state.state import State


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
        """Who is in which mode now."""
        kind, cell = table.setting.mode_kinds.get(self.after), table.state.cell[self.pieces[0]]
        if kind is None or cell < 0:
            return None
        who = listed([table.name(piece) for piece in self.pieces])
        verb = "goes" if len(self.pieces) == 1 else "go"
        sentence = f"{who} in {table.label(cell)} {verb} over to {kind.name}."
        return sentence[:1].upper() + sentence[1:]
