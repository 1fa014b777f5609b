"""Labels and parsing are inverse in every style, and bad labels get a sentence."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import ScenarioError
from engine.grid import make_grid
from engine.ids import Cell
from engine.records.board import Grid


@st.composite
def records(draw: st.DrawFn) -> Grid:
    """Any grid record whose numbering makes sense, also beyond 99 columns or rows."""
    columns = draw(st.sampled_from([1, 2, 9, 35, 99, 100, 120]))
    rows = draw(st.sampled_from([2, 3, 14, 99, 101]))
    return Grid(
        shape=draw(st.sampled_from(["hex", "square"])),
        columns=columns,
        rows=rows,
        numbering=draw(st.sampled_from(["ccrr", "c.rr", "ccrr-sheet"])),
        first_column=draw(st.sampled_from([0, 1, 42, 95, 999])),
        first_row=draw(st.sampled_from([0, 1, 20, 990])),
        rows_from=draw(st.sampled_from(["north", "south"])),
        sheet_rows=draw(st.integers(1, rows - 1)),
        sheets=draw(st.sampled_from(["NS", "ab", "12", "Nn", "-."])),
    )


@given(records())
@settings(deadline=None, max_examples=60)
def test_every_label_is_read_back_and_no_two_cells_share_one(record: Grid) -> None:
    grid = make_grid(record)
    labels = [grid.label(Cell(cell)) for cell in range(grid.size)]
    assert [grid.parse(label) for label in labels] == list(range(grid.size))
    assert len(set(labels)) == grid.size


def test_the_three_styles_look_as_the_rulebooks_print_them() -> None:
    plain = make_grid(Grid(columns=22, rows=30))
    assert plain.label(plain.cell_at(0, 19)) == "0120"
    dotted = make_grid(Grid(columns=62, rows=36, numbering="c.rr"))
    assert dotted.label(dotted.cell_at(14, 9)) == "15.10"
    assert dotted.label(dotted.cell_at(0, 2)) == "01.03"
    joined = make_grid(Grid(columns=60, rows=60, numbering="ccrr-sheet", sheet_rows=30))
    assert joined.label(joined.cell_at(41, 0)) == "4201N"
    assert joined.label(joined.cell_at(24, 41)) == "2512S"


def test_rows_counted_from_the_south_start_again_on_each_sheet() -> None:
    grid = make_grid(Grid(columns=3, rows=5, rows_from="south"))
    assert grid.label(grid.cell_at(0, 4)) == "0101"
    joined = make_grid(Grid(columns=3, rows=5, rows_from="south", numbering="ccrr-sheet", sheet_rows=2))
    assert [joined.label(joined.cell_at(0, row)) for row in range(5)] == ["0102N", "0101N", "0103S", "0102S", "0101S"]


def test_the_row_that_two_sheets_share_goes_by_both_names() -> None:
    joined = make_grid(Grid(columns=60, rows=60, numbering="ccrr-sheet", sheet_rows=30))
    assert joined.parse("0531N") == joined.parse("0501S") == joined.cell_at(4, 30)
    assert joined.label(joined.cell_at(4, 30)) == "0501S"
    with pytest.raises(ScenarioError, match="rows run from 1 to 30"):
        joined.parse("0532N")


def test_a_north_sheet_that_is_cut_off_leaves_the_south_sheet_its_numbers() -> None:
    part = make_grid(Grid(columns=5, rows=6, numbering="ccrr-sheet", first_row=25, sheet_rows=3))
    assert [part.label(part.cell_at(0, row)) for row in range(6)] == [
        "0125N",
        "0126N",
        "0127N",
        "0100S",
        "0101S",
        "0102S",
    ]
    alone = make_grid(Grid(columns=5, rows=6, numbering="ccrr-sheet", first_row=10, sheet_rows=6))
    assert alone.label(alone.cell_at(4, 5)) == "0515N"


def test_more_than_ninety_nine_lines_widen_only_their_own_field() -> None:
    grid = make_grid(Grid(columns=120, rows=20))
    assert grid.label(grid.cell_at(4, 6)) == "00507"


@pytest.mark.parametrize("text", ["1.3", "01.03", "1.03", "0103", "103", " 01.03 ", "1,3", "1 3"])
def test_a_label_may_be_typed_carelessly(text: str) -> None:
    for numbering in ("ccrr", "c.rr"):
        grid = make_grid(Grid(columns=20, rows=20, numbering=numbering))
        assert grid.parse(text) == grid.cell_at(0, 2)


def test_the_sheet_letter_may_be_small() -> None:
    grid = make_grid(Grid(columns=60, rows=60, numbering="ccrr-sheet", sheet_rows=30))
    assert grid.parse("4201n") == grid.cell_at(41, 0)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "not a cell number"),
        ("Minsk", "not a cell number"),
        ("12345678", "not a cell number"),
        ("2101", "columns run from 1 to 20"),
        ("0015", "columns run from 1 to 20"),
        ("0121", "rows run from 1 to 20"),
        ("0103N", "must not end with 'N'"),
        ("٠١٠٣", "not a cell number"),
    ],
)
def test_what_is_not_a_cell_gets_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(ScenarioError, match=sentence):
        make_grid(Grid(columns=20, rows=20)).parse(text)


def test_joined_sheets_want_a_letter_and_sensible_sizes() -> None:
    grid = make_grid(Grid(columns=20, rows=20, numbering="ccrr-sheet", sheet_rows=10))
    with pytest.raises(ScenarioError, match="must end with the sheet, N or S"):
        grid.parse("0103")
    with pytest.raises(ScenarioError) as caught:
        make_grid(Grid(columns=20, rows=20, numbering="ccrr-sheet", sheet_rows=21, sheets="NN"))
    assert {problem.field for problem in caught.value.problems} == {"sheets", "sheet_rows"}
