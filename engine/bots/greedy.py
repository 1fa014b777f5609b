"""The yardstick `greedy`: the best odds at hand, the nearest objective, nothing beyond."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from engine.bots.bot import Choice, Rejected, Why, chance
from engine.bots.firing import next_shot
from engine.bots.flying import next_flight
from engine.bots.greedy_moves import Mover
from engine.bots.owed import duty
from engine.bots.quartermaster import errand
from engine.bots.recall import RecallingBot
from engine.bots.services import (
    call_out,
    commit,
    concentrate,
    deliver,
    exchange,
    feed,
    feed_by_air,
    give_ground,
    hedgehog,
    pause,
    pay,
    refit,
    regroup,
    stand_ready,
    stay_in_reserve,
    stock,
    withdraw,
)
from engine.bots.words import tell_action
from engine.ids import Cell
from engine.play.view import View
from engine.records.play import Doctrine
from engine.rules.fight import free_markers
from engine.rules.strength import terrain_shifts
from engine.state.actions import (
    AddTarget,
    AdvanceUnit,
    AnyAction,
    CommitSupport,
    DeclareAttack,
    Done,
    FightBattle,
    LoseStep,
    MoveUnit,
    PlaceUnit,
    RemoveUnit,
    RestoreStep,
    RetreatUnit,
    WithdrawAttack,
)
from engine.state.tasks import DeclareBattles, ResolveBattles, SupportBattle

Ints = npt.NDArray[np.int32]

LEAST_ODDS = 1.0
"""Attack strength to defence strength, shifts counted, below which it does not attack."""


AMPLE_ODDS = 99.0
"""Odds at which a battle needs no more units."""


SMALL = 1e-4
"""What fighting a battle is worth, where battles are fought one by one: more than going on, less than a unit more."""


FAR = 99
"""How far a box beside the map counts to be from anything."""


class GreedyBot(RecallingBot):
    """Scores every action at hand by what it brings at once and takes the best."""

    def __init__(self, side: int, seed: int, doctrine: tuple[Doctrine, ...] = ()) -> None:
        super().__init__(side, seed)
        self.doctrine = doctrine
        self._mover = Mover(side)

    def forget(self) -> None:
        """Remember nothing of any phase."""
        self._mover = Mover(self.side)

    def answer(self, view: View) -> Choice:
        """The action with the highest score."""
        assert view.decision is not None
        if view.decision.kind == "deploy" and (owes := duty(view)) is not None:
            return owes
        if (shot := next_shot(view) or next_flight(view)) is not None:
            return shot
        if view.decision.kind == "move":
            if (supply := errand(view)) is not None:
                return supply
            action = self._mover.next(view)
            if action is not None:
                return action, Why(rule="greedy", goal="the nearest objective", reasons=[tell_action(view, action)])
            if view.judge(Done()):
                return Done(), Why(rule="greedy", goal="the nearest objective", reasons=["no move brings it nearer"])
            owed = next(action for action in view.options() if isinstance(action, MoveUnit))
            return owed, Why(rule="greedy", goal="keep to the rules", reasons=["a unit still owes a move"])
        score = _SCORES.get(view.decision.kind)
        if score is None and view.table.answering("advise"):
            score = _sensible
        return self._best(view, list(view.options()), score or _by_lot)

    def _best(self, view: View, actions: Sequence[AnyAction], score: Callable[[View, AnyAction], float]) -> Choice:
        dice = chance(self.seed, view)
        ranked = sorted(
            ((score(view, action), dice.random(), number) for number, action in enumerate(actions)), reverse=True
        )
        rejected = [
            Rejected({"action text": tell_action(view, actions[number]), "score": value, "why": "it promised less"})
            for value, _, number in ranked[1:3]
        ]
        best = actions[ranked[0][2]]
        return best, Why(rule="greedy", goal="the best at hand", reasons=[tell_action(view, best)], rejected=rejected)

    def explain_not(self, view: View, action: AnyAction) -> str:
        """It saw something better at hand."""
        verdict = view.judge(action)
        if not verdict:
            return verdict.why
        best, _ = GreedyBot(self.side, self.seed).choose(view)
        return f"It promised less than to {tell_action(view, best)}."


def _sensible(view: View, action: AnyAction) -> float:
    """What the rule that asks for it finds sensible; of what none speaks, one is as good as another."""
    said = (one.advise(view.table, view.side, action) for one in view.table.answering("advise"))
    return next((each[0] for each in said if each is not None), 0.0)


def _by_lot(_view: View, _action: AnyAction) -> float:
    return 0.0


def _set_up(view: View, action: AnyAction) -> float:
    """Near the enemy, on good ground, strong units first."""
    if not isinstance(action, PlaceUnit):
        return -1.0
    ground = -sum(shift.columns for shift in terrain_shifts(view.table, action.cell, ()))
    enemies = [view.state.cell[piece] for piece in view.pieces(1 - view.side)]
    near = sum(cell in view.setting.neighbours[action.cell] for cell in enemies)
    face = view.table.face(action.piece)
    return 100 * face.attack + 2 * near + ground


def _arrive(view: View, action: AnyAction) -> float:
    if isinstance(action, RestoreStep):
        return 1000 + view.table.face(action.piece).attack
    if not isinstance(action, PlaceUnit):
        return -1e9
    return 10 * view.table.face(action.piece).attack - float(_away(view, 1 - view.side)[action.cell])


def _away(view: View, side: int) -> Ints:
    """How far every cell is from the nearest unit of a side."""
    return view.table.cached_for(side, "away", lambda: _reckon_away(view, side))


def _reckon_away(view: View, side: int) -> Ints:
    board, away = view.setting.board, np.full(view.setting.board.size, FAR, np.int32)
    cells = {view.state.cell[piece] for piece in view.pieces(side)}
    on_map = [board.grid.distances(Cell(cell)) for cell in cells]
    away[: board.grid.size] = np.minimum.reduce(on_map) if on_map else 0
    return away


def _declare(view: View, action: AnyAction) -> float:
    """Join the battle with the best odds that all units in reach could make together."""
    if isinstance(action, WithdrawAttack):
        return -1e9
    if isinstance(action, Done | AddTarget):
        return 0.0 if isinstance(action, Done) else -1.0
    task = view.state.agenda[-1]
    assert isinstance(task, DeclareBattles)
    if isinstance(action, FightBattle):
        return SMALL
    assert isinstance(action, DeclareAttack)
    if _committed(view, task, action.target) >= AMPLE_ODDS:
        return -1.0
    return _odds(view, task, action.target) - LEAST_ODDS + view.table.face(action.piece).attack / 1000


def _committed(view: View, task: DeclareBattles, target: int) -> float:
    """The odds of a battle with those that are committed already."""
    force = [piece for battle in task.battles if battle.target == target for piece in battle.attackers]
    return _ratio(view, force, target) if force else 0.0


def _ratio(view: View, force: list[int], target: int) -> float:
    attack = sum(view.table.face(piece).attack for piece in force)
    defence = sum(view.table.face(piece).defence for piece in view.table.stack(target))
    return attack / max(defence, 0.5) + sum(shift.columns for shift in terrain_shifts(view.table, target, force))


def _odds(view: View, task: DeclareBattles, target: int) -> float:
    """Odds against a cell with one free unit through each hexside, shifts counted as whole odds."""
    taken = {piece for battle in task.battles if battle.target != target for piece in battle.attackers}
    force = []
    for cell in view.setting.neighbours[target]:
        free = [
            piece for piece in view.table.stack(cell) if view.table.side_of(piece) == view.side and piece not in taken
        ]
        if free:
            force.append(max(free, key=lambda piece: (view.table.face(piece).attack, -piece)))
    return _ratio(view, force, target) + _help(view, sum(battle.target != target for battle in task.battles))


def _help(view: View, battles: int) -> int:
    """The shift of the best support marker left after so many other battles took theirs."""
    markers = free_markers(view.table, view.side)
    shifts = sorted((int(view.table.face(marker).extra.get("shift", 0)) for marker in markers), reverse=True)
    return shifts[battles] if battles < len(shifts) else 0


def _fight(view: View, action: AnyAction) -> float:
    task = view.state.agenda[-1]
    assert isinstance(task, ResolveBattles) and isinstance(action, FightBattle)
    battle = next(battle for battle in task.battles if battle.target == action.target)
    forecast = view.forecast(battle.target, battle.attackers)
    return float(1 - forecast.chances.get("", 0) - forecast.chances.get("NE", 0))


def _support(view: View, action: AnyAction) -> float:
    task = view.state.agenda[-1]
    assert isinstance(task, SupportBattle) and isinstance(action, CommitSupport)
    forecast = view.forecast(task.battle.target, task.battle.attackers, action.marker)
    return float(1 - forecast.chances.get("", 0) - forecast.chances.get("NE", 0))


def _lose(view: View, action: AnyAction) -> float:
    assert isinstance(action, LoseStep | RemoveUnit)
    return -view.table.face(action.piece).attack


def _retreat(view: View, action: AnyAction) -> float:
    """Our own units go home, the enemy's where they are farthest from theirs."""
    assert isinstance(action, RetreatUnit)
    return -float(_away(view, view.side)[action.path[-1]])


def _advance(view: View, action: AnyAction) -> float:
    assert isinstance(action, AdvanceUnit)
    return -1.0 if action.piece is None else view.table.face(action.piece).defence


_SCORES: dict[str, Callable[[View, AnyAction], float]] = {
    "set-up": _set_up,
    "arrive": _arrive,
    "replace": _arrive,
    "declare": _declare,
    "fight": _fight,
    "support": _support,
    "lose": _lose,
    "remove": _lose,
    "retreat": _retreat,
    "advance": _advance,
    "commit": commit,
    "refit": refit,
    "exchange": exchange,
    "withdraw": withdraw,
    "deliver": deliver,
    "regroup": regroup,
    "pay": pay,
    "feed": feed,
    "supply": stock,
    "yield": give_ground,
    "hedgehog": hedgehog,
    "air-supply": feed_by_air,
    "concentrate": concentrate,
    "pause": pause,
    "pick-modes": stand_ready,
    "call": call_out,
    "shift": stay_in_reserve,
}
