"""Two windows on one library: each shows the other's edits, and neither loses or takes back what is not its own."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialogButtonBox
from pytestqt.qtbot import QtBot

from designer.document import Document
from designer.mapeditor.editor import MapEditor
from designer.mapeditor.rowforms import open_form
from designer.play.part import PlayPart
from designer.settings import Settings
from designer.shell.facts import FactsDialog
from designer.shell.window import MainWindow, open_window
from engine.errors import StavkaError
from engine.records.board import CellRow, Place
from engine.records.changes import drop, put
from engine.records.play import ScenarioRow
from engine.store.keeping import resume_game, start_game
from engine.store.library import Library
from tests.kit.drill import drill_rows
from tests.kit.players import any_action, play_on

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def other(window: MainWindow, qtbot: QtBot) -> Iterator[MainWindow]:
    """Another window on the same library, with a connection of its own."""
    library = Library.open(window.desk.library.path)
    made = open_window(library, Settings())
    qtbot.addWidget(made)
    made.show()
    yield made
    made.close()
    library.close()


def opened(window: MainWindow, slug: str = "orsha") -> Document:
    document = window.open_scenario(slug)
    assert document is not None
    return document


def paint(document: Document, cell: str, terrain: str = "forest") -> bool:
    return document.edit(f"Paint {terrain} at {cell}", [put(document.rows, CellRow(cell=cell, terrain=terrain))])


def follow(window: MainWindow) -> None:
    """What the window does by itself a moment later."""
    window.watch.look()


def test_an_edit_is_shown_in_the_other_window_by_itself(window: MainWindow, other: MainWindow, qtbot: QtBot) -> None:
    mine, theirs = opened(window), opened(other)
    editor = window.show_part("map")
    assert isinstance(editor, MapEditor)
    with qtbot.waitSignal(mine.changed, timeout=10_000) as heard:
        assert paint(theirs, "0303")
    assert [change.key for change in heard.args[0]] == [("0303",)]
    assert mine.rows == theirs.rows
    assert editor.context.ground.terrain(editor.context.ground.cell("0303")) == "forest"
    assert window.statusBar().currentMessage() == "In another window: Paint forest at 0303"
    assert window.book["edit.undo"].text() == "&Undo Paint forest at 0303"


def test_one_s_own_edits_are_no_news(window: MainWindow, other: MainWindow) -> None:
    mine = opened(window)
    heard: list[str] = []
    mine.followed.connect(heard.append)
    paint(mine, "0101")
    mine.stack.undo()
    mine.stack.redo()
    follow(window)
    assert heard == []


def test_undo_takes_back_nothing_that_was_not_shown(window: MainWindow, other: MainWindow, qtbot: QtBot) -> None:
    mine, theirs = opened(window), opened(other)
    paint(mine, "0101")
    follow(other)
    paint(theirs, "0202", "hills")
    window.undo()
    assert "another window" in window.notice.text
    assert mine.library.load("orsha") == theirs.rows, "nothing was taken back"
    qtbot.waitUntil(lambda: mine.rows == theirs.rows)
    assert mine.stack.undoText() == "Paint hills at 0202"
    window.undo()
    follow(other)
    assert mine.rows == theirs.rows == mine.library.load("orsha")
    assert theirs.stack.redoText() == "Paint hills at 0202"


def test_a_click_in_the_history_stops_at_what_was_not_shown(
    window: MainWindow, other: MainWindow, qtbot: QtBot
) -> None:
    mine, theirs = opened(window), opened(other)
    for cell in ("0101", "0102", "0103"):
        paint(mine, cell)
    follow(other)
    paint(theirs, "0404")
    mine.stack.setIndex(0)
    qtbot.waitUntil(lambda: mine.stack.count() == 4 and mine.stack.index() == 4)
    assert mine.rows == theirs.rows == mine.library.load("orsha")


def test_edits_of_one_moment_both_stay(window: MainWindow, other: MainWindow) -> None:
    mine, theirs = opened(window), opened(other)
    paint(theirs, "0202", "hills")
    assert paint(mine, "0101"), "another cell: there is nothing to quarrel about"
    assert mine.rows == mine.library.load("orsha")
    assert [mine.stack.text(index) for index in range(2)] == ["Paint hills at 0202", "Paint forest at 0101"]
    assert not paint(theirs, "0101", "marsh"), "the same cell, which it has not seen"
    assert "changed the same thing" in other.notice.text
    assert theirs.rows == mine.rows, "but now it shows it"
    assert paint(theirs, "0101", "marsh")


def test_a_stroke_is_finished_before_the_others_edits_are_shown(window: MainWindow, other: MainWindow) -> None:
    mine, theirs = opened(window), opened(other)
    mine.sketch([put(mine.rows, CellRow(cell="0101", terrain="forest"))])
    paint(theirs, "0202")
    follow(window)
    assert mine.rows != theirs.rows and mine.sketching
    assert mine.commit("Stroke")
    assert mine.rows == mine.library.load("orsha")
    mine.sketch([put(mine.rows, CellRow(cell="0303", terrain="forest"))])
    follow(other)
    paint(theirs, "0303", "hills")
    assert not mine.commit("Stroke"), "the other was there first"
    assert mine.rows == theirs.rows == mine.library.load("orsha")


def test_a_scenario_removed_elsewhere_closes_its_tabs_with_a_sentence(window: MainWindow, other: MainWindow) -> None:
    opened(window)
    window.show_part("oob")
    other.desk.library.remove("orsha")
    follow(window)
    assert window.document is None and window.workspace is None
    assert window.notice.text == (
        "“Bridge at Orsha” was removed from the library in another window, so its tabs were closed."
    )
    assert list(window.library_page.cards) == ["minsk"]


def test_an_edit_of_a_scenario_removed_elsewhere_is_refused(window: MainWindow, other: MainWindow) -> None:
    mine = opened(window)
    other.desk.library.remove("orsha")
    assert not paint(mine, "0101")
    assert window.document is None and "was removed" in window.notice.text


def test_the_library_page_shows_what_comes_and_goes(window: MainWindow, other: MainWindow, qtbot: QtBot) -> None:
    other.desk.duplicate("orsha")
    qtbot.waitUntil(lambda: "bridge-at-orsha-copy" in window.library_page.cards, timeout=10_000)
    other.desk.library.remove("minsk")
    follow(window)
    assert "minsk" not in window.library_page.cards


def test_a_form_keeps_what_another_window_wrote_beside_it(window: MainWindow, other: MainWindow) -> None:
    mine, theirs = opened(window), opened(other)
    dialog = FactsDialog(mine, window)
    dialog.open()
    about = theirs.rows.the(ScenarioRow)
    theirs.edit("Subtitle", [put(theirs.rows, type(about)(**{**_values(about), "subtitle": "Written elsewhere"}))])
    follow(window)
    dialog.form.fields["title"].widget.setText("Written here")  # type: ignore[attr-defined]
    QTest.mouseClick(dialog.findChild(QDialogButtonBox).button(QDialogButtonBox.StandardButton.Ok), LEFT)
    follow(other)
    for rows in (mine.rows, theirs.rows):
        assert (rows.the(ScenarioRow).title, rows.the(ScenarioRow).subtitle) == ("Written here", "Written elsewhere")


def _values(row: ScenarioRow) -> dict[str, object]:
    return {field: getattr(row, field) for field in row.__struct_fields__}


def test_a_form_of_what_was_removed_elsewhere_says_so(window: MainWindow, other: MainWindow) -> None:
    mine = opened(window)
    town = Place(place="orsha", name="Orsha", kind="town", cell="0101")
    mine.edit("Add Orsha", [put(mine.rows, town)])
    theirs = opened(other)
    editor = window.show_part("map")
    assert isinstance(editor, MapEditor)
    dialog = open_form(editor.context, town, editor)
    theirs.edit("Remove Orsha", [drop(town)])
    follow(window)
    QTest.mouseClick(dialog.buttons.button(QDialogButtonBox.StandardButton.Ok), LEFT)
    assert dialog.isVisible() and dialog.refusal.text().startswith("it was removed in another window")
    assert not mine.rows.has(Place, "orsha")


def test_the_games_of_the_other_window_are_listed_and_followed(
    window: MainWindow, other: MainWindow, qtbot: QtBot
) -> None:
    other.desk.library.add("drill", drill_rows())
    game, _ = start_game(other.desk.library, "drill", seed=7, name="Elsewhere")
    follow(window)
    window.open_scenario("drill", "play")
    part = window.show_part("play")
    assert isinstance(part, PlayPart) and part.lobby is not None
    assert part.lobby.games.count() == 1
    start_game(other.desk.library, "drill", seed=8, name="Another")
    follow(window)
    assert part.lobby.games.count() == 2
    part.resume(1)
    qtbot.waitUntil(lambda: part.playing is not None, timeout=30_000)
    play_on(game, random.Random(1), actions=3)
    follow(window)
    assert window.notice.text == "This game was played on in another window."
    QTest.mouseClick(window.notice.button, LEFT)
    qtbot.waitUntil(lambda: part.playing is not None, timeout=30_000)
    assert part.playing is not None and part.playing.session.game.state == game.state
    other.desk.library.delete_game(1)
    follow(window)
    assert window.notice.text == "This game was deleted in another window; it is not kept any more."


def test_looking_costs_next_to_nothing(window: MainWindow) -> None:
    opened(window)
    asked: list[str] = []
    window.desk.library._db.conn.set_trace_callback(asked.append)
    for _ in range(20):
        follow(window)
    window.desk.library._db.conn.set_trace_callback(None)
    assert asked == ["PRAGMA data_version"] * 20, "no row is read while nobody writes"


def other_terrain(document: Document, cell: str, chance: random.Random) -> str:
    row = document.rows.get(CellRow, cell)
    return chance.choice([kind for kind in ("forest", "clear", "swamp") if row is None or kind != row.terrain])


def test_a_hundred_edits_and_moves_in_turns_lose_nothing(window: MainWindow, other: MainWindow) -> None:
    window.desk.library.add("drill", drill_rows())
    start_game(window.desk.library, "drill", seed=7)
    pair, chance = [window, other], random.Random(17)
    documents = [opened(one, "drill") for one in pair]
    games = [resume_game(one.desk.library, 1)[0] for one in pair]
    expected, log, edits = documents[0].rows.copy(), [games[0].log[0]], 0
    for number in range(100):
        at = chance.randrange(2)
        if chance.random() < 0.5:
            cell = f"{number % 4 + 1:02}{number % 3 + 1:02}"
            if paint(documents[at], cell, other_terrain(documents[at], cell, chance)):
                row = documents[at].rows.get(CellRow, cell)
                assert row is not None
                expected.put(row)
                edits += 1
            assert documents[at].rows == expected == documents[at].library.load("drill")
        else:
            try:
                games[at].apply(any_action(games[at], chance))
            except StavkaError:
                games[at] = resume_game(pair[at].desk.library, 1)[0]
                assert games[at].log == log, "what was refused was not kept, and what was kept is there"
                games[at].apply(any_action(games[at], chance))
            log.append(games[at].log[-1])
    for one in pair:
        follow(one)
    assert [document.rows == expected for document in documents] == [True, True]
    names = [line.name for line in window.desk.library.history("drill")]
    for document in documents:
        assert [document.stack.text(place) for place in range(document.stack.count())] == names
    assert len(names) == edits > 30 and resume_game(window.desk.library, 1)[0].log == log
