"""Icons from QtAwesome in the colours of the theme."""

from __future__ import annotations

from PySide6.QtGui import QColor, QIcon

from designer.theme import current_theme


def icon(name: str, colour: str = "text") -> QIcon:
    """An icon by its QtAwesome name, in one of the theme's colours."""
    import qtawesome

    theme = current_theme()
    faint = QColor(theme.muted)
    faint.setAlpha(110)
    made: QIcon = qtawesome.icon(name, color=theme.colour(colour), color_disabled=faint)
    return made
