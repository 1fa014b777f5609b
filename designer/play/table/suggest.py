"""Suggestions for battles: who should join an attack, by the exact chances of its results."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from designer.play.table.outcome import suffers
from engine.play import Game
from engine.records.charts import Result
from engine.rules.forecast import combat_table
from engine.state.actions import DeclareAttack

FEW = 8
"""How often it is guessed who lies unseen: often enough to tell whether more attackers are wanted."""

STEPS = frozenset({1, 2, 3, 4, 6, 8, 11, 15, 20, 26})
"""Numbers of attackers that are tried where somebody lies unseen."""

_MERIT = {"defender": Fraction(2), "both": Fraction(1, 2), "": Fraction(0), "attacker": Fraction(-2)}

MOST = _MERIT["defender"]
"""What a battle promises that can only go well, as far as is seen: whoever else joins it changes nothing."""


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
    hidden = bool(trial.view(side).forecast(target, committed).unseen)
    joined: list[int] = []
    best, wanted, seen = Fraction(0), 0, Fraction(0)
    if committed:
        best = merit(trial.view(side).prospect(target, committed, guesses=FEW).chances, results)
    subjects = dict.fromkeys(group.subject for group in trial.options().groups if group.subject is not None)
    able = [DeclareAttack(piece, target) for piece in subjects]
    while True:
        view = trial.view(side)
        open_to = [action for action in able if action.piece not in joined and trial.judge(action)]
        if open_to and seen < MOST:
            worth = [
                (merit(view.forecast(target, (*committed, *joined, action.piece)).chances, results), -n)
                for n, action in enumerate(open_to)
            ]
            seen, number = max(worth)
            open_to.insert(0, open_to.pop(-number))
        if open_to:
            trial.apply(open_to[0])
            joined.append(open_to[0].piece)
        if joined and (not hidden or not open_to or len(joined) in STEPS):
            force = (*committed, *joined)
            value = merit(view.prospect(target, force, guesses=FEW).chances, results) if hidden else seen
            if value > best:
                best, wanted = value, len(joined)
        if not open_to:
            return joined[:wanted]
