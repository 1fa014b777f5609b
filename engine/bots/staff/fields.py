"""What speaks for a cell by itself: the way to a unit's goal, a reserve's reach, a line to be covered."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.board.network import TICKS
from engine.bots.doctrine.cut import cheapest_line
from engine.bots.doctrine.horizon import next_strike
from engine.bots.staff.assessment import Assessment
from engine.bots.staff.draft import Draft
from engine.bots.staff.ground import Place
from engine.bots.staff.plan import Book
from engine.bots.staff.rules import Bastion, Drive, Hold, Line, MopUp, Pocket, Poise, Reserves, Screen
from engine.bots.staff.screening import hunters
from engine.bots.staff.trespass import intruding
from engine.rules.zoc import zone

Ints = npt.NDArray[np.int32]
Flags = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]

FAR = 6.0
"""Turns of march beyond which distance counts no more."""

MARCHES = 2.0
"""Turns of march from which units are sent after an enemy at large."""

NOWHERE = -1
"""In place of the number of a place: a goal that is no place, as an enemy to be hunted down."""

NEAR_PRICE, FAR_PRICE, NEVER = 10, 30, 1 << 20
"""Prices of a cell in the line: one that a unit can reach now, one that none can, one that the enemy holds."""


@dataclass
class Goals:
    """By group: the place it makes for, and why; -1: none."""

    place: list[Place | None]
    rule: list[str]
    way: Ints


def march(draft: Draft) -> Floats:
    """Ticks of a turn's march for each group."""
    found: Floats = np.maximum(draft.force.movement, 1.0) * TICKS
    return found


def goals_of(look: Assessment, draft: Draft, book: Book) -> Goals:
    """Share the groups out over the places: to be taken, or to be gathered round."""
    goals = nowhere(look, draft)
    rows = [row for row in draft.rows() if not draft.force.station[row] and not reserved(look, draft, book, row)]
    drive, bastion, watch = book.get(Drive), book.get(Bastion), book.get(Screen)
    if drive is not None and watch is not None:
        for row, cell in hunters(look, draft, watch[1], rows).items():
            goals.place[row], goals.rule[row] = Place(NOWHERE, cell, 1.0, 0.0), Drive.key
    needs: list[tuple[Place, float, str]] = []
    if drive is not None and look.turn >= drive[1].begins:
        needs += [(one, _needed(look, one, drive[1]), Drive.key) for one in look.wanted]
    if bastion is not None and look.turn >= bastion[1].first and look.horizon.enemy_moves:
        needs += [(one, float(bastion[1].crowd), Bastion.key) for one in bastions(look, bastion[1])]
    mop_up = book.get(MopUp)
    if drive is not None and mop_up is not None and look.turn >= mop_up[1].first:
        needs += stragglers(look, mop_up)
    if needs:
        _share_out(look, draft, rows, needs, goals, favoured(look, drive[1]) if drive is not None else {})
    for row in rows:
        one = goals.place[row]
        if one is not None:
            goals.way[row] = look.terrain.ways((one.cell,), int(draft.force.kind[row]), look.turn)
    return goals


def nowhere(look: Assessment, draft: Draft) -> Goals:
    """No goals: nobody is to go anywhere but to where he holds what we have."""
    count = len(draft.force)
    return Goals([None] * count, [""] * count, np.zeros((count, look.board.size), np.int32))


def stragglers(look: Assessment, rule: tuple[float, MopUp]) -> list[tuple[Place, float, str]]:
    """The enemies who could walk into open places of ours next turn as we stand, and what beats each of them."""
    found = []
    foe, own = look.theirs, look.table.occupied(look.side)
    _, two = look.reach((own > 0).astype(np.uint8), zone(look.table, look.side))
    places = [one.cell for one in look.held if not own[one.cell]]
    for cell in np.unique(foe.cell).tolist():
        here = foe.cell == cell
        many = int((two[here][:, places].max(axis=0, initial=0) > 0).sum()) if places else 0
        if many:
            need = rule[1].odds * float(foe.defence[here].sum()) * float(look.terrain.times[cell])
            found.append((Place(NOWHERE, cell, rule[0] * min(many, 3), 0.0), need, Drive.key))
    return found


def reserved(look: Assessment, draft: Draft, book: Book, row: int) -> bool:
    """Whether a group is kept as a reserve now: one of the weakest that qualify."""
    rule = book.get(Reserves)
    if rule is None or look.last or not rule[1].first <= look.turn <= look.turns - rule[1].release:
        return False
    return row in look.kept(("reserves", id(draft)), lambda: _reserves(look, draft, rule[1]))


