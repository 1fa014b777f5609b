from __future__ import annotations

import pytest
from pypdf import PdfReader
from PySide6.QtCore import QByteArray
from PySide6.QtGui import QImage
from PySide6.QtSvg import QSvgRenderer

from designer.paint.export import export_map
from designer.paint.map.scene import MapScene
from engine.errors import StavkaError
from tests.kit.maps import sample_map


@pytest.fixture
def scene(qapp) -> MapScene:
    return MapScene(sample_map(10, 7))


def test_a_png_prints_at_the_chosen_scale(scene, tmp_path):
    export_map(scene, tmp_path / "map.png", mm_per_cell=12, dpi=100)
    image = QImage(str(tmp_path / "map.png"))
    assert image.width() == pytest.approx(scene.bounds.width() * 12 / 25.4 * 100, abs=1)
    assert image.dotsPerMeterX() == pytest.approx(3937, abs=1)


def test_an_svg_is_a_drawing_that_renders(scene, tmp_path):
    export_map(scene, tmp_path / "map.svg")
    text = (tmp_path / "map.svg").read_bytes()
    assert QSvgRenderer(QByteArray(text)).isValid() and text.count(b"<path") > 50


def test_a_pdf_is_one_page_of_the_sheets_size(scene, tmp_path):
    export_map(scene, tmp_path / "map.pdf", mm_per_cell=10)
    pages = PdfReader(tmp_path / "map.pdf").pages
    assert len(pages) == 1
    assert float(pages[0].mediabox.width) == pytest.approx(scene.bounds.width() * 10 / 25.4 * 72, abs=2)


def test_an_unknown_ending_is_refused_with_a_sentence(scene, tmp_path):
    with pytest.raises(StavkaError, match="PNG, SVG or PDF"):
        export_map(scene, tmp_path / "map.gif")


def test_a_picture_beyond_reason_is_refused(scene, tmp_path):
    with pytest.raises(StavkaError, match="smaller"):
        export_map(scene, tmp_path / "map.png", mm_per_cell=500, dpi=600)


@pytest.mark.parametrize("name", ["map.png", "map.svg", "map.pdf"])
def test_a_folder_that_is_not_there_gives_a_sentence(scene, tmp_path, name):
    with pytest.raises(StavkaError, match="could not be written"):
        export_map(scene, tmp_path / "nowhere" / name)
