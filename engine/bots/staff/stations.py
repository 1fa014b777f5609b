"""Leaders and headquarters: where they serve most units, behind the front, one overlapping the next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from engine.board.network import TICKS
from engine.bots.ground import spans
from engine.bots.staff.assessment import Assessment, Danger
from engine.bots.staff.battles import BattlePlan
from engine.bots.staff.draft import Draft
from engine.bots.staff.plan import Motive
from engine.bots.staff.special_rules import Lead
from engine.bots.throwing import thrown_over, thrown_points, ticks_to
from engine.rules.supply_trace import TraceSupply
from engine.rules.table import Table
from engine.scenario.sentences import counted, tenths

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]

SERVED = 0.35
"""What serving a unit is worth that another serves already."""

TOWARDS = 0.1
"""What a unit out of reach counts a cell beyond it, beside one that is served at once."""

CROWD = 2
"""Headquarters that are sent to one cell at most: where a line is lost, all in a cell starve together."""

ALONE = 0.5
"""What is left of a post's worth where no unit stands."""


def place_stations(
    look: Assessment, draft: Draft, rule: Lead, danger: Danger, battles: Sequence[BattlePlan] = ()
) -> Iterator[tuple[int, int, Motive]]:
    """A cell for every leader that may move, the widest reach first; each is to be sent there before the next."""
    rows = [row for row in draft.rows() if draft.force.station[row]]
    weight = _weights(draft, rule, danger, battles)
    _served(look, draft, set(rows), weight)
    joined: set[int] = set()
    traced, crowd = _traced(look, draft), np.zeros(look.board.size, np.int32)
    for row in sorted(rows, key=lambda row: (-_reach(look, draft, row), row)):
        far = _reach(look, draft, row)
        worth = np.zeros(look.board.size, np.float64)
        for cell, share in weight.items():
            worth[_within(look, cell, far)] += share
        worth *= np.where(draft.strength > 0, 1.0, ALONE)
        worth += _coming_up(look, weight, far)
        worth -= rule.fear * 4.0 * (danger.threat > 0) * (look.enemy_zone > 0)
        worth -= rule.fear * np.minimum(danger.threat, 30.0) / 10.0 * (draft.strength <= 0)
        helped = _helped(draft, battles, joined, far) if rule.boost else {}
        for cell, (_, more) in helped.items():
            worth[cell] += rule.boost * more
        allowed = draft.can[row].astype(np.bool_) & draft.room(row)
        if traced is not None:
            allowed &= traced & (crowd < CROWD)
            allowed[int(draft.force.cell[row])] = True
        worth = np.where(allowed, worth, -1e9)
        worth[int(draft.force.cell[row])] += 1e-3
        cell = int(worth.argmax())
        now = range_of(look, draft.force.groups[row][0])
        yield row, cell, _told(look, cell, len(_posts(look, weight, cell, now)), now, helped.get(cell))
        crowd[cell] += 1
        joined |= {helped[cell][0]} if cell in helped else set()
        for post in _posts(look, weight, cell, far):
            weight[post] *= SERVED


def _posts(look: Assessment, weight: dict[int, float], cell: int, far: float) -> list[int]:
    """The posts that a station serves from a cell."""
    return [post for post in weight if _within(look, post, far)[cell]]


def _coming_up(look: Assessment, weight: dict[int, float], far: float) -> Floats:
    """By cell, what speaks for going there to serve later whom nobody serves yet; only where lines are traced."""
    found = np.zeros(look.board.size, np.float64)
    if look.table.setting.by_key(TraceSupply.key) is None:
        return found
    for cell, share in weight.items():
        found += TOWARDS * share / (1.0 + np.maximum(_away(look, cell) - far, 0.0))
    return found


def _weights(draft: Draft, rule: Lead, danger: Danger, battles: Sequence[BattlePlan]) -> dict[int, float]:
    """By post, what it is worth to serve it: its strength, more where it attacks, less where nobody can attack it."""
    posts = np.flatnonzero((draft.here > 0) & (draft.strength > 0)).tolist()
    striking = {cell for plan in battles for cell in plan.cells}
    found = {}
    for cell in posts:
        times = rule.attackers if cell in striking else 1.0 if danger.threat[cell] > 0 else rule.rear
        found[cell] = float(draft.strength[cell]) * times
    return found


def _helped(
    draft: Draft, battles: Sequence[BattlePlan], joined: set[int], rating: float
) -> dict[int, tuple[int, float]]:
    """By cell from which a battle without a leader is to be fought: its target, and what a leader adds there."""
    found: dict[int, tuple[int, float]] = {}
    for plan in battles:
        if plan.target in joined:
            continue
        own: dict[int, float] = {}
        for row, cell in zip(plan.rows, plan.cells, strict=True):
            own[cell] = own.get(cell, 0.0) + float(draft.force.attack[row])
        for cell, attack in own.items():
            found[cell] = (plan.target, min(rating, attack))
    return found


