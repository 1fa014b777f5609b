from __future__ import annotations

from designer.printing.blocks import Block
from designer.printing.flow import Group
from designer.printing.pages import PageItem, Rect, Text
from designer.printing.paper import paper
from designer.printing.snug import snug
from designer.printing.type import BODY

HEAD = Block(20.0)


def lines(count: int, high: float = 5.0) -> list[Group]:
    blocks = (Block(high, (PageItem(Rect(0, 0, 50, high), Text(str(n), BODY)),)) for n in range(count))
    return [Group(tuple(blocks), gap=0)]


def full_page(high: float = 5.0) -> int:
    return int((paper("Letter").body.height - HEAD.height) // high)


def said(pages: list[list[PageItem]]) -> list[str]:
    return [box.content.text for page in pages for box in page if isinstance(box.content, Text)]


def test_two_lines_too_many_are_drawn_in_rather_than_carried_over() -> None:
    many = full_page() + 2
    pages = snug(paper("Letter"), HEAD, lambda _width: lines(many))
    assert len(pages) == 1 and said(pages) == [str(n) for n in range(many)]
    body = paper("Letter").body
    assert all(body.holds(box.rect) for box in pages[0])
    sizes = {box.content.type.size for box in pages[0] if isinstance(box.content, Text)}
    assert max(sizes) < BODY.size


def test_a_page_that_is_well_filled_stays() -> None:
    many = full_page() * 3 // 2
    pages = snug(paper("Letter"), HEAD, lambda _width: lines(many))
    assert len(pages) == 2
    assert {box.content.type.size for page in pages for box in page if isinstance(box.content, Text)} == {BODY.size}


def test_what_no_smaller_type_saves_stays_as_large_as_it_was() -> None:
    blocks = [*lines(full_page()), Group((Block(60.0, (PageItem(Rect(0, 0, 9, 9), Text("last", BODY)),)),))]
    pages = snug(paper("Letter"), HEAD, lambda _width: blocks)
    assert len(pages) == 2
    assert {box.content.type.size for page in pages for box in page if isinstance(box.content, Text)} == {BODY.size}
