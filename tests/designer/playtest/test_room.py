"""The Playtest room: what it shows of a run, the games behind every figure, and the replay of each."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from designer.play.part import PlayPart
from designer.playtest.figures import FigureTable
from designer.playtest.part import PlaytestRoom
from designer.playtest.reading import DIFFERENCE
from designer.playtest.runs import GamePace, in_words, span
from designer.shell.window import MainWindow
from engine.lab.heat import heat
from engine.lab.record import unpack
from engine.lab.settings import RunSettings
from engine.lab.telling import signed
from engine.store import Library, RunInfo
from engine.store.clock import now
from tests.designer.playtest.conftest import Room
from tests.kit.mouse import Mouse
from tests.kit.skirmish import GREEDY, SLUG, played_run, skirmish, with_cell

LEFT = Qt.MouseButton.LeftButton


def shown(room: PlaytestRoom, qtbot: QtBot) -> PlaytestRoom:
    """The room, once it shows what the run in front found."""
    qtbot.waitUntil(lambda: room.results.picture is not None and room.results.heat.map.has_scene, timeout=60_000)
    return room


def click(table: FigureTable, row: int, column: int = 0) -> None:
    """Click a figure of a table."""
    index = table.figures.index(row, column)
    table.scrollTo(index)
    QTest.mouseClick(table.viewport(), LEFT, pos=table.visualRect(index).center())


def line_of(table: FigureTable, *texts: str) -> int:
    """The row of a table that begins with these texts, those that are not empty."""
    for row, line in enumerate(table.figures.lines):
        if all(not text or line.text(column) == text for column, text in enumerate(texts)):
            return row
    raise AssertionError(f"no line {texts}")


def picture_gap(room: PlaytestRoom) -> str:
    """The difference of the first side's score, as the table writes it."""
    assert room.results.picture is not None and room.results.picture.comparison is not None
    return signed(100 * room.results.picture.comparison.plain.mean, 1)


def test_an_empty_room_says_what_to_do(enter: Room) -> None:
    room = enter()
    assert "No run yet" in room.runs.words.text() and "Try this change" in room.results.welcome.text()
    assert not any(button.isEnabled() for button in room.runs.buttons.values())


def test_a_comparison_is_told_in_words_and_figures(enter: Room, compared: int, qtbot: QtBot) -> None:
    room = shown(enter(), qtbot)
    results = room.results
    assert "14 pairs of games" in results.lead.text()
    assert "Combat, 2 at 2:1: NE becomes DE." in results.notes.text() and "planned by the first" in results.notes.text()
    line = results.rates.line_at(line_of(results.rates, "German score"))
    assert picture_gap(room) in line.text(3) and results.rates.figures.head[-1] == "Less or more"
    assert line.spans[4].mark == 0 and line.spans[4].low < line.spans[4].mean < line.spans[4].high
    assert room.runs.words.text() == "Done: 28 games" and room.runs.bar.value() == room.runs.bar.maximum()
    results.tabs.setCurrentIndex(1)
    assert results.plots["places"].isVisible() and results.plots["points"].isHidden()


def test_a_click_on_a_figure_shows_the_games_behind_it(
    enter: Room, library: Library, compared: int, qtbot: QtBot
) -> None:
    room = shown(enter(), qtbot)
    games = {(game.version, game.number): unpack(game.record) for game in library.runs.games(compared)[0]}
    level = "Draw"
    click(room.results.rates, line_of(room.results.rates, level))
    pane = room.results.games
    qtbot.waitUntil(lambda: room.results.tabs.currentWidget() is pane, timeout=10_000)
    assert len(pane.table.figures.lines) == sum(game.level == level for game in games.values()) > 0
    room.results.tabs.setCurrentWidget(room.results.battles)
    row = line_of(room.results.battles, "2:1")
    line = room.results.battles.line_at(row)
    click(room.results.battles, row)
    qtbot.waitUntil(lambda: pane.title.text().startswith(line.behind.title if line.behind else "?"), timeout=10_000)
    fights = [any(f.column == "2:1" and f.code == "AL" for f in game.fights) for (v, _), game in games.items() if not v]
    assert len(pane.table.figures.lines) == sum(fights) and line.texts[2] == "AL"


