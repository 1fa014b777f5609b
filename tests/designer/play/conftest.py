"""A library with the shipped systems, and a window in which games of them are played."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from designer.play.frame import WIDTH
from designer.play.newgame import NewGame
from designer.play.part import PlayPart
from designer.play.seats import Seat
from designer.play.view import PlayView
from designer.shell.window import MainWindow
from engine.store.library import Library
from engine.store.places import resources
from engine.store.sources import read_sources

SYSTEMS = ("arduous-beginning", "childs-barbarossa")

Start = Callable[..., PlayView]


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    """A library with the scenarios of the shipped systems."""
    made = Library.create(tmp_path / "library.db")
    for slug in SYSTEMS:
        made.add(slug, read_sources(resources() / "scenarios" / slug))
    yield made
    made.close()


@pytest.fixture
def quick(window: MainWindow) -> MainWindow:
    """The window with a bot that is shown at once, and no animations."""
    window.settings.put("bot_speed", "instant")
    window.settings.put("animate", False)
    return window


@pytest.fixture
def start(quick: MainWindow, qtbot: QtBot) -> Start:
    """Starts a game in the Play tab and waits until a person has to decide."""

    def begin(slug: str = "arduous-beginning", bots: tuple[str, ...] = ("", "random"), seed: int = 3) -> PlayView:
        part = part_of(quick, slug)
        part.start(NewGame(tuple(Seat(bot) for bot in bots), seed, {}, "Test"))
        view = on_table(part, qtbot)
        qtbot.waitUntil(lambda: view.docks["orders"].width() <= WIDTH + 20)  # the panels find their places
        qtbot.wait(30)
        if not all(bots):
            qtbot.waitUntil(lambda: view.session.my_decision is not None, timeout=30_000)
        return view

    return begin


def on_table(part: PlayPart, qtbot: QtBot) -> PlayView:
    """The game that is being prepared, once it is on the table."""
    qtbot.waitUntil(lambda: part.playing is not None and part.currentWidget() is part.playing, timeout=30_000)
    assert part.playing is not None
    return part.playing


def part_of(window: MainWindow, slug: str) -> PlayPart:
    """The Play tab of a scenario, opened if need be."""
    if window.slug != slug:
        assert window.open_scenario(slug, "play") is not None
    part = window.show_part("play")
    assert isinstance(part, PlayPart)
    return part
