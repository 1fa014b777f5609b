"""Tables read many rows at once are read as if row by row, and anything odd is left to whoever says what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.records.board import Box, Place
from engine.records.columns import columns
from engine.store import tables
from engine.store.bulk import rows_at_once
from engine.store.codec import to_cells
from engine.store.library import Library
from tests.kit.shipped import shipped_rows

SLUG = "arduous-beginning"


@pytest.fixture
def library(tmp_path: Path) -> Library:
    made = Library.create(tmp_path / "library.db")
    made.add(SLUG, shipped_rows(SLUG))
    return made


def test_rows_at_once_are_the_rows_one_by_one(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    at_once = library.load(SLUG)
    monkeypatch.setattr(tables, "rows_at_once", lambda *_all: None)
    one_by_one = library.load(SLUG)
    assert list(at_once) == list(one_by_one)
    assert at_once == shipped_rows(SLUG)
    library.close()


def test_a_sound_file_is_never_read_row_by_row(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "_read_row", lambda *_all: pytest.fail("read row by row"))
    assert library.load(SLUG) == shipped_rows(SLUG)
    library.close()


def test_one_bad_row_among_many_is_named_alone(library: Library) -> None:
    library._db.execute("PRAGMA ignore_check_constraints = on")
    library._db.execute("UPDATE place SET name = ? WHERE rowid = (SELECT max(rowid) FROM place)", ("x" * 500,))
    rows, problems = tables.read_rows(library._db, SLUG)
    wanted = shipped_rows(SLUG).all(Place)
    assert rows.all(Place) == wanted[:-1]
    assert [(problem.key, problem.field) for problem in problems if problem.table == "place"] == [
        (wanted[-1].identity(), "name")
    ]
    library.close()


@pytest.mark.parametrize(
    ("column", "value"),
    [("x", float("inf")), ("name", "\ud800"), ("name", "x" * 1_000_001), ("name", 3), ("box", None)],
)
def test_what_no_row_can_hold_is_left_to_the_slow_way(column: str, value: object) -> None:
    good = Box(box="OKH", name="OKH", x=1.0, y=1.0)
    lines = [to_cells(good)]
    assert rows_at_once(Box, columns(Box), lines) == {("OKH",): good}
    names = [one.name for one in columns(Box)]
    odd = tuple(value if name == column else cell for name, cell in zip(names, lines[0], strict=True))
    assert rows_at_once(Box, columns(Box), [odd]) is None


def test_two_rows_with_one_key_are_left_to_the_slow_way() -> None:
    line = to_cells(Box(box="OKH", name="OKH", x=1.0, y=1.0))
    assert rows_at_once(Box, columns(Box), [line, line]) is None
