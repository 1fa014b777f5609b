"""The shipped scenarios, read from their sources once for all the tests of a process."""

from __future__ import annotations

from functools import cache

from engine.records import Rows
from engine.store.places import resources
from engine.store.sources import read_sources, source_folders


@cache
def _read(slug: str) -> Rows:
    return read_sources(next(folder for folder in source_folders(resources()) if folder.name == slug))


def shipped_rows(slug: str) -> Rows:
    """The rows of a shipped scenario, to be changed at will."""
    return _read(slug).copy()
