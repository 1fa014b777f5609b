"""The open scenario: rows, database and undo stack move together, or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from designer.document import Document
from designer.mapeditor.operations.blank import blank
from engine.records.board import CellRow, Grid
from engine.records.changes import Change, put
from engine.store import StoreError
from engine.store.library import Library


@pytest.fixture
def document(library: Library, qapp: QApplication) -> Iterator[Document]:
    made = Document(library, "orsha")
    yield made
    made.close()


def paint(document: Document, label: str, terrain: str) -> list[Change]:
    return [put(document.rows, CellRow(cell=label, terrain=terrain))]


def terrain(document: Document, label: str) -> str:
    row = document.rows.get(CellRow, label)
    assert row is not None
    return row.terrain


def test_an_edit_changes_rows_and_database_and_says_so(document: Document, library: Library, qtbot: QtBot) -> None:
    with qtbot.waitSignal(document.changed) as heard:
        assert document.edit("Paint", paint(document, "0101", "forest"))
    assert [change.key for change in heard.args[0]] == [("0101",)]
    assert terrain(document, "0101") == "forest"
    assert library.load("orsha") == document.rows
    assert [line.name for line in library.history("orsha")] == ["Paint"]


def test_an_edit_that_changes_nothing_leaves_no_step(document: Document) -> None:
    assert document.edit("Nothing", paint(document, "0101", "clear"))
    assert document.stack.count() == 0


def test_a_sketch_is_only_stored_when_it_is_committed(document: Document, library: Library) -> None:
    before = library.load("orsha")
    document.sketch(paint(document, "0101", "forest"))
    document.sketch(paint(document, "0101", "hills"))
    document.sketch(paint(document, "0102", "hills"))
    assert terrain(document, "0101") == "hills"
    assert library.load("orsha") == before
    assert len(document.sketched()) == 2
    assert document.commit("Stroke")
    assert library.load("orsha") == document.rows
    document.stack.undo()
    assert document.rows == before == library.load("orsha")


def test_a_discarded_sketch_leaves_no_trace(document: Document) -> None:
    before = document.rows.copy()
    document.sketch(paint(document, "0101", "forest"))
    document.discard()
    assert document.rows == before
    assert document.stack.count() == 0


def test_edits_of_one_topic_join_and_others_do_not(document: Document, library: Library) -> None:
    for kind in ("forest", "hills", "marsh"):
        document.edit(f"Slide to {kind}", paint(document, "0101", kind), topic="slider")
    assert document.stack.count() == 1
    assert document.stack.undoText() == "Slide to marsh"
    document.edit("Else", paint(document, "0102", "hills"))
    document.edit("Slide again", paint(document, "0101", "rough"), topic="slider")
    assert [line.name for line in library.history("orsha")] == ["Slide to marsh", "Else", "Slide again"]
    for _ in range(3):
        document.stack.undo()
    assert terrain(document, "0101") == "clear"


def test_the_history_of_an_earlier_run_is_listed_and_usable(document: Document, library: Library) -> None:
    document.edit("First", paint(document, "0101", "forest"))
    document.edit("Second", paint(document, "0102", "hills"))
    document.edit("Third", paint(document, "0103", "marsh"))
    document.stack.undo()
    again = Document(library, "orsha")
    assert [again.stack.text(index) for index in range(again.stack.count())] == ["First", "Second", "Third"]
    assert again.stack.index() == 2
    again.stack.redo()
    assert terrain(again, "0103") == "marsh"
    again.stack.setIndex(0)
    assert terrain(again, "0101") == terrain(again, "0102") == terrain(again, "0103") == "clear"
    assert library.load("orsha") == again.rows
    again.close()


def test_a_new_edit_after_undo_drops_what_was_undone(document: Document, library: Library) -> None:
    document.edit("First", paint(document, "0101", "forest"))
    document.stack.undo()
    document.edit("Other", paint(document, "0102", "hills"))
    assert [document.stack.text(index) for index in range(document.stack.count())] == ["Other"]
    assert [line.name for line in library.history("orsha")] == ["Other"]


def test_a_read_only_library_refuses_with_a_sentence_and_keeps_the_document(
    tmp_path: Path, qapp: QApplication, qtbot: QtBot
) -> None:
    with Library.create(tmp_path / "fixed.db") as library:
        library.add("map", blank("Fixed", Grid(columns=4, rows=4)))
    with Library.open(tmp_path / "fixed.db", read_only=True) as library:
        document = Document(library, "map")
        before = document.rows.copy()
        with qtbot.waitSignal(document.failed) as heard:
            assert not document.edit("Paint", paint(document, "0101", "forest"))
        assert "cannot be written" in heard.args[0]
        document.sketch(paint(document, "0101", "forest"))
        assert not document.commit("Stroke")
        assert document.rows == before
        assert document.stack.count() == 0
        document.close()


def test_a_full_disk_takes_a_stroke_back_and_an_undo_stays_where_it_was(
    document: Document, library: Library, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    document.edit("First", paint(document, "0101", "forest"))
    before = document.rows.copy()

    def full(*_args: object, **_more: object) -> None:
        raise StoreError("The library cannot grow because the disk is full; nothing was changed.")

    with monkeypatch.context() as patch:
        for verb in ("edit", "undo", "redo"):
            patch.setattr(library, verb, full)
        document.sketch(paint(document, "0102", "hills"))
        with qtbot.waitSignal(document.failed) as heard:
            assert not document.commit("Stroke")
        assert "disk is full" in heard.args[0]
        document.stack.undo()
    qtbot.waitUntil(lambda: document.stack.index() == 1)
    assert document.rows == before == library.load("orsha")
    document.stack.undo()
    assert terrain(document, "0101") == "clear"


def test_a_row_that_breaks_a_rule_is_refused(document: Document, library: Library) -> None:
    before = document.rows.copy()
    assert not document.edit("Odd", paint(document, "0101", "no such terrain"))
    assert document.rows == before == library.load("orsha")
