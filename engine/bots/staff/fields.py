"""What speaks for a cell by itself: the way to a unit's goal, a reserve's reach, a line to be covered."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.board.network import TICKS
from engine.bots.doctrine.horizon import next_strike
from engine.bots.ground import spans
from engine.bots.staff.assessment import Assessment
from engine.bots.staff.draft import Draft
from engine.bots.staff.ground import StakedPlace
from engine.bots.staff.line import FAR, behind, line_of, march
from engine.bots.staff.plan import Book
from engine.bots.staff.rules import Bastion, Drive, FrontLine, Hold, MobileReserve, MopUp, Pocket, Poise, Screen
from engine.bots.staff.screening import hunters
from engine.bots.staff.trespass import intruding
from engine.bots.staff.verge import decisive
from engine.rules.zoc import zone

Ints = npt.NDArray[np.int32]
Flags = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]

MARCHES = 2.0
"""Turns of march from which units are sent after an enemy at large."""

BESIDE = 0.5
"""What an enemy near a place counts among its defenders: he may come, or be held where he stands."""

NOWHERE = -1
"""In place of the number of a place: a goal that is no place, as an enemy to be hunted down."""


@dataclass
class Goals:
    """By group: the place it makes for, and why; -1: none."""

    place: list[StakedPlace | None]
    rule: list[str]
    way: Ints


def nearest(draft: Draft, goals: Goals) -> Floats:
    """By group, the ticks from its goal that are left if it goes as near as it can; nothing for who has no goal."""
    far = np.where(draft.can > 0, goals.way, np.iinfo(np.int32).max)
    found: Floats = far.min(axis=1).astype(np.float64)
    return found


def goals_of(look: Assessment, draft: Draft, book: Book) -> Goals:
    """Share the groups out over the places: to be taken, or to be gathered round."""
    goals, back = nowhere(look, draft), kept_back(look, draft, book)
    rows = [row for row in draft.rows() if not draft.force.station[row] and row not in back]
    drive, bastion, watch = book.get(Drive), book.get(Bastion), book.get(Screen)
    if drive is not None and watch is not None:
        for row, cell in hunters(look, draft, watch[1], rows).items():
            goals.place[row], goals.rule[row] = StakedPlace(NOWHERE, cell, 1.0, 0.0), Drive.key
    needs: list[tuple[StakedPlace, float, str]] = []
    if drive is not None and look.turn >= drive[1].begins:
        needs += [(one, strength_asked(look, one, drive[1]), Drive.key) for one in look.wanted]
    mop_up = book.get(MopUp)
    if drive is not None and mop_up is not None and look.turn >= mop_up[1].first:
        needs += stragglers(look, mop_up)
    if bastion is not None and look.turn >= bastion[1].first and look.horizon.enemy_moves:
        needs += [(one, float(bastion[1].crowd), Bastion.key) for one in bastions(look, bastion[1])]
    line = book.get(FrontLine)
    rallies = line is not None and line[1].rally > 0 and look.horizon.enemy_moves
    if needs:
        idle = [row for row in rows if goals.place[row] is None]
        corps = bodies(look, draft, idle, drive is not None and drive[1].corps)
        favour = favoured(look, drive[1]) if drive is not None else {}
        stout = bastion[1].stout if bastion is not None else 0.0
        left = look.turns - look.turn + 1 if drive is not None and drive[1].timely else np.inf
        slow = drive[1].slow if drive is not None else 0.0
        enough = rallies and needs[-1][2] == Bastion.key
        _share_out(look, draft, corps, needs, goals, favour, left, stout, enough, slow)
    if line is not None and rallies:
        rally(look, draft, line[1], [row for row in rows if goals.place[row] is None], goals)
    for row in rows:
        one = goals.place[row]
        if one is not None:
            goals.way[row] = look.ways((one.cell,), int(draft.force.kind[row]), look.turn)
    return goals


def nowhere(look: Assessment, draft: Draft) -> Goals:
    """No goals: nobody is to go anywhere but to where he holds what we have."""
    count = len(draft.force)
    return Goals([None] * count, [""] * count, np.zeros((count, look.board.size), np.int32))


def stragglers(look: Assessment, rule: tuple[float, MopUp]) -> list[tuple[StakedPlace, float, str]]:
    """The enemies who could walk into open places of ours next turn as we stand, and what beats each of them."""
    found = []
    foe, own = look.threats, look.table.occupied(look.side)
    _, two = look.reach((own > 0).astype(np.uint8), zone(look.table, look.side))
    places = [one.cell for one in look.held if not own[one.cell]]
    coming = two[:, places] > 0
    likely = set(foe.cell[coming.any(axis=1)].tolist())
    for cell in (one for one in np.unique(look.theirs.cell).tolist() if one in likely):
        here = foe.cell == cell
        if many := int(coming[here].any(axis=0).sum()):
            need = rule[1].odds * float(foe.defence[here].sum()) * float(look.terrain.times[cell])
            found.append((StakedPlace(NOWHERE, cell, rule[0] * min(many, 3), 0.0), need, Drive.key))
    return found


def reserved(look: Assessment, draft: Draft, book: Book, row: int) -> bool:
    """Whether a group is kept as a reserve now: one of the weakest that qualify."""
    return row in kept_back(look, draft, book)


def kept_back(look: Assessment, draft: Draft, book: Book) -> set[int]:
    """The groups that are kept as reserves now."""
    rule = book.get(MobileReserve)
    if rule is None or look.last or not rule[1].first <= look.turn <= look.turns - rule[1].release:
        return set()
    return look.kept(("reserves", id(draft)), lambda: _reserves(draft, rule[1]))


def _reserves(draft: Draft, rule: MobileReserve) -> set[int]:
    force = draft.force
    found = [row for row, unit in enumerate(force.units) if any(flag in unit.flags for flag in rule.flags)]
    return set(sorted(found, key=lambda row: (float(force.defence[row]), row))[: rule.most])


def strength_asked(look: Assessment, one: StakedPlace, rule: Drive) -> float:
    """The strength that a place asks for: odds on its defenders and those beside them."""
    foe = look.theirs
    held = float(foe.defence[foe.cell == one.cell].sum())
    if rule.around:
        near = (spans(look.table.setting, one.cell)[foe.cell] <= rule.around) & (foe.cell != one.cell)
        held += BESIDE * float(foe.defence[near].sum())
    defence = held * float(look.terrain.times[one.cell])
    shift = -int(look.striking[one.cell])
    return max(rule.least, defence * (rule.odds + shift))


def bastions(look: Assessment, rule: Bastion) -> list[StakedPlace]:
    """The places to gather round: those that the plan names, else those that the enemy reaches last."""
    held = [one for one in look.held if not rule.near or look.ahead[one.cell] <= rule.near * _fastest(look)]
    keys = {look.table.scenario.places[one.place].place: one for one in held}
    if named := [keys[key] for key in rule.named if key in keys]:
        return named[: rule.places]
    far = {one: int(look.ahead[one.cell]) * (0.5 + one.worth / 2) for one in held}
    return sorted(held, key=lambda one: (-far[one], one.cell))[: rule.places]


def _fastest(look: Assessment) -> float:
    """Ticks that the enemy's fastest group marches in a turn."""
    return float(look.theirs.movement.max(initial=1.0)) * TICKS


