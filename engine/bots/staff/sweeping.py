"""Overruns: which stack sweeps which enemy on its march, if that pays."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor

import numpy as np
import numpy.typing as npt

from engine.board.network import TICKS
from engine.bots.staff.assessment import Assessment
from engine.bots.staff.battles import Prospects
from engine.bots.staff.draft import Draft
from engine.bots.staff.plan import Book, Motive
from engine.bots.staff.rules import Campaign, Sweep
from engine.bots.words import percent
from engine.records.charts import LoseSteps, hurt_by
from engine.rules.overrun import Overrun, OverrunStack
from engine.rules.reach import Reach
from engine.state.actions import AnyAction, MoveStack, MoveUnit

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int32]


@dataclass(frozen=True)
class Overrunning:
    """A stack that overruns a cell from a neighbouring one, what that is worth, and the odds it is fought at."""

    row: int
    start: int
    target: int
    worth: float
    attack: float
    defence: float
    disrupts: float
    taken: float


def sweep(look: Assessment, draft: Draft, book: Book) -> list[tuple[AnyAction, Motive]]:
    """The best overrun in reach, with the march that leads up to it; nothing where none pays."""
    rule, weighed = look.table.setting.by_key(Overrun.key), book.get(Sweep)
    if not isinstance(rule, Overrun) or weighed is None or not len(look.theirs) or not len(draft.force):
        return []
    tables = _Tables(look, book, weighed[1])
    found = [one for row in range(len(draft.force)) if (one := _best(look, draft, rule, tables, row)) is not None]
    for one in sorted(found, key=lambda one: (-one.worth, one.row)):
        orders = _orders(look, draft, one)
        if orders:
            return orders
    return []


class _Tables:
    """What overruns are worth, by target and column."""

    def __init__(self, look: Assessment, book: Book, rule: Sweep) -> None:
        self.look, self.rule = look, rule
        self.prospects = Prospects(look, book.of(Campaign))
        self.values = self.prospects.values()
        self.defence = np.bincount(look.theirs.cell, look.theirs.defence, look.board.size)[self.prospects.goals]
        tolls = look.terrain.tolls
        shaken = [
            sum(float(chance) for code, chance in column.items() if _shakes(tolls.crt.results[code].effects))
            for column in tolls.crt.distributions
        ]
        self.shaken: Floats = np.array([shaken[0], *shaken])
        self.taken = [look.terrain.tolls.tables(self.prospects.ladders(int(goal)))[0, :, 2] for goal in self.goals]
        units = np.bincount(look.theirs.cell, look.theirs.weight, look.board.size)[self.prospects.goals]
        self.values = self.values + (rule.disrupt * units)[:, None, None] * self.shaken[None, None, :]
        self.times = look.terrain.times[self.goals]

    @property
    def goals(self) -> Ints:
        return self.prospects.goals


def _shakes(effects: tuple[object, ...]) -> bool:
    """Whether a result throws the defender into disorder: he suffers, and not by a mere exchange of steps."""
    hurt = hurt_by(effects)  # type: ignore[arg-type]
    mutual = all(isinstance(effect, LoseSteps) for effect in effects) and len(hurt) == 2
    return "defender" in hurt and not mutual


def _best(look: Assessment, draft: Draft, rule: Overrun, tables: _Tables, row: int) -> Overrunning | None:
    """The best overrun that a stack can make, from wherever it can still pay for it."""
    group = draft.force.groups[row]
    if draft.force.station[row] or not all(rule.units.matches(look.table.unit(piece)) for piece in group):
        return None
    attack = floor(float(draft.force.attack[row]) * rule.times)
    near = _starts(look, draft, rule, row)
    if attack <= 0 or not near.any():
        return None
    board, best = look.board, None
    for number, goal in enumerate(tables.goals.tolist()):
        for edge in range(board.indptr[goal], board.indptr[goal + 1]):
            start = int(board.indices[edge])
            if not near[start] or look.terrain.barred[edge]:
                continue
            multiple = float(tables.times[number]) + float(look.terrain.cross_times[edge]) - 1.0
            ratio = attack / max(float(tables.defence[number]) * multiple, 0.1)
            column = int(np.searchsorted(look.terrain.tolls.thresholds, ratio + 1e-9, side="right"))
            worth = float(tables.values[number, 0, column])
            if worth >= tables.rule.least and (best is None or worth > best.worth):
                disrupts, taken = float(tables.shaken[column]), float(tables.taken[number][column])
                met = float(tables.defence[number]) * multiple
                best = Overrunning(row, start, goal, worth, attack, met, disrupts, taken)
    return best


def _starts(look: Assessment, draft: Draft, rule: Overrun, row: int) -> npt.NDArray[np.bool_]:
    """The cells from which a stack can still pay for an overrun."""
    needed = int(rule.points * TICKS)
    found = np.zeros(look.board.size, np.bool_)
    for ways, flags in draft.ways[row]:
        if isinstance(ways, Reach) and not ways.mode.whole:
            found |= (ways.budget - ways.spent >= needed) & (flags > 0)
    group = draft.force.groups[row]
    if len(group) > 1:  # what is worth more together is so only by itself
        found &= look.table.occupied(look.side) == 0
    left = min(float(draft.force.movement[row]) * TICKS - look.table.state.spent[piece] for piece in group)
    found[int(draft.force.cell[row])] = left >= needed
    return found


def _orders(look: Assessment, draft: Draft, one: Overrunning) -> list[tuple[AnyAction, Motive]]:
    group = draft.force.groups[one.row]
    where = look.label(one.target)
    table = look.table
    if not table.verdict("may_overrun", group) or not all(
        table.verdict("may_overrun_at", cell) for cell in (one.start, one.target)
    ):
        return []
    text = f"overruns {where} with {one.attack:g} against {one.defence:g}, halved and with the ground"
    expects = f"in {percent(one.disrupts)} of cases he is thrown into disorder, in {percent(one.taken)} the way is open"
    figures = {"target": float(one.target), "attack": one.attack, "defence": one.defence, "worth": one.worth}
    motive = Motive(Sweep.key, Sweep.goal, one.target, text, expects, figures)
    orders: list[tuple[AnyAction, Motive]] = []
    if one.start != draft.force.cell[one.row]:
        way = draft.path(one.row, one.start)
        orders.append((MoveUnit(group[0], way) if len(group) == 1 else MoveStack(group, way), motive))
    return [*orders, (OverrunStack(group, one.target), motive)]