def _told(look: Assessment, cell: int, posts: int, far: float, helped: tuple[int, float] | None) -> Motive:
    thrown = look.table.setting.by_key(TraceSupply.key) is not None
    reach = counted(far, "point") if thrown else f"{far:g} hexes"
    text = f"serves {counted(posts, 'post')} within {reach} of {look.label(cell)}"
    figures = {"cell": float(cell), "posts": float(posts), "reach": far}
    if helped is not None:
        target, more = helped
        text = f"adds {tenths(more)} to the attack on {look.label(target)} and {text}"
        figures |= {"target": float(target), "adds": more}
    return Motive(Lead.key, Lead.goal, cell, text, "they stay led and supplied", figures)


def _served(look: Assessment, draft: Draft, rows: set[int], weight: dict[int, float]) -> None:
    """Take into account the stations that do not move now."""
    moving = {piece for row in rows for piece in draft.force.groups[row]}
    for row, group in enumerate(look.mine.groups):
        if look.mine.station[row] and not moving & set(group):
            far = range_of(look, group[0])
            for post in weight:
                if _within(look, post, far)[int(look.mine.cell[row])]:
                    weight[post] *= SERVED


def served(look: Assessment, draft: Draft) -> Floats:
    """1 for the cells that some leader serves, as everybody is to stand; else 0."""
    found = np.zeros(look.board.size, np.float64)
    posts = {draft.force.groups[row][0]: int(draft.post[row]) for row in np.flatnonzero(draft.force.station).tolist()}
    for row in np.flatnonzero(look.mine.station).tolist():
        piece = look.mine.groups[row][0]
        cell = posts.get(piece, int(look.mine.cell[row]))
        found[_reached(look, cell, range_of(look, piece))] = 1.0
    return found


def _room(draft: Draft, row: int) -> npt.NDArray[np.bool_]:
    """The cells that still have room for a group."""
    more = draft.member[:, row].astype(np.int32)[:, None]
    room: npt.NDArray[np.bool_] = ((more == 0) | (draft.count + more <= draft.most[:, None])).all(axis=0)
    room[draft.force.cell[row]] = draft.fits(row, int(draft.force.cell[row]))
    return room


def _reach(look: Assessment, draft: Draft, row: int) -> float:
    """How far a station serves from where it is posted: one on the march as it will when it has turned over."""
    piece, rule = draft.force.groups[row][0], look.table.setting.by_key(TraceSupply.key)
    if isinstance(rule, TraceSupply):
        return thrown_points(look.table, rule, piece, usual=True)
    return range_of(look, piece)


def range_of(look: Assessment, piece: int) -> float:
    """How far a station serves: so many cells as its rating says, or so many points as it throws supply."""
    rule = look.table.setting.by_key(TraceSupply.key)
    if isinstance(rule, TraceSupply):
        return thrown_points(look.table, rule, piece)
    return float(look.table.face(piece).extra.get("rating", 0.0))


def _within(look: Assessment, post: int, far: float) -> Bools:
    """The cells from which a station that reaches so far serves a post."""
    found: Bools = _away(look, post) <= far
    return found


def _away(look: Assessment, post: int) -> Floats:
    """How far every cell is from a post for whoever is to serve it: in cells, or in points of a throw."""
    rule = look.table.setting.by_key(TraceSupply.key)
    if isinstance(rule, TraceSupply):
        return look.kept(("thrown", post), lambda: ticks_to(look.table, rule.move_class, look.side, post) / TICKS)
    return spans(look.table.setting, post).astype(np.float64)


def _reached(look: Assessment, cell: int, far: float) -> Bools:
    """The cells that a station serves from a cell."""
    rule = look.table.setting.by_key(TraceSupply.key)
    if isinstance(rule, TraceSupply):
        return thrown_over(look.table, rule.move_class, look.side, (cell,), far)
    found: Bools = spans(look.table.setting, cell) <= far
    return found


def _traced(look: Assessment, draft: Draft) -> Bools | None:
    """The cells where a headquarters has a line of its own once everybody stands as planned; None: there are none."""
    rule = look.table.setting.by_key(TraceSupply.key)
    if not isinstance(rule, TraceSupply):
        return None
    state = look.table.state.copy()
    for row in np.flatnonzero(~draft.open).tolist():
        for piece in draft.force.groups[row]:
            state.relocate(piece, int(draft.post[row]))
    return rule.direct(Table(look.table.setting, state, seed=0), look.side)
