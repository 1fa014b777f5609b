"""The layers of the map over the ground, from what runs along hexsides up to the names."""

from __future__ import annotations

from collections.abc import Callable
from math import hypot

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainterPath

from designer.paint.colours import faded, mix
from designer.paint.map.chunks import DASHED, Look
from designer.paint.map.frame import box_rect
from designer.paint.map.geometry import Geometry
from designer.paint.map.ground import ground_tint, is_drawn
from designer.paint.map.paper import paint_grain
from designer.paint.map.places import SIGNS
from designer.paint.map.sitting import Sitting
from designer.paint.style import curve_pen, flat_pen, round_pen
from designer.paint.text import HEADING, fill_text, outline
from engine.grid import Point
from engine.ids import Cell

HEXSIDE_ORDER = ("river", "major-river", "coast", "ridge", "border", "fort", "blocked")
LINK_ORDER = ("track", "road", "highway", "sea", "box", "rail", "double-rail")
"""Styles in the order in which they are drawn."""

_FAR, _STUB = 5.0, 0.9
"""Cells from which on a link to a box is too long to be drawn, and how much of it is drawn then."""

NUMBERED = 44
"""Pixels a cell from which on its number can be read."""


def paint_hexsides(s: Sitting) -> None:
    """Rivers first, then the lines that lie over them."""
    kinds = s.geometry.sheet.hexside_kinds
    for style in HEXSIDE_ORDER:
        for key, kind in kinds.items():
            if kind.style == style:
                path = s.joined(chunk.hexsides.get(key) for chunk in s.chunks)
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
    "river": _river,
    "major-river": _major,
    "coast": _coast,
    "ridge": _ridge,
    "border": _border,
    "fort": _fort,
    "blocked": _blocked,
}


def paint_links(s: Sitting) -> None:
    """Roads under railways."""
    for style in LINK_ORDER:
        for key, kind in s.geometry.sheet.link_kinds.items():
            if kind.style == style:
                path = s.joined(chunk.ways.lines.get(key) for chunk in s.chunks)
                if not path.isEmpty():
                    _link(s, key, style, path, s.style.colour(kind.colour))


def _link(s: Sitting, key: str, style: str, path: QPainterPath, colour: QColor) -> None:
    stroke, halo = s.painter.strokePath, QColor(s.style.halo)
    if style in ("road", "highway"):
        wide = 0.075 if style == "road" else 0.11
        stroke(path, curve_pen(mix(colour, "#2b2014", 0.35), s.width(wide, 1.8)))
        stroke(path, curve_pen(mix(colour, halo, 0.55 if style == "road" else 0.15), s.width(wide * 0.58, 0.9)))
    elif style in DASHED:
        stroke(path, flat_pen(colour, s.width(0.032, 0.9)))
    else:
        stroke(path, curve_pen(faded(halo, 0.75), s.width(0.075, 1.6)))
        stroke(path, curve_pen(colour, s.width(0.032 if style == "rail" else 0.05, 1.0)))
        if s.scale >= 13:
            marks = s.joined(chunk.ways.ticks.get(key) for chunk in s.chunks)
            stroke(marks, flat_pen(colour, s.width(0.026, 0.8)))


def paint_far_links(s: Sitting) -> None:
    """Links that leap: to boxes, over the sea."""
    for cell, other, kind in s.geometry.leaps():
        row = s.geometry.sheet.link_kinds.get(kind)
        if row is None:
            continue
        path, (start, end) = QPainterPath(), leap_ends(s.geometry, cell, other)
        path.moveTo(*start)
        path.lineTo(*end)
        s.painter.strokePath(path, flat_pen(faded(s.style.colour(row.colour), 0.7), s.width(0.03, 0.9), (4, 3)))


def leap_ends(geometry: Geometry, cell: Cell, other: Cell) -> tuple[Point, Point]:
    """Where the line of a link that leaps is drawn: to the rim of a box, and to one far away only its beginning."""
    start, end = anchor(geometry, cell), anchor(geometry, other)
    box = geometry.sheet.box_of(other) if other >= geometry.grid.size else None
    if box is None or cell >= geometry.grid.size:
        return start, end
    rect = box_rect(box)
    end = (min(max(start[0], rect.left()), rect.right()), min(max(start[1], rect.top()), rect.bottom()))
    long = hypot(end[0] - start[0], end[1] - start[1])
    if long <= _FAR:
        return start, end
    share = _STUB / long
    return start, (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)


def anchor(geometry: Geometry, cell: Cell) -> tuple[float, float]:
    """The middle of a cell or of a box."""
    box = geometry.sheet.box_of(cell) if cell >= geometry.grid.size else None
    if box is None:
        return geometry.centres[cell]
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
    """Cell numbers, only where they can be read; over woods and marsh on a ground of their own."""
    if s.scale < NUMBERED:
        return
    strength = min(1.0, (s.scale - 30) / 16)
    plain, dark = (QBrush(faded(ink, strength)) for ink in (s.style.number, mix(s.style.number, s.style.ink, 0.55)))
    grounds = _grounds(s, strength)
    for cell in s.cells:
        number = s.geometry.number(cell)
        ground = grounds.get(s.geometry.look(cell))
        if ground is not None:
            s.painter.fillPath(number.halo, ground)
        s.painter.fillPath(number.path, plain if ground is None else dark)


