from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from pypdf import PdfReader
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from designer.printing.brush import Brush
from designer.printing.dialog import PrintDialog
from designer.settings import Settings
from designer.shell.window import MainWindow
from engine.records import Rows
from engine.records.play import Placement
from engine.store.keeping import start_game
from engine.store.library import Library
from tests.kit.drill import drill_rows
from tests.kit.paper import many_units, runs
from tests.kit.players import play_on


def opened(qtbot: QtBot, rows: Rows, library: Library | None = None, slug: str = "") -> PrintDialog:
    dialog = PrintDialog(rows, Settings(), library, slug)
    qtbot.addWidget(dialog)
    with qtbot.waitExposed(dialog):
        dialog.show()
    return dialog


def laid(qtbot: QtBot, dialog: PrintDialog) -> None:
    qtbot.waitUntil(lambda: dialog.save_button.isEnabled() and dialog.preview.sheet.image is not None, timeout=20_000)


@pytest.fixture
def dialog(dressed: QApplication, qtbot: QtBot) -> PrintDialog:
    made = opened(qtbot, drill_rows(), slug="drill")
    laid(qtbot, made)
    return made


def test_the_preview_shows_the_set_up_first_and_leafs(dialog: PrintDialog, qtbot: QtBot) -> None:
    assert dialog.preview.place.text().startswith("German set-up: 1 of")
    first = dialog.preview.sheet.image
    QTest.mouseClick(dialog.preview.next, Qt.MouseButton.LeftButton)
    laid(qtbot, dialog)
    assert dialog.preview.index == 1 and dialog.preview.sheet.image != first
    QTest.keyClick(dialog.preview, Qt.Key.Key_End)
    assert not dialog.preview.next.isEnabled()
    QTest.keyClick(dialog.preview, Qt.Key.Key_Home)
    assert dialog.preview.index == 0


def test_a_choice_changes_the_pages(dialog: PrintDialog, qtbot: QtBot) -> None:
    dialog.wishes.documents["setup"].setChecked(False)
    dialog.wishes.documents["counters"].setChecked(True)
    qtbot.waitUntil(lambda: dialog.preview.place.text().startswith("Counters"), timeout=20_000)
    assert dialog.wishes.sort.parentWidget().isHidden() and not dialog.wishes.counter.parentWidget().isHidden()
    pages = len(dialog._pages)
    dialog.wishes.counter.setCurrentIndex(3)
    dialog.wishes.paper.setCurrentIndex(1)
    qtbot.waitUntil(lambda: bool(dialog._pages) and dialog._pages[0].width == 215.9, timeout=20_000)
    assert len(dialog._pages) >= pages


def test_nothing_chosen_and_problems_are_said_in_the_place_of_the_pages(
    dialog: PrintDialog, dressed: QApplication, qtbot: QtBot
) -> None:
    dialog.wishes.documents["setup"].setChecked(False)
    qtbot.waitUntil(dialog.preview.says.isVisible, timeout=20_000)
    assert dialog.preview.says.text().startswith("Choose what to print") and not dialog.save_button.isEnabled()
    rows = drill_rows()
    rows.put(Placement(placement="lost", side="german", place="atlantis"))
    broken = opened(qtbot, rows)
    qtbot.waitUntil(broken.preview.says.isVisible, timeout=20_000)
    assert "there is no place called atlantis" in broken.preview.says.text()
    broken.wishes.documents["setup"].setChecked(False)
    broken.wishes.documents["map"].setChecked(True)
    laid(qtbot, broken)


def test_saving_writes_the_pages_and_says_so(dialog: PrintDialog, qtbot: QtBot, tmp_path: Path) -> None:
    dialog.save(tmp_path / "drill")
    assert dialog.cancel.isVisible() and not dialog.save_button.isEnabled()
    qtbot.waitUntil(lambda: not dialog.working, timeout=20_000)
    assert dialog.says.text() == f"Saved drill.pdf: {len(dialog._pages)} pages."
    assert len(PdfReader(tmp_path / "drill.pdf").pages) == len(dialog._pages)
    assert dialog.show_button.isVisible() and dialog.save_button.isEnabled()


