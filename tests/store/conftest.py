from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.store import Library
from tests.kit.small import small_scenario


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "library.db"


@pytest.fixture
def library(path: Path) -> Iterator[Library]:
    with Library.create(path) as library:
        library.add("orsha", small_scenario())
        yield library
