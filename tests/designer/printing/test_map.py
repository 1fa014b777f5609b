from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from designer.paint.map.drawing import PAPER_DOTS
from designer.paint.map.scene import MapScene
from designer.printing.choices import Choices
from designer.printing.map_furniture import common_name, key, kinds_shown, scale_length
from designer.printing.map_parts import board, whole_map
from designer.printing.map_sheets import fitted_hex, map_area, map_document, tiles
from designer.printing.material import Material
from designer.printing.pages import Line, MapPart, Page, Rectangle, Swatch
from designer.printing.paper import SIZES, paper
from designer.printing.samples import paint_swatch
from engine.errors import ScenarioError, StavkaError
from engine.grid import make_grid
from engine.records import Rows
from engine.records.board import Box, Grid, TerrainKind
from engine.records.play import ScenarioRow
from tests.kit.maps import sample_map
from tests.kit.paper import measure, off_the_page, shipped, texts
from tests.kit.shipped import shipped_rows


@pytest.fixture(scope="module")
def material() -> Material:
    rows = sample_map(30, 20)
    rows.put(ScenarioRow(title="A map alone"))
    rows.put(Box(box="reserve", name="Reserve", x=-4, y=2, width=3, height=4))
    return Material(rows)


def pages(material: Material, **choices: object) -> tuple[Page, ...]:
    return map_document(material, Choices(**choices), measure).pages  # type: ignore[arg-type]


def part(page: Page) -> MapPart:
    (box,) = page.of("map")
    assert isinstance(box.content, MapPart)
    return box.content


def test_the_size_without_painting_is_the_painters(material: Material) -> None:
    bounds = MapScene(material.rows).bounds
    whole = whole_map(material)
    assert (whole.x, whole.y, whole.width, whole.height) == pytest.approx(
        (bounds.x(), bounds.y(), bounds.width(), bounds.height())
    )


@pytest.mark.parametrize("name", SIZES)
@pytest.mark.parametrize("size", [10.0, 18.0, 25.0])
def test_tiles_cover_the_map_and_overlap(material: Material, name: str, size: float) -> None:
    overlap = 8.0
    choices = Choices(hex=size, overlap=overlap, furniture=size < 20)
    found, whole = tiles(material, paper(name), choices), map_area(material, choices)
    columns, rows = 1 + max(tile.column for tile in found), 1 + max(tile.row for tile in found)
    assert len(found) == columns * rows
    for line in ([tile for tile in found if tile.row == row] for row in range(rows)):
        assert line[0].part.x == whole.x and line[-1].part.right == pytest.approx(whole.right)
        for one, other in pairwise(line):
            assert (one.part.right - other.part.x) * size == pytest.approx(overlap)
    for column in ([tile for tile in found if tile.column == n] for n in range(columns)):
        assert column[0].part.y == whole.y and column[-1].part.bottom == pytest.approx(whole.bottom)
        for one, other in pairwise(column):
            assert (one.part.bottom - other.part.y) * size == pytest.approx(overlap)


def test_pages_are_true_to_the_chosen_size_and_carry_marks(material: Material) -> None:
    plan, *found = pages(material, hex=18.0, furniture=False)
    names = [frame.text for frame in part(plan).frames]
    assert len(names) == len(set(names)) == len(found) and names[0] == "A1"
    assert off_the_page(found) == [] and off_the_page([plan]) == []
    for page, name in zip(found, names, strict=True):
        (box,) = page.of("map")
        assert box.rect.width / part(page).part.width == pytest.approx(18.0)
        assert box.rect.height / part(page).part.height == pytest.approx(18.0)
        assert name in page.texts()
        marks = [box for box in page.boxes if isinstance(box.content, Line)]
        assert len(marks) >= 4


