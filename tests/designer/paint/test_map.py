from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from math import inf

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainterPath

from designer.mapview.stacks import SHARE
from designer.paint.map.chunks import chained
from designer.paint.map.labels import place_labels
from designer.paint.map.layers import leap_ends
from designer.paint.map.links import GAP
from designer.paint.map.mesh import Mesh, noise, noises, uneven
from designer.paint.map.places import SIGNS
from designer.paint.map.scene import LAYERS, MapScene
from designer.paint.style import MONOCHROME, PRINTED
from designer.paint.thumbnail import map_image, thumbnail
from engine.grid import make_grid
from engine.ids import Cell
from engine.records import Rows
from engine.records import board as records
from engine.records.changes import drop, put
from tests.kit.maps import sample_map
from tests.kit.pictures import difference, picture_of
from tests.kit.shipped import shipped_rows

SHAPES = [("hex", "flat"), ("hex", "pointy"), ("square", "flat")]


@pytest.fixture(params=SHAPES, ids=["flat", "pointy", "square"])
def scene(request, qapp) -> MapScene:
    shape, orientation = request.param
    return MapScene(sample_map(24, 16, shape=shape, orientation=orientation))


def whole(scene: MapScene, look: tuple[str, str]) -> QPainterPath:
    path = QPainterPath()
    for node in range(len(scene.geometry.mesh.nodes)):
        piece = scene.geometry.patches(node).get(look)
        if piece is not None:
            path.addPath(piece.fill)
    return path


def test_nodes_know_the_cells_around_them(qapp):
    mesh = Mesh(make_grid(records.Grid(columns=5, rows=4)))
    inland = [node for node in mesh.nodes if node.inland]
    assert inland and all(len(node.corners) == 3 for node in inland)
    for node in inland:
        for corner, following in zip(node.corners, (*node.corners[1:], node.corners[0]), strict=True):
            assert corner.end == pytest.approx(following.start)


def test_every_cell_has_all_its_nodes(scene):
    corners = len(scene.grid.corners(Cell(0)))
    assert all(len(nodes) == corners for nodes in scene.geometry.mesh.of_cell)


def test_areas_cover_the_middle_of_their_cells_and_no_other(scene):
    looks = {scene.geometry.look(Cell(cell)) for cell in range(scene.grid.size)}
    for look in looks - {None}:
        path = whole(scene, look)
        for cell in range(scene.grid.size):
            x, y = uneven(scene.grid.centre(Cell(cell)))
            dots = [(x + 0.21, y), (x - 0.21, y), (x, y + 0.21), (x, y - 0.21)]
            inside = [path.contains(QPointF(*dot)) for dot in dots]
            assert all(inside) if scene.geometry.look(Cell(cell)) == look else not any(inside)


def test_areas_join_across_cells(qapp):
    rows = Rows(
        [records.Grid(columns=3, rows=3), records.TerrainKind(kind="w", name="W", colour="#88aa66", pattern="woods")]
    )
    grid = make_grid(rows.the(records.Grid))
    for cell in range(grid.size):
        rows.put(records.CellRow(cell=grid.label(Cell(cell)), terrain="w"))
    scene = MapScene(rows)
    assert not any(
        piece.edges for node in range(len(scene.geometry.mesh.nodes)) for piece in scene.geometry.patches(node).values()
    )


def test_rivers_are_joined_chains(scene):
    """Each half of a side meets its other half in the middle, and all arms of a node in one point."""
    halves: dict[tuple[str, int, int], int] = {}
    for node in range(len(scene.geometry.mesh.nodes)):
        reaches = [reach for reach in scene.geometry.reaches(node) if reach.kind in ("river", "major-river")]
        assert len({reach.points[-1] for reach in reaches}) <= 1
        for reach in reaches:
            x, y = reach.points[0]
            key = (reach.kind, round(x * 1000), round(y * 1000))
            halves[key] = halves.get(key, 0) + 1
    assert halves and set(halves.values()) == {2}


def test_rivers_keep_to_their_sides(scene):
    for node in range(len(scene.geometry.mesh.nodes)):
        at = scene.geometry.mesh.nodes[node].at
        for reach in scene.geometry.reaches(node):
            assert all(abs(x - at[0]) < 0.75 and abs(y - at[1]) < 0.75 for x, y in reach.points)


def test_lines_through_a_place_pass_under_its_sign(scene):
    signs = {sign.cell: sign for sign in scene.geometry.signs() if len(scene.sheet.places[sign.cell]) == 1}
    passed = 0
    for cell, sign in signs.items():
        for stretch in scene.geometry.stretches(cell):
            x, y = stretch.points[0]
            assert abs(x - sign.at[0]) < GAP and abs(y - sign.at[1]) < GAP
            passed += 1
    assert passed >= 10


