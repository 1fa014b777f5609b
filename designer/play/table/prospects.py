"""Prospects: the odds that an attack would have if units stood somewhere else, by the rules' own forecast."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from designer.play.table.stage import Stage
from engine.play import View
from engine.rules.combat import OddsCombat
from engine.rules.joining import touches
from engine.rules.names import names_of
from engine.rules.table import Table
from engine.rules.value_combat import ValueCombat, compare
from engine.scenario.sentences import counted, listed

MOST = 3
"""Attacks that a sentence names."""


@dataclass(frozen=True)
class AttackProspect:
    """An attack that would be possible: on which cell, by whom, in which column, and in which with all who touch it."""

    target: int
    attackers: tuple[int, ...]
    column: str
    together: tuple[int, ...]
    joint: str


def prospects(stage: Stage, moves: Mapping[int, int]) -> list[AttackProspect]:
    """The attacks of pieces if they stood in these cells; none where no odds are reckoned, or no battle follows."""
    if not stage.table.scenario.combat_tables or not moves or not fights_later(stage.table, stage.view.side):
        return []
    key = ("prospects", tuple(sorted(moves.items())))
    return stage.kept(key, lambda: _reckon(stage, moves))


def fights_later(table: Table, side: int) -> bool:
    """Whether a side has a combat phase yet to come on this turn."""
    turn, phases = table.state.turn, table.scenario.phases
    return any(
        phases[index].kind == "combat"
        and table.phase_side(index) == side
        and (phases[index].first_turn or 1) <= turn <= (phases[index].last_turn or turn)
        for index in range(table.state.phase + 1, len(phases))
    )


def _reckon(stage: Stage, moves: Mapping[int, int]) -> list[AttackProspect]:
    view, side = moved(stage, moves), stage.view.side
    table = view.table
    near = {cell for goal in moves.values() for cell in table.setting.neighbours[goal]}
    found = []
    for target in sorted(cell for cell in near if table.holder(cell) == 1 - side):
        alone = seated(table, [piece for piece in moves if touches(table, piece, target)])
        if alone:
            together = attackers_on(table, target, side, first=alone)
            joint = view.forecast(target, together).column
            column = view.forecast(target, alone).column if together != alone else joint
            found.append(AttackProspect(target, alone, column, together, joint))
    return found


def moved(stage: Stage, moves: Mapping[int, int]) -> View:
    """The table as it would look if these pieces stood in these cells."""
    fork = stage.session.game.fork()
    for piece, cell in moves.items():
        fork.state.relocate(piece, cell)
    return fork.view(stage.view.side)


def attackers_on(table: Table, target: int, side: int, first: tuple[int, ...] = ()) -> tuple[int, ...]:
    """Everybody of a side who could attack a cell from where he stands; the first ones keep their places."""
    cells = table.setting.neighbours[target]
    others = [piece for cell in cells for piece in table.stack(cell) if table.side_of(piece) == side]
    able = [piece for piece in others if piece not in first and touches(table, piece, target)]
    return seated(table, [*first, *sorted(able, key=lambda piece: -_attack(table, piece))])


def seated(table: Table, pieces: list[int]) -> tuple[int, ...]:
    """Those of the pieces that may attack together: one a hexside where the rules want that, and nobody unarmed."""
    taken: set[int] = set()
    found = []
    alone = table.mechanism(OddsCombat).one_per_hexside
    for piece in pieces:
        cell = table.state.cell[piece]
        if _attack(table, piece) > 0 and not (alone and cell in taken):
            taken.add(cell)
            found.append(piece)
    return tuple(found)


def _attack(table: Table, piece: int) -> float:
    """What a unit has to attack with; one that was never tried may have anything."""
    return 1.0 if table.state.counter[piece] is None else float(table.face(piece).attack)


def prospect_words(stage: Stage, found: list[AttackProspect]) -> str:
    """The odds in a sentence: alone, and with whoever stands there already."""
    parts = []
    for one in found[:MOST]:
        others = len(one.together) - len(one.attackers)
        joint = f" ({one.joint} with {counted(others, 'other')})" if others > 0 else ""
        parts.append(f"{one.column} against {stage.place(one.target)}{joint}")
    return f"From there: {listed(parts)}" if parts else ""


def certain_words(stage: Stage, piece: int, cell: int) -> str:
    """What an attack without dice brings and meets, and who else can do nothing more for it: 3 against 2."""
    if stage.table.setting.by_key(ValueCombat.key) is None:
        return ""
    found = compare(stage.table, piece, cell)
    spent = f", which takes {names_of(stage.table, found.used)} too" if found.used else ""
    return f"{found.attack:g} against {found.defence:g}{spent}"
