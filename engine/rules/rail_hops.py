"""Movement by factors: each takes a unit one step overland, or along a railway as far as the next station."""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import dataclass
from typing import Annotated, ClassVar

import numpy as np

from engine.board.network import TICKS
from engine.ids import Cell
from engine.records import Rows
from engine.records.base import col
from engine.records.board import LinkKind, PlaceKind, TerrainKind
from engine.rules.mechanism import Mechanism
from engine.rules.setting import Setting
from engine.scenario.sentences import cell_word, common, listed, named, plural

Path = tuple[int, ...]


class RailHops(Mechanism, frozen=True, kw_only=True):
    """How the factors of a move may be used."""

    key: ClassVar[str] = "rail-hops"
    title: ClassVar[str] = "Rail hops"
    help: ClassVar[str] = "A movement factor is one cell overland, or a run along the railway up to the next station."

    told: ClassVar[frozenset[str]] = frozenset({"rails", "stations", "jump_off", "parted_by"})

    rails: Annotated[tuple[str, ...], col("Railways", "Kinds of link that are run along", refers="link_kind")] = (
        "rail",
    )
    stations: Annotated[
        tuple[str, ...], col("Stations", "Kinds of place where a run ends; empty: every place", refers="place_kind")
    ] = ()
    jump_off: Annotated[
        bool,
        col("Jump off", "With its last factor a unit may leave the railway between stations for a cell without one"),
    ] = True
    parted_by: Annotated[
        tuple[str, ...],
        col(
            "Parted by",
            "Cells that meet only at a corner between two cells of these terrains are not joined by land",
            refers="terrain_kind",
        ),
    ] = ()

    def sentences(self, rows: Rows) -> list[str]:
        """What a factor is worth, and where a run ends."""
        where = cell_word(rows)
        rails = listed([common(rows, named(rows, LinkKind, key)) for key in self.rails], "or") or "railway"
        stations = listed([common(rows, named(rows, PlaceKind, key)) for key in self.stations], "or")
        said = [
            f"A movement factor is one {where} overland, or a run along a {rails} up to the next station. "
            f"{f'Every {stations} is a station.' if stations else 'Every place is a station.'}"
        ]
        if self.jump_off:
            said.append(f"With its last factor a unit may leave the line between stations for a {where} without one.")
        if self.parted_by:
            water = listed([common(rows, named(rows, TerrainKind, key)) for key in self.parted_by], "or")
            said.append(f"Nobody passes where two {plural(where)} meet only at a corner between {water}.")
        return said


@dataclass(frozen=True)
class HopSteps:
    """The steps that a class of units can take on a turn: overland with their factors, and along railways."""

    overland: tuple[dict[int, int], ...]
    rail: tuple[tuple[int, ...], ...]
    stations: frozenset[int]

    def runs(self, start: int, halts: Set[int]) -> Iterator[tuple[int, Path]]:
        """Every cell that one run along the railway can end in, with the shortest run there."""
        seen = {start}
        waiting: list[tuple[int, Path]] = [(start, ())]
        for cell, path in waiting:
            for other in self.rail[cell]:
                if other in seen:
                    continue
                seen.add(other)
                run: Path = (*path, other)
                yield other, run
                if other not in self.stations and other not in halts:
                    waiting.append((other, run))

    def exits(self, cell: int, anywhere: bool = False) -> Iterator[int]:
        """The cells without a railway, or any cells, into which a unit may jump off from a cell."""
        if cell not in self.stations:
            for other, factors in self.overland[cell].items():
                if factors == 1 and (anywhere or not self.rail[other]):
                    yield other


def net(setting: Setting, move_class: str, turn: int | None) -> HopSteps:
    """The net for a class of units on a turn; None: with every railway that will ever be."""
    masks = setting.board.link_masks(turn)
    return setting.kept(("net", move_class, id(masks)), lambda: _net(setting, move_class, turn))


def _net(setting: Setting, move_class: str, turn: int | None) -> HopSteps:
    rule, board = setting.mechanism(RailHops), setting.board
    stations = {
        board.cell(place.cell) for place in setting.scenario.places if not rule.stations or place.kind in rule.stations
    }
    return HopSteps(
        _overland(setting, move_class, turn, rule), _rail(setting, move_class, turn, rule), frozenset(stations)
    )