def test_a_long_print_can_be_cancelled(
    dressed: QApplication, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dialog = opened(qtbot, many_units(700))
    dialog.wishes.documents["oob"].setChecked(True)
    qtbot.waitUntil(lambda: len(dialog._pages) > 30 and dialog.save_button.isEnabled(), timeout=30_000)
    painted: list[int] = []
    real = Brush.paint
    monkeypatch.setattr(Brush, "paint", lambda *a: (painted.append(1), real(*a))[1])
    dialog.save(tmp_path / "long.pdf")
    qtbot.waitUntil(lambda: dialog.bar.value() > 0, timeout=20_000)
    QTest.mouseClick(dialog.cancel, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not dialog.working, timeout=20_000)
    assert "stopped" in dialog.says.text() and 0 < len(painted) < len(dialog._pages)
    assert not [entry for entry in tmp_path.iterdir() if entry.is_file()]


def test_a_path_that_cannot_be_written_is_said(dialog: PrintDialog, qtbot: QtBot, tmp_path: Path) -> None:
    dialog.save(tmp_path / "no" / "where.pdf")
    qtbot.waitUntil(lambda: not dialog.working, timeout=20_000)
    assert "cannot be written" in dialog.says.text() and dialog.save_button.isEnabled()


def test_the_log_of_a_kept_game(dressed: QApplication, qtbot: QtBot, tmp_path: Path) -> None:
    with Library.create(tmp_path / "games.db") as library:
        library.add("drill", drill_rows())
        game, _ = start_game(library, "drill", seed=3, name="Evening game")
        play_on(game, Random(1), 30)
        dialog = opened(qtbot, library.load("drill"), library, "drill")
        assert dialog.wishes.documents["log"].isEnabled() and dialog.wishes.game.itemText(0) == "Evening game"
        dialog.wishes.documents["setup"].setChecked(False)
        dialog.wishes.documents["log"].setChecked(True)
        qtbot.waitUntil(lambda: dialog.preview.place.text().startswith("Game log"), timeout=20_000)


def test_options_of_the_scenario_are_offered(dialog: PrintDialog, qtbot: QtBot, tmp_path: Path) -> None:
    combo = dialog.wishes.options["german-replacements"]
    combo.setCurrentIndex(combo.findData("none"))
    assert not dialog.save_button.isEnabled()
    laid(qtbot, dialog)
    dialog.save(tmp_path / "none.pdf")
    qtbot.waitUntil(lambda: not dialog.working, timeout=20_000)
    german = runs(tmp_path / "none.pdf")[0]
    assert "German set-up" in german and "Steps" not in german


def test_the_window_opens_the_dialog_and_the_paper_is_remembered(window: MainWindow, qtbot: QtBot) -> None:
    window.open_scenario("orsha")
    assert window.book["file.print"].isEnabled()
    window.book.run("file.print")
    dialog = window.findChild(PrintDialog)
    assert dialog is not None and dialog.isVisible()
    dialog.wishes.paper.setCurrentIndex(dialog.wishes.paper.findData("Letter"))
    dialog.reject()
    assert window.settings.get("paper") == "Letter"


def tick(dialog: PrintDialog, key: str) -> None:
    """Click the box of a document."""
    box = dialog.wishes.documents[key]
    QTest.mouseClick(box, Qt.MouseButton.LeftButton, pos=QPoint(10, box.height() // 2))


def test_the_map_is_fitted_furnished_and_drawn(dialog: PrintDialog, qtbot: QtBot, tmp_path: Path) -> None:
    wishes = dialog.wishes
    assert dialog.svg_button.isHidden()
    tick(dialog, "setup")
    tick(dialog, "map")
    wishes.map_as.setCurrentIndex(wishes.map_as.findData("pages"))
    assert wishes.pages.isEnabled() and not wishes.hex.isEnabled()
    wishes.pages.setValue(2)
    qtbot.waitUntil(
        lambda: bool(dialog._pages) and any("Key" in page.texts() for page in dialog._pages), timeout=20_000
    )
    maps = [page for page in dialog._pages if page.of("map") and not page.of("map")[0].content.frames]  # type: ignore[union-attr]
    assert 1 <= len(maps) <= 2
    wishes.furniture.setChecked(False)
    qtbot.waitUntil(lambda: bool(dialog._pages) and not any("Key" in p.texts() for p in dialog._pages), timeout=20_000)
    laid(qtbot, dialog)
    assert dialog.svg_button.isVisible() and dialog.svg_button.isEnabled()
    dialog.save_drawing(tmp_path / "map")
    qtbot.waitUntil((tmp_path / "map.svg").exists, timeout=20_000)
    qtbot.waitUntil(lambda: not dialog.working, timeout=20_000)
    assert (tmp_path / "map.svg").read_text().startswith("<?xml") and "map.svg" in dialog.says.text()


def test_counters_and_booklet_follow_the_form(dialog: PrintDialog, qtbot: QtBot) -> None:
    wishes = dialog.wishes
    for key in ("setup", "counters"):
        tick(dialog, key)
    wishes.bleed.setValue(1.5)
    wishes.safe.setValue(1.0)
    wishes.corners.setCurrentIndex(1)
    chosen = wishes.choices()
    assert (chosen.bleed, chosen.safe, chosen.corners, chosen.between) == (1.5, 1.0, "rounded", 3.0)
    qtbot.waitUntil(lambda: dialog.preview.place.text().startswith("Counters"), timeout=20_000)
    tick(dialog, "counters")
    tick(dialog, "rules")
    qtbot.waitUntil(lambda: dialog.preview.place.text().startswith("Rules"), timeout=20_000)
