"""Terrain: areas with their marks, and water with its shores."""

from __future__ import annotations

from PySide6.QtGui import QBrush, QColor, QPainterPath

from designer.paint.colours import faded, mix
from designer.paint.map.blobs import winding
from designer.paint.map.chunks import Look
from designer.paint.map.figures import figures
from designer.paint.map.marks import Mark
from designer.paint.map.sitting import Sitting
from designer.paint.map.stamps import THINNEST, Inks
from designer.paint.style import MapStyle, curve_pen, is_paper, round_pen

MARKED = 12
"""Pixels a cell from which on trees, reeds and other marks are drawn."""

_ORDER = {"plain": 0, "steppe": 1, "rough": 2, "hills": 3, "mountains": 4, "marsh": 5, "woods": 6, "water": 7}


def paint_terrain(s: Sitting) -> None:
    """Areas and their marks, but for water, which lies over the rivers that flow into it."""
    looks = [look for look in _looks(s) if look[0] != "water"]
    for width, strength in ((0.13, 0.22), (0.07, 0.5)):
        for look in looks:
            pen = curve_pen(mix(s.style.paper, ground_tint(s.style, look), strength), width)
            for edges in [area.edges for chunk in s.chunks if (area := chunk.area(look)) is not None]:
                if edges.rect.intersects(s.near):
                    s.painter.strokePath(edges.path, pen)
    for look in looks:
        areas = [chunk.area(look) for chunk in s.chunks]
        s.painter.fillPath(s.joined(area.fill for area in areas if area is not None), ground_tint(s.style, look))
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
    return sorted((look for look in found if is_drawn(look, s.style)), key=draw_order)


def draw_order(look: Look) -> tuple[int, Look]:
    """In which order looks are drawn, the lowest first."""
    return _ORDER.get(look[0], 0), look


_STRENGTH = {"woods": 0.85, "marsh": 0.55, "hills": 0.6, "mountains": 0.75, "rough": 0.6, "steppe": 0.8, "plain": 1.0}


def ground_tint(style: MapStyle, look: Look) -> QColor:
    """The flat tint under an area's marks."""
    return style.tint(look[1], _STRENGTH.get(look[0], 1.0))


def _marks(s: Sitting, look: Look) -> None:
    """Every figure of a look, drawn cell by cell; on the screen they are stamped."""
    inks = figure_inks(s.style, look)
    pen = round_pen(inks["slope"], s.width(0.012, THINNEST))
    for area in [area for chunk in s.chunks if (area := chunk.area(look)) is not None]:
        for layer in area.inner:
            if layer.rect.intersects(s.near):
                s.painter.strokePath(layer.path, pen)
    drawn = [s.geometry.marks(cell) for cell in s.cells if s.geometry.look(cell) == look]
    if s.stamps is not None:
        s.stamps.lay(s.painter, look[0], (mark for marks in drawn for mark in marks), inks, s.scale)
        return
    for marks in drawn:
        _draw(s, look[0], marks, inks)


def _draw(s: Sitting, pattern: str, marks: list[Mark], inks: Inks) -> None:
    """The figures of a cell as lines and areas, all parts of one ink in one go."""
    shapes = figures(pattern)
    paths: dict[tuple[str, float], QPainterPath] = {}
    for x, y, kind in marks:
        for part in shapes[kind]:
            paths.setdefault((part.ink, part.width), winding()).addPath(part.path.translated(x, y))
    for (ink, width), path in sorted(paths.items(), key=lambda found: list(inks).index(found[0][0])):
        if width:
            s.painter.strokePath(path, round_pen(inks[ink], max(width, THINNEST / s.scale)))
        else:
            s.painter.fillPath(path, inks[ink])


_DARK = {"hills": "#5a3c1a", "mountains": "#4a2f12", "rough": "#4a2f12", "marsh": "#1c4f63"}
_DEPTH = {"marsh": 0.5, "steppe": 0.35, "hills": 0.42, "mountains": 0.5}


def figure_inks(style: MapStyle, look: Look) -> Inks:
    """The inks of a look's figures, all drawn from its own colour and quiet enough to read numbers on."""
    pattern, wanted = look
    base, dark = style.colour(wanted), _DARK.get(pattern, "#26401c")
    if style.monochrome:
        base, dark = mix(base, "#ffffff", 0.55), "#000000"
    ink = mix(base, dark, _DEPTH.get(pattern, 0.45))
    return {
        "leaf": mix(base, dark, 0.015),
        "leaves": mix(base, dark, 0.055),
        "bough": mix(base, dark, 0.095),
        "shade": faded(mix(base, dark, 0.6), 0.27),
        "strokes": faded(ink, 0.85),
        "fine": faded(ink, 0.7),
        "slope": faded(ink, 0.55),
    }


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
