"""Marching: units of several hexes move together and keep their places to each other, as far as each can go."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

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


def moves_to(stage: Stage, pieces: tuple[int, ...], cell: int) -> Iterator[AnyAction]:
    """The moves of several pieces into one cell, each known when the last is made, until one cannot go."""
    for piece in pieces:
        action = goals(stage, piece).get(cell)
        if action is None:
            return
        yield action


def marches(stage: Stage, pieces: tuple[int, ...], cell: int) -> Iterator[AnyAction]:
    """The moves of several pieces that keep their places, each known when the last is made."""
    for piece, wish in wishes(stage, pieces, cell).items():
        action = nearest(stage, piece, wish)
        if action is not None and stage.judge(action):
            yield action


def follow_on(stage: Stage, moves: Iterator[AnyAction], why: dict[str, Any]) -> tuple[int, AnyAction | None]:
    """Make moves and show them when all are made: how many, and the first that cannot be taken back, not made."""
    sealed: list[AnyAction] = []

    def free() -> Iterator[AnyAction]:
        for action in moves:
            if stage.seals(action):
                sealed.append(action)
                return
            yield action
            stage.forget()

    return stage.act_all(free(), why), next(iter(sealed), None)
