"""Planning a movement phase: prizes in reach, guards, battles, then a formation for everybody else."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.board.kernels import reach
from engine.board.network import path
from engine.bots.doctrine.horizon import own_moves
from engine.bots.staff.assessment import Assessment, Danger
from engine.bots.staff.battles import BattlePlan, Prospects
from engine.bots.staff.draft import Draft
from engine.bots.staff.fields import Goals, covers, goals_of, nearest, nowhere, prizes, pulls, reserved
from engine.bots.staff.finale import Finale
from engine.bots.staff.forfeits import forfeit
from engine.bots.staff.garrisons import pinned
from engine.bots.staff.lots import Lots
from engine.bots.staff.plan import Book, Motive, Orders
from engine.bots.staff.post_kernels import COVER, MASS, PULL, TERMS, settle
from engine.bots.staff.raiding import raid
from engine.bots.staff.reply import Reply, Stand, reply
from engine.bots.staff.roles import guard, seize, watch
from engine.bots.staff.rules import (
    Brace,
    Campaign,
    FrontLine,
    Guard,
    Hold,
    Lead,
    MobileReserve,
    Raid,
    Screen,
    Sustain,
    Whole,
)
from engine.bots.staff.screening import BEATEN, firmly, screen
from engine.bots.staff.spending import fares
from engine.bots.staff.standing import Braced, Bracing, at_the_end, averts
from engine.bots.staff.stations import place_stations, served
from engine.bots.staff.sustaining import hungry, relieved, sustain, ways_of_the_fed
from engine.bots.staff.sweeping import sweep
from engine.bots.staff.telling import tell_battle, tell_open, tell_post
from engine.bots.staff.trespass import exposed
from engine.ids import Cell
from engine.rules.control import Control
from engine.rules.movement import moving
from engine.rules.reach import Reach
from engine.rules.table import Table
from engine.state.actions import AnyAction, MoveStack, MoveUnit

Ints = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.uint8]
Zones = npt.NDArray[np.int16]

PASSES = 2
"""How often the whole formation is gone through again once everybody has a post."""

POSTURES = ((1.0, 1.0), (0.4, 1.6), (2.5, 0.5))
"""Formations that are tried out: how much danger counts, and how much holding places does."""

POSTS = 0.2
"""What a lot of a strength point counts for where posts are chosen."""

BACK = 0.3
"""What is left of the price of leaving a post for a group that can still be back after the battle."""

STAY = 1e-3
"""What staying is worth by itself: a unit that nothing calls elsewhere does not move."""


@dataclass
class PostRatings:
    """What posts were rated by, for the reasons."""

    danger: Danger
    odds: Floats
    goals: Goals
    terms: Floats
    rows: list[int]
    braced: Braced | None = None


@dataclass(frozen=True)
class Offers:
    """What the groups choose their posts from: the same for every formation that is tried.

    `cells[starts[number]:starts[number + 1]]` are the cells of a group and `pulls` what speaks for each by itself.
    """

    rows: list[int]
    starts: Ints
    cells: Ints
    pull: Floats
    pulls: Floats
    fear: Floats
    prize: Floats
    cover: Floats
    mass: Floats
    defence: Floats
    member: Flags
    home: Ints
    zones: Ints
    held: Flags


class Planner:
    """Plans one movement phase of one side."""

    def __init__(self, look: Assessment, book: Book, barred: dict[int, set[int]], seed: str = "") -> None:
        self.look = look
        self.book = book
        self.draft = Draft(look, barred, whole=book.get(Whole) is not None, still=book.of(Campaign).still)
        self.orders = Orders()
        self.battles: list[BattlePlan] = []
        self.led: Floats = np.zeros(look.board.size, np.float64)
        self.lots = Lots(book.of(Campaign).lots, seed)
        self.spare: Floats | float = 0.0
        self.averted: Floats | None = None

    def plan(self) -> Orders:
        """Decide where every unit ends that may move now."""
        if not len(self.draft.force):
            return self.orders
        self.orders.orders = sweep(self.look, self.draft, self.book, self._aims())
        if self.orders.orders:
            return self.orders
        final = at_the_end(self.look, self.book)
        self._give_roles(final)
        self._screen()
        goals = nowhere(self.look, self.draft) if final else goals_of(self.look, self.draft, self.book)
        if final and self.look.horizon.my_combat:
            self._value_posts(goals)
        if self.look.horizon.my_combat and self.book.get(Campaign) is not None:
            self._attack(goals)
        self._form(goals)
        if self.draft.force.station.any():
            self._lead()
        busy = set(moving(self.look.table))
        self.orders.orders.sort(key=lambda order: not busy & _who(order[0]))
        return self.orders

    def _aims(self) -> Goals | None:
        """What everybody makes for while nobody has a task yet; only asked where getting on has a price."""
        return goals_of(self.look, self.draft, self.book) if self.book.of(Campaign).tempo else None

    def _lead(self) -> None:
        look, draft = self.look, self.draft
        rule = self.book.of(Lead)
        danger = look.danger(draft.held, draft.zones)
        if rule.boost and self.battles:
            self._follow()
        self._give(place_stations(look, draft, rule, danger, self.battles))

    def _give(self, roles: Iterable[tuple[int, int, Motive]]) -> None:
        """Send groups to what they were chosen for, each before the next is chosen where that matters."""
        for row, cell, motive in roles:
            self._send(row, cell, motive)

    def _follow(self) -> None:
        """See anew where leaders can go once the others have moved: zones are open to them beside who can attack."""
        look, draft = self.look, self.draft
        state = look.table.state.copy()
        for action, _ in self.orders.orders:
            if isinstance(action, MoveStack | MoveUnit):
                for piece in sorted(_who(action)):
                    state.relocate(piece, action.path[-1])
        moved = Table(look.table.setting, state, seed=0)
        for row in draft.rows():
            if draft.force.station[row]:
                draft.reach_anew(row, moved)

    # Roles and battles

    def _give_roles(self, final: bool) -> None:
        self._give(watch(self.look, self.draft))
        if self.look.turn == self.look.turns:
            self._give(seize(self.look, self.draft))
        self._raid()
        if not final or self.look.horizon.my_combat:
            self._guard()
        self._sustain()

    def _sustain(self) -> None:
        """Cover the gaps in our lines of supply."""
        rule = self.book.get(Sustain)
        if rule is not None and self.look.horizon.enemy_moves:
            self._give(sustain(self.look, self.draft, rule[1]))

    def _raid(self) -> None:
        """A few units keep within reach of what the enemy leaves open."""
        look, rule = self.look, self.book.get(Raid)
        if rule is None or look.last or look.turn < rule[1].first:
            return
        self._give(raid(look, self.draft, rule[1]))

    def _guard(self) -> None:
        """Places that raiders can walk into get guards while the plan asks for them."""
        look, rule = self.look, self.book.get(Guard)
        if rule is not None and look.turns - look.turn < rule[1].turns and look.horizon.enemy_moves:
            self._give(guard(look, self.draft, rule[1]))

    def _value_posts(self, goals: Goals) -> None:
        """What each group would be worth at its post if nobody attacked: the price of sending it into battle."""
        look, draft, rule = self.look, self.draft, self.book.of(Campaign)
        rows = [row for row in draft.rows() if not draft.force.station[row]]
        formation = PostRatings(look.danger(draft.held, draft.zones), np.zeros(0), goals, np.zeros((0, TERMS)), rows)
        posts = self._posts(formation)
        braced, hold = formation.braced, self.book.get(Hold)
        if braced is None or hold is None:
            return
        prize = prizes(look, self.book)
        gains = (braced.without - braced.falls[None, :]) @ prize
        later = own_moves(look.table, look.turn, look.table.state.phase, look.side)
        back = look.budgets(draft.force, later, np.ones(look.board.size, np.int16), False)
        cells, worth = np.unique(look.theirs.cell), rule.place * rule.last / hold[0]
        self.averted = averts(look, self.book, braced)
        self.spare = np.zeros((len(draft.force), len(cells)))
        for number, row in enumerate(rows):
            price = worth * max(float(gains[number]), 0.0) * (BACK if back[row] > 0 else 1.0)
            beside = [cell in look.table.setting.neighbours[posts[number]] for cell in cells.tolist()]
            self.spare[row] = np.where(beside, 0.0, price)

    def _attack(self, goals: Goals) -> None:
        look, draft = self.look, self.draft
        plans = self._battles(goals)
        for number, plan in enumerate(plans):
            motive = tell_battle(look, draft.force, plan, plans[number + 1 : number + 3])
            for row, cell in zip(plan.rows, plan.cells, strict=True):
                self._send(row, cell, motive)
        self.battles = plans

    def _battles(self, goals: Goals) -> list[BattlePlan]:
        """The best set of battles for those who have nothing else to do."""
        look, draft = self.look, self.draft
        prospects = Prospects(look, self.book.of(Campaign), goals.way)
        prospects.nearest = nearest(draft, goals)
        prospects.relief, prospects.averted = relieved(look, self.book), self.averted
        prospects.lots = self.lots.of(len(draft.force), len(prospects.goals)) + self.spare
        can = (draft.can * draft.open[:, None]).astype(np.uint8)
        for row in pinned(look, self.book, draft.force):
            can[row, np.arange(can.shape[1]) != draft.force.cell[row]] = 0
        if self.book.get(Sustain) is not None:
            can = ways_of_the_fed(look, draft, can)
        if look.last:
            prospects.finale = Finale(look, draft.force, can)
        return prospects.plan(draft.force, can, draft.zones, draft.here, draft.count, draft.member, draft.most)

    def _screen(self) -> None:
        """Close the ways into our own country that battles will leave open, and hold what he could storm."""
        rule = self.book.get(Screen)
        if rule is None or not self.look.horizon.enemy_moves:
            return
        battles = self._foreseen() if rule[1].firm and exposed(self.look).any() else self.battles
        beaten = {plan.target for plan in battles if self._taken(plan) >= BEATEN}
        self._give(screen(self.look, self.draft, rule[1], beaten))
        if rule[1].firm and exposed(self.look).any():
            self._give(firmly(self.look, self.draft, rule[1], beaten))

    def _foreseen(self) -> list[BattlePlan]:
        """The battles that would be fought if nobody had anything else to do."""
        if not self.look.horizon.my_combat or self.book.get(Campaign) is None:
            return []
        return self._battles(goals_of(self.look, self.draft, self.book))

    def _taken(self, plan: BattlePlan) -> float:
        """How likely a battle that is planned empties the cell."""
        look = self.look
        attack = sum(float(self.draft.force.attack[row]) for row in plan.rows)
        defence = float(look.theirs.defence[look.theirs.cell == plan.target].sum())
        ratio = attack / max(defence * float(look.terrain.times[plan.target]), 0.1)
        thresholds = look.terrain.tolls.thresholds
        column = int(np.searchsorted(thresholds, ratio + 1e-9, side="right")) + int(look.striking[plan.target])
        ladders = Prospects(look, self.book.of(Campaign)).ladders(plan.target)
        tables = look.terrain.tolls.tables(ladders, float(look.terrain.losses[plan.target]))
        return float(tables[0, max(min(column, len(thresholds)), 0), 2])

    # Everybody else

    def _form(self, goals: Goals) -> None:
        look, draft = self.look, self.draft
        rows = [row for row in draft.rows() if not draft.force.station[row]]
        if not rows:
            return
        formation = PostRatings(look.danger(draft.held, draft.zones), np.zeros(0), goals, np.zeros((0, TERMS)), rows)
        posts = self._settled_posts(formation)
        if self.book.of(Lead).led and draft.force.station.any():
            self.led = self._led(rows, posts)
            posts = self._settled_posts(formation)
        if look.horizon.enemy_moves and not look.horizon.my_moves:
            self.orders.open = tell_open(look, draft, formation, posts)
        for number, row in enumerate(rows):
            if posts[number] >= 0:
                self._send(row, int(posts[number]), tell_post(look, draft, self.book, formation, number, posts[number]))

    def _led(self, rows: list[int], posts: list[int]) -> Floats:
        """The cells that some leader would serve once everybody is at his post."""
        look, draft, rule = self.look, self.draft, self.book.of(Lead)
        with draft.in_thought():
            for row, cell in zip(rows, posts, strict=True):
                draft.assign(row, cell if cell >= 0 else int(draft.force.cell[row]))
            danger = look.danger(draft.held, draft.zones)
            for row, cell, _ in place_stations(look, draft, rule, danger, self.battles):
                draft.assign(row, cell)
            return served(look, draft)

    def _settled_posts(self, formation: PostRatings) -> list[int]:
        """A post for everybody, with no more of them by rail than may go."""
        posts = self._posts(formation)
        return self._posts(formation) if self._crowded(formation.rows, posts) else posts

    def _posts(self, formation: PostRatings) -> list[int]:
        offers = self._offers(formation)
        formation.odds = self._odds(formation.danger)
        posts = self._settled(formation, offers, 1.0, 1.0)
        return self._best(formation, offers, posts) if self.look.horizon.enemy_fights else posts

    def _offers(self, formation: PostRatings) -> Offers:
        """Where each group may stand, and what speaks for and against it whatever the others do."""
        look, draft, rows = self.look, self.draft, formation.rows
        campaign, can = self.book.of(Campaign), draft.can[rows]
        pull = pulls(look, draft, self.book, formation.goals)
        pull[np.arange(len(draft.force)), draft.force.cell] += STAY
        if campaign.fuel:
            pull[np.arange(len(draft.force)), draft.force.cell] += campaign.fuel * fares(look, draft.force)
        pull += self.book.of(Lead).led * self.led - hungry(look, draft, self.book)
        pull = pull[rows] + POSTS * self.lots.of(len(rows), look.board.size)
        owners, cells = np.nonzero(can)
        return Offers(
            rows,
            np.concatenate([[0], np.cumsum(can.sum(axis=1))]).astype(np.int32),
            cells.astype(np.int32),
            pull,
            np.ascontiguousarray(pull[owners, cells]),
            self._fear(rows, campaign),
            prizes(look, self.book),
            covers(look, draft, self.book),
            np.full(len(rows), campaign.mass),
            np.ascontiguousarray(draft.force.defence[rows]),
            np.ascontiguousarray(draft.member[:, rows]),
            np.ascontiguousarray(draft.force.cell[rows]),
            draft.zones.astype(np.int32),
            draft.held,
        )

    def _crowded(self, rows: list[int], posts: list[int]) -> bool:
        """Whether more groups want to go by rail than may; those that gain least by it are kept off."""
        draft = self.draft
        carried = {row: mode for row, cell in zip(rows, posts, strict=True) if (mode := draft.carried(row, cell))}
        modes = {mode.name: mode for mode in carried.values()}
        crowded = False
        for mode in modes.values():
            left, kept = draft.left(mode), set()
            for row in sorted(carried, key=lambda row: (-draft.force.defence[row], row)):
                if carried[row] == mode and draft.load(row, mode) <= left:
                    left -= draft.load(row, mode)
                    kept.add(row)
            crowded |= len(kept) < sum(one == mode for one in carried.values())
            draft.keep_off(mode, [row for row in rows if row not in kept and draft.load(row, mode) > 0])
        return crowded

    def _best(self, formation: PostRatings, offers: Offers, posts: list[int]) -> list[int]:
        """Of several formations the one that looks best after the enemy's best reply to it."""
        rows, look = formation.rows, self.look
        held, zones = self._stood(posts)
        bare, formation.danger = formation.danger, look.danger(held, zones)
        formation.danger.raided |= bare.raided & held  # whoever keeps raiders out by standing there must not forget it
        formation.odds = self._odds(formation.danger)
        found: list[tuple[float, int, list[int], Floats]] = []
        replies: dict[tuple[int, ...], Reply] = {}
        for fear, hold in POSTURES:
            posts = self._settled(formation, offers, fear, hold)
            answer = replies.get(tuple(posts)) or self._replied(rows, posts)
            replies[tuple(posts)] = answer
            found.append((self._worth(formation, answer), -len(found), posts, formation.terms))
        best = max(found, key=lambda one: (one[0], one[1]))
        formation.terms = best[3]
        brace = self.book.get(Brace)
        if brace is not None and look.turn <= look.turns - brace[1].turns:
            brace = None
        return best[2] if brace is None else self._braced(formation, offers, best[2], brace[1])

    def _braced(self, formation: PostRatings, offers: Offers, posts: list[int], rule: Brace) -> list[int]:
        """The formation after single moves have made it as good as they can."""
        look, draft, rows = self.look, self.draft, formation.rows
        end = look.turn >= look.turns - (1 if look.horizon.before else 0)
        spent = [rule.spend if end and not reserved(look, draft, self.book, row) else 1.0 for row in rows]
        fear = rule.care * np.array(spent) * self._stakes(offers)
        mean = max(float(draft.force.defence.mean()), 1.0)
        bracing = Bracing(look, draft, rule, rows, 2.0 * self.book.of(Campaign).fear / mean)
        braced = bracing.improve(posts, formation.danger, offers.pull, fear, rule.care * offers.prize)
        formation.braced = braced
        return braced.posts

    def _stakes(self, offers: Offers) -> Floats:
        """What losing each group whole would cost."""
        mean = max(float(self.draft.force.defence.mean()), 1.0)
        found: Floats = 2.0 * offers.fear * offers.defence / mean
        return np.ascontiguousarray(found)

    def _replied(self, rows: list[int], posts: list[int]) -> Reply:
        look, draft = self.look, self.draft
        defence, ladders = draft.force.defence.tolist(), draft.force.ladders
        cells = np.flatnonzero(draft.strength > 0)
        strength: dict[int, float] = dict(zip(cells.tolist(), draft.strength[cells].tolist(), strict=True))
        steps = {cell: [*draft.steps.get(cell, ((0.1,),))] for cell in strength}
        for row, cell in zip(rows, posts, strict=True):
            if cell >= 0:
                strength[cell] = strength.get(cell, 0.0) + defence[row]
                steps.setdefault(cell, []).extend(ladders[row])
        held, zones = self._stood(posts)
        stand = Stand(strength, {cell: tuple(sorted(found)) for cell, found in steps.items()})
        return reply(look, stand, prizes(look, self.book), look.reach(held, zones))

    def _worth(self, formation: PostRatings, answer: Reply) -> float:
        """What a formation is worth: what speaks for its posts, places held by chance, less what the enemy destroys."""
        campaign, prize = self.book.of(Campaign), prizes(self.look, self.book)
        mean = max(float(self.draft.force.defence.mean()), 1.0)
        held = sum(float(prize[cell]) * chance for cell, chance in answer.holds.items())
        pull = float(formation.terms[:, [PULL, COVER, MASS]].sum())
        return pull + held - campaign.fear * 2.0 * answer.lost / mean

    def _stood(self, posts: list[int]) -> tuple[Flags, Zones]:
        """The cells and zones of the formation with these posts."""
        draft = self.draft
        held, cells = draft.held, np.array([cell for cell in posts if cell >= 0], np.int32)
        held[cells] = 1
        return held, draft.zones + draft.zones_of(cells)

    def _settled(self, formation: PostRatings, offers: Offers, bold: float, firm: float) -> list[int]:
        """A cell for each of the rows, -1 where there is no room; what decided is written down."""
        look, draft, danger, stacks = self.look, self.draft, formation.danger, self.book.of(Hold).stay
        where, formation.terms = settle(
            offers.starts,
            offers.cells,
            look.board.indptr,
            look.board.indices,
            offers.pulls,
            offers.defence,
            bold * offers.fear,
            draft.strength,
            offers.zones,
            offers.held,
            danger.threat,
            danger.ring,
            formation.odds,
            look.terrain.times,
            look.struck,
            look.terrain.tolls.thresholds,
            *look.terrain.typical[:2],
            *look.terrain.vacated(stacks),
            firm * offers.prize,
            danger.raided,
            offers.cover,
            offers.mass,
            16.0,
            self.book.of(FrontLine).stout,
            offers.member,
            draft.most,
            draft.count,
            draft.here,
            offers.home,
            PASSES,
        )
        posts: list[int] = np.where(where >= 0, offers.cells[where], -1).tolist()
        return posts

    def _odds(self, danger: Danger) -> Floats:
        """How likely each cell is attacked: the enemy's groups shared out over what he could attack."""
        look = self.look
        exposed = len(set(look.mine.cell[danger.threat[look.mine.cell] > 0].tolist()))
        attacks = self.book.of(Hold).share * len(look.threats)
        share = min(max(attacks / max(exposed, 1), 0.15), 1.0)
        return np.minimum(share * look.kept("near", self._near) * 1.5, 1.0)

    def _near(self) -> Floats:
        """How near the enemy is to each cell, against what he can march before he fights."""
        look = self.look
        return np.maximum(1.0 - look.ahead / max(float(look.first.max(initial=0)) * 2.0, 1.0), 0.3)

    def _fear(self, rows: list[int], campaign: Campaign) -> Floats:
        force, reserves, lead = self.draft.force, self.book.get(MobileReserve), self.book.of(Lead)
        mean = max(float(force.defence.mean()), 1.0)
        found = campaign.fear * np.minimum(force.defence[rows] / mean, 2.0)
        if campaign.points:
            given = [forfeit(self.look, self.look.side, force.groups[row]) for row in rows]
            found += campaign.fear * campaign.points * np.array(given) / mean
        for number, row in enumerate(rows):
            if force.station[row]:
                found[number] = lead.fear
            elif reserves is not None and reserved(self.look, self.draft, self.book, row):
                found[number] = reserves[1].fear
        return np.ascontiguousarray(found)

    def _send(self, row: int, cell: int, motive: Motive) -> None:
        draft = self.draft
        group = draft.force.groups[row]
        cell = cell if draft.admits(row, cell) else int(draft.force.cell[row])
        draft.assign(row, cell)
        if group in draft.parts:
            self._gather(group, cell, motive)
            return
        if cell == draft.force.cell[row]:
            for piece in group:
                self.orders.stays[piece] = motive
            return
        way = self._by_way_of(row, cell)
        action: AnyAction = MoveUnit(group[0], way) if len(group) == 1 else MoveStack(group, way)
        self.orders.orders.append((action, motive))

    def _gather(self, group: tuple[int, ...], cell: int, motive: Motive) -> None:
        """Send the parts of a division to the cell where it meets."""
        for part in self.draft.parts[group]:
            if self.look.table.state.cell[part.group[0]] == cell:
                self.orders.stays |= dict.fromkeys(part.group, motive)
                continue
            way = part.path(cell)
            action: AnyAction = MoveUnit(part.group[0], way) if len(part.group) == 1 else MoveStack(part.group, way)
            self.orders.orders.append((action, motive))

    def _by_way_of(self, row: int, cell: int) -> tuple[int, ...]:
        """The way to a cell, through an open place that counts if one can be taken in passing."""
        look, draft = self.look, self.draft
        ways, flags = next((ways, flags) for ways, flags in draft.ways[row] if flags[cell])
        straight = ways.path(cell)
        if not isinstance(ways, Reach) or ways.mode.whole or look.table.mechanism(Control).by != "passing":
            return straight
        for one in look.wanted:
            spent = int(ways.spent[one.cell])
            left = ways.budget - spent
            if spent <= 0 or left <= 0 or not flags[one.cell] or one.cell in straight:
                continue
            if look.enemy_zone[one.cell] > 0 or draft.here[one.cell]:
                continue
            costs, stops = look.costs[draft.force.kind[row]], (look.enemy_zone > 0).astype(np.uint8)
            onward, came = reach(look.board.indptr, look.board.indices, costs, one.cell, left, look.enemy, stops, False)
            if onward[cell] > 0:
                return (*ways.path(one.cell), *path(came, Cell(cell))[1:])
        return straight


def _who(action: AnyAction) -> set[int]:
    """The pieces that an order moves."""
    if isinstance(action, MoveStack):
        return set(action.pieces)
    return {action.piece} if isinstance(action, MoveUnit) else set()
