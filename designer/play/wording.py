"""Actions, effects and battles in words, as the window says them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from designer.labels import Markup, rich
from engine.bots.words import tell_action
from engine.play import Game, View
from engine.records.charts import AnyEffect, Choice, EliminateAll, LosePoints, LoseSteps, MatchLosses, RetreatHexes
from engine.scenario.sentences import counted
from engine.state.actions import AnyAction, Choose
from engine.state.tasks import ChooseEffects


def sentence(text: str) -> str:
    """A text with a capital at its head."""
    return text[:1].upper() + text[1:]


def phase_name(game: Game) -> str:
    """The phase that a game is in."""
    phase = game.state.phase
    return game.scenario.phases[phase].name if phase >= 0 else "Set-up"


def plain(game: Game, prompt: str) -> str:
    """A prompt without the phase, which stands beside it."""
    return sentence(prompt.removeprefix(f"{phase_name(game)}:").strip())


def spoken(text: str) -> str:
    """Reckoned figures as people say them: no `0.0 steps`, no `1.0 steps`, and halves as on the counters."""
    text = re.sub(r"\blose(s?) 0\.0 [a-z ]+?(?= on average|,|;|$)", r"lose\1 nothing", text)
    text = re.sub(r"(?<![\d.,])1(?:\.0)? (step|strength point|movement point)s\b", r"1 \1", text)
    text = re.sub(r"(?<=\bbring )\d+\.\d{2,}", lambda found: f"{float(found[0]):.1f}", text)
    text = re.sub(r"\b0\.5(?= movement point| may be spent)", "½", text)
    text = re.sub(r"\b(\d+)\.5(?= movement point| may be spent)", r"\1½", text)
    return re.sub(r"\b(\d+)\.0(?= (?:step|strength point|movement point))", r"\1", text)


def say_action(view: View, action: AnyAction) -> str:
    """What an action does."""
    agenda = view.table.state.agenda
    task = agenda[-1] if agenda else None
    if isinstance(action, Choose) and isinstance(task, ChooseEffects):
        return effects_in_words(task.choice.options[action.option])
    return sentence(tell_action(view, action))


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
            return f"the {effect.who} retreats {counted(effect.hexes, 'hex')}"
        case EliminateAll():
            return f"the {effect.who} is eliminated"
        case MatchLosses():
            return f"the {effect.who} loses as much as the other side lost"
        case LosePoints():
            return f"the {effect.who} loses {counted(effect.points, 'point') if effect.points else 'nothing'}"
        case Choice():
            choices = " or ".join(effects_in_words(option) for option in effect.options)
            return f"the {effect.who} chooses: {choices}"
        case _:
            return effect.words()


def case_link(case: str) -> Markup:
    """A rule case as a link that opens the rules at it."""
    return rich("<a href='case:{}'>{}</a>", case, unbroken(case)) if case else rich("")


def unbroken(case: str) -> str:
    """The number of a case as it is shown: no line ends within it."""
    return case.replace("-", "\N{NON-BREAKING HYPHEN}")
