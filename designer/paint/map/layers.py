"""The layers of the map, from the paper up to the names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen

from designer.paint.colours import faded, mix
from designer.paint.map.frame import box_rect
from designer.paint.map.geometry import Chunk, Geometry, Look
from designer.paint.map.labels import Label
from designer.paint.map.paper import paint_grain
from designer.paint.map.places import SIGNS
from designer.paint.style import MapStyle, curve_pen, flat_pen, is_paper, round_pen
from designer.paint.text import PLACE, fill_text, outline
from engine.ids import Cell


@dataclass
class Sitting:
    """One sitting of painting: which part of the map, at which scale, with which inks."""

    painter: QPainter
    geometry: Geometry
    style: MapStyle
    rect: QRectF
    scale: float
    labels: list[Label]
    cells: list[Cell] = field(default_factory=list)
    chunks: list[Chunk] = field(default_factory=list)

    @property
    def inland(self) -> bool:
        """Whether the map's edge is out of sight."""
        west, north, east, south = self.geometry.grid.bounds()
        return QRectF(west + 1, north + 1, east - west - 2, south - north - 2).contains(self.rect)

    def width(self, wished: float, pixels: float) -> float:
        """A line's width in cells, never thinner than some pixels."""
        return max(wished, pixels / self.scale)


_ORDER = {"plain": 0, "steppe": 1, "rough": 2, "hills": 3, "mountains": 4, "marsh": 5, "woods": 6, "water": 7}


def paint_terrain(s: Sitting) -> None:
    """Areas and their marks, but for water, which lies over the rivers that flow into it."""
    looks = [look for look in _looks(s) if look[0] != "water"]
    for width, strength in ((0.15, 0.25), (0.08, 0.55)):
        for look in looks:
            pen = curve_pen(mix(s.style.paper, _ground(s, look), strength), width)
            for chunk in s.chunks:
                if look in chunk.edges:
                    s.painter.strokePath(chunk.edges[look], pen)
    for look in looks:
        s.painter.fillPath(_joined(s, lambda chunk, look=look: chunk.fills.get(look)), _ground(s, look))  # type: ignore[misc]
        if s.scale >= 12:
            _marks(s, look)


def paint_water(s: Sitting) -> None:
    """Lakes and seas with their shores."""
    for look in _looks(s):
        if look[0] == "water":
            _water(s, look)


def _looks(s: Sitting) -> list[Look]:
    found = {look for chunk in s.chunks for look in chunk.fills}
    return sorted((look for look in found if look[0] != "plain" or not is_paper(look[1], s.style)),
                  key=lambda look: (_ORDER.get(look[0], 0), look))


def _joined(s: Sitting, paths: Callable[[Chunk], QPainterPath | None]) -> QPainterPath:
    whole = QPainterPath()
    whole.setFillRule(Qt.FillRule.WindingFill)
    for chunk in s.chunks:
        part = paths(chunk)
        if part is not None:
            whole.addPath(part)
    return whole


_STRENGTH = {"woods": 0.62, "marsh": 0.5, "hills": 0.55, "mountains": 0.75, "rough": 0.6, "steppe": 0.8, "plain": 1.0}


def _ground(s: Sitting, look: Look) -> QColor:
    """The flat tint under an area's marks."""
    return s.style.tint(look[1], _STRENGTH.get(look[0], 1.0))


def _marks(s: Sitting, look: Look) -> None:
    """Every mark of a look, drawn cell by cell."""
    pens = _pens(s, look)
    inner = [chunk.inner.get(look, []) for chunk in s.chunks]
    for layer in (path for layers in inner for path in layers):
        s.painter.strokePath(layer, pens["fine"])
    for cell in s.cells:
        if s.geometry.look(cell) != look:
            continue
        marks = s.geometry.marks(cell)
        for name in ("shade", "solid", "light"):
            path = getattr(marks, name)
            if not path.isEmpty():
                s.painter.fillPath(path, pens[name].brush())
        for name in ("strokes", "fine"):
            path = getattr(marks, name)
            if not path.isEmpty():
                s.painter.strokePath(path, pens[name])


