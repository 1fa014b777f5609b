"""Text that a spreadsheet would run is shown instead, and read back as it was."""

from __future__ import annotations

import csv
import io
import random

import pytest

from engine.spreadsheet import csv_text, shielded, unshielded

RUN = ("=1+1", "=cmd|' /C calc'!A0", "+SUM(A1)", "-2+3", "@SUM(1)", "\t=1", "\r=1", " =1", "＝1+1", "=", "-")
SHOWN = ("-1", "+2", "-1.5", "−1", "3rd Army", "a=b", "", "'quoted'", "12 %", "-5%")


@pytest.mark.parametrize("cell", RUN)
def test_what_would_run_gets_an_apostrophe(cell: str) -> None:
    assert shielded(cell) == f"'{cell}"


@pytest.mark.parametrize("cell", SHOWN)
def test_numbers_and_plain_text_stay(cell: str) -> None:
    assert shielded(cell) == cell


def test_every_cell_is_read_back_as_it_was() -> None:
    chance = random.Random(8)
    cells = [*RUN, *SHOWN, "'=1", "''=1", "'-1"]
    cells += ["".join(chance.choices("'=+-@\t 1a;,\"", k=chance.randint(1, 6))) for _ in range(500)]
    read = [line[0] for line in csv.reader(io.StringIO(csv_text([cell] for cell in cells), newline=""))]
    assert not any(cell[:1] in "=@" for cell in read if cell)
    assert [unshielded(cell) for cell in read] == cells


def test_no_other_delimiter_cuts_a_cell_open() -> None:
    assert csv_text([["a;=1+1", "b\t=2"]]) == '"a;=1+1","b\t=2"\n'
