"""Holds: units that their commander leaves where they are on purpose, until the turn is over."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from engine.records.family import decode
from engine.scenario import Scenario


class _Kept(msgspec.Struct, frozen=True):
    """Holds as they are kept: the turn, and the keys of the units."""

    turn: int = 0
    units: tuple[str, ...] = ()


class Holds:
    """The units that are held on one turn; on another turn nobody is."""

    def __init__(self, scenario: Scenario, kept: str = "") -> None:
        self._scenario = scenario
        known = _read(kept)
        self._turn = known.turn
        self._pieces = {scenario.piece_index[key] for key in known.units if key in scenario.piece_index}

    def on(self, turn: int) -> frozenset[int]:
        """The units that are held on a turn."""
        return frozenset(self._pieces) if turn == self._turn else frozenset()

    def toggle(self, pieces: Iterable[int], turn: int) -> bool:
        """Hold units, or let them go if all of them are held; whether they are held now."""
        chosen, before = set(pieces), self.on(turn)
        hold = not chosen <= before
        self._turn, self._pieces = turn, set(before | chosen if hold else before - chosen)
        return hold

    def text(self) -> str:
        """The holds as one line, to be kept; empty where there are none."""
        keys = tuple(self._scenario.pieces[piece].key for piece in sorted(self._pieces))
        return msgspec.json.encode(_Kept(self._turn, keys)).decode() if keys else ""


def _read(kept: str) -> _Kept:
    try:
        return decode(kept, _Kept)
    except msgspec.MsgspecError:
        return _Kept()
