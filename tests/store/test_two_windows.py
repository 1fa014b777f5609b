"""Two windows on one library: each learns of the other's edits, and takes back none that it did not see."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.records import Rows
from engine.records.board import CellRow
from engine.records.changes import put
from engine.store import ChangedElsewhere, Library
from tests.kit.broken import good_library


@pytest.fixture
def windows(tmp_path: Path) -> Iterator[tuple[Library, Library]]:
    """The same library opened twice."""
    path = good_library(tmp_path / "library.db")
    with Library.open(path) as one, Library.open(path) as two:
        yield one, two


class Window:
    """What a window knows of a scenario: its rows and the revision that they have."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.rows: Rows = library.load("orsha")
        self.revision = library.revision("orsha")
        self.stamp = library.stamp()

    def paint(self, cell: str, terrain: str, *, merge: bool = False) -> None:
        """Make an edit, as the map editor does."""
        change = put(self.rows, CellRow(cell=cell, terrain=terrain))
        made = self.library.edit("orsha", f"Paint {cell}", [change], merge=merge, revision=self.revision)
        change.apply(self.rows)
        if self.revision is not None and made.revision == self.revision + 1:
            self.revision = made.revision

    def look(self) -> None:
        """Read what the other did, if it did anything."""
        if self.library.stamp() == self.stamp:
            return
        self.stamp = self.library.stamp()
        if self.library.revision("orsha") != self.revision:
            news = self.library.news("orsha", self.rows)
            for change in news.changes:
                change.apply(self.rows)
            self.revision = news.revision


def test_a_window_hears_of_the_others_edits_and_reads_them(windows: tuple[Library, Library]) -> None:
    mine, theirs = (Window(library) for library in windows)
    mine.look()
    quiet = mine.stamp
    mine.paint("0101", "forest")
    assert mine.library.stamp() == quiet, "one's own edits are no news"
    theirs.look()
    assert theirs.rows == mine.rows and theirs.revision == mine.revision
    theirs.paint("0102", "swamp")
    mine.look()
    assert mine.rows == theirs.rows == mine.library.load("orsha")


def test_undo_does_not_take_back_what_the_window_has_not_seen(windows: tuple[Library, Library]) -> None:
    mine, theirs = (Window(library) for library in windows)
    mine.paint("0101", "forest")
    theirs.look()
    theirs.paint("0102", "swamp")
    both = theirs.library.load("orsha")
    with pytest.raises(ChangedElsewhere, match="edited in another window"):
        mine.library.undo("orsha", mine.revision)
    assert mine.library.load("orsha") == both
    mine.look()
    undone = mine.library.undo("orsha", mine.revision)
    assert undone is not None and undone.name == "Paint 0102", "now it is seen, and may be taken back"
    with pytest.raises(ChangedElsewhere):
        theirs.library.redo("orsha", theirs.revision)


def test_a_stroke_does_not_join_the_others_edit(windows: tuple[Library, Library]) -> None:
    mine, theirs = (Window(library) for library in windows)
    mine.paint("0101", "forest")
    theirs.look()
    theirs.paint("0102", "swamp")
    mine.paint("0103", "forest", merge=True)
    assert [line.name for line in mine.library.history("orsha")] == ["Paint 0101", "Paint 0102", "Paint 0103"]


def test_a_scenario_that_is_gone_or_another_is_known(windows: tuple[Library, Library]) -> None:
    mine = Window(windows[0])
    other = windows[1].load("orsha")
    windows[1].remove("orsha")
    assert windows[0].stamp() != mine.stamp and windows[0].revision("orsha") is None
    windows[1].add("orsha", other)
    assert windows[0].revision("orsha") not in (None, mine.revision), "another scenario under the name of the old"
    before = windows[0].revision("orsha")
    windows[1].add("orsha", other, replace=True)
    assert windows[0].revision("orsha") != before


def test_a_hundred_edits_in_turns_lose_nothing(windows: tuple[Library, Library]) -> None:
    pair = [Window(library) for library in windows]
    chance = random.Random(17)
    made = 0
    for number in range(100):
        window = chance.choice(pair)
        window.look()
        if made and chance.random() < 0.2:
            before = window.library.history("orsha")
            undone = window.library.undo("orsha", window.revision)
            assert undone is not None and undone.position == [line.position for line in before if not line.undone][-1]
            for change in undone.changes:
                change.apply(window.rows)
            window.revision = undone.revision
            made -= 1
        else:
            window.paint(f"made-{number}", "forest")
            made += 1
        assert window.rows == window.library.load("orsha")
    for window in pair:
        window.look()
    assert pair[0].rows == pair[1].rows
    assert sum(row.cell.startswith("made-") for row in pair[0].rows.all(CellRow)) == made
