"""A part of a scenario opened by a click in a window that has just started: how long until it is painted.

    python -m tests.kit.opened SCENARIO PART

It says in one line of JSON how many milliseconds the clock and the window's own thread took until the part had painted
itself, and until nothing was left to be done in that thread.
"""

from __future__ import annotations

import json
import os
import sys
from time import perf_counter, thread_time
from typing import TYPE_CHECKING

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication, QWidget

if TYPE_CHECKING:  # whatever is imported here would be free later
    from designer.shell.window import MainWindow

SETTLED = 1500
"""Milliseconds after which the library page is at rest."""

QUIET = 1500
"""Milliseconds after the first picture in which all that the part does by itself is done."""


class Stopwatch(QObject):
    """Tells when a widget has been painted for the first time, by the clock and by the work of this thread."""

    def __init__(self) -> None:
        super().__init__()
        self.began = perf_counter(), thread_time()
        self.part: QWidget | None = None

    def taken(self) -> tuple[int, int]:
        """Milliseconds since the click: of the clock, and of this thread."""
        return round(1000 * (perf_counter() - self.began[0])), round(1000 * (thread_time() - self.began[1]))


def _window() -> MainWindow:
    from designer.shell.window import MainWindow

    return next(one for one in QApplication.topLevelWidgets() if isinstance(one, MainWindow) and one.isVisible())


def main() -> None:
    """Start, open, tell."""
    from designer import app

    app.alert = sys.exit  # nobody is there to close a box
    running = app.application(["stavka"])
    slug, part = sys.argv[1:3]
    found: dict[str, object] = {"scenario": slug, "part": part}

    def click() -> None:
        watch, window = Stopwatch(), _window()
        window.open_scenario(slug, part)
        QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
        window.repaint()
        running.processEvents()
        found["clock"], found["thread"] = watch.taken()
        QTimer.singleShot(QUIET, running, lambda: (found.update(rest=watch.taken()[1]), running.closeAllWindows()))

    QTimer.singleShot(SETTLED, running, click)
    found["code"] = app.main(["stavka"])
    sys.stdout.write(json.dumps(found) + "\n")


if __name__ == "__main__":
    main()
