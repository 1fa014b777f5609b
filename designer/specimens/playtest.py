"""The Playtest room with the results of a small run, to be photographed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from designer.playtest.part import PlaytestRoom
from designer.specimens.waiting import settle
from engine.lab.conduct import Conductor
from engine.lab.crew import Here
from engine.lab.settings import RunSettings
from engine.lab.tweak import tweaked
from engine.lab.versions import Wanted, add_run
from engine.records.counters import Side

if TYPE_CHECKING:
    from designer.shell.window import MainWindow

NAME = "Combat results table, 3 at 6:1: DE or AL"
CHANGE = "chart_cell.crt/3/6:1.value=AL"
GAMES = 12


def room(window: MainWindow, slug: str, page: str) -> QWidget:
    """A page of what a comparison of two versions shows."""
    library = window.desk.library
    if not library.runs.all(slug):
        rows = library.load(slug)
        bots = {side.side: "greedy" for side in rows.all(Side)}
        settings = RunSettings(kind="compare", bots=bots, games=GAMES, knowing=False)
        versions = [Wanted("As it is now", rows), Wanted("With AL", tweaked(rows, (CHANGE,)))]
        Conductor(library, add_run(library, slug, NAME, settings, versions), Here()).play()
    window.open_scenario(slug, "playtest")
    assert window.workspace is not None
    shown = window.workspace.current()
    assert isinstance(shown, PlaytestRoom)
    results = shown.results
    settle(100, until=lambda: results.picture is not None and results.heat.map.has_scene and bool(results.plots))
    titles = [results.tabs.tabText(index) for index in range(results.tabs.count())]
    results.tabs.setCurrentIndex(titles.index(page))
    settle(900)
    return window
