"""Icons drawn from the icon font that QtAwesome ships.

QtAwesome's own module is not imported: it brings all of Qt in with it, which takes longer than the rest of the start.
"""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path

import msgspec
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QIcon, QIconEngine, QPainter, QPixmap

FONT = "materialdesignicons6-webfont"
PREFIX = "mdi6."
"""What our names of icons begin with, as QtAwesome's do."""

FILL = 0.875
"""How much of an icon's height its glyph takes."""


class GlyphEngine(QIconEngine):
    """Paints one glyph in the colour that suits the state of the widget."""

    def __init__(self, glyph: str, colours: dict[QIcon.Mode, QColor]) -> None:
        super().__init__()
        self._glyph = glyph
        self._colours = colours

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, _state: QIcon.State) -> None:
        """Paint the glyph in the middle."""
        font = QFont(_family())
        font.setPixelSize(max(1, round(FILL * rect.height())))
        painter.save()
        painter.setPen(self._colours[mode])
        painter.setFont(font)
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, self._glyph)
        painter.restore()

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        """The icon as a picture."""
        made = QPixmap(size)
        made.fill(Qt.GlobalColor.transparent)
        painter = QPainter(made)
        self.paint(painter, QRect(QPoint(0, 0), size), mode, state)
        painter.end()
        return made


def glyph_icon(name: str, colour: str, disabled: str, selected: str) -> QIcon:
    """An icon by QtAwesome's name; an empty one where there is none of that name."""
    glyph = _charmap().get(name.removeprefix(PREFIX))
    if glyph is None or not name.startswith(PREFIX):
        return QIcon()
    normal = QColor(colour)
    colours = {
        QIcon.Mode.Normal: normal,
        QIcon.Mode.Active: normal,
        QIcon.Mode.Disabled: QColor(disabled),
        QIcon.Mode.Selected: QColor(selected),
    }
    return QIcon(GlyphEngine(chr(int(glyph, 16)), colours))


def _file(pattern: str) -> Path | None:
    found = find_spec("qtawesome")
    folders = list(found.submodule_search_locations or ()) if found is not None else []
    return next((path for folder in folders for path in sorted((Path(folder) / "fonts").glob(pattern))), None)


@cache
def _charmap() -> dict[str, str]:
    path = _file(f"{FONT}-charmap-*.json")
    found: dict[str, str] = msgspec.json.decode(path.read_bytes()) if path is not None else {}
    return found


@cache
def _family() -> str:
    path = _file(f"{FONT}-[0-9]*.ttf")
    number = QFontDatabase.addApplicationFont(str(path)) if path is not None else -1
    return next(iter(QFontDatabase.applicationFontFamilies(number)), "") if number >= 0 else ""
