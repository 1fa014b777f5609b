"""`stavka map-from-geography` makes a scenario that can be opened."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.cli.main import run
from engine.records.board import CellRow, Grid, Hexside, Link, Place
from engine.store import Library
from engine.systems.check import check_rules


@pytest.fixture
def db(tmp_path: Path) -> Path:
    path = tmp_path / "library.db"
    Library.create(path).close()
    return path


def test_it_makes_a_sound_scenario_with_the_grid_that_was_asked_for(db: Path) -> None:
    code = run(
        [
            "map-from-geography",
            "--grid",
            "hex",
            "--columns",
            "18",
            "--rows",
            "12",
            "--west",
            "29",
            "--south",
            "53",
            "--km-per-hex",
            "20",
            "--title",
            "Round Smolensk",
            "--db",
            str(db),
        ]
    )
    assert code == 0
    with Library.open(db, read_only=True) as library:
        rows = library.load("round-smolensk")
    assert (rows.the(Grid).columns, rows.the(Grid).rows, rows.the(Grid).km) == (18, 12, 20.0)
    assert len(rows.all(CellRow)) == 18 * 12
    assert "Smolensk" in {row.name for row in rows.all(Place)}
    assert rows.all(Hexside) and rows.all(Link)
    assert [problem for problem in check_rules(rows) if problem.severity == "error"] == []


def test_squares_and_a_slug_of_ones_own(db: Path) -> None:
    code = run(
        [
            "map-from-geography",
            "--grid",
            "square",
            "--columns",
            "10",
            "--rows",
            "8",
            "--west",
            "32",
            "--south",
            "45",
            "--km-per-hex",
            "60",
            "--rotate",
            "15",
            "--slug",
            "south",
            "--db",
            str(db),
        ]
    )
    assert code == 0
    with Library.open(db, read_only=True) as library:
        rows = library.load("south")
    assert rows.the(Grid).shape == "square"
    assert {row.terrain for row in rows.all(CellRow)} >= {"clear", "water"}


def test_a_window_beyond_the_gazetteer_is_refused_and_nothing_is_made(
    db: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = run(
        [
            "map-from-geography",
            "--columns",
            "4",
            "--rows",
            "4",
            "--west",
            "47",
            "--south",
            "60",
            "--km-per-hex",
            "5",
            "--db",
            str(db),
        ]
    )
    assert code == 1
    assert "no town in this window" in capsys.readouterr().err
    with Library.open(db, read_only=True) as library:
        assert library.scenarios() == []


def test_wrong_numbers_are_wrong_usage(db: Path) -> None:
    assert run(["map-from-geography", "--columns", "1", "--db", str(db)]) == 2
