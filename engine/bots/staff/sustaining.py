"""Lines of supply that the enemy has cut: the cells whose cover would open them, and the enemies who do it."""

from __future__ import annotations

from dataclasses import dataclass, field

import msgspec
import numpy as np
import numpy.typing as npt

from engine.bots.staff.assessment import Assessment
from engine.bots.staff.draft import Draft
from engine.bots.staff.force import NOWHERE
from engine.bots.staff.matching import IMPOSSIBLE, matched
from engine.bots.staff.plan import Book, Motive
from engine.bots.staff.special_rules import Sustain
from engine.bots.staff.stations import range_of
from engine.bots.throwing import thrown_over
from engine.rules.lines import LineRule, trace
from engine.rules.supply import Supply, supplied
from engine.rules.supply_trace import TraceSupply
from engine.rules.table import Table
from engine.rules.zoc import open_zone
from engine.scenario.sentences import tenths

Flags = npt.NDArray[np.uint8]
Bools = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]


@dataclass
class Cuts:
    """What parts our units from their supply: by cell the strength that a unit there, or an enemy less, would free."""

    gaps: dict[int, float] = field(default_factory=dict)
    foes: dict[int, float] = field(default_factory=dict)


def relieved(look: Assessment, book: Book) -> dict[int, float]:
    """By cell of an enemy, what driving him away is worth to our supply."""
    rule = book.get(Sustain)
    if rule is None:
        return {}
    return {cell: rule[1].relief * strength for cell, strength in cuts(look, rule[1]).foes.items()}


def cuts(look: Assessment, rule: Sustain) -> Cuts:
    """Where our lines are cut; worked out once."""
    return look.kept("cuts", lambda: _cuts(look, rule))


def _cuts(look: Assessment, rule: Sustain) -> Cuts:
    found, table = Cuts(), look.table
    supply = table.setting.by_key(Supply.key)
    starved = [
        row
        for row, group in enumerate(look.mine.groups)
        if isinstance(supply, Supply) and not supplied(table, group[0])
    ]
    if not isinstance(supply, Supply) or sum(float(look.mine.attack[row]) for row in starved) < rule.least:
        return found
    bare = _without_enemies(look)
    for row in starved:
        piece = look.mine.groups[row][0]
        lines = [line for line in supply.lines if line.units.matches(table.unit(piece))]
        if lines:
            _note(look, bare, lines[0], row, rule, found)
    return found


def _note(look: Assessment, bare: Table, line: LineRule, row: int, rule: Sustain, found: Cuts) -> None:
    """Write down what cuts one group off: open cells in enemy zones on its line, and whoever stands in it or beside."""
    unit, cell = look.table.unit(look.mine.groups[row][0]), int(look.mine.cell[row])
    boldly = msgspec.structs.replace(line, zones=False)
    way = trace(look.table, look.side, boldly, unit.move_class).path(cell)
    way = way or trace(bare, look.side, line, unit.move_class).path(cell)
    strength = float(look.mine.attack[row])
    gaps = [at for at in way if open_zone(look.table, look.side)[at] and not look.enemy[at]]
    if 0 < len(gaps) <= rule.posts:
        for at in gaps:
            found.gaps[at] = found.gaps.get(at, 0.0) + strength
    near = {other for at in gaps for other in look.table.setting.neighbours[at] if look.enemy[other]}
    for foe in near | {at for at in way if look.enemy[at]}:
        found.foes[foe] = found.foes.get(foe, 0.0) + strength


def _without_enemies(look: Assessment) -> Table:
    """The table as it would be without any enemy."""
    state = look.table.state.copy()
    for piece in look.table.on_map(look.foe):
        state.relocate(piece, NOWHERE)
    return Table(look.table.setting, state, seed=0)


