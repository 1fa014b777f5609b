"""Counters as they are punched out of their sheet: colour, symbol, size, identity, strengths, badges."""

from __future__ import annotations

from functools import lru_cache
from math import hypot

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QLinearGradient, QPainter, QPainterPath, QPen, QPixmap

from designer.paint.badges import BADGED, draw_badges
from designer.paint.colours import faded, grey, lightness, mix
from designer.paint.faces import AIR, CounterFace
from designer.paint.symbols import draw_size, draw_symbol
from designer.paint.text import IDENTITY, STRENGTH, draw_text, fit

CORNER = 0.085
_SHADOW = 0.045
_TINY = 20
"""Pixels below which a counter shows only its symbol."""
_RIMMED = 18
"""Pixels from which the rim of a card can be seen; a whole army drawn from afar does without."""
_BOX = QRectF(0.27, 0.235, 0.46, 0.307)
_KIND = QRectF(0.10, 0.235, 0.46, 0.307)
_ASKED = QRectF(0.60, 0.19, 0.32, 0.42)
"""Where an untried unit shows its kind, and that nobody knows its strength."""
_MARK = QRectF(0.22, 0.085, 0.56, 0.105)
_FOOT = QRectF(0.05, 0.615, 0.90, 0.33)
_SIDES = (QRectF(0.045, 0.20, 0.19, 0.40), QRectF(0.765, 0.20, 0.19, 0.40))


