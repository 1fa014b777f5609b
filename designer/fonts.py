"""The two typefaces of Stavka, loaded once so that maps and pages look the same on every machine."""

from __future__ import annotations

import importlib
from functools import lru_cache
from pathlib import Path

from PySide6.QtGui import QFont, QFontDatabase, QGuiApplication

SANS = "Source Sans Pro"
SERIF = "Source Serif Pro"

_PACKAGES = {SANS: "font_source_sans_pro", SERIF: "font_source_serif_pro"}
_STYLES = ("Regular", "It", "Semibold", "SemiboldIt", "Bold")
_FALLBACKS = {SANS: QFont.StyleHint.SansSerif, SERIF: QFont.StyleHint.Serif}

REGULAR = QFont.Weight.Normal
SEMIBOLD = QFont.Weight.DemiBold
BOLD = QFont.Weight.Bold


def load_fonts() -> bool:
    """Load both families; False when one is missing and the system's own faces stand in."""
    if QGuiApplication.instance() is None:
        return False
    return _load()


@lru_cache(maxsize=1)
def _load() -> bool:
    found = [_load_family(family) for family in _PACKAGES]
    return all(found)


def _load_family(family: str) -> bool:
    try:
        package = importlib.import_module(_PACKAGES[family])
    except ImportError:
        return False
    folder = Path(str(package.font_directory))
    stem = family.replace(" ", "")
    ids = [QFontDatabase.addApplicationFont(str(folder / f"{stem}-{style}.ttf")) for style in _STYLES]
    return all(number >= 0 for number in ids)


def font(family: str, pixels: float, weight: QFont.Weight = REGULAR, *, italic: bool = False) -> QFont:
    """A font of a pixel size, without hinting, so that text keeps its shape at every zoom."""
    load_fonts()
    made = QFont(family)
    made.setStyleHint(_FALLBACKS[family])
    made.setPixelSize(max(1, round(pixels)))
    made.setWeight(weight)
    made.setItalic(italic)
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return made
