"""Opens the window; where Qt lacks libraries of the system, says which, and how to install them all."""

from __future__ import annotations

import re

from engine.cli.libraries import advice, missing
from engine.errors import StavkaError

_LIBRARY = re.compile(r"\blib[\w.+-]+\.so[.\d]*")


def open_window(db: str | None) -> int:
    """Open the window on a library; the answer is the exit code."""
    if lacking := missing():
        raise StavkaError(advice(lacking))
    try:
        from designer.app import main as run_window
    except ImportError as error:
        raise StavkaError(explain(error)) from error
    return run_window(["stavka", *(["--db", db] if db else [])])


def explain(error: ImportError) -> str:
    """What keeps the window from opening: the libraries that are missing, or the error's own words."""
    if lacking := missing():
        return advice(lacking)
    found = _LIBRARY.search(str(error))
    return advice([found[0].rstrip(".")]) if found else f"The window cannot be opened: {error}."
