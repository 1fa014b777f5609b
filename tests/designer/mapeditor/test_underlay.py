"""The underlay's arithmetic, what is not a picture, and that none is decoded in the window's thread."""

from __future__ import annotations

import struct
import threading
import zlib

import pytest
from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from designer.mapeditor import pictures
from designer.mapeditor.editor import MapEditor
from designer.mapeditor.operations import underlay
from designer.mapeditor.operations.ground import Ground
from designer.shell.window import MainWindow
from engine.errors import StavkaError
from engine.records.board import Underlay
from engine.records.changes import put
from engine.store.library import Library
from tests.kit.boards import board_rows


def test_three_points_place_the_picture_whatever_its_placement_was() -> None:
    wanted = (0.05, 0.01, -0.02, 0.04, 1.5, -0.5)
    before = (0.1, 0.0, 0.0, 0.1, 3.0, 4.0)
    pixels = [(10.0, 20.0), (300.0, 40.0), (120.0, 400.0)]
    pairs = [(underlay.applied(before, pixel), underlay.applied(wanted, pixel)) for pixel in pixels]
    assert underlay.calibrated(before, pairs) == pytest.approx(wanted)


def test_points_on_one_line_are_refused() -> None:
    with pytest.raises(StavkaError, match="lie on one line"):
        underlay.calibrated((1, 0, 0, 1, 0, 0), [((0, 0), (0, 0)), ((1, 1), (1, 1)), ((2, 2), (2, 2))])


def test_a_picture_is_spread_over_the_whole_map() -> None:
    grid = Ground(board_rows("\n".join(". " * 10 for _ in range(6)))).grid
    matrix = underlay.fitted(500, 500, grid)
    west, north, east, south = grid.bounds()
    x, y = underlay.applied(matrix, (500, 500))
    assert x >= east - 1e-9 and y >= south - 1e-9
    assert underlay.applied(matrix, (0, 0)) == pytest.approx((west, north))


@pytest.mark.parametrize("data", [b"", b"GIF89a", b"%PDF-1.7", b"RIFF....WAVE", b"not a picture at all"])
def test_what_is_no_picture_is_refused(data: bytes) -> None:
    with pytest.raises(StavkaError, match="not a PNG, JPEG or WebP"):
        underlay.kind_of(data)


def picture(kind: str, width: int = 40, height: int = 30) -> bytes:
    """A small picture of a kind."""
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor("#cc2200"))
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    assert image.save(buffer, kind)
    return bytes(buffer.data().data())


def huge_png(side: int) -> bytes:
    """A PNG of a few hundred bytes that claims to be enormous."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", side, side, 8, 6, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")


SVG = b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_the_three_kinds_are_decoded(dressed: QApplication, kind: str) -> None:
    assert pictures.decoded(picture(kind)).width() == 40


@pytest.mark.parametrize("data", [SVG, picture("BMP"), b"GIF89a" + b"\0" * 40, b"<?xml version='1.0'?>" + SVG])
def test_other_kinds_are_never_decoded(dressed: QApplication, data: bytes) -> None:
    with pytest.raises(StavkaError, match="not a PNG, JPEG or WebP"):
        pictures.decoded(data)


def test_a_picture_that_claims_to_be_enormous_is_refused(dressed: QApplication) -> None:
    with pytest.raises(StavkaError, match=r"20,000 × 20,000 points; 60 million are the most"):
        pictures.decoded(huge_png(20_000))


def test_a_library_with_another_kind_of_picture_says_so_once(
    window: MainWindow, library: Library, qtbot: QtBot
) -> None:
    rows = library.load("orsha")
    library.edit("orsha", "Underlay", [put(rows, Underlay(name="evil", image=SVG))])
    window.open_scenario("orsha")
    editor = window.show_part("map")
    assert isinstance(editor, MapEditor)
    qtbot.waitUntil(lambda: "The underlay is not shown." in window.notice.text, timeout=20_000)
    window.notice.hide()
    editor.view.repaint()
    qtbot.waitUntil(lambda: not editor.underlay.busy())
    assert window.notice.text == ""


def test_pictures_are_decoded_beside_the_window_and_then_drawn(
    window: MainWindow, library: Library, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[threading.Thread] = []
    real = pictures.decoded
    monkeypatch.setattr(pictures, "decoded", lambda data: (threads.append(threading.current_thread()), real(data))[1])
    rows = library.load("orsha")
    row = Underlay(name="scan", image=picture("PNG"), opacity=1.0, matrix=(1.0, 0.0, 0.0, 1.0, 0.0, 0.0))
    library.edit("orsha", "Underlay", [put(rows, row)])
    window.open_scenario("orsha")
    editor = window.show_part("map")
    assert isinstance(editor, MapEditor)
    editor.view.fit()
    qtbot.waitUntil(lambda: bool(threads) and not editor.underlay.busy(), timeout=20_000)
    assert threading.main_thread() not in threads
    centre = editor.view.rect().center()
    qtbot.waitUntil(lambda: editor.view.grab().toImage().pixelColor(centre).red() > 180, timeout=20_000)
    assert editor.view.grab().toImage().pixelColor(centre).blue() < 60
    assert len(threads) == 1


@pytest.mark.parametrize(
    ("matrix", "words"),
    [
        ((0.05, 0.0, 0.0, 0.05, 3, 4), ""),
        ((0.05, 0.005, -0.005, 0.05, 3, 4), ""),
        ((0.05, 0.0, 0.01, 0.05, 0, 0), "leans over by 11°"),
        ((0.05, 0.0, 0.0, 0.06, 0, 0), "is stretched by 20% in one direction"),
        ((-0.05, 0.0, 0.0, 0.05, 0, 0), "is mirrored"),
    ],
)
def test_a_placement_that_shears_the_picture_is_doubted(matrix: underlay.Matrix, words: str) -> None:
    said = underlay.doubt(matrix)
    assert words in said and bool(said) == bool(words)
