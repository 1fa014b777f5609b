"""Projection, fit and plane geometry."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import ScenarioError
from engine.geography import Projection, Transform, fit
from engine.geography.fit import window
from engine.geography.frame import Anchors
from engine.geography.shapes import distances, finer, inside, left_of, meandering, noise

LATS, LONS = st.floats(43, 62), st.floats(17, 47)


@given(LATS, LONS)
def test_projecting_there_and_back_loses_nothing(lat: float, lon: float) -> None:
    projection = Projection(53, 31)
    assert projection.globe(projection.plane([(lat, lon)]))[0] == pytest.approx((lat, lon), abs=1e-6)


def _area(projection: Projection, lat: float, lon: float) -> float:
    ring = projection.plane([(lat, lon), (lat, lon + 0.2), (lat + 0.1, lon + 0.2), (lat + 0.1, lon)])
    x, y = ring[:, 0], ring[:, 1]
    return abs(float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1)))) / 2


@given(st.floats(44, 61), st.floats(18, 46))
def test_areas_are_true_everywhere(lat: float, lon: float) -> None:
    on_sphere = 6371.007**2 * np.radians(0.2) * (np.sin(np.radians(lat + 0.1)) - np.sin(np.radians(lat)))
    assert _area(Projection(53, 31), lat, lon) == pytest.approx(on_sphere, rel=1e-3)


def test_north_is_up_and_east_is_right() -> None:
    east, north = Projection(53, 31).plane([(53, 32), (54, 31)])
    assert east[0] > 60 and abs(east[1]) < 1
    assert north[1] == pytest.approx(-111.2, abs=0.5)


@pytest.mark.parametrize("kind", ["similarity", "affine"])
def test_a_fit_recovers_the_transform_it_was_made_with(kind: str) -> None:
    made = window(-100, 80, 30, 8.0, 14.0)
    points = np.array([(0.0, 0.0), (100, 20), (-50, 70), (30, -60), (80, -10)])
    result = fit(kind, list("abcde"), points, made(points))  # type: ignore[arg-type]
    assert result.rms == pytest.approx(0, abs=1e-9)
    assert (result.transform.km, result.transform.turn) == pytest.approx((8.0, 14.0))


def test_residuals_are_the_distances_in_cells() -> None:
    points = np.array([(0.0, 0.0), (100, 0), (0, 100), (100, 100)])
    targets = points / 10
    targets[0] += (0.4, 0.3)
    result = fit("similarity", ["off", "b", "c", "d"], points, targets)
    assert result.worst[0] == "off"
    assert result.residuals["off"] == pytest.approx(np.hypot(*(result.transform(points)[0] - targets[0])))
    assert result.table().splitlines()[1].startswith("off")


def test_an_affine_fit_follows_a_stretched_map_that_a_similarity_cannot() -> None:
    points = np.array([(0.0, 0.0), (100, 0), (0, 100), (70, 60)])
    targets = points * (0.1, 0.13)
    assert fit("affine", list("abcd"), points, targets).rms < 1e-9
    assert fit("similarity", list("abcd"), points, targets).rms > 0.1


def test_too_few_control_places_are_refused() -> None:
    with pytest.raises(ScenarioError, match="at least 3"):
        fit("affine", ["a", "b"], np.zeros((2, 2)), np.zeros((2, 2)))


def test_a_window_puts_its_corner_into_the_corner_and_turns_the_map() -> None:
    made = window(50, 60, 20, 10, 90)
    assert made(np.array([(50.0, 60.0)]))[0] == pytest.approx((0, 20))
    west = made(np.array([(40.0, 60.0)]))[0]
    assert west == pytest.approx((0, 19)), "the top points west"


@given(st.floats(-50, 50), st.floats(-50, 50))
def test_the_inverse_leads_back(x: float, y: float) -> None:
    made = Transform(0.1, 0.02, -0.03, 0.11, 4, 5)
    there = made(np.array([(x, y)]))
    assert made.inverse()(there)[0] == pytest.approx((x, y), abs=1e-6)


def test_anchors_pull_what_is_near_and_nothing_else() -> None:
    anchors = Anchors(np.array([(0.0, 0.0), (5.0, 0.0)]), np.array([(1.0, 0.0), (0.0, -0.5)]), 3.0)
    moved = anchors.moved(np.array([(0.0, 0.0), (5.0, 0.0), (0.5, 0.0), (20.0, 0.0)]))
    assert moved[0] == pytest.approx((1, 0), abs=1e-6)
    assert moved[1] == pytest.approx((5, -0.5), abs=1e-6)
    assert 0.5 < moved[2][0] - 0.5 < 1
    assert moved[3] == pytest.approx((20, 0))


def test_inside_knows_a_ring_with_a_bay() -> None:
    ring = np.array([(0.0, 0.0), (4, 0), (4, 4), (2, 1), (0, 4)])
    points = np.array([(1.0, 1.0), (2, 3), (3.5, 3), (5, 1)])
    assert inside(points, ring).tolist() == [True, False, True, False]


def test_a_finer_line_has_the_same_ends_and_short_steps() -> None:
    line = finer(np.array([(0.0, 0.0), (1, 0), (1, 2)]), 0.1)
    assert np.hypot(*np.diff(line, axis=0).T).max() <= 0.1 + 1e-9
    assert line[-1].tolist() == [1, 2] and [1, 0] in line.tolist()


def test_a_meander_keeps_the_ends_and_stays_near() -> None:
    line = finer(np.array([(0.0, 0.0), (10, 0)]), 0.1)
    bent = meandering(line, 0.2, 2.0)
    assert bent[0] == pytest.approx(line[0]) and bent[-1] == pytest.approx(line[-1])
    assert 0.05 < distances(bent, line).max() <= 0.2 + 1e-9
    assert np.array_equal(bent, meandering(line, 0.2, 2.0))


def test_left_is_left_when_y_points_south() -> None:
    east = finer(np.array([(0.0, 0.0), (4, 0)]), 0.1)
    assert left_of(np.array((2.0, -1.0)), east, 20)
    assert not left_of(np.array((2.0, 1.0)), east, 20)


def test_noise_is_smooth_the_same_for_ever_and_spread_between_nought_and_one() -> None:
    grid = np.stack(np.meshgrid(np.arange(0, 60, 0.5), np.arange(0, 60, 0.5)), axis=-1).reshape(-1, 2)
    values = noise(grid, 2.0, 7)
    assert np.array_equal(values, noise(grid, 2.0, 7))
    assert not np.array_equal(values, noise(grid, 2.0, 8))
    for share in (0.25, 0.5, 0.75):
        assert (values < share).mean() == pytest.approx(share, abs=0.08)
    assert np.abs(values - noise(grid + 0.01, 2.0, 7)).max() < 0.1
