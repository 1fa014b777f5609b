"""The player of the rules: plans a phase at once, acts step by step, and keeps what it rejected."""

from __future__ import annotations

from engine.bots.bot import Choice, Rejected, Why, chance
from engine.bots.doctrine import FIRST_RULES
from engine.bots.doctrine.appraisal import Appraisal
from engine.bots.doctrine.battles import declare
from engine.bots.doctrine.deploy import Deploy
from engine.bots.doctrine.hop_moves import next_blow, plan_posts
from engine.bots.doctrine.intending import intend_blows
from engine.bots.doctrine.moves import MovePlan, plan_moves
from engine.bots.doctrine.rule import ActionRule
from engine.bots.firing import next_shot
from engine.bots.flying import next_flight
from engine.bots.greedy import GreedyBot
from engine.bots.owed import duty
from engine.bots.quartermaster import errand
from engine.bots.recall import RecallingBot
from engine.bots.rule import Weighted, read_rule
from engine.bots.staying import stays
from engine.bots.words import second_best, tell_action
from engine.play.intent import told_already
from engine.play.view import View
from engine.records.play import Doctrine
from engine.rules.move_and_fight import MoveAndFightPhase
from engine.state.actions import AnyAction, Done, MoveUnit, PlaceUnit


class DoctrineBot(RecallingBot):
    """Follows the doctrine rows of a plan; what none of them answers is left to the yardstick."""

    tells = False
    """Whether it says what a turn is for; the first release's did not."""

    def __init__(self, side: int, seed: int, doctrine: tuple[Doctrine, ...] = ()) -> None:
        super().__init__(side, seed)
        self.rules = rules_of(doctrine)
        self._fallback = GreedyBot(side, seed)
        self.forget()

    def forget(self) -> None:
        """Remember nothing of any phase."""
        self._fallback.forget()
        self._orders: list[Choice] = []
        self._when: tuple[int, int, str] = (-1, -1, "")
        self._looked: tuple[tuple[int, ...], Appraisal] | None = None
        self.plan: MovePlan | None = None

    def choose(self, view: View) -> Choice:
        """The answer to the decision that the side owes; the first of a turn that moves says what the turn is for."""
        choice = super().choose(view)
        kind = view.decision.kind if view.decision else ""
        if not self.tells or kind != "move" or not isinstance(view.table.phase, MoveAndFightPhase):
            return choice
        if told_already(view.setting, view.log(), view.side):
            return choice
        action, reason = choice
        return action, Why({**reason, "plan": intend_blows(self._look(view), self.rules).as_kept()})

    def answer(self, view: View) -> Choice:
        """The next step of the plan of the phase, or the best answer to a small decision."""
        assert view.decision is not None
        kind = view.decision.kind
        if kind == "move" and isinstance(view.table.phase, MoveAndFightPhase):
            return self._struck(view)
        if kind == "move" and (supply := errand(view)) is not None:
            return supply
        if kind == "deploy" and (owes := duty(view)) is not None:
            return owes
        if (shot := next_shot(view) or next_flight(view)) is not None:
            return shot
        if kind in ("move", "declare", "set-up"):
            return self._ordered(view, kind)
        return self._scored(view, kind)

    # Plans

    def _struck(self, view: View) -> Choice:
        """Strike while a blow is worth it, then send the rest to their posts."""
        when = (view.state.turn, view.state.phase, "posts")
        if self._when != when:
            blow = next_blow(self._look(view), self.rules)
            if blow is not None:
                return blow
            self._when = when
            self._orders = list(plan_posts(self._look(view), self.rules, chance(self.seed, view)).orders)
        return self._ordered(view, "posts")

    def _ordered(self, view: View, kind: str) -> Choice:
        when = (view.state.turn, view.state.phase, view.decision.prompt if kind == "set-up" and view.decision else kind)
        if kind == "set-up" or when != self._when:
            self._when = when
            self._orders = self._plan(view, kind)
        while self._orders:
            action, why = self._orders.pop(0)
            if view.judge(action):
                return action, why
        if kind == "set-up":
            return self._fallback.answer(view)
        if kind == "declare" and (owes := duty(view)) is not None:
            return owes
        return Done(), Why(
            rule="plan",
            goal="keep to the plan of the phase",
            expects="nothing is won by more",
            reasons=["everything that was planned is done"],
            rejected=[],
        )

    def _plan(self, view: View, kind: str) -> list[Choice]:
        look = self._look(view)
        if kind == "move":
            self.plan = plan_moves(look, self.rules)
            return list(self.plan.orders)
        if kind == "declare":
            return declare(look, self.rules)
        return self._set_up(view, look)

    def _set_up(self, view: View, look: Appraisal) -> list[Choice]:
        rule = next((one.rule for one in self.rules if isinstance(one.rule, Deploy)), None)
        actions = [action for action in view.options() if isinstance(action, PlaceUnit)]
        if rule is None or not actions:
            return []
        planned = rule.plan(look, actions)
        ranked = sorted(
            actions, key=lambda one: (planned.get(one.piece) == one.cell, rule.score(look, one)), reverse=True
        )
        best = ranked[0]
        score = rule.score(look, best)
        expects = f"a first battle from {look.label(best.cell)}" if best.piece in planned else "the best place left"
        why = Why(rule=rule.key, goal=rule.goal, expects=expects, reasons=[])
        why["reasons"] = [rule.say(look, best, best.piece in planned)]
        why["rejected"] = [
            _rejected(view, one, rule.score(look, one), score, rule.say(look, one, one.piece in planned))
            for one in ranked[1:3]
        ]
        return [(best, why)]

    # Small decisions

    def _scored(self, view: View, kind: str) -> Choice:
        rules = [one for one in self.rules if isinstance(one.rule, ActionRule) and kind in one.rule.kinds]
        actions = list(view.options())
        if not rules:
            return self._fallback.answer(view)
        look = self._look(view)
        ranked: list[tuple[float, int, Weighted]] = []
        for number, action in enumerate(actions):
            scores = [(one.weight * one.rule.score(look, action), one) for one in rules]  # type: ignore[attr-defined]
            total = sum(score for score, _ in scores)
            ranked.append((total, -number, max(scores, key=lambda pair: pair[0])[1]))
        ranked.sort(key=lambda entry: (entry[0], entry[1]), reverse=True)
        score, number, one = ranked[0]
        best = actions[-number]
        why = Why(
            rule=one.rule.key, goal=one.rule.goal, expects="nothing better at hand", reasons=[_say(one, look, best)]
        )
        why["rejected"] = [
            _rejected(view, actions[-other], value, score, _say(rule, look, actions[-other]))
            for value, other, rule in ranked[1:3]
        ]
        return best, why

    def _look(self, view: View) -> Appraisal:
        state = view.state
        key = (state.version, state.turn, state.phase, len(state.agenda))
        if self._looked is None or self._looked[0] != key or self._looked[1].view is not view:
            self._looked = (key, Appraisal(view))
        return self._looked[1]

    def explain_not(self, view: View, action: AnyAction) -> str:
        """Why it would not do this: the rule case that forbids it, or what it prefers."""
        staying, verdict = stays(view, action), view.judge(action)
        if not verdict and not staying:
            return verdict.why
        fresh = DoctrineBot.fresh(self)
        orders = [fresh.choose(view), *fresh._orders]
        best, why = next((order for order in orders if _concerns(order[0], action)), orders[0])
        if _alike(best, action) or (staying and not _concerns(best, action)):
            return "It would do just that."
        text = "; ".join(why.get("reasons", []))
        instead = f"rather {tell_action(view, best)}: {text}."
        if isinstance(action, MoveUnit) and not _concerns(best, action):
            return f"It would leave {view.table.full_name(action.piece)} where it is for now and {instead}"
        return f"It would {instead}"

    @classmethod
    def fresh(cls, other: DoctrineBot) -> DoctrineBot:
        """A bot with the same rules that remembers no plan."""
        made = cls(other.side, other.seed)
        made.rules = other.rules
        return made


def _concerns(order: AnyAction, action: AnyAction) -> bool:
    """Whether an order is for the unit that an action is about."""
    piece = getattr(action, "piece", None)
    return piece is not None and getattr(order, "piece", None) == piece


def _alike(one: AnyAction, other: AnyAction) -> bool:
    """Whether two actions come to the same: the way to a cell does not matter."""
    if isinstance(one, MoveUnit) and isinstance(other, MoveUnit):
        return (one.piece, one.path[-1]) == (other.piece, other.path[-1])
    return one == other


def _rejected(view: View, action: AnyAction, score: float, best: float, said: str) -> Rejected:
    why = second_best(said, score < best)
    return Rejected({"action text": tell_action(view, action), "score": score, "why": why})


def _say(one: Weighted, look: Appraisal, action: AnyAction) -> str:
    assert isinstance(one.rule, ActionRule)
    return one.rule.say(look, action)


def rules_of(doctrine: tuple[Doctrine, ...]) -> list[Weighted]:
    """The rules that are on, with weights and parameters."""
    return [
        Weighted(row.weight, read_rule(FIRST_RULES[row.rule], row.params).with_weight(row.weight))
        for row in doctrine
        if row.on and row.weight > 0 and row.rule in FIRST_RULES
    ]