def _overland(setting: Setting, move_class: str, turn: int | None, rule: RailHops) -> tuple[dict[int, int], ...]:
    costs = setting.costs(move_class, turn, (), False)
    return tuple(
        {
            other: max(1, -(-int(cost) // TICKS))
            for other, cost in _edges(setting, cell, costs)
            if cost >= 0 and not parted(setting, rule, cell, other)
        }
        for cell in range(setting.board.size)
    )


def _rail(setting: Setting, move_class: str, turn: int | None, rule: RailHops) -> tuple[tuple[int, ...], ...]:
    board = setting.board
    masks = board.link_masks(turn) & np.uint32(board.link_bits(rule.rails))
    return tuple(
        tuple(other for other, mask in _edges(setting, cell, masks) if mask and not barred(setting, move_class, other))
        for cell in range(board.size)
    )


def _edges(setting: Setting, cell: int, values: np.typing.NDArray[np.generic]) -> Iterator[tuple[int, int]]:
    first, last = int(setting.board.indptr[cell]), int(setting.board.indptr[cell + 1])
    return zip(setting.board.indices[first:last].tolist(), values[first:last].tolist(), strict=True)


def barred(setting: Setting, move_class: str, cell: int) -> bool:
    """Whether the terrain of a cell may not be entered at all."""
    terrain = setting.board.terrain_of(Cell(cell))
    return setting.scenario.tec.prohibited("terrain", terrain, f"move.{move_class}")


def parted(setting: Setting, rule: RailHops, cell: int, other: int) -> bool:
    """Whether two cells meet only at a corner between two cells of the terrain that parts them."""
    board, grid = setting.board, setting.board.grid
    side = None if board.is_box(Cell(cell)) else grid.side_between(Cell(cell), Cell(other))
    if side is None or grid.edge(Cell(cell), side) is not None:
        return False
    between = set(grid.neighbours(Cell(cell))) & set(grid.neighbours(Cell(other)))
    return all(board.terrain_of(corner) in rule.parted_by for corner in between)


def ways(
    net: HopSteps, start: int, factors: int, extra: int, jump_off: bool, halts: Set[int]
) -> dict[int, tuple[int, Path]]:
    """Every cell that a unit can get to, with the factors spent and a way there.

    No move goes on from a cell that halts.  The extra factors are for moves that are overland all the way.
    """
    found: dict[int, tuple[int, Path]] = {start: (0, ())}
    layers: list[dict[int, Path]] = [{start: ()}, *({} for _ in range(factors))]
    for used in range(factors):
        for cell, path in layers[used].items():
            if cell in halts and cell != start:
                continue
            for other, cost in net.overland[cell].items():
                if used + cost <= factors:
                    _reach(found, layers, used + cost, other, (*path, other))
            for other, run in net.runs(cell, halts):
                _reach(found, layers, used + 1, other, path + run)
                if jump_off and used == factors - 1 and other not in halts:
                    for beyond in net.exits(other):
                        _reach(found, layers, factors, beyond, (*path, *run, beyond))
    if extra:
        bare = HopSteps(net.overland, ((),) * len(net.overland), frozenset())
        for cell, way in ways(bare, start, factors + extra, 0, False, halts).items():
            found.setdefault(cell, way)
    del found[start]
    return found


def _reach(found: dict[int, tuple[int, Path]], layers: list[dict[int, Path]], used: int, cell: int, path: Path) -> None:
    if cell not in found or used < found[cell][0]:
        if cell in found:
            layers[found[cell][0]].pop(cell, None)
        found[cell] = (used, path)
        layers[used][cell] = path


def spent(net: HopSteps, start: int, path: Path, factors: int, jump_off: bool, freely: bool = False) -> int | None:
    """The fewest factors in which a path can be gone, None where it cannot.

    With `freely` units jump off with any factor and onto any cell, to tell whether that was what a move lacked.
    """
    cells = (start, *path)
    best: list[int | None] = [0, *(None for _ in path)]
    for here, used in enumerate(best):
        if used is None:
            continue
        if here < len(path) and (cost := net.overland[cells[here]].get(cells[here + 1])) is not None:
            _better(best, here + 1, used + cost)
        for there in _run(net, cells, here):
            _better(best, there, used + 1)
            last = jump_off and used == factors - 1 and there + 1 == len(path)
            if (freely or last) and there < len(path) and cells[there + 1] in net.exits(cells[there], freely):
                _better(best, there + 1, used + 1)
    return best[-1]


def _run(net: HopSteps, cells: Path, here: int) -> Iterator[int]:
    """How far along a path one run from a cell of it can go."""
    for there in range(here + 1, len(cells)):
        if cells[there] not in net.rail[cells[there - 1]]:
            return
        yield there
        if cells[there] in net.stations:
            return


def _better(best: list[int | None], at: int, used: int) -> None:
    known = best[at]
    if known is None or used < known:
        best[at] = used
