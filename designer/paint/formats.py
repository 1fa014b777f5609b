"""Pictures and drawings as bytes, so that whoever writes them to a disk hears of every failure."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QImage, QImageWriter

from engine.errors import StavkaError


class Sink:
    """Where a writer of Qt's puts what it makes: memory, because on a full disk such writers fail without a word."""

    def __init__(self) -> None:
        self._bytes = QByteArray()
        self.device = QBuffer(self._bytes)
        self.device.open(QIODevice.OpenModeFlag.WriteOnly)

    @property
    def data(self) -> bytes:
        """What was written."""
        return bytes(self._bytes.data())


@contextmanager
def sink() -> Iterator[Sink]:
    """A sink that is closed at the end of the block."""
    made = Sink()
    try:
        yield made
    finally:
        made.device.close()


def as_png(image: QImage) -> bytes:
    """A picture as the bytes of a PNG file."""
    with sink() as made:
        writer = QImageWriter(made.device, b"png")
        if not writer.write(image):
            raise StavkaError(f"The picture could not be made: {writer.errorString()}.")
        return made.data
