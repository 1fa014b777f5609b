"""How every bot fires barrages: the shot that promises most for its tokens, gun by gun, while it is worth them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from engine.bots.bot import Choice, Why
from engine.play.view import View
from engine.rules.barrage import Barrage
from engine.rules.combat import phase_kind
from engine.rules.forecast import forecast_battle
from engine.rules.joining import attackers_of, standing, targets
from engine.rules.marking import MarkUnits, expected_steps
from engine.scenario.sentences import counted
from engine.state.actions import DeclareAttack, Done, FightBattle
from engine.state.tasks import Battle, DeclareBattles

DISORDER = 0.5
"""What it is worth to disorganise a hex, beside a lost step."""

TOKEN = 0.12
"""What a token of supply is worth, beside a lost step."""

LEAST = 0.1
"""A shot that promises less than that is saved."""


@dataclass(frozen=True)
class Aim:
    """What a barrage is fired for: by cell the worth of disorder there, and of a token, both in steps."""

    disorder: Callable[[int], float] = lambda _cell: DISORDER
    token: float = TOKEN


USUAL = Aim()


def next_shot(view: View, aim: Aim = USUAL) -> Choice | None:
    """The next act of a side that fires barrages; None: it is not asked for one."""
    if view.decision is None or view.decision.kind != "declare":
        return None
    task = view.state.agenda[-1]
    if not isinstance(task, DeclareBattles):
        return None
    if not isinstance(phase_kind(view.table), Barrage):
        return None
    if task.battles:
        return _joined(view, task.battles[0], aim)
    return _aimed(view, aim)


def _joined(view: View, battle: Battle, aim: Aim) -> Choice:
    """Another gun, where it makes the shot better, else the order to fire."""
    now = worth(view, battle, aim)
    best, found = now, None
    for piece in attackers_of(view.table, view.side):
        action = DeclareAttack(piece, battle.target)
        if piece not in battle.attackers and view.judge(action):
            then = worth(view, Battle(view.side, battle.target, (*battle.attackers, piece), kind=battle.kind), aim)
            if then > best + 1e-9:
                best, found = then, action
    if found is not None:
        return found, _why(view, battle.target, best, "one more gun makes it better")
    fires = FightBattle(battle.target)
    if view.judge(fires):
        return fires, _why(view, battle.target, now, "nobody else would make it better")
    return Done(), Why(rule="barrage", goal="fire what pays", reasons=[view.judge(fires).why])


def _aimed(view: View, aim: Aim) -> Choice:
    """The best target that all guns in reach could fire at together, if any is worth its tokens."""
    table, kind = view.table, phase_kind(view.table)
    best, found = LEAST, None
    for target in targets(table, view.side):
        guns = [piece for piece in attackers_of(table, view.side) if kind.touches(table, piece, target)]
        for group in _groups(view, guns):
            value = worth(view, Battle(view.side, target, group, kind=kind.key), aim)
            action = DeclareAttack(group[0], target)
            if value > best and view.judge(action):
                best, found = value, action
    if found is None:
        return Done(), Why(rule="barrage", goal="fire what pays", reasons=["no shot is worth its tokens"])
    return found, _why(view, found.target, best, "no other shot promises as much")


def _groups(view: View, guns: Sequence[int]) -> Iterable[tuple[int, ...]]:
    """Guns that may fire together: all of them, or those of one hex."""
    cells = sorted({view.state.cell[piece] for piece in guns})
    stacks = [tuple(piece for piece in guns if view.state.cell[piece] == cell) for cell in cells]
    rule = phase_kind(view.table)
    assert isinstance(rule, Barrage)
    bound = rule.together is not None and any(rule.together.matches(view.unit(piece)) for piece in guns)
    return stacks if bound or len(stacks) < 2 else [tuple(guns), *stacks]


def worth(view: View, battle: Battle, aim: Aim) -> float:
    """Steps that a barrage promises and what the disorder is worth, less its tokens."""
    table, rule = view.table, phase_kind(view.table) if not battle.kind else view.setting.by_key(battle.kind)
    assert isinstance(rule, Barrage)
    full = standing(table, battle)
    if not full.defenders:
        return 0.0
    results, seen = rule.plain_crt(table).results, forecast_battle(table, full)
    total, disorder = 0.0, aim.disorder(battle.target)
    for code, chance in seen.chances.items():
        effects = results[code].effects if code in results else ()
        fresh = any(not table.marked(each.mark, piece) for each in marking(effects) for piece in full.defenders)
        total += float(chance) * (float(expected_steps(effects)) + disorder * fresh)
    return total - aim.token * rule.priced(table, seen.column)


def marking(effects: Iterable[object]) -> list[MarkUnits]:
    """Those effects that put marks on units."""
    return [each for each in effects if isinstance(each, MarkUnits)]


def _why(view: View, target: int, value: float, reason: str) -> Why:
    where = view.table.label(target)
    expects = f"{counted(round(value, 1), 'step')} in {where}, tokens counted"
    return Why(rule="barrage", goal="soften the enemy before it comes to blows", expects=expects, reasons=[reason])