def test_a_click_on_a_difference_shows_the_pairs_that_came_out_otherwise(
    enter: Room, library: Library, compared: int, qtbot: QtBot
) -> None:
    room = shown(enter(), qtbot)
    games = {(game.version, game.number): unpack(game.record) for game in library.runs.games(compared)[0]}
    parted = [number for number in range(14) if games[0, number].score != games[1, number].score]
    assert 0 < len(parted) < 14
    rates, pane = room.results.rates, room.results.games
    row = line_of(rates, "German score")
    click(rates, row, 3)
    qtbot.waitUntil(lambda: pane.title.text().startswith("Pairs in which the German score differs"), timeout=10_000)
    assert [(pane.line(at).number, pane.line(at).version) for at in range(2 * len(parted))] == [
        (number, version) for number in parted for version in (0, 1)
    ]
    room.results.tabs.setCurrentIndex(0)
    click(rates, row, 2)
    qtbot.waitUntil(lambda: "(Version 2)" in pane.title.text(), timeout=10_000)
    assert {pane.line(at).version for at in range(len(pane.table.figures.lines))} == {1}


def test_every_game_is_listed_until_a_figure_is_clicked_and_the_list_can_be_sorted(
    enter: Room, compared: int, qtbot: QtBot
) -> None:
    room = shown(enter(), qtbot)
    pane = room.results.games
    room.results.tabs.setCurrentWidget(pane)
    qtbot.waitUntil(lambda: len(pane.table.figures.lines) == 28, timeout=10_000)
    assert pane.title.text() == "Every game: 28 games."
    pane.table.sortByColumn(5, Qt.SortOrder.DescendingOrder)
    steps = [pane.line(row).steps for row in range(28)]
    assert steps == sorted(steps, reverse=True) and steps[0] > steps[-1]


def test_the_very_game_is_opened_in_the_replay(
    enter: Room, opened: MainWindow, library: Library, compared: int, qtbot: QtBot
) -> None:
    room = shown(enter(), qtbot)
    click(room.results.rates, line_of(room.results.rates, "Draw"))
    pane = room.results.games
    qtbot.waitUntil(lambda: len(pane.table.figures.lines) > 0, timeout=10_000)
    line = pane.line(0)
    QTest.mouseClick(pane.watch, LEFT)
    part = opened.show_part("play")
    assert isinstance(part, PlayPart)
    qtbot.waitUntil(lambda: part.playing is not None, timeout=90_000)
    assert part.playing is not None
    game = part.playing.session.game
    assert game.seed == line.seed and game.outcome is not None and game.outcome.level == "Draw"
    assert part.playing.session.name == f"Playtest {compared}, Version {line.version + 1}, game {line.number + 1}"


# The map


def test_the_map_shows_what_happened_where_turn_by_turn(
    enter: Room, library: Library, compared: int, qtbot: QtBot
) -> None:
    room = shown(enter(), qtbot)
    warm = room.results.heat
    room.results.tabs.setCurrentWidget(warm)
    warm.version.setCurrentIndex(warm.version.findData(0))
    warm.turn.setValue(2)
    picture = room.results.picture
    assert picture is not None
    scenario = picture.ground.scenario
    games = [unpack(game.record) for game in library.runs.games(compared)[0] if not game.version]
    wanted = heat(scenario, games, "battles", None, 2)
    qtbot.waitUntil(lambda: warm._numbers is not None and (warm._numbers == wanted).all(), timeout=10_000)
    assert warm.when.text() == "Turn 2: 2 July" and wanted.any()
    cell = scenario.board.label(int(wanted.argmax()))  # type: ignore[arg-type]
    QTest.qWait(50)
    Mouse(warm.map).click(cell)
    assert cell in warm.here.text() and "battles a game" in warm.here.text()
    pane = room.results.games
    qtbot.waitUntil(lambda: room.results.tabs.currentWidget() is pane, timeout=10_000)
    here = sum(any(f.turn == 2 and f.cell == int(wanted.argmax()) for f in game.fights) for game in games)
    assert len(pane.table.figures.lines) == here > 0


