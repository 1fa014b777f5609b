"""Suggestions for battles: who should join an attack, by the exact chances of its results."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from designer.play.table.outcome import suffers
from engine.play import Game
from engine.records.charts import Result
from engine.rules.forecast import combat_table
from engine.state.actions import DeclareAttack

_MERIT = {"defender": Fraction(2), "both": Fraction(1, 2), "": Fraction(0), "attacker": Fraction(-2)}


def merit(chances: Mapping[str, Fraction], results: Mapping[str, Result]) -> Fraction:
    """What a battle promises: good for the defender's harm, bad for one's own."""
    total = Fraction(0)
    for code, chance in chances.items():
        total += chance * _MERIT[suffers(results[code].effects) if code in results else ""]
    return total


def suggest(game: Game, target: int, committed: tuple[int, ...]) -> list[int]:
    """The units that should join the battle for a cell: the fewest, best first, that promise most.

    A unit that alone does not help may help with others, so all who can are tried, one after another.  How many are
    wanted is settled by chances that reckon with whoever lies unseen.
    """
    if game.decision is None or not game.scenario.combat_tables:
        return []
    trial, side = game.fork(), game.decision.side
    results = combat_table(game.table).results
    joined: list[int] = []
    best = merit(trial.view(side).prospect(target, committed).chances, results) if committed else Fraction(0)
    wanted = 0
    subjects = dict.fromkeys(group.subject for group in trial.options().groups if group.subject is not None)
    able = [DeclareAttack(piece, target) for piece in subjects]
    while True:
        view = trial.view(side)
        open_to = [action for action in able if action.piece not in joined and trial.judge(action)]
        worth = [
            (merit(view.forecast(target, (*committed, *joined, action.piece)).chances, results), -n)
            for n, action in enumerate(open_to)
        ]
        if not worth:
            return joined[:wanted]
        number = max(worth)[1]
        trial.apply(open_to[-number])
        joined.append(open_to[-number].piece)
        value = merit(view.prospect(target, (*committed, *joined)).chances, results)
        if value > best:
            best, wanted = value, len(joined)
