"""The chief of staff: carries out the orders that a commander gave to some of the units, and leaves the rest alone."""

from __future__ import annotations

from collections.abc import Sequence

from engine.bots.bot import Bot, Choice, Why, chance
from engine.bots.staff import ordered, tiles
from engine.bots.staff.marching import next_march
from engine.bots.staff.moment import left_behind
from engine.bots.staff.orders import Order, pieces_of, ready
from engine.bots.staff.plan import Orders
from engine.bots.staff.player import why
from engine.play.view import View
from engine.rules.combat import OddsCombat
from engine.rules.move_and_fight import MoveAndFightPhase
from engine.state import Status
from engine.state.actions import AnyAction, Done

MARKS = {"move": Status.MOVED, "declare": Status.FOUGHT}
"""By kind of decision, the mark of a unit that has done its part."""

MOST = 200
"""Plans for one order beyond which it is done with, whatever is left."""


class ChiefOfStaff:
    """Answers for the units under orders in one phase, order by order; dice are the commander's unless he said so.

    When nothing is left to be done it says so with `Done`; whoever asks decides whether that ends the phase.
    With `rest` the adviser then acts for those who have no orders.
    """

    def __init__(
        self, adviser: Bot, side: int, seed: int, orders: Sequence[Order], *, dice: bool = False, rest: bool = False
    ) -> None:
        self.adviser = adviser
        self.side = side
        self.seed = seed
        self.orders = tuple(orders)
        self.throws = dice
        self.rest = rest
        self._planned: list[Choice] = []
        self._plans: dict[int, int] = {}

    def choose(self, view: View) -> Choice:
        """The next thing to be done under the orders; what else is asked, as in a battle, the adviser answers."""
        assert view.decision is not None
        kind = view.decision.kind
        if kind not in MARKS:
            return self.adviser.choose(view)
        while True:
            for number, (action, _) in enumerate(self._planned):
                if self._may(view, action):
                    return self._planned.pop(number)
            if not self._plan_next(view, kind):
                return self._finish(view, kind)

    def _finish(self, view: View, kind: str) -> Choice:
        """What is done when everything ordered is: nothing, or what the adviser would do with everybody else."""
        if self.rest:
            under = {piece for order in self.orders for piece in pieces_of(view.scenario, order)}
            return self.adviser.choose(view.sparing(under, int(MARKS[kind])))
        text = "everything that was ordered is done"
        return Done(), Why(rule="order", goal="keep to the orders", expects="", reasons=[text])

    def explain_not(self, view: View, action: AnyAction) -> str:
        """What the adviser has to say against it."""
        return self.adviser.explain_not(view, action)

    def _may(self, view: View, action: AnyAction) -> bool:
        """Whether an action may be taken: within the rules, and without dice unless the commander said so."""
        if isinstance(action, Done) or not view.judge(action):
            return False
        return self.throws or not view.seals(action)

    def _plan_next(self, view: View, kind: str) -> bool:
        """Plan for the next order that has units left with something to do; False when there is none."""
        for number, order in enumerate(self.orders):
            while self._plans.get(number, 0) < self._most(view, kind):
                self._plans[number] = self._plans.get(number, 0) + 1
                pieces = ready(view.table, order, MARKS[kind])
                self._planned = self._plan(view, kind, order, pieces)
                if any(self._may(view, action) for action, _ in self._planned):
                    return True
                self._plans[number] = MOST
        return False

    def _most(self, view: View, kind: str) -> int:
        """How often an order is planned for: blow by blow and battle by battle, else once."""
        by_blows = isinstance(view.table.phase, MoveAndFightPhase)
        return MOST if by_blows or (kind == "declare" and self.throws) else 1

    def _plan(self, view: View, kind: str, order: Order, pieces: tuple[int, ...]) -> list[Choice]:
        if not pieces:
            return []
        others = [piece for piece in view.pieces(self.side) if piece not in set(pieces)]
        spared = view.sparing(others, int(MARKS[kind]))
        if view.table.mechanism(OddsCombat).chart in view.scenario.combat_tables:
            if kind == "declare":
                return _choices(ordered.battles(spared.table, self.side, order))
            barred = left_behind(view, len(view.log()))
            return _choices(ordered.moves(spared.table, self.side, order, barred))
        if kind == "move" and isinstance(view.table.phase, MoveAndFightPhase):
            return tiles.next_move(spared, order, chance(self.seed, view))
        return next_march(view, order, pieces) if kind == "move" else []


def _choices(orders: Orders) -> list[Choice]:
    return [(action, why(motive)) for action, motive in orders.orders]
