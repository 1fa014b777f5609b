"""Garrisons: places where a side must stop when it enters and must leave a unit when it goes."""

from __future__ import annotations

from typing import Annotated, ClassVar

from engine.records import Rows
from engine.records.base import col
from engine.records.board import PlaceKind
from engine.rules.decision import LEGAL, Verdict, no
from engine.rules.mechanism import Mechanism
from engine.rules.table import Table
from engine.scenario.sentences import common, listed, named, side_words


class Garrison(Mechanism, frozen=True, kw_only=True):
    """Which places a side must garrison."""

    key: ClassVar[str] = "garrison"
    title: ClassVar[str] = "Garrisons"
    help: ClassVar[str] = "Once in such a place, a side keeps a unit there: the first to enter stops, the last stays."

    told: ClassVar[frozenset[str]] = frozenset({"duties"})

    duties: Annotated[
        dict[str, tuple[str, ...]], col("Who garrisons what", "Kinds of place by side", refers="place_kind")
    ] = {}

    def sentences(self, rows: Rows) -> list[str]:
        """Who must keep what."""
        said = []
        for side, kinds in self.duties.items():
            places = listed([common(rows, named(rows, PlaceKind, key)) for key in kinds], "or")
            said.append(
                f"The first unit of {side_words(rows, side)} that enters a {places} stops there, and the last never "
                "leaves it while the place is held."
            )
        return said


def garrisoned(table: Table, side: int) -> frozenset[int]:
    """The cells where a side must keep a garrison."""
    return table.setting.kept(("garrison", side), lambda: _garrisoned(table, side))


def _garrisoned(table: Table, side: int) -> frozenset[int]:
    kinds = table.mechanism(Garrison).duties.get(table.scenario.sides[side].side, ())
    return frozenset(table.board.cell(place.cell) for place in table.scenario.places if place.kind in kinds)


def must_stop(table: Table, side: int, cell: int) -> bool:
    """Whether a unit of a side may not go on from a cell that it enters."""
    return cell in garrisoned(table, side) and table.holder(cell) != side


def bound(table: Table, piece: int) -> bool:
    """Whether a unit is the last of its side in a place that must be garrisoned."""
    cell = table.state.cell[piece]
    return cell in garrisoned(table, table.side_of(piece)) and len(table.stack(cell)) == 1


def judge_leaving(table: Table, piece: int) -> Verdict:
    """Whether a unit may leave the cell it stands in."""
    if bound(table, piece):
        where = table.label(table.state.cell[piece])
        case = table.mechanism(Garrison).case("leave")
        return no(f"{table.full_name(piece)} must hold {where} until it is relieved.", case)
    return LEGAL
