"""Woods, marsh and hills as a cartographer draws them: quiet, without highlights, and never the same stamp twice."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from designer.paint.map.scene import MapScene
from designer.paint.style import PRINTED
from engine.grid import make_grid
from engine.ids import Cell
from engine.records import Rows
from engine.records import board as records
from tests.kit.maps import sample_map
from tests.kit.pictures import picture_of

SCALE = 60


def lightness(picture: QImage) -> np.ndarray:
    """How light every pixel is, from 0 to 255."""
    size = range(picture.height()), range(picture.width())
    return np.array([[picture.pixelColor(x, y).lightness() for x in size[1]] for y in size[0]], dtype=float)


def covered(kind: str) -> MapScene:
    """A small board that is all of one terrain."""
    rows = Rows([records.Grid(columns=6, rows=6), *sample_map(8, 6).all(records.TerrainKind)])
    grid = make_grid(rows.the(records.Grid))
    for cell in range(grid.size):
        rows.put(records.CellRow(cell=grid.label(Cell(cell)), terrain=kind))
    return MapScene(rows)


def ground(scene: MapScene, column: int, row: int) -> np.ndarray:
    """The middle of a hex, as it is drawn without paper's grain."""
    x, y = scene.grid.centre(scene.grid.cell_at(column, row))
    part = QRectF(x - 0.3, y - 0.3, 0.6, 0.6)
    return lightness(picture_of(scene, part, SCALE, shown=["terrain"], style=replace(PRINTED, texture=False)))


@pytest.mark.parametrize("kind", ["forest", "swamp", "hills"])
def test_figures_are_drawn_in_darker_ink_on_their_ground_and_never_shine(qapp: QApplication, kind: str) -> None:
    scene = covered(kind)
    found = np.concatenate([ground(scene, column, row).ravel() for column, row in ((2, 2), (3, 2), (2, 3))])
    middle = np.median(found)
    assert found.max() - middle <= 20, "a highlight makes a ball of a tree"
    assert 4 < middle - found.min() < 130, "there is something to see, and it is no blot"
    assert found.std() < 26, "it stays behind the numbers and the counters"


@pytest.mark.parametrize("kind", ["forest", "swamp", "hills"])
def test_no_two_hexes_bear_the_same_stamp(qapp: QApplication, kind: str) -> None:
    scene = covered(kind)
    pieces = [ground(scene, column, row) for column, row in ((1, 2), (2, 2), (3, 2), (2, 3), (4, 4))]
    for one, other in combinations(pieces, 2):
        high, wide = min(one.shape[0], other.shape[0]), min(one.shape[1], other.shape[1])
        assert np.abs(one[:high, :wide] - other[:high, :wide]).mean() > 1.0
