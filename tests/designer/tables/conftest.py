"""A small scenario's phases in a grid, for every test of the tables."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from designer.document import Document
from designer.tables.grid import GridView
from designer.tables.records import RecordSheet
from engine.records.play import Phase
from engine.store.library import Library
from tests.kit.small import small_scenario


@pytest.fixture
def document(tmp_path: Path) -> Iterator[Document]:
    """A small scenario, open."""
    with Library.create(tmp_path / "tables.db") as library:
        library.add("small", small_scenario())
        yield Document(library, "small")


@pytest.fixture
def grid(document: Document, dressed: QApplication, qtbot: QtBot) -> GridView:
    """Its phases, three of them."""
    sheet = RecordSheet(document.rows, Phase, lambda _rows: Phase(phase="new", name="New phase", kind="movement"))
    made = GridView(document, sheet)
    qtbot.addWidget(made)
    made.resize(900, 400)
    with qtbot.waitExposed(made):
        made.show()
    for name in ("Combat", "Exploitation"):
        made.model.commit("Add phase", sheet.add([{"name": name}]))
    return made
