from __future__ import annotations

import sys
import types

import pytest

from engine.cli.window import explain
from tests.cli.conftest import Stavka


def test_a_missing_system_library_is_named_with_its_package() -> None:
    error = ImportError("libEGL.so.1: cannot open shared object file: No such file or directory")
    assert explain(error) == (
        "The window needs the system library libEGL.so.1, which is missing; `sudo apt install libegl1` installs it."
    )
    unknown = explain(ImportError("libdragon.so.7: cannot open shared object file"))
    assert "libdragon.so.7" in unknown and "apt" not in unknown
    assert explain(ImportError("No module named 'x'")) == "The window cannot be opened: No module named 'x'."


def test_without_a_command_the_window_opens(stavka: Stavka, monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[list[str]] = []
    window = types.ModuleType("designer.app")
    window.main = lambda arguments: called.append(arguments) or 5  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "designer.app", window)
    assert stavka().code == 5
    assert stavka("--db", "other.db").code == 5
    assert called == [["stavka"], ["stavka", "--db", "other.db"]]


def test_a_window_that_cannot_open_is_a_sentence(stavka: Stavka, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "designer.app", None)
    said = stavka()
    assert said.code == 1 and said.err.startswith("stavka: The window cannot be opened")
