"""Records of the charts: tables of any kind, and what a combat result does."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, ClassVar, Literal

import msgspec

from engine.records.base import Record, col
from engine.records.board import Key, Name, Note, Provenance
from engine.records.family import Family

Who = Literal["attacker", "defender"]


class Chart(Record, frozen=True, kw_only=True):
    """A table of the game: a combat results table, or any lookup table."""

    table: ClassVar[str] = "chart"
    key: ClassVar[tuple[str, ...]] = ("chart",)

    chart: Key
    name: Name
    kind: Annotated[
        Literal["crt", "lookup"], col("Kind", "crt: cells are combat results; lookup: cells are values")
    ] = "lookup"
    columns_are: Annotated[
        Literal["odds", "differential", "label", "number"],
        col("Columns are", "odds: 3:1, 1:2; differential: +4; number: the last column not above the value looked up"),
    ] = "label"
    rows_are: Annotated[Literal["die", "turn", "label", "number"], col("Rows are")] = "label"
    dice: Annotated[Literal["", "1d6", "2d6", "1d10"], col("Dice", "Rolled on this table")] = ""
    position: Annotated[int, col("Position")] = 0
    provenance: Provenance = "ours"
    note: Note = ""


class ChartColumn(Record, frozen=True, kw_only=True):
    """One column of a chart, in order from the left."""

    table: ClassVar[str] = "chart_column"
    key: ClassVar[tuple[str, ...]] = ("chart", "column")

    chart: Annotated[str, col("Chart", refers="chart")]
    column: Annotated[str, col("Column", "Its heading: 3:1, +2, German", max_length=40)]
    position: Annotated[int, col("Position")] = 0


class ChartRow(Record, frozen=True, kw_only=True):
    """One row of a chart, in order from the top."""

    table: ClassVar[str] = "chart_row"
    key: ClassVar[tuple[str, ...]] = ("chart", "row")

    chart: Annotated[str, col("Chart", refers="chart")]
    row: Annotated[str, col("Row", "Its heading: a die roll, a turn, a word", max_length=40)]
    position: Annotated[int, col("Position")] = 0


class ChartCell(Record, frozen=True, kw_only=True):
    """One cell of a chart."""

    table: ClassVar[str] = "chart_cell"
    key: ClassVar[tuple[str, ...]] = ("chart", "row", "column")

    chart: Annotated[str, col("Chart", refers="chart")]
    row: Annotated[str, col("Row")]
    column: Annotated[str, col("Column")]
    value: Annotated[str, col("Value", max_length=60)]


class AnyEffect(Family):
    """The family of effects: what a combat result can do."""

    __slots__ = ()

    def hurts(self) -> frozenset[str]:
        """The roles that suffer by it."""
        return frozenset({str(getattr(self, "who", ""))} - {""})

    def words(self) -> str:
        """What an effect of a system's own does, to stand in a sentence."""
        raise NotImplementedError

    def begin(self, table: Any, battle: Any, case: str) -> tuple[Any, ...]:
        """How an effect of a system's own is carried out: at once, or by the tasks that it gives."""
        raise NotImplementedError


class Effect(msgspec.Struct, AnyEffect, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="do"):
    """One step of the small program that a combat result is."""


class LoseSteps(Effect, frozen=True, kw_only=True, tag="lose-steps"):
    """A side loses steps: from every unit of its own, or from units that someone chooses."""

    who: Annotated[Who, col("Who loses")] = "defender"
    steps: Annotated[int, col("Steps", ge=1, le=20)] = 1
    each: Annotated[bool, col("Each unit", "Every unit loses that many, instead of that many in all")] = False
    chosen_by: Annotated[Literal["owner", "opponent"], col("Chosen by")] = "owner"


class RetreatHexes(Effect, frozen=True, kw_only=True, tag="retreat"):
    """A side's surviving units retreat."""

    who: Annotated[Who, col("Who retreats")] = "defender"
    hexes: Annotated[int, col("Hexes", ge=1, le=20)] = 2
    by: Annotated[Literal["owner", "opponent"], col("Path chosen by")] = "opponent"


class EliminateAll(Effect, frozen=True, kw_only=True, tag="eliminate"):
    """All units of a side in the battle are eliminated."""

    who: Annotated[Who, col("Who is eliminated")] = "defender"


class MatchLosses(Effect, frozen=True, kw_only=True, tag="match-losses"):
    """A side loses at least as many strength points as the other just lost in this battle."""

    who: Annotated[Who, col("Who must match")] = "attacker"


class LosePoints(Effect, frozen=True, kw_only=True, tag="lose-points"):
    """A side pays loss points with steps of units that its owner chooses; other rules may change their number."""

    who: Annotated[Who, col("Who loses")] = "defender"
    points: Annotated[int, col("Points", "0: none, unless another rule adds some", ge=0, le=20)] = 1

    def hurts(self) -> frozenset[str]:
        """Nobody, where there are no points."""
        return frozenset({self.who}) if self.points else frozenset()


class Choice(Effect, frozen=True, kw_only=True, tag="choice"):
    """A side chooses one of several programs."""

    who: Annotated[Who, col("Who chooses")] = "defender"
    options: Annotated[tuple[tuple[AnyEffect, ...], ...], col("Programs")] = ()

    def hurts(self) -> frozenset[str]:
        """Everybody who suffers by one of the programs."""
        return hurt_by(effect for option in self.options for effect in option)


def hurt_by(effects: Iterable[AnyEffect]) -> frozenset[str]:
    """The roles that suffer by effects."""
    return frozenset(who for effect in effects for who in effect.hurts())


class Result(Record, frozen=True, kw_only=True):
    """What one code of a combat results table means and does."""

    table: ClassVar[str] = "result"
    key: ClassVar[tuple[str, ...]] = ("chart", "code")

    chart: Annotated[str, col("Chart", refers="chart")]
    code: Annotated[str, col("Code", "As in the table's cells: DRL", max_length=40)]
    name: Name
    effects: Annotated[tuple[AnyEffect, ...], col("Effects", "In order")] = ()
    advance: Annotated[bool, col("Advance", "The attacker may advance if the defender's hex is empty")] = True
    case: Annotated[str, col("Rule case")] = ""
    position: Annotated[int, col("Position")] = 0
