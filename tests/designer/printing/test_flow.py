from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from designer.printing.blocks import Block, paragraph
from designer.printing.flow import Group, pour
from designer.printing.pages import PageItem, Rect, Text
from designer.printing.tables import Cell, TableColumn, table
from designer.printing.type import BODY, CELL, Type, fitted, wrap
from tests.kit.paper import measure

FRAME = Rect(10, 20, 60, 100)


def named(name: str, height: float) -> Block:
    return Block(height, (PageItem(Rect(0, 0, 60, height), Text(name, BODY)),))


def group(name: str, heights: list[float]) -> Group:
    items = tuple(named(f"{name}.{number}", height) for number, height in enumerate(heights))
    return Group(items, head=named(name, 6), again=named(f"{name} again", 6), gap=2)


def said(boxes: list[PageItem]) -> list[str]:
    return [box.content.text for box in boxes if isinstance(box.content, Text)]


def test_a_group_that_is_split_repeats_its_heading() -> None:
    pages = pour([group("a", [30, 30, 30, 30, 30])], lambda page: (FRAME,)).pages
    assert [said(page) for page in pages] == [
        ["a", "a.0", "a.1", "a.2"],
        ["a again", "a.3", "a.4"],
    ]


def test_a_heading_never_stands_alone_at_the_foot() -> None:
    pages = pour([group("a", [85]), group("b", [30])], lambda page: (FRAME,)).pages
    assert [said(page) for page in pages] == [["a", "a.0"], ["b", "b.0"]]


def test_columns_are_filled_one_after_the_other() -> None:
    right = FRAME.moved(70, 0)
    poured = pour([group("a", [50, 50]), group("b", [20])], lambda page: (FRAME, right))
    assert len(poured.pages) == 1
    assert [box.rect.x for box in poured.pages[0]] == [10, 10, 80, 80, 80, 80]
    assert poured.end == right.y + 6 + 50 + 2 + 6 + 20 + 2


@given(st.lists(st.lists(st.floats(1, 90), min_size=1, max_size=9), max_size=9))
def test_every_block_is_placed_once_inside_its_frame_under_its_heading(shape: list[list[float]]) -> None:
    groups = [group(f"g{number}", heights) for number, heights in enumerate(shape)]
    pages = pour(groups, lambda page: (FRAME,)).pages
    items = [text for page in pages for text in said(page) if "." in text]
    assert items == [f"g{n}.{m}" for n, heights in enumerate(shape) for m in range(len(heights))]
    for page in pages:
        assert all(FRAME.holds(box.rect) for box in page)
        heads: set[str] = set()
        for text in said(page):
            name = text.split(" ")[0].split(".")[0]
            assert "." not in text or name in heads
            heads.add(name)


@given(st.text(alphabet="ab cde", max_size=200), st.floats(6, 60))
def test_broken_lines_fit_and_lose_nothing(text: str, width: float) -> None:
    lines = wrap(text, BODY, width, measure)
    assert all(measure(line, BODY) <= width for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


@given(st.text(alphabet="abc", min_size=1, max_size=60), st.floats(8, 80))
def test_a_line_is_made_to_fit_by_smaller_type_first(text: str, width: float) -> None:
    shown, type = fitted(text, BODY, width, measure)
    assert measure(shown, type) <= width + 0.02
    assert type.size <= BODY.size
    if shown != text:
        assert shown.endswith("…") and measure(text, type) > width


def test_a_paragraph_is_as_high_as_its_lines() -> None:
    block = paragraph("one two three four five six seven", 20, measure)
    assert len(block.boxes) > 1 and block.height == len(block.boxes) * BODY.line
    assert [box.rect.y for box in block.boxes] == [n * BODY.line for n in range(len(block.boxes))]


def test_a_table_shares_its_width_and_repeats_its_head() -> None:
    columns = [TableColumn("Unit", 20), TableColumn("Note"), TableColumn("Steps", 10, "right")]
    cells = [Cell("13th Army"), Cell("a long note that takes several lines of the cell"), Cell("2")]
    made = table(columns, [cells], 70, measure)
    assert made.head is made.again and made.head is not None
    (row,) = made.items
    texts = {box.content.text: box.rect for box in row.boxes if isinstance(box.content, Text)}
    assert texts["13th Army"].x < 20 and 20 < texts["a long note that takes"].x < 22
    assert texts["2"].x > 60 and texts["2"].right <= 70


def test_no_word_of_a_heading_is_cut() -> None:
    made = table([TableColumn("mechanised", 12, "centre")], [[Cell("1")]], 12, measure)
    assert made.head is not None
    assert [box.content.text for box in made.head.boxes if isinstance(box.content, Text)] == ["mechanised"]


def test_type_scales() -> None:
    assert Type(8).scaled(0.5).size == 4 and Type(8, italic=True).sized(3).italic


def test_a_word_too_long_for_its_line_is_broken_behind_its_hyphens_first() -> None:
    wide = measure("mechanised-", CELL)
    assert wrap("Non-mechanised", CELL, wide, measure) == ["Non-", "mechanised"]
    assert wrap("a-b-mechanised", CELL, wide, measure) == ["a-b-", "mechanised"]
    assert wrap("mechanisedmechanised", CELL, wide, measure)[0] == "mechanisedm"
    assert wrap("Non-mechanised", CELL, 3 * wide, measure) == ["Non-mechanised"]
