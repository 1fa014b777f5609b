"""Suggestions for battles: who should join an attack, by the exact chances of its results."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from designer.play.outcome import suffers
from engine.play import Game
from engine.records.charts import Result
from engine.rules.forecast import combat_table
from engine.state.actions import DeclareAttack

_MERIT = {"defender": Fraction(2), "both": Fraction(1, 2), "": Fraction(0), "attacker": Fraction(-2)}


def merit(chances: Mapping[str, Fraction], results: Mapping[str, Result]) -> Fraction:
    """What a battle promises: good for the defender's harm, bad for one's own."""
    return sum(
        (chance * _MERIT[suffers(results[code].effects) if code in results else ""] for code, chance in chances.items()),
        Fraction(0),
    )


def suggest(game: Game, target: int, committed: tuple[int, ...]) -> list[int]:
    """The units that should join the battle for a cell, one after another, until no further one helps.

    A unit that alone does not help may help with others, so the first is taken whatever it brings.
    """
    if game.decision is None or not game.scenario.combat_tables:
        return []
    trial, side = game.fork(), game.decision.side
    results = combat_table(game.table).results
    joined: list[int] = []
    best = merit(game.view(side).forecast(target, committed).chances, results) if committed else None
    while True:
        view = trial.view(side)
        open_to = [action for action in view.options() if isinstance(action, DeclareAttack) and action.target == target]
        worth = [
            (merit(view.forecast(target, (*committed, *joined, action.piece)).chances, results), -n, action)
            for n, action in enumerate(open_to)
        ]
        if not worth:
            return joined
        value, _, action = max(worth, key=lambda item: item[:2])
        if best is not None and value <= best:
            return joined
        best = value
        trial.apply(action)
        joined.append(action.piece)