def _reserves(look: Assessment, draft: Draft, rule: Reserves) -> set[int]:
    unit, force = look.table.unit, draft.force
    found = [row for row, group in enumerate(force.groups) if any(flag in unit(group[0]).flags for flag in rule.flags)]
    return set(sorted(found, key=lambda row: (float(force.defence[row]), row))[: rule.most])


def _needed(look: Assessment, one: Place, rule: Drive) -> float:
    """The strength that a place asks for: odds on its defenders and those beside them."""
    rows = look.theirs.cell == one.cell
    defence = float(look.theirs.defence[rows].sum()) * float(look.terrain.times[one.cell])
    shift = -int(look.striking[one.cell])
    return max(rule.least, defence * (rule.odds + shift))


def bastions(look: Assessment, rule: Bastion) -> list[Place]:
    """The places to gather round: those that the plan names, else those that the enemy reaches last."""
    keys = {look.table.scenario.places[one.place].place: one for one in look.held}
    if named := [keys[key] for key in rule.named if key in keys]:
        return named[: rule.places]
    far = {one: int(look.ahead[one.cell]) * (0.5 + one.worth / 2) for one in look.held}
    return sorted(look.held, key=lambda one: (-far[one], one.cell))[: rule.places]


def favoured(look: Assessment, rule: Drive) -> dict[int, float]:
    """By cell, how many times nearer the places count that the plan names above all."""
    places = look.table.scenario.places
    return {one.cell: rule.favour for one in look.wanted if places[one.place].place in rule.named}


def _share_out(
    look: Assessment,
    draft: Draft,
    rows: list[int],
    needs: list[tuple[Place, float, str]],
    goals: Goals,
    favour: dict[int, float],
) -> None:
    """The nearest groups first, until each place has what it asks for; who is left over joins the nearest."""
    pairs = []
    turn = march(draft)
    for number, (one, _, _) in enumerate(needs):
        for row in rows:
            way = look.terrain.ways((one.cell,), int(draft.force.kind[row]), look.turn)
            turns = float(way[draft.force.cell[row]]) / turn[row]
            if one.place == NOWHERE and turns > MARCHES:
                continue
            pairs.append((turns / (0.5 + one.worth / 2) / favour.get(one.cell, 1.0), number, row))
    left = [need for _, need, _ in needs]
    nearest: dict[int, int] = {}
    for _, number, row in sorted(pairs):
        one, _, rule = needs[number]
        if rule == Drive.key or rule == Bastion.key:
            nearest.setdefault(row, number)
        if goals.place[row] is None and left[number] > 0:
            goals.place[row], goals.rule[row] = one, rule
            left[number] -= float(draft.force.attack[row]) if rule == Drive.key else 1.0
    for row in rows:
        if goals.place[row] is None and row in nearest:
            goals.place[row], goals.rule[row] = needs[nearest[row]][0], needs[nearest[row]][2]


def pulls(look: Assessment, draft: Draft, book: Book, goals: Goals) -> Floats:
    """What speaks for each group in each cell by itself."""
    found = np.zeros(draft.can.shape, np.float64)
    turn = march(draft)
    drive, bastion, reserves = book.get(Drive), book.get(Bastion), book.get(Reserves)
    sticky = look.terrain.sticky * (look.enemy_zone > 0)
    for row in draft.rows():
        one = goals.place[row]
        if one is not None:
            rule = drive if goals.rule[row] == Drive.key else bastion
            assert rule is not None
            near = np.minimum(goals.way[row] / turn[row], FAR)
            if goals.rule[row] == Drive.key and drive is not None and look.turn < look.turns:
                near = np.maximum(near, drive[1].off)
            found[row] = rule[0] * (near[draft.force.cell[row]] - near)
            if goals.rule[row] == Drive.key:
                found[row] -= drive[0] * drive[1].clear * sticky if drive is not None else 0.0
        elif reserves is not None and reserved(look, draft, book, row):
            found[row] = reserves[0] * _in_range(look, int(draft.force.kind[row]), turn[row])
    for one in look.wanted:
        if drive is not None and not look.enemy[one.cell] and not draft.here[one.cell]:
            found[:, one.cell] += drive[0] * (0.5 + 0.5 * one.worth)
    return found + poised(look, draft, book) + intruding(look, draft, book)