def favoured(look: Assessment, rule: Drive) -> dict[int, float]:
    """By cell, how many times nearer the places count that the plan names above all."""
    places = look.table.scenario.places
    return {one.cell: rule.favour for one in look.wanted if places[one.place].place in rule.named}


def bodies(look: Assessment, draft: Draft, rows: list[int], together: bool) -> list[list[int]]:
    """The groups that are sent somewhere together, the strongest of each first: corps, or everybody by himself."""
    if not together:
        return [[row] for row in rows]
    found: dict[tuple[object, ...], list[int]] = {}
    for row in rows:
        unit = look.table.unit(draft.force.groups[row][0])
        key = (unit.formation, unit.move_class) if unit.formation else (row,)
        found.setdefault(key, []).append(row)
    return list(found.values())


def _share_out(
    look: Assessment,
    draft: Draft,
    corps: list[list[int]],
    needs: list[tuple[StakedPlace, float, str]],
    goals: Goals,
    favour: dict[int, float],
    left: float,
    stout: float = 0.0,
    enough: bool = False,
    slow: float = 0.0,
) -> None:
    """The nearest first, until each place has what it asks for; who is left over joins the nearest, unless enough is
    enough.  Nobody is sent to take a place that is farther off than so many turns are left.

    Who marches slowly has the first choice of the places to be taken within `slow` turns: the fast go farther.
    """
    pairs, turn = [], march(draft).tolist()
    usual = float(np.mean(turn)) if slow and turn else 0.0
    for number, (one, _, rule) in enumerate(needs):
        far, dear, near = _far(look, draft, one.cell), 0.5 + one.worth / 2, favour.get(one.cell, 1.0)
        most = MARCHES if one.place == NOWHERE else left if rule == Drive.key else np.inf
        weak = _weakness(draft, stout if rule == Bastion.key else 0.0)
        for body, rows in enumerate(corps):
            turns = far[rows[0]] / turn[rows[0]]
            if turns <= most:
                after = not (rule == Drive.key and turns <= slow and turn[rows[0]] < usual)
                pairs.append((after, (turns + weak[rows[0]]) / dear / near, number, rows[0], body))
    lack, attack = [need for _, need, _ in needs], draft.force.attack.tolist()
    nearest: dict[int, int] = {}
    for _, _, number, row, body in sorted(pairs):
        one, _, rule = needs[number]
        nearest.setdefault(body, number)
        if goals.place[row] is None and lack[number] > 0:
            for each in corps[body]:
                goals.place[each], goals.rule[each] = one, rule
                lack[number] -= attack[each] if rule == Drive.key else 1.0
    for body, rows in enumerate(corps if not enough else []):
        for row in rows:
            if goals.place[row] is None and body in nearest:
                goals.place[row], goals.rule[row] = needs[nearest[body]][0], needs[nearest[body]][2]