def _grounds(s: Sitting, strength: float) -> dict[Look | None, QBrush]:
    """What lies under numbers, by the look of their cell; bare paper needs nothing."""
    looks = {look for look in map(s.geometry.look, s.cells) if look is not None and is_drawn(look, s.style)}
    return {look: QBrush(faded(mix(ground_tint(s.style, look), s.style.halo, 0.3), 0.72 * strength)) for look in looks}


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
        if sign.rank >= s.rank and (s.scale >= 9 or sign.rank >= 3):
            s.painter.save()
            s.painter.translate(*standing.at)
            s.painter.scale(standing.share, standing.share)
            sign.draw(s.painter, (0.0, 0.0), s.style, standing.cell)
            s.painter.restore()


def paint_names(s: Sitting) -> None:
    """Names with their halos; halos first, so that none eats a letter of its neighbour."""
    near = s.rect.adjusted(-0.1, -0.1, 0.1, 0.1)
    shown = [label for label in s.labels if label.rect.intersects(near)]
    for label in shown:
        s.painter.fillPath(label.halo, label.inks(s.style)[0])
    for label in shown:
        s.painter.fillPath(label.path, label.inks(s.style)[1])


def paint_boxes(s: Sitting) -> None:
    """Off-map boxes: a framed field under a heading."""
    for box in s.geometry.sheet.boxes.values():
        rect = box_rect(box)
        if rect.intersects(s.rect):
            _box(s, rect, box.name)


def _box(s: Sitting, rect: QRectF, name: str) -> None:
    letters = outline(name, HEADING)
    size = min(0.32, rect.height() * 0.2, (rect.width() - 0.3) / max(0.1, letters.width))
    head = QRectF(rect.left(), rect.top(), rect.width(), size * 1.75)
    ink = s.style.colour(s.style.city)
    s.painter.setPen(Qt.PenStyle.NoPen)
    s.painter.setBrush(mix(s.style.paper, "#ffffff", 0.35))
    s.painter.drawRect(rect)
    s.painter.setBrush(mix(ink, s.style.paper, 0.12))
    s.painter.drawRect(head)
    s.painter.setBrush(Qt.BrushStyle.NoBrush)
    s.painter.setPen(flat_pen(ink, s.width(0.045, 1.2)))
    s.painter.drawRect(rect)
    s.painter.setPen(flat_pen(faded(ink, 0.6), s.width(0.014, 0.6)))
    inner = QRectF(rect.left(), head.bottom(), rect.width(), rect.height() - head.height())
    s.painter.drawRect(inner.adjusted(0.08, 0.08, -0.08, -0.08))
    baseline = head.center().y() + letters.cap_height * size / 2
    path = letters.path_at(rect.center().x() - letters.width * size / 2, baseline, size)
    fill_text(s.painter, path, QColor(s.style.halo))


def paint_paper(s: Sitting) -> None:
    """The sheet: a light margin, and the paper of the map proper; boxes off the map have cards of their own."""
    if s.inland:
        s.painter.fillRect(s.rect, QColor(s.style.paper))
        return
    for sheet in s.geometry.papers:
        s.painter.fillRect(s.rect.intersected(sheet), QColor(s.style.margin))
    _neat_line(s)
    _edge_bands(s)
    s.painter.fillPath(s.geometry.land, QBrush(QColor(s.style.paper)))


def _neat_line(s: Sitting) -> None:
    """A double line that frames the sheet."""
    sheet, ink = s.geometry.papers[0], s.style.colour(s.style.city)
    s.painter.setBrush(Qt.BrushStyle.NoBrush)
    for away, width, pixels in ((0.2, 0.05, 1.4), (0.29, 0.014, 0.6)):
        s.painter.setPen(flat_pen(faded(ink, 0.85), s.width(width, pixels)))
        s.painter.drawRect(sheet.adjusted(away, away, -away, -away))


def _edge_bands(s: Sitting) -> None:
    """A band outside the map along its named edges; the paper then covers the inner half of the stroke."""
    for key, row in s.geometry.sheet.regions.items():
        if row.shown and row.kind in ("edge", "entry"):
            outer = _sum([chunk.regions[key].outer for chunk in s.chunks if key in chunk.regions])
            wide = 0.2 if row.kind == "edge" else 0.16
            s.painter.strokePath(outer, round_pen(s.style.colour(row.colour), s.width(wide, 5.0)))


def paint_texture(s: Sitting) -> None:
    """The grain of the paper, over everything that is printed flat."""
    if s.style.texture:
        for sheet in s.geometry.papers:
            paint_grain(s.painter, s.rect.intersected(sheet), s.scale)


def paint_outline(s: Sitting) -> None:
    """The neat line round the map."""
    if s.inland:
        return
    s.painter.strokePath(s.geometry.land, round_pen(s.style.colour(s.style.ink), s.width(0.03, 1.0)))
