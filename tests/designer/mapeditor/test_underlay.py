"""The underlay's arithmetic, and what is not a picture."""

from __future__ import annotations

import pytest

from designer.mapeditor.operations import underlay
from designer.mapeditor.operations.ground import Ground
from engine.errors import StavkaError
from tests.kit.boards import board_rows


def test_three_points_place_the_picture_whatever_its_placement_was() -> None:
    wanted = (0.05, 0.01, -0.02, 0.04, 1.5, -0.5)
    before = (0.1, 0.0, 0.0, 0.1, 3.0, 4.0)
    pixels = [(10.0, 20.0), (300.0, 40.0), (120.0, 400.0)]
    pairs = [(underlay.applied(before, pixel), underlay.applied(wanted, pixel)) for pixel in pixels]
    assert underlay.calibrated(before, pairs) == pytest.approx(wanted)


def test_points_on_one_line_are_refused() -> None:
    with pytest.raises(StavkaError, match="lie on one line"):
        underlay.calibrated((1, 0, 0, 1, 0, 0), [((0, 0), (0, 0)), ((1, 1), (1, 1)), ((2, 2), (2, 2))])


def test_a_picture_is_spread_over_the_whole_map() -> None:
    grid = Ground(board_rows("\n".join(". " * 10 for _ in range(6)))).grid
    matrix = underlay.fitted(500, 500, grid)
    west, north, east, south = grid.bounds()
    x, y = underlay.applied(matrix, (500, 500))
    assert x >= east - 1e-9 and y >= south - 1e-9
    assert underlay.applied(matrix, (0, 0)) == pytest.approx((west, north))


@pytest.mark.parametrize("data", [b"", b"GIF89a", b"%PDF-1.7", b"RIFF....WAVE", b"not a picture at all"])
def test_what_is_no_picture_is_refused(data: bytes) -> None:
    with pytest.raises(StavkaError, match="not a PNG, JPEG or WebP"):
        underlay.kind_of(data)
