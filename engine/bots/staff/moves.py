"""Planning a movement phase: prizes in reach, guards, battles, then a formation for everybody else."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

import numpy as np
import numpy.typing as npt

from engine.board.kernels import reach
from engine.board.network import path
from engine.bots.doctrine.horizon import own_moves
from engine.bots.staff.affording import payable
from engine.bots.staff.assessment import Assessment
from engine.bots.staff.battles import BattlePlan, Prospects
from engine.bots.staff.camps import Camps
from engine.bots.staff.clearing import worth_driving_off
from engine.bots.staff.draft import Draft
from engine.bots.staff.fields import Goals, goals_of, nearest, nowhere, prizes
from engine.bots.staff.finale import Finale
from engine.bots.staff.garrisons import pinned
from engine.bots.staff.guns import guns_in, place_guns
from engine.bots.staff.intending import intend
from engine.bots.staff.lots import Lots
from engine.bots.staff.plan import UNTOLD, Book, Motive, Orders
from engine.bots.staff.posting import Posting, PostRatings
from engine.bots.staff.raiding import raid
from engine.bots.staff.roles import guard, seize, watch
from engine.bots.staff.rules import Campaign, Guard, Hold, Raid, Screen
from engine.bots.staff.screening import BEATEN, firmly, screen
from engine.bots.staff.special_rules import Lead, Sustain, Whole
from engine.bots.staff.standing import at_the_end, averts
from engine.bots.staff.stations import place_stations, served
from engine.bots.staff.sustaining import sustain, ways_of_the_fed
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

BACK = 0.3
"""What is left of the price of leaving a post for a group that can still be back after the battle."""


APART = 3
"""How often a plan is made anew because camps that must not mix would stand side by side."""


class Planner:
    """Plans one movement phase of one side."""

    def __init__(
        self, look: Assessment, book: Book, barred: dict[int, set[int]], seed: str = "", *, heard: bool = True
    ) -> None:
        self.look = look
        self.heard = heard
        """Whether anybody reads the reasons; else those that are long in the making are left out."""
        self.book = book
        self.draft = Draft(look, barred, whole=book.get(Whole) is not None, still=book.of(Campaign).still)
        self.camps = Camps(self.draft)
        self.orders = Orders()
        self.battles: list[BattlePlan] = []
        self.lots = Lots(book.of(Campaign).lots, seed)
        self.posting = Posting(look, self.draft, book, self.lots, heard=heard)
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
        guns = guns_in(self.look, self.draft) if self.look.horizon.enemy_moves else []
        self.posting.later = frozenset(guns)
        self._form(goals)
        if guns:
            self._cover(guns)
        if self.draft.force.station.any():
            self._lead()
        busy = set(moving(self.look.table))
        self.orders.orders.sort(key=lambda order: not busy & _who(order[0]))
        self.orders.intent = partial(intend, self.look, self.draft, self.battles, self.orders)
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

    def _cover(self, guns: list[int]) -> None:
        """Guns go where everybody else stands by now."""
        danger = self.look.danger(self.draft.held, self.draft.zones)
        self._give(place_guns(self.look, self.draft, guns, danger, self.battles))

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
            self._give(seize(self.look, self.draft, self.book.of(Guard)))
        self._raid()
        if not final:
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
        formation = self.posting.ratings(goals)
        posts, rows = self.posting.posts(formation, compared=True), formation.rows
        braced, hold = formation.braced, self.book.get(Hold)
        if braced is None or hold is None:
            return
        prize = prizes(look, self.book)
        gains = (braced.without - braced.falls[None, :]) @ prize
        later = own_moves(look.table, look.turn, look.table.state.phase, look.side)
        back = look.budgets(draft.force, later, True, False)
        cells, worth = np.unique(look.theirs.cell), rule.place * rule.last / hold[0]
        self.averted = averts(look, self.book, braced)
        self.spare = np.zeros((len(draft.force), len(cells)))
        for number, row in enumerate(rows):
            price = worth * max(float(gains[number]), 0.0) * (BACK if back[row] > 0 else 1.0)
            beside = [cell in look.table.setting.neighbours[posts[number]] for cell in cells.tolist()]
            self.spare[row] = np.where(beside, 0.0, price)

    def _attack(self, goals: Goals) -> None:
        look, draft = self.look, self.draft
        plans = payable(look, draft.force, self._battles(goals))
        for number, plan in enumerate(plans):
            others = plans[number + 1 : number + 3]
            motive = tell_battle(look, draft.force, plan, others) if self.heard else UNTOLD
            for row, cell in zip(plan.rows, plan.cells, strict=True):
                self._send(row, cell, motive)
        self.battles = plans

    def _battles(self, goals: Goals) -> list[BattlePlan]:
        """The best set of battles for those who have nothing else to do."""
        look, draft = self.look, self.draft
        prospects = Prospects(look, self.book.of(Campaign), goals.way)
        prospects.nearest = nearest(draft, goals)
        prospects.relief, prospects.averted = worth_driving_off(look, self.book), self.averted
        prospects.lots = self.lots.of(len(draft.force), len(prospects.goals)) + self.spare
        can = (draft.can * draft.open[:, None]).astype(np.uint8)
        for row in pinned(look, self.book, draft.force):
            can[row, np.arange(can.shape[1]) != draft.force.cell[row]] = 0
        if self.book.get(Sustain) is not None:
            can = ways_of_the_fed(look, draft, can)
        if look.last:
            prospects.finale = Finale(look, draft.force, can)
        for _ in range(APART):
            plans = prospects.plan(draft.force, can, draft.zones, draft.here, draft.count, draft.member, draft.most)
            parted = self.camps.parted(plans)
            if not parted:
                break
            for row, cells in parted:
                can[row, cells] = 0
        return plans

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
        formation = self.posting.ratings(goals)
        rows = formation.rows
        if not rows:
            return
        posts = self._settled(formation)
        if self.book.of(Lead).led and draft.force.station.any():
            self.posting.led = self._led(rows, posts)
            posts = self._settled(formation)
        if self.heard and look.horizon.enemy_moves and not look.horizon.my_moves:
            self.orders.open = tell_open(look, draft, formation, posts)
        for number, row in enumerate(rows):
            if posts[number] >= 0:
                cell = int(posts[number])
                told = tell_post(look, draft, self.book, formation, number, cell) if self.heard else UNTOLD
                self._send(row, cell, told)

    def _settled(self, formation: PostRatings) -> list[int]:
        """A post for everybody, with no camps mixed as far as that can be helped."""
        posts = self.posting.settled(formation)
        for _ in range(APART):
            mixed = self.camps.mixed(formation.rows, posts)
            if not mixed:
                break
            for row, cells in mixed:
                self.camps.shut([row], cells)
            posts = self.posting.settled(formation)
        return posts

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

    def _send(self, row: int, cell: int, motive: Motive) -> None:
        draft = self.draft
        group = draft.force.groups[row]
        cell = cell if draft.admits(row, cell) else int(draft.force.cell[row])
        draft.assign(row, cell)
        self.camps.take(row, cell)
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
            onward, came = reach(look.board.net, costs, one.cell, left, look.enemy, stops, False)
            if onward[cell] > 0:
                return (*ways.path(one.cell), *path(came, Cell(cell))[1:])
        return straight


def _who(action: AnyAction) -> set[int]:
    """The pieces that an order moves."""
    if isinstance(action, MoveStack):
        return set(action.pieces)
    return {action.piece} if isinstance(action, MoveUnit) else set()
