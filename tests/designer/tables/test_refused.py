"""Texts that were refused go and come back with undo and redo, and undo never takes something else instead."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from designer.document import Document
from designer.tables.grid import GridView
from engine.records.play import Phase
from tests.kit.grids import column, go, type_into


def names(document: Document) -> list[str]:
    return [phase.name for phase in sorted(document.rows.all(Phase), key=lambda phase: phase.position)]


def shown(grid: GridView, row: int, key: str) -> str:
    return str(grid.view.order.index(row, column(grid, key)).data())


def test_undo_takes_a_refused_text_back_and_not_the_edit_before_it(grid: GridView, document: Document) -> None:
    type_into(grid, 0, 0, "Advance")
    type_into(grid, 1, column(grid, "first_turn"), "soon")
    assert shown(grid, 1, "first_turn") == "soon"
    document.stack.undo()
    assert shown(grid, 1, "first_turn") == "" and "not taken over" not in grid.count.text()
    assert names(document)[0] == "Advance", "the edit before it stands"
    document.stack.redo()
    assert shown(grid, 1, "first_turn") == "soon"
    document.stack.undo()
    document.stack.undo()
    assert names(document)[0] == "German movement"


def test_undo_of_a_paste_takes_its_refused_texts_along(grid: GridView, document: Document) -> None:
    QGuiApplication.clipboard().setText("7\nsoon\n")
    go(grid, 0, column(grid, "first_turn"))
    grid.handlers()["edit.paste"]()
    assert [shown(grid, row, "first_turn") for row in (0, 1)] == ["7", "soon"]
    document.stack.undo()
    assert [shown(grid, row, "first_turn") for row in (0, 1)] == ["", ""]
    assert document.rows.all(Phase)[0].first_turn is None


def test_undo_of_the_right_text_brings_the_refused_one_back(grid: GridView, document: Document) -> None:
    at = column(grid, "first_turn")
    type_into(grid, 1, at, "soon")
    type_into(grid, 1, at, "2")
    assert document.rows.all(Phase)[1].first_turn == 2
    document.stack.undo()
    assert document.rows.all(Phase)[1].first_turn is None
    assert shown(grid, 1, "first_turn") == "soon", "as it was before"
    index = grid.view.order.index(1, at)
    assert "is not a number" in index.data(Qt.ItemDataRole.ToolTipRole)


def test_a_paste_over_a_refused_text_clears_it(grid: GridView, document: Document) -> None:
    at = column(grid, "first_turn")
    type_into(grid, 1, at, "soon")
    QGuiApplication.clipboard().setText("3\n4\n")
    go(grid, 1, at)
    grid.handlers()["edit.paste"]()
    assert [shown(grid, row, "first_turn") for row in (1, 2)] == ["3", "4"]
    assert "not taken over" not in grid.count.text()


def test_a_refused_text_is_part_of_no_history_on_disk(grid: GridView, document: Document) -> None:
    edits = len(document.library.history("small"))
    type_into(grid, 1, column(grid, "first_turn"), "soon")
    assert len(document.library.history("small")) == edits
    type_into(grid, 0, 0, "Advance")
    document.stack.undo()
    document.stack.undo()
    again = Document(document.library, "small")
    assert again.stack.index() == edits and again.rows == document.rows
