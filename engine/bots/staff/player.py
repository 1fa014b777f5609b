"""The player of the staff's plans: plans a phase at once, acts step by step, and remembers nothing that it needs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from engine.bots.bot import Choice, Rejected, Why
from engine.bots.firing import Aim, next_shot
from engine.bots.flying import KINDS, next_flight
from engine.bots.greedy import GreedyBot
from engine.bots.owed import duty
from engine.bots.quartermaster import errand
from engine.bots.rule import Weighted, read_rule
from engine.bots.staff.answers import ANSWERS
from engine.bots.staff.assessment import Assessment
from engine.bots.staff.cities import by_cities
from engine.bots.staff.declaring import declare
from engine.bots.staff.draft import lost_in
from engine.bots.staff.elsewhere import planned, tell_elsewhere
from engine.bots.staff.fuelling import fuelling
from engine.bots.staff.holding import next_reserve, release, stand_down
from engine.bots.staff.laying import buy, lay
from engine.bots.staff.moment import left_behind, moment, phase_began, rewound
from engine.bots.staff.moves import Planner
from engine.bots.staff.plan import Book, Motive, Orders, Rated
from engine.bots.staff.rules import STAFF_RULES, Campaign
from engine.bots.staff.setting_up import deployment, standing, tell_standing
from engine.bots.staff.softening import aim_of
from engine.bots.staff.special_rules import HoldBack, MarchModes, Muster
from engine.bots.staying import stays
from engine.bots.turning import next_turning
from engine.bots.words import second_best, tell_action
from engine.play.game import Entry
from engine.play.intent import told_already
from engine.play.view import View
from engine.records.play import Doctrine
from engine.rules.barrage import Barrage
from engine.rules.combat import phase_kind
from engine.rules.stacking import fits
from engine.rules.table import Table
from engine.state.actions import AnyAction, Done, MoveStack, MoveUnit, PlaceUnit
from engine.state.tasks import SetUp

JUST_THAT = "It would do just that."
"""The answer to whoever asks why it would not do what it would do."""

FIRING = ("declare", *KINDS)
"""The decisions that guns and aircraft may have to answer."""


class Kept:
    """A plan, the entry of the log that it was made behind, and how far the log has carried it out."""

    def __init__(self, kind: str, position: int, last: Entry, orders: Orders) -> None:
        self.kind = kind
        self.position = position
        self.last = last
        self.orders = orders
        self.done: set[AnyAction] = set()
        self.passed = 0
        self._seen = position
        self._newest = last

    def holds(self, log: Sequence[Entry], side: int) -> bool:
        """Whether the log has gone on by nothing but this plan since it was last looked at."""
        if len(log) < self._seen or log[self._seen - 1] is not self._newest:
            return False
        if moment(log, side, self.kind, self._seen) > self._seen:
            return False
        self.note(log)
        return True

    def note(self, log: Sequence[Entry]) -> None:
        """Take note of what the log holds by now."""
        if len(log) < self._seen or log[self._seen - 1] is not self._newest:
            self.done, self.passed, self._seen = set(), 0, self.position
        self.done.update(entry.action for entry in log[self._seen :] if entry.action is not None)
        self._seen, self._newest = len(log), log[-1]
        orders = self.orders.orders
        while self.passed < len(orders) and orders[self.passed][0] in self.done:
            self.passed += 1

    @property
    def overtaken(self) -> bool:
        """Whether units were moved otherwise than planned, as by a player's own hand, and something is left undone."""
        planned = {action for action, _ in self.orders.orders}
        moved = {action for action in self.done if isinstance(action, MoveUnit | MoveStack)}
        return self.kind == "move" and bool(moved - planned) and bool(planned - self.done)


