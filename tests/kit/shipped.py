"""The shipped scenarios, read once for all the tests of a process; libraries with some of them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from engine.records import Rows
from engine.store import places
from engine.store.library import Library
from engine.store.sources import read_sources, source_folders


@cache
def _built() -> bool:
    """Whether the committed library is younger than its sources: laying all maps again would take each process seconds.

    A test of the store proves that it holds what they say.
    """
    built = places.shipped_library().stat().st_mtime_ns
    return all(path.stat().st_mtime_ns <= built for path in places.resources().rglob("*"))


@cache
def _read(slug: str) -> Rows:
    if not _built():
        return read_sources(next(folder for folder in source_folders(places.resources()) if folder.name == slug))
    with Library.open(places.shipped_library(), read_only=True) as library:
        return library.load(slug)


def shipped_rows(slug: str) -> Rows:
    """The rows of a shipped scenario, to be changed at will."""
    return _read(slug).copy()


@cache
def _shelf(scenarios: tuple[tuple[str, str], ...]) -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "library.db"
        with Library.create(path) as made:
            for slug, shipped in scenarios:
                made.add(slug, shipped_rows(shipped))
        return path.read_bytes()


def shipped_library(path: Path, **scenarios: str) -> Library:
    """A new library with shipped scenarios under names of its own: a copy of one that is written only once."""
    path.write_bytes(_shelf(tuple(scenarios.items())))
    return Library.open(path)
