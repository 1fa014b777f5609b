"""The program as somebody starts it: to the library, Play, Start the game, the first unit placed, the first one moved.

    python -m tests.kit.first_start SCENARIO [SECONDS TO LOOK ON]

It says in one line of JSON how long it took from the click on Play to a board and to the player's first answer, how
long the window stood still at worst, and whether the compiler was done.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

if TYPE_CHECKING:  # whatever is imported here would be free later
    from designer.play.view import PlayView
    from designer.shell.window import MainWindow

BEAT = 5
"""Milliseconds between two looks."""

Condition = Callable[[], bool]


def compiled() -> bool:
    """Whether units move by compiled code."""
    kernels = sys.modules.get("engine.board.kernels")
    return kernels is not None and kernels.reach.run is not None


class Driver:
    """Somebody who clicks as soon as there is something to click."""

    def __init__(self, slug: str, look_on: float) -> None:
        self.found: dict[str, object] = {}
        self._slug = slug
        self._look_on = look_on
        self._steps = self._play()
        self._until = next(self._steps)
        self._last = perf_counter()
        self.longest = 0.0
        self.timer = QTimer()
        self.timer.timeout.connect(self._beat)
        self.timer.start(BEAT)

    def _beat(self) -> None:
        self.longest = max(self.longest, perf_counter() - self._last)
        if self._until():
            try:
                self._until = next(self._steps)
            except BaseException as end:
                self.timer.stop()
                QApplication.closeAllWindows()
                if not isinstance(end, StopIteration):
                    raise
        self._last = perf_counter()

    def _play(self) -> Iterator[Condition]:
        yield lambda: bool(_windows())
        window, began, worked, self.longest = _windows()[0], perf_counter(), process_time(), 0.0
        QTest.mouseClick(window.library_page.cards[self._slug].play, Qt.MouseButton.LeftButton)
        part: Any = window.show_part("play")
        yield lambda: part.lobby is not None and part.currentWidget() is part.lobby
        QTest.mouseClick(part.lobby.form.start, Qt.MouseButton.LeftButton)
        yield lambda: part.playing is not None and part.playing.map.isVisible()
        yield lambda: _answers(part.playing)
        self.found |= {
            "board": perf_counter() - began,
            "worked": process_time() - worked,
            "line": window.beside.text(),
            "plots": "pyqtgraph" in sys.modules,
        }
        yield from self._move(part.playing, began)
        enough = perf_counter() + self._look_on
        yield lambda: perf_counter() > enough or bool(self._look_on and compiled())
        self.found |= {"compiled": compiled(), "line at last": window.beside.text(), "stood still": self.longest}

    def _move(self, view: PlayView, began: float) -> Iterator[Condition]:
        """Place a unit, have the staff do whatever comes before the first move, move one by hand."""
        from tests.kit.hand import Hand

        session, hand = view.session, Hand(view)
        view.settings.put("bot_speed", "instant")
        view.settings.put("animate", False)
        yield lambda: session.my_decision is not None
        before = session.game.cursor
        hand.play()
        yield lambda: session.game.cursor > before
        self.found["first unit"] = perf_counter() - began
        while session.my_decision is None or session.my_decision.kind != "move":
            session.delegate()
            yield lambda: session.my_decision is not None and not session.thinking
            if session.my_decision is not None and session.my_decision.kind != "move":
                QTest.mouseClick(view.bar.ending, Qt.MouseButton.LeftButton)
                yield lambda: session.my_decision is not None and not session.thinking
        before = session.game.cursor
        while session.game.cursor == before:
            hand.play()
            yield lambda: True
        self.found["numba"] = "numba" in sys.modules


def _windows() -> list[MainWindow]:
    if "designer.shell.window" not in sys.modules:
        return []
    from designer.shell.window import MainWindow

    return [one for one in QApplication.topLevelWidgets() if isinstance(one, MainWindow) and one.isVisible()]


def _answers(view: PlayView) -> bool:
    """Whether the board says which cell the pointer is over."""
    heard: list[object] = []
    view.board.hovered.connect(heard.append)
    for at in (QPoint(2, 2), view.map.rect().center()):
        QTest.mouseMove(view.map, at)
    view.board.hovered.disconnect(heard.append)
    return any(cell is not None for cell in heard)


def main() -> None:
    """Start, play, tell."""
    from designer import app

    app.alert = sys.exit  # nobody is there to close a box
    app.application(["stavka"])
    driver = Driver(sys.argv[1], float(sys.argv[2]) if len(sys.argv) > 2 else 0.0)
    code = app.main(["stavka"])
    sys.stdout.write(json.dumps(driver.found | {"code": code}) + "\n")


if __name__ == "__main__":
    main()
