"""Writing pages: to a file that appears only when it is whole, or to a printer; with progress, and a way to stop."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QMarginsF, QSizeF
from PySide6.QtGui import QPagedPaintDevice, QPageLayout, QPageSize, QPainter, QPdfWriter

from designer.fonts import load_fonts
from designer.printing.brush import Brush
from designer.printing.pages import Page
from engine.errors import StavkaError

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
    draft = _draft(path)
    try:
        writer = QPdfWriter(str(draft))
        writer.setTitle(title)
        writer.setCreator("Stavka")
        writer.setResolution(DPI)
        paint_pages(writer, pages, brush, tell=tell, stop=stop)
        del writer
        _name_spaces(draft)
        _move(draft, path)
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)


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


def _draft(path: Path) -> Path:
    """A file beside the one that is wanted, so that moving it is one step; says why if there can be none."""
    if path.is_dir():
        raise StavkaError(f"{path} is a folder; give the name of a file.")
    if path.exists() and not os.access(path, os.W_OK):
        raise StavkaError(f"The file {path} may not be written.")
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.stem}-", suffix=".part", dir=path.parent)
    except OSError as error:
        reason = error.strerror or "it cannot be written to"
        raise StavkaError(f"The file {path} cannot be written: {reason.lower()}.") from None
    os.close(handle)
    return Path(name)


def _name_spaces(draft: Path) -> None:
    """Let readers find blanks as blanks.

    The fonts draw tab and blank with one glyph, and Qt tells readers that the glyph is a tab, so that nobody
    could search for two words.  The tables that tell them are plain text; the change keeps their length.
    """
    written = draft.read_bytes()
    draft.write_bytes(_GLYPH_NAMES.sub(lambda table: table[0].replace(b"<0009>", b"<0020>"), written))


def _move(draft: Path, path: Path) -> None:
    if draft.stat().st_size == 0:
        raise StavkaError(f"The file {path} could not be written; is the disk full?")
    mask = os.umask(0)
    os.umask(mask)
    try:
        draft.chmod(0o666 & ~mask)
        draft.replace(path)
    except OSError as error:
        raise StavkaError(f"The file {path} cannot be written: {(error.strerror or 'refused').lower()}.") from None
