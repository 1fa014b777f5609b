"""The tools that read the code: ruff, mypy and import-linter, each once over the whole tree."""

from __future__ import annotations

import subprocess
import sys
import warnings
from pathlib import Path

import pytest

from tests.gates.tree import ROOT
from tests.kit.bounded import PATIENCE


def run(*command: str) -> tuple[int, str]:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=2 * PATIENCE)
    return done.returncode, done.stdout + done.stderr


def test_ruff_finds_nothing() -> None:
    code, said = run(sys.executable, "-m", "ruff", "check", "engine", "designer", "tests")
    assert code == 0, said


def test_ruff_would_write_it_the_same() -> None:
    code, said = run(sys.executable, "-m", "ruff", "format", "--check", "engine", "designer", "tests")
    assert code == 0, said


def test_mypy_finds_nothing() -> None:
    code, said = run(sys.executable, "-m", "mypy")
    assert code == 0, said


def test_imports_keep_to_the_layers() -> None:
    code, said = run(str(Path(sys.executable).with_name("lint-imports")), "--no-cache")
    assert code == 0, said


def test_warnings_are_errors() -> None:
    with pytest.raises(UserWarning):
        warnings.warn("nobody may overlook this", UserWarning, stacklevel=1)
