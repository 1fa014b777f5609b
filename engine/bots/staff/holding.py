"""Reserves under markers: who is held back when a phase's moves are made, and who is released when it may be."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.bots.bot import Choice, Why
from engine.bots.staff.moment import phase_began
from engine.bots.staff.plan import Orders
from engine.bots.staff.rules import Campaign, Drive, Guard, Hold
from engine.bots.staff.special_rules import HoldBack, Sweep
from engine.bots.turning import cells_away
from engine.bots.words import tell_action
from engine.play.view import View
from engine.rules.table import Table
from engine.scenario.sentences import counted, tenths
from engine.state.actions import AnyAction, Done, MoveStack, MoveUnit

STRIKING, BARRING = (Campaign.key, Sweep.key, Drive.key), (Hold.key, Guard.key)
"""What reserves are released for when their own side fights, and when the enemy does."""


def stand_down(view: View, rule: HoldBack) -> Choice | None:
    """Take a reserve out that the front has left behind, or that it has come too near to."""
    for mechanism in view.setting.answering("held_back"):
        for stack in mechanism.held_back(view.table, view.side):
            away = int(cells_away(view.table, view.side)[view.state.cell[stack[0]]])
            action = mechanism.acts[1](stack)  # type: ignore[call-arg]
            if not rule.near <= away <= rule.far and view.judge(action):
                text = f"the enemy is {counted(away, 'cell')} away"
                return action, _why("it is of no use as a reserve there", text)
    return None


def next_reserve(view: View, rule: HoldBack, places: frozenset[int]) -> Choice | None:
    """Hold the strongest stack back that could be a reserve; it does not leave a place that counts alone."""
    best: tuple[float, int, AnyAction] | None = None
    for mechanism, stack in _possible(view.table, view.side, rule):
        cell = view.state.cell[stack[0]]
        strength = sum(float(view.table.face(piece).attack) for piece in stack)
        if cell in places or strength < rule.strong:
            continue
        if best is None or (strength, -cell) > best[:2]:
            best = (strength, -cell, mechanism(stack))
    if best is None or not view.judge(best[2]):
        return None
    away = int(cells_away(view.table, view.side)[-best[1]])
    text = f"{tell_action(view, best[2])}: {tenths(best[0])} strength points {counted(away, 'cell')} from the enemy"
    return best[2], _why("it acts when the others have fought, or when the enemy has moved", text)


def _possible(table: Table, side: int, rule: HoldBack) -> Iterator[tuple[Callable[..., AnyAction], tuple[int, ...]]]:
    away = cells_away(table, side)
    for mechanism in table.answering("reserves"):
        for stack in mechanism.reserves(table, side):
            fast = tuple(piece for piece in stack if float(table.allowance(piece)) >= rule.fast)
            if fast and rule.near <= int(away[table.state.cell[fast[0]]]) <= rule.far:
                yield mechanism.acts[0], fast


def _why(expects: str, reason: str) -> Why:
    return Why(rule=HoldBack.key, goal=HoldBack.goal, expects=expects, reasons=[reason], rejected=[])


def release(view: View, seed: int, plan: Callable[[View], tuple[Orders, bool]]) -> Choice:
    """Release the next reserve that would do something, as thought out when the phase began."""
    wanted = useful(view, seed, plan)
    for action in view.options():
        cell = getattr(action, "cell", -1)
        if cell in wanted:
            return action, _why("it acts in this phase", wanted[cell])
    return Done(), _why("the reserves are kept", "no reserve would do anything that counts now")


def useful(view: View, seed: int, plan: Callable[[View], tuple[Orders, bool]]) -> dict[int, str]:
    """By cell of a reserve that would act if all were released, what it would do."""
    game = view.imagine(phase_began(view.log()), seed)
    cells: dict[int, int] = {}
    while game.decision is not None and game.decision.kind == "release" and game.decision.side == view.side:
        action = next(iter(game.options()))
        if isinstance(action, Done):
            break
        cell: int = action.cell  # type: ignore[attr-defined]
        cells.update(dict.fromkeys(game.table.stack(cell), cell))
        game.apply(action)
    if game.decision is not None and game.decision.kind == "release":
        game.apply(Done())
    if game.decision is None or game.decision.kind != "move" or game.decision.side != view.side:
        return {}
    orders, fights = plan(game.view(view.side))
    found: dict[int, str] = {}
    for action, motive in orders.orders:
        for home in {cells[piece] for piece in _who(action) if piece in cells}:
            if motive.rule in (STRIKING if fights else BARRING) and home not in found:
                found[home] = motive.reason
    return found


def _who(action: AnyAction) -> tuple[int, ...]:
    if isinstance(action, MoveStack):
        return action.pieces
    return (action.piece,) if isinstance(action, MoveUnit) else getattr(action, "pieces", ())
