"""The menu bar, made from the table of actions."""

from __future__ import annotations

from PySide6.QtWidgets import QMainWindow, QMenu

from designer.actions import ACTIONS, MENUS, ActionBook


def build_menus(window: QMainWindow, book: ActionBook) -> dict[str, QMenu]:
    """Fill the window's menu bar; menus by their titles."""
    menus = {title: window.menuBar().addMenu(title) for title in MENUS if any(row.menu == title for row in ACTIONS)}
    for row in ACTIONS:
        if row.id:
            menus[row.menu].addAction(book[row.id])
        else:
            menus[row.menu].addSeparator()
    return menus
