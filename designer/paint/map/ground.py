"""Terrain: areas with their marks, and water with its shores."""

from __future__ import annotations

from PySide6.QtGui import QBrush, QColor, QPainterPath, QPen

from designer.paint.colours import faded, mix
from designer.paint.map.chunks import Look
from designer.paint.map.sitting import Sitting
from designer.paint.style import MapStyle, curve_pen, is_paper, round_pen

MARKED = 12
"""Pixels a cell from which on trees, reeds and other marks are drawn."""

_ORDER = {"plain": 0, "steppe": 1, "rough": 2, "hills": 3, "mountains": 4, "marsh": 5, "woods": 6, "water": 7}


def paint_terrain(s: Sitting) -> None:
    """Areas and their marks, but for water, which lies over the rivers that flow into it."""
    looks = [look for look in _looks(s) if look[0] != "water"]
    for width, strength in ((0.15, 0.25), (0.08, 0.55)):
        for look in looks:
            pen = curve_pen(mix(s.style.paper, _ground(s, look), strength), width)
            for edges in [area.edges for chunk in s.chunks if (area := chunk.area(look)) is not None]:
                if edges.rect.intersects(s.near):
                    s.painter.strokePath(edges.path, pen)
    for look in looks:
        areas = [chunk.area(look) for chunk in s.chunks]
        s.painter.fillPath(s.joined(area.fill for area in areas if area is not None), _ground(s, look))
        if s.scale >= MARKED:
            _marks(s, look)


def paint_water(s: Sitting) -> None:
    """Lakes and seas with their shores."""
    for look in _looks(s):
        if look[0] == "water":
            _water(s, look)


def is_drawn(look: Look, style: MapStyle) -> bool:
    """Whether a look is more than bare paper."""
    return look[0] != "plain" or not is_paper(look[1], style)


def _looks(s: Sitting) -> list[Look]:
    found = {look for chunk in s.chunks for look in chunk.looks}
    return sorted((look for look in found if is_drawn(look, s.style)), key=lambda look: (_ORDER.get(look[0], 0), look))


_STRENGTH = {"woods": 0.62, "marsh": 0.5, "hills": 0.55, "mountains": 0.75, "rough": 0.6, "steppe": 0.8, "plain": 1.0}


def _ground(s: Sitting, look: Look) -> QColor:
    """The flat tint under an area's marks."""
    return s.style.tint(look[1], _STRENGTH.get(look[0], 1.0))


def _marks(s: Sitting, look: Look) -> None:
    """Every mark of a look, drawn cell by cell; on the screen trees are stamped."""
    pens = _pens(s, look)
    for area in [area for chunk in s.chunks if (area := chunk.area(look)) is not None]:
        for layer in area.inner:
            if layer.rect.intersects(s.near):
                s.painter.strokePath(layer.path, pens["fine"])
    drawn = [s.geometry.marks(cell) for cell in s.cells if s.geometry.look(cell) == look]
    inks = pens["shade"].brush(), pens["solid"].brush(), pens["light"].brush()
    if s.stamps is not None:
        s.stamps.plant(s.painter, (tree for marks in drawn for tree in marks.trees), inks, s.scale)
    for marks in drawn:
        if s.stamps is None:
            for path, ink in zip(marks.crowns, inks, strict=True):
                _fill(s, path, ink)
        _fill(s, marks.shade, inks[0])
        for path, pen in ((marks.strokes, pens["strokes"]), (marks.fine, pens["fine"])):
            if not path.isEmpty():
                s.painter.strokePath(path, pen)


def _fill(s: Sitting, path: QPainterPath, ink: QBrush) -> None:
    if not path.isEmpty():
        s.painter.fillPath(path, ink)


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
    areas = [area for chunk in s.chunks if (area := chunk.area(look)) is not None]
    edges = s.joined(area.edges for area in areas)
    shore = s.style.colour(mix(look[1], "#0d3550", 0.5))
    s.painter.strokePath(edges, curve_pen(faded(colour, 0.4), 0.16))
    s.painter.fillPath(s.joined(area.fill for area in areas), QBrush(colour))
    for n, strength in ((0, 0.42), (1, 0.2)):
        lines = s.joined(area.inner[n] for area in areas)
        s.painter.strokePath(lines, curve_pen(faded(shore, strength), s.width(0.02, 0.5)))
    s.painter.strokePath(edges, curve_pen(shore, s.width(0.034, 0.8)))
