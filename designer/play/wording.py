"""Actions, effects and battles in words, as the window says them."""

from __future__ import annotations

from collections.abc import Iterable

from engine.bots.words import tell_action
from engine.play import View
from engine.records.charts import AnyEffect, Choice, EliminateAll, LoseSteps, MatchLosses, RetreatHexes
from engine.state.actions import AnyAction


def sentence(text: str) -> str:
    """A text with a capital at its head."""
    return text[:1].upper() + text[1:]


def say_action(view: View, action: AnyAction) -> str:
    """What an action does."""
    return sentence(tell_action(view, action))


def counted(number: int, noun: str) -> str:
    """A number with its noun: 1 step, 2 steps."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def signed(number: int) -> str:
    """A shift as it is printed: +2, −1."""
    return f"{number:+d}".replace("-", "−")


def effects_in_words(effects: Iterable[AnyEffect]) -> str:
    """A small program of effects as one sentence."""
    parts = [_effect(effect) for effect in effects]
    return sentence(", then ".join(parts)) if parts else "Nothing happens"


def _effect(effect: AnyEffect) -> str:
    match effect:
        case LoseSteps():
            each = "each unit of " if effect.each else ""
            return f"{each}the {effect.who} loses {counted(effect.steps, 'step')}"
        case RetreatHexes():
            return f"the {effect.who} retreats {counted(effect.hexes, 'hex').replace('hexs', 'hexes')}"
        case EliminateAll():
            return f"the {effect.who} is eliminated"
        case MatchLosses():
            return f"the {effect.who} loses as much as the other side lost"
        case Choice():
            choices = " or ".join(effects_in_words(option) for option in effect.options)
            return f"the {effect.who} chooses: {choices}"


def case_link(case: str) -> str:
    """A rule case as a link that opens the rules at it."""
    return f'<a href="case:{case}">{case}</a>' if case else ""