def paint_counter(
    painter: QPainter,
    rect: QRectF,
    face: CounterFace,
    *,
    selected: bool = False,
    flat: bool = False,
    monochrome: bool = False,
    accent: QColor | None = None,
) -> None:
    """Paint a counter into a square; flat for printing (no shadow, full bleed), monochrome for grey printers."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    body = rect if flat else _body(rect)
    base = _base_colour(face, monochrome)
    if not flat:
        _shadow(painter, body)
    _card(painter, body, base, flat=flat)
    _print(painter, body, face, base, QColor("#111111") if monochrome else QColor(face.ink))
    draw_badges(painter, body, face.badges)
    if selected:
        _selection(painter, body, accent or QColor("#ffd23f"))
    painter.restore()


def _body(rect: QRectF) -> QRectF:
    """The card itself; the shadow takes the rest of the square."""
    inset = rect.width() * 0.02
    return rect.adjusted(inset, inset, -inset * 2, -inset * 2)


def _base_colour(face: CounterFace, monochrome: bool) -> QColor:
    colour = grey(mix(face.colour, "#ffffff", 0.35)) if monochrome else QColor(face.colour)
    return mix(colour, "#ffffff", 0.42) if face.reduced and lightness(face.ink) < 0.5 else colour


def _shadow(painter: QPainter, body: QRectF) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    for step, alpha in ((1.0, 0.10), (0.66, 0.16), (0.33, 0.24)):
        away = body.width() * _SHADOW * step
        painter.setBrush(faded("#1a1208", alpha))
        radius = body.width() * CORNER
        painter.drawRoundedRect(body.translated(away * 0.75, away), radius, radius)


def _card(painter: QPainter, body: QRectF, base: QColor, *, flat: bool) -> None:
    if flat:
        painter.fillRect(body, base)
        return
    radius = body.width() * CORNER
    light = QLinearGradient(body.topLeft(), body.bottomRight())
    light.setColorAt(0.0, mix(base, "#ffffff", 0.16))
    light.setColorAt(0.55, base)
    light.setColorAt(1.0, mix(base, "#000000", 0.07))
    painter.setPen(QPen(mix(base, "#000000", 0.55), max(0.6, body.width() * 0.012)))
    painter.setBrush(light)
    painter.drawRoundedRect(body, radius, radius)
    if body.width() >= _RIMMED:
        _bevel(painter, body, base, radius)


def _bevel(painter: QPainter, body: QRectF, base: QColor, radius: float) -> None:
    """A light rim on the upper left and a dark one on the lower right, as on pressed card."""
    width = body.width() * 0.022
    rim = body.adjusted(width, width, -width, -width)
    for colour, start in ((faded("#ffffff", 0.45), 45), (faded(mix(base, "#000000", 0.8), 0.35), 225)):
        arc = QPainterPath()
        diameter = max(0.1, (radius - width) * 2)
        if start == 45:
            arc.arcMoveTo(QRectF(rim.left(), rim.bottom() - diameter, diameter, diameter), 225)
            arc.arcTo(QRectF(rim.left(), rim.bottom() - diameter, diameter, diameter), 225, -45)
            arc.arcTo(QRectF(rim.left(), rim.top(), diameter, diameter), 180, -90)
            arc.arcTo(QRectF(rim.right() - diameter, rim.top(), diameter, diameter), 90, -45)
        else:
            arc.arcMoveTo(QRectF(rim.right() - diameter, rim.top(), diameter, diameter), 45)
            arc.arcTo(QRectF(rim.right() - diameter, rim.top(), diameter, diameter), 45, -45)
            arc.arcTo(QRectF(rim.right() - diameter, rim.bottom() - diameter, diameter, diameter), 0, -90)
            arc.arcTo(QRectF(rim.left(), rim.bottom() - diameter, diameter, diameter), 270, -45)
        painter.strokePath(arc, QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))


def _print(painter: QPainter, body: QRectF, face: CounterFace, base: QColor, ink: QColor) -> None:
    """Everything that is printed on the card."""
    if face.reduced:
        _band(painter, body, face, base)
    if face.symbol == "marker" and not face.untried:
        _marker(painter, body, face, ink)
        return
    if _size_on_screen(painter, body) < _TINY:
        _tiny(painter, body, face, base, ink)
        return
    if face.symbol not in AIR and face.symbol != "leader":
        draw_size(painter, _part(body, _MARK), face.size, ink)
    if face.untried:
        _untried(painter, body, face, base, ink)
    elif face.symbol == "leader":
        _leader(painter, body, face, ink)
    else:
        box = QRectF(0.22, 0.14, 0.56, 0.373) if face.symbol in AIR else _BOX
        draw_symbol(painter, _part(body, box), face.symbol, ink, _paper(base, ink))
        _identity(painter, body, face, ink)
    draw_text(painter, _part(body, _FOOT), face.values, STRENGTH, body.width() * 0.355, ink)


def _paper(base: QColor, ink: QColor) -> QColor:
    """What the box of a symbol is filled with."""
    return mix(base, "#ffffff" if lightness(ink) < 0.5 else "#000000", 0.62)


def _untried(painter: QPainter, body: QRectF, face: CounterFace, base: QColor, ink: QColor) -> None:
    """A question mark, and beside it what kind of unit it is, which its back tells; whoever lies unseen has no kind."""
    asked = _ASKED if face.symbol else QRectF(0.1, 0.2, 0.8, 0.42)
    if face.symbol:
        draw_symbol(painter, _part(body, _KIND), face.symbol, ink, _paper(base, ink))
    draw_text(painter, _part(body, asked), "?", STRENGTH, body.width() * 0.56, ink)


def _size_on_screen(painter: QPainter, body: QRectF) -> float:
    """The counter's side in pixels of the device."""
    turned = painter.worldTransform()
    return body.width() * hypot(turned.m11(), turned.m12())


def _tiny(painter: QPainter, body: QRectF, face: CounterFace, base: QColor, ink: QColor) -> None:
    """From afar only the symbol, as large as it goes."""
    if face.untried:
        draw_text(painter, _part(body, QRectF(0.1, 0.1, 0.8, 0.8)), "?", STRENGTH, body.width() * 0.9, ink)
    else:
        draw_symbol(painter, _part(body, QRectF(0.16, 0.27, 0.68, 0.453)), face.symbol, ink, _paper(base, ink))


def _part(body: QRectF, part: QRectF) -> QRectF:
    """A part of the card, given in shares of it."""
    return QRectF(
        body.x() + part.x() * body.width(),
        body.y() + part.y() * body.height(),
        part.width() * body.width(),
        part.height() * body.height(),
    )


