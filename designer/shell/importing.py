"""An import beside the window: how far it is, and a way to stop it; nothing is kept of one that was stopped."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QTimer, Signal, Slot
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QProgressBar, QVBoxLayout, QWidget

from designer.labels import Label
from designer.shell.desk import Desk
from designer.theme import scaled
from designer.work import Worker
from engine.errors import StavkaError
from engine.progress import Cancelled, Progress
from engine.store.library import Library

PATIENCE = 400
"""Milliseconds before the dialog is shown: most files are read sooner."""

BEAT = 100
"""Milliseconds between two looks at how far it is."""


def bring(path: Path, library: Path, progress: Progress) -> list[str]:
    """Read a file and put its scenarios on the shelf of a library; a thread does it, with a connection of its own."""
    with Library.open(library) as opened:
        return Desk(opened).read(path, progress)


class ImportJob(QDialog):
    """The import of one file; `done_with` carries the slugs that it made, `refused` a sentence."""

    done_with = Signal(list)
    refused = Signal(str)

    def __init__(self, path: Path, library: Library, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(f"Import {path.name}")
        self.progress = Progress()
        self.says = Label("Reading …")
        self.bar = QProgressBar()
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 16, 20, 14)
        for widget in (self.says, self.bar, self.buttons):
            layout.addWidget(widget)
        self.setMinimumWidth(scaled(420))
        self._worker = Worker(self)
        self._beat = QTimer(self)
        self._beat.timeout.connect(self._look)
        self._beat.start(BEAT)
        progress = self.progress
        self._worker.ask("import", lambda: bring(path, library.path, progress), self._done, self._failed)
        QTimer.singleShot(PATIENCE, self, self._appear)

    @Slot()
    def _appear(self) -> None:
        if self._worker.busy() and not self.progress.cancelled:
            self.open()

    @Slot()
    def _look(self) -> None:
        progress = self.progress
        self.says.setText(f"{progress.what or 'Reading'}: {progress.done:,} of {progress.total:,}")
        self.bar.setRange(0, progress.total)
        self.bar.setValue(progress.done)

    def reject(self) -> None:
        """Stop: the thread sees it at its next step."""
        self.progress.cancelled = True
        super().reject()

    def _done(self, slugs: list[str]) -> None:
        self._end()
        self.done_with.emit(slugs)

    def _failed(self, error: Exception) -> None:
        self._end()
        if not isinstance(error, StavkaError):
            raise error
        if not isinstance(error, Cancelled):
            self.refused.emit(str(error))

    def _end(self) -> None:
        self._beat.stop()
        self.hide()
        self.deleteLater()
