"""The map of a scenario as SVG with warmth in its cells: its ground is drawn once on a page and used by every map."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from engine.ids import Cell
from engine.lab.heat import Floats
from engine.records.board import Hexside, HexsideKind, Link, LinkKind, PlaceKind, TerrainKind
from engine.rules.setting import Setting

WARM, COLD = "#b3261e", "#2f5f9e"
GRID, PAPER, INK, TOWN = "#d9d2c2", "#f3ecd8", "#2c2822", "#4a4238"
WIDEST, LARGEST_CELL, SMALLEST_CELL = 940.0, 30.0, 9.0
STRONG = 0.85
"""How much of the ground the warmest cell covers."""

HALO = f'stroke="{PAPER}" stroke-width="2.5" stroke-linejoin="round"'
SHADES = 8
WATER = {"river": 0.1, "major-river": 0.17, "coast": 0.07, "border": 0.08}
"""How wide the lines along hexsides are, as a share of a cell."""

WAYS = {"rail": (0.05, "0.16 0.08"), "double-rail": (0.07, "0.16 0.08"), "road": (0.06, ""), "highway": (0.08, "")}
"""How wide roads and railways are, and how they are broken."""


class MapSheet:
    """The map of a setting at a scale that suits a page."""

    def __init__(self, setting: Setting) -> None:
        self._setting, self._board, self._rows = setting, setting.board, setting.scenario.rows
        self._grid = self._board.grid
        west, north, east, south = self._grid.bounds()
        self._cell = max(SMALLEST_CELL, min(LARGEST_CELL, WIDEST / (east - west)))
        self._left, self._top = west, north
        self.width, self.height = (east - west) * self._cell, (south - north) * self._cell

    @property
    def alone(self) -> bool:
        """Whether it takes the whole width of a page."""
        return self.width > 0.75 * WIDEST

    def ground(self) -> str:
        """What all maps of the page have in common; it stands on the page once and is not seen there."""
        body = "".join((*self._terrain(), *self._ways(), *self._sides(), *self._towns()))
        return (
            '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" style="position:absolute"><defs>'
            f'<g id="ground">{body}</g><g id="names">{"".join(self._names())}</g></defs></svg>'
        )

    def heat(self, numbers: Floats, width: float, *, plain: bool = False) -> str:
        """The map with a number in every cell as warmth; numbers below zero are cold.  A plain one has no names."""
        names = "" if plain else '<use href="#names"/>'
        warmth = "".join(self._shades(numbers) if plain else self._warmth(numbers))
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width:.0f} {self.height:.0f}" '
            f'width="{width:.0f}" height="{width * self.height / self.width:.0f}" font-family="Source Sans Pro, '
            f'sans-serif"><use href="#ground"/>{warmth}{names}</svg>'
        )

    # warmth

    def _warmth(self, numbers: Floats) -> Iterator[str]:
        """A shape for every cell that says its number."""
        for cell, share in _shares(numbers[: self._grid.size]):
            label = escape(f"{self._board.label(cell)}: {numbers[cell]:.2f}")
            colour, strength = (WARM if share > 0 else COLD), STRONG * abs(share)
            shape = f'<path d="{self._outline(cell)}" fill="{colour}" opacity="{strength:.2f}">'
            yield f"{shape}<title>{label}</title></path>"

    def _shades(self, numbers: Floats) -> Iterator[str]:
        """One shape for all cells that are about as warm."""
        shades: dict[int, list[str]] = {}
        for cell, share in _shares(numbers[: self._grid.size]):
            shades.setdefault(round(SHADES * share), []).append(self._outline(cell))
        for shade, outlines in shades.items():
            colour, strength = (WARM if shade > 0 else COLD), STRONG * abs(shade) / SHADES
            yield f'<path d="{"".join(outlines)}" fill="{colour}" opacity="{strength:.2f}"/>'

    # ground

    def _at(self, point: tuple[float, float]) -> str:
        return f"{(point[0] - self._left) * self._cell:.1f} {(point[1] - self._top) * self._cell:.1f}"

    def _outline(self, cell: Cell) -> str:
        return "M" + "L".join(map(self._at, self._grid.corners(cell))) + "Z"

    def _terrain(self) -> Iterator[str]:
        """All cells of a terrain in one shape."""
        colours = {row.kind: row.colour for row in self._rows.all(TerrainKind)}
        kinds: dict[str, list[str]] = {}
        for number in range(self._grid.size):
            kinds.setdefault(self._board.terrain_of(Cell(number)), []).append(self._outline(Cell(number)))
        for kind, outlines in kinds.items():
            fill = escape(colours.get(kind, PAPER))
            yield f'<path d="{"".join(outlines)}" fill="{fill}" stroke="{GRID}" stroke-width="0.5"/>'

    def _sides(self) -> Iterator[str]:
        """Rivers, coasts and borders."""
        for kind in self._rows.all(HexsideKind):
            wide = WATER.get(kind.style, 0.0) * self._cell
            edges = [self._edge(row) for row in self._rows.all(Hexside) if row.kind == kind.kind]
            if wide and any(edges):
                yield _stroke("".join(edges), kind.colour, wide, "" if kind.style != "border" else "2 2")

    def _edge(self, row: Hexside) -> str:
        cell = self._board.cell(row.cell)
        edge = self._grid.edge(cell, row.side) if cell < self._grid.size else None
        return "" if edge is None else f"M{self._at(edge[0])}L{self._at(edge[1])}"

    def _ways(self) -> Iterator[str]:
        """Roads and railways from centre to centre."""
        for kind in self._rows.all(LinkKind):
            wide, broken = WAYS.get(kind.style, (0.0, ""))
            ends = (
                [
                    (self._board.cell(row.cell), self._board.cell(row.other))
                    for row in self._rows.all(Link)
                    if row.kind == kind.kind
                ]
                if wide
                else []
            )
            lines = [
                f"M{self._at(self._grid.centre(one))}L{self._at(self._grid.centre(other))}"
                for one, other in ends
                if max(one, other) < self._grid.size
            ]
            if lines:
                dashes = " ".join(f"{float(part) * self._cell:.1f}" for part in broken.split())
                yield _stroke("".join(lines), kind.colour, wide * self._cell, dashes, 0.55)

    def _towns(self) -> Iterator[str]:
        """A mark for every place: a block for those that have an owner, a dot for the others."""
        for place in self._setting.scenario.places:
            cell = self._board.cell(place.cell)
            if cell < self._grid.size:
                x, y = (float(part) for part in self._at(self._grid.centre(cell)).split())
                size = (0.16 if place.owner is not None else 0.07) * self._cell
                corner, side = f'x="{x - size:.1f}" y="{y - size:.1f}"', f"{2 * size:.1f}"
                yield f'<rect {corner} width="{side}" height="{side}" fill="{TOWN}"/>'

    def _names(self) -> Iterator[str]:
        """Names of places beside their marks, those that victory counts first; none covers another."""
        size = 10.0 if self._cell >= 20 else 8.0
        taken: list[tuple[float, float, float, float]] = []
        for name, x, y, counts in self._places():
            wide = 0.54 * size * len(name)
            for top in (y - 0.55 * self._cell, y + 0.3 * self._cell + 0.8 * size):
                left = min(max(0.0, x - wide / 2), self.width - wide)
                box = (left, top - size, left + wide, top + 2)
                if not any(_overlap(box, other) for other in taken):
                    taken.append(box)
                    weight = ' font-weight="600"' if counts else ""
                    at = f'x="{left:.1f}" y="{top:.1f}" font-size="{size:g}"{weight}'
                    yield f'<text {at} fill="{PAPER}" {HALO}>{escape(name)}</text>'
                    yield f'<text {at} fill="{INK}">{escape(name)}</text>'
                    break

    def _places(self) -> list[tuple[str, float, float, bool]]:
        """One name for each cell that has any, with its point, and whether somebody owns the place."""
        rank = {row.kind: row.position for row in self._rows.all(PlaceKind)}
        found: dict[Cell, tuple[str, float, float, bool]] = {}
        for place in sorted(self._setting.scenario.places, key=lambda one: (one.owner is None, rank.get(one.kind, 99))):
            cell = self._board.cell(place.cell)
            if cell < self._grid.size and cell not in found:
                x, y = (float(part) for part in self._at(self._grid.centre(cell)).split())
                found[cell] = (place.name, x, y, place.owner is not None)
        return list(found.values())


def _shares(numbers: Floats) -> Iterator[tuple[Cell, float]]:
    """Every cell that has a number, with its share of the largest."""
    most = float(abs(numbers).max()) if len(numbers) else 0.0
    for cell, number in enumerate(numbers):
        if number:
            yield Cell(cell), float(number) / most


def _overlap(one: Sequence[float], other: Sequence[float]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _stroke(path: str, colour: str, wide: float, broken: str = "", strength: float = 1.0) -> str:
    dashes = f' stroke-dasharray="{broken}"' if broken else ""
    return (
        f'<path d="{path}" fill="none" stroke="{escape(colour)}" stroke-width="{wide:.1f}" stroke-linecap="round" '
        f'opacity="{strength:g}"{dashes}/>'
    )
