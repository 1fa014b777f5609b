"""A long import: the window goes on, says how far it is, and stops when told to."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialogButtonBox
from pytestqt.qtbot import QtBot

from designer.shell import commands
from designer.shell.importing import ImportJob
from designer.shell.window import MainWindow
from engine.store import write_bundle
from engine.store.library import Library


def long_bundle(library: Library, path: Path, lines: int) -> Path:
    """A bundle that takes a while to read."""
    head, _, body = write_bundle(library.load("orsha")).partition("\n")
    path.write_text(f"{head}\n" + "# a comment\n" * lines + body, encoding="utf-8")
    return path


def test_a_long_import_tells_how_far_it_is_and_is_cancelled(
    window: MainWindow, library: Library, tmp_path: Path, qtbot: QtBot
) -> None:
    job = commands.import_path(window, long_bundle(library, tmp_path / "long.txt", 2_900_000))
    assert isinstance(job, ImportJob)
    qtbot.waitUntil(lambda: job.isVisible() and job.bar.maximum() > 0 and job.bar.value() > 0, timeout=60_000)
    assert job.says.text().startswith("Reading the lines: ") and "of 2,9" in job.says.text()
    gone: list[bool] = []
    job.destroyed.connect(lambda: gone.append(True))
    QTest.mouseClick(job.buttons.button(QDialogButtonBox.StandardButton.Cancel), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(gone), timeout=60_000)
    assert window.notice.text == "" and len(library.scenarios()) == 2


def test_several_scenarios_come_all_or_none(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    path = tmp_path / "two.db"
    with Library.create(path) as made:
        rows = window.desk.library.load("orsha")
        made.add_all({"one": rows, "two": rows})
    commands.import_path(window, path)
    qtbot.waitUntil(lambda: window.notice.text == "Imported “Bridge at Orsha”, “Bridge at Orsha”.", timeout=20_000)
    assert {"bridge-at-orsha", "bridge-at-orsha-2"} <= set(window.library_page.cards)
