"""A library with the shipped systems, and a window in which games of them are played."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from designer.play.part import PlayPart
from designer.play.running.seats import PLAIN, Manners, Seat
from designer.play.starting.newgame import NewGame
from designer.play.view import PlayView
from designer.shell.thumbnails import Thumbnails
from designer.shell.window import MainWindow
from engine.play.sandbox import Position, Spot
from engine.play.stocked import Stock
from engine.records.changes import put
from engine.records.charts import ChartCell
from engine.records.play import MechanismRow, Phase
from engine.store.keeping import Beginning
from engine.store.library import Library
from tests.kit.shipped import shipped_library, shipped_rows

SYSTEMS = ("arduous-beginning", "childs-barbarossa")
VITEBSK = "smolensk-vitebsk"
CAMPAIGN = "smolensk-campaign"

Start = Callable[..., PlayView]
Arrange = Callable[..., PlayView]
Begin = Callable[..., PlayView]
Lay = Callable[..., PlayView]


@pytest.fixture(autouse=True)
def no_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody looks at the library here, so the pictures on its cards need not be drawn."""
    monkeypatch.setattr(Thumbnails, "_next", lambda _self: None)


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    """A library with the scenarios of the shipped systems."""
    made = shipped_library(tmp_path / "library.db", **{slug: slug for slug in SYSTEMS})
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
        at_rest(view, qtbot)
        if not all(bots):
            qtbot.waitUntil(lambda: view.session.my_decision is not None, timeout=30_000)
        return view

    return begin


@pytest.fixture
def arrange(quick: MainWindow, qtbot: QtBot) -> Arrange:
    """Starts The Arduous Beginning from a position: cells by unit; every battle may be given the same result."""

    def begin(
        pieces: dict[str, str],
        *,
        phase: str = "german-movement",
        turn: int = 2,
        reduced: tuple[str, ...] = (),
        lost: tuple[str, ...] = (),
        result: str = "",
        stacks: bool = False,
        fog: bool = False,
        bots: tuple[str, ...] = ("", "random"),
        seed: int = 3,
        manners: Manners = PLAIN,
    ) -> PlayView:
        part = part_of(quick, "arduous-beginning")
        rows = part.document.rows.copy()
        for cell in rows.all(ChartCell) if result else ():
            if cell.chart == "crt":
                put(rows, msgspec.structs.replace(cell, value=result)).apply(rows)
        for row in rows.all(Phase) if stacks else ():
            if row.kind == "movement":
                put(rows, msgspec.structs.replace(row, params={**row.params, "stacks": True})).apply(rows)
        if fog:
            put(rows, MechanismRow(mechanism="fog-of-war", params={})).apply(rows)
        spots = {key: Spot(cell, int(key in reduced)) for key, cell in pieces.items()}
        position = Position(pieces=spots, turn=turn, phase=phase, lost=dict.fromkeys(lost, ""))
        wanted = NewGame(tuple(Seat(bot) for bot in bots), seed, {}, "Test", manners)
        part._start(wanted, Beginning(rows, seed, {}, position=position))
        view = on_table(part, qtbot)
        at_rest(view, qtbot)
        if not manners.curtain:
            qtbot.waitUntil(lambda: view.session.my_decision is not None, timeout=30_000)
        return view

    return begin


@pytest.fixture
def begin(quick: MainWindow, qtbot: QtBot) -> Begin:
    """Starts The Arduous Beginning with another rule in force."""

    def start(row: MechanismRow, position: Position | None, result: str = "") -> PlayView:
        part = part_of(quick, SYSTEMS[0])
        rows = part.document.rows.copy()
        rows.put(row)
        for one in list(rows.all(ChartCell)) if result else ():
            if one.chart == "crt":
                rows.put(ChartCell(chart="crt", row=one.row, column=one.column, value=result))
        wanted = NewGame((Seat(), Seat()), 3, {}, "Test")
        part._start(wanted, Beginning(rows, 3, {}, position=position))
        view = on_table(part, qtbot)
        at_rest(view, qtbot)
        qtbot.waitUntil(lambda: view.session.my_decision is not None, timeout=30_000)
        return view

    return start


@pytest.fixture
def vitebsk(library: Library, quick: MainWindow, qtbot: QtBot) -> PlayView:
    """The lesson of Smolensk at the first movement of the Axis."""
    library.add(VITEBSK, shipped_rows(VITEBSK))
    part = part_of(quick, VITEBSK)
    part.start(NewGame((Seat(), Seat()), 4, {}, "Test"))
    made = on_table(part, qtbot)
    qtbot.waitUntil(lambda: made.session.my_decision is not None, timeout=120_000)
    while made.session.my_decision is not None and made.session.my_decision.kind != "move":
        assert made.session.act(next(iter(made.session.game.options())))
    at_rest(made, qtbot)
    return made


@pytest.fixture
def lay(library: Library, quick: MainWindow, qtbot: QtBot) -> Lay:
    """Lays a position of the campaign on the table; every battle may be given the same result."""
    library.add(CAMPAIGN, shipped_rows(CAMPAIGN))

    def begin(
        pieces: dict[str, str],
        phase: str,
        *stores: Stock,
        result: str = "",
        turn: int = 1,
        marks: dict[str, dict[str, int]] | None = None,
    ) -> PlayView:
        part = part_of(quick, CAMPAIGN)
        rows = part.document.rows.copy()
        for one in list(rows.all(ChartCell)) if result else ():
            if one.chart == "crt":
                rows.put(ChartCell(chart="crt", row=one.row, column=one.column, value=result))
        spots = {key: Spot(where) for key, where in pieces.items()}
        every = {"first-player": {"axis": 1}} | (marks or {})
        position = Position(spots, turn, phase, marks=every, stores=stores)
        part._start(NewGame((Seat(), Seat()), 3, {}, "Test"), Beginning(rows, 3, {}, position=position))
        view = on_table(part, qtbot)
        qtbot.waitUntil(lambda: view.session.my_decision is not None, timeout=30_000)
        at_rest(view, qtbot)
        return view

    return begin


def piece(view: PlayView, key: str) -> int:
    """The number of a unit."""
    return view.session.game.scenario.piece_index[key]


def cell(view: PlayView, label: str) -> int:
    """The number of a cell."""
    return int(view.session.game.setting.board.cell(label))


def at_rest(view: PlayView, qtbot: QtBot) -> None:
    """Wait until the panels have found their places and the map stays where it is."""
    for _ in range(3):
        qtbot.waitUntil(lambda: view.settled, timeout=30_000)
        QApplication.processEvents()


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
