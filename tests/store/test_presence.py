"""A library that is open here is opened again without a plain look at its file, which would take its locks away."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from engine.lab.runner import environment
from engine.store import Library, StoreError
from engine.store.presence import is_open
from tests.kit.bounded import PATIENCE
from tests.kit.small import small_scenario

ELSEWHERE = """
import sys
from engine.store import Library
with Library.open(sys.argv[1]) as library:
    library.duplicate("orsha", sys.argv[2])
"""


@pytest.mark.parametrize("read_only", [True, False])
def test_another_program_that_closes_the_library_leaves_ours_alone(tmp_path: Path, read_only: bool) -> None:
    path = tmp_path / "library.db"
    with Library.create(path) as library:
        library.add("orsha", small_scenario())
        for number in range(3):
            with Library.open(path, read_only=read_only) as again:
                assert again.has("orsha")
            subprocess.run(
                [sys.executable, "-c", ELSEWHERE, str(path), f"copy-{number}"],
                check=True,
                env=environment(),
                timeout=PATIENCE,
            )
            library.duplicate("orsha", f"mine-{number}")
        assert len(library.scenarios()) == 7
    with Library.open(path, read_only=True) as library:
        assert len(library.scenarios()) == 7 and not is_open(path)


def test_a_second_connection_that_only_reads_cannot_write(tmp_path: Path) -> None:
    path = tmp_path / "library.db"
    with Library.create(path) as library, Library.open(path, read_only=True) as reader:
        library.add("orsha", small_scenario())
        assert is_open(path) and reader.has("orsha")
        with pytest.raises(StoreError, match="cannot be written to"):
            reader.remove("orsha")
    assert not is_open(path)
