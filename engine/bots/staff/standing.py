"""A formation braced for the enemy's best answer: what is tried for each group, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.bots.doctrine.kernels import Limits
from engine.bots.staff.answer_kernels import StakeTable
from engine.bots.staff.assessment import Assessment, Danger
from engine.bots.staff.coming_kernels import FAR, BattleGround, Enemies, Posted
from engine.bots.staff.draft import Draft
from engine.bots.staff.fields import prizes
from engine.bots.staff.kernels import PostOptions, foremost
from engine.bots.staff.plan import Book
from engine.bots.staff.reply import air_of
from engine.bots.staff.rules import Brace, Campaign, Hold
from engine.bots.staff.stand_kernels import Groups, stand_best

Ints = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Braced:
    """The posts, how likely each cell falls to the best answer, how likely it would without each group of ours.

    `relief` is how much less the answer would cost without each group of the enemy's.  Where it was not to be compared,
    `without` says nothing.
    """

    posts: list[int]
    falls: Floats
    without: Floats
    relief: Floats


def at_the_end(look: Assessment, book: Book) -> bool:
    """Whether this is our last turn, with an answer of the enemy's to come for which everything is weighed."""
    rule = book.get(Brace)
    return rule is not None and _ends(look, rule[1])


def _ends(look: Assessment, rule: Brace) -> bool:
    return rule.final and look.turn == look.turns and look.horizon.enemy_moves


def averts(look: Assessment, book: Book, braced: Braced) -> Floats:
    """By cell, what it is worth in strength points that the enemies there no longer threaten what we hold."""
    rule, hold = book.of(Campaign), book.get(Hold)
    worth = rule.place * rule.last / hold[0] if hold is not None else 0.0
    by_cell = np.bincount(look.threats.cell, braced.relief, look.board.size).astype(np.float64)
    return worth * by_cell


def averted(look: Assessment, book: Book) -> Floats | None:
    """The same for everybody as he stands; None before the end."""
    if not at_the_end(look, book):
        return None
    return look.table.cached_now(("averted", look.side, book), lambda: _as_we_stand(look, book))


def _as_we_stand(look: Assessment, book: Book) -> Floats:
    draft = Draft(look, {}, frozen=True)
    mean = max(float(look.mine.defence.mean()), 1.0)
    bracing = Bracing(look, draft, book.of(Brace), [], 2.0 * book.of(Campaign).fear / mean)
    none = np.zeros((0, look.board.size))
    return averts(look, book, bracing.improve([], None, none, np.zeros(0), prizes(look, book)))


