"""Enemies who are on their way before we move again: by the schedule, or rebuilt; in thought where they enter."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from engine.bots.doctrine.lie import Lie
from engine.bots.staff.force import Force, force_of
from engine.rules.claims import to_arrive, wanted
from engine.rules.replacements import Replacements, lost_units, open_for_rebuilding, steps_of
from engine.rules.table import Table
from engine.rules.trace import in_communication
from engine.rules.zoc import zone

Ints = npt.NDArray[np.int32]


def coming(table: Table, lie: Lie, side: int, turn: int, together: bool) -> Force:
    """The units of a side that are due by a turn and not on the map yet, each where it may enter."""
    state = table.state.copy()
    entering: dict[str, list[int]] = {}
    for number, line in enumerate(table.scenario.arrivals):
        if line.side == table.scenario.sides[side].side and line.turn <= turn and wanted(table, line):
            left = line.count - int(table.count(f"arrived.{line.arrival}")) if line.count else None
            entering.setdefault(line.region or "", []).extend(to_arrive(table, number)[:left])
    pieces = [
        piece
        for region, each in entering.items()
        for piece in _enter(table, state.relocate, side, region, list(dict.fromkeys(each)))
    ]
    return force_of(Table(table.setting, state, seed=0), lie, side, pieces, together)


def _enter(table: Table, relocate: Callable[[int, int], None], side: int, region: str, pieces: list[int]) -> list[int]:
    """Put units down over the open cells of their entrance, those of a formation together; who was put down."""
    zones = zone(table, 1 - side)
    cells = [
        cell
        for cell in sorted(table.board.regions.get(region, frozenset()))
        if table.holder(cell) != 1 - side and not zones[cell]
    ]
    if not cells:
        return []
    clusters: dict[str, list[int]] = {}
    for piece in pieces:
        clusters.setdefault(table.unit(piece).formation or f"unit {piece}", []).append(piece)
    for number, members in enumerate(clusters.values()):
        for piece in members:
            relocate(piece, int(cells[number * len(cells) // len(clusters)]))
    return pieces


def returning(table: Table, lie: Lie, side: int, turn: int, together: bool, places: Iterable[Ints]) -> Force:
    """Lost units of a side that it can rebuild in a turn, in thought where they are soonest in each of some places.

    Nobody knows which of them it will be, nor where: so a place that any of them could walk into must reckon with it.
    `places` are the ways to each of them, from every cell.
    """
    cells = open_for_rebuilding(table, side)
    lost = sorted(lost_units(table, side), key=lambda piece: (-table.face(piece).movement, -table.face(piece).defence))
    if not cells or not lost or steps_of(table, side, turn) <= 0:
        return force_of(table, lie, side, [], together)
    nearest = dict.fromkeys(min(cells, key=lambda cell: (int(way[cell]), cell)) for way in places)
    state = table.state.copy()
    pairs = list(zip(lost, nearest, strict=False))
    for piece, cell in pairs:
        state.relocate(piece, cell)
    pieces = [piece for piece, _ in pairs]
    return force_of(Table(table.setting, state, seed=0), lie, side, pieces, together)


def restored(table: Table, force: Force, side: int, turn: int) -> Force:
    """A force in which whoever can have a step back in a turn attacks as strongly as he then will.

    Nobody knows whom it will be: so whatever any of them could attack must reckon with it.
    """
    if steps_of(table, side, turn) <= 0:
        return force
    home = table.mechanism(Replacements).home.get(table.scenario.sides[side].side, "")
    more = np.array([sum(_regained(table, piece, side, home) for piece in group) for group in force.groups])
    return _strongest_first(replace(force, attack=force.attack + more)) if more.any() else force


def _regained(table: Table, piece: int, side: int, home: str) -> float:
    """The attack strength that a step back gives a unit; nothing for who is whole or out of communication."""
    state = table.state
    counter, face, never = state.counter[piece], state.face[piece], table.mechanism(Replacements).never
    if counter is None or not face or not in_communication(table, state.cell[piece], side, home):
        return 0.0
    if never is not None and never.matches(table.unit(piece)):
        return 0.0
    faces = table.scenario.counters[counter].faces
    return float(faces[face - 1].attack - faces[face].attack)


def joined(one: Force, other: Force) -> Force:
    """Two forces of a side as one, the strongest groups first."""
    if not len(other):
        return one
    both = Force(
        [*one.groups, *other.groups],
        [*one.units, *other.units],
        np.concatenate([one.cell, other.cell]),
        np.concatenate([one.attack, other.attack]),
        np.concatenate([one.defence, other.defence]),
        np.concatenate([one.movement, other.movement]),
        np.concatenate([one.kind, other.kind]),
        np.concatenate([one.weight, other.weight]),
        [*one.ladders, *other.ladders],
        np.concatenate([one.station, other.station]),
    )
    return _strongest_first(both)


def _strongest_first(force: Force) -> Force:
    order = np.argsort(-force.attack, kind="stable").tolist()
    return Force(
        [force.groups[row] for row in order],
        [force.units[row] for row in order],
        force.cell[order],
        force.attack[order],
        force.defence[order],
        force.movement[order],
        force.kind[order],
        force.weight[order],
        [force.ladders[row] for row in order],
        force.station[order],
    )
