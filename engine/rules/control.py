"""Entering cells: places belong to whoever was the last to do so, and markers may be cleared."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar, Literal

from engine.records.base import col
from engine.rules.markers import clear_markers
from engine.rules.mechanism import Mechanism
from engine.rules.table import Table


class Control(Mechanism, frozen=True, kw_only=True):
    """How places change hands."""

    key: ClassVar[str] = "control"
    title: ClassVar[str] = "Control of places"
    help: ClassVar[str] = "A place belongs to the last side that entered it."

    by: Annotated[
        Literal["passing", "stopping"],
        col("Taken by", "passing: moving through is enough; stopping: the move must end there"),
    ] = "passing"
    capable: Annotated[bool, col("Only attackers", "Only units with an attack strength take places")] = False
    kinds: Annotated[tuple[str, ...], col("Kinds of place", "Empty: every kind", refers="place_kind")] = ()


def enter(table: Table, piece: int, path: Iterable[int]) -> None:
    """A piece went along a path: places on it change hands, and markers that this clears go."""
    rule, side, cells = table.mechanism(Control), table.side_of(piece), list(path)
    takes = not rule.capable or table.can_attack(piece)
    for cell in (cells if rule.by == "passing" else cells[-1:]) if takes else ():
        for place in table.setting.places_at.get(cell, ()):
            if not rule.kinds or table.scenario.places[place].kind in rule.kinds:
                table.take_control(place, side)
    clear_markers(table, side, cells)
    table.tell("entered", piece, tuple(cells))
