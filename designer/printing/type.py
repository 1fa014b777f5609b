"""Type on paper: sizes in points, lines in millimetres, and breaking text into lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Literal

MM_PER_POINT = 25.4 / 72
LEADING = 1.28
_SURE = 0.9
"""Share of a line up to which words surely fit: the whole line is measured beyond it only, for that is slow."""

SMALLEST = 4.5
"""Points below which nobody can read."""


@dataclass(frozen=True)
class Type:
    """A manner of setting text."""

    size: float
    family: Literal["sans", "serif"] = "sans"
    weight: Literal["regular", "semibold", "bold"] = "regular"
    italic: bool = False
    spacing: float = 0.0

    @property
    def line(self) -> float:
        """The height of a line in millimetres."""
        return self.size * MM_PER_POINT * LEADING

    def sized(self, size: float) -> Type:
        """The same in another size."""
        return replace(self, size=size)

    def scaled(self, share: float) -> Type:
        """The same, larger or smaller."""
        return replace(self, size=self.size * share)


TITLE = Type(22, "serif", "bold")
SUBTITLE = Type(10.5, "serif", italic=True)
DOCUMENT = Type(11.5, "sans", "bold", spacing=0.03)
HEADING = Type(12, "serif", "bold")
GROUP = Type(9.5, "sans", "bold")
BODY = Type(8.5, "sans")
STRONG = Type(8.5, "sans", "semibold")
NOTE = Type(7.2, "sans")
FINE = Type(6.6, "sans")
ASIDE = Type(8.2, "serif", italic=True)
CELL = Type(8.2, "sans")
CELL_HEAD = Type(7.4, "sans", "semibold")
RUNNING = Type(7.5, "sans")
RUNNING_STRONG = Type(7.5, "sans", "semibold")

Measure = Callable[[str, Type], float]
"""The width of a text in millimetres."""


def wrap(text: str, type: Type, width: float, measure: Measure) -> list[str]:
    """A text broken into lines that fit; a word too long for a line is cut."""
    lines: list[str] = []
    gap = measure(" ", type)
    for part in text.split("\n"):
        line, about = "", 0.0
        for piece in (piece for word in part.split() for piece in _pieces(word, type, width, measure)):
            longer, about = f"{line} {piece}".lstrip(), about + gap + measure(piece, type)
            if line and about > _SURE * width and measure(longer, type) > width:
                lines.append(line)
                longer, about = piece, measure(piece, type)
            line = longer
        lines.append(line)
    return lines


def _pieces(word: str, type: Type, width: float, measure: Measure) -> list[str]:
    """A word as it has room: whole, or broken behind its hyphens, or cut."""
    if measure(word, type) <= width:
        return [word]
    found: list[str] = []
    for part in parts_of(word):
        whole = measure(part, type) <= width
        found = _filled(found, (part,) if whole else part, type, width, measure)
    return found


def parts_of(word: str) -> list[str]:
    """The parts of a word between which a line may break: `Non-` and `mechanised`."""
    return word.replace("-", "- ").split()


def _filled(lines: list[str], more: Iterable[str], type: Type, width: float, measure: Measure) -> list[str]:
    """Pieces put behind what there is, on a line of their own where they have no room."""
    for piece in more:
        if lines and measure(lines[-1] + piece, type) <= width:
            lines = [*lines[:-1], lines[-1] + piece]
        else:
            lines = [*lines, piece]
    return lines


def fitted(text: str, type: Type, width: float, measure: Measure) -> tuple[str, Type]:
    """A single line made to fit: smaller type first, then fewer letters."""
    wide = measure(text, type)
    if wide <= width:
        return text, type
    least = max(SMALLEST, type.size * 0.72)
    smaller = type.sized(max(least, type.size * width / wide))
    while len(text) > 1 and measure(text, smaller) > width + 0.01:
        text = text.rstrip("…")[:-1].rstrip() + "…"
        if text == "…":
            break
    return text, smaller
