"""Figures of the playtest laboratory: games a second of two processes against one, and how soon its room answers.

    pytest tests/benchmarks/test_playtest.py --benchmark-enable -s

Both want a machine that has nothing else to do.
"""

from __future__ import annotations

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from itertools import count
from pathlib import Path
from time import perf_counter

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from designer.garbage import collect_here
from designer.playtest.part import PlaytestRoom
from designer.settings import Settings
from designer.shell.window import open_window
from designer.theme import apply_theme
from engine.cli.playtest import Pace
from engine.lab.conduct import Conductor
from engine.lab.crew import LocalCrew
from engine.lab.settings import RunSettings
from engine.lab.versions import Wanted, add_run
from engine.store import Library
from tests.kit.heart import Heart
from tests.kit.shipped import shipped_rows

SLUG = "arduous-beginning"
BOTS = {"german": "doctrine", "soviet": "doctrine"}

ROUNDS, ROUND = 3, 60
"""How often one process and two take turns, and how many games each plays at a time."""

LEAST, LONGEST = 1.8, 0.1
"""How many times the games of one process two must play, and the seconds in which the window must answer."""

GAMES = 60
LONG = 600_000


def _rate(library: Library, crew: LocalCrew, games: int) -> float:
    """Games a second of a crew that plays a run of so many games, from the first that is over on."""
    run = add_run(library, SLUG, "Pace", RunSettings(bots=BOTS, games=games), [Wanted("Now", shipped_rows(SLUG))])
    pace = Pace()
    Conductor(library, run, crew, pace).play()
    return pace.speed


def test_two_processes_play_nearly_twice_the_games_of_one(measured: bool, tmp_path: Path) -> None:
    if not measured:
        pytest.skip("tests/lab/test_conduct.py plays in two processes; how fast, only an idle machine can say")
    crews = [LocalCrew(1), LocalCrew(2)]
    with Library.create(tmp_path / "library.db") as library:
        library.add(SLUG, shipped_rows(SLUG))
        try:
            for crew in crews:
                _rate(library, crew, 4)  # processes begin, code is compiled or read
            rates = [[_rate(library, crew, ROUND) for crew in crews] for _ in range(ROUNDS)]
        finally:
            for crew in crews:
                crew.close()
    one, two = (sum(each) / ROUNDS for each in zip(*rates, strict=True))
    print(f"\none process {one:.2f} games a second, two {two:.2f}: {two / one:.2f} times")
    assert two >= LEAST * one


def test_the_room_answers_within_a_tenth_of_a_second_while_games_are_played(
    measured: bool, qapp: QApplication, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not measured:
        pytest.skip("tests/designer/playtest/test_asking.py counts the window's own work instead")
    monkeypatch.setenv("STAVKA_HOME", str(tmp_path / "home"))
    apply_theme(qapp, "light", 1.0)
    collect_here(qapp).sweep()  # as in the program itself, where no thread beside the window stops to collect rubbish
    with Library.create(tmp_path / "library.db") as library:
        library.add(SLUG, shipped_rows(SLUG))
        window = open_window(library, Settings())
        qtbot.addWidget(window)
        window.resize(1440, 900)
        window.show()
        window.open_scenario(SLUG, "playtest")
        assert window.workspace is not None
        room = window.workspace.current()
        assert isinstance(room, PlaytestRoom)
        qtbot.waitUntil(lambda: room.results.response is not None, timeout=LONG)
        longest, beats = _longest(room, qtbot)
        print(f"\n{beats} beats during {GAMES} games; the window stood still for {1000 * longest:.0f} ms at most")
    assert longest <= LONGEST


def _longest(room: PlaytestRoom, qtbot: QtBot) -> tuple[float, int]:
    """The longest time between two beats from the click that begins a run until its results were looked through."""
    room.form.games.setValue(GAMES)
    room.form.jobs.setValue(1)
    heart, results = Heart(perf_counter), room.results
    QTest.mouseClick(room.form.start, Qt.MouseButton.LeftButton)
    for page in count():
        qtbot.wait(1500)
        if results.picture is not None:
            results.tabs.setCurrentIndex(page % results.tabs.count())
        if f"Done: {GAMES} games" in room.runs.words.text() and page >= 2 * results.tabs.count():
            return heart.stop(), len(heart.gaps)
    raise AssertionError
