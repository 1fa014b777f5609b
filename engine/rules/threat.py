"""Threat: the most that a side could bring against every cell when it next fights."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from engine.charts.numbers import Number, exact, ratio
from engine.ids import Cell
from engine.records.counters import Face
from engine.rules.columns import column_name, column_of, shifted
from engine.rules.combat import CombatPhase, OddsCombat, ends_of
from engine.rules.contributions import folded
from engine.rules.ground import flag_factors
from engine.rules.markers import marker_shifts
from engine.rules.phase import PhaseRule
from engine.rules.strength import terrain_shifts
from engine.rules.table import Table
from engine.rules.value_combat import value
from engine.rules.weather import weather_shifts

Stands = dict[int, frozenset[int]]
"""By piece, the cells where it could be when its side fights, the one where it is among them."""


@dataclass(frozen=True)
class Threat:
    """Against one cell: the strength that could be brought, whose it is, and the odds if somebody stands there.

    Where an attacker needs a hexside of his own no hexside is used twice; stacking limits and losses on the way are
    left out, so it may come to less.  Units that were never tried count with the mean of their pool.
    """

    strength: Number
    pieces: tuple[int, ...]
    odds: str = ""


def threats(table: Table, side: int, only: Collection[int] | None = None) -> dict[int, Threat]:
    """What a side could bring against each cell that its units do not hold, or against those of them in question.

    Cells out of its reach are left out.
    """
    scratch = Table(table.setting, table.state.copy(), seed=0)
    stands = _stands(scratch, side)
    by_odds = _odds_decide(table)
    found = {}
    for target, comers in sorted(_targets(scratch, stands, into=not by_odds).items()):
        holder = table.holder(target) if only is None or target in only else side
        if holder != side and (holder is not None or _enterable(scratch, target, stands)):
            threat = _by_odds(scratch, target, comers) if by_odds else _by_value(scratch, target, comers)
            if threat.strength > 0:
                found[target] = threat
    return found


def coming_phases(table: Table, side: int) -> Iterator[tuple[int, int]]:
    """The phases of a side, by turn and number, from now on to its next combat phase; a turn of them if it has none."""
    state, phases = table.state, table.scenario.phases
    now, turns = max(0, state.phase), table.scenario.about.turns
    for step in range(len(phases)):
        index, turn = (now + step) % len(phases), max(1, state.turn) + (now + step) // len(phases)
        row = phases[index]
        played = turn <= turns and (row.first_turn or 1) <= turn <= (row.last_turn or turns)
        if played and table.phase_side(index) == side:
            yield turn, index
            if isinstance(table.setting.phases[index], CombatPhase):
                return


def _stands(table: Table, side: int) -> Stands:
    """Where the units of a side that may attack could be; the table is moved along, so it must be a copy."""
    state = table.state
    last: PhaseRule | None = None
    found = {piece: {state.cell[piece]} for piece in table.on_map(side)}
    for state.turn, state.phase in coming_phases(table, side):
        last = table.phase
        for piece, cells in found.items():
            for ways in last.reach(table, piece):
                cells.update(ways.cells())
    if isinstance(last, CombatPhase):
        return {piece: frozenset(found[piece]) for piece in table.matching(last.units, list(found))}
    return {} if _odds_decide(table) else {piece: frozenset(cells) for piece, cells in found.items()}


def _enterable(table: Table, cell: int, stands: Stands) -> bool:
    """Whether anybody could stand in an empty cell: where one of these units could be, or some class may move."""
    if any(cell in cells for cells in stands.values()):
        return True
    kind, tec = table.board.terrain_of(Cell(cell)), table.scenario.tec
    classes = {unit.unit.move_class for unit in table.scenario.counters}
    return any(tec.number("terrain", kind, f"move.{one}") is not None for one in classes)


def _odds_decide(table: Table) -> bool:
    return table.mechanism(OddsCombat).chart in table.scenario.combat_tables


def _targets(table: Table, stands: Stands, *, into: bool) -> dict[int, Stands]:
    """By cell, who could come beside it (or into it), and the cells from which he would fight."""
    found: dict[int, dict[int, set[int]]] = {}
    for piece, cells in stands.items():
        for cell in cells:
            for target in (*table.setting.neighbours[cell], cell) if into else table.setting.neighbours[cell]:
                found.setdefault(target, {}).setdefault(piece, set()).add(cell)
    return {target: {piece: frozenset(slots) for piece, slots in comers.items()} for target, comers in found.items()}


def _by_odds(table: Table, target: int, comers: Stands) -> Threat:
    strengths = {piece: _attack(table, piece, target) for piece in comers}
    strongest = sorted((piece for piece in comers if strengths[piece] > 0), key=lambda piece: -strengths[piece])
    if table.mechanism(OddsCombat).one_per_hexside:
        strongest = _seated(strongest, comers)
    total = sum(strengths[piece] for piece in strongest)
    return Threat(total, tuple(sorted(strongest)), _odds(table, target, total))


def _seated(pieces: list[int], comers: Stands) -> list[int]:
    """Those of the pieces, the strongest first, that find a cell of their own to fight from."""
    taken: dict[int, int] = {}

    def seat(piece: int, tried: set[int]) -> bool:
        for slot in comers[piece] - tried:
            tried.add(slot)
            if slot not in taken or seat(taken[slot], tried):
                taken[slot] = piece
                return True
        return False

    return [piece for piece in pieces if seat(piece, set())]


def _by_value(table: Table, target: int, comers: Stands) -> Threat:
    total = sum(exact(value(table, piece, True)) for piece in comers)
    here = table.garrison(target)
    met = sum(value(table, piece, False) for piece in here)
    return Threat(total, tuple(sorted(comers)), f"{float(total):g} to {met:g}" if here else "")


def _odds(table: Table, target: int, attack: Number) -> str:
    """The column that this strength would come to, the shifts of the cell counted; empty where nobody defends."""
    defenders = table.garrison(target)
    if not defenders:
        return ""
    rule = table.mechanism(OddsCombat)
    crt = rule.headed(table, target)
    defence = sum(_printed(table, piece, attack=False) for piece in defenders)
    side = 1 - table.side_of(defenders[0])
    shifts = (
        terrain_shifts(table, target, ()) + weather_shifts(table, target, side) + marker_shifts(table, target, side)
    )
    shift = sum(one.columns for one in shifts)
    ends = ends_of(rule)
    return column_name(crt, shifted(crt, column_of(crt, attack, defence, ends), shift, ends), ends)


def _attack(table: Table, piece: int, target: int) -> Number:
    """A unit's attack strength against a cell, after what the terrain does to its kind."""
    rule = table.mechanism(OddsCombat)
    return folded(_printed(table, piece, attack=True), flag_factors(table, rule, piece, target))


def _printed(table: Table, piece: int, *, attack: bool) -> Number:
    """What is printed on a unit; of one that was never tried, the mean of its pool."""
    if table.state.counter[piece] is not None:
        face = table.face(piece)
        return exact(face.attack if attack else face.defence)
    key = ("mean of a pool", table.scenario.pieces[piece].pool, table.state.batch[piece], attack)
    return table.cached(key, lambda: _mean([face for _, face in table.pool_of(piece)], attack=attack))


def _mean(members: Sequence[Face], *, attack: bool) -> Number:
    return ratio(sum(exact(face.attack if attack else face.defence) for face in members), len(members))
