from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from msgspec import structs
from pypdf import PdfReader
from PySide6.QtCore import QByteArray
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from designer.paint.export import export_map
from designer.paint.map.scene import MapScene
from designer.paint.style import PRINTED
from engine.errors import StavkaError
from engine.ids import Cell
from engine.records.board import Place
from tests.kit.maps import sample_map
from tests.kit.pictures import picture_of


@pytest.fixture
def scene(qapp) -> MapScene:
    return MapScene(sample_map(10, 7))


def test_a_png_prints_at_the_chosen_scale(scene, tmp_path):
    export_map(scene, tmp_path / "map.png", mm_per_cell=12, dpi=100)
    image = QImage(str(tmp_path / "map.png"))
    assert image.width() == pytest.approx(scene.bounds.width() * 12 / 25.4 * 100, abs=1)
    assert image.dotsPerMeterX() == pytest.approx(3937, abs=1)


LAYER = "{http://www.inkscape.org/namespaces/inkscape}label"
SVG = "{http://www.w3.org/2000/svg}"


def drawing(scene: MapScene, path: Path, **more: object) -> ElementTree.Element:
    export_map(scene, path, **more)  # type: ignore[arg-type]
    return ElementTree.parse(path).getroot()


def test_an_svg_has_named_layers_in_the_order_of_painting(scene, tmp_path):
    root = drawing(scene, tmp_path / "map.svg")
    labels = [group.get(LAYER) for group in root if group.get(LAYER)]
    assert labels == [
        "Paper",
        "Terrain",
        "Rivers and hexsides",
        "Water",
        "Regions",
        "Grid",
        "Roads and railways",
        "Edge of the map",
        "Numbers",
        "Places",
        "Halos of names",
        "Names",
    ]
    fewer = drawing(scene, tmp_path / "map.svg", shown=["terrain", "names"])
    assert "Grid" not in [group.get(LAYER) for group in fewer]


def test_names_and_numbers_of_an_svg_are_live_text(scene, tmp_path):
    root = drawing(scene, tmp_path / "map.svg")
    said = {group.get("id"): [text.text for text in group.iter(f"{SVG}text")] for group in root}
    assert said["numbers"] == [scene.grid.label(Cell(cell)) for cell in range(scene.grid.size)]
    assert {row.name for places in scene.sheet.places.values() for row in places.values() if row.name} <= set(
        said["names"]
    )
    rivers = [text for text in root.iter(f"{SVG}text") if text.get("rotate")]
    assert all(len((text.get("x") or "").split()) == len(text.text or "") for text in rivers)


def test_an_svg_takes_any_name(qapp, tmp_path):
    rows = sample_map(10, 7)
    for place in rows.all(Place):
        rows.put(structs.replace(place, name="<image href='file:///a'/>\x1b&\ufffe"))
    said = {text.text for text in drawing(MapScene(rows), tmp_path / "map.svg").iter(f"{SVG}text")}
    assert "<image href='file:///a'/>\ufffd&\ufffd" in said


def test_every_reference_of_an_svg_is_answered(scene, tmp_path):
    root = drawing(scene, tmp_path / "map.svg")
    known = {element.get("id") for element in root.iter()}
    asked = {element.get("href", "")[1:] for element in root.iter(f"{SVG}use")}
    asked |= {fill[5:-1] for element in root.iter() if (fill := element.get("fill", "")).startswith("url(")}
    assert asked and asked <= known


def test_an_svg_of_a_large_map_is_small_enough_to_edit(qapp, tmp_path):
    export_map(MapScene(sample_map(60, 32)), tmp_path / "map.svg")
    assert (tmp_path / "map.svg").stat().st_size < 2_000_000


def test_an_svg_looks_like_the_map(scene, tmp_path):
    """The same colours in the same places, but for what the patterns strew elsewhere."""
    shown = ["terrain", "hexsides", "links"]
    export_map(scene, tmp_path / "map.svg", shown=shown)
    painted = picture_of(scene, scene.bounds, 30, shown=shown, style=replace(PRINTED, texture=False))
    drawn = QImage(painted.size(), QImage.Format.Format_RGB32)
    drawn.fill(0)
    painter = QPainter(drawn)
    QSvgRenderer(QByteArray((tmp_path / "map.svg").read_bytes())).render(painter)
    painter.end()
    far = [
        max(abs(a - b) for a, b in zip(painted.pixelColor(x, y).getRgb(), drawn.pixelColor(x, y).getRgb(), strict=True))
        for x in range(40, painted.width() - 40, 7)
        for y in range(40, painted.height() - 40, 7)
    ]
    assert sum(apart > 60 for apart in far) < 0.06 * len(far)


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
    with pytest.raises(StavkaError, match="cannot be written: there is no folder"):
        export_map(scene, tmp_path / "nowhere" / name)
