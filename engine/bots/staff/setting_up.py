"""Setting up: for the best first battles where the enemy stands already, else on good ground; the seed varies it."""

from __future__ import annotations

import random
from functools import lru_cache

import numpy as np

from engine.bots.staff.assessment import Assessment
from engine.bots.staff.battles import Prospects
from engine.bots.staff.force import force_of
from engine.bots.staff.plan import Book
from engine.bots.staff.rules import Campaign
from engine.bots.staff.special_rules import Muster
from engine.ids import Cell
from engine.rules.claims import to_set_up
from engine.state.actions import PlaceUnit
from engine.state.tasks import SetUp


def deployment(look: Assessment, book: Book, seed: int) -> dict[int, int]:
    """A cell for every unit of the line of the set-up at hand that a first battle asks for."""
    table, task = look.table, look.table.state.agenda[-1]
    assert isinstance(task, SetUp)
    line = table.scenario.placements[task.line]
    cells = sorted(table.board.regions.get(line.region or "", frozenset()))
    placed = [piece for piece, under in enumerate(table.state.lines) if under == task.line]
    pieces = sorted({*task.placed, *placed, *to_set_up(table, task.line)})
    if not cells or not len(look.theirs):
        return {}
    force = force_of(table, look.lie, look.side, pieces, False)
    can = np.zeros((len(force), look.board.size), np.uint8)
    can[:, cells] = 1
    force.cell[:] = -1
    member = look.lie.under_limits([table.unit(group[0]) for group in force.groups])
    chance = random.Random(f"deploy:{seed}:{line.placement}")
    prospects = Prospects(look, Campaign(least=0.2, haste=0.0, kill=book.of(Campaign).kill))
    variety = book.of(Muster).variety
    prospects.lots = np.array([[variety * chance.random() for _ in prospects.goals] for _ in force.groups])
    here, count = np.zeros(look.board.size, np.int32), look.lie.room.copy()
    plans = prospects.plan(force, can, here.astype(np.int16), here, count, member)
    return {force.groups[row][0]: cell for plan in plans for row, cell in zip(plan.rows, plan.cells, strict=True)}


def standing(look: Assessment, book: Book, seed: int, action: PlaceUnit) -> float:
    """How good a cell is for a unit without a battle of its own: good ground, few enemies beside it, and lots."""
    near = 0.0
    if len(look.theirs):
        near = -min(float(look.ahead[action.cell]) / 100.0, 3.0)
    return (
        2.0 * _ground(look, action)
        - _beside(look, action)
        + near
        + 6.0 * book.of(Muster).variety * _lot(seed, action.piece, action.cell)
    )


@lru_cache(maxsize=1024)
def _lot(seed: int, piece: int, cell: int) -> float:
    """The lot of a unit in a cell; it is asked for again with every unit that is set up."""
    return random.Random(f"stand:{seed}:{piece}:{cell}").random()


def tell_standing(look: Assessment, action: PlaceUnit) -> str:
    """What speaks for a cell where a unit without a battle of its own is set up."""
    where = look.label(action.cell)
    if _ground(look, action) > 0:
        return f"{where} is ground that helps the defence"
    if not _beside(look, action) and _regions(look):
        return f"{where} lies away from where the enemy sets up"
    return f"{where} is as good as any, and the lot fell on it"


def _ground(look: Assessment, action: PlaceUnit) -> float:
    """How much the ground of a cell helps whoever defends it, in columns."""
    return 2.0 * (float(look.terrain.times[action.cell]) - 1.0) - float(look.lie.shift[action.cell])


def _beside(look: Assessment, action: PlaceUnit) -> int:
    """How many cells beside it the enemy may set up in."""
    key = ("beside his regions", look.foe, action.cell)
    return look.table.setting.kept(key, lambda: _many_beside(look, action.cell))


def _many_beside(look: Assessment, cell: int) -> int:
    regions = _regions(look)
    return sum(near in region for near in look.table.setting.neighbours[cell] for region in regions)


def _regions(look: Assessment) -> list[frozenset[Cell]]:
    """The regions where the enemy sets up."""
    board, enemy = look.board, look.table.scenario.sides[look.foe].side
    lines = look.table.scenario.placements
    return [board.regions[line.region] for line in lines if line.side == enemy and line.region]
