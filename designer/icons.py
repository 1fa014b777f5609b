"""Icons in the colours that the theme has names for."""

from __future__ import annotations

from PySide6.QtGui import QIcon

from designer.paint.icons import icon as painted
from designer.theme import current_theme


def icon(name: str, colour: str = "text") -> QIcon:
    """An icon in one of the theme's colours, as `accent`."""
    return painted(name, getattr(current_theme(), colour))
