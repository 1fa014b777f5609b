"""Feeding and starving: who eats where there is not enough for all, and who withers away."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

import msgspec

from engine.records.base import col
from engine.rules.decision import Decision, Options, Verdict, one
from engine.rules.effects import lose_step
from engine.rules.prices import affordable, payment
from engine.rules.procedure import Automatic, listed
from engine.rules.table import Table
from engine.scenario.sentences import counted, first_few
from engine.state.actions import Action, AnyAction, Done, LoseStep
from engine.state.events import Noted
from engine.state.tasks import AnyTask, Task

if TYPE_CHECKING:
    from engine.rules.supply_trace import TraceSupply

HALF = Fraction(1, 2)

NAMED = 4
"""Hungry hexes that are named; of more it is told how many they are."""


class AttritionRow(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a stack with this best rating loses: the highest throws for no step, one, two and four; beyond: all."""

    rating: Annotated[int, col("Rating", ge=0, le=9)] = 0
    none: Annotated[int, col("None up to", ge=0, le=99)] = 0
    one: Annotated[int, col("One up to", ge=0, le=99)] = 0
    two: Annotated[int, col("Two up to", ge=0, le=99)] = 0
    four: Annotated[int, col("Four up to", ge=0, le=99)] = 0

    def steps(self, total: int, whole: int) -> int:
        """How many steps of a stack a throw costs."""
        bounds = ((self.none, 0), (self.one, 1), (self.two, 2), (self.four, 4))
        return min(whole, next((steps for bound, steps in bounds if total <= bound), whole))


class FeedUnits(Task, frozen=True, tag="feed-units"):
    """A side feeds the hexes that can trace no supply."""

    side: int
    cells: tuple[int, ...]


class StarveUnits(Task, frozen=True, tag="starve-units"):
    """Hexes that were not fed are out of supply and throw for attrition, one after the other."""

    side: int
    cells: tuple[int, ...]


class TakeAttrition(Task, frozen=True, tag="take-attrition"):
    """Units out of supply lose steps, chosen by their owner."""

    side: int
    pieces: tuple[int, ...]
    steps: int


class FeedHex(Action, frozen=True, tag="feed"):
    """Let the units in a cell eat."""

    cell: int

    def words(self, table: Table, /) -> str:
        """Who eats."""
        return f"feed the units in {table.label(self.cell)}"


def rule_of(table: Table) -> TraceSupply:
    """The rule of supply, which the tasks of this module serve."""
    rule = table.setting.by_key("trace-supply")
    assert rule is not None
    return rule  # type: ignore[return-value]


class FeedUnitsProcedure:
    """All eat where all can; else their owner says who does, one hex after the other."""

    def decision(self, table: Table, task: FeedUnits) -> Decision | None:
        """Asks where some can be fed, but not all, or where something else than tokens can help."""
        if not self._choices(table, task) or self._all_can(table, task):
            return None
        hungry = first_few([table.label(cell) for cell in task.cells], NAMED, "hex")
        prompt = f"{table.phase_name}: choose a hex to feed, or whoever is left in {hungry} will starve."
        return Decision(task.side, "feed", prompt, ending=f"Let {counted(len(task.cells), 'hex')} starve")

    def run(self, table: Table, task: FeedUnits) -> None:
        """Everybody eats, or nobody can."""
        if task.cells and self._all_can(table, task):
            table.swap(*self._meals(table, task, task.cells))
        else:
            table.swap(*((StarveUnits(task.side, task.cells),) if task.cells else ()))

    def _meals(self, table: Table, task: FeedUnits, cells: Iterable[int]) -> list[AnyTask]:
        prices = [rule_of(table).meal(table, task.side, cell) for cell in cells]
        return list(payment(table, *prices))

    def _all_can(self, table: Table, task: FeedUnits) -> bool:
        prices = [rule_of(table).meal(table, task.side, cell) for cell in task.cells]
        return bool(self._meals(table, task, task.cells)) and bool(affordable(table, *prices))

    def _choices(self, table: Table, task: FeedUnits) -> list[tuple[int, AnyAction]]:
        found: list[tuple[int, AnyAction]] = []
        for cell in task.cells:
            meal = rule_of(table).meal(table, task.side, cell)
            if payment(table, meal) and affordable(table, meal):
                found.append((cell, FeedHex(cell)))
            reliefs = (each for rule in table.answering("reliefs") for each in rule.reliefs(table, task.side, cell))
            found += [(cell, action) for action in reliefs]
        return found

    def options(self, table: Table, task: FeedUnits) -> Options:
        """Every hex that can still be fed; or no more."""
        return Options((*(one(cell, action) for cell, action in self._choices(table, task)), one(None, Done())))

    def judge(self, table: Table, task: FeedUnits, action: AnyAction) -> Verdict:
        """Only one of these."""
        case = rule_of(table).case("eat")
        why = "Those units cannot be fed so."
        if isinstance(action, FeedHex) and table.has_cell(action.cell) and action.cell not in task.cells:
            why = f"Nobody in {table.label(action.cell)} is in want of food."
        return listed(self.options(table, task), action, why, case)

    def perform(self, table: Table, task: FeedUnits, action: AnyAction) -> None:
        """Feed the hex, or let the rest starve."""
        if isinstance(action, Done):
            table.swap(StarveUnits(task.side, task.cells))
            return
        cell = int(getattr(action, "cell", -1))
        rest = FeedUnits(task.side, tuple(each for each in task.cells if each != cell))
        meal: tuple[AnyTask, ...] = ()
        if isinstance(action, FeedHex):
            meal = payment(table, rule_of(table).meal(table, task.side, cell))
        table.swap(*meal, rest)
        if not isinstance(action, FeedHex):
            table.tell("relieved", action)
            table.tell("paid", rule_of(table).meal(table, task.side, cell))


