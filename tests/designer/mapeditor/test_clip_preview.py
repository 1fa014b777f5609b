"""What a paste would do is seen before it is done; what a calibration did wrong is said."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from designer.mapeditor import commands
from designer.mapeditor.editor import MapEditor
from designer.shell.window import MainWindow
from engine.records.board import TerrainKind, Underlay
from tests.kit.mouse import Mouse

CONTROL = Qt.KeyboardModifier.ControlModifier


def colour_at(editor: MapEditor, picture: QImage, cell: str) -> QColor:
    at = editor.view.position_of(editor.view.grid.parse(cell)).toPoint()
    return picture.pixelColor(at.x() + 6, at.y() + 6)


def near(one: QColor, other: QColor) -> int:
    return abs(one.red() - other.red()) + abs(one.green() - other.green()) + abs(one.blue() - other.blue())


def test_the_terrain_in_the_hand_is_seen_before_it_is_laid_down(editor: MapEditor) -> None:
    mouse = Mouse(editor.view)
    editor.context.choose("terrain", "forest")
    mouse.drag("0202", "0203")
    QTest.keyClick(editor.view, Qt.Key.Key_M)
    mouse.drag("0202", "0203")
    QTest.keyClick(editor.view, Qt.Key.Key_C, CONTROL)
    QTest.mouseMove(editor.view, mouse.pixel("0205"))
    before = editor.view.grab().toImage()
    QTest.keyClick(editor.view, Qt.Key.Key_V, CONTROL)
    QTest.mouseMove(editor.view, mouse.pixel("0806"))
    QTest.mouseMove(editor.view, mouse.pixel("0805"))
    QApplication.processEvents()
    after = editor.view.grab().toImage()
    kind = editor.document.rows.get(TerrainKind, "forest")
    assert kind is not None
    wanted = QColor(kind.colour)
    seen = near(colour_at(editor, after, "0805"), wanted)
    assert seen < near(colour_at(editor, before, "0805"), wanted) / 2, "it has the colour of the forest"
    assert editor.document.stack.undoText() != "Paste 2 hexes", "nothing is laid down yet"
    mouse.click("0805")
    assert editor.document.stack.undoText() == "Paste 2 hexes"


def calibrate(editor: MapEditor, *cells: tuple[str, str]) -> None:
    """Mark what lies over one hex and say that it belongs to another, three times."""
    mouse = Mouse(editor.view)
    commands.calibrate(editor)
    for seen, wanted in cells:
        mouse.click(editor.view.grid.centre(editor.view.grid.parse(seen)))
        mouse.click(wanted)


def test_a_calibration_that_shears_the_picture_is_doubted(
    editor: MapEditor, window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    picture = QImage(200, 150, QImage.Format.Format_RGB32)
    picture.fill(QColor("#336699"))
    assert picture.save(str(tmp_path / "scan.png"))
    commands.load_underlay(editor, tmp_path / "scan.png")
    qtbot.waitUntil(lambda: bool(editor.document.rows.all(Underlay)), timeout=10_000)
    calibrate(editor, ("0202", "0403"), ("0802", "1003"), ("0307", "0508"))
    assert window.notice.text == "", "the picture was only moved"
    calibrate(editor, ("0202", "0202"), ("0802", "0802"), ("0307", "0607"))
    assert "leans over by" in window.notice.text and "wrong hex" in window.notice.text
    assert editor.document.stack.undoText() == "Calibrate underlay", "it is done as it was asked for"
