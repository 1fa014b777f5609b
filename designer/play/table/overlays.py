"""Overlays that a player can turn on: control, zones of control, communication, threat, last moves."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from designer.paint.badges import draw_badge
from designer.paint.faces import figure
from designer.paint.overlays import BELOW, FOOT, HEAD, arrow, cell_note, mark_zoc, outline_cells, pennant, tint_cells
from designer.play.table.faces import cell_badges
from designer.play.table.orderlayer import draw_orders
from designer.play.table.stage import Stage
from engine.charts.numbers import Number
from engine.ids import Cell
from engine.rules.depots import draws_of, has_lines, in_supply, store_marks, supply_line
from engine.rules.replacements import Replacements
from engine.rules.table import Table
from engine.rules.threat import Threat, threats
from engine.rules.trace import connected
from engine.state.events import PhaseBegan, Relocation, UnitPlaced

THREAT = "#c4622d"
LINE = "#1f6f5c"
"""The colour of what selected units draw on."""

SHADES = 8
"""Steps of tint between no threat and the greatest."""

LEGIBLE = 24
"""Pixels a cell from which numbers can be read."""

Draw = Callable[[QPainter, Stage], None]


@dataclass(frozen=True)
class OverlayKind:
    """One overlay: its key, its title, its icon, what it shows, and how it is drawn under and over the counters."""

    key: str
    title: str
    icon: str
    help: str
    draw: Draw
    above: Draw | None = None


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


def draw_flags(painter: QPainter, stage: Stage, places: Collection[int]) -> None:
    """A small pennant in the colour of its holder on every place that counts, above the counters."""
    if painter.worldTransform().m11() < LEGIBLE:
        return
    table = stage.table
    for index in places:
        holder = table.state.control[index]
        if holder is not None:
            at = stage.scene.anchor(Cell(table.board.cell(table.scenario.places[index].cell)))
            pennant(painter, at + QPointF(-0.36, -0.46), side_colour(table, holder))


def draw_stores(painter: QPainter, stage: Stage) -> None:
    """Every dump with its supply points, in the colour of its side."""
    if stage.table.state.stores and painter.worldTransform().m11() >= LEGIBLE:
        for cell, side, text in stage.kept("stores", lambda: store_marks(stage.table)):
            foot = BELOW if stage.pieces_in(cell) else FOOT
            cell_note(painter, stage.scene, Cell(cell), text, side_colour(stage.table, side), foot)


def draw_draws(painter: QPainter, stage: Stage) -> None:
    """What the selected units draw on: the way from the dump that pays to each of them, and their lines of supply."""
    table = stage.table
    for piece in stage.selected if table.state.stores else ():
        traced = stage.kept(("line", piece), partial(supply_line, table, piece))
        for path in [traced.path(table.state.cell[piece])] if traced is not None else []:
            painter.setPen(QPen(QColor(LINE), 0.05, Qt.PenStyle.DashLine, Qt.PenCapStyle.RoundCap))
            painter.drawPolyline([stage.scene.anchor(Cell(cell)) for cell in path])
        for source in stage.kept(("draws", piece), partial(draws_of, table, piece))[:1]:
            arrow(painter, [stage.scene.anchor(Cell(cell)) for cell in source.path], LINE, 0.09)


def draw_cell_badges(painter: QPainter, stage: Stage) -> None:
    """What the rules have put on hexes, such as field works, in a corner that no counter hides."""
    if painter.worldTransform().m11() >= LEGIBLE / 2:
        for cell, words in stage.kept("cell badges", lambda: cell_badges(stage.table)).items():
            for number, word in enumerate(words):
                at = stage.scene.anchor(Cell(cell)) + QPointF(0.4 - number * 0.3, -0.38)
                draw_badge(painter, at, 0.15, word)


def _zones(painter: QPainter, stage: Stage) -> None:
    for side in range(len(stage.table.scenario.sides)):
        cells = [Cell(int(cell)) for cell in np.flatnonzero(stage.view.zone(side))]
        mark_zoc(painter, stage.scene, cells, side_colour(stage.table, side))


def _communication(painter: QPainter, stage: Stage) -> None:
    table = stage.table
    if has_lines(table):
        _supply(painter, stage)
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


def _supply(painter: QPainter, stage: Stage) -> None:
    """The lines by which your units draw supply, from unit to source; units of either side without one are ringed."""
    table, me = stage.table, stage.view.side
    for one, other in stage.kept("supply", lambda: supply_steps(table, me)):
        points = [stage.scene.anchor(Cell(cell)) for cell in (one, other)]
        painter.setPen(QPen(QColor(side_colour(table, me)), 0.09, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawLine(*points)
    for side in range(len(table.scenario.sides)):
        cut = [Cell(table.state.cell[piece]) for piece in table.on_map(side) if not in_supply(table, piece)]
        outline_cells(painter, stage.scene, cut, "#b3261e", 0.09)


def supply_steps(table: Table, side: int) -> list[tuple[int, int]]:
    """Every step from cell to cell of the lines that the units of a side trace, each of them once."""
    found: dict[tuple[int, int], None] = {}
    for piece in table.on_map(side):
        traced = supply_line(table, piece)
        path = traced.path(table.state.cell[piece]) if traced is not None else ()
        found.update(dict.fromkeys(pairwise(path)))
    return list(found)


def _joined(table: Table, piece: int, reached: npt.NDArray[np.uint8]) -> bool:
    cell = table.state.cell[piece]
    return bool(reached[cell]) or any(reached[near] for near in table.setting.neighbours[cell])


def _threat(painter: QPainter, stage: Stage) -> None:
    """What the enemy could bring against each cell: darker for more, with the odds where you stand."""
    found = stage.kept("threat", lambda: threat(stage))
    most = max((one.strength for one in found.values()), default=1)
    shades: dict[int, list[Cell]] = {}
    for cell, one in found.items():
        shades.setdefault(-int(-one.strength * SHADES // most), []).append(Cell(cell))
    for shade, cells in shades.items():
        tint_cells(painter, stage.scene, cells, THREAT, 0.06 + 0.4 * shade / SHADES)


def _threat_notes(painter: QPainter, stage: Stage) -> None:
    """The strength that could come, in numbers, and the odds on the counters that it could come against."""
    if painter.worldTransform().m11() >= LEGIBLE:
        for cell, one in stage.kept("threat", lambda: threat(stage)).items():
            text = one.odds or strength_words(one.strength)
            colour, at = "#b3261e" if one.odds else "#7a5a3c", HEAD if stage.pieces_in(cell) else FOOT
            cell_note(painter, stage.scene, Cell(cell), text, colour, at)


def strength_words(strength: Number) -> str:
    """A strength that may be a mean, as a player says it: to the nearest half, and never nothing."""
    return figure(max(1, round(strength * 2)) / 2)


def threat(stage: Stage) -> dict[int, Threat]:
    """What the enemy could bring against each cell when he next fights."""
    return threats(stage.table, 1 - stage.view.side)


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
                side = game.setting.side_of_phase(event)
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
        "Supply and communication",
        "mdi6.transit-connection-variant",
        "Your lines of supply or your way home; units of either side that are cut off are ringed",
        _communication,
    ),
    OverlayKind(
        "threat",
        "Threat",
        "mdi6.target",
        "How strong the enemy could come, and the odds where you stand",
        _threat,
        _threat_notes,
    ),
    OverlayKind("moves", "Last moves", "mdi6.arrow-decision-outline", "The moves of the last player turn", _moves),
    OverlayKind(
        "orders", "Orders", "mdi6.flag-triangle", "Your orders to the staff", lambda _painter, _stage: None, draw_orders
    ),
)
"""The overlays, in the order of their buttons."""
