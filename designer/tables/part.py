"""The grids of one tab: which of them the window's actions mean, and where a culprit is shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QApplication

from designer.tables.grid import GridView

if TYPE_CHECKING:
    from designer.shell.window import MainWindow

ACTIONS = (
    "edit.cut",
    "edit.copy",
    "edit.paste",
    "edit.clear",
    "edit.all",
    "table.add",
    "table.duplicate",
    "table.remove",
    "table.up",
    "table.down",
    "table.fill",
    "table.find",
    "table.back",
    "table.try",
    "table.import",
    "table.export",
)


class Grids:
    """The grids of a part; the one that was used last answers."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._all: list[GridView] = []
        self._last: GridView | None = None

    def add(self, grid: GridView) -> GridView:
        """Take a grid in; what it says goes to the window."""
        self._all.append(grid)
        grid.said.connect(self._window.say)
        grid.refused.connect(self._refuse)
        grid.tried.connect(self._window.try_change)
        return grid

    def _refuse(self, text: str) -> None:
        self._window.warn(text, "warning")

    def front(self) -> GridView | None:
        """The grid that has the keyboard, else the one that had it, else the first in view."""
        focus = QApplication.focusWidget()
        for grid in self._all:
            if focus is not None and grid.isAncestorOf(focus):
                self._last = grid
        if self._last is not None and self._last.isVisible():
            return self._last
        return next((grid for grid in self._all if grid.isVisible()), None)

    def handlers(self) -> Mapping[str, Callable[[], object]]:
        """The table actions, for whichever grid is in front."""
        return {id: self._teller(id) for id in ACTIONS}

    def _teller(self, id: str) -> Callable[[], object]:
        def tell() -> None:
            grid = self.front()
            if grid is not None:
                grid.handlers()[id]()

        return tell

    def holder(self, table: str, key: tuple[object, ...]) -> GridView | None:
        """The grid that shows a row."""
        return next((grid for grid in self._all if grid.sheet.locate(table, key, "")), None)

    def dress(self) -> None:
        """Take the colours of the theme."""
        for grid in self._all:
            grid.dress()