class StaffBot:
    """Follows the doctrine rows of a plan; what it keeps between decisions it could find again from the log."""

    def __init__(self, side: int, seed: int, doctrine: tuple[Doctrine, ...] = ()) -> None:
        self.side = side
        self.seed = seed
        self.book = book_of(doctrine)
        self.heard = True
        """Whether anybody reads the reasons; nobody does in games of which only the figures are kept."""
        self._fallback = GreedyBot(side, seed)
        self._kept: Kept | None = None
        self._deployed: tuple[tuple[Entry, int, int], dict[int, int]] | None = None
        self._aimed: tuple[Entry, Aim] | None = None
        self._looked: tuple[tuple[int, int], View, Assessment] | None = None

    def choose(self, view: View) -> Choice:
        """The next step of the plan of the phase, or the best answer to a small decision."""
        assert view.decision is not None
        kind = view.decision.kind
        if kind in FIRING and (shot := self._shot(view, kind)) is not None:
            return shot
        if kind == "move" and (first := self._first(view)) is not None:
            return first
        if kind in ("move", "declare"):
            return self._announced(view, self._ordered(view, kind))
        if kind == "deploy" and (owes := duty(view)) is not None:
            return owes
        if kind == "set-up":
            return self._set_up(view)
        if kind == "release" and self.book.get(HoldBack) is not None:
            return release(view, self.seed, self._thought_out)
        if (advised := self._advised(view)) is not None:
            return advised
        if kind in ANSWERS:
            return self._answer(view, kind)
        if kind in ("lay", "buy"):
            action, motive = (lay if kind == "lay" else buy)(view, self._look(view), self.book)
            return action, why(motive)
        return self._fallback.choose(view)

    def _first(self, view: View) -> Choice | None:
        """What is done before anybody moves: who turns over, who is no reserve any more, and errands for supply."""
        modes, reserves = self.book.get(MarchModes), self.book.get(HoldBack)
        turned = next_turning(view, modes[1].far, modes[1].farther, modes[1].press) if modes is not None else None
        down = stand_down(view, reserves[1]) if reserves is not None else None
        return turned or down or errand(view)

    def _shot(self, view: View, kind: str) -> Choice | None:
        """What guns and aircraft do, aimed where attacks are to follow if the plan minds dice."""
        if not self.book.of(Campaign).modifiers or (
            kind == "declare" and not isinstance(phase_kind(view.table), Barrage)
        ):
            return next_shot(view) or next_flight(view)
        aim = self._aim(view)
        return next_shot(view, aim) or next_flight(view, aim)

    def _aim(self, view: View) -> Aim:
        """What a barrage is worth where, as it was when the phase began."""
        log = view.log()
        position = phase_began(log)
        if self._aimed is None or self._aimed[0] is not log[position - 1]:
            look = self._assessed(rewound(view, log[position:]))
            self._aimed = (log[position - 1], aim_of(look, self.book))
        return self._aimed[1]

    # Plans

    def orders(self, view: View, kind: str) -> tuple[int, Orders]:
        """The plan in force, and how much of the log lies before it."""
        log, kept = view.log(), self._kept
        if kept is not None and kept.kind == kind and kept.holds(log, self.side):
            return kept.position, kept.orders
        position = moment(log, self.side, kind)
        last = log[position - 1]
        if kept is None or kept.kind != kind or kept.last is not last:
            look = self._assessed(rewound(view, log[position:]))
            made = (
                declare(look, self.book, heard=self.heard) if kind == "declare" else self._planned(view, look, position)
            )
            kept = Kept(kind, position, last, made)
        kept.note(log)
        self._kept = kept
        return position, kept.orders

    def _planned(self, view: View, look: Assessment, position: int) -> Orders:
        heard = self.heard or self.book.get(HoldBack) is not None  # who holds reserves back reads his own reasons
        return Planner(look, self.book, left_behind(view, position), f"{self.seed}:{position}", heard=heard).plan()

    def _thought_out(self, view: View) -> tuple[Orders, bool]:
        """What would be done in a movement that is only thought of, and whether it comes to blows after it."""
        look = self._assessed(view.table)
        return Planner(look, self.book, left_behind(view, len(view.log()))).plan(), look.horizon.my_combat

    def _ordered(self, view: View, kind: str) -> Choice:
        _, plan = self.orders(view, kind)
        assert self._kept is not None
        left = plan.orders[self._kept.passed :]
        for number, (action, motive) in enumerate(left):
            if action not in self._kept.done and view.judge(action):
                return fuelling(view, action, [one for one, _ in left[number:]]) or (action, why(motive))
        if self._kept.overtaken:  # what was planned cannot be done any more, and others wait who could do something
            log = view.log()
            anew = self._planned(view, self._assessed(view.table), len(log))
            self._kept = Kept(kind, len(log), log[-1], anew)
            return self._ordered(view, kind)
        if kind == "move" and (held := self._held_back(view)) is not None:
            return held
        if view.judge(Done()):
            rest = "everything that was planned is done"
            reasons = [rest, *plan.open]
            return Done(), Why(rule="plan", goal="keep to the plan", expects="no more is gained", reasons=reasons)
        return duty(view) or self._owed(view)

    def _announced(self, view: View, choice: Choice) -> Choice:
        """An order with what the whole turn is for, if it is the first of the first plan that says so."""
        kept = self._kept
        if not self.heard or kept is None or kept.done or kept.orders.intent is None:
            return choice
        if told_already(view.setting, view.log(), view.side):
            return choice
        action, reason = choice
        return action, Why({**reason, "plan": kept.orders.intent().as_kept()})

    def _held_back(self, view: View) -> Choice | None:
        """Who is held back once everything that was planned is done, where the plan keeps reserves."""
        rule = self.book.get(HoldBack)
        if rule is None or not view.setting.answering("reserves"):
            return None
        return next_reserve(view, rule[1], self._look(view).held_cells)

    def _owed(self, view: View) -> Choice:
        """A move that the rules ask for: to where the unit lives, as far as it can go, away from the enemy."""
        table, ahead = view.table, self._look(view).ahead
        asked = [action for action in view.options() if isinstance(action, MoveUnit)]
        owing = {piece for piece in {action.piece for action in asked} if not table.verdict("owes", piece)}
        owed = [action for action in asked if action.piece in owing] or asked

        def rated(one: MoveUnit) -> tuple[bool, bool, int, int, int]:
            end = one.path[-1]
            lives = end not in lost_in(table, one.piece)
            return lives, fits(table, one.piece, end), len(one.path), int(ahead[end]), -one.piece

        best = max(owed, key=rated)
        text = f"{view.table.full_name(best.piece)} must march on"
        return best, Why(rule="plan", goal="keep to the rules", expects="nothing else is allowed", reasons=[text])

    # Set-up

    def _set_up(self, view: View) -> Choice:
        look = self._assessed(view.table)
        actions = [action for action in view.options() if isinstance(action, PlaceUnit)]
        planned = self._deployment(view, look)
        for action in actions:
            if planned.get(action.piece) == action.cell:
                text = f"a first battle from {look.label(action.cell)} pays best"
                return action, Why(rule=Muster.key, goal=Muster.goal, expects=text, reasons=[text])
        if not actions:
            return self._fallback.choose(view)
        ranked = sorted(actions, key=lambda one: (-standing(look, self.book, self.seed, one), one.piece, one.cell))
        best = ranked[0]
        text, expects = tell_standing(look, best), "no first battle needs it elsewhere"
        return best, Why(rule=Muster.key, goal=Muster.goal, expects=expects, reasons=[text])

    def _deployment(self, view: View, look: Assessment) -> dict[int, int]:
        """The first battles of the line of the set-up at hand; our own placements change nothing in them."""
        task = view.state.agenda[-1]
        assert isinstance(task, SetUp)
        key = (view.log()[0], task.line, len(view.pieces(1 - self.side)))
        if self._deployed is None or self._deployed[0] != key or self._deployed[0][0] is not key[0]:
            self._deployed = (key, deployment(look, self.book, self.seed))
        return self._deployed[1]

    # Small decisions

    def _advised(self, view: View) -> Choice | None:
        """The answer that the rule which asks for it finds most sensible; None: no rule has anything to say of it."""
        asked = view.table.answering("advise")
        rated: list[tuple[Rated, AnyAction]] = []
        for action in view.options() if asked else ():
            said = next((said for one in asked if (said := one.advise(view.table, self.side, action))), None)
            if said is not None:
                rated.append(((said[0], partial(str, said[1])), action))
        return self._best(view, "rules", "do what is sensible", rated) if rated else None

    def _answer(self, view: View, kind: str) -> Choice:
        rule, goal, rate = ANSWERS[kind]
        look = self._look(view)
        return self._best(view, rule, goal, [(rate(look, self.book, action), action) for action in view.options()])

    def _best(self, view: View, rule: str, goal: str, found: list[tuple[Rated, AnyAction]]) -> Choice:
        """Of answers with their ratings the best, the first of several; with those that come after it."""
        actions = [action for _, action in found]
        rated = [(said, -number) for number, (said, _) in enumerate(found)]
        rated.sort(key=lambda one: (one[0][0], one[1]), reverse=True)
        (score, said), number = rated[0]
        if not self.heard:
            return actions[-number], Why(rule=rule, goal=goal)
        text = said()
        told = Why(rule=rule, goal=goal, expects="the least bad of the answers" if score < 0 else text, reasons=[text])
        told["rejected"] = [
            Rejected(
                {
                    "action text": tell_action(view, actions[-other]),
                    "score": round(value, 2),
                    "why": second_best(said(), value < score),
                }
            )
            for (value, said), other in rated[1:3]
        ]
        return actions[-number], told

    def _look(self, view: View) -> Assessment:
        state = view.state
        key = (state.version, state.moment)
        if self._looked is None or self._looked[0] != key or self._looked[1] is not view:
            self._looked = (key, view, self._assessed(view.table))
        return self._looked[2]

    def _assessed(self, table: Table) -> Assessment:
        """How things stand, seen as the plan wants them seen."""
        rule = self.book.of(Campaign)
        look = Assessment(table, self.side, modifiers=rule.modifiers, stakes=rule.stakes)
        look.foresees, look.returns, look.restores = rule.foresee, rule.returns, rule.restores
        by_cities(look, rule.cities)
        return look

    def explain_not(self, view: View, action: AnyAction) -> str:
        """Why it would not do this: the rule case that forbids it, or what it prefers and what would come of this."""
        staying, verdict = stays(view, action), view.judge(action)
        if not verdict and not staying:
            return verdict.why
        best, reason = self.choose(view)
        kind = view.decision.kind if view.decision else ""
        if kind not in ("move", "declare"):
            return JUST_THAT if _alike(best, action) else f"It would rather {_told(view, best, reason)}."
        _, plan = self.orders(view, kind)
        concerned = [(one, motive) for one, motive in plan.orders if _concerns(one, action) and view.judge(one)]
        if isinstance(action, MoveUnit) and not concerned and not _concerns(best, action):
            return JUST_THAT if staying else self._left(view, plan, action)
        motive = concerned[0][1] if concerned else None
        best, reason = (best, reason) if motive is None else (concerned[0][0], why(motive))
        if _alike(best, action):
            return JUST_THAT
        more = self._elsewhere(view, plan, action, motive) if isinstance(action, MoveUnit) else ""
        return f"It would rather {_told(view, best, reason)}.{more}"

    def _left(self, view: View, plan: Orders, action: MoveUnit) -> str:
        """Why a unit is left where it is, and what it would face where it was to go."""
        name, here = view.table.full_name(action.piece), view.table.label(view.state.cell[action.piece])
        motive = plan.stays.get(action.piece)
        reason = motive.reason if motive is not None else "nothing calls it away"
        return f"It would leave {name} in {here}: {reason}.{self._elsewhere(view, plan, action, motive)}"

    def _elsewhere(self, view: View, plan: Orders, action: MoveUnit, motive: Motive | None) -> str:
        """What a unit would face where it was to go, beside what it faces where the plan has it."""
        ends = planned(view.table, self.side, plan)
        said = tell_elsewhere(self._look(view), ends, action.piece, action.path[-1], motive)
        return f" {said}" if said else ""