def fed(look: Assessment, piece: int) -> Bools | None:
    """The cells where a unit would have a line of supply as things stand; None where the rules know no such lines."""
    supply, unit = look.table.setting.by_key(Supply.key), look.table.unit(piece)
    if not isinstance(supply, Supply):
        return None
    lines = tuple(line for line in supply.lines if line.units.matches(unit))
    return look.kept(("fed", lines, unit.move_class), lambda: _fed(look, lines, unit.move_class))


def _fed(look: Assessment, lines: tuple[LineRule, ...], move_class: str) -> Bools:
    found = np.zeros(look.board.size, np.bool_)
    for line in lines:
        found |= trace(look.table, look.side, line, move_class).length >= 0
    covered = (open_zone(look.table, look.side) > 0) & (look.enemy == 0)  # whoever goes there covers it himself
    beside: Bools = look.lie.around(found.astype(np.float64)) > 0
    fed: Bools = found | (covered & beside)
    return fed


def ways_of_the_fed(look: Assessment, draft: Draft, can: Flags) -> Flags:
    """The cells that groups can reach, but for those who have a line only such where they keep one."""
    found = can.copy()
    for row, group in enumerate(draft.force.groups):
        mask, home = fed(look, group[0]), int(draft.force.cell[row])
        if mask is not None and mask[home]:
            found[row] &= mask.astype(np.uint8)
    return found


def hungry(look: Assessment, draft: Draft, book: Book) -> Floats:
    """By group and cell, what it costs to end where there is no line of supply."""
    found, rule = np.zeros(draft.can.shape, np.float64), book.get(Sustain)
    if rule is None or not rule[1].keep or not look.horizon.enemy_moves:
        return found
    for row in draft.rows():
        mask = fed(look, draft.force.groups[row][0])
        mask = thrown(look, draft) if mask is None else mask
        if mask is not None:
            found[row] = rule[1].keep * ~mask
    return found


def thrown(look: Assessment, draft: Draft) -> Bools | None:
    """The cells with a line of their own, or in the throw of a headquarters from some cell with one that it can go to.

    None where the rules know no such lines.
    """
    supply = look.table.setting.by_key(TraceSupply.key)
    return look.kept(("thrown", id(draft)), lambda: _thrown(look, draft, supply)) if supply is not None else None


def _thrown(look: Assessment, draft: Draft, supply: object) -> Bools:
    assert isinstance(supply, TraceSupply)
    direct = supply.direct(look.table, look.side)
    found = direct.copy()
    for row in np.flatnonzero(draft.force.station).tolist():
        cells = np.flatnonzero(draft.can[row].astype(np.bool_) & direct).tolist()
        far = range_of(look, draft.force.groups[row][0])
        found |= thrown_over(look.table, supply.move_class, look.side, tuple(cells), far)
    return found


def sustain(look: Assessment, draft: Draft, rule: Sustain) -> list[tuple[int, int, Motive]]:
    """Units for the gaps in our lines, the weakest that get there, all chosen together."""
    cells = [cell for cell in sorted(cuts(look, rule).gaps) if not draft.here[cell]]
    costs = np.full((len(cells), len(draft.force)), IMPOSSIBLE)
    for number, cell in enumerate(cells):
        for row in np.flatnonzero(draft.open & (draft.can[:, cell] > 0)).tolist():
            if not draft.force.station[row] and draft.fits(row, cell):
                costs[number, row] = float(draft.force.attack[row]) - cuts(look, rule).gaps[cell]
    found = []
    for cell, row in zip(cells, matched(costs), strict=True):
        if row >= 0:
            found.append((row, cell, _told(look, cell, cuts(look, rule).gaps[cell])))
    return found


def _told(look: Assessment, cell: int, strength: float) -> Motive:
    where = look.label(cell)
    text = f"covers {where}, where the enemy's zone cuts the supply of {tenths(strength)} strength points"
    figures = {"cell": float(cell), "strength": strength}
    return Motive(Sustain.key, Sustain.goal, cell, text, "they move and fight with all their strength again", figures)
