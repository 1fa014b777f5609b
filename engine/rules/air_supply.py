"""Supply by air: a few markers that a side lays on stacks, which need no line of supply while they stay with them."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import partial
from typing import Annotated, Any, ClassVar

from engine.records import Rows
from engine.records.base import col
from engine.records.counters import Selector
from engine.rules.answers import MarkKind
from engine.rules.contributions import Contribution
from engine.rules.decision import LEGAL, Decision, OptionGroup, Options, Verdict, no, one
from engine.rules.mechanism import Mechanism
from engine.rules.phase import asked
from engine.rules.supply import Supply, line_of
from engine.rules.table import Table
from engine.scenario.sentences import counted, phases_words, side_words, whom
from engine.state.actions import Action, AnyAction, Done
from engine.state.events import MarkSet
from engine.state.tasks import AnyTask, Task

FLOWN, GROUNDED = "air-supply", "rests-on-air-supply"


class AirSupplyLaid(MarkSet, frozen=True, tag="air-supply-laid"):
    """A marker of air supply rides on a unit now, or no more; its number is the value of the mark."""

    def words(self, table: Any, /) -> str | None:
        """Whom it feeds."""
        if self.after is None:
            return None
        return f"The units in {table.label(table.state.cell[self.subject])} are supplied by air."


class SupplyByAir(Action, frozen=True, tag="supply-by-air"):
    """Lay a marker of air supply on a unit, for it and all who are with it."""

    piece: int
    marker: int

    def words(self, table: Table, /) -> str:
        """Whom it feeds."""
        return f"supply {table.full_name(self.piece)} in {table.label(table.state.cell[self.piece])} by air"

    def need(self, table: Table, /) -> str:
        """No line of supply, and how many share that with it."""
        if line_of(table, self.piece) is not None or table.mechanism(AirSupply).supplies(table, self.piece):
            return ""
        others = len(table.stack(table.state.cell[self.piece])) - 1
        return f"No line of supply; {counted(others, 'other unit')} with it" if others else "No line of supply"


class LayAirSupply(Task, frozen=True, tag="lay-air-supply"):
    """A side lays its markers of air supply anew; these it has laid already."""

    side: int
    laid: tuple[int, ...] = ()


class AirSupply(Mechanism, frozen=True, kw_only=True):
    """Markers by which stacks are supplied through the air."""

    key: ClassVar[str] = "air-supply"
    title: ClassVar[str] = "Supply by air"
    help: ClassVar[str] = "A side has some markers that supply a stack each, wherever it stands."
    marks: ClassVar[tuple[MarkKind, ...]] = (
        MarkKind(FLOWN, "Supplied by air", badge="P"),
        MarkKind(GROUNDED, "Rests on air supply", lasts="player turn"),
    )
    told: ClassVar[frozenset[str]] = frozenset({"side", "markers", "phases", "slow", "points", "order"})

    side: Annotated[str, col("Side", refers="side")] = ""
    markers: Annotated[int, col("Markers", ge=0, le=99)] = 2
    phases: Annotated[tuple[str, ...], col("Phases", "They are laid anew when one of these opens", refers="phase")] = ()
    slow: Annotated[Selector, col("Slow units", "They move at most so far on air supply")] = Selector()
    points: Annotated[float, col("Their points", "At most", ge=0, le=99)] = 6.0
    order: Annotated[int, col("Order", "When it counts among the changes of the allowance, after supply")] = 21

    def sentences(self, rows: Rows) -> list[str]:
        """How many, for whom, and what they do."""
        return [
            f"When {phases_words(rows, self.phases) or 'a phase'} opens, {side_words(rows, self.side)} may lay "
            f"{counted(self.markers, 'marker')} of air supply anew, each on a unit anywhere on the map, one to a hex. "
            "That unit and all units of its side with it are supplied without a line; whoever parts from it is not.",
            f"Supplied so, {_low(whom(rows, self.slow))} have {counted(self.points, 'movement point')} at most and are "
            "not in full supply. Units that regain a step so neither move nor attack in that player turn.",
        ]

    # Who is fed

    def bearer(self, table: Table, marker: int) -> int | None:
        """The unit on which a marker rides; markers count from one."""
        return next((piece for piece, number in table.bearing(FLOWN).items() if number == marker), None)

    def needed(self, table: Table, marker: int) -> bool:
        """Whether a marker rides on a unit that has no line of supply."""
        bearer = self.bearer(table, marker)
        return bearer is not None and line_of(table, bearer) is None

    def with_marker(self, table: Table, piece: int) -> int | None:
        """The unit with a marker that stands where a unit stands, or None."""
        here = table.stack(table.state.cell[piece])
        return next((other for other in here if table.marked(FLOWN, other)), None)

    def supplies(self, table: Table, piece: int) -> bool:
        """Everybody who stands with a marker."""
        return self.with_marker(table, piece) is not None

    def _only_so(self, table: Table, piece: int) -> bool:
        """Whether a unit has no supply but by air."""
        return self.with_marker(table, piece) is not None and line_of(table, piece) is None

    def supply_grade(self, table: Table, cell: int, side: int, piece: int | None = None) -> str | None:
        """Less than full."""
        return "by air" if piece is not None and self._only_so(table, piece) else None

    def company(self, table: Table, piece: int, group: tuple[int, ...]) -> Iterable[Contribution]:
        """Whoever moves with the marker moves as if supplied, though some not far."""
        if self.with_marker(table, piece) not in group:
            return
        supply = table.setting.by_key(Supply.key)
        if isinstance(supply, Supply) and supply.short(table, piece):
            case, printed = self.case("marker"), Fraction(table.face(piece).movement)
            yield Contribution("set", printed, "supplied by air", case, self.order)
            if self.slow.matches(table.unit(piece)):
                why = f"supplied by air: {self.points:g} at most"
                yield Contribution("at most", Fraction(self.points), why, case, self.order)

    # Laying

    def opening(self, table: Table, side: int | None) -> Iterable[AnyTask]:
        """Ask in its phases."""
        return [LayAirSupply(each) for each in asked(table, self.phases, self.side, side)]

    def judge(self, table: Table, task: LayAirSupply, action: SupplyByAir) -> Verdict:
        """A marker that was not laid now, on a stack of one's own that has none."""
        case, piece = self.case("marker"), action.piece
        if not table.has_piece(piece) or table.side_of(piece) != task.side:
            return no("Only units of your own are supplied by air.", case)
        if not table.stands(piece):
            return no(f"{table.full_name(piece)} is not on the map.", case)
        if not 1 <= action.marker <= self.markers or action.marker in task.laid:
            return no("That marker of air supply has been laid already.", case)
        other = self.with_marker(table, piece)
        if other is not None and table.bearing(FLOWN)[other] != action.marker:
            return no(f"{table.label(table.state.cell[piece])} is supplied by air already.", case)
        if other == piece:
            return no(f"{table.full_name(piece)} bears that marker already.", case)
        return LEGAL

    def lay(self, table: Table, marker: int, piece: int | None) -> None:
        """Let a marker ride on a unit, or on nobody."""
        before = self.bearer(table, marker)
        if before is not None:
            table.do(AirSupplyLaid(FLOWN, before, marker, None))
        if piece is not None:
            table.do(AirSupplyLaid(FLOWN, piece, None, marker))

    def leaving(self, table: Table, piece: int) -> None:
        """When its unit goes, a marker stays with the rest of the stack."""
        if table.marked(FLOWN, piece):
            others = [other for other in table.stack(table.state.cell[piece]) if other != piece]
            self.lay(table, table.bearing(FLOWN)[piece], others[0] if others else None)

    # Rest

    def restored(self, table: Table, piece: int) -> None:
        """Whoever is refilled by air rests."""
        if self._only_so(table, piece):
            table.set_mark(GROUNDED, piece)

    def may_move(self, table: Table, piece: int) -> Verdict | None:
        """Nobody who rests."""
        return self._rests(table, piece, "move")

    def may_attack(self, table: Table, piece: int) -> Verdict | None:
        """Nobody who rests."""
        return self._rests(table, piece, "attack")

    def _rests(self, table: Table, piece: int, what: str) -> Verdict | None:
        if not table.marked(GROUNDED, piece):
            return None
        return no(f"{table.full_name(piece)} was refilled by air and does not {what} now.", self.case("rest"))


