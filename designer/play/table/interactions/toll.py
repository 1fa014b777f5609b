"""What ending a decision would cost: own units that a rule takes away at the end of a phase, and meals for the rest."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, takewhile

from designer.play.table.interactions.shape import pieces_in
from designer.play.table.stage import Stage
from designer.play.wording import sentence
from engine.play import Game
from engine.play.journal import eliminated
from engine.rules.hunger import hunger_words
from engine.rules.names import names_of
from engine.scenario.sentences import counted, first_few, listed
from engine.state.actions import Done
from engine.state.events import AnyEvent, MarkSet, Noted, UnitEliminated

NAMED = 3
"""So many hexes are named."""


def toll(stage: Stage) -> str:
    """What the end of the decision would cost before dice are thrown, units first, in a sentence; empty: nothing."""
    if not stage.judge(Done()):
        return ""
    after, mine = stage.tried(Done()), stage.view.side
    entry, decision = after.log[-1], after.decision
    if not entry.sealed and decision is not None and decision.kind == "remove" and _hits(after, mine):
        chosen = "" if decision.side == mine else ", and the enemy chooses which"
        return f"{decision.prompt.partition(':')[0]}: a unit would be lost{chosen}."
    certain = tuple(takewhile(lambda event: not event.seals, entry.events))
    lost = [event for event in certain if isinstance(event, UnitEliminated)]
    own = [event for event in lost if stage.table.side_of(event.piece) == mine]
    if not own:
        hunger = hunger_words(stage.table, mine) if _moment(after) != _moment(stage.session.game) else ""
        return " ".join(filter(None, (_worse(stage, certain, mine), hunger)))
    names = names_of(stage.table, [event.piece for event in own])
    return f"{sentence(names)} would be {eliminated(own[0].why)}."


def _moment(game: Game) -> tuple[int, int]:
    return game.state.turn, game.state.phase


def _worse(stage: Stage, events: Sequence[AnyEvent], mine: int) -> str:
    """Which own units would bear a mark that harms them, and what is said of the first."""
    kinds, table = stage.table.setting.mark_kinds, stage.table
    harmful = [
        (number, event)
        for number, event in enumerate(events)
        if isinstance(event, MarkSet) and event.after is not None and event.mark in kinds and kinds[event.mark].harm
    ]
    own = [(number, event) for number, event in harmful if table.side_of(event.subject) == mine]
    anew = [(number, event) for number, event in own if not table.marked(event.mark, event.subject)]
    if not own:
        return ""
    told = anew or own
    first, others = told[0], len(told) - 1
    who = [stage.called(first[1].subject), *([counted(others, "other unit")] if others else [])]
    cells = dict.fromkeys(table.state.cell[event.subject] for _, event in told)
    where = first_few([stage.place(cell) for cell in cells if cell >= 0], NAMED, stage.words("hex"))
    said = next((event.text for event in events[first[0] :] if isinstance(event, Noted)), "")
    what = f"would {'be' if anew else 'stay'} {kinds[first[1].mark].name.lower()}"
    return f"{listed(who)}{f' in {where}' if where else ''} {what}. {said}".strip()


def _hits(after: Game, mine: int) -> bool:
    """Whether the units that somebody must remove are one's own, whoever it is that removes them."""
    doomed = (piece for action in after.options() for piece in pieces_in(action))
    return any(after.table.side_of(piece) == mine for piece in islice(doomed, 1))
