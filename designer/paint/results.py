"""Colours of combat results by who suffers; told apart by the colour-blind too."""

from __future__ import annotations

from PySide6.QtGui import QColor

from designer.paint.colours import mix
from designer.theme import current_theme
from engine.charts.analysis import Sufferer

TONES: dict[Sufferer, str] = {"attacker": "#e69f00", "defender": "#56b4e9", "both": "#b07aa1", "nobody": "#8f8a80"}
NAMES: dict[Sufferer, str] = {
    "attacker": "the attacker suffers",
    "defender": "the defender suffers",
    "both": "both suffer",
    "nobody": "nobody",
}
ORDER: tuple[Sufferer, ...] = ("attacker", "both", "nobody", "defender")


def tone(who: Sufferer) -> QColor:
    """The full colour, for bars."""
    return QColor(TONES[who])


def wash(who: Sufferer) -> QColor:
    """A light wash, for cells."""
    made = QColor(TONES[who])
    strong = 120 if current_theme().dark else 105
    made.setAlpha(0 if who == "nobody" else strong)
    return made


def paper_tone(who: Sufferer) -> str:
    """The wash on white paper, under black type."""
    return mix("#ffffff", TONES[who], 0.4).name()
