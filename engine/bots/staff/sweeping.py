"""Overruns: which stack sweeps which enemy on its march, if that pays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import floor

import numpy as np
import numpy.typing as npt

from engine.board.network import TICKS
from engine.bots.staff.assessment import Assessment
from engine.bots.staff.battles import Prospects
from engine.bots.staff.companies import Company, companies, tried
from engine.bots.staff.draft import Draft
from engine.bots.staff.fields import Goals
from engine.bots.staff.garrisons import pinned
from engine.bots.staff.plan import Book, Motive
from engine.bots.staff.rules import Campaign, Sweep
from engine.bots.staff.tempo import Tempo
from engine.bots.staff.tolls import SAFE
from engine.bots.words import percent
from engine.records.charts import LoseSteps, hurt_by
from engine.rules.forecast import forecast_battle
from engine.rules.overrun import Overrun, OverrunStack
from engine.rules.reach import Reach
from engine.rules.stacking import broken_limit
from engine.rules.table import Table
from engine.state.actions import AnyAction, MoveStack, MoveUnit
from engine.state.tasks import Battle

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int32]

TRIALS = 24
"""Overruns of companies that are tried out in thought, the best first, before none is made."""


@dataclass(frozen=True)
class Overrunning:
    """A stack that overruns a cell from a neighbouring one, what that is worth, and the odds it is fought at."""

    group: tuple[int, ...]
    row: int
    home: int
    way: tuple[int, ...]
    target: int
    worth: float
    attack: float
    defence: float
    disrupts: float
    taken: float
    gain: float = 0.0


def sweep(look: Assessment, draft: Draft, book: Book, aims: Goals | None = None) -> list[tuple[AnyAction, Motive]]:
    """The best overrun in reach, with the march that leads up to it; nothing where none pays.

    With `aims` it counts how much nearer to its goal a stack comes by it than by marching.
    """
    rule, weighed = look.table.setting.by_key(Overrun.key), book.get(Sweep)
    if not isinstance(rule, Overrun) or weighed is None or not len(look.theirs) or not len(draft.force):
        return []
    tables = _Tables(look, book, weighed[1], rule)
    tables.tempo = None if aims is None else Tempo(draft, aims, book.of(Campaign).tempo)
    if weighed[1].together:
        spared = pinned(look, book, draft.force)
        return _first(look, rule, tables, companies(look, draft, rule, spared))
    found = [one for company in _rows(look, draft, rule) for one in tables.best(company, 1)]
    for one in sorted(found, key=lambda one: (-one.worth, one.row)):
        if _may(look, one):
            return _orders(look, rule, one)
    return []


def _first(look: Assessment, rule: Overrun, tables: _Tables, asked: list[Company]) -> list[tuple[AnyAction, Motive]]:
    """The best overrun that the rules would truly allow there, and that pays by their own chances."""
    found = [one for company in asked for one in tables.best(company, 3)]
    for one in sorted(found, key=lambda one: (-one.worth, one.row, one.target))[:TRIALS]:
        table = tried(look, one.group, one.way)
        act = OverrunStack(one.group, one.target)
        if _crowded(table, look.side, one.way[-1]) or not rule.judge_act(table, table.state.agenda[-1], act):  # type: ignore[arg-type]
            continue
        battle = Battle(look.side, one.target, one.group, tuple(table.garrison(one.target)), (), rule.key)
        worth, *_ = tables.prospects.exact(one.target, forecast_battle(table, battle), SAFE)
        if worth + one.gain >= tables.rule.least:
            return _orders(look, rule, one)
    return []


def _crowded(table: Table, side: int, cell: int) -> bool:
    """Whether a cell would be too full if an overrun that is made from it failed."""
    return broken_limit(table, [piece for piece in table.stack(cell) if table.side_of(piece) == side], cell) is not None


class _Tables:
    """What overruns are worth, by target and column."""

    def __init__(self, look: Assessment, book: Book, rule: Sweep, overrun: Overrun) -> None:
        self.look, self.rule, self.overrun = look, rule, overrun
        self.tempo: Tempo | None = None
        self.prospects = Prospects(look, book.of(Campaign))
        self.values = self.prospects.values()
        self.defence = np.bincount(look.theirs.cell, look.theirs.defence, look.board.size)[self.prospects.goals]
        tolls = look.terrain.tolls
        shaken = [
            sum(chance for code, chance in column.items() if _shakes(tolls.crt.results[code].effects))
            for column in tolls.columns
        ]
        self.shaken: Floats = np.array([shaken[0], *shaken])
        losses, ladders = look.terrain.losses, self.prospects.ladders
        self.taken = np.array(
            [tolls.tables(ladders(goal), float(losses[goal]))[0, :, 2] for goal in self.goals.tolist()]
        )
        units = np.bincount(look.theirs.cell, look.theirs.weight, look.board.size)[self.prospects.goals]
        if overrun.disrupts:
            self.values = self.values + (rule.disrupt * units)[:, None, None] * self.shaken[None, None, :]
        self.times = look.terrain.times[self.goals]

    @property
    def goals(self) -> Ints:
        return self.prospects.goals

    @cached_property
    def edges(self) -> tuple[Ints, Ints]:
        """Every side of every goal that an attack may cross: the number of the goal, and the edge."""
        indptr, barred = self.look.board.indptr, self.look.terrain.barred
        pairs = [
            (number, edge)
            for number, goal in enumerate(self.goals.tolist())
            for edge in range(indptr[goal], indptr[goal + 1])
            if not barred[edge]
        ]
        found = np.array(pairs, np.int32).reshape(len(pairs), 2)
        return found[:, 0], found[:, 1]

    @cached_property
    def shifts(self) -> Ints:
        """By side of a goal, the columns that the ground costs an overrun where it has a chart of its own."""
        goal, edge = self.edges
        if not self.overrun.own_shifts:
            return np.zeros(len(goal), np.int32)
        cells, sides = self.look.terrain.own_shifts(self.overrun.shift_effect)
        return (cells[self.goals[goal]] + sides[edge]).astype(np.int32)

    def best(self, company: Company, most: int) -> Iterator[Overrunning]:
        """The best overruns that a stack can make, from wherever it can still pay for them."""
        look, (goal, edge) = self.look, self.edges
        starts = look.board.indices[edge]
        open_ = np.flatnonzero(company.near[starts])
        if company.attack <= 0 or not len(open_):
            return
        goal, edge, starts = goal[open_], edge[open_], starts[open_]
        met = self.defence[goal] * (self.times[goal] + look.terrain.cross_times[edge] - 1.0)
        ratio = company.attack / np.maximum(met, 0.1)
        column = np.searchsorted(look.terrain.tolls.thresholds, ratio + 1e-9, side="right") + self.shifts[open_]
        column = np.clip(column, 0, len(look.terrain.tolls.thresholds))
        worth, gain = self.values[goal, 0, column], np.zeros(len(goal))
        if self.tempo is not None:
            gain = self.tempo.gained(company, starts, self.goals[goal], self.taken[goal, column])
            worth = worth + gain
        for number in np.argsort(-worth, kind="stable")[:most].tolist():
            if worth[number] < self.rule.least:
                return
            disrupts, taken = float(self.shaken[column[number]]), float(self.taken[goal[number], column[number]])
            yield Overrunning(
                company.group,
                company.row,
                company.home,
                company.path(int(starts[number])),
                int(self.goals[goal[number]]),
                float(worth[number]) - self.rule.price * company.attack,
                company.attack,
                float(met[number]),
                disrupts if self.overrun.disrupts else 0.0,
                taken,
                float(gain[number]),
            )


def _shakes(effects: tuple[object, ...]) -> bool:
    """Whether a result throws the defender into disorder: he suffers, and not by a mere exchange of steps."""
    hurt = hurt_by(effects)  # type: ignore[arg-type]
    mutual = all(isinstance(effect, LoseSteps) for effect in effects) and len(hurt) == 2
    return "defender" in hurt and not mutual


def _rows(look: Assessment, draft: Draft, rule: Overrun) -> Iterator[Company]:
    """The groups of the draft, each by itself."""
    for row, group in enumerate(draft.force.groups):
        if not draft.force.station[row] and all(rule.units.matches(look.table.unit(piece)) for piece in group):
            attack = floor(float(draft.force.attack[row]) * rule.times)
            home = int(draft.force.cell[row])
            yield Company(group, row, home, attack, _left(look, draft, rule, row), tuple(draft.ways[row]))


def _left(look: Assessment, draft: Draft, rule: Overrun, row: int) -> Ints:
    """By cell, the ticks that a stack has left after an overrun from there; less than nothing: it cannot pay for it."""
    needed = int(rule.points * TICKS)
    found = np.full(look.board.size, -1, np.int32)
    for ways, flags in draft.ways[row]:
        if isinstance(ways, Reach) and not ways.mode.whole:
            found = np.maximum(found, np.where(flags > 0, ways.budget - ways.spent - needed, -1))
    group = draft.force.groups[row]
    if len(group) > 1:  # what is worth more together is so only by itself
        found[look.table.occupied(look.side) > 0] = -1
    moved = min(float(draft.force.movement[row]) * TICKS - look.table.state.spent[piece] for piece in group)
    found[int(draft.force.cell[row])] = floor(moved - needed)
    return found.astype(np.int32)


def _may(look: Assessment, one: Overrunning) -> bool:
    """Whether the rules let this stack overrun between these cells at all."""
    table, start = look.table, one.way[-1]
    return bool(table.verdict("may_overrun", one.group)) and all(
        table.verdict("may_overrun_at", cell) for cell in (start, one.target)
    )


def _orders(look: Assessment, rule: Overrun, one: Overrunning) -> list[tuple[AnyAction, Motive]]:
    group = one.group
    where = look.label(one.target)
    how = "halved and with the ground" if rule.times != 1 else "with the ground"
    text = f"overruns {where} with {one.attack:g} against {one.defence:g}, {how}"
    disorder = f"in {percent(one.disrupts)} of cases he is thrown into disorder, " if rule.disrupts else ""
    expects = f"{disorder}in {percent(one.taken)} {'' if disorder else 'of cases '}the way is open"
    figures = {"target": float(one.target), "attack": one.attack, "defence": one.defence, "worth": one.worth}
    motive = Motive(Sweep.key, Sweep.goal, one.target, text, expects, figures)
    orders: list[tuple[AnyAction, Motive]] = []
    if one.way[-1] != one.home:
        orders.append((MoveUnit(group[0], one.way) if len(group) == 1 else MoveStack(group, one.way), motive))
    return [*orders, (OverrunStack(group, one.target), motive)]
