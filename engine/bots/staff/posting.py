"""The posts of a formation: what speaks for each, and which hold best against the enemy's best reply."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.bots.doctrine.kernels import Limits
from engine.bots.staff.assessment import Assessment, Danger
from engine.bots.staff.draft import Draft
from engine.bots.staff.fields import Goals, covers, prizes, pulls, reserved
from engine.bots.staff.forfeits import forfeit
from engine.bots.staff.kernels import PostOptions
from engine.bots.staff.lots import Lots
from engine.bots.staff.plan import Book
from engine.bots.staff.post_kernels import COVER, MASS, PULL, TERMS, Goods, Perils, Settlers, Stood, settle
from engine.bots.staff.reply import Reply, Stand, reply
from engine.bots.staff.rules import Brace, Campaign, FrontLine, Hold, MobileReserve
from engine.bots.staff.special_rules import Lead
from engine.bots.staff.spending import fares
from engine.bots.staff.standing import Braced, Bracing
from engine.bots.staff.sustaining import hungry

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

MASSED = 16.0
"""The strength near by that is mass enough."""

HAIR = 1e-6
"""More than sums of the same figures differ by that were added up in another order."""

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


class Posting:
    """Finds posts for the groups of a draft that have nothing else to do."""

    def __init__(self, look: Assessment, draft: Draft, book: Book, lots: Lots, *, heard: bool = True) -> None:
        self.look = look
        self.draft = draft
        self.book = book
        self.lots = lots
        self.heard = heard
        self.led: Floats = np.zeros(look.board.size, np.float64)
        self.later: frozenset[int] = frozenset()
        """Groups that are placed when all others stand."""

    def ratings(self, goals: Goals) -> PostRatings:
        """What the posts of everybody without one are to be rated by."""
        look, draft = self.look, self.draft
        rows = [row for row in draft.rows() if not draft.force.station[row] and row not in self.later]
        return PostRatings(look.danger(draft.held, draft.zones), np.zeros(0), goals, np.zeros((0, TERMS)), rows)

    def settled(self, formation: PostRatings) -> list[int]:
        """A post for everybody, with no more of them by rail than may go."""
        posts = self.posts(formation)
        return self.posts(formation) if self._crowded(formation.rows, posts) else posts

    def posts(self, formation: PostRatings, *, compared: bool = False) -> list[int]:
        """A post for everybody; if it is to be `compared`, also what the formation would be without each of them."""
        offers = self._offers(formation)
        formation.odds = self._odds(formation.danger)
        posts = self._settled(formation, offers, 1.0, 1.0)
        return self._best(formation, offers, posts, compared) if self.look.horizon.enemy_fights else posts

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

    def _best(self, formation: PostRatings, offers: Offers, posts: list[int], compared: bool) -> list[int]:
        """Of several formations the one that looks best after the enemy's best reply to it, braced if the plan says."""
        look = self.look
        held, zones = self._stood(posts)
        bare, formation.danger = formation.danger, look.danger(held, zones)
        formation.danger.raided |= bare.raided & held  # whoever keeps raiders out by standing there must not forget it
        formation.odds = self._odds(formation.danger)
        tried = POSTURES[: self.book.of(Campaign).postures]
        best = self._tried(formation, offers, tried) if len(tried) > 1 else self._settled(formation, offers, *tried[0])
        brace = self.book.get(Brace)
        if brace is not None and look.turn <= look.turns - brace[1].turns:
            brace = None
        return best if brace is None else self._braced(formation, offers, best, brace[1], compared)

    def _tried(self, formation: PostRatings, offers: Offers, postures: tuple[tuple[float, float], ...]) -> list[int]:
        """The formation that stands best after the enemy's best reply to it; what decided is written down."""
        found: list[tuple[float, int, list[int], Floats]] = []
        replies: dict[tuple[int, ...], Reply] = {}
        for fear, hold in postures:
            posts = self._settled(formation, offers, fear, hold)
            if found and self._unopposed(formation) < max(found)[0] - HAIR:
                continue
            answer = replies.get(tuple(posts)) or self._replied(formation.rows, posts)
            replies[tuple(posts)] = answer
            found.append((self._worth(formation, answer), -len(found), posts, formation.terms))
        best = max(found, key=lambda one: (one[0], one[1]))
        formation.terms = best[3]
        return best[2]

    def _braced(
        self, formation: PostRatings, offers: Offers, posts: list[int], rule: Brace, compared: bool
    ) -> list[int]:
        """The formation after single moves have made it as good as they can."""
        look, draft, rows = self.look, self.draft, formation.rows
        end = look.turn >= look.turns - (1 if look.horizon.before else 0)
        spent = [rule.spend if end and not reserved(look, draft, self.book, row) else 1.0 for row in rows]
        fear = rule.care * np.array(spent) * self._stakes(offers)
        mean = max(float(draft.force.defence.mean()), 1.0)
        bracing = Bracing(look, draft, rule, rows, 2.0 * self.book.of(Campaign).fear / mean)
        prize = rule.care * offers.prize
        braced = bracing.improve(posts, formation.danger, offers.pull, fear, prize, compared=compared or self.heard)
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

    def _unopposed(self, formation: PostRatings) -> float:
        """What a formation would be worth if the enemy did nothing: no reply to it leaves it worth more."""
        cells = list({one.cell for one in self.look.held})
        return float(formation.terms[:, [PULL, COVER, MASS]].sum() + prizes(self.look, self.book)[cells].sum())

    def _stood(self, posts: list[int]) -> tuple[Flags, Zones]:
        """The cells and zones of the formation with these posts."""
        draft = self.draft
        held, cells = draft.held, np.array([cell for cell in posts if cell >= 0], np.int32)
        held[cells] = 1
        return held, draft.zones + draft.zones_of(cells)

    def _settled(self, formation: PostRatings, offers: Offers, bold: float, firm: float) -> list[int]:
        """A cell for each of the rows, -1 where there is no room; what decided is written down."""
        look, draft, danger, stacks = self.look, self.draft, formation.danger, self.book.of(Hold).stay
        vacated, siege = look.terrain.vacated(stacks)
        where, formation.terms = settle(
            look.board.net,
            Settlers(offers.defence, bold * offers.fear, offers.mass, offers.home),
            Limits(draft.count, offers.member, draft.most),
            Perils(
                *(danger.threat, danger.ring, formation.odds, look.terrain.times, look.struck, siege),
                *(look.terrain.tolls.thresholds, *look.terrain.typical[:2], vacated),
            ),
            Goods(firm * offers.prize, danger.raided, offers.cover, MASSED, self.book.of(FrontLine).stout),
            Stood(draft.strength, offers.zones, offers.held, draft.here),
            PostOptions(offers.starts, offers.cells, offers.pulls),
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
