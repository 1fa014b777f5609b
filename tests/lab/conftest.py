from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.store import Library
from tests.kit.skirmish import skirmish_library


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[Library]:
    """A library with the skirmish in it."""
    with skirmish_library(tmp_path / "library.db") as library:
        yield library
