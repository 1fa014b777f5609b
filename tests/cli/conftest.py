from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from engine.cli.main import run
from tests.kit.broken import good_library


@dataclass(frozen=True)
class Said:
    """What a command said and how it left."""

    code: int
    out: str
    err: str


Stavka = Callable[..., Said]


@pytest.fixture
def stavka(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Stavka:
    """Run the command with arguments, for a user without any data of their own."""
    monkeypatch.setenv("STAVKA_HOME", str(tmp_path / "home"))

    def call(*arguments: str | Path) -> Said:
        code = run([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return Said(code, out, err)

    return call


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return good_library(tmp_path / "mine.db")
