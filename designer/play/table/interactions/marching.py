"""Marching: units of several hexes move together and keep their places to each other, as far as each can go."""

from __future__ import annotations

from PySide6.QtCore import QPointF

from designer.play.table.interactions.routes import goals
from designer.play.table.stage import Stage
from engine.ids import Cell
from engine.state.actions import AnyAction


def apart(stage: Stage, pieces: tuple[int, ...]) -> bool:
    """Whether pieces stand in several cells."""
    return len({stage.table.state.cell[piece] for piece in pieces}) > 1


def wishes(stage: Stage, pieces: tuple[int, ...], cell: int) -> dict[int, QPointF]:
    """Where on the map each piece would like to be when the first of them goes to a cell."""
    at = {piece: stage.scene.anchor(Cell(stage.table.state.cell[piece])) for piece in pieces}
    way = stage.scene.anchor(Cell(cell)) - at[pieces[0]]
    return {piece: point + way for piece, point in at.items()}


def nearest(stage: Stage, piece: int, wish: QPointF) -> AnyAction | None:
    """The move of a piece that ends nearest to where it would like to be; None: it is there, or comes no nearer."""
    here = stage.table.state.cell[piece]
    found = goals(stage, piece)

    def away(cell: int) -> float:
        off = stage.scene.anchor(Cell(cell)) - wish
        return off.x() * off.x() + off.y() * off.y()

    best = min(found, key=lambda cell: (round(away(cell), 6), cell), default=here)
    return found[best] if best != here and away(best) < away(here) else None
