"""Stavka's window, started: the application, its theme, its crash hook and the library page."""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtWidgets import QApplication, QMessageBox

from designer import crash
from designer.icons import icon
from designer.rubbish import collect_here
from designer.settings import Settings
from designer.theme import apply_theme
from engine.errors import StavkaError
from engine.store.library import Library
from engine.store.places import open_user_library


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
        QMessageBox.critical(None, "Stavka", str(error))
        return 1
    from designer.shell.window import open_window

    window = open_window(opened, settings)
    crash.install(lambda report: window.warn(f"Something went wrong; what you made is safe. See {report}."))
    window.show()
    window.offer_report()
    code = app.exec()
    opened.close()
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv))
