"""A window that plays a game by itself until it is killed; it says each action that was carried out.

    python -m tests.kit.playing_worker LIBRARY SCENARIO SEED

It goes on with the game that the library holds, or begins one.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

from designer.play.part import PlayPart
from designer.play.running.seats import Seat
from designer.play.starting.newgame import NewGame
from designer.play.view import PlayView
from designer.settings import Settings
from designer.shell.window import open_window
from designer.theme import apply_theme
from engine.store.library import Library
from tests.kit.hand import Hand


def main(path: Path, slug: str, seed: int) -> None:
    """Play."""
    app = QApplication([])
    apply_theme(app, "light", 1.0)
    settings = Settings(path.with_suffix(".ini"))
    settings.put("bot_speed", "instant")
    settings.put("animate", False)
    library = Library.open(path)
    window = open_window(library, settings)
    window.resize(1440, 900)
    window.show()
    window.open_scenario(slug, "play")
    part = window.show_part("play")
    assert isinstance(part, PlayPart)
    games = library.games(slug)
    if games:
        part.resume(games[0].id)
    else:
        part.start(NewGame((Seat(), Seat("random")), seed, {}, "Worker"))
    while part.playing is None:
        app.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
    drive(part.playing, seed)
    app.exec()


def drive(view: PlayView, seed: int) -> None:
    """Answer whenever a person has to, and say what was done."""
    hand, session = Hand(view, seed), view.session

    def tell(position: int) -> None:
        decision = session.game.decision
        print(position, decision.kind if decision else "over", flush=True)

    def beat() -> None:
        if session.controller.over:
            QApplication.quit()
        elif session.my_decision is not None:
            hand.play()

    session.acted.connect(tell)
    timer = QTimer(view)
    timer.timeout.connect(beat)
    timer.start(1)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
