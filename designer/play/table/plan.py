"""A plan: moves and attacks that a side intends on a turn, before anything is done."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence


class TurnPlan:
    """What one side intends on one turn; another turn or another side begins with none.

    A move is planned for who stands in a place: once it is made it is no longer planned, and undone it is again.
    """

    def __init__(self) -> None:
        self._moves: dict[int, tuple[int, tuple[int, ...]]] = {}
        self.targets: list[int] = []
        """The cells to be attacked."""
        self._when = (0, 0)
        self._cells: Sequence[int] = ()

    @property
    def moves(self) -> dict[int, tuple[int, ...]]:
        """By piece, the cells of its way, its goal the last; of whoever still stands where it begins."""
        return {piece: way for piece, (start, way) in self._moves.items() if self._cells[piece] == start}

    @property
    def empty(self) -> bool:
        """Whether nothing is planned."""
        return not self.moves and not self.targets

    def heed(self, turn: int, side: int, cells: Sequence[int]) -> None:
        """Look where everybody stands, and forget what was planned for another turn, or by the other side."""
        self._cells = cells
        if (turn, side) != self._when:
            self.clear()
            self._when = (turn, side)

    def note(self, ways: Mapping[int, tuple[int, ...]]) -> None:
        """Plan moves from where the pieces stand."""
        self._moves.update({piece: (self._cells[piece], way) for piece, way in ways.items()})

    def drop(self, pieces: Iterable[int]) -> None:
        """Plan no moves of these pieces."""
        for piece in pieces:
            self._moves.pop(piece, None)

    def clear(self) -> None:
        """Plan nothing."""
        self._moves.clear()
        self.targets.clear()

    def toggle(self, target: int) -> None:
        """Plan an attack on a cell, or no longer."""
        (self.targets.remove if target in self.targets else self.targets.append)(target)

    def stands(self) -> dict[int, int]:
        """Where the pieces would stand."""
        return {piece: way[-1] for piece, way in self.moves.items()}
