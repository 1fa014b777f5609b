"""A plan: moves and attacks that a side intends on a turn, before anything is done."""

from __future__ import annotations


class TurnPlan:
    """What one side intends on one turn; another turn or another side begins with none."""

    def __init__(self) -> None:
        self.moves: dict[int, tuple[int, ...]] = {}
        """By piece, the cells of its way, its goal the last."""
        self.targets: list[int] = []
        """The cells to be attacked."""
        self._when = (0, 0)

    @property
    def empty(self) -> bool:
        """Whether nothing is planned."""
        return not self.moves and not self.targets

    def heed(self, turn: int, side: int) -> None:
        """Forget what was planned for another turn, or by the other side."""
        if (turn, side) != self._when:
            self.clear()
            self._when = (turn, side)

    def clear(self) -> None:
        """Plan nothing."""
        self.moves.clear()
        self.targets.clear()

    def toggle(self, target: int) -> None:
        """Plan an attack on a cell, or no longer."""
        (self.targets.remove if target in self.targets else self.targets.append)(target)

    def stands(self) -> dict[int, int]:
        """Where the pieces would stand."""
        return {piece: way[-1] for piece, way in self.moves.items()}
