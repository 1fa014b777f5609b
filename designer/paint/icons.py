"""The icons of the application: one table from our words to QtAwesome's names."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtGui import QIcon

from designer.paint.glyphs import glyph_icon
from designer.theme import current_theme

ICONS: dict[str, str] = {
    "library": "mdi6.bookshelf",
    "map": "mdi6.map-outline",
    "order-of-battle": "mdi6.card-text-outline",
    "charts": "mdi6.table",
    "rules": "mdi6.book-open-variant",
    "set-up": "mdi6.flag-outline",
    "doctrine": "mdi6.strategy",
    "play": "mdi6.play",
    "print": "mdi6.printer-outline",
    "settings": "mdi6.cog-outline",
    "undo": "mdi6.undo",
    "redo": "mdi6.redo",
    "cut": "mdi6.content-cut",
    "copy": "mdi6.content-copy",
    "paste": "mdi6.content-paste",
    "delete": "mdi6.delete-outline",
    "rename": "mdi6.rename",
    "add": "mdi6.plus",
    "remove": "mdi6.minus",
    "duplicate": "mdi6.content-duplicate",
    "import": "mdi6.import",
    "export": "mdi6.export",
    "search": "mdi6.magnify",
    "zoom-in": "mdi6.magnify-plus-outline",
    "zoom-out": "mdi6.magnify-minus-outline",
    "fit": "mdi6.fit-to-page-outline",
    "go-to": "mdi6.crosshairs-gps",
    "overview": "mdi6.map-search-outline",
    "select": "mdi6.select",
    "brush": "mdi6.brush",
    "fill": "mdi6.format-color-fill",
    "eraser": "mdi6.eraser",
    "pick": "mdi6.eyedropper",
    "river": "mdi6.waves",
    "link": "mdi6.railroad-light",
    "place": "mdi6.city-variant-outline",
    "region": "mdi6.vector-square",
    "shown": "mdi6.eye-outline",
    "hidden": "mdi6.eye-off-outline",
    "locked": "mdi6.lock-outline",
    "unlocked": "mdi6.lock-open-variant-outline",
    "problem": "mdi6.alert-circle-outline",
    "warning": "mdi6.alert-outline",
    "good": "mdi6.check-circle-outline",
    "information": "mdi6.information-outline",
    "attack": "mdi6.sword-cross",
    "move": "mdi6.arrow-right-bold",
    "dice": "mdi6.dice-5-outline",
    "journal": "mdi6.text-box-outline",
    "bot": "mdi6.robot-outline",
    "turn": "mdi6.calendar-clock",
    "victory": "mdi6.trophy-outline",
    "supply": "mdi6.truck-outline",
    "air": "mdi6.airplane",
    "pause": "mdi6.pause",
    "step": "mdi6.skip-next",
    "fast": "mdi6.fast-forward",
    "stop": "mdi6.stop",
    "why": "mdi6.help-circle-outline",
    "chart": "mdi6.chart-bar",
    "history": "mdi6.history",
    "weather": "mdi6.weather-partly-rainy",
}


def icon(name: str, colour: str | None = None) -> QIcon:
    """An icon by our word or by QtAwesome's own name, in the text colour of the current theme."""
    theme = current_theme()
    return _icon(ICONS.get(name, name), colour or theme.text, theme.muted, theme.on_accent)


@lru_cache(maxsize=1024)
def _icon(name: str, colour: str, disabled: str, selected: str) -> QIcon:
    return glyph_icon(name, colour, disabled, selected)
