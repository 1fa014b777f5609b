"""Icons are those of QtAwesome, to the pixel, without QtAwesome's module."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from designer.paint.glyphs import glyph_icon

ROOT = Path(__file__).parents[3]
NAMES = sorted(
    {
        name
        for path in (ROOT / "designer").rglob("*.py")
        for name in re.findall(r'"(mdi6\.[a-z0-9-]+)"', path.read_text(encoding="utf-8"))
    }
)
COLOURS = ("#8c3b2a", "#888888", "#ffffff")


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_icons_are_what_qtawesome_would_draw(qapp: QApplication) -> None:
    import qtawesome

    colour, disabled, selected = COLOURS
    for name in NAMES[::9]:
        theirs = qtawesome.icon(name, color=colour, color_disabled=disabled, color_selected=selected)
        ours = glyph_icon(name, *COLOURS)
        for size in (16, 33):
            for mode in QIcon.Mode:
                assert ours.pixmap(size, size, mode).toImage() == theirs.pixmap(size, size, mode).toImage(), name


def test_every_icon_that_is_asked_for_is_there(qapp: QApplication) -> None:
    assert len(NAMES) > 100
    assert [name for name in NAMES if glyph_icon(name, *COLOURS).isNull()] == []
    assert glyph_icon("mdi6.no-such-icon", *COLOURS).isNull() and glyph_icon("", *COLOURS).isNull()
