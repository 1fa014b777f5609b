"""Tables: a head that repeats, rows whose cells are text or blocks, and columns that share the width."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from designer.printing.blocks import Block, line_of, paragraph
from designer.printing.flow import Group
from designer.printing.pages import HAIR, INK, Align, Line, PageItem, Rect, Rectangle
from designer.printing.type import CELL, CELL_HEAD, SMALLEST, Measure, Type, parts_of

PAD = 1.1
_HEAD_FILL = "#ece6d8"
_LEAST = 6.0


@dataclass(frozen=True)
class TableColumn:
    """One column of a table; a width of 0 takes what the others leave."""

    title: str
    width: float = 0.0
    align: Align = "left"


@dataclass(frozen=True)
class Cell:
    """One cell: its text or its block, and the colour behind it."""

    text: str = ""
    block: Block | None = None
    fill: str | None = None
    strong: bool = False


@dataclass(frozen=True)
class TableStyle:
    """How a table is set."""

    type: Type = CELL
    head: Type = CELL_HEAD
    least: float = 0.0
    grid: bool = False
    head_fill: str = _HEAD_FILL


def widths(columns: Sequence[TableColumn], width: float) -> list[float]:
    """The width of every column: fixed ones as they are, shrunk together if they do not fit, the rest shared."""
    fixed = sum(column.width for column in columns)
    free = sum(column.width == 0 for column in columns)
    room = width - free * _LEAST
    share = min(1.0, room / fixed) if fixed else 1.0
    rest = (width - fixed * share) / free if free else 0.0
    return [column.width * share if column.width else rest for column in columns]


def table(
    columns: Sequence[TableColumn],
    rows: Sequence[Sequence[Cell]],
    width: float,
    measure: Measure,
    style: TableStyle | None = None,
) -> Group:
    """A table as a group whose head repeats on every page."""
    manner = style or TableStyle()
    wide = widths(columns, width)
    titles = any(column.title for column in columns)
    head = _head(columns, wide, measure, manner) if titles else None
    items = tuple(_row(columns, wide, row, measure, manner) for row in rows)
    return Group(items, head=head, again=head, keep=min(2, len(items)))


def _head(columns: Sequence[TableColumn], wide: Sequence[float], measure: Measure, style: TableStyle) -> Block:
    cells = [
        paragraph(
            column.title,
            room - 2 * PAD,
            measure,
            _whole_words(column.title, room, measure, style.head),
            align=column.align,
        )
        for column, room in zip(columns, wide, strict=True)
    ]
    high = max(cell.height for cell in cells) + 1.4
    boxes = [PageItem(Rect(0, 0, sum(wide), high), Rectangle(fill=style.head_fill))]
    x = 0.0
    for cell, room in zip(cells, wide, strict=True):
        boxes += cell.at(x + PAD, (high - cell.height) / 2)
        x += room
    boxes.append(PageItem(Rect(0, high, sum(wide), 0), Line(INK, 0.3)))
    return Block(high, tuple(boxes))


def _whole_words(title: str, room: float, measure: Measure, type: Type) -> Type:
    """Type small enough that no word of a heading need be cut."""
    longest = max((measure(word, type) for word in parts_of(title)), default=0.0)
    least = type.size * (room - 2 * PAD) / longest * 0.995 if longest else type.size
    return type if longest <= room - 2 * PAD else type.sized(max(SMALLEST, least))


def _row(
    columns: Sequence[TableColumn], wide: Sequence[float], row: Sequence[Cell], measure: Measure, style: TableStyle
) -> Block:
    cells = [_cell(cell, column, room, measure, style) for cell, column, room in zip(row, columns, wide, strict=True)]
    high = max(style.least, max(cell.height for cell in cells) + 1.2)
    boxes: list[PageItem] = []
    x = 0.0
    for content, cell, room in zip(cells, row, wide, strict=True):
        if cell.fill:
            boxes.append(PageItem(Rect(x, 0, room, high), Rectangle(fill=cell.fill)))
        if style.grid and x:
            boxes.append(PageItem(Rect(x, 0, 0, high), Line(HAIR, 0.15)))
        boxes += content.at(x + PAD, (high - content.height) / 2)
        x += room
    boxes.append(PageItem(Rect(0, high, sum(wide), 0), Line(HAIR, 0.15)))
    return Block(high, tuple(boxes))


def _cell(cell: Cell, column: TableColumn, room: float, measure: Measure, style: TableStyle) -> Block:
    if cell.block is not None:
        return cell.block
    type = replace(style.type, weight="semibold") if cell.strong else style.type
    inner = room - 2 * PAD
    if column.align == "left":
        return paragraph(cell.text, inner, measure, type)
    if "\n" in cell.text:
        return paragraph(cell.text, inner, measure, type, align=column.align)
    return line_of(cell.text, type, inner, measure, align=column.align)