def _low(said: str) -> str:
    return f"{said[:1].lower()}{said[1:]}"


class LayAirSupplyProcedure:
    """Marker by marker; those that are left alone stay where they are."""

    def decision(self, table: Table, task: LayAirSupply) -> Decision | None:
        """Asks while a marker is left to be laid, and nothing forbids it."""
        left = table.mechanism(AirSupply).markers - len(task.laid)
        if left <= 0 or not table.on_map(task.side) or not table.verdict("may_supply_by_air", task.side):
            return None
        prompt = f"{table.phase_name}: lay {counted(left, 'marker')} of air supply anew, or leave them."
        return Decision(task.side, "air-supply", prompt, ending="Lay no more markers")

    def run(self, table: Table, task: LayAirSupply) -> None:
        """There is none; where air supply is forbidden, nobody has any."""
        table.swap()
        if not table.verdict("may_supply_by_air", task.side):
            table.lift_marks(FLOWN)

    def options(self, table: Table, task: LayAirSupply) -> Options:
        """Every marker on everybody, or no more."""
        groups = [OptionGroup(piece, partial(self._markers, table, task, piece)) for piece in table.on_map(task.side)]
        return Options((*groups, one(None, Done())))

    def _markers(self, table: Table, task: LayAirSupply, piece: int) -> list[AnyAction]:
        """Those that feed nobody who needs it come first: whoever does not care which is moved takes one of them."""
        rule = table.mechanism(AirSupply)
        every = sorted(range(1, rule.markers + 1), key=partial(rule.needed, table))
        legal = (SupplyByAir(piece, marker) for marker in every)
        return [action for action in legal if rule.judge(table, task, action)]

    def judge(self, table: Table, task: LayAirSupply, action: AnyAction) -> Verdict:
        """Only a free marker, on a stack of the side."""
        rule = table.mechanism(AirSupply)
        if isinstance(action, Done):
            return LEGAL
        if not isinstance(action, SupplyByAir):
            return no("Markers of air supply are laid now, or left where they are.", rule.case("marker"))
        return rule.judge(table, task, action)

    def perform(self, table: Table, task: LayAirSupply, action: AnyAction) -> None:
        """Lay it, or go on."""
        if not isinstance(action, SupplyByAir):
            table.swap()
            return
        table.swap(LayAirSupply(task.side, (*task.laid, action.marker)))
        table.mechanism(AirSupply).lay(table, action.marker, action.piece)
