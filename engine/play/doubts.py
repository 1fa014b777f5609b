"""Doubts: what the rules would not have let come about in an arranged position, with the case that forbids it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.ids import Cell
from engine.records.board import TecColumn
from engine.rules.combat import Support
from engine.rules.control import Control
from engine.rules.movement import MovementPhase
from engine.rules.stacking import crowding
from engine.rules.table import Table


@dataclass(frozen=True)
class Doubt:
    """One thing to wonder at: a sentence, the rule case, and the cell where it is, if it is somewhere."""

    why: str
    case: str = ""
    cell: int | None = None


def doubts(table: Table) -> list[Doubt]:
    """Everything doubtful about the position on a table; nothing of it keeps a game from being played."""
    return [*_untimely(table), *_crowded(table), *_astray(table), *_unheld(table), *_markers(table)]


def _untimely(table: Table) -> Iterator[Doubt]:
    phase, turn = table.scenario.phases[table.state.phase], table.state.turn
    if not (phase.first_turn or 1) <= turn <= (phase.last_turn or table.scenario.about.turns):
        yield Doubt(f"The {phase.name} is not played on turn {turn}: play begins with the phase after it.")


def _crowded(table: Table) -> Iterator[Doubt]:
    for cell, stack in sorted(table.state.stacks.items()):
        if (crowd := crowding(table, stack, cell)) is not None:
            many, stay, case = crowd
            yield Doubt(f"{many[:1].upper()}{many[1:]} stand in {table.label(cell)}, where {stay}.", case, cell)


def _astray(table: Table) -> Iterator[Doubt]:
    """Units on ground that their movement class may not enter."""
    classes = {row.effect for row in table.scenario.rows.all(TecColumn) if row.group == "move"}
    for cell, stack in sorted(table.state.stacks.items()):
        kind = table.board.terrain_of(Cell(cell))
        for piece in stack if kind else ():
            effect = f"move.{table.unit(piece).move_class}"
            if effect in classes and table.scenario.tec.number("terrain", kind, effect) is None:
                name = table.name(piece)
                why = f"{name[:1].upper()}{name[1:]} stands in {table.label(cell)}, which it may not enter ({kind})."
                yield Doubt(why, _terrain_case(table, table.side_of(piece)), cell)


def _terrain_case(table: Table, side: int) -> str:
    """The case that the side's movement phases cite for ground that is forbidden."""
    own = zip(table.setting.phases, table.phase_sides, strict=True)
    cited = (rule.case("terrain") for rule, whose in own if isinstance(rule, MovementPhase) and whose == side)
    return next((case for case in cited if case), "")


def _unheld(table: Table) -> Iterator[Doubt]:
    """Places with a unit in them that the other side holds."""
    rule = table.mechanism(Control)
    for index, row in enumerate(table.scenario.places):
        cell = int(table.board.cell(row.cell))
        here, held = table.holder(cell), table.state.control[index]
        if here is not None and held is not None and here != held and (not rule.kinds or row.kind in rule.kinds):
            who, owner = table.scenario.sides[here].name, table.scenario.sides[held].name
            yield Doubt(f"{who} units stand in {table.label(cell)}, which the {owner} side holds.", "", cell)


def _markers(table: Table) -> Iterator[Doubt]:
    """Support markers that lie on the map."""
    marker = table.mechanism(Support).markers
    for cell, stack in sorted(table.state.stacks.items()):
        for piece in table.matching(marker, stack):
            why = f"{table.full_name(piece)} is a support marker: it is played from off the map, not from a cell."
            yield Doubt(why, "", cell)
