from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage, QPainter

from designer.paint import overlays
from designer.paint.map.scene import MapScene
from designer.paint.overlays import arrow, mark_zoc, outline_cells, show_reach, tint_cells
from engine.ids import Cell
from engine.records import board as records
from tests.kit.maps import sample_map


@pytest.fixture
def scene(qapp) -> MapScene:
    rows = sample_map(8, 6)
    rows.put(records.Box(box="pool", name="Pool", x=8, y=1, width=2, height=2))
    return MapScene(rows)


def drawn(scene: MapScene, draw) -> QImage:
    """What an overlay leaves on an empty sheet of 40 pixels a cell."""
    image = QImage(440, 300, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(QColor(0, 0, 0, 0))
    painter = QPainter(image)
    painter.scale(40, 40)
    draw(painter)
    painter.end()
    return image


def alpha(image: QImage, at: QPointF) -> int:
    return image.pixelColor(round(at.x() * 40), round(at.y() * 40)).alpha()


def test_a_tint_covers_its_cells_and_boxes_only(scene):
    cell, box = scene.grid.cell_at(3, 3), Cell(scene.grid.size)
    image = drawn(scene, lambda p: tint_cells(p, scene, [cell, box], "#2f6db3"))
    assert alpha(image, scene.anchor(cell)) and alpha(image, scene.anchor(box))
    assert not alpha(image, scene.anchor(scene.grid.cell_at(5, 3)))


def test_a_tint_has_holes_and_no_seams(scene):
    hole = scene.grid.cell_at(3, 3)
    ring = scene.grid.neighbours(hole)
    island = scene.grid.cell_at(0, 0)
    image = drawn(scene, lambda p: tint_cells(p, scene, [*ring, island], "#2f6db3"))
    seams = {alpha(image, (scene.anchor(a) + scene.anchor(b)) / 2) for a, b in pairwise(ring)}
    inside = {alpha(image, scene.anchor(cell)) for cell in (*ring, island)}
    assert len(ring) == 6 and len(inside) == 1 and seams == inside
    assert not alpha(image, scene.anchor(hole))


def test_a_rim_goes_round_a_group_and_not_between_its_cells(scene):
    a, b = scene.grid.cell_at(3, 3), scene.grid.cell_at(3, 4)
    image = drawn(scene, lambda p: outline_cells(p, scene, [a, b], "#ff0000", 0.1))
    between = (scene.anchor(a) + scene.anchor(b)) / 2
    north = scene.anchor(a) - QPointF(0, 0.44)
    assert not alpha(image, between) and alpha(image, north)


def test_reach_shows_costs_when_they_can_be_read(scene):
    costs = {scene.grid.cell_at(3, 3): "2"}
    near = drawn(scene, lambda p: show_reach(p, scene, costs, 40))
    far = drawn(scene, lambda p: show_reach(p, scene, costs, 12))
    assert near != far


def test_zones_are_hatched_inside_their_cell(scene):
    cell = scene.grid.cell_at(3, 3)
    image = drawn(scene, lambda p: mark_zoc(p, scene, [cell]))
    x, y = scene.grid.centre(cell)
    strip = [alpha(image, QPointF(x - 0.4 + n * 0.02, y)) for n in range(40)]
    assert any(strip) and not all(strip)
    assert not alpha(image, scene.anchor(scene.grid.cell_at(3, 1)))


def test_an_arrow_ends_at_its_last_point(scene):
    path = [QPointF(1, 1), QPointF(3, 2), QPointF(5, 2)]
    image = drawn(scene, lambda p: arrow(p, path, "#b3261e"))
    assert alpha(image, QPointF(4.92, 2)) and not alpha(image, QPointF(5.2, 2)) and alpha(image, QPointF(1.1, 1.05))
    assert not drawn(scene, lambda p: arrow(p, path[:1], "#b3261e")).pixelColor(40, 40).alpha()


def test_what_lies_still_is_drawn_up_once_and_anew_when_it_changes(scene, monkeypatch):
    made = []
    real = overlays.region_part
    monkeypatch.setattr(overlays, "region_part", lambda *args: made.append(args) or real(*args))
    some = [scene.grid.cell_at(3, 3), scene.grid.cell_at(4, 3)]
    first = drawn(scene, lambda p: outline_cells(p, scene, some, "#ff0000", 0.1))
    again = drawn(scene, lambda p: outline_cells(p, scene, reversed(some), "#ff0000", 0.1))
    assert first == again and len(made) == 2, "each cell once"
    other = drawn(scene, lambda p: outline_cells(p, scene, some[:1], "#ff0000", 0.1))
    assert other != first and len(made) == 3
