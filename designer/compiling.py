"""The compiler beside the window: a process of its own from the first start on; the window never waits for it.

Until it is done everything runs as it is written.  What it made is taken from the disk in a thread, by the game that
wants it.
"""

from __future__ import annotations

from time import monotonic

from PySide6.QtCore import QCoreApplication, QObject, QProcess, Signal, Slot

from designer.work import Worker
from engine.compiled.kernel import never_wait
from engine.workers import kernels
from engine.workers.spawn import command

SHARED = kernels.MODULES[:1]
"""What the window itself wants compiled: movement, supply and zones of control; bots think elsewhere."""


def time_left(share: float, seconds: float) -> str:
    """How long it takes yet when so large a share took so many seconds."""
    left = seconds / share - seconds
    if left < 10:
        return "a few seconds left"
    return f"about {round(left, -1):.0f} seconds left"


class Compiling(QObject):
    """Sees to it that the kernels are compiled, and that the window has them once it plays."""

    told = Signal(str)
    """A few words on how far it is; none when there is nothing to tell."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.taken = False
        self._wanted = False
        self._tried = False
        self._began = monotonic()
        self._worker = Worker(self)
        self._process: QProcess | None = None
        never_wait()

    @property
    def busy(self) -> bool:
        """Whether the compiler is at work."""
        return self._process is not None

    def begin(self) -> None:
        """Compile what is not compiled yet, once at most."""
        if self._tried or kernels.mark() is None or kernels.ready():
            return
        self._tried = True
        self._began = monotonic()
        self._process = process = QProcess(self)
        process.setProcessChannelMode(QProcess.ProcessChannelMode.SeparateChannels)
        process.readyReadStandardOutput.connect(self._read)
        process.finished.connect(self._finished)
        process.errorOccurred.connect(self._failed)
        program, *arguments = command(kernels.__name__)
        process.start(program, arguments)
        self.told.emit("Speeding movement and bots up for this machine …")

    def want(self) -> None:
        """A game begins: take what is compiled, now or as soon as it is there."""
        self._wanted = True
        if not self.taken and not self.busy and kernels.ready():
            self._worker.ask("take", lambda: kernels.take(SHARED), self._took, lambda _error: self._took(False))

    def _took(self, found: bool) -> None:
        self.taken = found
        if not found:
            self.begin()

    @Slot()
    def _read(self) -> None:
        assert self._process is not None
        lines = bytes(self._process.readAllStandardOutput().data()).split()
        if lines:
            left = time_left(float(lines[-1]), monotonic() - self._began)
            self.told.emit(f"Speeding movement and bots up for this machine: {left}.")

    @Slot()
    def _finished(self) -> None:
        self._end()
        if self._wanted and kernels.ready():
            self.want()

    @Slot()
    def _failed(self) -> None:
        """Without a compiler everything runs as it is written, as it did until now."""
        if self._process is not None and self._process.state() == QProcess.ProcessState.NotRunning:
            self._end()

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.deleteLater()
        self.told.emit("")

    def stop(self) -> None:
        """End the compiler with the window; what it has made so far is kept."""
        process, self._process = self._process, None
        if process is not None:
            process.blockSignals(True)
            process.kill()
            process.waitForFinished(2000)


def want_compiled() -> None:
    """Say that a game begins; without a compiler beside the window nothing comes of it."""
    app = QCoreApplication.instance()
    found = app.findChild(Compiling) if app is not None else None
    if isinstance(found, Compiling):
        found.want()
