"""Text as outlines: the same shape at every zoom, on screen, in files and on paper."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Literal

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPainterPath,
    QPainterPathStroker,
    QPen,
    QRawFont,
    QTextLayout,
    QTransform,
)

from designer.fonts import BOLD, REGULAR, SANS, SEMIBOLD, SERIF, font

_REFERENCE = 100
_UNIT = 1.0 / _REFERENCE
HALO = 0.24
"""Width of a halo in type sizes."""

Align = Literal["left", "centre", "right"]


@dataclass(frozen=True)
class Lettering:
    """A manner of setting text: family, weight, slant and the space between letters."""

    family: str = SANS
    weight: QFont.Weight = REGULAR
    italic: bool = False
    spacing: float = 0.0

    def font(self, pixels: float) -> QFont:
        """The font at a pixel size."""
        made = font(self.family, pixels, self.weight, italic=self.italic)
        if self.spacing:
            made.setLetterSpacing(QFont.SpacingType.PercentageSpacing, 100 + 100 * self.spacing)
        return made


STRENGTH = Lettering(SANS, BOLD)
IDENTITY = Lettering(SANS, SEMIBOLD)
NUMBER = Lettering(SANS, REGULAR)
PLACE = Lettering(SERIF, SEMIBOLD)
CITY = Lettering(SERIF, BOLD)
TOWN = Lettering(SERIF, REGULAR)
RIVER = Lettering(SERIF, REGULAR, italic=True, spacing=0.06)
HEADING = Lettering(SANS, SEMIBOLD, spacing=0.08)
REGION = Lettering(SERIF, SEMIBOLD, italic=True, spacing=0.12)


@dataclass(frozen=True)
class TextOutline:
    """A line of text as a path whose type size is 1 and whose baseline starts at the origin."""

    text: str
    lettering: Lettering
    path: QPainterPath
    width: float
    ascent: float
    cap_height: float
    descent: float

    @cached_property
    def halo(self) -> QPainterPath:
        """The letters widened all round."""
        return QTransform.fromScale(_UNIT, _UNIT).map(_halo(self.text, self.lettering))

    def path_at(self, x: float, baseline: float, size: float) -> QPainterPath:
        """The path at a type size, with its baseline starting at a point."""
        return QTransform(size, 0.0, 0.0, size, x, baseline).map(self.path)

    def halo_at(self, x: float, baseline: float, size: float) -> QPainterPath:
        """The halo round that path."""
        return QTransform(size, 0.0, 0.0, size, x, baseline).map(self.halo)


@lru_cache(maxsize=8192)
def outline(text: str, lettering: Lettering) -> TextOutline:
    """A text as an outline of type size 1; made once."""
    made = lettering.font(_REFERENCE)
    metrics = QFontMetricsF(made)
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    path.addText(0.0, 0.0, made, text)
    return TextOutline(
        text,
        lettering,
        QTransform.fromScale(_UNIT, _UNIT).map(path),
        metrics.horizontalAdvance(text) * _UNIT,
        metrics.ascent() * _UNIT,
        metrics.capHeight() * _UNIT,
        metrics.descent() * _UNIT,
    )


def _halo(text: str, lettering: Lettering) -> QPainterPath:
    """A text's halo, put together from those of its letters, which are few and simple."""
    layout = QTextLayout(text, lettering.font(_REFERENCE))
    layout.beginLayout()
    line = layout.createLine()
    layout.endLayout()
    made = QPainterPath()
    made.setFillRule(Qt.FillRule.WindingFill)
    for run in layout.glyphRuns():
        face = run.rawFont()
        for glyph, at in zip(run.glyphIndexes(), run.positions(), strict=True):
            made.addPath(_glyph_halo(face, glyph).translated(at.x(), at.y() - line.ascent()))
    return made


_glyph_halos: dict[tuple[str, str, int], QPainterPath] = {}


def _glyph_halo(face: QRawFont, glyph: int) -> QPainterPath:
    """One letter widened all round, without the many crossings that a pen leaves."""
    key = face.familyName(), face.styleName(), glyph
    if key not in _glyph_halos:
        stroker = QPainterPathStroker()
        stroker.setWidth(_REFERENCE * HALO)
        stroker.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        stroker.setCurveThreshold(4.0)
        letter = face.pathForGlyph(glyph)
        whole = stroker.createStroke(letter)
        whole.addPath(letter)
        whole.setFillRule(Qt.FillRule.WindingFill)
        _glyph_halos[key] = whole.simplified()
    return _glyph_halos[key]


def fit(text: str, lettering: Lettering, size: float, width: float) -> float:
    """The type size, at most the one wished for, at which a text is no wider than allowed."""
    wide = outline(text, lettering).width * size
    return size if wide <= width or wide == 0 else size * width / wide


def draw_text(
    painter: QPainter,
    box: QRectF,
    text: str,
    lettering: Lettering,
    size: float,
    colour: QColor,
    *,
    align: Align = "centre",
    halo: QColor | None = None,
    halo_width: float = 0.18,
) -> None:
    """Set a line of text in a box, its capitals centred on the box's middle; shrinks until it fits."""
    if not text:
        return
    size = fit(text, lettering, size, box.width())
    shape = outline(text, lettering)
    wide = shape.width * size
    x = {"left": box.left(), "centre": box.center().x() - wide / 2, "right": box.right() - wide}[align]
    path = shape.path_at(x, box.center().y() + shape.cap_height * size / 2, size)
    fill_text(painter, path, colour, halo, halo_width * size)


def fill_text(
    painter: QPainter, path: QPainterPath, colour: QColor, halo: QColor | None = None, halo_width: float = 0.0
) -> None:
    """Fill outlined text, over a halo if one is wished."""
    if halo is not None:
        pen = QPen(halo, halo_width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
        painter.strokePath(path, pen)
    painter.fillPath(path, QBrush(colour))
