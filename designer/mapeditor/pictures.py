"""The underlay: read from a file, drawn over the map while tracing, faded and calibrated."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace
from PySide6.QtGui import QImage, QPainter, QTransform

from designer.mapeditor.bench import Bench
from designer.mapeditor.operations import underlay
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
    kind = underlay.kind_of(data)
    image = QImage()
    if not image.loadFromData(data, kind.upper()) or image.isNull():
        raise StavkaError(f"{path.name} looks like a {kind} picture but is damaged; nothing was changed.")
    return data, image


def added(bench: Bench, path: Path) -> list[Change]:
    """The changes that lay a picture under the map, in place of any other."""
    data, image = read_picture(path)
    rows = bench.document.rows
    row = Underlay(
        name=path.stem[:120], image=data, matrix=underlay.fitted(image.width(), image.height(), bench.ground.grid)
    )
    return [*(drop(old) for old in rows.all(Underlay) if old.name != row.name), put(rows, row)]


def faded(bench: Bench, percent: int) -> list[Change]:
    """The changes that make the picture fainter or stronger."""
    rows = bench.document.rows
    return [put(rows, replace(row, opacity=percent / 100)) for row in rows.all(Underlay)]


class UnderlayPainter:
    """Draws the underlay with its opacity; keeps the decoded picture."""

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self._row: Underlay | None = None
        self._image = QImage()
        self.shown = True

    def __call__(self, painter: QPainter, _scale: float) -> None:
        rows = self._bench.document.rows.all(Underlay)
        if not rows or not self.shown:
            return
        row = rows[0]
        if self._row is None or self._row.image is not row.image:
            self._image.loadFromData(row.image)
        self._row = row
        painter.setOpacity(row.opacity)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setTransform(QTransform(*row.matrix), True)
        painter.drawImage(0, 0, self._image)
