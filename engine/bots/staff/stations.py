"""Leaders and headquarters: where they serve most units, behind the front, one overlapping the next."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from engine.bots.staff.assessment import Assessment, Danger
from engine.bots.staff.draft import Draft
from engine.bots.staff.plan import Motive
from engine.bots.staff.rules import Lead
from engine.ids import Cell
from engine.rules.setting import Setting
from engine.rules.supply_trace import TraceSupply
from engine.scenario.sentences import counted

Floats = npt.NDArray[np.float64]
Small = npt.NDArray[np.int16]

SERVED = 0.35
"""What serving a unit is worth that another serves already."""

ALONE = 0.5
"""What is left of a post's worth where no unit stands."""


def spans(setting: Setting, cell: int) -> Small:
    """Steps from a cell to every cell of the grid."""
    return setting.kept(("spans", cell), lambda: _spans(setting, cell))


def _spans(setting: Setting, cell: int) -> Small:
    grid, size = setting.board.grid, setting.board.size
    found = np.full(size, 999, np.int16)
    found[: grid.size] = grid.distances(Cell(cell))
    return found


def place_stations(look: Assessment, draft: Draft, rule: Lead, danger: Danger) -> Iterator[tuple[int, int, Motive]]:
    """A cell for every leader that may move, the widest reach first; each is to be sent there before the next."""
    rows = [row for row in draft.rows() if draft.force.station[row]]
    posts = np.flatnonzero((draft.here > 0) & (draft.strength > 0)).tolist()
    weight = {cell: float(draft.strength[cell]) for cell in posts}
    _served(look, draft, set(rows), weight)
    for row in sorted(rows, key=lambda row: (-_reach(look, draft, row), row)):
        far = _reach(look, draft, row)
        worth = np.zeros(look.board.size, np.float64)
        for cell, share in weight.items():
            worth[spans(look.table.setting, cell) <= far] += share
        worth *= np.where(draft.strength > 0, 1.0, ALONE)
        worth -= rule.fear * 4.0 * (danger.threat > 0) * (look.enemy_zone > 0)
        worth -= rule.fear * np.minimum(danger.threat, 30.0) / 10.0 * (draft.strength <= 0)
        allowed = draft.can[row].astype(np.bool_) & _room(draft, row)
        if (traced := _traced(look)) is not None:
            allowed &= traced
            allowed[int(draft.force.cell[row])] = True
        worth = np.where(allowed, worth, -1e9)
        worth[int(draft.force.cell[row])] += 1e-3
        cell = int(worth.argmax())
        near = [post for post in weight if spans(look.table.setting, post)[cell] <= far]
        text = f"serves {counted(len(near), 'post')} within {far:g} hexes of {look.label(cell)}"
        figures = {"cell": float(cell), "posts": float(len(near)), "reach": far}
        yield row, cell, Motive(Lead.key, Lead.goal, cell, text, "they stay led and supplied", figures)
        for post in near:
            weight[post] *= SERVED


def _served(look: Assessment, draft: Draft, rows: set[int], weight: dict[int, float]) -> None:
    """Take into account the stations that do not move now."""
    moving = {piece for row in rows for piece in draft.force.groups[row]}
    for row, group in enumerate(look.mine.groups):
        if look.mine.station[row] and not moving & set(group):
            far = _range(look, group[0])
            for post in weight:
                if spans(look.table.setting, post)[int(look.mine.cell[row])] <= far:
                    weight[post] *= SERVED


def _room(draft: Draft, row: int) -> npt.NDArray[np.bool_]:
    """The cells that still have room for a group."""
    more = draft.member[:, row].astype(np.int32)[:, None]
    room: npt.NDArray[np.bool_] = ((more == 0) | (draft.count + more <= draft.most[:, None])).all(axis=0)
    room[draft.force.cell[row]] = draft.fits(row, int(draft.force.cell[row]))
    return room


def _reach(look: Assessment, draft: Draft, row: int) -> float:
    return _range(look, draft.force.groups[row][0])


def _range(look: Assessment, piece: int) -> float:
    """How many cells a station serves: its rating, or about half the points that it throws supply."""
    extra, rule = look.table.face(piece).extra, look.table.setting.by_key(TraceSupply.key)
    if isinstance(rule, TraceSupply):
        return float(extra.get(rule.range, 0.0)) / 2
    return float(extra.get("rating", 0.0))


def _traced(look: Assessment) -> npt.NDArray[np.bool_] | None:
    """The cells where a headquarters has a line of its own; None: the rules trace no such lines."""
    rule = look.table.setting.by_key(TraceSupply.key)
    if not isinstance(rule, TraceSupply):
        return None
    return look.kept("traced", lambda: rule.direct(look.table, look.side))
