"""Records of the charts: tables of any kind, and what a combat result does."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec

from engine.records.base import Record, col
from engine.records.board import Key, Name, Note, Provenance

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


class Effect(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="do"):
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


class Choice(Effect, frozen=True, kw_only=True, tag="choice"):
    """A side chooses one of several programs."""

    who: Annotated[Who, col("Who chooses")] = "defender"
    options: Annotated[tuple[tuple[AnyEffect, ...], ...], col("Programs")] = ()


AnyEffect = LoseSteps | RetreatHexes | EliminateAll | MatchLosses | Choice


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
