"""Small round badges on a counter's corners: moved, fought, out of supply, disrupted and the like."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from designer.paint.text import STRENGTH, outline


@dataclass(frozen=True)
class Badge:
    """How one badge looks, and what it tells on hovering."""

    colour: str
    title: str
    draw: Callable[[QPainterPath], None] | None = None
    letter: str = ""


def _moved(path: QPainterPath) -> None:
    path.moveTo(-0.5, 0.0)
    path.lineTo(0.42, 0.0)
    path.moveTo(0.08, -0.36)
    path.lineTo(0.46, 0.0)
    path.lineTo(0.08, 0.36)


def _fought(path: QPainterPath) -> None:
    for side in (-1, 1):
        path.moveTo(-0.44 * side, -0.46)
        path.lineTo(0.42 * side, 0.44)
        path.moveTo(0.1 * side, 0.46)
        path.lineTo(0.46 * side, 0.1)


def _no_supply(path: QPainterPath) -> None:
    path.addEllipse(QPointF(0, 0), 0.34, 0.42)
    path.moveTo(-0.56, 0.52)
    path.lineTo(0.56, -0.52)


def _disrupted(path: QPainterPath) -> None:
    path.moveTo(0.16, -0.56)
    path.lineTo(-0.24, 0.06)
    path.lineTo(0.22, 0.02)
    path.lineTo(-0.14, 0.58)


def _done(path: QPainterPath) -> None:
    path.moveTo(-0.44, 0.02)
    path.lineTo(-0.1, 0.36)
    path.lineTo(0.46, -0.34)


def _held(path: QPainterPath) -> None:
    for side in (-1, 1):
        path.moveTo(0.22 * side, -0.42)
        path.lineTo(0.22 * side, 0.42)


BADGES: dict[str, Badge] = {
    "moved": Badge("#2f6db3", "Has moved", _moved),
    "fought": Badge("#7b3fa0", "Has fought", _fought),
    "unsupplied": Badge("#c0271d", "Out of supply", _no_supply),
    "disrupted": Badge("#d9820f", "Disrupted", _disrupted),
    "done": Badge("#3f7d4e", "Done", _done),
    "reserve": Badge("#45606b", "In reserve", letter="R"),
    "strategic": Badge("#45606b", "Strategic move mode", letter="S"),
    "dug-in": Badge("#6d5532", "Dug in", letter="H"),
    "isolated": Badge("#8b1f4f", "Isolated", letter="I"),
    "held": Badge("#8a5a00", "Held: the staff leaves it alone this turn", _held),
    "arrived": Badge("#3f7d4e", "Arrives this turn", letter="A"),
}
"""Every badge by its word; a word that is not here shows its first letter."""

_BY_TITLE = {badge.title: badge for badge in BADGES.values()}

SPOTS = ((0.0, 0.0), (1.0, 0.0), (1.0, 0.5), (0.0, 0.5))
"""Where badges sit, in parts of the counter, in order."""


SIZE = 0.14
"""Half the width of a badge, in parts of the counter."""

BADGED = 2 * SIZE
"""How far down a badge in an upper corner reaches, in parts of the counter."""


def rule_badge(title: str, letters: str) -> str:
    """The word of a badge that a rule names: what hovering tells, and the letters in it."""
    return f"{title}={letters}"


def badge_for(word: str) -> Badge:
    """The badge of a word; one that a rule names is drawn like its namesake here, and else by its letters."""
    title, _, letters = word.partition("=")
    if letters:
        return _BY_TITLE.get(title) or Badge("#45606b", title, letter=letters)
    return BADGES.get(word) or Badge("#555555", word.capitalize(), letter=word[:1].upper())


def draw_badges(painter: QPainter, body: QRectF, words: tuple[str, ...]) -> None:
    """Draw up to four badges on a counter's rim."""
    radius = body.width() * SIZE
    for word, (x, y) in zip(words, SPOTS, strict=False):
        inset = radius * 0.93
        centre = QPointF(
            body.left() + inset + (body.width() - 2 * inset) * x, body.top() + inset + (body.height() - 2 * inset) * y
        )
        draw_badge(painter, centre, radius, word)


def draw_badge(painter: QPainter, centre: QPointF, radius: float, word: str) -> None:
    """Draw one badge around a point."""
    badge, white = badge_for(word), QColor("#ffffff")
    painter.save()
    painter.translate(centre)
    painter.scale(radius, radius)
    painter.setPen(QPen(white, 0.2))
    painter.setBrush(QColor(badge.colour))
    painter.drawEllipse(QPointF(0, 0), 0.9, 0.9)
    if badge.draw is not None:
        path = QPainterPath()
        badge.draw(path)
        painter.strokePath(
            path, QPen(white, 0.24, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
        )
    else:
        letters = outline(badge.letter, STRENGTH)
        size = min(1.35, 1.5 / letters.width)  # two or three letters are set smaller
        painter.fillPath(letters.path_at(-letters.width * size / 2, letters.cap_height * size / 2, size), white)
    painter.restore()
