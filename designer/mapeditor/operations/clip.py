"""Copy, paste, move, turn and flip pieces of a map without breaking their shape."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from msgspec.structs import replace

from designer.mapeditor.operations import features
from designer.mapeditor.operations.ground import Ground
from designer.mapeditor.operations.lattice import Lattice, Rotation, Vector
from engine.errors import StavkaError
from engine.ids import Cell
from engine.records import Record, Rows
from engine.records.board import Hexside, HexsideKind, Link, LinkKind, Place, PlaceKind, Region, RegionCell, TerrainKind
from engine.records.changes import Change, difference, drop


@dataclass(frozen=True)
class Clip:
    """A piece of a map as vectors from an anchor; fits any map of the same family of cells."""

    family: str
    cells: tuple[tuple[Vector, str], ...]
    hexsides: tuple[tuple[Vector, int, Hexside], ...] = ()
    links: tuple[tuple[Vector, Vector, Link], ...] = ()
    places: tuple[tuple[Vector, Place], ...] = ()
    regions: tuple[tuple[Vector, str], ...] = ()


def copy(ground: Ground, cells: Iterable[Cell], anchor: Cell) -> Clip:
    """Cut a piece out as a clip; features on its rim come along."""
    lattice = Lattice(ground.grid)
    chosen = sorted(set(cells))
    names = {ground.label(cell): cell for cell in chosen}
    base = lattice.vector(anchor)

    def at(cell: Cell) -> Vector:
        vector = lattice.vector(cell)
        return vector[0] - base[0], vector[1] - base[1]

    sides = {side for cell in chosen for side in ground.sides_of(cell)}
    stored = {(ground.label(cell), side): cell for cell, side in sides}
    return Clip(
        lattice.family,
        tuple((at(cell), ground.terrain(cell)) for cell in chosen),
        tuple((at(stored[row.cell, row.side]), row.side, row) for row in ground.hexsides(sides)),
        tuple(
            (at(names[row.cell]), at(names[row.other]), row)
            for row in ground.links(chosen)
            if row.cell in names and row.other in names
        ),
        tuple((at(names[place.cell]), place) for place in ground.places(chosen)),
        tuple((at(names[row.cell]), row.region) for row in ground.rows.all(RegionCell) if row.cell in names),
    )


def turned(lattice: Lattice, clip: Clip, turn: Rotation) -> Clip:
    """A clip after a turn about its anchor."""
    sides = len(lattice.steps)

    def at(vector: Vector) -> Vector:
        return lattice.turned(vector, turn)

    return Clip(
        clip.family,
        tuple((at(where), terrain) for where, terrain in clip.cells),
        tuple((at(where), turn.side(side, sides), row) for where, side, row in clip.hexsides),
        tuple((at(a), at(b), row) for a, b, row in clip.links),
        tuple((at(where), place) for where, place in clip.places),
        tuple((at(where), region) for where, region in clip.regions),
    )


def footprint(ground: Ground, clip: Clip, anchor: Cell) -> list[Cell]:
    """The cells of the map that a paste would cover."""
    placed = Placed(ground, anchor)
    return [cell for where, _ in clip.cells if (cell := placed.at(where)) is not None]


def paste(ground: Ground, clip: Clip, anchor: Cell) -> list[Change]:
    """Lay a clip down: what it covers is replaced, what falls off the map is left out."""
    _refuse_strangers(ground, clip, anchor)
    after = ground.rows.copy()
    target = Ground(after)
    covered = footprint(ground, clip, anchor)
    _wipe(target, covered, rim=False)
    _lay(target, clip, Placed(target, anchor))
    return list(difference(ground.rows, after))


def move(ground: Ground, cells: Iterable[Cell], clip: Clip, to: Cell) -> list[Change]:
    """Lift a piece and lay it down elsewhere, perhaps turned; the ground it leaves becomes plain."""
    _refuse_strangers(ground, clip, to)
    after = ground.rows.copy()
    target = Ground(after)
    _wipe(target, sorted(set(cells)), rim=True)
    _wipe(target, footprint(ground, clip, to), rim=False)
    _lay(target, clip, Placed(target, to))
    return list(difference(ground.rows, after))


@dataclass(frozen=True)
class Placed:
    """Where a clip's vectors lie on a map."""

    ground: Ground
    anchor: Cell

    def at(self, vector: Vector) -> Cell | None:
        """The cell of a vector; None off the map."""
        lattice = Lattice(self.ground.grid)
        base = lattice.vector(self.anchor)
        return lattice.cell((base[0] + vector[0], base[1] + vector[1]))


