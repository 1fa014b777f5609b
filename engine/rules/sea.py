"""Sea movement: units in a port or a holding box sail to another, or land on a coast, against the enemy too."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Annotated, Any, ClassVar

from engine.ids import Cell
from engine.records import Rows
from engine.records.base import col
from engine.records.board import Box, Region
from engine.records.counters import Selector
from engine.rules.answers import MarkKind, Shift
from engine.rules.control import enter
from engine.rules.decision import LEGAL, OptionGroup, Verdict, no
from engine.rules.mechanism import Mechanism
from engine.rules.movement import own_piece, phase_rule
from engine.rules.procedure import Automatic
from engine.rules.supply import FRESH
from engine.rules.table import Table
from engine.scenario.sentences import counted, listed, named, phases_words, units_words
from engine.state import Status
from engine.state.actions import Action, AnyAction
from engine.state.events import Relocation, UnitAdvanced
from engine.state.tasks import AnyTask, Battle, MoveUnits, Task

SAILED, INVADING, BOARDING = "sailed", "invading", "boarding"


class UnitSailed(Relocation, frozen=True, tag="sailed"):
    """A piece went by sea."""

    def words(self, table: Any, /) -> str | None:
        """From where to where."""
        name = table.full_name(self.piece)
        where = f"from {table.label(self.origin)} to {table.label(self.target)}"
        return f"{name[:1].upper()}{name[1:]} sails {where}."


class SailUnits(Action, frozen=True, tag="sail"):
    """Send pieces of one cell by sea to a port, a box or a coast."""

    pieces: tuple[int, ...]
    target: int

    def words(self, table: Table, /) -> str:
        """Who sails where, or whom it attacks."""
        who = table.full_name(self.pieces[0]) if len(self.pieces) == 1 else counted(len(self.pieces), "unit")
        if table.holder(self.target) == 1 - table.side_of(self.pieces[0]):
            return f"invade {table.label(self.target)} with {who}"
        return f"ship {who} to {table.label(self.target)}"


class LandInvaders(Task, frozen=True, tag="land-invaders"):
    """An invasion has been fought: those who came go ashore, or are lost."""

    battle: Battle


class SeaMovement(Mechanism, frozen=True, kw_only=True):
    """Who may go by sea, from where to where, and how many."""

    key: ClassVar[str] = "sea-movement"
    title: ClassVar[str] = "Sea movement"
    help: ClassVar[str] = "Units in ports may be shipped to other ports, or landed on a coast."
    marks: ClassVar[tuple[MarkKind, ...]] = (
        MarkKind(SAILED, "Came by sea", lasts="player turn", badge="S"),
        MarkKind(INVADING, "About to land", badge="L", set_words=("is about to land", "are about to land")),
        MarkKind(BOARDING, "Just come to the box"),
    )
    acts: ClassVar[tuple[type[AnyAction], ...]] = (SailUnits,)

    told: ClassVar[frozenset[str]] = frozenset(
        {"units", "phases", "ports", "boxes", "most", "coast", "sea", "columns", "rest_until"}
    )

    units: Annotated[Selector, col("Which units")] = Selector()
    phases: Annotated[tuple[str, ...], col("Phases", "Movement phases in which they sail", refers="phase")] = ()
    ports: Annotated[str, col("Ports", refers="region")] = ""
    boxes: Annotated[tuple[str, ...], col("Boxes", "They count as ports", refers="box")] = ()
    most: Annotated[int, col("At most", "Units in a phase", ge=0, le=99)] = 5
    coast: Annotated[str, col("Coast", "Where one hex may be invaded in a phase", refers="region")] = ""
    sea: Annotated[tuple[str, ...], col("Sea", "Where invaders wait for their battle", refers="terrain_kind")] = ()
    columns: Annotated[int, col("Columns", "By which the odds of an invasion go to the left", ge=0, le=9)] = 1
    rest_until: Annotated[
        str, col("Rest until", "Who comes on in a box does not sail before this phase is over", refers="phase")
    ] = ""

    def sentences(self, rows: Rows) -> list[str]:
        """Who, from where to where, and what an invasion is."""
        boxes = listed([named(rows, Box, key) for key in self.boxes])
        ports = listed([named(rows, Region, self.ports), *([boxes] if boxes else [])])
        when = phases_words(rows, self.phases) or "a movement phase"
        said = [
            f"At the beginning of {when}, before anybody moves on land, up to {counted(self.most, 'unit')} may go by "
            f"sea from and to {ports}: {units_words(rows, self.units)}. A port must be in the hands of their side. "
            "Who has sailed neither moves nor attacks in that player turn.",
        ]
        if boxes:
            wait = f" Who comes on there does not sail before {phases_words(rows, (self.rest_until,))} is over."
            said.append(f"Units leave {boxes} only by sea.{wait if self.rest_until else ''}")
        if self.coast:
            said.append(
                f"One hex of {named(rows, Region, self.coast)} may be invaded within that number. Where no enemy "
                "stands there, they go ashore at once. Otherwise they attack it before any other battle of the coming "
                f"combat phase, and the odds go {counted(self.columns, 'column')} to the left; if the hex is "
                "not cleared, they are lost. They are supplied in that player turn."
            )
        return said

    # Where one may go

    def _boxes(self, table: Table) -> list[int]:
        found = (table.board.names.find(key) for key in self.boxes)
        return [cell for cell in found if cell is not None]

    def _harbour(self, table: Table, side: int, cell: int) -> bool:
        """Whether a side may begin or end a voyage in a cell: a box, or a port in its hands."""
        if cell in self._boxes(table):
            return True
        held = all(table.state.control[place] == side for place in table.setting.places_at.get(cell, ()))
        return cell in table.board.regions.get(self.ports, frozenset()) and held and table.holder(cell) != 1 - side

    def _coast(self, table: Table) -> frozenset[int]:
        return frozenset(table.board.regions.get(self.coast, frozenset()))

    def waters(self, table: Table, cell: int) -> int | None:
        """The sea beside a coast, where invaders wait for their battle."""
        near = sorted(table.setting.neighbours[cell])
        return next((each for each in near if table.board.terrain_of(Cell(each)) in self.sea), None)

    def goals(self, table: Table, side: int) -> list[int]:
        """Every cell to which a side may sail now, as far as that does not hang on who does."""
        ports = [*sorted(table.board.regions.get(self.ports, frozenset())), *self._boxes(table)]
        return [*(cell for cell in ports if self._harbour(table, side, cell)), *sorted(self._coast(table))]

    # Sailing

    def act_options(self, table: Table, task: MoveUnits) -> Iterable[OptionGroup]:
        """Every unit in a port, and as many of a port together as may go."""
        if not self._may_begin(table, task.side):
            return
        ready: dict[int, list[int]] = {}
        for piece in table.on_map(task.side):
            if self._judge_piece(table, task.side, piece):
                ready.setdefault(table.state.cell[piece], []).append(piece)
        left = self.most - int(table.count(_sailed(task.side)))
        for pieces in ready.values():
            for piece in pieces if left else ():
                yield OptionGroup(piece, partial(self._voyages, table, task, (piece,)))
            if len(pieces) > 1 and left > 1:
                yield OptionGroup(pieces[0], partial(self._voyages, table, task, tuple(pieces[:left])))

    def _voyages(self, table: Table, task: MoveUnits, pieces: tuple[int, ...]) -> list[AnyAction]:
        goals = dict.fromkeys(self.goals(table, task.side))
        voyages = [SailUnits(pieces, cell) for cell in goals if cell != table.state.cell[pieces[0]]]
        return [voyage for voyage in voyages if self.judge_act(table, task, voyage)]

    def _may_begin(self, table: Table, side: int) -> Verdict:
        """Whether it is still time to sail."""
        if table.scenario.phases[table.state.phase].phase not in self.phases:
            return no("Nobody sails in this phase.", self.case("when"))
        for piece in table.on_map(side):
            by_sea = table.marked(SAILED, piece) or table.marked(INVADING, piece)
            if not by_sea and (table.state.spent[piece] or table.state.status[piece] & Status.MOVED):
                return no("All sea movement comes before any movement on land.", self.case("when"))
        return LEGAL

    def _judge_piece(self, table: Table, side: int, piece: int) -> Verdict:
        """Whether a unit may sail at all from where it stands."""
        verdict = own_piece(table, side, piece)
        if not verdict:
            return verdict
        name = table.full_name(piece)
        if not self.units.matches(table.unit(piece)):
            return no(f"{name} does not go by sea.", self.case("who"))
        if not self._harbour(table, side, table.state.cell[piece]):
            return no(f"{name} does not begin in a port.", self.case("ports"))
        if table.state.status[piece] & Status.MOVED:
            return no(f"{name} has already moved in this phase.", self.case("when"))
        if table.marked(BOARDING, piece):
            return no(f"{name} came to the box on this turn and does not sail yet.", self.case("box"))
        for each in (one for one in table.answering("may_move") if one is not self):
            found = each.may_move(table, piece)
            if found is not None and not found:
                return found
        return LEGAL

    def judge_act(self, table: Table, task: MoveUnits, action: Any) -> Verdict:
        """Whether these units may sail there."""
        assert isinstance(action, SailUnits)
        verdict = self._may_begin(table, task.side)
        if not verdict or not action.pieces or len(set(action.pieces)) < len(action.pieces):
            return verdict if not verdict else no("Somebody must sail.", self.case("who"))
        for piece in action.pieces:
            if not (verdict := self._judge_piece(table, task.side, piece)):
                return verdict
        if len({table.state.cell[piece] for piece in action.pieces}) > 1:
            return no("Units that sail together begin in one port.", self.case("ports"))
        if table.count(_sailed(task.side)) + len(action.pieces) > self.most:
            return no(f"No more than {counted(self.most, 'unit')} go by sea in a phase.", self.case("most"))
        return self._judge_goal(table, task.side, action)

    def _judge_goal(self, table: Table, side: int, action: SailUnits) -> Verdict:
        if not table.has_cell(action.target) or action.target == table.state.cell[action.pieces[0]]:
            return no("Units sail to another port, to a box or to the coast.", self.case("ports"))
        if self._harbour(table, side, action.target):
            return LEGAL
        if action.target not in self._coast(table):
            return no(f"{table.label(action.target)} is neither a port of yours nor on the coast.", self.case("ports"))
        begun = int(table.count(_invaded(side)))
        if begun and begun != action.target + 1:
            return no("Only one hex of the coast is invaded in a player turn.", self.case("invasion"))
        if table.holder(action.target) == 1 - side and self.waters(table, action.target) is None:
            return no(f"No sea lies beside {table.label(action.target)}.", self.case("invasion"))
        return LEGAL

    def perform_act(self, table: Table, task: MoveUnits, action: Any) -> None:
        """Carry them over; against the enemy they wait off the coast."""
        assert isinstance(action, SailUnits)
        harbour, target = self._harbour(table, task.side, action.target), action.target
        opposed = table.holder(target) == 1 - task.side
        waters = self.waters(table, target) if opposed else None
        for piece in action.pieces:
            table.do(UnitSailed(piece, table.state.cell[piece], target if waters is None else waters))
            table.mark(piece, Status.MOVED)
            if waters is None:
                table.set_mark(SAILED, piece)
            else:
                table.set_mark(INVADING, piece, target)
            if not harbour:
                _supply(table, piece)
        if waters is None and not table.board.is_box(Cell(target)):
            for piece in action.pieces:
                enter(table, piece, (target,))
        table.tally(_sailed(task.side), len(action.pieces))
        if not harbour and not table.count(_invaded(task.side)):
            table.tally(_invaded(task.side), target + 1)

    # What follows

    def may_move(self, table: Table, piece: int) -> Verdict | None:
        """Nobody who has sailed, and nobody off the coast; nobody leaves a box on foot."""
        if table.marked(SAILED, piece) or table.marked(INVADING, piece):
            return no(
                f"{table.full_name(piece)} came by sea and moves no more in this player turn.", self.case("after")
            )
        return None

    def may_attack(self, table: Table, piece: int) -> Verdict | None:
        """Nobody who has sailed, but for those who land against the enemy."""
        if not table.marked(SAILED, piece):
            return None
        return no(f"{table.full_name(piece)} came by sea and does not attack in this player turn.", self.case("after"))

    def arrived(self, table: Table, piece: int) -> None:
        """Who comes on in a box waits there for a while."""
        if self.rest_until and table.state.cell[piece] in self._boxes(table):
            table.set_mark(BOARDING, piece)

    def closing(self, table: Table, side: int | None) -> None:
        """The wait is over; so it is at the end of the turn in which the phase was not played."""
        if table.scenario.phases[table.state.phase].phase == self.rest_until:
            table.lift_marks(BOARDING)

    # Invasions

    def opening(self, table: Table, side: int | None) -> Iterable[AnyTask]:
        """Where the enemy has gone before the battle, they land unopposed."""
        if phase_rule(table) is None and side is not None:
            for piece, target in sorted(table.bearing(INVADING).items()):
                if table.side_of(piece) == side and table.holder(target) != 1 - side:
                    self.land(table, piece, target)
        return ()

    def battles_due(self, table: Table, side: int) -> Iterable[Battle]:
        """Those who wait off the coast must attack."""
        found: dict[int, list[int]] = {}
        for piece, target in sorted(table.bearing(INVADING).items()):
            if table.side_of(piece) == side:
                found.setdefault(target, []).append(piece)
        return [Battle(side, target, tuple(pieces)) for target, pieces in found.items()]

    def bound(self, table: Table, battle: Battle) -> Verdict | None:
        """An invasion is fought, and before anything else."""
        if not any(table.marked(INVADING, piece) for piece in battle.attackers):
            return None
        return no(f"The invasion of {table.label(battle.target)} must be fought first.", self.case("invasion"))

    def shifts(self, table: Table, battle: Battle) -> Iterable[Shift]:
        """To land is hard."""
        if any(table.marked(INVADING, piece) for piece in battle.attackers):
            yield Shift(-self.columns, "an invasion from the sea", self.case("invasion"))

    def sequel(self, table: Table, battle: Battle) -> Iterable[AnyTask]:
        """Ashore, or lost."""
        return (LandInvaders(battle),) if any(table.marked(INVADING, piece) for piece in battle.attackers) else ()

    def land(self, table: Table, piece: int, target: int) -> None:
        """Put an invader ashore."""
        table.do(UnitAdvanced(piece, table.state.cell[piece], target))
        table.set_mark(INVADING, piece, None)
        table.set_mark(SAILED, piece)
        enter(table, piece, (target,))


def _sailed(side: int) -> str:
    return f"phase.sailed.{side}"


def _invaded(side: int) -> str:
    """The count that holds the number of the invaded cell, plus one."""
    return f"phase.invaded.{side}"


def _supply(table: Table, piece: int) -> None:
    """Whoever lands brings his supply with him, where the rules know supply."""
    if FRESH in table.setting.mark_kinds:
        table.set_mark(FRESH, piece)


class LandInvadersProcedure(Automatic):
    """Puts the invaders ashore where the hex is clear, and loses them where it is not."""

    def run(self, table: Table, task: LandInvaders) -> None:
        """One by one."""
        table.swap()
        rule, target = table.mechanism(SeaMovement), task.battle.target
        clear = table.holder(target) != 1 - task.battle.side
        for piece in task.battle.attackers:
            if not table.marked(INVADING, piece):
                continue
            if clear:
                rule.land(table, piece, target)
            else:
                table.eliminate(piece, "the landing failed", rule.case("invasion"))
