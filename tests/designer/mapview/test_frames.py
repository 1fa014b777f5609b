"""Frames come in time and are completed by later ones; pictures are complete at once."""

from __future__ import annotations

from math import inf
from time import perf_counter

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from designer.mapview import MapView, OverviewMap
from designer.mapview.tiles import Tiles, tile_rect
from designer.paint.map.scene import MapScene
from designer.paint.thumbnail import map_image
from designer.theme import current_theme
from engine.records import board as records
from engine.records.changes import Change, put
from tests.kit.maps import sample_map
from tests.kit.pictures import contrast


@pytest.fixture
def rows():
    return sample_map(30, 20)


@pytest.fixture
def view(qtbot, rows) -> MapView:
    made = MapView(rows)
    qtbot.addWidget(made)
    made.resize(800, 600)
    made.show()
    QApplication.processEvents()
    return made


def edit(view: MapView, rows, row: records.Record) -> Change:
    change = put(rows, row)
    change.apply(rows)
    view.apply([change], rows)
    return change


def test_a_picture_taken_at_once_is_as_complete_as_one_taken_later(view, qtbot):
    view.zoom_to(70)
    view.centre_on(view.grid.cell_at(14, 9))
    hasty = view.grab().toImage()
    qtbot.waitUntil(lambda: view.complete, timeout=5000)
    assert contrast(hasty, view.grab().toImage()) == 0


def test_the_view_completes_itself_after_a_zoom(view, qtbot):
    view.zoom_to(96)
    qtbot.waitUntil(lambda: view.complete, timeout=5000)
    painted = view.tiles.painted
    view.repaint()
    assert view.complete and view.tiles.painted == painted


def test_preparing_stops_when_time_is_up_and_goes_on_where_it_stopped(qapp, rows):
    scene = MapScene(rows)
    assert not scene.prepare(scene.bounds, 48, perf_counter() - 1)
    assert scene.prepare(scene.bounds, 48, inf)
    assert scene.prepare(scene.bounds, 48, perf_counter() + 60)


def test_stamped_trees_look_like_drawn_ones(qapp, rows):
    scene = MapScene(rows)
    tiles = Tiles(scene, current_theme().colour("table"))
    key = (48.0, 2, 1)
    stamped = tiles.paint(key).toImage()
    drawn = QImage(stamped.size(), QImage.Format.Format_RGB32)
    painter = QPainter(drawn)
    painter.scale(48, 48)
    painter.translate(-tile_rect(key).topLeft())
    scene.paint(painter, tile_rect(key), 48, shown=tiles.shown - {"names"})
    painter.end()
    pixels = [(x, y) for x in range(0, 256, 3) for y in range(0, 256, 3)]
    apart = [abs(stamped.pixelColor(x, y).green() - drawn.pixelColor(x, y).green()) for x, y in pixels]
    assert any(scene.geometry.marks(cell) for cell in scene.geometry.cells_in(tile_rect(key)))
    assert 0 < sum(apart) / len(apart) < 2


def test_a_river_moves_the_names_only_after_the_stroke(view, rows, qtbot):
    qtbot.waitUntil(lambda: view.complete, timeout=5000)
    cell = view.grid.cell_at(20, 4)
    edit(view, rows, records.Hexside(cell=view.grid.label(cell), side=2, kind="river", name="Sozh"))
    assert view.canvas.names.outdated
    qtbot.waitUntil(lambda: not view.canvas.names.outdated and view.complete, timeout=5000)


def test_a_new_place_is_named_in_the_next_picture(view, rows, qtbot):
    cell = view.grid.cell_at(13, 10)
    view.centre_on(cell, 60)
    before = view.grab().toImage()
    edit(view, rows, records.Place(place="new", name="", kind="town", cell=view.grid.label(cell)))
    unnamed = view.grab().toImage()
    edit(view, rows, records.Place(place="new", name="Novgorod-Seversky", kind="town", cell=view.grid.label(cell)))
    named = view.grab().toImage()
    assert contrast(before, unnamed) > 40 and contrast(unnamed, named) > 40


def test_hidden_names_are_not_laid(view, qtbot):
    view.zoom_to(60)
    with_names = view.grab().toImage()
    view.show_layers(view.tiles.shown - {"names"})
    assert contrast(with_names, view.grab().toImage()) > 40


def test_the_overview_is_painted_in_strips_without_a_seam(view, qtbot):
    overview = OverviewMap(view)
    qtbot.addWidget(overview)
    overview.resize(240, 170)
    overview.show()
    overview.grab()
    small = overview.picture
    assert contrast(small, map_image(view.scene, small.size())) <= 8


def test_the_overview_paints_only_what_an_edit_touched(view, rows, qtbot, monkeypatch):
    overview = OverviewMap(view)
    qtbot.addWidget(overview)
    overview.resize(240, 170)
    overview.show()
    overview.grab()
    painted: list[QRectF] = []
    paint = view.scene.paint

    def spy(painter: QPainter, rect: QRectF, scale: float, **options: object) -> None:
        painted.append(rect)
        paint(painter, rect, scale, **options)

    cell = view.grid.cell_at(14, 9)
    edit(view, rows, records.CellRow(cell=view.grid.label(cell), terrain="lake"))
    monkeypatch.setattr(view.scene, "paint", spy)
    overview.refresh()
    overview.grab()
    assert len(painted) == 1
    assert painted[0].contains(view.scene.anchor(cell)) and painted[0].width() < view.scene.bounds.width() / 4


def test_the_overview_begins_again_when_the_whole_map_changes(view, rows, qtbot):
    overview = OverviewMap(view)
    qtbot.addWidget(overview)
    overview.resize(240, 170)
    overview.show()
    overview.repaint()
    before = overview.grab().toImage()
    overview.resize(200, 150)
    edit(view, rows, records.TerrainKind(kind="forest", name="Forest", colour="#202020", pattern="plain"))
    qtbot.wait(50)
    after = overview.grab().toImage()
    assert after.size() != before.size()
    assert contrast(overview.picture, map_image(view.scene, overview.picture.size())) <= 8
