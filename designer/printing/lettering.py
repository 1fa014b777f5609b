"""The fonts of printed pages, and how wide text is in them."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtGui import QFont, QFontMetricsF

from designer.fonts import BOLD, REGULAR, SANS, SEMIBOLD, SERIF, font
from designer.printing.type import MM_PER_POINT, Type

_FAMILIES = {"sans": SANS, "serif": SERIF}
_WEIGHTS = {"regular": REGULAR, "semibold": SEMIBOLD, "bold": BOLD}
_REFERENCE = 1000
"""Pixels at which text is measured, so that rounding does not count."""


def font_of(type: Type, dots_per_mm: float) -> QFont:
    """The font of a manner of setting text, on a device of that resolution."""
    return _made(type, type.size * MM_PER_POINT * dots_per_mm)


def _made(type: Type, pixels: float) -> QFont:
    made = font(_FAMILIES[type.family], pixels, _WEIGHTS[type.weight], italic=type.italic)
    if type.spacing:
        made.setLetterSpacing(QFont.SpacingType.PercentageSpacing, 100 + 100 * type.spacing)
    return made


@lru_cache(maxsize=64)
def _metrics(type: Type) -> QFontMetricsF:
    return QFontMetricsF(_made(type, _REFERENCE))


@lru_cache(maxsize=16384)
def _width(text: str, type: Type) -> float:
    return _metrics(type).horizontalAdvance(text) / _REFERENCE


def measure(text: str, type: Type) -> float:
    """The width of a text in millimetres."""
    return _width(text, type.sized(1.0)) * type.size * MM_PER_POINT


def cap_height(type: Type) -> float:
    """The height of capitals in millimetres."""
    return _metrics(type.sized(1.0)).capHeight() / _REFERENCE * type.size * MM_PER_POINT
