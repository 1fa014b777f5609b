"""What is told of a battle once it is fought: its card, where that stands, and when it goes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from designer.room import FEW
from engine.play import Entry
from engine.play.journal import tell
from engine.rules.forecast import combat_table
from engine.state.events import AnyEvent, BattleFought, DieRolled, MarkSet

if TYPE_CHECKING:
    from designer.play.table.board import PlayBoard


class Aftermath:
    """Shows battles of the log on the card over the map."""

    def __init__(self, board: PlayBoard) -> None:
        self._board = board

    def show(self, entry: Entry, *, by_hand: bool = False) -> None:
        """Show the dice and the result of a battle, if an entry fought one; or what came of the one that is shown."""
        board, table, card = self._board, self._board.stage.table, self._board.result
        fought = next((event for event in entry.events if isinstance(event, BattleFought)), None)
        if fought is None:
            if not card.isHidden():
                card.follow(self._telling(entry.events, dice=False), partial(tell, table))
            return
        before = entry.events[: entry.events.index(fought)]
        roll = next((event for event in reversed(before) if isinstance(event, DieRolled)), None)
        crt = combat_table(table) if table.scenario.combat_tables and fought.total is not None else None
        result = crt.results.get(fought.code) if crt is not None else None
        thrown = roll if fought.total is not None else None
        card.show_result(table.label(fought.target), fought, thrown, result, by_hand=by_hand)
        card.follow(self._telling(entry.events[entry.events.index(fought) + 1 :], dice=True), partial(tell, table))
        board.place_caption()
        board.flights.flash([fought.target], "#f0b323")

    def _telling(self, events: Sequence[AnyEvent], *, dice: bool) -> list[AnyEvent]:
        """What happened without the marks that do no harm, and dice only where they belong to the battle."""
        kinds = self._board.stage.table.setting.mark_kinds
        return [
            event
            for event in events
            if (dice or not isinstance(event, DieRolled))
            and (not isinstance(event, MarkSet) or (event.after is not None and kinds[event.mark].harm))
        ]

    def make_way(self) -> None:
        """Move the card off whatever can be clicked now, or take it away when its phase is past."""
        board, card = self._board, self._board.result
        card.leave()
        if not card.isHidden():
            lit = {*board.interaction.lit(()), *board.at_hand(), *card.ground}
            card.keep_clear([board.box(cell) for cell in lit] if len(lit) <= FEW else [])
            board.place_caption()

    def bring(self) -> None:
        """Bring a battle into view about which something must be decided, wherever the map was."""
        card = self._board.result
        if card.needed() and card.target is not None and not card.isHidden():
            self._board.point_at(card.target)

    def recall(self, log: Sequence[Entry]) -> None:
        """Show the battle again that a decision follows from, as when a game is taken up in the midst of it."""
        fought = [number for number, entry in enumerate(log) if any(isinstance(e, BattleFought) for e in entry.events)]
        if fought and self._board.result.needed():
            for entry in log[fought[-1] :]:
                self.show(entry)
            self.make_way()
            self.bring()
