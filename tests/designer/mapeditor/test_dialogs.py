"""The map editor's dialogs: export, kinds, geography."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialogButtonBox
from pytestqt.qtbot import QtBot

from designer.mapeditor import commands
from designer.mapeditor.dialogs.export import ExportDialog
from designer.mapeditor.dialogs.kinds import KindsDialog
from designer.mapeditor.editor import MapEditor
from designer.mapeditor.operations.geographic import AREAS, MapWish, laid
from designer.rowdialog import RowDialog
from designer.shell.facts import FactsDialog
from designer.shell.geography import GeographyDialog, gazetteer
from designer.shell.window import MainWindow
from engine.board import Board
from engine.records.board import Grid, Hexside, Link, Place, TerrainKind
from engine.records.play import ScenarioRow
from engine.store.tmx_read import read_tmx

LEFT = Qt.MouseButton.LeftButton


@pytest.mark.parametrize(("suffix", "start"), [(".png", b"\x89PNG"), (".svg", b"<?xml"), (".pdf", b"%PDF")])
def test_the_map_is_written_as_a_picture(
    editor: MapEditor, window: MainWindow, qtbot: QtBot, tmp_path: Path, suffix: str, start: bytes
) -> None:
    commands.export_map(editor)
    dialog = editor.findChild(ExportDialog)
    assert dialog is not None
    dialog.format.setCurrentIndex(dialog.format.findData(suffix))
    dialog.mm.setValue(5)
    dialog.write(tmp_path / f"map{suffix}")
    qtbot.waitUntil(lambda: "was written" in window.notice.text, timeout=20_000)
    assert (tmp_path / f"map{suffix}").read_bytes().startswith(start)


def test_the_outlook_tells_the_size_of_the_picture(
    editor: MapEditor, qtbot: QtBot, tmp_path: Path, window: MainWindow
) -> None:
    commands.export_map(editor)
    dialog = editor.findChild(ExportDialog)
    assert dialog is not None
    dialog.mm.setValue(5)
    dialog.dpi.setValue(100)
    said = dialog.outlook.text()
    dialog.write(tmp_path / "map.png")
    qtbot.waitUntil(lambda: "was written" in window.notice.text, timeout=20_000)
    image = QImage(str(tmp_path / "map.png"))
    assert f"{image.width():,} × {image.height():,} pixels" in said


def test_the_map_is_written_for_tiled_and_a_bad_folder_is_told(
    editor: MapEditor, window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    commands.export_map(editor)
    dialog = editor.findChild(ExportDialog)
    assert dialog is not None
    dialog.format.setCurrentIndex(dialog.format.findData(".tmx"))
    dialog.write(tmp_path / "nowhere" / "map.tmx")
    qtbot.waitUntil(lambda: "cannot be written" in dialog.outlook.text(), timeout=20_000)
    dialog.write(tmp_path / "map.tmx")
    qtbot.waitUntil(lambda: "was written" in window.notice.text, timeout=20_000)
    assert read_tmx(tmp_path / "map.tmx").the(Grid) == editor.document.rows.the(Grid)


def test_a_kind_is_added_and_changed_in_the_dialog(editor: MapEditor) -> None:
    commands.kinds(editor)
    dialog = editor.findChild(KindsDialog)
    assert dialog is not None
    dialog.lists["terrain"].setCurrentRow(1)
    dialog._change("terrain")
    form = dialog.findChild(RowDialog)
    assert form is not None
    form.form.fields["name"].put("Great forest")
    form.form.fields["colour"].put("#123456")
    QTest.mouseClick(form.buttons.button(QDialogButtonBox.StandardButton.Ok), LEFT)
    changed = editor.document.rows.get(TerrainKind, "forest")
    assert changed is not None and (changed.name, changed.colour) == ("Great forest", "#123456")
    assert dialog.lists["terrain"].item(1).text() == "Great forest"


def test_a_form_with_a_fault_stays_open_and_says_which(editor: MapEditor) -> None:
    kind = editor.document.rows.get(TerrainKind, "forest")
    assert kind is not None
    editor.open_form(kind)
    form = editor.findChild(RowDialog)
    assert form is not None
    form.form.fields["colour"].put("green")
    QTest.mouseClick(form.buttons.button(QDialogButtonBox.StandardButton.Ok), LEFT)
    assert form.isVisible()
    assert "colour" in form.refusal.text()
    assert editor.document.stack.count() == 0


def test_title_and_description_are_an_edit(window: MainWindow, editor: MapEditor) -> None:
    dialog = FactsDialog(editor.document, window)
    dialog.form.fields["title"].put("Orsha, July 1941")
    dialog._write()
    assert editor.document.rows.the(ScenarioRow).title == "Orsha, July 1941"
    assert window.windowTitle() == "Orsha, July 1941 – Stavka"
    window.undo()
    assert window.windowTitle() == "Bridge at Orsha – Stavka"


def test_a_map_of_belorussia_has_the_dnepr_minsk_and_railways() -> None:
    area = AREAS[0]
    rows = laid(MapWish(Grid(columns=20, rows=14, km=48), area.latitude, area.longitude), gazetteer(), "Belorussia")
    board = Board.from_rows(rows)
    assert any(row.name.startswith("Dnepr") for row in rows.all(Hexside))
    assert {"Minsk", "Smolensk"} <= {row.name for row in rows.all(Place)}
    assert rows.all(Link)
    assert "forest" in {board.terrain_of(board.cell(label)) for label in board.names.labels}


def test_the_geography_dialog_draws_refuses_and_makes_a_scenario(window: MainWindow, qtbot: QtBot) -> None:
    dialog = GeographyDialog(window)
    qtbot.addWidget(dialog)
    dialog.columns.setValue(0)
    assert "at least one" in dialog.says.text()
    dialog.columns.setValue(10)
    dialog.rows.setValue(8)
    dialog.area.setCurrentIndex(1)
    qtbot.waitUntil(lambda: not dialog.picture.pixmap().isNull(), timeout=20_000)
    with qtbot.waitSignal(dialog.made) as heard:
        QTest.mouseClick(dialog.buttons.button(QDialogButtonBox.StandardButton.Ok), LEFT)
    title, rows = heard.args
    assert title == "Smolensk"
    assert rows.the(Grid).columns == 10
    Board.from_rows(rows)
