"""Inks and papers of the printed map, in colour and for black-and-white printers."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPen

from designer.paint.colours import grey, lightness, mix


@dataclass(frozen=True)
class MapStyle:
    """How the map is inked; widths are in cells."""

    paper: str = "#f2e9d3"
    margin: str = "#f7f1e2"
    grid: str = "#8d8064"
    number: str = "#6d6149"
    ink: str = "#2b2620"
    halo: str = "#fbf5e6"
    river_name: str = "#2c5f88"
    city: str = "#5b4a41"
    texture: bool = True
    monochrome: bool = False
    grid_width: float = 0.014

    def colour(self, wanted: str | QColor) -> QColor:
        """A colour as this style can print it."""
        return grey(wanted) if self.monochrome else QColor(wanted)

    def tint(self, wanted: str | QColor, strength: float = 1.0) -> QColor:
        """A colour laid thinly on the paper; in black and white much lighter still."""
        if self.monochrome:
            return mix("#ffffff", grey(wanted), 0.3 * strength)
        return mix(self.paper, wanted, strength)


PRINTED = MapStyle()
MONOCHROME = MapStyle(
    paper="#ffffff",
    margin="#ffffff",
    grid="#808080",
    number="#404040",
    ink="#000000",
    halo="#ffffff",
    river_name="#303030",
    city="#303030",
    texture=False,
    monochrome=True,
)


def is_paper(colour: str, style: MapStyle) -> bool:
    """Whether a terrain's colour is so near to paper that it is not painted."""
    a, b = QColor(colour), QColor(style.paper)
    apart = max(abs(a.red() - b.red()), abs(a.green() - b.green()), abs(a.blue() - b.blue()))
    return apart <= 14 or (style.monochrome and lightness(colour) > 0.85)


def round_pen(colour: QColor, width: float) -> QPen:
    """A pen with round ends and joins."""
    return QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)


def curve_pen(colour: QColor, width: float) -> QPen:
    """A pen for lines made of many short steps, where a plain join is as smooth and much faster."""
    return QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.BevelJoin)


def flat_pen(colour: QColor, width: float, dashes: tuple[float, ...] = ()) -> QPen:
    """A pen with flat ends, dashed in multiples of its width if wished."""
    pen = QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.RoundJoin)
    if dashes:
        pen.setDashPattern(list(dashes))
    return pen