def _pens(s: Sitting, look: Look) -> dict[str, QPen]:
    """The inks of a look's marks, all drawn from its own colour."""
    pattern, wanted = look
    base = s.style.colour(wanted)
    dark, light = "#12220c", "#ffffff"
    if pattern in ("hills", "mountains", "rough"):
        dark = "#4a2f12"
    elif pattern == "marsh":
        dark = "#123a4a"
    if s.style.monochrome:
        dark, base = "#000000", mix(base, "#808080", 0.5)
    strength = {"woods": 0.16, "marsh": 0.5, "steppe": 0.35}.get(pattern, 0.45)
    ink = mix(base, dark, strength)
    thin = s.width(0.016 if pattern != "marsh" else 0.020, 0.55)
    crown = mix(base, "#ffffff", 0.5) if s.style.monochrome else ink
    return {
        "shade": _brushed(faded(mix(base, dark, 0.62), 0.55)),
        "solid": _brushed(crown),
        "light": _brushed(faded(mix(base, light, 0.45), 0.75)),
        "strokes": round_pen(ink, thin * 1.25),
        "fine": round_pen(ink, thin),
    }


def _brushed(colour: QColor) -> QPen:
    return QPen(QBrush(colour), 0.01)


def _water(s: Sitting, look: Look) -> None:
    colour = s.style.tint(look[1])
    fill = _joined(s, lambda chunk: chunk.fills.get(look))
    edges = _joined(s, lambda chunk: chunk.edges.get(look))
    shore = s.style.colour(mix(look[1], "#0d3550", 0.5))
    s.painter.strokePath(edges, curve_pen(faded(colour, 0.4), 0.16))
    s.painter.fillPath(fill, QBrush(colour))
    for n, strength in ((0, 0.42), (1, 0.2)):
        lines = _joined(s, lambda chunk, n=n: (chunk.inner.get(look) or [None, None])[n])  # type: ignore[misc]
        s.painter.strokePath(lines, curve_pen(faded(shore, strength), s.width(0.02, 0.5)))
    s.painter.strokePath(edges, curve_pen(shore, s.width(0.034, 0.8)))


def paint_hexsides(s: Sitting) -> None:
    """Rivers first, then the lines that lie over them."""
    kinds = s.geometry.sheet.hexside_kinds
    for style in ("river", "major-river", "coast", "ridge", "border", "fort", "blocked"):
        for key, kind in kinds.items():
            if kind.style == style:
                path = _joined(s, lambda chunk, key=key: chunk.hexsides.get(key))  # type: ignore[misc]
                if not path.isEmpty():
                    _HEXSIDES[style](s, path, s.style.colour(kind.colour))


def _river(s: Sitting, path: QPainterPath, colour: QColor) -> None:
    s.painter.strokePath(path, curve_pen(faded(s.style.paper, 0.55), s.width(0.11, 2.4)))
    s.painter.strokePath(path, curve_pen(s.style.colour(mix(colour, "#0d3550", 0.25)), s.width(0.064, 1.2)))


def _major(s: Sitting, path: QPainterPath, colour: QColor) -> None:
    s.painter.strokePath(path, curve_pen(faded(s.style.paper, 0.55), s.width(0.2, 4.0)))
    s.painter.strokePath(path, curve_pen(s.style.colour(mix(colour, "#0d3550", 0.45)), s.width(0.145, 2.6)))
    core = 0.7 if s.style.monochrome else 0.12
    s.painter.strokePath(path, curve_pen(mix(colour, "#ffffff", core), s.width(0.098, 1.4)))


def _coast(s: Sitting, path: QPainterPath, colour: QColor) -> None:
    s.painter.strokePath(path, curve_pen(s.style.colour(mix(colour, "#0d3550", 0.4)), s.width(0.05, 1.0)))


def _ridge(s: Sitting, path: QPainterPath, colour: QColor) -> None:
    s.painter.strokePath(path, flat_pen(faded(colour, 0.9), s.width(0.15, 2.0), (0.18, 0.28)))
    s.painter.strokePath(path, curve_pen(s.style.colour(mix(colour, "#2a1a08", 0.4)), s.width(0.03, 0.8)))


def _border(s: Sitting, path: QPainterPath, colour: QColor) -> None:
    s.painter.strokePath(path, curve_pen(faded(colour, 0.28), s.width(0.13, 2.0)))
    s.painter.strokePath(path, flat_pen(colour, s.width(0.032, 1.0), (4.2, 1.6, 1.2, 1.6)))