def test_the_difference_of_two_versions_is_warm_and_cold(enter: Room, compared: int, qtbot: QtBot) -> None:
    room = shown(enter(), qtbot)
    warm = room.results.heat
    room.results.tabs.setCurrentWidget(warm)
    assert warm.version.currentData() == DIFFERENCE and "Red: more in the second version" in warm._key()
    qtbot.waitUntil(lambda: warm._numbers is not None, timeout=10_000)
    assert warm._numbers is not None and warm._numbers.min() < 0 < warm._numbers.max()
    colours = {colour.name() for colour, _, _ in warm._shades}
    assert len(colours) == 2


# Sweeps, papers, words


def test_a_sweep_is_a_response_curve_whose_points_open_games(enter: Room, library: Library, qtbot: QtBot) -> None:
    settings = RunSettings(kind="sweep", bots=GREEDY, games=4, swept="Combat, 2 at 2:1", values=("NE", "DE"))
    played_run(library, settings, skirmish(), with_cell("2", "2:1", "DE"))
    room = shown(enter(), qtbot)
    response = room.results.response
    assert response is not None and response.isVisible()
    at = response.plot.plotItem.vb.mapViewToScene(QPoint(1, 0))
    view = response.plot.viewport()
    QTest.mouseClick(view, LEFT, pos=QPoint(round(at.x()), view.height() // 3))
    pane = room.results.games
    qtbot.waitUntil(lambda: room.results.tabs.currentWidget() is pane, timeout=10_000)
    assert pane.title.text() == "Combat, 2 at 2:1 Version 2: 4 games."


@pytest.mark.parametrize(("what", "holds"), [("page", "<svg"), ("csv", '"version"')])
def test_results_are_written(enter: Room, compared: int, qtbot: QtBot, tmp_path: Path, what: str, holds: str) -> None:
    room = shown(enter(), qtbot)
    target = tmp_path / "results"
    room.write(compared, what, target)
    qtbot.waitUntil(target.exists, timeout=20_000)
    assert holds in target.read_text(encoding="utf-8")


def test_progress_is_a_sentence() -> None:
    info = RunInfo(1, SLUG, "A run", "", now(), "playing", "", "", '{"games":100}', 0)
    pace = GamePace([(0.0, 10), (10.0, 30)])
    assert in_words(info, None) == "0 of 100 games; starting …"
    assert in_words(RunInfo(*[*_cells(info)[:-1], 30]), pace) == "30 of 100 games, 2.0 a second, 35 seconds left"
    until = RunInfo(*[*_cells(info)[:-2], '{"games":100,"width":0.05}', 30])
    assert in_words(until, pace) == "30 of 100 games, 2.0 a second, at most 35 seconds left"
    assert [span(seconds) for seconds in (1, 89, 600, 7200)] == ["1 second", "89 seconds", "10 minutes", "2 hours"]


def _cells(info: RunInfo) -> list[object]:
    return [getattr(info, name) for name in info.__struct_fields__]


def test_both_versions_are_paired_in_the_curves(enter: Room, compared: int, qtbot: QtBot) -> None:
    room = shown(enter(), qtbot)
    room.results.tabs.setCurrentIndex(1)
    key = room.results.plots["places"].key
    qtbot.waitUntil(lambda: key.text().count("German") == 2, timeout=10_000)
    box = room.results.of_curves
    assert box.isVisible() and not room.results.of_version.isVisible()
    box.setCurrentIndex(1)
    box.activated.emit(1)
    plot = room.results.plots["losses"]
    assert plot.title.text() == "Steps lost: what the second version has more"
    assert room.results.picture is not None and room.results.picture.comparison is not None
    wanted = room.results.picture.comparison.curves["losses"]["german"]
    qtbot.waitUntil(lambda: list(wanted.mean) in [list(item.yData) for item in plot.plot.listDataItems()])
    qtbot.waitUntil(lambda: plot.key.text().count("German") == 1, timeout=10_000)
    assert any(wanted.mean)
    room.results.tabs.setCurrentWidget(room.results.units)
    assert room.results.of_version.isVisible() and not box.isVisible()