def test_registration_marks_of_neighbours_lie_on_the_same_line_of_the_map(material: Material) -> None:
    _, *found = pages(material, hex=18.0)
    lines = []
    for page in found[:2]:
        (box,) = page.of("map")
        xs = {mark.rect.x for mark in page.boxes if isinstance(mark.content, Line) and mark.rect.width == 0}
        lines.append({round(part(page).part.x + (x - box.rect.x) / 18.0, 6) for x in xs})
    assert lines[0] & lines[1]


def test_one_sheet_is_as_large_as_the_map(material: Material) -> None:
    (page,) = pages(material, map_as="sheet", hex=18.0, furniture=False)
    whole = whole_map(material)
    assert (page.width, page.height) == pytest.approx((whole.width * 18.0, whole.height * 18.0))


@pytest.mark.parametrize("name", SIZES)
def test_a_page_holds_the_whole_map(material: Material, name: str) -> None:
    (page,) = pages(material, map_as="page", paper=name, furniture=False)
    assert part(page).part == whole_map(material) and off_the_page([page]) == []
    assert sorted((page.width, page.height)) == sorted(SIZES[name]) and page.width > page.height


def test_what_does_not_fit_is_refused_in_a_sentence(material: Material) -> None:
    with pytest.raises(StavkaError, match="too small for a hex of 50 mm"):
        tiles(material, type(paper("A4"))("Postcard", 105.0, 60.0), Choices(hex=50.0))
    wide = Material(Rows([ScenarioRow(title="Wide"), *sample_map(200, 100)]))
    with pytest.raises(StavkaError, match="pages of A4"):
        pages(wide, hex=30.0)
    with pytest.raises(StavkaError, match="would measure"):
        pages(wide, hex=40.0, map_as="sheet")
    with pytest.raises(StavkaError, match="A hex may measure 4 to 60 mm, not 99 mm"):
        Choices(hex=99.0).check()


def test_a_map_prints_before_there_is_a_game(material: Material) -> None:
    with pytest.raises(ScenarioError):
        _ = material.scenario
    assert "A map alone" in texts(map_document(material, Choices(map_as="page"), measure))


def test_without_a_map_nothing_can_be_printed() -> None:
    with pytest.raises(ScenarioError, match="no map"):
        Material(Rows([ScenarioRow(title="Nothing")]))


@pytest.mark.parametrize("name", SIZES)
@pytest.mark.parametrize("form", ["page", "sheet", "tiles", "pages"])
def test_a_map_has_its_title_key_scale_compass_turn_record_and_boxes(material: Material, form: str, name: str) -> None:
    made = pages(material, map_as=form, hex=12.0, paper=name)
    assert off_the_page(made) == []
    said = [text for page in made for text in page.texts()]
    assert {"A map alone", "Key", "Turn record", "Reserve"} <= set(said)
    assert any(text.endswith(" km") for text in said) and "10 km to a hex" in said
    assert sum(len(page.of("compass")) for page in made) == 1
    swatches = {
        (box.content.layer, box.content.kind) for page in made for box in page.boxes if isinstance(box.content, Swatch)
    }
    assert swatches == {(layer, kind) for layer, kind, _ in kinds_shown(material)} != set()
    turns = [str(turn) for turn in range(1, material.rows.the(ScenarioRow).turns + 1)]
    start = said.index("Turn record")
    assert [text for text in said[start:] if text.isdigit()][: len(turns)] == turns


@pytest.mark.parametrize("form", ["page", "sheet"])
@pytest.mark.parametrize("slug", ["arduous-beginning", "childs-barbarossa", "proud-monster", "smolensk"])
def test_no_name_of_a_key_is_cut(slug: str, form: str) -> None:
    material = shipped(slug)
    said = {text for page in pages(material, map_as=form, hex=12.0) for text in page.texts()}
    names = {name for _, _, name in kinds_shown(material)}
    assert names and not names - said


def test_a_key_has_as_many_columns_as_there_is_room_for(material: Material) -> None:
    def columns(width: float) -> int:
        boxes = [box for box in key(material, width, measure).boxes if isinstance(box.content, Swatch)]
        return len({box.rect.x for box in boxes})

    narrow, wide = columns(60), columns(400)
    assert 1 <= narrow < wide
    names = [name for _, _, name in kinds_shown(material)]
    assert columns(10_000) == len(names) and columns(1) == 1


