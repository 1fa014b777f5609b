"""Figures of painting: pytest tests/benchmarks/test_paint.py --benchmark-enable -s"""

from __future__ import annotations

import os
from math import inf

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QApplication

from designer.mapview import MapView, Stack
from designer.paint.faces import CounterFace
from designer.paint.map.scene import MapScene
from engine.ids import Cell
from engine.records import board as records
from engine.records.changes import put
from tests.kit.maps import sample_map

COLUMNS, ROWS, COUNTERS = 62, 35, 300


def faces() -> list[CounterFace]:
    kinds = ("infantry", "armour", "motorised", "cavalry", "artillery")
    return [
        CounterFace(
            f"{n % 60 + 1} ID",
            kinds[n % 5],
            "division",
            f"{n % 9 + 1}-{n % 6 + 3}",
            colour="#a9b0a2" if n % 2 else "#c9805f",
        )
        for n in range(COUNTERS)
    ]


@pytest.fixture(scope="module")
def rows():
    return sample_map(COLUMNS, ROWS)


@pytest.fixture
def view(qtbot, rows) -> MapView:
    made = MapView(rows)
    qtbot.addWidget(made)
    made.resize(1920, 1080)
    made.set_stacks(
        Stack(Cell(n * 37 % (COLUMNS * ROWS)), tuple(faces()[n * 2 : n * 2 + 2])) for n in range(COUNTERS // 2)
    )
    made.show()
    QApplication.processEvents()
    made.zoom_to(48)
    whole(made)
    return made


def whole(view: MapView) -> None:
    """Paint until everything in view is there."""
    view.repaint()
    while not view.complete:
        view.repaint()


def test_geometry_of_a_new_map(benchmark, qapp, rows):
    def build():
        scene = MapScene(rows)
        assert scene.prepare(scene.bounds, 10, inf)

    benchmark.pedantic(build, rounds=3)


def test_full_repaint_with_counters(benchmark, view):
    def repaint():
        view.tiles.clear()
        whole(view)

    view.fit()
    benchmark.pedantic(repaint, rounds=5)


def test_pan_frame(benchmark, view):
    steps = iter(range(1_000_000))

    def frame():
        step = next(steps)
        view.pan(-7 if step // 40 % 2 else 7, -3 if step // 40 % 2 else 3)
        view.repaint()

    view.pan(-300, -150)
    whole(view)
    view.pan(300, 150)
    benchmark.pedantic(frame, rounds=120, warmup_rounds=80)


def test_zoom_frame(benchmark, view):
    steps = iter(range(1_000_000))

    def frame():
        view.zoom_by(1 if next(steps) % 2 else -1, QPointF(900, 500))
        view.repaint()

    benchmark.pedantic(frame, rounds=60)


def test_stroke_of_forty_cells(benchmark, view, rows):
    kinds = iter(("forest", "lake", "swamp", "hills") * 100)

    def stroke():
        kind = next(kinds)
        for n in range(40):
            cell = view.grid.cell_at(12 + n % 20, 10 + n // 20)
            change = put(rows, records.CellRow(cell=view.grid.label(cell), terrain=kind))
            change.apply(rows)
            view.apply([change], rows)
            QApplication.processEvents()

    view.centre_on(view.grid.cell_at(22, 11))
    whole(view)
    benchmark.pedantic(stroke, rounds=4)