def poised(look: Assessment, draft: Draft, book: Book) -> Floats:
    """By group and cell, whether it could come up to a place of the enemy's before it next fights, weighed."""
    found = np.zeros(draft.can.shape, np.float64)
    rule = book.get(Poise)
    phases = next_strike(look.table, look.turn, look.table.state.phase, look.side)
    if rule is None or phases is None or not look.wanted:
        return found
    late = look.turn > look.turns - rule[1].first
    none = np.zeros(look.board.size, np.int16)
    blow = look.budgets(draft.force, phases, none, False)
    cells = tuple(one.cell for one in look.wanted)
    for row in draft.rows():
        way = look.terrain.ways(cells, int(draft.force.kind[row]), look.turn)
        near = (way <= blow[row] + 2 * TICKS) | (way <= TICKS)
        found[row] = rule[0] * (1.0 if late else rule[1].early) * near * draft.force.attack[row]
    return found / max(float(draft.force.attack.max(initial=0.0)), 1.0)


def _in_range(look: Assessment, kind: int, turn: float) -> Floats:
    """The share of all places within two marches of each cell."""
    return look.kept(("in range", kind, turn), lambda: _shares_in_range(look, kind, turn))


def _shares_in_range(look: Assessment, kind: int, turn: float) -> Floats:
    near = np.zeros(look.board.size, np.float64)
    for one in look.terrain.places:
        near += look.terrain.ways((one.cell,), kind, look.turn) <= 2 * turn
    for one in look.wanted:
        near += (0.0 if look.enemy[one.cell] else 1.0) * (look.terrain.ways((one.cell,), kind, look.turn) <= 2 * turn)
    return near / max(len(look.terrain.places), 1)


def prizes(look: Assessment, book: Book) -> Floats:
    """What holding each of our places is worth now; worked out once."""
    return look.kept(("prizes", book), lambda: _prizes(look, book))


def _prizes(look: Assessment, book: Book) -> Floats:
    found = np.zeros(look.board.size, np.float64)
    rule = book.get(Hold)
    if rule is None or not look.horizon.enemy_moves:
        return found
    span = max(look.turns - rule[1].last, 1)
    late = min((look.turn - 1) / span, 1.0)
    worth = rule[1].early + (rule[1].late - rule[1].early) * late
    for one in look.held:
        found[one.cell] = rule[0] * worth * one.worth
    bastion = book.get(Bastion)
    if bastion is not None and look.turn >= bastion[1].first:
        for one in bastions(look, bastion[1]):
            found[one.cell] = max(float(found[one.cell]), rule[0] * bastion[1].worth * one.worth)
    return found


def covers(look: Assessment, draft: Draft, book: Book) -> Floats:
    """What it is worth to cover each cell with a zone: the line's cells, and ways out of pockets."""
    found = np.zeros(look.board.size, np.float64)
    if not look.horizon.enemy_moves or not len(look.theirs):
        return found
    pocket, line = book.get(Pocket), book.get(Line)
    if pocket is not None:
        weight = np.bincount(look.theirs.cell, look.theirs.defence, look.board.size).astype(np.float64)
        beside = look.lie.around(weight) * (look.enemy == 0)
        found += pocket[0] * beside / max(float(beside.max(initial=0.0)), 1.0) / 3
    if line is not None and look.turn <= look.turns - line[1].until:
        found += line[0] * line_cells(look, draft, line[1]) / 3
    return found


def line_cells(look: Assessment, draft: Draft, rule: Line) -> Flags:
    """The cells of the cheapest line that parts the enemy from the places to be covered."""
    board, size = look.board, look.board.size
    sinks = np.zeros(size, np.uint8)
    covered = sorted(look.held, key=lambda one: (-one.worth * min(int(look.ahead[one.cell]), 200), one.cell))
    for one in covered[: rule.places]:
        sinks[one.cell] = not look.enemy[one.cell]
    if not sinks.any():
        return np.zeros(size, np.uint8)
    to_sink = np.minimum(look.lie.ground.way_to(np.flatnonzero(sinks).tolist(), look.lie.classes[0], look.turn), 4000)
    share = look.ahead / np.maximum(look.ahead + to_sink, 1)
    off = np.abs(share - rule.depth) * 20
    good = 6.0 * (look.terrain.times - 1.0) - 3.0 * look.lie.shift
    within = (draft.can * draft.open[:, None]).max(axis=0, initial=0)
    price = np.where(within > 0, NEAR_PRICE, FAR_PRICE) + off - np.minimum(good, 8)
    price = np.where(draft.here > 0, 1, np.maximum(price, 2))
    price = np.where(look.enemy > 0, NEVER, price).astype(np.int32)
    passable = (look.costs.max(axis=0) >= 0).astype(np.uint8)
    sources = look.enemy.copy()
    return cheapest_line(board.indptr, board.indices, board.reverse, passable, price, sources, sinks)