def _refuse_strangers(ground: Ground, clip: Clip, anchor: Cell) -> None:
    family = Lattice(ground.grid).family
    if clip.family != family:
        raise StavkaError(f"A piece of a map of {clip.family} cannot be pasted on a map of {family}.")
    if not footprint(ground, clip, anchor):
        raise StavkaError("The piece would lie wholly outside the map; nothing was pasted.")
    wanted: list[tuple[type[Record], set[str]]] = [
        (TerrainKind, {terrain for _, terrain in clip.cells if terrain}),
        (HexsideKind, {row.kind for _, _, row in clip.hexsides}),
        (LinkKind, {row.kind for _, _, row in clip.links}),
        (PlaceKind, {row.kind for _, row in clip.places}),
    ]
    for table, kinds in wanted:
        missing = sorted(kind for kind in kinds if not ground.rows.has(table, kind))
        if missing:
            raise StavkaError(f"This map has no kind called {missing[0]!r}; add it under Map, Kinds, and paste again.")


def _wipe(ground: Ground, cells: list[Cell], *, rim: bool) -> None:
    """Clear cells in place; what lies on their rim goes only if asked, links that leave them stay."""
    _apply(ground.rows, features.erase(ground, cells, ("places", "terrain")))
    inside = set(cells)
    sides = {side for cell in cells for side in ground.sides_of(cell)}
    inner = {(cell, side) for cell, side in sides if cell in inside and ground.grid.neighbour(cell, side) in inside}
    _apply(ground.rows, features.erase_hexsides(ground, sides if rim else inner))
    names = {ground.label(cell) for cell in cells}
    _apply(ground.rows, [drop(row) for row in ground.rows.all(Link) if row.cell in names and row.other in names])
    _apply(ground.rows, [drop(row) for row in ground.rows.all(RegionCell) if row.cell in names])


def _lay(ground: Ground, clip: Clip, placed: Placed) -> None:
    """Write a clip's rows onto a map in place."""
    for where, terrain in clip.cells:
        if (cell := placed.at(where)) is not None:
            _apply(ground.rows, features.paint_terrain(ground, [cell], terrain))
    for where, side, row in clip.hexsides:
        if (cell := placed.at(where)) is not None:
            stored = ground.side(cell, side)
            _apply(ground.rows, features.paint_hexsides(ground, [stored], row.kind, row.name))
    for a, b, joined in clip.links:
        one, other = placed.at(a), placed.at(b)
        if one is not None and other is not None:
            laid = features.link(ground, one, other, joined.kind, joined.name)
            ground.rows.put(replace(laid, first_turn=joined.first_turn))
    for where, place in clip.places:
        if (cell := placed.at(where)) is not None:
            ground.rows.put(replace(place, place=_fresh(ground.rows, place), cell=ground.label(cell)))
    for where, region in clip.regions:
        if (cell := placed.at(where)) is not None and ground.rows.has(Region, region):
            ground.rows.put(RegionCell(region=region, cell=ground.label(cell)))


def _apply(rows: Rows, changes: Iterable[Change]) -> None:
    for change in changes:
        change.apply(rows)


def _fresh(rows: Rows, place: Place) -> str:
    """The place's key, with a number behind it where another place has that key."""
    key, number = place.place, 2
    while rows.has(Place, key):
        key, number = f"{place.place}-{number}", number + 1
    return key
