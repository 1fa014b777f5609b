"""Documents a little smaller where that saves a last page with next to nothing on it."""

from __future__ import annotations

from collections.abc import Callable

from designer.printing.blocks import Block
from designer.printing.flow import Group, Poured, pour
from designer.printing.pages import PageItem, Rect, shrunk
from designer.printing.paper import Paper

SHARES = (0.97, 0.94, 0.91, 0.88)
"""How much smaller a document may be set to save a page."""

THIN = 0.4
"""A last page filled less than this is worth saving."""

_TOP = 1.5
"""Room above the text on pages without a masthead."""

Lay = Callable[[float], list[Group]]
"""The groups of a document at a width in millimetres."""


def snug(sheet: Paper, head: Block, lay: Lay) -> list[list[PageItem]]:
    """The boxes of every page under a masthead on the first; all pages are set in one size."""
    share, poured = 1.0, _poured(sheet, head, lay, 1.0)
    if len(poured.pages) > 1 and _filled(sheet, poured) < THIN:
        for smaller in SHARES:
            tried = _poured(sheet, head, lay, smaller)
            if len(tried.pages) < len(poured.pages):
                share, poured = smaller, tried
                break
    body = sheet.body
    pages = [
        list(shrunk(boxes, share, body.x, body.y + _top(page, head))) if share < 1 else list(boxes)
        for page, boxes in enumerate(poured.pages)
    ]
    pages[0] = [*head.at(body.x, body.y), *pages[0]]
    return pages


def saved(body: Rect, lay: Callable[[Rect], list[list[PageItem]]]) -> list[list[PageItem]]:
    """The pages that a function lays out in a body, in the largest size that takes no thin last page."""
    pages = lay(body)
    if len(pages) > 1 and max((box.rect.bottom for box in pages[-1]), default=0.0) < body.y + THIN * body.height:
        for share in SHARES:
            tried = lay(Rect(body.x, body.y, body.width / share, body.height / share))
            if len(tried) < len(pages):
                return [list(shrunk(boxes, share, body.x, body.y)) for boxes in tried]
    return pages


def _poured(sheet: Paper, head: Block, lay: Lay, share: float) -> Poured:
    body = sheet.body

    def frame(page: int) -> tuple[Rect]:
        top = _top(page, head)
        return (Rect(body.x, body.y + top, body.width / share, (body.height - top) / share),)

    return pour(lay(body.width / share), frame)


def _top(page: int, head: Block) -> float:
    return head.height if page == 0 else _TOP


def _filled(sheet: Paper, poured: Poured) -> float:
    """How much of the last page is used."""
    return (poured.end - sheet.body.y) / sheet.body.height
