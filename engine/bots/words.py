"""Actions and battles in words, for reasons."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from engine.play.view import View
from engine.rules.forecast import Forecast
from engine.rules.table import Table
from engine.scenario.sentences import counted, effect_words, tenths
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
from engine.state.tasks import ChooseEffects

UNSAID = Fraction(1, 200)
"""A chance that nobody would mention: it is nought percent when it is rounded."""


def tell_action(view: View, action: AnyAction) -> str:
    """What an action does, as a player would say it."""
    table = view.table
    match action:
        case MoveUnit() | RetreatUnit():
            verb = "move" if isinstance(action, MoveUnit) else "retreat"
            return f"{verb} {table.full_name(action.piece)} to {table.label(action.path[-1])}"
        case MoveStack():
            return f"move {counted(len(action.pieces), 'unit')} to {table.label(action.path[-1])}"
        case PlaceUnit():
            return f"place {table.full_name(action.piece)} in {table.label(action.cell)}"
        case RestoreStep():
            return f"restore {table.full_name(action.piece)}"
        case DeclareAttack():
            return f"attack {table.label(action.target)} with {table.full_name(action.piece)}"
        case WithdrawAttack():
            return f"leave {table.full_name(action.piece)} out"
        case AddTarget():
            return f"attack {table.label(action.other)} together with {table.label(action.target)}"
        case FightBattle():
            return f"fight for {table.label(action.target)}"
        case CommitSupport():
            return "commit no support" if action.marker is None else f"commit {table.full_name(action.marker)}"
        case LoseStep():
            return f"take the loss with {table.full_name(action.piece)}"
        case AdvanceUnit():
            by = f" to {table.label(action.path[-1])}" if action.path else ""
            return "stay" if action.piece is None else f"advance {table.full_name(action.piece)}{by}"
        case RetreatFirst():
            return f"let {table.full_name(action.piece)} retreat first"
        case RemoveUnit():
            return f"remove {table.full_name(action.piece)}"
        case Choose():
            return f"choose: {_chosen(table, action)}"
        case _:
            return action.words(table)


def _chosen(table: Table, action: Choose) -> str:
    task = table.state.agenda[-1]
    if not isinstance(task, ChooseEffects):
        return f"number {action.option + 1}"
    return ", then ".join(map(effect_words, task.choice.options[action.option])) or "nothing happens"


def tell_forecast(forecast: Forecast) -> str:
    """Odds and chances: `3:1, shifted to 2:1: 33% DR, 33% EX, 33% NE`."""
    shifted = f", shifted to {forecast.column}" if forecast.column != forecast.odds else ""
    return f"{forecast.odds}{shifted}: {tell_chances(forecast.chances)}"


def tell_chances(chances: Mapping[str, Fraction]) -> str:
    """The results of a battle, the likeliest first, without those of less than half a percent."""
    ranked = sorted(chances.items(), key=lambda item: (-item[1], item[0]))
    return ", ".join(f"{percent(share)} {code or 'nothing'}" for code, share in ranked if share > UNSAID)


def outbid(worth: float, best: float, unit: str = "strength point") -> str:
    """Why something was not done that brings less than what was done."""
    if tenths(worth) == tenths(best):
        return "it brings no more"
    return f"it brings {points(worth, unit)}, losses taken off, and this {tenths(best)}"


def second_best(said: str, less: bool) -> str:
    """What speaks for something that was not done, and that it was not enough."""
    return f"{said}, but that counts for less" if less else f"{said}, which is just as good"


def points(number: float, unit: str = "strength point") -> str:
    """A number to the tenth with its noun: `1 strength point`, `2.5 strength points`, or `nothing`."""
    return counted(round(number, 1), unit) if round(number, 1) else "nothing"


def percent(share: float | Fraction) -> str:
    """A share as `33%`."""
    return f"{float(share):.0%}"
