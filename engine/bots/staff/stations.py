"""Leaders and headquarters: where they serve most units, behind the front, one overlapping the next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from engine.bots.ground import spans
from engine.bots.staff.assessment import Assessment, Danger
from engine.bots.staff.battles import BattlePlan
from engine.bots.staff.draft import Draft
from engine.bots.staff.plan import Motive
from engine.bots.staff.special_rules import Lead
from engine.rules.supply_trace import TraceSupply
from engine.scenario.sentences import counted, tenths

Floats = npt.NDArray[np.float64]

SERVED = 0.35
"""What serving a unit is worth that another serves already."""

TOWARDS = 0.1
"""What a unit out of reach counts a cell beyond it, beside one that is served at once."""

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
    for row in sorted(rows, key=lambda row: (-_reach(look, draft, row), row)):
        far = _reach(look, draft, row)
        worth = np.zeros(look.board.size, np.float64)
        for cell, share in weight.items():
            worth[spans(look.table.setting, cell) <= far] += share
        worth *= np.where(draft.strength > 0, 1.0, ALONE)
        worth += _coming_up(look, weight, far)
        worth -= rule.fear * 4.0 * (danger.threat > 0) * (look.enemy_zone > 0)
        worth -= rule.fear * np.minimum(danger.threat, 30.0) / 10.0 * (draft.strength <= 0)
        helped = _helped(draft, battles, joined, far) if rule.boost else {}
        for cell, (_, more) in helped.items():
            worth[cell] += rule.boost * more
        allowed = draft.can[row].astype(np.bool_) & draft.room(row)
        if (traced := _traced(look)) is not None:
            allowed &= traced
            allowed[int(draft.force.cell[row])] = True
        worth = np.where(allowed, worth, -1e9)
        worth[int(draft.force.cell[row])] += 1e-3
        cell = int(worth.argmax())
        near = [post for post in weight if spans(look.table.setting, post)[cell] <= far]
        yield row, cell, _told(look, cell, len(near), far, helped.get(cell))
        joined |= {helped[cell][0]} if cell in helped else set()
        for post in near:
            weight[post] *= SERVED


def _coming_up(look: Assessment, weight: dict[int, float], far: float) -> Floats:
    """By cell, what speaks for going there to serve later whom nobody serves yet; only where lines are traced."""
    found = np.zeros(look.board.size, np.float64)
    if look.table.setting.by_key(TraceSupply.key) is None:
        return found
    for cell, share in weight.items():
        found += TOWARDS * share / (1.0 + np.maximum(spans(look.table.setting, cell) - far, 0.0))
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
    text = f"serves {counted(posts, 'post')} within {far:g} hexes of {look.label(cell)}"
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
                if spans(look.table.setting, post)[int(look.mine.cell[row])] <= far:
                    weight[post] *= SERVED


def served(look: Assessment, draft: Draft) -> Floats:
    """1 for the cells that some leader serves, as everybody is to stand; else 0."""
    found = np.zeros(look.board.size, np.float64)
    posts = {draft.force.groups[row][0]: int(draft.post[row]) for row in np.flatnonzero(draft.force.station).tolist()}
    for row in np.flatnonzero(look.mine.station).tolist():
        piece = look.mine.groups[row][0]
        cell = posts.get(piece, int(look.mine.cell[row]))
        found[spans(look.table.setting, cell) <= range_of(look, piece)] = 1.0
    return found


def _room(draft: Draft, row: int) -> npt.NDArray[np.bool_]:
    """The cells that still have room for a group."""
    more = draft.member[:, row].astype(np.int32)[:, None]
    room: npt.NDArray[np.bool_] = ((more == 0) | (draft.count + more <= draft.most[:, None])).all(axis=0)
    room[draft.force.cell[row]] = draft.fits(row, int(draft.force.cell[row]))
    return room


def _reach(look: Assessment, draft: Draft, row: int) -> float:
    return range_of(look, draft.force.groups[row][0])


def range_of(look: Assessment, piece: int) -> float:
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
