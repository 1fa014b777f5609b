"""Plots as SVG, for a page that needs nothing beside itself."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import ceil, floor, log10

from engine.lab.findings import Curve

INK, GRID, MUTED, ACCENT = "#3a352c", "#d9d2c2", "#8a8271", "#8c3b2a"
WIDE, HIGH = 460, 250
LEFT, RIGHT, TOP, FOOT = 52, 14, 14, 34
MOST_TICKS = 20
"""Turns or values that are named below a plot."""


def svg(width: float, height: float, parts: Sequence[str]) -> str:
    """A picture of this size."""
    inner = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
        f'height="{height:g}" font-family="Source Sans Pro, sans-serif" font-size="12">\n{inner}\n</svg>'
    )


def round_steps(bottom: float, top: float, wanted: int = 5) -> list[float]:
    """Round numbers from below the bottom to above the top, about as many as are wanted."""
    rough = (top - bottom) / wanted
    size = 10.0 ** floor(log10(rough))
    step = next(size * factor for factor in (1, 2, 2.5, 5, 10) if size * factor >= rough * 0.999)
    first, last = floor(bottom / step + 1e-9), ceil(top / step - 1e-9)
    return [round(number * step, 10) for number in range(first, last + 1)]


class Axes:
    """A frame with scales: numbers of the plot on one side, points of the picture on the other."""

    def __init__(self, xs: Sequence[float], lows: Sequence[float], highs: Sequence[float], zero: bool = True) -> None:
        self.left, self.right = (min(xs), max(xs)) if xs else (0.0, 1.0)
        ends = (0.0,) if zero else ()
        bottom, top = min((*lows, *ends), default=0.0), max((*highs, *ends), default=1.0)
        self.steps = round_steps(bottom, top if top > bottom else bottom + 1.0)
        self.bottom, self.top = self.steps[0], self.steps[-1]

    def x(self, value: float) -> float:
        """The point across."""
        return LEFT + (value - self.left) / ((self.right - self.left) or 1) * (WIDE - LEFT - RIGHT)

    def y(self, value: float) -> float:
        """The point down."""
        return TOP + (self.top - value) / (self.top - self.bottom) * (HIGH - TOP - FOOT)

    def frame(self, ticks: Sequence[tuple[float, str]], title: str) -> list[str]:
        """Lines, numbers and the title of the axis below."""
        parts = []
        for value in self.steps:
            at, colour = self.y(value), MUTED if not value else GRID
            number = f"{value:g}".replace("-", "−")
            parts.append(f'<path d="M{LEFT} {at:.1f}H{WIDE - RIGHT}" stroke="{colour}"/>')
            parts.append(f'<text x="{LEFT - 6}" y="{at + 4:.1f}" text-anchor="end" fill="{INK}">{number}</text>')
        for value, text in ticks[:: max(1, -(-len(ticks) // MOST_TICKS))]:
            parts.append(
                f'<text x="{self.x(value):.1f}" y="{HIGH - FOOT + 16}" text-anchor="middle" fill="{INK}">'
                f"{escape(text)}</text>"
            )
        middle = (LEFT + WIDE - RIGHT) / 2
        parts.append(f'<text x="{middle}" y="{HIGH - 4}" text-anchor="middle" fill="{INK}">{escape(title)}</text>')
        return parts


def curves_svg(curves: Sequence[tuple[str, str, Curve]], first: int = 1) -> str:
    """Curves from a turn on with their bands: a name, a colour and the numbers of each."""
    turns = range(first, first + max((len(curve.mean) for _, _, curve in curves), default=0))
    axes = Axes(turns, [v for _, _, c in curves for v in c.low], [v for _, _, c in curves for v in c.high])
    parts = axes.frame([(turn, str(turn)) for turn in turns], "Turn")
    for _, colour, curve in curves:
        xs = range(first, first + len(curve.mean))
        parts += _line(axes, list(xs), curve.mean, curve.low, curve.high, colour)
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


def key_of(curves: Sequence[tuple[str, str, Curve]]) -> str:
    """Which colour is whose."""
    return " ".join(f'<span style="color:{escape(colour)}">■</span> {escape(name)}' for name, colour, _ in curves)


def span_svg(mean: float, low: float, high: float, left: float, right: float, mark: float) -> str:
    """An interval about a mean on a scale, beside what it is held against."""
    wide, high_, room = 150.0, 16.0, 6.0

    def x(value: float) -> float:
        share = (value - left) / (right - left) if right > left else 0.5
        return room + min(max(share, 0.0), 1.0) * (wide - 2 * room)

    middle, clear = high_ / 2, not low <= mark <= high
    colour = ACCENT if clear else MUTED
    return svg(
        wide,
        high_,
        [
            f'<path d="M{room} {middle}H{wide - room}" stroke="{GRID}"/>',
            f'<path d="M{x(mark):.1f} 2V{high_ - 2}" stroke="{INK}" stroke-width="1.5"/>',
            f'<path d="M{x(low):.1f} {middle}H{x(high):.1f}" stroke="{colour}" stroke-width="5" opacity="0.45"/>',
            f'<circle cx="{x(mean):.1f}" cy="{middle}" r="3.5" fill="{colour}"/>',
        ],
    )


def response_svg(values: Sequence[str], found: Sequence[tuple[float, float, float]], title: str, colour: str) -> str:
    """A response curve: a mean with its interval for each value of a sweep."""
    axes = Axes(range(len(values)), [low for _, low, _ in found], [high for _, _, high in found], zero=False)
    parts = axes.frame([(number, value) for number, value in enumerate(values)], title)
    columns = [[point[part] for point in found] for part in range(3)]
    parts += _line(axes, range(len(values)), columns[0], columns[1], columns[2], colour)
    for number, (mean, low, high) in enumerate(found):
        x = axes.x(number)
        parts.append(f'<path d="M{x:.1f} {axes.y(low):.1f}V{axes.y(high):.1f}" stroke="{escape(colour)}"/>')
        parts.append(f'<circle cx="{x:.1f}" cy="{axes.y(mean):.1f}" r="4" fill="{escape(colour)}"/>')
    return svg(WIDE, HIGH, parts)
