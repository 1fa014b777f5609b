"""The window and its library page, with real clicks and keys."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QDialogButtonBox, QLineEdit, QPlainTextEdit
from pytestqt.qtbot import QtBot

from designer import crash
from designer.labels import Label
from designer.mapeditor.editor import MapEditor
from designer.settings import Settings
from designer.shell import commands
from designer.shell.card import NBSP, Card, facts
from designer.shell.new_scenario import NewScenarioDialog
from designer.shell.settings_dialog import SettingsDialog
from designer.shell.sheets import history_sheet, keys_sheet, report_sheet
from designer.shell.window import MainWindow, open_window
from designer.theme import current_theme
from designer.wording import ago
from engine.records.board import CellRow, Grid
from engine.records.changes import put
from engine.records.play import ScenarioRow
from engine.store.library import Library
from engine.store.tmx import write_tmx
from tests.kit.maps import sample_map

LEFT = Qt.MouseButton.LeftButton


def card(window: MainWindow, slug: str) -> Card:
    return window.library_page.cards[slug]


def test_the_first_page_shows_every_scenario_with_its_facts_and_picture(window: MainWindow, qtbot: QtBot) -> None:
    assert list(window.library_page.cards) == ["orsha", "minsk"]
    window.refresh_library()
    assert facts(card(window, "orsha").info).replace(NBSP, " ").startswith("German v Soviet  ·  7 turns  ·  12 × 9")
    qtbot.waitUntil(lambda: not window.library_page.busy(), timeout=15000)
    for shown in window.library_page.cards.values():
        assert not shown.picture._pixmap.isNull()


def test_pictures_wait_while_a_scenario_is_open_and_are_drawn_afterwards(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    pictures = window.library_page._thumbnails
    monkeypatch.setattr("designer.paint.thumbnail.SLICE", 0.0)  # so that none is ever done
    window.refresh_library()
    window.open_scenario("orsha")
    qtbot.waitUntil(lambda: not pictures._at_work, timeout=20_000)
    assert pictures.busy(), "what was begun is put off"
    monkeypatch.undo()
    window.close_scenario()
    qtbot.waitUntil(lambda: not pictures.busy(), timeout=20_000)
    assert not any(shown.picture._pixmap.isNull() for shown in window.library_page.cards.values())


def test_one_click_opens_a_scenario_and_another_leads_back(window: MainWindow) -> None:
    QTest.mouseClick(card(window, "orsha").edit, LEFT)
    assert window.slug == "orsha"
    assert window.windowTitle() == "Bridge at Orsha – Stavka"
    assert isinstance(window.show_part("map"), MapEditor)
    QTest.keyClick(window, Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
    assert window.document is None
    assert card(window, "orsha").isVisible()


def test_the_search_finds_and_says_when_nothing_fits(window: MainWindow) -> None:
    QTest.keyClicks(window.library_page.search, "pocket")
    assert [slug for slug, shown in window.library_page.cards.items() if shown.isVisible()] == ["minsk"]
    QTest.keyClicks(window.library_page.search, "xyz")
    assert "No scenario fits" in window.library_page._empty.text()
    assert window.library_page._empty.isVisible()


def test_arrow_keys_walk_over_the_cards_and_enter_opens(window: MainWindow) -> None:
    card(window, "orsha").setFocus()
    QTest.keyClick(card(window, "orsha"), Qt.Key.Key_Right)
    assert card(window, "minsk").hasFocus()
    QTest.keyClick(card(window, "minsk"), Qt.Key.Key_Return)
    assert window.slug == "minsk"


def test_a_deleted_scenario_can_be_put_back(window: MainWindow, library: Library) -> None:
    QTest.keyClick(card(window, "minsk"), Qt.Key.Key_Delete)
    assert list(window.library_page.cards) == ["orsha"]
    assert "deleted" in window.notice.text
    QTest.mouseClick(window.notice.button, LEFT)
    assert list(window.library_page.cards) == ["orsha", "minsk"]
    assert library.has("minsk")


def test_a_deletion_is_for_good_when_the_window_closes(window: MainWindow, library: Library) -> None:
    commands.ask(window, "minsk", "delete")
    assert library.has("minsk")
    window.close()
    assert not library.has("minsk")


def test_duplicate_and_rename(window: MainWindow, library: Library) -> None:
    commands.ask(window, "orsha", "duplicate")
    assert "bridge-at-orsha-copy" in window.library_page.cards
    commands.ask(window, "orsha", "rename")
    [dialog] = [widget for widget in window.findChildren(QDialog) if widget.isVisible()]
    line = dialog.findChild(QLineEdit)
    assert line is not None
    line.clear()
    ok = dialog.findChild(QDialogButtonBox).button(QDialogButtonBox.StandardButton.Ok)
    assert not ok.isEnabled()
    QTest.keyClicks(line, "Crossing at Orsha")
    QTest.mouseClick(ok, LEFT)
    assert library.load("orsha").the(ScenarioRow).title == "Crossing at Orsha"
    QTest.mouseClick(window.notice.button, LEFT)
    assert library.load("orsha").the(ScenarioRow).title == "Bridge at Orsha"


def test_export_and_import_bring_a_scenario_back(
    window: MainWindow, library: Library, tmp_path: Path, qtbot: QtBot
) -> None:
    path = tmp_path / "orsha.stavka.txt"
    window.desk.write("orsha", path)
    commands.import_path(window, path)
    qtbot.waitUntil(lambda: "Imported “Bridge at Orsha”" in window.notice.text, timeout=20_000)
    [new] = [info.slug for info in library.scenarios() if info.slug not in ("orsha", "minsk")]
    assert library.load(new) == library.load("orsha")


def test_a_tiled_map_becomes_a_scenario(window: MainWindow, library: Library, tmp_path: Path, qtbot: QtBot) -> None:
    rows = sample_map(10, 8)
    rows.put(ScenarioRow(title="From Tiled"))
    write_tmx(rows, tmp_path / "from-tiled.tmx")
    commands.import_path(window, tmp_path / "from-tiled.tmx")
    qtbot.waitUntil(lambda: "Imported" in window.notice.text, timeout=20_000)
    assert library.load("from-tiled").all(CellRow) == rows.all(CellRow)


@pytest.mark.parametrize("data", [b"", b"\0\1\2\3" * 50, b"<map", b"stavka scenario 99\n"])
def test_a_file_that_is_no_scenario_changes_nothing(
    window: MainWindow, library: Library, tmp_path: Path, data: bytes, qtbot: QtBot
) -> None:
    for name in ("odd.txt", "odd.tmx", "odd.db"):
        (tmp_path / name).write_bytes(data)
        commands.import_path(window, tmp_path / name)
        qtbot.waitUntil(lambda name=name: f"{name} was not imported" in window.notice.text, timeout=20_000)
    assert len(library.scenarios()) == 2


def test_another_library_is_opened_and_remembered(window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    Library.create(path).close()
    commands.open_library_file(window, path)
    assert "empty" in window.library_page._empty.text()
    assert window.settings.recent()[0] == path
    window.desk.library.close()


def test_a_damaged_library_is_refused_and_the_open_one_stays(window: MainWindow, tmp_path: Path) -> None:
    (tmp_path / "bad.db").write_bytes(b"SQLite format 3\0" + b"\xff" * 200)
    commands.open_library_file(window, tmp_path / "bad.db")
    assert window.notice.text
    assert list(window.library_page.cards) == ["orsha", "minsk"]


def test_a_new_scenario_refuses_absurd_sizes_with_a_sentence(window: MainWindow, library: Library) -> None:
    QTest.keyClick(window, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    dialog = window.findChild(NewScenarioDialog)
    assert dialog is not None
    ok = dialog.buttons.button(QDialogButtonBox.StandardButton.Ok)
    for columns, says in ((0, "at least one"), (100_000, "100,000 is too many")):
        dialog.columns.setValue(columns)
        assert says in dialog.refusal.text()
        assert not ok.isEnabled()
    dialog.columns.setValue(6)
    dialog.rows.setValue(5)
    dialog.title.setText("Yelnya")
    assert dialog.slug.text() == "yelnya"
    QTest.mouseClick(ok, LEFT)
    assert window.slug == "yelnya"
    assert library.load("yelnya").the(Grid).columns == 6


def test_a_new_scenario_with_a_name_that_is_taken_is_refused(window: MainWindow) -> None:
    from designer.mapeditor.operations.blank import blank

    commands.add_scenario(window, "Again", "orsha", blank("Again", Grid(columns=3, rows=3)))
    assert "already" in window.notice.text
    assert window.document is None


def test_the_palette_runs_a_command_by_its_name(window: MainWindow) -> None:
    window.open_scenario("orsha")
    palette = window.show_palette()
    QTest.keyClicks(palette.field, "fill")
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    editor = window.show_part("map")
    assert isinstance(editor, MapEditor)
    assert editor.tool_name == "fill"


def test_the_palette_offers_only_what_can_be_done_now(window: MainWindow) -> None:
    here = {row.id for row, _ in window.book.palette()}
    assert "file.new" in here and "tool.brush" not in here
    window.open_scenario("orsha")
    assert "tool.brush" in {row.id for row, _ in window.book.palette()}


def test_theme_and_text_size_take_effect_at_once(window: MainWindow) -> None:
    dialog = SettingsDialog(window.settings, window)
    theme, scale = dialog.fields["theme"], dialog.fields["text_scale"]
    before = QApplication.font().pointSizeF()
    theme.setCurrentIndex(theme.findData("dark"))  # type: ignore[attr-defined]
    assert current_theme().dark
    scale.setValue(150)  # type: ignore[attr-defined]
    assert QApplication.font().pointSizeF() == pytest.approx(before * 1.5)
    window.settings.put("theme", "light")
    window.settings.put("text_scale", 100)


def test_docks_stay_where_they_were_put(window: MainWindow) -> None:
    window.open_scenario("orsha")
    editor = window.show_part("map")
    assert isinstance(editor, MapEditor)
    editor.docks["layers"].hide()
    editor.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, editor.docks["inspector"])
    window.close_scenario()
    window.open_scenario("orsha")
    again = window.show_part("map")
    assert isinstance(again, MapEditor) and again is not editor
    assert again.docks["layers"].isHidden()
    assert again.dockWidgetArea(again.docks["inspector"]) == Qt.DockWidgetArea.LeftDockWidgetArea


def test_a_closed_panel_is_brought_back_by_the_view_menu(window: MainWindow) -> None:
    window._fill_panels()
    assert [action.text() for action in window._panels_menu.actions()] == ["There are no panels here"]
    window.open_scenario("orsha")
    editor = window.show_part("map")
    assert isinstance(editor, MapEditor)
    editor.docks["layers"].close()
    window._fill_panels()
    [action] = [action for action in window._panels_menu.actions() if action.text() == "Layers"]
    action.trigger()
    assert not editor.docks["layers"].isHidden()


def test_a_read_only_library_can_be_looked_at_and_says_why_it_keeps_nothing(
    dressed: QApplication, library: Library, qtbot: QtBot
) -> None:
    with Library.open(library.path, read_only=True) as fixed:
        window = open_window(fixed, Settings())
        qtbot.addWidget(window)
        document = window.open_scenario("orsha")
        assert document is not None
        assert "only be read" in window.notice.text
        assert not document.edit("Paint", [put(document.rows, CellRow(cell="0101", terrain="forest"))])
        assert "cannot be written" in window.notice.text
        commands.ask(window, "orsha", "delete")
        assert "nothing was deleted" in window.notice.text
        window.close()


def test_a_crash_report_is_offered_once(window: MainWindow, home: Path) -> None:
    crash.write_report(ValueError, ValueError("boom"), None)
    window.offer_report()
    assert "report was saved" in window.notice.text
    window.notice.hide()
    window.offer_report()
    assert window.notice.text == ""


def test_the_sheet_of_a_report_says_what_it_truly_holds(window: MainWindow, qtbot: QtBot) -> None:
    try:
        raise ValueError("there is no unit called “24. Panzerkorps”")
    except ValueError as error:
        report = crash.write_report(ValueError, error, error.__traceback__)
    sheet = report_sheet(report, window)
    qtbot.addWidget(sheet)
    text = sheet.findChild(QPlainTextEdit).toPlainText()
    assert "24. Panzerkorps" in text and __file__ in text
    said = " ".join(label.text() for label in sheet.findChildren(Label))
    assert "may quote something of a scenario" in said and "names of its files and folders" in said
    assert "no part of your scenarios" not in said


def test_history_and_shortcuts_are_listed(window: MainWindow, qtbot: QtBot) -> None:
    document = window.open_scenario("orsha")
    assert document is not None
    document.edit("Paint forest, 1 hex", [put(document.rows, CellRow(cell="0101", terrain="forest"))])
    assert window.book["edit.undo"].text() == "&Undo Paint forest, 1 hex"
    sheet = history_sheet(document, window)
    qtbot.addWidget(sheet)
    keys = keys_sheet(window.book, window)
    qtbot.addWidget(keys)
    assert sheet.isWindow() and keys.isWindow()


@pytest.mark.parametrize(
    ("then", "says"),
    [
        (None, "Not edited yet"),
        ("2026-11-16T11:59:30+00:00", "Edited just now"),
        ("2026-11-16T11:15:00+00:00", "Edited 45 minutes ago"),
        ("2026-11-16T10:00:00+00:00", "Edited 2 hours ago"),
        ("2026-11-14T12:00:00+00:00", "Edited 2 days ago"),
        ("2026-01-05T12:00:00+00:00", "Edited 5 January 2026"),
        ("nonsense", "Edited"),
    ],
)
def test_the_last_edit_is_told_in_words(then: str | None, says: str) -> None:
    assert ago(then, datetime(2026, 11, 16, 12, 0, tzinfo=UTC)) == says


def test_a_shipped_scenario_is_restored(
    window: MainWindow, library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from designer.mapeditor.operations.blank import blank
    from designer.shell import desk

    with Library.create(tmp_path / "shipped.db") as shipped:
        shipped.add("orsha", blank("Shipped", Grid(columns=3, rows=3)), shipped=True)
    monkeypatch.setattr(desk, "shipped_library", lambda: tmp_path / "shipped.db")
    assert [info.title for info in window.desk.shipped()] == ["Shipped"]
    assert window.desk.restore("orsha") == "orsha-2"
    assert library.load("orsha-2").the(ScenarioRow).title == "Shipped"
    assert library.load("orsha").the(ScenarioRow).title == "Bridge at Orsha"
