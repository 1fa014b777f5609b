from __future__ import annotations

import sys
import types

import pytest

from engine.cli.window import explain
from tests.cli.conftest import Stavka


def test_what_keeps_the_window_from_opening_is_said() -> None:
    unknown = explain(ImportError("libdragon.so.7: cannot open shared object file"))
    assert unknown == (
        "The window needs a library of the system that is missing: libdragon.so.7. Install the package that holds it."
    )
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