class Bracing:
    """What a formation is tried out with; the same for every formation of a plan."""

    def __init__(self, look: Assessment, draft: Draft, rule: Brace, rows: list[int], stake: float) -> None:
        self.look = look
        self.draft = draft
        self.rule = rule
        self.rows = rows
        self.stake = stake

    def improve(
        self,
        posts: list[int],
        danger: Danger | None,
        pull: Floats,
        fear: Floats,
        prize: Floats,
        *,
        compared: bool = True,
    ) -> Braced:
        """The best formation that single moves lead to from this one; of danger nobody is asked where nobody moves.

        Only if it is to be `compared` is it worked out what it would be without each group.
        """
        look, draft, rows, terrain = self.look, self.draft, self.rows, self.look.terrain
        listed = [] if danger is None else self._options(posts, danger, pull, fear, prize)
        starts = np.concatenate([[0], np.cumsum([len(one) for one in listed])]).astype(np.int32)
        cells = np.array([cell for one in listed for cell in one], np.int32)
        owners = np.repeat(np.arange(len(rows)), np.diff(starts))
        first = [_find(one, cell, int(start)) for one, cell, start in zip(listed, posts, starts, strict=False)]
        where, falls, without, relief = stand_best(
            _ground(look),
            _enemies(look),
            StakeTable(terrain.tolls.thresholds, *terrain.stakes),
            Posted(draft.strength, draft.here, draft.zones.astype(np.int32), self._values()),
            self._groups(fear),
            PostOptions(starts, cells, np.ascontiguousarray(pull[owners, cells])),
            Limits(self._counted(posts), np.ascontiguousarray(draft.member[:, rows]), draft.most),
            np.array(first, np.int32),
            prize,
            terrain.room,
            terrain.halts,
            self.rule.passes,
            _ends(look, self.rule),
            compared,
        )
        found = [int(cells[number]) if number >= 0 else -1 for number in where.tolist()]
        return Braced(found, falls, without, relief)

    def _groups(self, fear: Floats) -> Groups:
        force, rows = self.draft.force, self.rows
        steps = np.array([int(len(force.ladders[row][0]) > 1) for row in rows], np.int32)
        return Groups(np.ascontiguousarray(force.defence[rows]), fear, steps)

    def _values(self) -> Floats:
        """By steps and cell, what those who have their posts already have at stake."""
        draft, found = self.draft, np.zeros((2, self.look.board.size), np.float64)
        for cell, ladders in draft.steps.items():
            for ladder in ladders:
                found[int(len(ladder) > 1), cell] += self.stake * ladder[0]
        return found

    def _counted(self, posts: list[int]) -> Ints:
        """How many units each stacking limit counts in each cell once everybody is at his post."""
        draft = self.draft
        count = draft.count.copy()
        for row, cell in zip(self.rows, posts, strict=True):
            if cell >= 0:
                count[:, draft.force.cell[row]] -= draft.member[:, row]
                count[:, cell] += draft.member[:, row]
        return count

    def _options(self, posts: list[int], danger: Danger, pull: Floats, fear: Floats, prize: Floats) -> list[list[int]]:
        """The cells that are tried for each group: those that promise most, half of them without regard to danger."""
        look, draft, rows, most = self.look, self.draft, self.rows, self.rule.options
        can = draft.can[rows]
        good = pull + prize + 0.5 * look.lie.around(prize) - 0.1 * look.lie.shift
        risk = fear[:, None] * self._shares(danger)
        held = [one.cell for one in look.held] if self.rule.final else []
        tops = (foremost(can, good, most), foremost(can, good - risk, most), np.where(can[:, held], held, -1))
        wanted, homes = np.hstack(tops).tolist(), draft.force.cell[rows].tolist()
        found = []
        for post, home, cells in zip(posts, homes, wanted, strict=True):
            picked = [home] if post < 0 else [post, home, *cells]
            found.append([cell for cell in dict.fromkeys(picked) if cell >= 0])
        return found

    def _shares(self, danger: Danger) -> Floats:
        """By group and cell, the share that everything in reach would destroy of it there."""
        terrain, defence = self.look.terrain, self.draft.force.defence[self.rows]
        ratio = danger.threat[None, :] / np.maximum(defence[:, None] * terrain.times[None, :], 0.1)
        column = np.searchsorted(terrain.tolls.thresholds, ratio + 1e-9, side="right") + self.look.struck[None, :]
        column = np.clip(column, 0, len(terrain.tolls.thresholds))
        barred = danger.ring[None, :] ** 2
        safe, lost, _ = terrain.typical
        found: Floats = ((1 - barred) * safe[column] + barred * lost[column]) * (danger.threat > 0)[None, :]
        return found


def _ground(look: Assessment) -> BattleGround:
    """The ground as the enemy's answer meets it now."""
    board, terrain, costs = look.board, look.terrain, look.lie.costs_now(look.table, look.foe)
    steps = np.where(costs < 0, FAR, costs).astype(np.int32)
    return BattleGround(
        board.indptr, board.indices, steps, look.struck, terrain.times, look.lie.crossing, terrain.cross_times
    )


def _enemies(look: Assessment) -> Enemies:
    foe = look.threats
    return Enemies(foe.cell, foe.kind, look.first, look.second, foe.attack, air_of(look))


def _find(cells: list[int], cell: int, start: int) -> int:
    return start + cells.index(cell) if cell >= 0 else -1
