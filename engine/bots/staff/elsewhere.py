"""What a unit would face in another cell than the plan's, its own among them, for whoever asks why not there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
import numpy.typing as npt

from engine.board.kernels import zoc
from engine.board.network import TICKS
from engine.bots.staff.assessment import Assessment, Danger
from engine.bots.staff.force import force_of
from engine.bots.staff.plan import Motive, Orders
from engine.bots.staff.rules import Bastion, Campaign, Drive, FrontLine
from engine.bots.words import UNSAID, percent
from engine.rules.table import Table
from engine.scenario.sentences import counted, listed, tenths
from engine.state.actions import MoveStack, MoveUnit

Floats = npt.NDArray[np.float64]

MAKING_FOR = (Drive.key, Bastion.key, FrontLine.key)
"""The rules that send units to somewhere."""

NO_WAY = 4000
"""Ticks of movement beyond which no way leads anywhere."""


def planned(table: Table, side: int, orders: Orders) -> dict[int, int]:
    """Where everybody of a side is once the orders are carried out."""
    ends = {piece: table.state.cell[piece] for piece in table.on_map(side)}
    for action, _ in orders.orders:
        if isinstance(action, MoveUnit | MoveStack):
            pieces = (action.piece,) if isinstance(action, MoveUnit) else action.pieces
            ends |= {piece: action.path[-1] for piece in pieces if piece in ends}
    return ends


def tell_elsewhere(look: Assessment, ends: Mapping[int, int], piece: int, cell: int, motive: Motive | None) -> str:
    """What comes of it if a unit ends in a cell and everybody else where the plan has him; beside what the plan has."""
    post = ends.get(piece, cell)
    if cell < 0 or post == cell:
        return ""
    said = [] if motive is None else [*_aim(look, piece, cell, motive)]
    if look.horizon.enemy_moves:
        said += _answered(EndPositions(look, {**ends, piece: cell}), EndPositions(look, ends), cell, post)
    return " ".join(said)


def _aim(look: Assessment, piece: int, cell: int, motive: Motive) -> Iterator[str]:
    """What becomes there of what the plan sends the unit for."""
    where = look.label(cell)
    if motive.about is None or motive.about == cell:
        return
    if motive.rule == Campaign.key and motive.about not in look.table.setting.neighbours[cell]:
        yield f"From {where} it could not attack {look.label(motive.about)}."
    if motive.rule in MAKING_FOR:
        left = int(look.ways((motive.about,), look.lie.kind(look.table.unit(piece)), look.turn)[cell])
        if left < NO_WAY:
            yield f"From {where} it is {counted(left / TICKS, 'movement point')} to {look.label(motive.about)}."


def _answered(there: EndPositions, here: EndPositions, cell: int, post: int) -> Iterator[str]:
    """What the enemy could do then, and as it is planned."""
    where, instead = there.look.label(cell), there.look.label(post)
    if not there.danger.threat[cell] and not here.danger.threat[post]:
        yield f"Nobody can attack {where} or {instead} before we move again."
    else:
        yield f"At {there.faced(cell)}; at {here.faced(post)}."
    opened = [place for place in here.safe() if place not in there.safe()]
    if opened:
        yield f"The enemy could then walk into {listed([there.look.label(place) for place in opened])}."


class EndPositions:
    """A side's units where they would end, and what the enemy could do to them there."""

    def __init__(self, look: Assessment, ends: Mapping[int, int]) -> None:
        self.look = look
        table = look.table
        state = table.state.copy()
        for piece, cell in ends.items():
            if state.cell[piece] != cell:
                state.relocate(piece, cell)
        moved = Table(table.setting, state, seed=0)
        force = force_of(moved, look.lie, look.side, moved.on_map(look.side), look.together(look.side))
        self.strength: Floats = np.bincount(force.cell, force.defence, look.board.size).astype(np.float64)
        edges = np.ones(len(look.board.indices), np.uint8)
        self.held = (self.strength > 0).astype(np.uint8)
        self.danger: Danger = look.danger(self.held, zoc(look.board.net, edges, force.cell))

    def faced(self, cell: int) -> str:
        """What the enemy could bring against a cell, and what that would do, after its name."""
        look, where, stands = self.look, self.look.label(cell), float(self.strength[cell])
        threat = float(self.danger.threat[cell])
        if threat <= 0:
            return f"{where} nobody can attack before we move again"
        thresholds = look.terrain.tolls.thresholds
        ratio = threat / max(stands * float(look.terrain.times[cell]), 0.1)
        column = int(np.searchsorted(thresholds, ratio + 1e-9, side="right")) + int(look.struck[cell])
        falls = float(look.terrain.typical[2][min(max(column, 0), len(thresholds))])
        against = f"the enemy could bring {tenths(threat)} against {tenths(stands)}"
        driven = f"and drive them out in {percent(falls)} of cases" if falls >= UNSAID else "but not drive them out"
        return f"{where} {against} {driven}"

    def safe(self) -> list[int]:
        """Our places that nobody can just walk into."""
        return [one.cell for one in self.look.held if self.held[one.cell] or not self.danger.raided[one.cell]]