def _weakness(draft: Draft, stout: float) -> list[float]:
    """By group, the turns' march that it counts farther from a bastion because others would hold it better."""
    mean = max(float(draft.force.defence.mean()), 1.0)
    found: list[float] = (stout * (1.0 - draft.force.defence / mean)).tolist()
    return found


def rally(look: Assessment, draft: Draft, rule: FrontLine, rows: list[int], goals: Goals) -> None:
    """Share the groups out over the cells of the line, the nearest first, until each is as strong as it should be.

    Who is left over comes up behind them in the same way, until everybody has somewhere to go.
    """
    force, turn, pairs = draft.force, march(draft).tolist(), []
    cells = np.flatnonzero(line_of(look, draft, rule)).tolist()
    for cell in cells:
        far = _far(look, draft, cell)
        pairs += [(far[row] / turn[row], cell, row) for row in rows]
    pairs.sort()
    stout, left = max(rule.stout, 1.0), {cell: -float(draft.strength[cell]) for cell in cells}
    while pairs:
        left = {cell: lack + stout for cell, lack in left.items()}
        for _, cell, row in pairs:
            if goals.place[row] is None and left[cell] > 0:
                goals.place[row], goals.rule[row] = StakedPlace(NOWHERE, cell, 1.0, 0.0), FrontLine.key
                left[cell] -= float(force.defence[row])
        pairs = [pair for pair in pairs if goals.place[pair[2]] is None]


def _far(look: Assessment, draft: Draft, cell: int) -> list[float]:
    """Ticks from each group to a cell."""
    kinds, cells = draft.force.kind.tolist(), draft.force.cell.tolist()
    ways = {kind: look.ways((cell,), kind, look.turn) for kind in set(kinds)}
    return [float(ways[kind][here]) for kind, here in zip(kinds, cells, strict=True)]