def test_links_meet_their_neighbours(scene):
    for cell in scene.sheet.links:
        for stretch in [s for s in scene.geometry.stretches(cell) if s.other != cell]:
            back = [s for s in scene.geometry.stretches(stretch.other) if s.other == cell and s.kind == stretch.kind]
            assert len(back) == 1 and back[0].points[-1] == pytest.approx(stretch.points[-1])


@pytest.mark.parametrize("factor", [1.0, 1.7, 2.9])
def test_names_cover_neither_each_other_nor_signs(scene, factor):
    labels = place_labels(scene.geometry, factor)
    assert len(labels) >= 20
    assert not [(a.text, b.text) for a, b in combinations(labels, 2) if a.rect.intersects(b.rect)]
    for sign in scene.geometry.signs():
        reach, (x, y) = SIGNS[sign.symbol].radius * 0.9, sign.at
        assert not any(label.rect.intersects(QRectF(x - reach, y - reach, 2 * reach, 2 * reach)) for label in labels)


def test_every_name_finds_a_place_at_reading_size(scene):
    wanted = {row.name for places in scene.sheet.places.values() for row in places.values() if row.name}
    assert {label.text for label in place_labels(scene.geometry)} == wanted


@pytest.mark.parametrize("scale", [10, 24, 48, 130])
def test_no_name_leaves_the_board(scene, scale):
    labels = scene.labels(scale)
    assert len(labels) > 10
    for label in labels:
        for piece, place in label.pieces:
            rect = place.map(piece.path).boundingRect()
            corners = (rect.topLeft(), rect.topRight(), rect.bottomLeft(), rect.bottomRight())
            assert all(scene.grid.at(point.x(), point.y()) is not None for point in corners), label.text


def test_a_name_whose_wished_side_is_off_the_board_stands_on_another(qapp):
    rows = sample_map(8, 6)
    last = MapScene(rows).grid
    cell = last.label(last.cell_at(7, 2))
    for place in list(rows.all(records.Place)):
        drop(place).apply(rows)
    rows.put(records.Place(place="rim", name="Krasnogvardeysk", kind="town", cell=cell, label_at="e"))
    (label,) = [label for label in MapScene(rows).labels(60) if label.text == "Krasnogvardeysk"]
    assert label.rect.right() < last.bounds()[2]


def test_towns_that_stand_too_close_from_afar_are_named_from_near(qapp):
    rows = sample_map(8, 6)
    for n, cell in enumerate(("0402", "0403", "0404", "0503", "0502", "0302", "0303", "0304")):
        rows.put(records.Place(place=f"close-{n}", name=f"Novoselki {n}", kind="town", cell=cell))
    named = [sum(label.text.startswith("Novoselki") for label in MapScene(rows).labels(scale)) for scale in (14, 140)]
    assert named[0] < named[1] == 8


def test_a_counter_in_a_city_does_not_cover_its_name(scene):
    cities = {sign.row.name: sign.at for sign in scene.geometry.signs() if sign.symbol == "city"}
    named = [label for label in place_labels(scene.geometry) if label.text in cities]
    assert named
    half = SHARE / 2 - 0.01
    for label in named:
        x, y = cities[label.text]
        assert not label.rect.intersects(QRectF(x - half, y - half, 2 * half, 2 * half)), label.text


def test_painting_twice_gives_the_same_picture(qapp):
    part = QRectF(2, 2, 5, 4)
    one = picture_of(MapScene(sample_map(12, 9)), part, 40)
    two = picture_of(MapScene(sample_map(12, 9)), part, 40)
    assert difference(one, two) == 0


def test_parts_painted_apart_join_without_a_seam(qapp):
    scene = MapScene(sample_map(12, 9))
    both = picture_of(scene, QRectF(2, 2, 6, 4), 40)
    right = picture_of(scene, QRectF(5, 2, 3, 4), 40)
    assert difference(both.copy(120, 0, 120, 160), right) == 0


@pytest.mark.parametrize("layer", LAYERS)
def test_every_layer_can_be_hidden(qapp, layer):
    rows = sample_map(12, 9)
    rows.put(records.Box(box="pool", name="Pool", x=12, y=1, width=2, height=2))
    scene = MapScene(rows)
    part = QRectF(0, 0, 14, 9)
    without = picture_of(scene, part, 46, shown=[name for name in LAYERS if name != layer])
    assert difference(picture_of(scene, part, 46), without) > 50


