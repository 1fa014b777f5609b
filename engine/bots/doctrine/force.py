"""One side's pieces as arrays, the strongest first."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.bots.doctrine.lie import Lie
from engine.bots.doctrine.outcomes import Ladder
from engine.play.view import View
from engine.rules.value_combat import ValueCombat, value

Ints = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class PieceForce:
    """The pieces of a side on the map that can move or fight; face-down ones count with the mean of their pool."""

    pieces: list[int]
    index: dict[int, int]
    cell: Ints
    attack: Floats
    defence: Floats
    movement: Floats
    kind: Ints
    ladders: list[Ladder]

    def __len__(self) -> int:
        return len(self.pieces)


def force_of(view: View, lie: Lie, side: int, pieces: list[int] | None = None) -> PieceForce:
    """A side's pieces, or those given."""
    rows = []
    means: dict[str, tuple[float, float]] = {}
    for piece in view.pieces(side) if pieces is None else pieces:
        face = view.table.face(piece)
        attack, defence, ladder = _strengths(view, piece, means)
        if attack or defence or face.movement:
            rows.append((attack, piece, defence, face.movement, lie.kind(view.unit(piece)), ladder))
    rows.sort(key=lambda row: (-row[0], row[1]))
    found = [row[1] for row in rows]
    return PieceForce(
        found,
        {piece: number for number, piece in enumerate(found)},
        np.array([view.state.cell[piece] for piece in found], np.int32),
        np.array([row[0] for row in rows], np.float64),
        np.array([row[2] for row in rows], np.float64),
        np.array([row[3] for row in rows], np.float64),
        np.array([row[4] for row in rows], np.int32),
        [row[5] for row in rows],
    )


def _strengths(view: View, piece: int, means: dict[str, tuple[float, float]]) -> tuple[float, float, Ladder]:
    counter = view.state.counter[piece]
    if ValueCombat.key in view.scenario.mechanisms:
        strength = value(view.table, piece, True)
        return strength, strength, (strength,)
    if counter is not None:
        faces = view.scenario.counters[counter].faces[view.state.face[piece] :]
        return faces[0].attack, faces[0].defence, tuple(face.defence for face in faces)
    pool = view.scenario.pieces[piece].pool
    if pool not in means:
        members = view.pool(piece)
        means[pool] = (
            round(sum(face.attack for face in members) / len(members), 2),
            round(sum(face.defence for face in members) / len(members), 2),
        )
    attack, defence = means[pool]
    return attack, defence, (defence,)
