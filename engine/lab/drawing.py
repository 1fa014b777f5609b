"""Plots and heat maps as SVG, for a page that needs nothing beside itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from engine.ids import Cell
from engine.lab.findings import Curve
from engine.lab.heat import Floats
from engine.records.board import TerrainKind
from engine.rules.setting import Setting

INK, GRID, PAPER = "#3a352c", "#d9d2c2", "#f3ecd8"
WARM, COLD = "#b3261e", "#2f5f9e"
WIDE, HIGH = 460, 250
LEFT, RIGHT, TOP, FOOT = 52, 14, 14, 34


def svg(width: float, height: float, parts: Sequence[str]) -> str:
    """A picture of this size."""
    inner = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
        f'height="{height:g}" font-family="Source Sans Pro, sans-serif" font-size="12">\n{inner}\n</svg>'
    )


class Axes:
    """A frame with scales: numbers of the plot on one side, points of the picture on the other."""

    def __init__(self, xs: Sequence[float], lows: Sequence[float], highs: Sequence[float]) -> None:
        self.left, self.right = (min(xs), max(xs)) if xs else (0.0, 1.0)
        bottom, top = min((*lows, 0.0)), max((*highs, 0.0))
        room = (top - bottom) * 0.06 or 1.0
        self.bottom, self.top = bottom - (room if bottom < 0 else 0), top + room

    def x(self, value: float) -> float:
        """The point across."""
        return LEFT + (value - self.left) / ((self.right - self.left) or 1) * (WIDE - LEFT - RIGHT)

    def y(self, value: float) -> float:
        """The point down."""
        return TOP + (self.top - value) / (self.top - self.bottom) * (HIGH - TOP - FOOT)

    def frame(self, ticks: Sequence[tuple[float, str]], title: str) -> list[str]:
        """Lines, numbers and the title of the axis below."""
        parts = []
        for step in range(5):
            value = self.bottom + (self.top - self.bottom) * step / 4
            at = self.y(value)
            parts.append(f'<path d="M{LEFT} {at:.1f}H{WIDE - RIGHT}" stroke="{GRID}"/>')
            parts.append(f'<text x="{LEFT - 6}" y="{at + 4:.1f}" text-anchor="end" fill="{INK}">{value:.3g}</text>')
        for value, text in ticks:
            parts.append(
                f'<text x="{self.x(value):.1f}" y="{HIGH - FOOT + 16}" text-anchor="middle" fill="{INK}">'
                f"{escape(text)}</text>"
            )
        middle = (LEFT + WIDE - RIGHT) / 2
        parts.append(f'<text x="{middle}" y="{HIGH - 4}" text-anchor="middle" fill="{INK}">{escape(title)}</text>')
        return parts


def curves_svg(curves: Sequence[tuple[str, str, Curve]]) -> str:
    """Curves by turn with their bands: a name, a colour and the numbers of each."""
    turns = max((len(curve.mean) for _, _, curve in curves), default=0)
    axes = Axes(
        range(1, turns + 1), [v for _, _, c in curves for v in c.low], [v for _, _, c in curves for v in c.high]
    )
    parts = axes.frame([(turn, str(turn)) for turn in range(1, turns + 1)], "Turn")
    for number, (name, colour, curve) in enumerate(curves):
        xs = range(1, len(curve.mean) + 1)
        parts += _line(axes, list(xs), curve.mean, curve.low, curve.high, colour)
        parts.append(
            f'<text x="{LEFT + 8}" y="{TOP + 14 + 16 * number}" fill="{escape(colour)}" font-weight="600">'
            f"{escape(name)}</text>"
        )
    return svg(WIDE, HIGH, parts)


def _line(
    axes: Axes,
    xs: Sequence[float],
    mean: Sequence[float],
    low: Sequence[float],
    high: Sequence[float],
    colour: str,
) -> list[str]:
    def points(values: Sequence[float]) -> list[str]:
        return [f"{axes.x(x):.1f} {axes.y(value):.1f}" for x, value in zip(xs, values, strict=True)]

    band = "M" + "L".join([*points(high), *reversed(points(low))]) + "Z"
    tint = escape(colour)
    return [
        f'<path d="{band}" fill="{tint}" opacity="0.18"/>',
        f'<path d="M{"L".join(points(mean))}" fill="none" stroke="{tint}" stroke-width="2"/>',
    ]


def response_svg(values: Sequence[str], found: Sequence[tuple[float, float, float]], title: str, colour: str) -> str:
    """A response curve: a mean with its interval for each value of a sweep."""
    axes = Axes(range(len(values)), [low for _, low, _ in found], [high for _, _, high in found])
    parts = axes.frame([(number, value) for number, value in enumerate(values)], title)
    columns = [[point[part] for point in found] for part in range(3)]
    parts += _line(axes, range(len(values)), columns[0], columns[1], columns[2], colour)
    for number, (mean, low, high) in enumerate(found):
        x = axes.x(number)
        parts.append(f'<path d="M{x:.1f} {axes.y(low):.1f}V{axes.y(high):.1f}" stroke="{escape(colour)}"/>')
        parts.append(f'<circle cx="{x:.1f}" cy="{axes.y(mean):.1f}" r="4" fill="{escape(colour)}"/>')
    return svg(WIDE, HIGH, parts)


def heat_svg(setting: Setting, numbers: Floats, width: float = 560, colour: str = WARM) -> str:
    """The map with a number in every cell as warmth; numbers below zero are cold."""
    grid = setting.board.grid
    west, north, east, south = grid.bounds()
    scale = width / (east - west)
    colours = {row.kind: row.colour for row in setting.scenario.rows.all(TerrainKind)}
    most = float(abs(numbers[: grid.size]).max()) or 1.0
    parts = []
    for number in range(grid.size):
        cell = Cell(number)
        corners = " ".join(f"{(x - west) * scale:.1f},{(y - north) * scale:.1f}" for x, y in grid.corners(cell))
        ground = colours.get(setting.board.terrain_of(cell), PAPER)
        parts.append(f'<polygon points="{corners}" fill="{escape(ground)}" stroke="{GRID}" stroke-width="0.6"/>')
        if numbers[number]:
            tint, share = (colour if numbers[number] > 0 else COLD), abs(numbers[number]) / most
            parts.append(
                f'<polygon points="{corners}" fill="{escape(tint)}" opacity="{0.85 * share:.2f}">'
                f"<title>{escape(setting.board.label(cell))}: {numbers[number]:.2f}</title></polygon>"
            )
    for name, (x, y) in _names(setting):
        at = f'x="{(x - west) * scale:.1f}" y="{(y - north) * scale:.1f}"'
        parts.append(f'<text {at} font-size="9" text-anchor="middle" fill="{INK}">{escape(name)}</text>')
    return svg(width, (south - north) * scale, parts)


def _names(setting: Setting) -> Iterator[tuple[str, tuple[float, float]]]:
    """Names of places that do not cover each other, those that victory counts first."""
    grid, taken = setting.board.grid, set[int]()
    for place in sorted(setting.scenario.places, key=lambda place: place.owner is None):
        cell = setting.board.cell(place.cell)
        if cell < grid.size and cell not in taken:
            taken.update((cell, *grid.neighbours(cell)))
            yield place.name, grid.centre(cell)