def test_monochrome_has_no_colour(qapp):
    picture = picture_of(MapScene(sample_map(12, 9)), QRectF(0, 0, 8, 6), 40, style=MONOCHROME)
    colours = [picture.pixelColor(x, y) for x in range(0, 320, 5) for y in range(0, 240, 5)]
    assert max(max(c.red(), c.green(), c.blue()) - min(c.red(), c.green(), c.blue()) for c in colours) <= 40


def test_an_edit_changes_the_picture_only_near_its_cell(qapp):
    rows = sample_map(16, 12)
    scene = MapScene(rows)
    before = picture_of(scene, scene.bounds, 20)
    label = scene.grid.label(scene.grid.cell_at(9, 3))
    change = put(rows, records.CellRow(cell=label, terrain="mountains"))
    change.apply(rows)
    dirty = scene.apply([change], rows)
    after = picture_of(scene, scene.bounds, 20)
    assert dirty
    changed = [
        QPointF(x / 20 + scene.bounds.left(), y / 20 + scene.bounds.top())
        for x in range(after.width())
        for y in range(after.height())
        if before.pixel(x, y) != after.pixel(x, y)
    ]
    assert changed and all(any(rect.contains(point) for rect in dirty) for point in changed)
    assert difference(after, picture_of(MapScene(rows), scene.bounds, 20)) == 0


def test_a_change_of_kinds_asks_for_everything(qapp):
    rows = sample_map(8, 6)
    scene = MapScene(rows)
    change = put(rows, records.TerrainKind(kind="forest", name="Forest", colour="#224422", pattern="woods"))
    change.apply(rows)
    assert scene.apply([change], rows) is None
    assert scene.sheet.terrain_kinds["forest"].colour == "#224422"


def test_a_new_place_moves_only_names_that_stand_in_its_way(qapp):
    rows = sample_map(16, 12)
    scene = MapScene(rows)
    scene.labels(48)
    change = put(rows, records.Place(place="new", name="Novy", kind="town", cell=scene.grid.label(Cell(40))))
    change.apply(rows)
    dirty = scene.apply([change], rows)
    assert dirty and any(label.text == "Novy" for label in scene.labels(48))


def test_rows_that_name_no_cell_are_left_to_the_linter(qapp):
    rows = sample_map(8, 6)
    rows.put(records.Place(place="lost", name="Nowhere", kind="town", cell="9999"))
    assert all(row.place != "lost" for places in MapScene(rows).sheet.places.values() for row in places.values())


def test_an_empty_map_can_be_painted(qapp):
    picture = picture_of(MapScene(Rows([records.Grid(columns=1, rows=1)])), QRectF(-1, -1, 3, 3), 30)
    assert picture.pixelColor(45, 45) != QColor("#ff00ff")


def test_noises_are_the_noise_of_each_pair():
    i, j = np.meshgrid(np.arange(-4, 5), np.arange(-3, 6))
    found = noises(i, j, 3)
    assert all(found[n] == noise(int(i[n]), int(j[n]), 3) for n in np.ndindex(i.shape))


def test_pieces_that_meet_become_one_line():
    pieces = [[(0.0, 0.0), (1.0, 0.0)], [(2.0, 1.0), (1.0, 0.0)], [(5.0, 5.0), (6.0, 5.0)], [(0.0, 0.0), (0.0, 1.0)]]
    lines = {frozenset((line[0], line[-1])): len(line) for line in chained(pieces)}
    assert lines == {frozenset(((0.0, 1.0), (2.0, 1.0))): 4, frozenset(((5.0, 5.0), (6.0, 5.0))): 2}


def test_a_closed_ring_is_one_line():
    corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0)]
    ring = [[a, b] for a, b in zip(corners, [*corners[1:], corners[0]], strict=True)]
    (line,) = chained(ring)
    assert line[0] == line[-1] and len(line) == 4


def test_an_edit_of_one_kind_keeps_the_shapes_of_the_others(qapp):
    rows = sample_map(12, 9)
    scene = MapScene(rows)
    scene.prepare(scene.bounds, 48, inf)
    cell = scene.grid.cell_at(6, 4)
    chunks = scene.geometry.chunks_in(QRectF(*scene.grid.centre(cell), 0.1, 0.1))
    before = [(chunk.ways, chunk.regions, chunk.grid) for chunk in chunks]
    change = put(rows, records.CellRow(cell=scene.grid.label(cell), terrain="mountains"))
    change.apply(rows)
    scene.apply([change], rows)
    after = [(chunk.ways, chunk.regions, chunk.grid) for chunk in chunks]
    assert all(one is two for pair in zip(before, after, strict=True) for one, two in zip(*pair, strict=True))
    assert any(("mountains", "#b99a72") in chunk.looks for chunk in chunks)


