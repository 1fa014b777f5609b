"""Colours: armour, mechanised troops and others count differently by the ground that they attack or hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Annotated, ClassVar

import numpy as np

from engine.board import Board
from engine.board.tec import Layer, TecChart
from engine.ids import Cell
from engine.records import Rows
from engine.records.base import col
from engine.records.board import HexsideKind, PlaceKind, TerrainKind
from engine.rules.answers import GroundTimes
from engine.rules.combat import kind_of
from engine.rules.contributions import Contribution
from engine.rules.decision import Verdict, no
from engine.rules.ground import hexsides_between
from engine.rules.mechanism import Mechanism
from engine.rules.setting import Setting
from engine.rules.table import Table
from engine.scenario.sentences import common, listed, multiple, named
from engine.state.tasks import Battle
from engine.systems.smolensk.hedgehogs import HedgehogWorks

ATTACK, DEFENCE = "assault", "stand"
ROAD = "road"


class Colours(Mechanism, frozen=True, kw_only=True):
    """Multiples of strength by colour and ground, and what guns against tanks make of them."""

    key: ClassVar[str] = "colours"
    title: ClassVar[str] = "Colours and ground"
    help: ClassVar[str] = "The terrain chart multiplies the strength of units by their colour; anti-tank guns blunt it."
    reads: ClassVar[tuple[str, ...]] = ("assault.", "stand.")
    told: ClassVar[frozenset[str]] = frozenset({"colours", "anti_tank", "blunted", "order", "attack_roads"})

    colours: Annotated[tuple[str, ...], col("Colours", "Flags of units", word="flag")] = ("armour", "mech", "other")
    anti_tank: Annotated[str, col("Anti-tank level", "The value of a counter", word="value")] = "anti-tank"
    blunted: Annotated[float, col("Blunted", "What a doubling becomes against guns of at least its level", gt=0)] = 1.5
    attack_roads: Annotated[
        tuple[str, ...],
        col("Roads", "Links along which units attack ground that they may not enter", refers="link_kind"),
    ] = ()
    order: Annotated[int, col("Order", "When the ground counts among the changes of strength, lowest first")] = 40

    def sentences(self, rows: Rows) -> list[str]:
        """How multiples are found."""
        said = [
            f"The strength of {listed(self.colours, 'and')} units is multiplied as the terrain chart says: of the "
            "attacked hex, or of the hexside that a stack attacks across, whichever is worse for that stack; of "
            "terrain and place the worse counts.",
            f"Where a defender's {self.anti_tank} level is at least that of a unit which is doubled, it counts "
            f"{self.blunted:g} times instead.",
        ]
        if self.attack_roads:
            said.append("Ground that a unit may not enter it attacks only along a road.")
        return said

    def strength(self, table: Table, battle: Battle, attacking: bool) -> Iterable[Contribution]:
        """The multiple of every unit."""
        if not kind_of(table, battle).contested:
            return
        if attacking:
            yield from self._attackers(table, battle)
            return
        for piece in battle.defenders:
            times, why = self._hex(table, DEFENCE, piece, table.state.cell[piece])
            if times != 1:
                yield self._times(piece, times, f"defending in {why}")

    def _attackers(self, table: Table, battle: Battle) -> Iterator[Contribution]:
        stacks: dict[int, list[int]] = {}
        for piece in battle.attackers:
            stacks.setdefault(table.state.cell[piece], []).append(piece)
        guns = self.guns(table, battle)
        for cell, pieces in stacks.items():
            ground = {piece: self._hex(table, ATTACK, piece, battle.target) for piece in pieces}
            across = {piece: self._side(table, piece, cell, battle.target) for piece in pieces}
            wet = [piece for piece in pieces if across[piece] is not None]
            if wet and self._sum(table, across) < self._sum(table, ground):
                ground |= {piece: found for piece in wet if (found := across[piece]) is not None}
            for piece in pieces:
                yield from self._one(table, piece, ground[piece], guns)

    def _one(self, table: Table, piece: int, found: tuple[Fraction, str], guns: int) -> Iterator[Contribution]:
        times, why = found
        level = int(table.face(piece).extra.get(self.anti_tank, 0.0))
        if times == 2 and guns and guns >= level:
            yield self._times(piece, Fraction(self.blunted), f"attacking {why} against anti-tank guns")
        elif times != 1:
            yield self._times(piece, times, f"attacking {why}")

    def _times(self, piece: int, times: Fraction, why: str) -> Contribution:
        return Contribution("times", times, f"{why}: {multiple(times)}", self.case("colour"), self.order, (piece,))

    def _sum(self, table: Table, by: Mapping[int, tuple[Fraction, str] | None]) -> Fraction:
        """What a stack comes to with these multiples."""
        return sum(
            (Fraction(table.face(piece).attack) * (found[0] if found else 1) for piece, found in by.items()),
            Fraction(0),
        )

    def guns(self, table: Table, battle: Battle) -> int:
        """The best anti-tank level of the defence."""
        levels = [int(table.face(piece).extra.get(self.anti_tank, 0.0)) for piece in battle.defenders]
        works = table.setting.by_key(HedgehogWorks.key)
        if isinstance(works, HedgehogWorks) and works.shelters(table, battle.target, 1 - battle.side):
            levels.append(works.anti_tank)
        return max(levels, default=0)

    def _colour(self, table: Table, piece: int) -> str:
        flags = table.unit(piece).flags
        return next((colour for colour in self.colours if colour in flags), "")

    def _entry(self, table: Table, what: str, piece: int, layer: Layer, kind: str) -> Fraction | None:
        text = table.scenario.tec.text(layer, kind, f"{what}.{self._colour(table, piece)}")
        return Fraction(text) if text else None

    def _hex(self, table: Table, what: str, piece: int, cell: int) -> tuple[Fraction, str]:
        """The worse of a cell's terrain and places for a unit."""
        kind = table.board.terrain_of(Cell(cell))
        ground = _called(table, TerrainKind, kind)
        found = [(self._entry(table, what, piece, "terrain", kind), ground)]
        found += [
            (self._entry(table, what, piece, "place", place.kind), f"a {_called(table, PlaceKind, place.kind)}")
            for place in table.board.places_at(Cell(cell))
        ]
        return min(((times, why) for times, why in found if times is not None), default=(Fraction(1), ground))

    def _side(self, table: Table, piece: int, cell: int, target: int) -> tuple[Fraction, str] | None:
        """The worst of the hexsides that a unit attacks across."""
        found = [
            (times, f"across a {_called(table, HexsideKind, kind)}")
            for kind in hexsides_between(table, table.side_of(piece), cell, target)
            if (times := self._entry(table, ATTACK, piece, "hexside", kind)) is not None
        ]
        return min(found, default=None)

    # The same as fields

    def ground_times(self, setting: Setting) -> GroundTimes:
        """Multiples by colour: of cells for attackers and defenders, and of the sides that attackers cross."""
        return setting.kept("colours by ground", lambda: self._fields(setting))

    def _fields(self, setting: Setting) -> GroundTimes:
        board, tec = setting.board, setting.scenario.tec
        owners = np.repeat(np.arange(board.size), np.diff(board.indptr))
        attack, defence = np.ones((len(self.colours) + 1, board.size)), np.ones((len(self.colours) + 1, board.size))
        across = np.ones((len(self.colours) + 1, len(board.indices)))
        for row, colour in enumerate(self.colours):
            for found, what in ((attack, ATTACK), (defence, DEFENCE)):
                effect = f"{what}.{colour}"
                found[row] = [float(_ground(board, tec, Cell(cell), effect) or 1) for cell in range(board.size)]
            for bit, kind in enumerate(board.hexside_kinds):
                text = tec.text("hexside", kind, f"{ATTACK}.{colour}")
                has = (board.edge_hexsides >> np.uint32(bit) & np.uint32(1)) != 0
                least = np.minimum(float(Fraction(text)) / attack[row][owners], 1.0) if text else across[row]
                across[row] = np.where(has, np.minimum(across[row], least), across[row])
        return GroundTimes(self.colours, attack, across, defence)

    # Ground that a class may not enter

    def may_target(self, table: Table, piece: int, target: int) -> Verdict | None:
        """A unit attacks ground that it may not enter only along a road."""
        effect = f"move.{table.unit(piece).move_class}"
        if not table.scenario.tec.prohibited("terrain", table.board.terrain_of(Cell(target)), effect):
            return None
        edge = table.board.adjacency.edge(Cell(table.state.cell[piece]), Cell(target))
        mask = int(table.board.link_masks(table.state.turn)[edge]) if edge is not None else 0
        if mask & int(table.board.link_bits(self.attack_roads)):
            return None
        return no(f"{table.full_name(piece)} attacks {table.label(target)} only along a road.", self.case("road"))


def _ground(board: Board, tec: TecChart, cell: Cell, effect: str) -> Fraction | None:
    """The worst entry of a cell's terrain and places."""
    texts = [tec.text("terrain", board.terrain_of(cell), effect)]
    texts += [tec.text("place", place.kind, effect) for place in board.places_at(cell)]
    return min((Fraction(text) for text in texts if text), default=None)


def _called(table: Table, kind: type[TerrainKind | PlaceKind | HexsideKind], key: str) -> str:
    """What ground, a place or a hexside is called inside a sentence."""
    return common(table.scenario.rows, named(table.scenario.rows, kind, key))
