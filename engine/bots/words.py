"""Actions and battles in words, for reasons."""

from __future__ import annotations

from fractions import Fraction

from engine.play.view import View
from engine.rules.forecast import Forecast
from engine.scenario.sentences import counted
from engine.state.actions import (
    AddTarget,
    AdvanceUnit,
    AnyAction,
    Choose,
    CommitSupport,
    DeclareAttack,
    FightBattle,
    LoseStep,
    MoveStack,
    MoveUnit,
    PlaceUnit,
    RemoveUnit,
    RestoreStep,
    RetreatFirst,
    RetreatUnit,
    WithdrawAttack,
)


def tell_action(view: View, action: AnyAction) -> str:
    """What an action does, as a player would say it."""
    table = view.table
    match action:
        case MoveUnit() | RetreatUnit():
            verb = "move" if isinstance(action, MoveUnit) else "retreat"
            return f"{verb} {table.name(action.piece)} to {table.label(action.path[-1])}"
        case MoveStack():
            return f"move {counted(len(action.pieces), 'unit')} to {table.label(action.path[-1])}"
        case PlaceUnit():
            return f"place {table.name(action.piece)} in {table.label(action.cell)}"
        case RestoreStep():
            return f"restore {table.name(action.piece)}"
        case DeclareAttack():
            return f"attack {table.label(action.target)} with {table.name(action.piece)}"
        case WithdrawAttack():
            return f"keep {table.name(action.piece)} out of its battle"
        case AddTarget():
            return f"attack {table.label(action.other)} together with {table.label(action.target)}"
        case FightBattle():
            return f"fight for {table.label(action.target)}"
        case CommitSupport():
            return "commit no support" if action.marker is None else f"commit {table.name(action.marker)}"
        case LoseStep():
            return f"take the loss with {table.name(action.piece)}"
        case AdvanceUnit():
            by = f" to {table.label(action.path[-1])}" if action.path else ""
            return "stay" if action.piece is None else f"advance {table.name(action.piece)}{by}"
        case RetreatFirst():
            return f"let {table.name(action.piece)} retreat first"
        case RemoveUnit():
            return f"remove {table.name(action.piece)}"
        case Choose():
            return f"choose number {action.option + 1}"
        case _:
            return action.words(table)


def tell_forecast(forecast: Forecast) -> str:
    """Odds and chances: `3:1, shifted to 2:1: 33% DR, 33% EX, 33% NE`."""
    shifted = f", shifted to {forecast.column}" if forecast.column != forecast.odds else ""
    chances = sorted(forecast.chances.items(), key=lambda item: (-item[1], item[0]))
    return f"{forecast.odds}{shifted}: " + ", ".join(f"{percent(share)} {code or 'nothing'}" for code, share in chances)


def percent(share: float | Fraction) -> str:
    """A share as `33%`."""
    return f"{float(share):.0%}"
