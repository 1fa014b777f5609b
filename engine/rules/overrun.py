"""Overrun: units in the midst of their move attack a neighbouring cell, and go on if they sweep it."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import partial
from itertools import combinations
from typing import Annotated, Any, ClassVar

import msgspec

from engine.board.network import TICKS, edge_costs
from engine.ids import Cell
from engine.records import Rows
from engine.records.base import col
from engine.records.board import PlaceKind
from engine.records.charts import LoseSteps, Result, hurt_by
from engine.records.counters import Selector
from engine.rules.answers import MarkKind
from engine.rules.battles import close_battle, preliminaries, reveal_all
from engine.rules.combat import BattleKind
from engine.rules.contributions import Contribution
from engine.rules.control import enter
from engine.rules.decision import LEGAL, OptionGroup, Verdict, no
from engine.rules.effects import lose_step
from engine.rules.ground import hexsides_between
from engine.rules.joining import standing, touches
from engine.rules.movement import may_move, movable, own_piece, phase_modes, resume, set_out, together
from engine.rules.procedure import Automatic
from engine.rules.reach import budget, closures
from engine.rules.retreat import RETREATED
from engine.rules.stacking import broken_limit
from engine.rules.table import Table
from engine.rules.zoc import stops_for
from engine.scenario.sentences import common, counted, listed, multiple, named, units_words
from engine.state import Status
from engine.state.actions import Action, AnyAction
from engine.state.events import UnitAdvanced
from engine.state.tasks import AnyTask, ApplyEffects, Battle, MoveUnits, RollBattle, Task

DISRUPTED, REPULSED = "disrupted", "repulsed"

MANY = 4
"""The largest stack of which every part is listed; any other part may still be named."""

MOBILE = "combat.shift.mobile"
"""The effect of the terrain chart that speaks of attacks within movement."""


class OverrunStack(Action, frozen=True, tag="overrun"):
    """Overrun a neighbouring cell with pieces of one cell."""

    pieces: tuple[int, ...]
    target: int

    def words(self, table: Table, /) -> str:
        """Whom it runs over, and with how many."""
        many = table.full_name(self.pieces[0]) if len(self.pieces) == 1 else counted(len(self.pieces), "unit")
        return f"overrun {table.label(self.target)} with {many}"


class SweepOn(Task, frozen=True, tag="sweep-on"):
    """An overrun is over: its units enter the cell if it is empty, and may go on; or their move ends."""

    battle: Battle
    goes_on: bool


class OverrunPrice(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an overrun costs certain units, and whether they may try again where it fails."""

    units: Annotated[Selector, col("Which units")] = Selector()
    points: Annotated[float, col("Movement points", ge=0, le=99)] = 3.0
    last_turn: Annotated[int, col("Until turn", ge=1, le=200)] = 200
    again: Annotated[bool, col("Again", "Where the hex is not emptied they may overrun it once more")] = False


