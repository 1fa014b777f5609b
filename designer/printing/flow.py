"""Filling pages: groups of blocks run from frame to frame, and a group that is split repeats its heading."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from designer.printing.blocks import Block
from designer.printing.pages import PageItem, Rect

Columns = Callable[[int], Sequence[Rect]]
"""The frames of a page, by its index, in the order in which they are filled."""


@dataclass(frozen=True)
class Group:
    """Blocks under a heading; `again` stands above the rest when the group is split."""

    items: tuple[Block, ...]
    head: Block | None = None
    again: Block | None = None
    gap: float = 2.5
    keep: int = 1
    """How many items must stand together with the heading."""


@dataclass
class _Pen:
    """Where the next block goes."""

    frames: Iterator[tuple[int, Rect]]
    pages: list[list[PageItem]] = field(default_factory=list)
    page: int = 0
    frame: Rect = field(default_factory=lambda: Rect(0, 0, 0, 0))
    y: float = 0.0

    def turn(self) -> None:
        """Go on to the next frame."""
        self.page, self.frame = next(self.frames)
        self.y = self.frame.y
        while len(self.pages) <= self.page:
            self.pages.append([])

    def fits(self, height: float) -> bool:
        """Whether so much room is left; at the top of a frame anything fits, for no other has more room."""
        return self.y + height <= self.frame.bottom + 0.01 or self.y == self.frame.y

    def put(self, block: Block) -> None:
        """Place a block."""
        self.pages[self.page].extend(block.at(self.frame.x, self.y))
        self.y += block.height


def _frames(columns: Columns) -> Iterator[tuple[int, Rect]]:
    page = 0
    while True:
        for frame in columns(page):
            yield page, frame
        page += 1


@dataclass(frozen=True)
class Poured:
    """The boxes of every page, and where the last one ends."""

    pages: list[list[PageItem]]
    end: float


def pour(groups: Iterable[Group], columns: Columns) -> Poured:
    """Fill pages with groups."""
    pen = _Pen(_frames(columns))
    pen.turn()
    for group in groups:
        _pour_group(pen, group)
    return Poured(pen.pages, pen.y)


def _pour_group(pen: _Pen, group: Group) -> None:
    head = group.head.height if group.head else 0.0
    if not pen.fits(head + sum(block.height for block in group.items[: group.keep])):
        pen.turn()
    if group.head:
        pen.put(group.head)
    for number, block in enumerate(group.items):
        if not pen.fits(block.height) and not (number == 0 and group.head):
            pen.turn()
            if group.again or group.head:
                pen.put(group.again or group.head or block)
        pen.put(block)
    pen.y += group.gap


def plain(*blocks: Block, gap: float = 1.5) -> Group:
    """Blocks that stay together, without a heading."""
    return Group(blocks, gap=gap, keep=len(blocks))
