"""Writing pages: to a file that appears only when it is whole, or to a printer; with progress, and a way to stop."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QMarginsF, QSizeF
from PySide6.QtGui import QPagedPaintDevice, QPageLayout, QPageSize, QPainter, QPdfWriter

from designer.fonts import load_fonts
from designer.paint.export import export_svg
from designer.paint.formats import sink
from designer.paint.style import MONOCHROME, PRINTED
from designer.printing.brush import Brush
from designer.printing.pages import Page
from engine.errors import StavkaError
from engine.files import draft
from engine.legible import legible

DPI = 1200
_GLYPH_NAMES = re.compile(rb"begincmap.{1,200000}?endcmap", re.DOTALL)
MM_PER_INCH = 25.4

Tell = Callable[[int, int], None]
Stop = Callable[[], bool]


class Stopped(StavkaError):  # noqa: N818 - the user's wish, not a fault
    """The user stopped the print; nothing was written."""

    def __init__(self) -> None:
        super().__init__("Printing was stopped; nothing was written.")


def write_pdf(
    pages: Sequence[Page],
    path: Path,
    brush: Brush,
    *,
    title: str = "",
    tell: Tell = lambda _done, _of: None,
    stop: Stop = lambda: False,
) -> None:
    """Write the pages as a PDF of lines, areas and real text; the file appears only when it is whole."""
    if not pages:
        raise StavkaError("There is nothing to print.")
    load_fonts()
    with draft(path) as made:
        made.touch()  # a place that cannot be written to is told before the pages are painted
        made.write_bytes(_pdf(pages, brush, title, tell, stop))


def write_svg(path: Path, brush: Brush, mm_per_cell: float) -> None:
    """Write the map as a drawing with named layers and live text."""
    load_fonts()
    export_svg(brush.scene, path, mm_per_cell=mm_per_cell, style=MONOCHROME if brush.monochrome else PRINTED)


def _pdf(pages: Sequence[Page], brush: Brush, title: str, tell: Tell, stop: Stop) -> bytes:
    with sink() as made:
        writer = QPdfWriter(made.device)
        writer.setTitle(legible(title))
        writer.setCreator("Stavka")
        writer.setResolution(DPI)
        paint_pages(writer, pages, brush, tell=tell, stop=stop)
        del writer
        data = made.data
    if not data.rstrip().endswith(b"%%EOF"):
        raise StavkaError("The pages could not be finished: there is not enough memory for them.")
    return _with_spaces(data)


def paint_pages(
    device: QPagedPaintDevice,
    pages: Sequence[Page],
    brush: Brush,
    *,
    tell: Tell = lambda _done, _of: None,
    stop: Stop = lambda: False,
) -> None:
    """Paint the pages on a paged device, each on paper of its own size."""
    dots = device.logicalDpiX() / MM_PER_INCH
    device.setPageLayout(page_layout(pages[0]))
    painter = QPainter(device)
    if not painter.isActive():
        raise StavkaError("The pages could not be painted: the printer or file does not answer.")
    try:
        for number, page in enumerate(pages):
            if stop():
                raise Stopped
            tell(number, len(pages))
            if number:
                device.setPageLayout(page_layout(page))
                device.newPage()
            brush.paint(painter, page, dots)
        tell(len(pages), len(pages))
    finally:
        painter.end()


def page_layout(page: Page) -> QPageLayout:
    """The paper of a page, without margins: the pages keep their own."""
    size = QPageSize(
        QSizeF(page.width, page.height), QPageSize.Unit.Millimeter, "", QPageSize.SizeMatchPolicy.FuzzyMatch
    )
    turned = (
        page.width > page.height and size.size(QPageSize.Unit.Point).width() < size.size(QPageSize.Unit.Point).height()
    )
    orientation = QPageLayout.Orientation.Landscape if turned else QPageLayout.Orientation.Portrait
    return QPageLayout(size, orientation, QMarginsF(0, 0, 0, 0), QPageLayout.Unit.Millimeter)


def _with_spaces(data: bytes) -> bytes:
    """Let readers find blanks as blanks.

    The fonts draw tab and blank with one glyph, and Qt tells readers that the glyph is a tab, so that nobody
    could search for two words.  The tables that tell them are plain text; the change keeps their length.
    """
    return _GLYPH_NAMES.sub(lambda table: table[0].replace(b"<0009>", b"<0020>"), data)
