"""Whether the form beside a table is cut at the right, whichever line is in front."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtWidgets import QApplication, QScrollArea, QWidget

from designer.play.table.scrolling import settle_layouts
from designer.shell.window import MainWindow
from designer.tables.grid import GridView


def resized(window: MainWindow, text: int, size: tuple[int, int]) -> None:
    """Take a text size in percent and a size of the window."""
    window.settings.put("text_scale", text)
    window.dress()
    window.resize(*size)


def cut_forms(grid: GridView, form: QWidget, page: QWidget) -> Iterator[str]:
    """The lines whose form is wider than what is seen of it."""
    area = next(area for area in page.findChildren(QScrollArea) if area.isAncestorOf(form))
    for line in grid.sheet.lines():
        assert grid.view.show_line(line)
        QApplication.processEvents()  # the form comes into sight; then each layout tells the next of its size
        settle_layouts()
        QApplication.processEvents()
        if area.widget().width() > area.viewport().width():
            yield grid.sheet.called(line)
