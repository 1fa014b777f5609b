"""Qt without a window, for the command line."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication

from designer.fonts import load_fonts

_running: list[QGuiApplication] = []


def start() -> None:
    """Make the one application object if there is none, and load the fonts."""
    if QGuiApplication.instance() is None:
        _running.append(QGuiApplication(["stavka"]))
    load_fonts()