class Overrun(BattleKind, frozen=True, kw_only=True):
    """Attacks within movement."""

    key: ClassVar[str] = "overrun"
    title: ClassVar[str] = "Overrun"
    help: ClassVar[str] = (
        "Units of one hex may attack a neighbouring hex in the midst of their move; where they empty it, they go on."
    )
    told: ClassVar[frozenset[str]] = frozenset(
        {
            "units",
            "points",
            "prices",
            "hexsides",
            "off_road",
            "forbidden_from",
            "times",
            "disrupts",
            "order",
            "hurt_go_on",
            "lead_flags",
            "spent",
            "own_shifts",
            "not_between",
            "followers",
            "from_start",
        }
    )
    reads: ClassVar[tuple[str, ...]] = (MOBILE,)
    verbs: ClassVar[tuple[str, str]] = ("overruns", "overrun")
    heading: ClassVar[str] = "Overrun of"
    marks: ClassVar[tuple[MarkKind, ...]] = (
        MarkKind(
            DISRUPTED,
            "Disrupted",
            badge="D",
            set_words=("is disrupted", "are disrupted"),
            lifted_words=("recovers", "recover"),
        ),
        MarkKind(REPULSED, "Repulsed from a hex", lasts="phase"),
    )
    acts: ClassVar[tuple[type[AnyAction], ...]] = (OverrunStack,)

    units: Annotated[Selector, col("Which units")] = Selector()
    points: Annotated[float, col("Movement points", "What an overrun costs each unit", ge=0, le=99)] = 3.0
    prices: Annotated[tuple[OverrunPrice, ...], col("Other prices", "The first that fits counts instead")] = ()
    off_road: Annotated[
        bool, col("Off road", "The hex and its hexside cost what they do without roads and bridges, besides")
    ] = False
    forbidden_from: Annotated[
        float, col("Forbidden from", "No overrun where that comes to so many points or more; 0: no limit", ge=0, le=99)
    ] = 0.0
    hexsides: Annotated[bool, col("Hexsides cost", "What the terrain chart says of a crossed hexside is added")] = False
    own_shifts: Annotated[
        bool, col("Shifts of its own", "By combat.shift.mobile of the terrain chart; where that is P, no overrun")
    ] = False
    not_between: Annotated[
        tuple[str, ...], col("Not between", "No overrun from one such place into another", refers="place_kind")
    ] = ()
    lead_flags: Annotated[
        tuple[str, ...], col("Led by", "Where a follower takes part, so must a unit with one of these flags")
    ] = ()
    followers: Annotated[tuple[str, ...], col("Followers", "Flags of units that never overrun without a leader")] = ()
    from_start: Annotated[bool, col("Together from the start", "Only units that began the phase together")] = False
    hurt_go_on: Annotated[bool, col("Hurt, they go on", "Losses do not end the move where the hex is emptied")] = False
    spent: Annotated[tuple[str, ...], col("Spent", "Flags of units that lose a step by taking part")] = ()
    times: Annotated[float, col("Strength times", "Of the whole attack, rounded down", gt=0, le=4)] = 0.5
    order: Annotated[int, col("Order", "When that counts among the changes of strength, lowest first")] = 90
    disrupts: Annotated[
        bool, col("Disrupts", "Defenders who lose or retreat can neither move nor attack and have no zone for a time")
    ] = True

    def sentences(self, rows: Rows) -> list[str]:
        """Who, for what price, at what strength, and what follows."""
        who = "units" if self.units == Selector() else units_words(rows, self.units)
        said = [
            f"In the midst of their move {who} of one hex may attack a neighbouring hex for "
            f"{counted(self.points, 'movement point')} more; their whole attack counts {self.times:g} times, fractions "
            "dropped. The enemy zone that they stand in does not stop them.",
            f"Where the hex is emptied{'' if self.hurt_go_on else ' and the attacker is not hurt'} they enter it free, "
            "and go on unless another enemy zone covers it; otherwise their move is over.",
        ]
        for each in self.prices:
            until = "" if each.last_turn >= 200 else f" until turn {each.last_turn} is over"
            more = ", and they may try again where it fails" if each.again else ""
            price = counted(each.points, "movement point")
            said.append(f"It costs {units_words(rows, each.units)} {price}{until}{more}.")
        if self.off_road:
            said.append("The hex and its hexside cost what they do without roads and bridges, besides.")
        if self.forbidden_from:
            dear = counted(self.forbidden_from, "movement point")
            said.append(f"Where that comes to {dear} or more, or is prohibited, there is no overrun.")
        if self.hexsides:
            said.append("A hexside that is crossed costs its points besides.")
        if self.followers:
            said.append(
                f"Units marked {listed(self.followers, 'or')} take part only with units marked "
                f"{listed(self.lead_flags, 'or')}."
            )
        if self.from_start:
            said.append("Only units that began the phase together overrun together.")
        if self.not_between:
            kinds = listed([common(rows, named(rows, PlaceKind, key)) for key in self.not_between], "or")
            said.append(f"There is no overrun from one {kinds} into another.")
        if self.own_shifts:
            said.append("The terrain chart has shifts of its own for it, and says where there is none.")
        if self.spent:
            said.append(f"Units marked {listed(self.spent, 'or')} that take part lose a step, which pays for nothing.")
        if self.disrupts:
            said.append(
                "Defenders who lose steps or retreat, but not in a mere exchange of steps, are disrupted: they neither "
                "move nor attack nor lead and have no zone, but defend as always."
            )
        return said

    # What disruption does

    def may_move(self, table: Table, piece: int) -> Verdict | None:
        """A disrupted unit does not move."""
        return self._disrupted(table, piece, "move")

    def may_use(self, table: Table, piece: int, mode: str) -> Verdict | None:
        """Whoever was repulsed assaults again or stops."""
        if not table.marked(REPULSED, piece):
            return None
        return no(f"{table.full_name(piece)} was repulsed and assaults that hex again, or stops.", self.case("again"))

    def may_attack(self, table: Table, piece: int) -> Verdict | None:
        """Nor does it attack."""
        return self._disrupted(table, piece, "attack")

    def may_serve(self, table: Table, piece: int) -> Verdict | None:
        """Nor does it lead or supply others."""
        return self._disrupted(table, piece, "lead")

    def _disrupted(self, table: Table, piece: int, what: str) -> Verdict | None:
        if not table.marked(DISRUPTED, piece):
            return None
        return no(f"{table.full_name(piece)} is disrupted and may not {what}.", self.case("disrupted"))

    def zoneless(self, table: Table, side: int) -> Iterable[int]:
        """Disrupted units have no zone."""
        return table.bearing(DISRUPTED)

    # The battle

    def strength(self, table: Table, battle: Battle, attacking: bool) -> Iterable[Contribution]:
        """The whole attack counts less."""
        if battle.kind == self.key and attacking and self.times != 1:
            yield Contribution(
                "times",
                Fraction(self.times),
                f"an overrun: {multiple(self.times)}, rounded down",
                self.case("strength"),
                self.order,
                battle.attackers,
                together=True,
                rounding="down",
            )

    def aftermath(self, table: Table, battle: Battle, result: Result | None) -> tuple[AnyTask, ...]:
        """The effects, and the way on."""
        if result is None:
            return (SweepOn(battle, False),)
        goes_on = self.hurt_go_on or "attacker" not in hurt_by(result.effects)
        return (ApplyEffects(battle, result.effects, result.case), SweepOn(battle, goes_on))

    @property
    def shift_effect(self) -> str:
        """Overruns may have a column of their own in the terrain chart."""
        return MOBILE if self.own_shifts else super().shift_effect

    def struck(self, table: Table, battle: Battle, result: Result) -> None:
        """Some attackers are spent by taking part; defenders who suffer are disrupted."""
        for piece in battle.attackers:
            if any(flag in table.unit(piece).flags for flag in self.spent):
                lose_step(table, piece, "spent in the assault", self.case("spent"))
        if self.disrupts and "defender" in hurt_by(result.effects) and not _mutual(result):
            for piece in battle.defenders:
                table.set_mark(DISRUPTED, piece)

    def abandoned(self, table: Table, battle: Battle) -> tuple[AnyTask, ...]:
        """Nobody was left to attack: the move is over."""
        return (SweepOn(battle, False),)

    # The act

    def act_options(self, table: Table, task: MoveUnits) -> Iterable[OptionGroup]:
        """Every stack, whole or in part, against every neighbouring enemy."""
        stacks: dict[int, list[int]] = {}
        repulsed = [piece for piece in table.bearing(REPULSED) if table.stands(piece) and may_move(table, piece)]
        for piece in dict.fromkeys((*movable(table, task.side), *repulsed)):  # who was repulsed has no other way to go
            if self.units.matches(table.unit(piece)) and self._left(table, piece) >= self._price(table, piece):
                stacks.setdefault(table.state.cell[piece], []).append(piece)
        for stack in stacks.values():
            yield OptionGroup(stack[0], partial(self._overruns, table, task, tuple(stack)))

    def _overruns(self, table: Table, task: MoveUnits, stack: tuple[int, ...]) -> list[AnyAction]:
        near = table.setting.neighbours[table.state.cell[stack[0]]]
        found: list[AnyAction] = []
        for target in sorted(cell for cell in near if table.holder(cell) == 1 - task.side):
            for pieces in _parts(stack):
                action = OverrunStack(pieces, target)
                if self.judge_act(table, task, action):
                    found.append(action)
        return found

    def _left(self, table: Table, piece: int) -> int:
        """The ticks that a unit may still spend."""
        unit = table.unit(piece)
        modes = [mode for mode in phase_modes(table) if not mode.whole and mode.units.matches(unit)]
        return max((budget(table, piece, mode) for mode in modes), default=0)

    def _terms(self, table: Table, piece: int) -> OverrunPrice:
        """What an overrun costs a unit now, and whether it may try again."""
        unit, usual = table.unit(piece), OverrunPrice(points=self.points)
        fitting = (each for each in self.prices if each.units.matches(unit) and table.state.turn <= each.last_turn)
        return next(fitting, usual)

    def _price(self, table: Table, piece: int, target: int | None = None) -> int:
        """What an overrun costs a unit, in ticks; without a target without the hexside."""
        points = self._terms(table, piece).points
        if self.hexsides and target is not None:
            effect = f"move.{table.unit(piece).move_class}"
            crossed = hexsides_between(table, table.side_of(piece), table.state.cell[piece], target)
            points += sum(table.scenario.tec.number("hexside", kind, effect) or 0.0 for kind in crossed)
        more = self._ground(table, piece, target) if self.off_road and target is not None else 0
        return int(points * TICKS) + max(0, more)

    def least_ticks(self, table: Table, piece: int) -> int:
        """What an overrun costs a unit now, in ticks, whatever the ground adds."""
        return self._price(table, piece)

    def price(self, table: Table, piece: int, target: int) -> float:
        """The movement points that an overrun of a cell costs a unit from where it stands."""
        return self._price(table, piece, target) / TICKS

    def _ground(self, table: Table, piece: int, target: int) -> int:
        """What a hex costs a unit from where it stands without roads and bridges, in ticks; negative: prohibited."""
        edge = table.board.adjacency.edge(Cell(table.state.cell[piece]), Cell(target))
        effect = f"move.{table.unit(piece).move_class}"
        costs = table.setting.kept(
            ("off-road", effect), lambda: edge_costs(table.board, table.scenario.tec, effect, links=False)
        )
        return -1 if edge is None else int(costs[edge])

    def again(self, table: Table, pieces: tuple[int, ...], target: int) -> bool:
        """Whether units that failed may overrun the hex once more."""
        return bool(pieces) and all(
            self._terms(table, piece).again and self._left(table, piece) >= self._price(table, piece, target)
            for piece in pieces
        )

    def judge_act(self, table: Table, task: MoveUnits, action: Any) -> Verdict:
        """Whether these units may overrun that cell."""
        pieces, target = action.pieces, action.target
        if not pieces or len(set(pieces)) < len(pieces):
            return no("Somebody must overrun.", self.case("who"))
        if table.holder(target) != 1 - task.side:
            return no("There is no enemy to overrun there.", self.case("target"))
        for piece in pieces:
            verdict = self._judge_piece(table, task, piece, target)
            if not verdict:
                return verdict
        if len({table.state.cell[piece] for piece in pieces}) != 1:
            return no("Only units of one hex overrun together.", self.case("who"))
        if broken_limit(table, list(pieces), table.state.cell[pieces[0]]) is not None:
            return no("More units than may stack cannot overrun together.", self.case("who"))
        verdict = self._judge_company(table, task, tuple(pieces)) and self._judge_ground(table, pieces[0], target)
        verdict = verdict and self._open(table, tuple(pieces), target)
        return table.verdict("may_overrun", tuple(pieces)) if verdict else verdict

    def _judge_company(self, table: Table, task: MoveUnits, pieces: tuple[int, ...]) -> Verdict:
        """Whether these units may overrun in each other's company."""
        if self.from_start and 0 < sum(piece in task.moving for piece in pieces) < len(pieces):
            return no("Only units that began the phase together overrun together.", self.case("together"))
        flags = [set(table.unit(piece).flags) for piece in pieces]
        follows = any(each & set(self.followers) for each in flags)
        if follows and not any(each & set(self.lead_flags) for each in flags):
            return no(f"They overrun only with {listed(self.lead_flags, 'or')} units.", self.case("led"))
        return LEGAL

    def _judge_ground(self, table: Table, piece: int, target: int) -> Verdict:
        """Whether the ground lets anybody overrun a hex from where a unit stands."""
        tec, here = table.scenario.tec, table.state.cell[piece]
        shut = tec.prohibited("terrain", table.ground(target), self.shift_effect) or any(
            tec.prohibited("hexside", kind, self.shift_effect)
            for kind in hexsides_between(table, table.side_of(piece), here, target)
        )
        if shut:
            return no(f"The ground forbids an overrun of {table.label(target)} from there.", self.case("ground"))
        for cell in (here, target):
            if not (verdict := table.verdict("may_overrun_at", cell)):
                return verdict
        kinds = [{place.kind for place in table.board.places_at(Cell(cell))} for cell in (here, target)]
        if all(each & set(self.not_between) for each in kinds):
            return no("No overrun goes from one such place into another.", self.case("ground"))
        return LEGAL

    def _open(self, table: Table, pieces: tuple[int, ...], target: int) -> Verdict:
        """Nobody overruns a cell that he may not enter: whoever sweeps it must."""
        for piece in pieces:
            for closure in closures(table, piece, pieces):
                if closure.cells[target]:
                    return no(closure.why, closure.case)
        return LEGAL

    def _judge_piece(self, table: Table, task: MoveUnits, piece: int, target: int) -> Verdict:
        verdict = own_piece(table, task.side, piece)
        if not verdict:
            return verdict
        if not self.units.matches(table.unit(piece)) or table.face(piece).movement <= 0:
            return no(f"{table.full_name(piece)} does not overrun.", self.case("who"))
        if not (verdict := self.able(table, piece)):
            return verdict
        if table.state.status[piece] & Status.MOVED:
            return no(f"{table.full_name(piece)} has already moved in this phase.", self.case("who"))
        if table.bearing(REPULSED).get(piece, target) != target:
            return no(
                f"{table.full_name(piece)} was repulsed and assaults that hex again, or stops.", self.case("again")
            )
        if self.off_road and not (verdict := self._judge_off_road(table, piece, target)):
            return verdict
        price = self._price(table, piece, target)
        if (left := self._left(table, piece)) < price:
            cost = f"{counted(price / TICKS, 'movement point')}; it has {max(0, left) / TICKS:g} left"
            return no(f"An overrun costs {table.full_name(piece)} {cost}.", self.case("cost"))
        verdict = may_move(table, piece)
        return self._beside(table, piece, target) if verdict else verdict

    def _beside(self, table: Table, piece: int, target: int) -> Verdict:
        """Whether a unit stands beside a hex that it would overrun, with nothing between that bars attacks."""
        if target in table.setting.neighbours[table.state.cell[piece]]:
            return touches(table, piece, target)
        who, where = table.full_name(piece), table.label(target)
        return no(f"{who} is not adjacent to {where}: units overrun from beside it.", self.case("target"))

    def _judge_off_road(self, table: Table, piece: int, target: int) -> Verdict:
        """Whether the ground of a hex beside a unit lets it overrun that without roads and bridges."""
        if not (verdict := self._beside(table, piece, target)):
            return verdict
        dear, who, where = self._ground(table, piece, target), table.full_name(piece), table.label(target)
        if dear < 0:
            return no(f"{who} cannot enter {where} off the road, and so does not overrun it.", self.case("ground"))
        if self.forbidden_from and dear >= self.forbidden_from * TICKS:
            cost = counted(dear / TICKS, "movement point")
            why = f"{where} costs {who} {cost} off the road; from {self.forbidden_from:g} on nobody overruns it."
            return no(why, self.case("ground"))
        return LEGAL

    def perform_act(self, table: Table, task: MoveUnits, action: Any) -> None:
        """Pay, turn face-down units up, and throw."""
        pieces = tuple(action.pieces)
        set_out(table, task, pieces)
        battle = standing(table, Battle(task.side, action.target, pieces, (), (), self.key))
        resume(table, task, together(task, pieces), *preliminaries(table, battle), RollBattle(battle))
        table.spend(pieces, [self._price(table, piece, action.target) for piece in pieces])
        reveal_all(table, battle)