def pulls(look: Assessment, draft: Draft, book: Book, goals: Goals) -> Floats:
    """What speaks for each group in each cell by itself."""
    found = np.zeros(draft.can.shape, np.float64)
    turn = march(draft)
    drive, bastion, reserves, line = book.get(Drive), book.get(Bastion), book.get(MobileReserve), book.get(FrontLine)
    rallied = None if line is None else (line[1].rally, line[1])
    rows, back = draft.rows(), kept_back(look, draft, book)
    far = drive[1].far if drive is not None else FAR
    for rule, key in ((drive, Drive.key), (bastion, Bastion.key), (rallied, FrontLine.key)):
        bound = [row for row in rows if goals.place[row] is not None and goals.rule[row] == key]
        if rule is not None and bound:
            off = drive[1].off if drive is not None and key == Drive.key and look.turn < look.turns else 0.0
            found[bound] = rule[0] * _nearer(draft, goals, bound, turn, off, far)
            if drive is not None and key == Drive.key:
                found[bound] -= drive[0] * drive[1].clear * (look.terrain.sticky * (look.enemy_zone > 0))
    if reserves is not None:
        for row in (row for row in rows if goals.place[row] is None and row in back):
            found[row] = reserves[0] * _in_range(look, int(draft.force.kind[row]), turn[row])
    for one in look.wanted:
        if drive is not None and not look.enemy[one.cell] and not draft.here[one.cell]:
            found[:, one.cell] += drive[0] * (0.5 + 0.5 * one.worth)
    return found + poised(look, draft, book) + intruding(look, draft, book) + behind(look, draft, book)


def _nearer(draft: Draft, goals: Goals, rows: list[int], turn: Floats, off: float, far: float) -> Floats:
    """By group and cell, how many turns of march nearer to its goal a group is there, but for the last of the way."""
    near = np.maximum(np.minimum(goals.way[rows] / turn[rows][:, None], far), off)
    found: Floats = near[np.arange(len(rows)), draft.force.cell[rows]][:, None] - near
    return found


def poised(look: Assessment, draft: Draft, book: Book) -> Floats:
    """By group and cell, whether it could come up to a place of the enemy's before it next fights, weighed."""
    found = np.zeros(draft.can.shape, np.float64)
    rule = book.get(Poise)
    phases = next_strike(look.table, look.turn, look.table.state.phase, look.side)
    if rule is None or phases is None or not look.wanted:
        return found
    late = look.turn > look.turns - rule[1].first
    blow = look.budgets(draft.force, phases, False, False)
    cells, rows = tuple(one.cell for one in look.wanted), draft.rows()
    way = np.zeros((len(rows), look.board.size), np.int32)
    for number, kind in enumerate(draft.force.kind[rows].tolist()):
        way[number] = look.ways(cells, kind, look.turn)
    near = (way <= blow[rows][:, None] + 2 * TICKS) | (way <= TICKS)
    found[rows] = rule[0] * (1.0 if late else rule[1].early) * near * draft.force.attack[rows][:, None]
    return found / max(float(draft.force.attack.max(initial=0.0)), 1.0)


def _in_range(look: Assessment, kind: int, turn: float) -> Floats:
    """The share of all places within two marches of each cell."""
    return look.kept(("in range", kind, turn), lambda: _shares_in_range(look, kind, turn))


def _shares_in_range(look: Assessment, kind: int, turn: float) -> Floats:
    near = np.zeros(look.board.size, np.float64)
    for one in look.terrain.places:
        near += look.ways((one.cell,), kind, look.turn) <= 2 * turn
    for one in look.wanted:
        near += (0.0 if look.enemy[one.cell] else 1.0) * (look.ways((one.cell,), kind, look.turn) <= 2 * turn)
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
    worth *= rule[1].verge if rule[1].verge > 1 and decisive(look, look.foe) else 1.0
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
    if not look.horizon.enemy_moves or not len(look.threats):
        return found
    pocket, line = book.get(Pocket), book.get(FrontLine)
    if pocket is not None and len(look.theirs):
        weight = np.bincount(look.theirs.cell, look.theirs.defence, look.board.size).astype(np.float64)
        beside = look.lie.around(weight) * (look.enemy == 0)
        found += pocket[0] * beside / max(float(beside.max(initial=0.0)), 1.0) / 3
    if line is not None and look.turn <= look.turns - line[1].until:
        found += line[0] * line_of(look, draft, line[1]) / 3
    return found
