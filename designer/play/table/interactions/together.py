"""One answer for all: units that are asked about one after the other go the same way by one click."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from designer.play.running.controller import GROUP
from designer.play.table.interactions.marching import follow_on
from designer.play.table.stage import Stage
from engine.state.actions import AnyAction


def all_of_them(stage: Stage, wanted: Callable[[AnyAction], bool]) -> None:
    """Give every wanted answer while the same kind of thing is asked, and show them when all are given.

    One undo takes all of it back; what cannot be taken back is left to a click of its own.
    """
    first, game = stage.decision, stage.session.game

    def answers() -> Iterator[AnyAction]:
        before = -1
        while first is not None and (now := stage.decision) is not None and game.cursor != before:
            action = next((each for each in stage.options if wanted(each)), None)
            if action is None or (now.side, now.kind) != (first.side, first.kind):
                return
            before = game.cursor
            yield action

    follow_on(stage, answers(), {GROUP: game.cursor})