def test_boxes_beside_the_map_are_furniture_as_wide_as_on_it_and_never_towers(material: Material) -> None:
    (page,) = pages(material, map_as="sheet", hex=12.0)
    assert part(page).part == board(material)
    fields = [
        (box.rect.width, box.rect.height)
        for box in page.boxes
        if isinstance(box.content, Rectangle) and box.rect.width == pytest.approx(3 * 12.0)
    ]
    assert (pytest.approx(36.0), pytest.approx(0.8 * 36.0)) in fields
    (bare,) = pages(material, map_as="sheet", hex=12.0, furniture=False)
    assert part(bare).part == whole_map(material) and "Reserve" not in bare.texts()


def test_nothing_of_the_furniture_lies_on_the_map_or_on_another_piece(material: Material) -> None:
    for form in ("page", "sheet"):
        (page,) = pages(material, map_as=form, hex=12.0)
        (place,) = page.of("map")
        for box in page.of("text") + page.of("swatch") + page.of("compass"):
            apart = box.rect.bottom <= place.rect.y + 0.01 or box.rect.y >= place.rect.bottom - 0.01
            assert apart, box


def test_the_scale_is_true(material: Material) -> None:
    (page,) = pages(material, map_as="page")
    (place,) = page.of("map")
    hex_mm = place.rect.width / part(page).part.width
    bars = [
        box.rect for box in page.boxes if isinstance(box.content, Rectangle) and box.rect.height == pytest.approx(1.5)
    ]
    assert len(bars) == 4
    long = bars[-1].right - bars[0].x
    assert long == pytest.approx(scale_length(material, hex_mm) * hex_mm / 10.0, rel=0.02)


@pytest.mark.parametrize("wanted", [1, 2, 4, 9])
def test_a_map_is_fitted_to_a_number_of_pages(material: Material, wanted: int) -> None:
    choices = Choices(map_as="pages", pages=wanted)
    made = pages(material, map_as="pages", pages=wanted)
    on_map = [page for page in made if page.of("map") and not part(page).frames]
    assert len(on_map) <= wanted
    size = fitted_hex(material, choices)
    larger = Choices(hex=min(60.0, size * 1.1))
    upright = paper("A4")
    assert min(len(tiles(material, way, larger)) for way in (upright, upright.turned())) > wanted


def test_the_furniture_stands_on_the_last_page_where_the_map_leaves_room_for_it() -> None:
    made = pages(shipped(), hex=18.0)
    assert len(made) == 4, "the plan and three pages of the map, of which the last is a strip"
    last = made[-1]
    assert {"Key", "Turn record"} <= set(last.texts()) and last.of("compass")
    (place,) = last.of("map")
    samples = [box.rect for box in last.boxes if isinstance(box.content, Swatch)]
    assert samples and all(rect.x > place.rect.right for rect in samples) and off_the_page(made) == []
    full = pages(shipped(), hex=18.0, furniture=False)
    assert "Key" not in full[-1].texts(), "and none where none is wished"


def test_the_plan_counts_the_pages_of_the_furniture_too(material: Material) -> None:
    found = pages(material, hex=16.0)
    assert not found[-1].of("map"), "the furniture has a page of its own"
    assert f"Page 1 of {len(found)}" in found[0].texts()


def test_a_map_that_cannot_be_so_small_is_refused() -> None:
    wide = Material(Rows([ScenarioRow(title="Wide"), *sample_map(200, 100)]))
    with pytest.raises(StavkaError, match="more than 1 pages of A4; allow more pages"):
        pages(wide, map_as="pages", pages=1)


def test_locator_maps_show_only_what_they_need(qapp: object) -> None:
    from designer.printing.setup_sheet import setup_document

    material = shipped()
    document = setup_document(material, material.sides[1], Choices(), measure)
    (view,) = [box.content for page in document.pages for box in page.boxes if isinstance(box.content, MapPart)]
    assert view.quiet and view.marks and view.tints and view.part == board(material)


