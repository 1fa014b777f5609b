"""Small arithmetic on colours."""

from __future__ import annotations

from PySide6.QtGui import QColor


def mix(one: QColor | str, other: QColor | str, share: float) -> QColor:
    """A colour between two; share 0 is the first, 1 the second."""
    a, b = QColor(one), QColor(other)
    return QColor.fromRgbF(
        *(min(1.0, max(0.0, p + (q - p) * share)) for p, q in zip(_parts(a), _parts(b), strict=True))
    )


def _parts(colour: QColor) -> tuple[float, float, float, float]:
    return colour.redF(), colour.greenF(), colour.blueF(), colour.alphaF()


def faded(colour: QColor | str, alpha: float) -> QColor:
    """The same colour, see-through: alpha 0 is nothing, 1 is solid."""
    made = QColor(colour)
    made.setAlphaF(alpha)
    return made


def lightness(colour: QColor | str) -> float:
    """How light a colour looks: 0 is black, 1 is white."""
    made = QColor(colour)
    return 0.299 * made.redF() + 0.587 * made.greenF() + 0.114 * made.blueF()


def readable_on(colour: QColor | str) -> QColor:
    """Black or white, whichever reads better on a colour."""
    return QColor("#111111") if lightness(colour) > 0.5 else QColor("#ffffff")


def grey(colour: QColor | str) -> QColor:
    """The colour as a black-and-white printer shows it."""
    made = QColor.fromRgbF(*([lightness(colour)] * 3))
    made.setAlphaF(QColor(colour).alphaF())
    return made
