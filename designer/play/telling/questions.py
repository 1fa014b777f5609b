"""Questions about what was not done: the action that somebody has in mind when they point at a hex."""

from __future__ import annotations

from designer.play.table.interactions.routes import path_of
from designer.play.wording import say_action
from engine.play import Entry, Game
from engine.state.actions import AnyAction, DeclareAttack, MoveUnit, PlaceUnit, RetreatUnit


def game_before(game: Game, position: int) -> Game:
    """The game as it stood before an entry, on its own."""
    return Game.replay(game.setting, game.seed, game.log[:position], position)


def asks_where(entry: Entry, cell: int) -> bool:
    """Whether an entry could have been done at another cell than it was, so that it can be asked why not there."""
    match entry.action:
        case MoveUnit() | RetreatUnit():
            return entry.action.path[-1] != cell
        case PlaceUnit():
            return entry.action.cell != cell
        case DeclareAttack():
            return entry.action.target != cell
        case _:
            return False


def instead(before: Game, entry: Entry, cell: int) -> AnyAction | None:
    """What the same unit would have done at another cell; None where a cell means nothing."""
    action = entry.action
    if isinstance(action, MoveUnit | RetreatUnit):
        ways = [other for other in before.options().of(action.piece) if path_of(other)]
        there = next((way for way in ways if path_of(way)[-1] == cell), None)
        return there or type(action)(action.piece, (cell,))
    if isinstance(action, PlaceUnit):
        return PlaceUnit(action.piece, cell)
    if isinstance(action, DeclareAttack):
        return DeclareAttack(action.piece, cell)
    return None


def asked(before: Game, side: int, action: AnyAction) -> str:
    """The question why something was not done, as a player would put it."""
    view = before.view(side)
    if isinstance(action, MoveUnit) and action.path[-1] == before.state.cell[action.piece]:
        return f"Why not leave {view.table.full_name(action.piece)} in {view.table.label(action.path[-1])}?"
    return f"Why not: {say_action(view, action)}?"