def test_the_samples_of_the_key_have_the_shape_of_the_map(dressed: QApplication) -> None:
    plain = TerrainKind(kind="clear", name="Clear")
    drawn = {}
    for shape in ("hex", "square"):
        image = QImage(200, 110, QImage.Format.Format_RGB32)
        image.fill(0xFFFFFF)
        painter = QPainter(image)
        rows = Rows([Grid(shape=shape, columns=4, rows=4), plain])  # type: ignore[arg-type]
        paint_swatch(painter, QRectF(0, 0, 200, 110), Swatch("terrain", "clear"), rows, monochrome=False)
        painter.end()
        drawn[shape] = image
    assert drawn["hex"] != drawn["square"]


def test_the_key_names_tinted_regions_those_that_look_alike_together() -> None:
    named = {name for layer, _, name in kinds_shown(shipped("panzergruppe-guderian")) if layer == "region"}
    assert named == {"German entrances", "Soviet entrances"}
    assert common_name(["Luga Line, north", "Luga Line, south", "Moscow Line", "Forts"]) == "Luga Line and 2 others"
    swatches = {
        box.content.kind
        for box in pages(shipped("panzergruppe-guderian"), map_as="page")[0].boxes
        if isinstance(box.content, Swatch) and box.content.layer == "region"
    }
    assert len(swatches) == 2


def test_names_of_towns_can_be_read_on_paper_and_grow_with_its_hexes(qapp: QApplication) -> None:
    """Half a hex of three millimetres would be a name nobody reads, half a hex of thirty a headline."""
    scene = MapScene(shipped_rows("smolensk"))
    sizes = []
    for hexes in (3.5, 12.0, 30.0):
        towns = [label for label in scene.labels(hexes * PAPER_DOTS) if label.ink == "ink" and label.rank < 3]
        assert len(towns) > 30
        sizes.append(max(label.size for label in towns) * hexes)
    assert 1.7 < sizes[0] < sizes[1] < sizes[2] < 6.0


def test_a_page_says_where_its_neighbours_lie() -> None:
    _, upper, lower, *_ = pages(shipped("proud-monster"), map_as="pages", pages=2)
    assert any(text.endswith("; B1 below") for text in upper.texts())
    assert any(text.endswith("; A1 above") for text in lower.texts())


def test_a_map_joined_from_two_sheets_comes_on_two_that_share_a_row() -> None:
    material = shipped("proud-monster")
    for furniture in (True, False):
        north, south = pages(material, map_as="sheets", hex=12.0, furniture=furniture)
        upper, lower, whole = part(north).part, part(south).part, map_area(material, Choices(furniture=furniture))
        assert (upper.x, upper.y, upper.right) == (whole.x, whole.y, whole.right)
        assert (lower.x, lower.bottom, lower.right) == (whole.x, pytest.approx(whole.bottom), whole.right)
        grid = make_grid(material.rows.the(Grid))
        shared = [grid.centre(material.scenario.board.cell(f"{column}00S")) for column in range(10, 61)]
        assert all(lower.y <= y - 0.5 and y + 0.5 <= upper.bottom for _, y in shared), "the row that both print"
        above, below = (grid.centre(material.scenario.board.cell(at))[1] for at in ("3026N", "3002S"))
        assert above < lower.y and below > upper.bottom
    first, last = (page.texts() for page in pages(material, map_as="sheets", hex=12.0))
    assert "Proud Monster" in first and "Key" not in first
    assert {"Key", "Turn record"} <= set(last) and "Proud Monster" not in last
    assert off_the_page(pages(material, map_as="sheets", hex=12.0)) == []


def test_a_map_of_one_sheet_stays_on_one(material: Material) -> None:
    assert pages(material, map_as="sheets", hex=12.0) == pages(material, map_as="sheet", hex=12.0)