def _fort(s: Sitting, path: QPainterPath, colour: QColor) -> None:
    s.painter.strokePath(path, curve_pen(colour, s.width(0.04, 1.0)))
    s.painter.strokePath(path, flat_pen(colour, s.width(0.13, 2.4), (0.5, 0.6)))


def _blocked(s: Sitting, path: QPainterPath, colour: QColor) -> None:
    s.painter.strokePath(path, curve_pen(QColor(s.style.halo), s.width(0.15, 3.0)))
    s.painter.strokePath(path, curve_pen(colour, s.width(0.1, 2.0)))


_HEXSIDES: dict[str, Callable[[Sitting, QPainterPath, QColor], None]] = {
    "river": _river, "major-river": _major, "coast": _coast, "ridge": _ridge, "border": _border, "fort": _fort,
    "blocked": _blocked,
}


def paint_links(s: Sitting) -> None:
    """Roads under railways."""
    for style in ("track", "road", "highway", "sea", "box", "rail", "double-rail"):
        for key, kind in s.geometry.sheet.link_kinds.items():
            if kind.style == style:
                path = _joined(s, lambda chunk, key=key: chunk.links.get(key))  # type: ignore[misc]
                if not path.isEmpty():
                    _link(s, key, style, path, s.style.colour(kind.colour))


def _link(s: Sitting, key: str, style: str, path: QPainterPath, colour: QColor) -> None:
    stroke, halo = s.painter.strokePath, QColor(s.style.halo)
    if style in ("road", "highway"):
        wide = 0.075 if style == "road" else 0.11
        stroke(path, curve_pen(mix(colour, "#2b2014", 0.35), s.width(wide, 1.8)))
        stroke(path, curve_pen(mix(colour, halo, 0.55 if style == "road" else 0.15), s.width(wide * 0.58, 0.9)))
    elif style in ("track", "sea", "box"):
        stroke(path, flat_pen(colour, s.width(0.032, 0.9), (3.0, 2.4)))
    else:
        stroke(path, curve_pen(faded(halo, 0.75), s.width(0.075, 1.6)))
        stroke(path, curve_pen(colour, s.width(0.032 if style == "rail" else 0.05, 1.0)))
        if s.scale >= 13:
            marks = _joined(s, lambda chunk: chunk.ticks.get(key))
            stroke(marks, flat_pen(colour, s.width(0.026, 0.8)))


def paint_far_links(s: Sitting) -> None:
    """Links that leap: to boxes, over the sea."""
    for cell, other, kind in s.geometry.leaps():
        row = s.geometry.sheet.link_kinds.get(kind)
        if row is None:
            continue
        path = QPainterPath()
        path.moveTo(*anchor(s.geometry, cell))
        path.lineTo(*anchor(s.geometry, other))
        s.painter.strokePath(path, flat_pen(faded(s.style.colour(row.colour), 0.7), s.width(0.03, 0.9), (4, 3)))


def anchor(geometry: Geometry, cell: Cell) -> tuple[float, float]:
    """The middle of a cell or of a box."""
    box = geometry.sheet.box_of(cell)
    if box is None:
        return geometry.grid.centre(cell)
    middle = box_rect(box).center()
    return middle.x(), middle.y()


def paint_grid(s: Sitting) -> None:
    """The thin grid; thinner still from afar."""
    strength = min(0.75, max(0.0, (s.scale - 5) / 28))
    if strength <= 0.02:
        return
    pen = flat_pen(faded(s.style.grid, strength), s.width(s.style.grid_width, 0.7))
    for chunk in s.chunks:
        s.painter.strokePath(chunk.grid, pen)


def paint_numbers(s: Sitting) -> None:
    """Cell numbers, only where they can be read."""
    if s.scale < 44:
        return
    ink = QBrush(faded(s.style.number, min(1.0, (s.scale - 36) / 20)))
    for cell in s.cells:
        s.painter.fillPath(s.geometry.number(cell), ink)