@pytest.mark.parametrize(
    "row",
    [
        records.Hexside(cell="0505", side=1, kind="fort-line"),
        records.Link(cell="0505", other="0506", kind="highway"),
        records.Place(place="new", name="Novy", kind="port", cell="0505"),
        records.RegionCell(region="setup", cell="0808"),
        records.CellRow(cell="0505", terrain="lake"),
    ],
)
def test_after_any_edit_the_picture_is_that_of_a_new_scene(qapp, row):
    rows = sample_map(12, 9)
    scene = MapScene(rows)
    picture_of(scene, scene.bounds, 24)
    change = put(rows, row)
    change.apply(rows)
    scene.apply([change], rows)
    assert difference(picture_of(scene, scene.bounds, 24), picture_of(MapScene(rows), scene.bounds, 24)) == 0
    change = drop(row)
    change.apply(rows)
    scene.apply([change], rows)
    assert difference(picture_of(scene, scene.bounds, 24), picture_of(MapScene(rows), scene.bounds, 24)) == 0


def test_noise_is_even_and_always_the_same():
    numbers = [noise(i, j) for i in range(40) for j in range(40)]
    assert numbers == [noise(i, j) for i in range(40) for j in range(40)]
    assert 0.47 < sum(numbers) / len(numbers) < 0.53 and min(numbers) >= 0 and max(numbers) < 1


def test_thumbnails_have_the_size_asked_for(qapp):
    from PySide6.QtCore import QSize

    image = thumbnail(sample_map(20, 10), QSize(320, 200), lambda: True)
    assert image.size() == QSize(320, 200)
    assert len({image.pixel(x, 100) for x in range(0, 320, 4)}) > 10
    assert map_image(MapScene(sample_map(20, 10)), QSize(200, 100)).size() == QSize(200, 100)


def test_a_thumbnail_that_is_not_wanted_any_more_is_left_undone(qapp, monkeypatch):
    from PySide6.QtCore import QSize

    looks = iter((True, True, False))
    monkeypatch.setattr("designer.paint.thumbnail.SLICE", 0.0)
    assert thumbnail(sample_map(20, 10), QSize(320, 200), lambda: next(looks)) is None
    assert next(looks, None) is None, "it asked again and again"


def test_rivers_are_named_along_their_course(scene):
    labels = {label.text: label for label in scene.labels(48)}
    assert {"Dnepr", "Berezina"} <= labels.keys()
    course = [
        point
        for node in range(len(scene.geometry.mesh.nodes))
        for reach in scene.geometry.reaches(node)
        if reach.name == "Dnepr"
        for point in reach.points
    ]
    middle = labels["Dnepr"].rect.center()
    assert min(abs(x - middle.x()) + abs(y - middle.y()) for x, y in course) < 0.9


def test_only_large_regions_are_named(qapp):
    rows = sample_map(24, 16)
    rows.put(records.Region(region="spot", name="Spot", kind="zone"))
    rows.put(records.RegionCell(region="spot", cell="0505"))
    names = {label.text for label in MapScene(rows).labels(48)}
    assert "Western Front" in names and "Spot" not in names and "West edge" not in names


def test_numbers_stand_beside_the_lines_of_their_cell(scene):
    crossed = 0
    for cell in [cell for cell in scene.sheet.links if len(scene.geometry.stretches(cell)) == 2]:
        rect = scene.geometry.number(cell).rect
        points = [point for stretch in scene.geometry.stretches(cell) for point in stretch.points]
        crossed += any(rect.contains(*point) for point in points)
    assert crossed <= len(scene.sheet.links) // 15