class StarveUnitsProcedure(Automatic):
    """Marks the hungry and throws for each of their hexes."""

    def run(self, table: Table, task: StarveUnits) -> None:
        """One hex after the other."""
        rule = rule_of(table)
        pieces = rule.eaters(table, task.cells[0])
        rest = (StarveUnits(task.side, task.cells[1:]),) if task.cells[1:] else ()
        for piece in pieces:
            table.set_mark("out-of-supply", piece)
        steps = self._throw(table, rule, task.cells[0], pieces) if rule.attrition and pieces else 0
        table.swap(*((TakeAttrition(task.side, pieces, steps),) if steps else ()), *rest)

    def _throw(self, table: Table, rule: TraceSupply, cell: int, pieces: tuple[int, ...]) -> int:
        best = int(max(table.face(piece).extra.get(rule.rating, 0.0) for piece in pieces))
        known = sorted(rule.attrition, key=lambda each: each.rating)
        row = next((each for each in reversed(known) if each.rating <= best), known[0])
        whole = sum(table.steps_left(piece) for piece in pieces)
        total = table.roll("2d6", f"attrition in {table.label(cell)}") + (rule.worse if whole >= rule.many else 0)
        steps = row.steps(total, whole)
        said = counted(steps, "step") if steps else "no step"
        table.do(Noted(f"Attrition in {table.label(cell)}: {total} costs {said}.", rule.case("attrition")))
        return steps


class TakeAttritionProcedure:
    """Steps are lost one at a time by the owner's choice; where all are lost, or one unit is alone, at once."""

    def decision(self, table: Table, task: TakeAttrition) -> Decision | None:
        """Asks while there is a choice."""
        left = self._left(table, task)
        if task.steps <= 0 or len(left) < 2 or task.steps >= sum(table.steps_left(piece) for piece in left):
            return None
        where = table.state.cell[left[0]]
        said = counted(task.steps, "step")
        return Decision(task.side, "lose", f"Attrition in {table.label(where)}: lose {said}; choose a unit.", where)

    def run(self, table: Table, task: TakeAttrition) -> None:
        """Take what leaves no choice."""
        left = self._left(table, task)
        if task.steps <= 0 or not left:
            table.swap()
        else:
            self._take(table, task, left[0])

    def _left(self, table: Table, task: TakeAttrition) -> list[int]:
        return [piece for piece in task.pieces if table.stands(piece)]

    def options(self, table: Table, task: TakeAttrition) -> Options:
        """Every unit that is left."""
        return Options(tuple(one(piece, LoseStep(piece)) for piece in self._left(table, task)))

    def judge(self, table: Table, task: TakeAttrition, action: AnyAction) -> Verdict:
        """Only one of them."""
        case = rule_of(table).case("attrition")
        return listed(self.options(table, task), action, "The loss falls on a unit that is out of supply there.", case)

    def perform(self, table: Table, task: TakeAttrition, action: AnyAction) -> None:
        """Take the step."""
        assert isinstance(action, LoseStep)
        self._take(table, task, action.piece)

    def _take(self, table: Table, task: TakeAttrition, piece: int) -> None:
        table.swap(TakeAttrition(task.side, task.pieces, task.steps - 1))
        lose_step(table, piece, "for want of supply", rule_of(table).case("attrition"))
