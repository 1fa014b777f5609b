"""The underlay: read from a file, drawn over the map while tracing, faded and calibrated."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QImage, QImageReader, QPainter, QTransform

from designer.mapeditor.context import ToolContext
from designer.mapeditor.operations import underlay
from designer.work import Worker
from engine.errors import StavkaError
from engine.records.board import Underlay
from engine.records.changes import Change, drop, put


def read_picture(path: Path) -> tuple[bytes, QImage]:
    """A picture file as bytes and as an image; a StavkaError says why it cannot be used."""
    try:
        if path.stat().st_size > underlay.LARGEST_FILE:
            most = underlay.LARGEST_FILE // 1_000_000
            raise StavkaError(f"{path.name} is larger than {most} MB; scale the scan down.")
        data = path.read_bytes()
    except OSError as error:
        raise StavkaError(f"{path.name} could not be read: {error.strerror}.") from error
    return data, decoded(data)


def decoded(data: bytes) -> QImage:
    """The image of a picture's bytes; whatever they claim to be, only PNG, JPEG and WebP of a sane size are decoded."""
    kind = underlay.kind_of(data)
    buffer = QBuffer()
    buffer.setData(data)
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer, kind.lower().encode())
    reader.setAutoDetectImageFormat(False)
    reader.setDecideFormatFromContent(False)
    size = reader.size()
    if len(data) > underlay.LARGEST_FILE or size.width() * size.height() > underlay.MOST_PIXELS:
        most = underlay.MOST_PIXELS // 1_000_000
        raise StavkaError(f"The picture has {size.width():,} × {size.height():,} points; {most} million are the most.")
    image = reader.read() if size.isValid() else QImage()
    if image.isNull():
        raise StavkaError(f"The picture looks like a {kind} picture but is damaged; it cannot be shown.")
    return image


def added(context: ToolContext, name: str, data: bytes, image: QImage) -> list[Change]:
    """The changes that lay a picture under the map, in place of any other."""
    rows = context.document.rows
    row = Underlay(
        name=name[:120], image=data, matrix=underlay.fitted(image.width(), image.height(), context.ground.grid)
    )
    return [*(drop(old) for old in rows.all(Underlay) if old.name != row.name), put(rows, row)]


def faded(context: ToolContext, percent: int) -> list[Change]:
    """The changes that make the picture fainter or stronger."""
    rows = context.document.rows
    return [put(rows, replace(row, opacity=percent / 100)) for row in rows.all(Underlay)]


class UnderlayPainter:
    """Draws the underlay with its opacity; it is decoded beside the window, and the decoded picture kept."""

    def __init__(self, context: ToolContext) -> None:
        self._context = context
        self._worker = Worker(context)
        self._asked: bytes | None = None
        self._image = QImage()
        self.shown = True

    def __call__(self, painter: QPainter, _scale: float) -> None:
        rows = self._context.document.rows.all(Underlay)
        if not rows or not self.shown:
            return
        row = rows[0]
        if self._asked is not row.image:
            self._decode(row.image)
        if self._image.isNull():
            return
        painter.setOpacity(row.opacity)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setTransform(QTransform(*row.matrix), True)
        painter.drawImage(0, 0, self._image)

    def busy(self) -> bool:
        """Whether a picture is being decoded."""
        return self._worker.busy()

    def _decode(self, data: bytes) -> None:
        self._asked, self._image = data, QImage()
        self._worker.ask("underlay", lambda: decoded(data), self._take, self._refuse)

    def _take(self, image: QImage) -> None:
        self._image = image
        self._context.redraw.emit()

    def _refuse(self, error: Exception) -> None:
        self._context.refused.emit(f"The underlay is not shown. {error}")
