"""What is obeyed and not read never gets into the window, whichever door it came by: it is seen that it was there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QLineEdit, QTreeWidget, QTreeWidgetItem

from designer.labels import Label, RichLabel, alert, rich
from designer.parts import PARTS
from designer.shell.window import MainWindow
from designer.tables.exchange import from_csv, matched
from designer.tables.planning import plan_import
from designer.tables.records import RecordSheet
from engine.records.play import Phase
from engine.store.library import Library
from tests.kit.broken import tampered
from tests.kit.small import small_scenario

TURN = "\u202e"
"""From here on, everything is written from the right to the left."""

NAMED = ("side", "unit", "place", "region", "turn", "chart", "formation", "terrain_kind", "phase")
"""Tables whose names a window shows."""


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    """A library that a stranger has filled with it by another tool."""
    evil = [f"UPDATE {table} SET name = char(8238) || name || char(8294)" for table in NAMED]
    path = tampered(tmp_path / "evil.db", "UPDATE scenario SET title = title || char(8238), subtitle = char(0)", *evil)
    made = Library.open(path)
    yield made
    made.close()


def shown() -> Iterator[str]:
    """What the window says."""
    for widget in QApplication.allWidgets():
        yield from (widget.windowTitle(), widget.toolTip(), widget.accessibleName())
        if isinstance(widget, QLabel | QLineEdit):
            yield widget.text()
        if isinstance(widget, QComboBox):
            yield from (widget.itemText(number) for number in range(widget.count()))
        if isinstance(widget, QTreeWidget):
            yield from (item.text(0) for item in items(widget))
        yield from (action.text() for action in widget.actions() if isinstance(action, QAction))


def items(tree: QTreeWidget) -> Iterator[QTreeWidgetItem]:
    waiting = [tree.invisibleRootItem()]
    while waiting:
        item = waiting.pop()
        yield item
        waiting += [item.child(number) for number in range(item.childCount())]


def test_a_strangers_names_turn_nothing_in_the_window(window: MainWindow) -> None:
    seen = list(shown())
    window.open_scenario("orsha")
    for part in PARTS:
        window.show_part(part.key)
        QApplication.processEvents()
        seen += shown()
    assert any("Bridge at Orsha\ufffd – Stavka" in text for text in seen)
    assert any("\ufffdGerman\ufffd" in text for text in seen)
    assert [text for text in seen if set(text) & {TURN, "\u2066", "\0"}] == []


def test_a_label_shows_it_whoever_says_it(dressed: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    file = f"There is no file {TURN}txt.db\ud800."
    seen = "There is no file \ufffdtxt.db\ufffd."
    assert Label(file).text() == RichLabel(file).text() == seen
    assert rich("<b>{}</b>", file) == f"<b>{seen}</b>"
    said: list[str] = []
    monkeypatch.setattr("designer.labels.QMessageBox.setText", lambda _box, text: said.append(text))
    monkeypatch.setattr("designer.labels.QMessageBox.exec", lambda _box: 0)
    alert(file)
    assert said == [seen]


def test_a_list_that_is_imported_shows_it() -> None:
    rows = small_scenario()
    sheet = RecordSheet(rows, Phase, lambda _rows: Phase(phase="new", name="New phase", kind="movement"))
    lines = from_csv(f"Name,Kind\n{TURN}Night,movement\n".encode())
    plan = plan_import(sheet, lines, matched(lines[0], sheet.headings()), by="name")
    assert not plan.troubles
    for change in plan.written.changes:
        change.apply(rows)
    assert [phase.name for phase in rows.all(Phase)][-1] == "\ufffdNight"