def test_numbers_are_as_legible_over_woods_as_over_clear_ground(qapp):
    """The ink of a number against what lies round it: on paper and in a wood."""
    found = {}
    for kind in ("clear", "forest", "swamp", "hills"):
        rows = Rows([records.Grid(columns=5, rows=5), *sample_map(8, 6).all(records.TerrainKind)])
        grid = make_grid(rows.the(records.Grid))
        for cell in range(grid.size):
            rows.put(records.CellRow(cell=grid.label(Cell(cell)), terrain=kind))
        scene = MapScene(rows)
        rect = scene.geometry.number(grid.cell_at(2, 2)).rect.adjusted(-0.02, -0.02, 0.02, 0.02)
        picture = picture_of(scene, rect, 90, shown=["terrain", "numbers"], style=replace(PRINTED, texture=False))
        light = sorted(
            picture.pixelColor(x, y).lightness() for x in range(picture.width()) for y in range(picture.height())
        )
        found[kind] = light[len(light) // 2] - light[len(light) // 50]
    assert min(found.values()) >= 0.7 * found["clear"], found


def test_boxes_off_the_map_lie_on_cards_of_their_own(qapp):
    rows = sample_map(8, 6)
    rows.put(records.Box(box="far", name="Far", x=14, y=-4, width=3, height=2))
    scene = MapScene(rows)
    sheet, card = scene.geometry.papers
    assert card.contains(QRectF(14, -4, 3, 2)) and not sheet.intersects(card)
    picture = picture_of(scene, scene.bounds, 20)
    band = QPointF(15, 5) - scene.bounds.topLeft()
    assert picture.pixelColor(int(band.x() * 20), int(band.y() * 20)) == QColor("#ff00ff")


def test_no_figure_hangs_over_the_end_of_the_map(scene):
    west, north, east, south = scene.grid.bounds()
    marks = [mark for cell in range(scene.grid.size) for mark in scene.geometry.marks(Cell(cell))]
    assert marks and all(scene.grid.at(x, y) is not None for x, y, _ in marks)
    assert all(west + 0.05 < x < east - 0.05 and north + 0.05 < y < south - 0.05 for x, y, _ in marks)


@pytest.fixture(scope="module")
def guderian(qapp) -> MapScene:
    return MapScene(shipped_rows("panzergruppe-guderian"))


def test_no_river_runs_through_the_number_of_a_cell(guderian):
    rivers = [QPointF(*point) for reach in guderian.geometry.streams() for point in reach.points]
    cells = {cell for point in rivers if (cell := guderian.grid.at(point.x(), point.y())) is not None}
    rects = {cell: guderian.geometry.number(cell).rect for cell in cells}
    struck = {cell for point in rivers for cell in cells if rects[cell].contains(point)}
    assert len(struck) <= len(cells) // 100


def test_names_of_places_leave_the_numbers_of_cells_to_be_read(guderian):
    names = [label.rect for label in guderian.labels(60) if label.ink == "ink"]
    assert len(names) > 40
    numbers = [guderian.geometry.number(Cell(cell)).rect for cell in range(guderian.grid.size)]
    covered = sum(name.intersects(number) for name in names for number in numbers)
    assert covered <= len(names) // 4


def test_every_entrance_of_a_map_is_named_however_small_it_is(guderian):
    named = {label.text for label in guderian.labels(60)}
    entrances = {row.name for row in guderian.sheet.regions.values() if row.kind == "entry" and row.shown}
    assert len(entrances - named) <= 1 and "Soviet entrance X" in named


def test_boxes_close_by_the_board_lie_on_its_sheet_and_far_ones_on_cards(qapp):
    rows = Rows([records.Grid(columns=10, rows=8)])
    rows.put(records.Box(box="near", name="Near", x=9.6, y=1, width=3, height=4))
    rows.put(records.Box(box="far", name="Far", x=9.6, y=14, width=3, height=2))
    sheet, *cards = MapScene(rows).geometry.papers
    assert sheet.contains(QRectF(9.6, 1, 3, 4)) and len(cards) == 1 and cards[0].contains(QRectF(9.6, 14, 3, 2))


def test_the_boxes_of_smolensk_fill_the_margin_of_its_sheet(qapp):
    scene = MapScene(shipped_rows("smolensk"))
    (sheet,) = scene.geometry.papers
    boxes = scene.sheet.boxes.values()
    assert sheet == scene.bounds
    assert sum(box.height for box in boxes) > 0.9 * (scene.grid.bounds()[3] - scene.grid.bounds()[1])


def test_a_link_to_a_box_ends_at_its_rim_and_a_long_one_only_begins(qapp):
    rows = Rows([records.Grid(columns=20, rows=8)])
    rows.put(records.LinkKind(kind="box", name="Way to a box", style="box"))
    rows.put(records.Box(box="near", name="Near", x=18.2, y=1, width=3, height=6))
    for cell in ("2004", "0204"):
        rows.put(records.Link(cell=cell, other="near", kind="box"))
    geometry = MapScene(rows).geometry
    ends = {geometry.grid.label(cell): leap_ends(geometry, cell, other) for cell, other, _ in geometry.leaps()}
    assert ends["2004"][1][0] == pytest.approx(18.2), "at the rim of the box"
    (x, y), (u, v) = ends["0204"]
    assert 0.5 < u - x < 1.0 and abs(v - y) < 0.5, "not across the whole map"
