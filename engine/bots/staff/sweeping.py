"""Overruns: which stack sweeps which enemy on its march, if that pays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from math import floor

import numpy as np
import numpy.typing as npt

from engine.board.network import TICKS
from engine.bots.staff.assessment import Assessment
from engine.bots.staff.battles import Prospects
from engine.bots.staff.clearing import worth_driving_off
from engine.bots.staff.companies import Company, companies, tried
from engine.bots.staff.draft import Draft
from engine.bots.staff.fields import Goals, goals_of
from engine.bots.staff.force import printed
from engine.bots.staff.forfeits import forfeit
from engine.bots.staff.garrisons import pinned
from engine.bots.staff.plan import Book, Motive
from engine.bots.staff.rules import Campaign
from engine.bots.staff.special_rules import Sustain, Sweep
from engine.bots.staff.sustaining import fed
from engine.bots.staff.tempo import Tempo
from engine.bots.staff.tolls import SAFE
from engine.bots.words import percent
from engine.records.charts import LoseSteps, hurt_by
from engine.rules.forecast import forecast_battle
from engine.rules.overrun import DISRUPTED, Overrun, OverrunStack
from engine.rules.reach import Reach
from engine.rules.stacking import broken_limit
from engine.rules.strength import reckoning
from engine.rules.table import Table
from engine.scenario.sentences import tenths
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
    if weighed[1].haste:
        tables.way = goals_of(look, draft, book).way
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
            attack, defence = (_strength(table, battle, attacking) for attacking in (True, False))
            return _orders(look, rule, replace(one, attack=attack, defence=defence))
    return []


def _strength(table: Table, battle: Battle, attacking: bool) -> float:
    """What a side of a battle comes to by the rules; face-down units count with the mean of their pool."""
    pieces = battle.attackers if attacking else battle.defenders
    worth = reckoning(table, battle, attacking=attacking).worth(
        {piece: printed(table, piece, attacking) for piece in pieces}
    )
    return float(worth)


def _crowded(table: Table, side: int, cell: int) -> bool:
    """Whether a cell would be too full if an overrun that is made from it failed."""
    return broken_limit(table, [piece for piece in table.stack(cell) if table.side_of(piece) == side], cell) is not None


class _Tables:
    """What overruns are worth, by target and column."""

    def __init__(self, look: Assessment, book: Book, rule: Sweep, overrun: Overrun) -> None:
        self.tempo: Tempo | None = None
        self.look, self.book, self.rule, self.overrun = look, book, rule, overrun
        self.way: Ints | None = None
        self.prospects = Prospects(look, book.of(Campaign))
        self.prospects.relief = worth_driving_off(look, book)
        self.values = self.prospects.values()
        self.defence = np.bincount(look.theirs.cell, look.theirs.defence, look.board.size)[self.prospects.goals]
        tolls = look.terrain.tolls
        shaken = [
            sum(chance for code, chance in column.items() if _shakes(tolls.crt.results[code].effects))
            for column in tolls.columns
        ]
        self.shaken: Floats = np.array([shaken[0], *shaken])
        losses, ladders, firm = look.terrain.losses, self.prospects.ladders, self.prospects.firm
        self.taken = np.array(
            [tolls.tables(ladders(goal), float(losses[goal]), firm=firm(goal))[0, :, 2] for goal in self.goals.tolist()]
        )
        units = np.bincount(look.theirs.cell, look.theirs.weight, look.board.size)[self.prospects.goals]
        if rule.fresh:
            units = np.array([_steady(look.table, goal) for goal in self.goals.tolist()])
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
        times = self.times[goal] + look.terrain.cross_times[edge] - 1.0
        attack = self._attack(company, starts)
        column, share = self._columns(attack, goal, times, self.shifts[open_])
        worth = (share * self.values[goal[:, None], 0, column]).sum(axis=1) - self._march(company, goal)
        if self.prospects.stake:
            worth -= (share * look.terrain.tolls.ruin[column]).sum(axis=1) * self._stake(company)
        gain = np.zeros(len(goal))
        if self.tempo is not None:
            taken = (share * self.taken[goal[:, None], column]).sum(axis=1)
            gain = self.tempo.gained(company, starts, self.goals[goal], taken)
            worth = worth + gain
        for number in np.argsort(-worth, kind="stable")[:most].tolist():
            if worth[number] < self.rule.least:
                return
            disrupts = float((share[number] * self.shaken[column[number]]).sum())
            taken = float((share[number] * self.taken[goal[number], column[number]]).sum())
            yield Overrunning(
                company.group,
                company.row,
                company.home,
                company.path(int(starts[number])),
                int(self.goals[goal[number]]),
                float(worth[number]) - self.rule.price * company.attack,
                float(attack[number]),
                float(self.defence[goal[number]] * times[number]),
                disrupts if self.overrun.disrupts else 0.0,
                taken,
                float(gain[number]),
            )

    def _attack(self, company: Company, starts: Ints) -> Floats:
        """The strength of a stack at each cell from which it may overrun: supply is judged there."""
        found = np.full(len(starts), company.attack, np.float64)
        mask = fed(self.look, company.group[0]) if self.book.get(Sustain) is not None else None
        if mask is None or not mask[company.home]:
            return found
        hungry: Floats = np.floor(found * np.where(mask[starts], 1.0, 0.5))
        return hungry

    def _columns(self, attack: Floats, goal: Ints, times: Floats, shifts: Ints) -> tuple[Ints, Floats]:
        """By side of a goal the columns that the battle may be fought in, and how likely each is."""
        defence: Floats = self.defence[goal][:, None].astype(np.float64)
        share: Floats = np.ones((len(goal), 1))
        if self.rule.weighed:
            chances, likely = self.chances
            defence, share = chances[goal], likely[goal]
        ratio = attack[:, None] / np.maximum(defence * times[:, None], 0.1)
        thresholds = self.look.terrain.tolls.thresholds
        column = np.searchsorted(thresholds, ratio + 1e-9, side="right") + shifts[:, None]
        return np.clip(column, 0, len(thresholds)).astype(np.int32), share

    @cached_property
    def chances(self) -> tuple[Floats, Floats]:
        """By goal what its defenders may be worth, and how likely each is."""
        return self.prospects.defences()

    def _stake(self, company: Company) -> float:
        """What a stack is worth that is lost whole, with the points it gives."""
        rule, whole = self.prospects.rule, company.attack / max(self.overrun.times, 0.1)
        return rule.ruin * whole + rule.points * forfeit(self.look, self.look.side, company.group)

    def _march(self, company: Company, goal: Ints) -> Floats:
        """What each goal costs a stack by leading it away from where it is bound."""
        if self.way is None:
            return np.zeros(len(goal))
        way, turn = self.way[company.row], max(company.movement, 1.0) * TICKS
        found: Floats = self.rule.haste * np.clip((way[self.goals[goal]] - way[company.home]) / turn, 0, 4)
        return found


def _steady(table: Table, cell: int) -> int:
    """How many units in a cell are in order."""
    return sum(not table.marked(DISRUPTED, piece) for piece in table.stack(cell))


def _shakes(effects: tuple[object, ...]) -> bool:
    """Whether a result throws the defender into disorder: he suffers, and not by a mere exchange of steps."""
    hurt = hurt_by(effects)  # type: ignore[arg-type]
    mutual = all(isinstance(effect, LoseSteps) for effect in effects) and len(hurt) == 2
    return "defender" in hurt and not mutual


def _rows(look: Assessment, draft: Draft, rule: Overrun) -> Iterator[Company]:
    """The groups of the draft, each by itself."""
    for row, group in enumerate(draft.force.groups):
        if group in draft.parts or group[0] in draft.held_fast:
            continue
        if not draft.force.station[row] and all(rule.units.matches(look.table.unit(piece)) for piece in group):
            attack = floor(float(draft.force.attack[row]) * rule.times)
            home = int(draft.force.cell[row])
            left, movement = _left(look, draft, rule, row), float(draft.force.movement[row])
            yield Company(group, row, home, attack, left, tuple(draft.ways[row]), movement)


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
    text = f"overruns {where} with {tenths(one.attack)} against {tenths(one.defence)}, {how}"
    disorder = f"in {percent(one.disrupts)} of cases he is thrown into disorder, " if rule.disrupts else ""
    expects = f"{disorder}in {percent(one.taken)} {'' if disorder else 'of cases '}the way is open"
    figures = {"target": float(one.target), "attack": one.attack, "defence": one.defence, "worth": one.worth}
    motive = Motive(Sweep.key, Sweep.goal, one.target, text, expects, figures)
    orders: list[tuple[AnyAction, Motive]] = []
    if one.way[-1] != one.home:
        orders.append((MoveUnit(group[0], one.way) if len(group) == 1 else MoveStack(group, one.way), motive))
    return [*orders, (OverrunStack(group, one.target), motive)]