def _band(painter: QPainter, body: QRectF, face: CounterFace, base: QColor) -> None:
    """The stripe that tells a reduced face at a glance; a further stripe for every further step."""
    dark = lightness(face.ink) < 0.5
    colour = mix(base, "#ffffff", 0.6) if dark else mix(base, "#ffffff", 0.22)
    if lightness(base) > 0.93:
        colour = mix(base, "#000000", 0.25)
    high = 0.125 / min(3, face.reduced)
    for step in range(min(3, face.reduced)):
        y = 0.325 + step * high * 1.6
        painter.fillRect(_part(body, QRectF(0.012, y, 0.976, high)), colour)


def _identity(painter: QPainter, body: QRectF, face: CounterFace, ink: QColor) -> None:
    """The name, read upwards on the left and downwards on the right of the symbol, below a badge in that corner."""
    for n, (text, part, turn) in enumerate(zip(face.identity, _SIDES, (-90, 90), strict=True)):
        if not text:
            continue
        badged = len(face.badges) > n
        place = _part(body, part.adjusted(0, max(0.0, BADGED - part.top()), 0, 0) if badged else part)
        painter.save()
        painter.translate(place.center())
        painter.rotate(turn)
        upright = QRectF(-place.height() / 2, -place.width() / 2, place.height(), place.width())
        size = body.width() * 0.2
        draw_text(painter, upright, shortened(text, place.height(), size), IDENTITY, size, ink)
        painter.restore()


def shortened(text: str, room: float, size: float) -> str:
    """A name cut until it can be read: `Grossdeutschland` becomes `Grossd.`."""
    cut = text
    while len(cut) > 5 and fit(cut, IDENTITY, size, room) < size * 0.62:
        cut = f"{cut.rstrip('.')[:-1]}."
    return cut


def _leader(painter: QPainter, body: QRectF, face: CounterFace, ink: QColor) -> None:
    draw_symbol(painter, _part(body, QRectF(0.32, 0.07, 0.36, 0.24)), "leader", ink, ink)
    last = face.name.split(" ")[-1] if face.name else ""
    draw_text(painter, _part(body, QRectF(0.06, 0.40, 0.88, 0.2)), last, IDENTITY, body.width() * 0.2, ink)


def _marker(painter: QPainter, body: QRectF, face: CounterFace, ink: QColor) -> None:
    words = face.name.split(" ") if face.name else []
    lines = _wrapped(words, 3)
    high = 0.84 / max(1, len(lines))
    for n, line in enumerate(lines):
        part = QRectF(0.07, 0.08 + n * high, 0.86, high)
        draw_text(painter, _part(body, part), line, STRENGTH, body.width() * min(0.3, high * 0.95), ink)


def _wrapped(words: list[str], most: int) -> list[str]:
    """A word to a line, in at most so many lines; the last one takes the rest."""
    return words[: most - 1] + ([" ".join(words[most - 1 :])] if words[most - 1 :] else [])


def _selection(painter: QPainter, body: QRectF, accent: QColor) -> None:
    width = max(2.0, body.width() * 0.05)
    radius = body.width() * CORNER
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor("#1a1208"), width * 1.5))
    painter.drawRoundedRect(body, radius, radius)
    painter.setPen(QPen(accent, width))
    painter.drawRoundedRect(body, radius, radius)


@lru_cache(maxsize=4096)
def counter_pixmap(face: CounterFace, pixels: int, ratio: float = 1.0, *, selected: bool = False) -> QPixmap:
    """A counter as a pixmap of so many logical pixels; made once and kept."""
    made = QPixmap(max(1, round(pixels * ratio)), max(1, round(pixels * ratio)))
    made.setDevicePixelRatio(ratio)
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    paint_counter(painter, QRectF(0, 0, pixels, pixels), face, selected=selected)
    painter.end()
    return made


def counter_icon(face: CounterFace, pixels: int, ratio: float = 1.0) -> QIcon:
    """A counter for a line of a list, in its own colours on a chosen line too."""
    pixmap = counter_pixmap(face, pixels, ratio)
    made = QIcon(pixmap)
    made.addPixmap(pixmap, QIcon.Mode.Selected)
    return made
