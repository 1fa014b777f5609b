from __future__ import annotations

from itertools import pairwise

import pytest

from designer.paint.map.scene import MapScene
from designer.printing.choices import Choices
from designer.printing.map_parts import whole_map
from designer.printing.map_sheets import map_document, tiles
from designer.printing.material import Material
from designer.printing.pages import Line, MapPart, Page
from designer.printing.paper import SIZES, paper
from engine.errors import ScenarioError, StavkaError
from engine.records import Rows
from engine.records.board import Box
from engine.records.play import ScenarioRow
from tests.kit.maps import sample_map
from tests.kit.paper import measure, off_the_page, texts


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
    found = tiles(material, paper(name), Choices(hex=size, overlap=overlap))
    whole = whole_map(material)
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
    plan, *found = pages(material, hex=18.0)
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
    (page,) = pages(material, map_as="sheet", hex=18.0)
    whole = whole_map(material)
    assert (page.width, page.height) == pytest.approx((whole.width * 18.0, whole.height * 18.0))


@pytest.mark.parametrize("name", SIZES)
def test_a_page_holds_the_whole_map(material: Material, name: str) -> None:
    (page,) = pages(material, map_as="page", paper=name)
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
