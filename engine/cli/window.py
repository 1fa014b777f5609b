"""Opens the window; where Qt lacks a library of the system, says which package holds it."""

from __future__ import annotations

import re

from engine.errors import StavkaError

_PACKAGES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libGLX.so.0": "libglx0",
    "libOpenGL.so.0": "libopengl0",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libxcb.so.1": "libxcb1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-xinerama.so.0": "libxcb-xinerama0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libX11.so.6": "libx11-6",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libnss3.so": "libnss3",
    "libzstd.so.1": "libzstd1",
}
_LIBRARY = re.compile(r"\blib[\w.+-]+\.so[.\d]*")


def open_window(db: str | None) -> int:
    """Open the window on a library; the answer is the exit code."""
    try:
        from designer.app import main as run_window
    except ImportError as error:
        raise StavkaError(explain(error)) from error
    return run_window(["stavka", *(["--db", db] if db else [])])


def explain(error: ImportError) -> str:
    """What is missing for the window, and the command that installs it."""
    found = _LIBRARY.search(str(error))
    if not found:
        return f"The window cannot be opened: {error}."
    library = found[0].rstrip(".")
    package = _PACKAGES.get(library)
    if package is None:
        return f"The window needs the system library {library}, which is missing; install the package that holds it."
    return f"The window needs the system library {library}, which is missing; `sudo apt install {package}` installs it."
