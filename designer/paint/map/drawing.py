"""The map as an SVG drawing: a layer for everything that can be shown, areas as outlines, names and numbers as text."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from math import atan2, degrees
from re import DOTALL, search

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QColor, QPainter, QPainterPath, QTransform
from PySide6.QtSvg import QSvgGenerator

from designer.paint.colours import faded, mix
from designer.paint.formats import sink
from designer.paint.map.blobs import line_path
from designer.paint.map.chunks import DASHED, Look, chained
from designer.paint.map.figures import SORTS, figures
from designer.paint.map.frame import NUMBER_SIZE, RegionPart, box_rect, grid_lines, region_part
from designer.paint.map.geometry import Geometry
from designer.paint.map.ground import draw_order, figure_inks, ground_tint, is_drawn
from designer.paint.map.labels import PlacedName
from designer.paint.map.layers import HEXSIDE_ORDER, LINK_ORDER, leap_ends
from designer.paint.map.mesh import noise
from designer.paint.map.places import SIGNS
from designer.paint.map.scene import MapScene
from designer.paint.style import MapStyle
from designer.paint.svg import Drawing, element, ink, number, path_data, rectangle, text
from designer.paint.text import HALO, HEADING, NUMBER, Lettering, outline
from engine.grid import Point
from engine.ids import Cell
from engine.records.board import HexsideKind, LinkKind

PAPER_DOTS = 4.5
"""How many pixels of the screen a millimetre of paper counts for, where names and numbers are concerned."""

_TILE = (12, 12)
"""Columns and rows of figures in a pattern that repeats."""

Lines = dict[str, list[Sequence[Point]]]
"""Lines by their kind."""


class MapDrawing:
    """One drawing of a map: so many millimetres to a cell, in one style."""

    def __init__(self, scene: MapScene, mm_per_cell: float, style: MapStyle) -> None:
        self._scene = scene
        self._geometry: Geometry = scene.geometry
        self._style = style
        self._mm = mm_per_cell
        self._place = QTransform.fromScale(mm_per_cell, mm_per_cell).translate(-scene.bounds.x(), -scene.bounds.y())
        self._made = Drawing(scene.bounds.width() * mm_per_cell, scene.bounds.height() * mm_per_cell, "Map")

    def draw(self, shown: Collection[str]) -> str:
        """The file, with the layers that are shown."""
        made = self._made
        made.layer("paper", "Paper", self._paper())
        parts = (
            ("terrain", "terrain", "Terrain", self._terrain()),
            ("hexsides", "hexsides", "Rivers and hexsides", self._hexsides()),
            ("terrain", "water", "Water", self._water()),
            ("regions", "regions", "Regions", self._regions()),
            ("grid", "grid", "Grid", self._grid()),
            ("links", "links", "Roads and railways", self._links()),
            ("", "outline", "Edge of the map", [self._stroke(self._geometry.land, self._style.ink, 0.03)]),
            ("numbers", "numbers", "Numbers", self._numbers()),
            ("boxes", "boxes", "Boxes", self._boxes()),
            ("places", "places", "Places", self._places()),
            ("names", "halos", "Halos of names", self._halos()),
            ("names", "names", "Names", self._names()),
        )
        for layer, key, label, elements in parts:
            if not layer or layer in shown:
                made.layer(key, label, elements)
        return str(made)

    # ground

    def _paper(self) -> Iterator[str]:
        for sheet in self._geometry.papers:
            yield rectangle(sheet, self._place, **ink(self._style.margin))
        yield self._fill(self._geometry.land, self._style.paper)

    def _looks(self) -> list[Look]:
        found = {look for look in map(self._geometry.look, map(Cell, range(self._geometry.grid.size))) if look}
        return sorted((look for look in found if is_drawn(look, self._style)), key=draw_order)

    def _terrain(self) -> Iterator[str]:
        for n, look in enumerate(self._looks()):
            if look[0] != "water":
                data = path_data(area(self._geometry, look), self._place)
                name = f"{look[0]}-{n}"
                parts = [element("path", d=data, **ink(ground_tint(self._style, look)))]
                if look[0] in SORTS:
                    self._made.define(*self._pattern(name, look))
                    parts.append(element("path", d=data, fill=f"url(#{name})"))
                yield element("g", "".join(parts), id=f"area-{name}")

    def _water(self) -> Iterator[str]:
        for n, look in enumerate(self._looks()):
            if look[0] == "water":
                shore = self._style.colour(mix(look[1], "#0d3550", 0.5))
                data = path_data(area(self._geometry, look), self._place)
                inks = {**ink(self._style.tint(look[1])), **ink(shore, "stroke"), "stroke_width": 0.034 * self._mm}
                yield element("path", id=f"area-water-{n}", d=data, **inks)

    def _pattern(self, name: str, look: Look) -> Iterator[str]:
        """The figures of a look, and a field of them that repeats without a seam."""
        sort, inks = SORTS[look[0]], figure_inks(self._style, look)
        for kind, figure in enumerate(figures(look[0])):
            parts = []
            for part in (part for part in figure if not part.path.isEmpty()):
                data = path_data(part.path, QTransform.fromScale(self._mm, self._mm))
                pen = {"fill": "none", **ink(inks[part.ink], "stroke"), "stroke_width": part.width * self._mm}
                parts.append(element("path", d=data, **(pen if part.width else ink(inks[part.ink]))))
            yield element("g", "".join(parts), id=f"{name}-{kind}")
        (columns, rows), (wide, high) = _TILE, (step * self._mm for step in sort.step)
        uses = []
        for j in range(-1, rows + 1):
            for i in range(-1, columns + 1):
                u, v = i % columns, j % rows
                x = (i + 0.5 * (j % 2) + 0.7 * (noise(u, v, 1) - 0.5)) * wide
                y = (j + 0.55 * (noise(u, v, 2) - 0.5)) * high
                if noise(u, v, 4) < sort.full:
                    uses.append(element("use", href=f"#{name}-{int(noise(u, v, 3) * sort.many)}", x=x, y=y))
        size = {"width": columns * wide, "height": rows * high}
        yield element("pattern", "".join(uses), id=name, patternUnits="userSpaceOnUse", **size)

    # lines

    def _fill(self, path: QPainterPath, colour: QColor | str, **more: object) -> str:
        return element("path", d=path_data(path, self._place), **ink(colour), **more)

    def _stroke(
        self, path: QPainterPath, colour: QColor | str, width: float, dashes: Sequence[float] = (), cap: str = "round"
    ) -> str:
        dashed = " ".join(number(part * self._mm) for part in dashes) or None
        return element(
            "path",
            d=path_data(path, self._place),
            fill="none",
            **ink(self._style.colour(colour), "stroke"),
            stroke_width=width * self._mm,
            stroke_linecap=cap,
            stroke_linejoin="round",
            stroke_dasharray=dashed,
        )

    def _hexsides(self) -> Iterator[str]:
        lines: Lines = {}
        for reach in self._geometry.streams():
            lines.setdefault(reach.kind, []).append(reach.points)
        kinds = self._geometry.sheet.hexside_kinds
        for key, style, path in in_order(lines, kinds, HEXSIDE_ORDER):
            yield element("g", "".join(self._hexside(path, style, kinds[key].colour)), id=f"hexside-{key}")

    def _hexside(self, path: QPainterPath, style: str, colour: str) -> Iterator[str]:
        if style in ("river", "major-river"):
            wide = 0.064 if style == "river" else 0.145
            yield self._stroke(path, faded(self._style.paper, 0.55), wide + 0.05)
            yield self._stroke(path, mix(colour, "#0d3550", 0.25 if style == "river" else 0.45), wide)
            if style == "major-river":
                yield self._stroke(path, mix(colour, "#ffffff", 0.12), 0.098)
        elif style == "border":
            yield self._stroke(path, faded(colour, 0.28), 0.13)
            yield self._stroke(path, colour, 0.032, (0.13, 0.05, 0.04, 0.05), "butt")
        elif style in ("fort", "ridge"):
            yield self._stroke(path, colour, 0.04)
            yield self._stroke(path, colour, 0.13, (0.065, 0.078), "butt")
        else:
            yield self._stroke(path, colour, 0.05 if style == "coast" else 0.1)

    def _links(self) -> Iterator[str]:
        lines: Lines = {}
        for cell in self._geometry.sheet.links:
            for stretch in self._geometry.stretches(cell) if cell < self._geometry.grid.size else ():
                lines.setdefault(stretch.kind, []).append(stretch.points)
        kinds = self._geometry.sheet.link_kinds
        for key, style, path in in_order(lines, kinds, LINK_ORDER):
            yield element("g", "".join(self._link(path, style, kinds[key].colour)), id=f"link-{key}")
        for cell, other, key in self._geometry.leaps():
            if key in kinds:
                path = line_path([leap_ends(self._geometry, cell, other)])
                yield self._stroke(path, faded(kinds[key].colour, 0.7), 0.03, (0.12, 0.09), "butt")

    def _link(self, path: QPainterPath, style: str, colour: str) -> Iterator[str]:
        halo = QColor(self._style.halo)
        if style in DASHED:
            yield self._stroke(path, colour, 0.032, (0.1, 0.07), "butt")
        elif style in ("road", "highway"):
            wide = 0.075 if style == "road" else 0.11
            yield self._stroke(path, mix(colour, "#2b2014", 0.35), wide)
            yield self._stroke(path, mix(colour, halo, 0.55 if style == "road" else 0.15), wide * 0.58)
        else:
            yield self._stroke(path, faded(halo, 0.75), 0.075)
            yield self._stroke(path, colour, 0.032 if style == "rail" else 0.05)
            yield self._stroke(path, colour, 0.1 if style == "rail" else 0.13, (0.026, 0.14), "butt")

    # the frame

    def _grid(self) -> Iterator[str]:
        path = QPainterPath()
        for cell in range(self._geometry.grid.size):
            path.addPath(grid_lines(self._geometry.grid, Cell(cell)))
        yield self._stroke(path, faded(self._style.grid, 0.75), self._style.grid_width, cap="butt")

    def _regions(self) -> Iterator[str]:
        regions, grid = self._geometry.sheet.region_cells, self._geometry.grid
        for n, (key, members) in enumerate(sorted(regions.items())):
            row = self._geometry.sheet.regions.get(key)
            if row is None or not row.shown:
                continue
            whole = RegionPart(QPainterPath())
            for cell in sorted(cell for cell in members if cell < grid.size):
                part = region_part(grid, cell, members, 0.035 + 0.035 * (n % 3))
                whole.surface.addPath(part.surface)
                whole.rim.addPath(part.rim)
                whole.outer.addPath(part.outer)
            colour = self._style.colour(row.colour)
            if row.kind == "edge":
                parts = [self._stroke(whole.outer, colour, 0.1)]
            else:
                tint = [] if row.kind == "weather" else [self._fill(whole.surface, faded(colour, 0.07))]
                parts = [*tint, self._stroke(whole.rim, faded(colour, 0.8), 0.036)]
            yield element("g", "".join(parts), id=f"region-{key}")

    # text

    def _font(self, lettering: Lettering, size: float) -> dict[str, object]:
        spacing = lettering.spacing * size * self._mm * 0.5 if lettering.spacing else None
        return {
            "font_family": lettering.family,
            "font_size": size * self._mm,
            "font_weight": int(lettering.weight),
            "font_style": "italic" if lettering.italic else None,
            "letter_spacing": spacing,
        }

    def _numbers(self) -> Iterator[str]:
        found = []
        for cell in map(Cell, range(self._geometry.grid.size)):
            at = self._place.map(self._geometry.number(cell).rect.bottomLeft())
            found.append(text(self._geometry.grid.label(cell), x=at.x(), y=at.y()))
        yield element("g", "\n".join(found), **self._font(NUMBER, NUMBER_SIZE), **ink(self._style.number))

    def _labels(self) -> list[PlacedName]:
        return self._scene.labels(self._mm * PAPER_DOTS)

    def _halos(self) -> Iterator[str]:
        """What keeps names legible: the names themselves once more, so that a halo follows when a name is edited."""
        for n, label in enumerate(self._labels()):
            halo = ink(label.inks(self._style)[0], "stroke")
            wide = label.size * HALO * self._mm
            yield element("use", href=f"#name-{n}", **halo, stroke_width=wide, stroke_linejoin="round")

    def _names(self) -> Iterator[str]:
        for n, label in enumerate(self._labels()):
            places = [place * self._place for _, place in label.pieces]
            turns = [degrees(atan2(place.m12(), place.m11())) for place in places]
            yield text(
                label.text,
                id=f"name-{n}",
                x=" ".join(number(place.dx()) for place in places),
                y=" ".join(number(place.dy()) for place in places),
                rotate=" ".join(number(turn) for turn in turns) if len(turns) > 1 else None,
                **{**self._font(label.pieces[0][0].lettering, label.size), **ink(label.inks(self._style)[1])},
            )

    def _boxes(self) -> Iterator[str]:
        for box in self._geometry.sheet.boxes.values():
            rect, size = box_rect(box), 0.3
            field = rectangle(rect, self._place, fill="#ffffff", **ink(self._style.city, "stroke"), stroke_width=0.4)
            wide = outline(box.name, HEADING).width
            size = min(size, (rect.width() - 0.3) / max(0.1, wide))
            at = self._place.map(rect.topLeft())
            x, y = at.x() + rect.width() * self._mm / 2, at.y() + size * 1.3 * self._mm
            name = text(box.name, x=x, y=y, text_anchor="middle", **self._font(HEADING, size), **ink(self._style.ink))
            yield element("g", field + name, id=f"box-{box.box}")

    def _places(self) -> Iterator[str]:
        signs = self._geometry.signs()
        for symbol in sorted({sign.symbol for sign in signs}):
            self._made.define(element("g", _sign(symbol, self._style, self._mm), id=f"sign-{symbol}"))
        for sign in signs:
            at = self._place.map(QPointF(*sign.at))
            move = f"translate({number(at.x())} {number(at.y())})"
            yield element(
                "use", href=f"#sign-{sign.symbol}", transform=move if sign.share == 1 else f"{move} scale({sign.share})"
            )


_FINE = 100.0


def in_order(
    lines: Lines, kinds: Mapping[str, HexsideKind] | Mapping[str, LinkKind], order: Iterable[str]
) -> Iterator[tuple[str, str, QPainterPath]]:
    """The lines of every kind as one path, in the order in which their styles are drawn."""
    for style in order:
        for key, kind in kinds.items():
            if kind.style == style and key in lines:
                yield key, style, line_path(chained(lines[key]))


def _sign(symbol: str, style: MapStyle, mm: float) -> str:
    """A sign as the painter draws it, round the origin."""
    with sink() as made:
        generator = QSvgGenerator()
        generator.setOutputDevice(made.device)
        generator.setSize(QSize(200, 200))
        generator.setViewBox(QRectF(0, 0, 200, 200))
        painter = QPainter(generator)
        painter.scale(_FINE, _FINE)
        SIGNS[symbol].draw(painter, (1.0, 1.0), style, 0)
        painter.end()
        found = search(r"</defs>(.*)</svg>", made.data.decode(), DOTALL)
    share = mm / _FINE
    place = f"scale({share:.4f}) translate({-_FINE:g} {-_FINE:g})"
    return element("g", found[1].strip() if found else "", transform=place)


def area(geometry: Geometry, look: Look) -> QPainterPath:
    """The outline of all areas of a look: what the pieces round the nodes do not share."""
    sides: dict[tuple[tuple[int, int], tuple[int, int]], tuple[Point, Point]] = {}
    for piece in _pieces(geometry, look):
        for a, b in piece:
            back = _key(b), _key(a)
            if back in sides:
                del sides[back]
            elif back[0] != back[1]:
                sides[back[1], back[0]] = (a, b)
    whole = QPainterPath()
    for ring in chained(list(sides.values())):
        whole.addPath(line_path([ring]))
        whole.closeSubpath()
    return whole


def _pieces(geometry: Geometry, look: Look) -> Iterator[Iterable[tuple[Point, Point]]]:
    for node in range(len(geometry.mesh.nodes)):
        piece = geometry.patch(node, look)
        if piece is not None:
            for polygon in piece.fill.toSubpathPolygons():
                points = [(point.x(), point.y()) for point in polygon.toList()]
                yield list(zip(points, [*points[1:], points[0]], strict=True))


def _key(point: Point) -> tuple[int, int]:
    return round(point[0] * 4096), round(point[1] * 4096)
