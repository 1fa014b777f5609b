"""Overlays that a player can turn on: control, zones of control, communication, threat, last moves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PySide6.QtGui import QPainter

from designer.paint.overlays import arrow, mark_zoc, outline_cells, tint_cells
from designer.play.stage import Stage
from engine.ids import Cell
from engine.rules.replacements import Replacements
from engine.rules.table import Table
from engine.rules.trace import connected
from engine.state.events import PhaseBegan, Relocation, UnitPlaced

Draw = Callable[[QPainter, Stage], None]


@dataclass(frozen=True)
class OverlayKind:
    """One overlay: its key, its title, its icon, what it shows, and how it is drawn."""

    key: str
    title: str
    icon: str
    help: str
    draw: Draw


def side_colour(table: Table, side: int) -> str:
    """The colour of a side on the map."""
    return table.scenario.sides[side].colour


def _control(painter: QPainter, stage: Stage) -> None:
    table = stage.table
    for side in range(len(table.scenario.sides)):
        held = [
            Cell(table.board.cell(place.cell))
            for index, place in enumerate(table.scenario.places)
            if table.state.control[index] == side
        ]
        tint_cells(painter, stage.scene, held, side_colour(table, side), 0.4)
        outline_cells(painter, stage.scene, held, side_colour(table, side), 0.08)


def _zones(painter: QPainter, stage: Stage) -> None:
    for side in range(len(stage.table.scenario.sides)):
        cells = [Cell(int(cell)) for cell in np.flatnonzero(stage.view.zone(side))]
        mark_zoc(painter, stage.scene, cells, side_colour(stage.table, side))


def _communication(painter: QPainter, stage: Stage) -> None:
    table = stage.table
    for key, region in table.mechanism(Replacements).home.items():
        side = table.scenario.side_index.get(key)
        if side is None:
            continue
        reached = connected(table, side, region)
        if side == stage.view.side:
            tint_cells(
                painter,
                stage.scene,
                [Cell(int(cell)) for cell in np.flatnonzero(reached)],
                side_colour(table, side),
                0.32,
            )
        cut = [Cell(table.state.cell[piece]) for piece in table.on_map(side) if not _joined(table, piece, reached)]
        outline_cells(painter, stage.scene, cut, "#b3261e", 0.09)


def _joined(table: Table, piece: int, reached: npt.NDArray[np.uint8]) -> bool:
    cell = table.state.cell[piece]
    return bool(reached[cell]) or any(reached[near] for near in table.setting.neighbours[cell])


def _threat(painter: QPainter, stage: Stage) -> None:
    """The enemy's possible moves, darker for more units."""
    counts = stage.kept("threat", lambda: threat(stage))
    most = int(counts.max()) if len(counts) else 0
    for level in range(1, most + 1):
        cells = [Cell(int(cell)) for cell in np.flatnonzero(counts == level)]
        tint_cells(painter, stage.scene, cells, "#c4622d", min(0.6, 0.12 + 0.08 * level))


def threat(stage: Stage) -> npt.NDArray[np.int32]:
    """The number of enemy units that could get to each cell on an ordinary move."""
    table = stage.game.fork().table
    enemy, counts = 1 - stage.view.side, np.zeros(stage.table.board.size, np.int32)
    turn = max(1, table.state.turn)
    phases = [
        index
        for index, phase in enumerate(table.scenario.phases)
        if table.setting.phase_sides[index] == enemy
        and (phase.first_turn or 1) <= turn <= (phase.last_turn or table.scenario.about.turns)
    ]
    for piece in table.on_map(enemy):
        found: set[int] = set()
        for table.state.phase in phases:
            for ways in table.phase.reach(table, piece):
                found.update(ways.cells())
        counts[sorted(found)] += 1
    return counts


def _moves(painter: QPainter, stage: Stage) -> None:
    table = stage.table
    for event in stage.kept("last-moves", lambda: last_moves(stage)):
        if isinstance(event, UnitPlaced) or event.origin < 0 or event.target < 0:
            continue
        cells = (event.origin, *(getattr(event, "path", ()) or (event.target,)))
        points = [stage.scene.anchor(Cell(cell)) for cell in cells]
        arrow(painter, points, side_colour(table, table.side_of(event.piece)), 0.1)


def last_moves(stage: Stage) -> list[Relocation]:
    """Every piece's way in the player turn before this one and in this one."""
    found: list[list[Relocation]] = [[]]
    sides: list[int | None] = [None]
    game = stage.game
    for entry in game.log[: game.cursor]:
        for event in entry.events:
            if isinstance(event, PhaseBegan):
                side = game.setting.phase_sides[event.phase]
                if side is not None and side != sides[-1]:
                    sides.append(side)
                    found.append([])
            elif isinstance(event, Relocation):
                found[-1].append(event)
    while len(found) > 1 and not found[-1]:
        found.pop()
    return found[-1]


OVERLAYS: tuple[OverlayKind, ...] = (
    OverlayKind("control", "Control", "mdi6.flag-outline", "Who holds which place", _control),
    OverlayKind("zones", "Zones of control", "mdi6.texture", "The zones of control of both sides", _zones),
    OverlayKind(
        "communication",
        "Communication",
        "mdi6.transit-connection-variant",
        "Your way to the home edge; units of either side that are cut off are ringed",
        _communication,
    ),
    OverlayKind("threat", "Threat", "mdi6.target", "Where the enemy could move, darker for more units", _threat),
    OverlayKind("moves", "Last moves", "mdi6.arrow-decision-outline", "The moves of the last player turn", _moves),
)
"""The overlays, in the order of their buttons."""
