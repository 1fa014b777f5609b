"""The inks of printed pages, in colour and for black-and-white printers."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtGui import QColor

from designer.paint.colours import grey, lightness, mix
from designer.paint.faces import CounterFace

_DARK_BAND = "#2b2b2b"
_SIDES = ("#ffffff", "#c6c6c6")
"""Cards of the two sides where there is no colour: white and grey."""


def ink(colour: str, monochrome: bool) -> QColor:
    """The colour of text and lines; without colour all that is dark is black."""
    if not monochrome:
        return QColor(colour)
    return QColor("#000000") if lightness(colour) < 0.5 else grey(colour)


def fill(colour: str, monochrome: bool) -> QColor:
    """The colour of an area; without colour it is nearly black or nearly white, so that text on it can be read."""
    if not monochrome:
        return QColor(colour)
    light = lightness(colour)
    return QColor(_DARK_BAND) if light < 0.6 else mix(grey(colour), "#ffffff", 0.25)


def card(colour: str, side: int, monochrome: bool) -> QColor:
    """The colour of a counter's card."""
    return QColor(_SIDES[side % 2]) if monochrome else QColor(colour)


def face(shown: CounterFace, side: int, monochrome: bool) -> CounterFace:
    """A counter's face as it is printed."""
    if not monochrome:
        return shown
    return replace(shown, colour=_SIDES[side % 2], ink="#000000")
