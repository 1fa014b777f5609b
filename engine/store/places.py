"""Where things are: what is shipped with the program, and what belongs to the user."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

from engine.errors import StavkaError
from engine.files import save
from engine.store.errors import StoreError
from engine.store.library import Library

LIBRARY_NAME = "scenarios.db"

_PACKAGE = Path(__file__).resolve().parent.parent


def shipped_folder() -> Path:
    """The folder that holds scenarios.db and resources: inside the wheel, or the checkout."""
    inside = _PACKAGE / "_shipped"
    return inside if inside.is_dir() else _PACKAGE.parent


def resources() -> Path:
    """The folder of icons, fonts, gazetteer and scenario sources."""
    return shipped_folder() / "resources"


def shipped_library() -> Path:
    """The library that comes with the program; it is only ever read."""
    return shipped_folder() / LIBRARY_NAME


def user_folder() -> Path:
    """The folder of the user's own data; STAVKA_HOME overrides it."""
    chosen = os.environ.get("STAVKA_HOME")
    return Path(chosen) if chosen else platformdirs.user_data_path("stavka", appauthor=False)


def user_library() -> Path:
    """The user's library, whether or not it is there yet."""
    return user_folder() / LIBRARY_NAME


def open_user_library() -> Library:
    """The user's library: made from the shipped one at the first start, and given what is newly shipped later."""
    path = user_library()
    if not path.exists():
        _first_copy(path)
        return Library.open(path)
    library = Library.open(path)
    try:
        if shipped_library().exists():
            with Library.open(shipped_library(), read_only=True) as shipped:
                library.refresh(shipped)
    except BaseException:
        library.close()
        raise
    return library


def _first_copy(path: Path) -> None:
    """Copy the shipped library as a whole, so that a half-written one is never found."""
    try:
        data = shipped_library().read_bytes()
    except OSError:
        raise StoreError(f"Stavka's own library {shipped_library()} is missing; install Stavka again.") from None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        save(path, data)
    except (OSError, StavkaError) as error:
        raise StoreError(f"Your library cannot be made at {path} ({error}); set STAVKA_HOME.") from None
