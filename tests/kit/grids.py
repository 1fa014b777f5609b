"""Typing into grids as a person does: open the cell, type, press Enter."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from designer.tables.grid import GridView
from designer.tables.sheet import Line


def column(grid: GridView, key: str) -> int:
    """The place of a heading."""
    return [heading.key for heading in grid.model.headings].index(key)


def go(grid: GridView, row: int, at: int) -> None:
    """Make a cell the current one."""
    grid.view.setCurrentIndex(grid.view.order.index(row, at))


def editor(grid: GridView) -> QLineEdit:
    """The open editor of the current cell."""
    grid.view.edit(grid.view.currentIndex())
    found = [line for line in grid.view.viewport().findChildren(QLineEdit) if line.isVisible()]
    assert found, "no cell is being edited"
    return found[-1]


def type_into(grid: GridView, row: int, at: int, text: str) -> None:
    """Type a text into a cell and press Enter."""
    go(grid, row, at)
    line = editor(grid)
    line.selectAll()
    QTest.keyClicks(line, text) if text else line.clear()
    QTest.keyClick(line, Qt.Key.Key_Return)
    QApplication.processEvents()


def type_line(grid: GridView, line: Line, texts: dict[str, str]) -> None:
    """Type texts into the cells of a line, by heading."""
    for key, text in texts.items():
        index = grid.view.index_of(line, key)
        assert index.isValid(), f"{line} {key} is not shown"
        type_into(grid, index.row(), index.column(), text)