def _parts(stack: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
    """The parts of a stack that may overrun, the whole first; of a large one only the whole and single units."""
    if len(stack) <= MANY:
        for count in range(len(stack), 0, -1):
            yield from combinations(stack, count)
        return
    yield stack
    yield from ((piece,) for piece in stack)


def _mutual(result: Result) -> bool:
    """Whether both sides merely lose steps: nobody is thrown into disorder by that."""
    return all(isinstance(effect, LoseSteps) for effect in result.effects) and len(hurt_by(result.effects)) == 2


class SweepOnProcedure(Automatic):
    """Takes the overrunning units into the emptied cell, or ends their move."""

    def run(self, table: Table, task: SweepOn) -> None:
        """Enter where the cell is empty; whoever cannot go on has moved."""
        table.swap()
        close_battle(table)
        target = task.battle.target
        left = tuple(
            piece for piece in task.battle.attackers if table.stands(piece) and not table.marked(RETREATED, piece)
        )
        enters = task.goes_on and not table.garrison(target) and bool(left)
        if enters:
            table.lift_marks(REPULSED, left)
            for piece in left:
                table.do(UnitAdvanced(piece, table.state.cell[piece], target))
            for piece in left:
                enter(table, piece, (target,))
        on = left if enters and not stops_for(table, left)[target] else ()
        rule = table.mechanism(Overrun)
        if not enters and rule.again(table, left, target):
            on = left
            for piece in left:
                table.set_mark(REPULSED, piece, target)
        movement = table.state.agenda[-1]
        assert isinstance(movement, MoveUnits)
        stopped = set(task.battle.attackers) - set(on)
        resume(table, movement, tuple(piece for piece in movement.moving if piece not in stopped))
