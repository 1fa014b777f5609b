"""Stavka's window, started: the application, its theme, its crash hook and the library page."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from designer import crash
from designer.compiling import Compiling
from designer.garbage import collect_here
from designer.icons import icon
from designer.labels import alert
from designer.settings import Settings
from designer.theme import apply_theme
from designer.work import Worker
from engine.errors import StavkaError
from engine.records import ORDER
from engine.records.columns import fields_of
from engine.store.library import Library
from engine.store.places import open_user_library

if TYPE_CHECKING:
    from designer.shell.window import MainWindow

SETTLED = 400
"""Milliseconds after which the first page is surely painted."""

NEEDED = ("engine.systems", "engine.play")
"""Rules and games: without a widget, so that a thread may load them."""


def application(argv: list[str]) -> QApplication:
    """The one application object, made if there is none yet."""
    running = QApplication.instance()
    app = running if isinstance(running, QApplication) else QApplication(argv)
    app.setApplicationName("Stavka")
    app.setApplicationDisplayName("Stavka")
    app.setDesktopFileName("stavka")
    collect_here(app)
    return app


def find_library(path: Path | None) -> Library:
    """The library to open: the one asked for, read-only if need be, or the user's own."""
    if path is None:
        return open_user_library()
    if not path.exists():
        return Library.create(path)
    try:
        return Library.open(path)
    except StavkaError:
        return Library.open(path, read_only=True)


def main(argv: list[str], library: Path | None = None) -> int:
    """Run the window until it is closed; the answer is the exit code."""
    app = application(argv)
    if library is None and "--db" in argv[:-1]:
        library = Path(argv[argv.index("--db") + 1])
    settings = Settings()
    apply_theme(app, settings.get("theme"), settings.get("text_scale") / 100)
    app.setWindowIcon(icon("mdi6.star-circle", "accent"))
    try:
        opened = find_library(library)
    except StavkaError as error:
        alert(str(error))
        return 1
    from designer.shell.going import take_up
    from designer.shell.window import open_window

    window = open_window(opened, settings)
    crash.install(lambda report: window.warn(f"Something went wrong; what you made is safe. See {report}."))
    window.show()
    window.offer_report()
    QTimer.singleShot(0, window, lambda: take_up(window))
    _compile_beside(app, window)
    _load_beside(app)
    code = app.exec()
    opened.close()
    return code


def _compile_beside(app: QApplication, window: MainWindow) -> None:
    """Have the kernels compiled, with a quiet word in the status bar, once the first page is painted."""
    compiling = Compiling(app)
    compiling.told.connect(window.beside.setText)
    app.aboutToQuit.connect(compiling.stop)
    QTimer.singleShot(SETTLED, compiling, compiling.begin)


def _load_beside(app: QApplication) -> None:
    """Load what every part of a scenario needs in a thread, once the first page is painted: no click waits for it."""
    worker = Worker(app)
    QTimer.singleShot(SETTLED, worker, lambda: worker.ask("load", _load, lambda _done: None))


def _load() -> None:
    """Load rules and games, and read the declarations of all tables."""
    for name in NEEDED:
        import_module(name)
    for kind in ORDER:
        fields_of(kind)


if __name__ == "__main__":
    sys.exit(main(sys.argv))
