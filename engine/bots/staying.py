"""Staying where one is, as something to ask about: no rule knows it as a move."""

from __future__ import annotations

from engine.play.view import View
from engine.state.actions import AnyAction, MoveUnit


def stays(view: View, action: AnyAction) -> bool:
    """Whether an action is to leave a unit where it stands, which could move now."""
    if not isinstance(action, MoveUnit) or not action.path or not view.table.has_piece(action.piece):
        return False
    if not view.table.stands(action.piece) or action.path[-1] != view.state.cell[action.piece]:
        return False
    return any(isinstance(other, MoveUnit) for other in view.options().of(action.piece))
