"""Supply: units that cannot trace a line to a source move and fight at less than their strength."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Annotated, ClassVar, Literal

import msgspec
import numpy as np

from engine.records import Rows
from engine.records.base import col
from engine.records.board import Region, TerrainKind
from engine.records.counters import Unit
from engine.rules.answers import Halving, MarkKind
from engine.rules.contributions import Contribution
from engine.rules.lines import LineRule, Traced, line_words, region_mask, trace
from engine.rules.mechanism import Mechanism
from engine.rules.movement import MovementPhase, moving
from engine.rules.table import Table
from engine.scenario.sentences import listed, multiple, named, side_words, whom
from engine.state.tasks import AnyTask, Battle

UNSUPPLIED, FRESH = "unsupplied", "fresh"


class Supply(Mechanism, frozen=True, kw_only=True):
    """Lines of supply and what the lack of one does."""

    key: ClassVar[str] = "supply"
    title: ClassVar[str] = "Supply"
    help: ClassVar[str] = (
        "A unit that can trace none of its lines of supply moves and fights at a part of its strength."
    )
    told: ClassVar[frozenset[str]] = frozenset(
        {"lines", "times", "least", "arrivals", "order", "rounding", "together", "judged"}
    )
    reads: ClassVar[tuple[str, ...]] = ("supply.through",)
    marks: ClassVar[tuple[MarkKind, ...]] = (
        MarkKind(
            UNSUPPLIED,
            "Out of supply",
            lasts="phase",
            badge="U",
            set_words=("is out of supply", "are out of supply"),
        ),
        MarkKind(FRESH, "Just arrived", lasts="player turn"),
    )

    lines: Annotated[tuple[LineRule, ...], col("Lines", "A unit is supplied if one of those for it can be traced")] = ()
    times: Annotated[float, col("Times", "What is left of strengths and allowance without supply", ge=0, le=1)] = 0.5
    least: Annotated[float, col("At least", "Below this nothing is reduced", ge=0, le=9)] = 1.0
    rounding: Annotated[Literal["down", "up"], col("Fractions", "down: dropped; up: each counts as one")] = "down"
    together: Annotated[
        bool, col("Halved together", "In battle units without supply are added up and halved, as the combat rule says")
    ] = False
    judged: Annotated[
        Literal["phase", "move"],
        col(
            "Movement judged",
            "phase: when a movement phase opens; move: when a unit begins its move, also for attacks within it",
        ),
    ] = "phase"
    order: Annotated[int, col("Order", "When it counts among the changes of strength, lowest first")] = 20
    arrivals: Annotated[
        bool, col("Arrivals supplied", "Units are supplied in the player turn in which they arrive")
    ] = True

    def sentences(self, rows: Rows) -> list[str]:
        """Every line, and what is left without one."""
        zones = [", or through an enemy zone that no friend covers" if each.zones else "" for each in self.lines]
        said = [f"No line runs through enemy units{zones[0] if len(set(zones)) == 1 else ''}."]
        said += [_line_sentence(rows, each) for each in self.lines]
        when = {
            "phase": "Movement is judged when a movement phase opens, battle at its moment.",
            "move": "Movement is judged when a unit begins its move, and so is an attack that it makes within it; "
            "every other battle, and every defender, at the moment.",
        }
        part = "dropped" if self.rounding == "down" else "rounded up"
        if self.together:
            said.append(
                f"Without one the allowance of a unit counts {self.times:g} times, fractions {part}, but not less than "
                f"{self.least:g}; in battle all units without supply are added up and halved once, fractions rounded "
                f"up. {when[self.judged]}"
            )
        else:
            said.append(
                f"Without one the strengths and the allowance of a unit count {self.times:g} times, fractions "
                f"{part}, but not less than {self.least:g}. {when[self.judged]}"
            )
        return [*said, *(["Units are supplied in the turn in which they arrive."] if self.arrivals else [])]

    def in_weather(self, rows: Rows, weather: str) -> list[str]:
        """Whose lines cross what they do not cross otherwise."""
        found: dict[str, list[str]] = {}
        for line in self.lines:
            for shut in line.shut:
                if weather in shut.open_in:
                    ground = listed([named(rows, TerrainKind, key).lower() for key in shut.terrain])
                    found.setdefault(ground, []).extend(side_words(rows, side) for side in line.units.sides or ("",))
        return [
            f"Lines of supply of {listed(list(dict.fromkeys(whose)))} cross {ground}."
            for ground, whose in found.items()
        ]

    def opening(self, table: Table, side: int | None) -> Iterable[AnyTask]:
        """When a movement phase opens, supply for movement is judged."""
        if self.judged == "phase" and side is not None and isinstance(table.phase, MovementPhase):
            judge_supply(table, side)
        return ()

    def arrived(self, table: Table, piece: int) -> None:
        """Units that arrive bring their supply with them."""
        if self.arrivals:
            table.set_mark(FRESH, piece)

    def setting_out(self, table: Table, pieces: tuple[int, ...]) -> None:
        """Where every move is judged by itself, what is found holds for the whole of it."""
        for piece in pieces if self.judged == "move" else ():
            table.set_mark(UNSUPPLIED, piece, None if _has_line(table, piece) else 1)

    def short(self, table: Table, piece: int) -> bool:
        """Whether a unit's move is that of one without a line of supply."""
        if self.judged == "phase" or piece in moving(table):
            return table.marked(UNSUPPLIED, piece)
        return not _has_line(table, piece)

    def allowance(self, table: Table, piece: int) -> Iterable[Contribution]:
        """Less movement for units that were out of supply when it was judged."""
        if self.short(table, piece):
            yield self._less((piece,))

    def serves(self, table: Table, battle: Battle, piece: int) -> bool:
        """Whether a unit has supply in a battle: as at the beginning of its move in the midst of one, else now."""
        if self.judged == "move" and piece in battle.attackers and piece in moving(table):
            return not table.marked(UNSUPPLIED, piece) or _helped(table, piece)
        return supplied(table, piece)

    def halvings(self, table: Table, battle: Battle, piece: int) -> Iterable[Halving]:
        """Where those without supply are halved together, who they are."""
        if self.together and not self.serves(table, battle, piece):
            yield Halving("out of supply", self.case("less"))

    def strength(self, table: Table, battle: Battle, attacking: bool) -> Iterable[Contribution]:
        """Less strength for units that are out of supply at the moment of battle."""
        pieces = battle.attackers if attacking else battle.defenders
        cut_off = tuple(piece for piece in pieces if not self.together and not self.serves(table, battle, piece))
        if cut_off:
            yield self._less(cut_off)

    def supply_grade(self, table: Table, cell: int, side: int, piece: int | None = None) -> str | None:
        """As the first line says that can be traced."""
        traced = line_at(table, side, cell, None if piece is None else table.unit(piece))
        return traced.rule.grade or None if traced is not None else None

    def _less(self, pieces: tuple[int, ...]) -> Contribution:
        why = f"out of supply: {multiple(self.times)}, rounded {self.rounding}, at least {self.least:g}"
        return Contribution(
            "times",
            Fraction(self.times),
            why,
            self.case("less"),
            self.order,
            pieces,
            rounding=self.rounding,
            least=Fraction(self.least),
        )


