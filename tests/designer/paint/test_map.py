from __future__ import annotations

from itertools import combinations
from math import inf

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainterPath

from designer.mapview.stacks import SHARE
from designer.paint.map.chunks import chained
from designer.paint.map.labels import place_labels
from designer.paint.map.mesh import Mesh, noise, noises, uneven
from designer.paint.map.places import SIGNS
from designer.paint.map.scene import LAYERS, MapScene
from designer.paint.style import MONOCHROME
from designer.paint.thumbnail import map_image, thumbnail
from engine.grid import make_grid
from engine.ids import Cell
from engine.records import Rows
from engine.records import board as records
from engine.records.changes import drop, put
from tests.kit.maps import sample_map
from tests.kit.pictures import difference, picture_of

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


def test_lines_through_towns_pass_their_centre(scene):
    for cell, links in scene.sheet.links.items():
        if scene.sheet.places.get(cell) and links:
            starts = {stretch.points[0] for stretch in scene.geometry.stretches(cell)}
            assert starts == {scene.grid.centre(cell)}


def test_links_meet_their_neighbours(scene):
    for cell in scene.sheet.links:
        for stretch in scene.geometry.stretches(cell):
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


def test_names_stay_on_the_sheet(scene):
    assert all(scene.bounds.contains(label.rect) for label in place_labels(scene.geometry))


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

    image = thumbnail(sample_map(20, 10), QSize(320, 200))
    assert image.size() == QSize(320, 200)
    assert len({image.pixel(x, 100) for x in range(0, 320, 4)}) > 10
    assert map_image(MapScene(sample_map(20, 10)), QSize(200, 100)).size() == QSize(200, 100)


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