def why(motive: Motive) -> Why:
    """A motive as the log keeps it."""
    found = Why(rule=motive.rule, goal=motive.goal, expects=motive.expects, reasons=[motive.reason])
    found["rejected"] = [
        Rejected({"action text": text, "score": round(score, 2), "why": said}) for text, score, said in motive.others
    ]
    return found


def _told(view: View, action: AnyAction, reason: Why) -> str:
    """An action with its reasons."""
    return f"{tell_action(view, action)}: {'; '.join(reason.get('reasons', []))}"


def _pieces(action: AnyAction) -> set[int]:
    if isinstance(action, MoveStack):
        return set(action.pieces)
    piece = getattr(action, "piece", None)
    return set() if piece is None else {piece}


def _concerns(order: AnyAction, action: AnyAction) -> bool:
    return bool(_pieces(order) & _pieces(action))


def _alike(one: AnyAction, other: AnyAction) -> bool:
    """Whether two actions come to the same: the way to a cell does not matter."""
    if isinstance(one, MoveUnit) and isinstance(other, MoveUnit):
        return (one.piece, one.path[-1]) == (other.piece, other.path[-1])
    return one == other


def book_of(doctrine: tuple[Doctrine, ...]) -> Book:
    """The rules that are on, with weights and parameters; every rule as usual where there are no rows."""
    rows = [row for row in doctrine if row.rule in STAFF_RULES]
    if not rows:
        return Book([Weighted(1.0, kind()) for kind in STAFF_RULES.values()])
    return Book(
        [
            Weighted(row.weight, read_rule(STAFF_RULES[row.rule], row.params).with_weight(row.weight))
            for row in rows
            if row.on and row.weight > 0
        ]
    )