def _line_sentence(rows: Rows, line: LineRule) -> str:
    where = f" in {named(rows, Region, line.from_region)}" if line.from_region else ""
    grade = f"; that is less than full supply: {line.grade}" if line.grade else ""
    return f"{whom(rows, line.units)}{where} are supplied by a line {line_words(rows, line)}{grade}."


def judge_supply(table: Table, side: int) -> None:
    """See of everybody whether he is in supply; who is not bears a mark."""
    for piece in table.on_map(side):
        table.set_mark(UNSUPPLIED, piece, None if supplied(table, piece) else 1)


def supplied(table: Table, piece: int) -> bool:
    """Whether a unit on the map is in supply at this moment; it always is where the rules know no supply."""
    rule = table.setting.by_key(Supply.key)
    if not isinstance(rule, Supply) or not table.stands(piece):
        return True
    return _has_line(table, piece) or _helped(table, piece)


def _has_line(table: Table, piece: int) -> bool:
    """Whether a unit has just arrived, or can trace a line of its own."""
    return table.marked(FRESH, piece) or line_of(table, piece) is not None


def _helped(table: Table, piece: int) -> bool:
    return any(each.supplies(table, piece) for each in table.answering("supplies"))


def line_of(table: Table, piece: int) -> Traced | None:
    """The first line that a unit can trace where it stands, or None."""
    if not table.stands(piece):
        return None
    return line_at(table, table.side_of(piece), table.state.cell[piece], table.unit(piece))


def line_at(table: Table, side: int, cell: int, unit: Unit | None = None) -> Traced | None:
    """The first line that can be traced from a cell, by a unit or by anybody of a side, or None."""
    rule = table.setting.by_key(Supply.key)
    if not isinstance(rule, Supply):
        return None
    key = table.scenario.sides[side].side
    for line in rule.lines:
        fits = line.units.matches(unit) if unit is not None else not line.units.sides or key in line.units.sides
        if fits:
            traced = traced_line(table, side, line, unit.move_class if unit is not None else "")
            if traced.reaches(cell):
                return traced
    return None


def traced_line(table: Table, side: int, line: LineRule, move_class: str) -> Traced:
    """A line from every cell; one that is shared with a place goes there first, and on as the place's own does."""
    traced = trace(table, side, line, move_class)
    index = _place(table, line.shares)
    if index is None or table.state.control[index] != side:
        return traced
    cell = table.board.cell(table.scenario.places[index].cell)
    lines = table.mechanism(Supply).lines
    others = (trace(table, side, each, move_class) for each in lines if not each.shares and _common(each, line))
    served = next((other for other in others if other.reaches(cell)), None)
    return traced if served is None else _joined(table, line, served, cell)


def _place(table: Table, key: str) -> int | None:
    if not key:
        return None
    return next((index for index, row in enumerate(table.scenario.places) if row.place == key), None)


def _common(one: LineRule, other: LineRule) -> bool:
    """Whether two lines serve units of one side."""
    return not one.units.sides or not other.units.sides or bool(set(one.units.sides) & set(other.units.sides))


def _joined(table: Table, line: LineRule, served: Traced, cell: int) -> Traced:
    """From every cell of a line's region across to a place, and from there on."""
    mask = region_mask(table, line.from_region)
    length = np.where(mask, np.int32(0), np.int32(-1)).astype(np.int32)
    across = np.where(mask, np.int32(cell), np.arange(table.board.size)).astype(np.int32)
    graded = msgspec.structs.replace(line, grade=served.rule.grade)
    return Traced(graded, length, (across, *served.onwards))
