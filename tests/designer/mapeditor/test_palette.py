"""The palette is as wide for every tool, so that the map does not jump."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication

from designer.mapeditor.editor import MapEditor
from designer.mapeditor.tools import TOOLS


def test_no_tool_moves_the_map(editor: MapEditor) -> None:
    widths = set()
    for name in TOOLS:
        editor.take(name)
        QApplication.processEvents()
        widths.add(editor.docks["palette"].width())
    assert len(widths) == 1
