"""Two people at one table: whose turn it is to sit down, so that neither sees what is the other's."""

from __future__ import annotations

from designer.play.running.controller import Controller


class HotSeat:
    """Knows who sits at the table; a game without a curtain has nobody to wait for."""

    def __init__(self, controller: Controller) -> None:
        self._controller = controller
        self._seated: int | None = None

    @property
    def seated(self) -> int | None:
        """The side whose player sits at the table; None before the first has sat down."""
        return self._seated

    @property
    def awaited(self) -> int | None:
        """The side whose player has to sit down before anything goes on; None: whoever has to decide is there."""
        if not self._controller.manners.curtain or not self._controller.person_owes:
            return None
        owner = self._owner()
        return None if owner is None or owner == self._seated else owner

    def _owner(self) -> int | None:
        """The side whose turn it is; between turns and at the set-up, the one that decides.

        What is asked of the other side in the midst of a turn, a loss or a retreat, both settle at the table.
        """
        game = self._controller.game
        side = game.table.phase_side(game.state.phase) if game.state.phase >= 0 else None
        if side is not None:
            return side if self._controller.seats[side].person else None
        return game.decision.side if game.decision is not None else None

    def sit_down(self) -> None:
        """The player who was awaited is there."""
        if self.awaited is not None:
            self._seated = self.awaited
