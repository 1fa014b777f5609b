"""Pictures of scenarios for the library, rendered beside the window and kept between runs."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QSize, QTimer
from PySide6.QtGui import QImage, QPixmap

from designer.paint.formats import as_png
from designer.settings import settings_file
from designer.work import Worker
from engine.errors import StavkaError
from engine.files import save
from engine.records import Rows
from engine.store.library import Library
from engine.store.shelf import ScenarioInfo

WIDTH, HEIGHT = 720, 420


class Thumbnails(QObject):
    """Draws one picture after the other; a picture is drawn again only when its scenario was edited.

    A thread that draws takes turns with the window's own: whoever opens a scenario would wait for both.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._worker = Worker(self)
        self._queue: list[tuple[ScenarioInfo, Callable[[QPixmap], None]]] = []
        self._library: Library | None = None
        self._at_work = False
        self._resting = False

    def rest(self, resting: bool) -> None:
        """Draw nothing more while nobody looks at the library; then go on."""
        self._resting = resting
        QTimer.singleShot(0, self, self._next)

    def restart(self, library: Library) -> None:
        """Forget what was asked of another library."""
        if library is not self._library:
            self._library = library
            self._queue = []

    def ask(self, info: ScenarioInfo, show: Callable[[QPixmap], None]) -> None:
        """Show the picture of a scenario when it is ready."""
        kept = QPixmap()
        if kept.load(str(self._file(info))):
            show(kept)
            return
        self._queue.append((info, show))
        QTimer.singleShot(0, self, self._next)

    def busy(self) -> bool:
        """Whether a picture is being drawn or waits to be."""
        return self._at_work or bool(self._queue)

    def _next(self) -> None:
        if self._at_work or self._resting or not self._queue or self._library is None:
            return
        info, show = self._queue.pop(0)
        try:
            rows = self._library.load(info.slug)
        except StavkaError:
            QTimer.singleShot(0, self, self._next)
            return
        self._at_work = True
        path = self._file(info)

        def done(image: QImage | None) -> None:
            self._at_work = False
            if image is None:
                self._queue.insert(0, (info, show))
            else:
                show(QPixmap.fromImage(image))
            self._next()

        def failed(_error: Exception) -> None:
            self._at_work = False
            self._next()

        self._worker.ask(info.slug, lambda: _render(rows, path, lambda: not self._resting), done, failed)

    def _file(self, info: ScenarioInfo) -> Path:
        assert self._library is not None
        said = f"{self._library.path.absolute()}|{info}"
        name = hashlib.sha256(said.encode()).hexdigest()[:24]
        return settings_file().parent / "thumbnails" / f"{name}.png"


def _render(rows: Rows, path: Path, wanted: Callable[[], bool]) -> QImage | None:
    """Draw a scenario's map and keep the picture; None when it is not wanted any more before it is done."""
    from designer.paint.thumbnail import thumbnail

    image = thumbnail(rows, QSize(WIDTH, HEIGHT), wanted)
    if image is None:
        return None
    path.parent.mkdir(parents=True, exist_ok=True)
    save(path, as_png(image))
    return image