def paint_regions(s: Sitting) -> None:
    """Shown regions: a tint and an inner rim; weather zones have no tint."""
    for key, row in s.geometry.sheet.regions.items():
        parts = [chunk.regions[key] for chunk in s.chunks if key in chunk.regions]
        if not row.shown or row.kind == "edge" or not parts:
            continue
        colour = s.style.colour(row.colour)
        surface, rim = (_sum([getattr(part, name) for part in parts]) for name in ("surface", "rim"))
        if row.kind != "weather":
            s.painter.fillPath(surface, QBrush(faded(colour, 0.07)))
        dashes = {"weather": (3.0, 2.0), "entry": (1.2, 1.0)}.get(row.kind, ())
        s.painter.strokePath(rim, flat_pen(faded(colour, 0.8), s.width(0.036, 1.1), dashes))


def _sum(paths: list[QPainterPath]) -> QPainterPath:
    whole = QPainterPath()
    whole.setFillRule(Qt.FillRule.WindingFill)
    for path in paths:
        whole.addPath(path)
    return whole


def paint_places(s: Sitting) -> None:
    """Signs of places, the greater ones last."""
    reach = s.rect.adjusted(-0.7, -0.7, 0.7, 0.7)
    shown = [standing for standing in s.geometry.signs() if reach.contains(*standing.at)]
    for standing in sorted(shown, key=lambda standing: (-standing.share, SIGNS[standing.symbol].rank)):
        sign = SIGNS[standing.symbol]
        if s.scale >= 9 or sign.rank >= 3:
            s.painter.save()
            s.painter.translate(*standing.at)
            s.painter.scale(standing.share, standing.share)
            sign.draw(s.painter, (0.0, 0.0), s.style, standing.cell)
            s.painter.restore()


def paint_names(s: Sitting) -> None:
    """Names with their halos; halos first, so that none eats a letter of its neighbour."""
    shown = [label for label in s.labels if label.rect.adjusted(-0.1, -0.1, 0.1, 0.1).intersects(s.rect)]
    for label in shown:
        s.painter.fillPath(label.halo, QBrush(faded(s.style.halo, 0.86)))
    for label in shown:
        ink = label.ink if label.ink.startswith("#") else getattr(s.style, label.ink)
        s.painter.fillPath(label.path, QBrush(s.style.colour(ink)))


def paint_boxes(s: Sitting) -> None:
    """Off-map boxes with their names."""
    for box in s.geometry.sheet.boxes.values():
        rect = box_rect(box)
        if not rect.intersects(s.rect):
            continue
        s.painter.setPen(flat_pen(s.style.colour(s.style.ink), s.width(0.03, 1.0)))
        s.painter.setBrush(s.style.colour(mix(s.style.paper, "#ffffff", 0.25)))
        s.painter.drawRoundedRect(rect, 0.12, 0.12)
        letters = outline(box.name, PLACE)
        size = min(0.3, (rect.width() - 0.2) / max(0.1, letters.width))
        path = letters.path_at(rect.center().x() - letters.width * size / 2, rect.top() + size * 1.15, size)
        fill_text(s.painter, path, s.style.colour(s.style.ink))


def paint_paper(s: Sitting) -> None:
    """The sheet: a light margin, and the paper of the map proper."""
    if s.inland:
        s.painter.fillRect(s.rect, QColor(s.style.paper))
        return
    s.painter.fillRect(s.rect.intersected(s.geometry.bounds), QColor(s.style.margin))
    _edge_bands(s)
    s.painter.fillPath(s.geometry.land, QBrush(QColor(s.style.paper)))


def _edge_bands(s: Sitting) -> None:
    """A band outside the map along its named edges; the paper then covers the inner half of the stroke."""
    for key, row in s.geometry.sheet.regions.items():
        if row.shown and row.kind in ("edge", "entry"):
            outer = _sum([chunk.regions[key].outer for chunk in s.chunks if key in chunk.regions])
            wide = 0.3 if row.kind == "edge" else 0.22
            s.painter.strokePath(outer, round_pen(s.style.colour(row.colour), s.width(wide, 5.0)))


def paint_texture(s: Sitting) -> None:
    """The grain of the paper, over everything that is printed flat."""
    if s.style.texture:
        paint_grain(s.painter, s.rect.intersected(s.geometry.bounds), s.scale)


def paint_outline(s: Sitting) -> None:
    """The neat line round the map."""
    if s.inland:
        return
    s.painter.strokePath(s.geometry.land, round_pen(s.style.colour(s.style.ink), s.width(0.03, 1.0)))
