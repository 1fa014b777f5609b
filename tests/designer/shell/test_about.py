"""The about box lists everything that comes with Stavka, with its licence."""

from __future__ import annotations

import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from PySide6.QtWidgets import QApplication, QTableWidget
from pytestqt.qtbot import QtBot

from designer.shell.about import AboutBox
from designer.shell.licences import OTHERS, PURPOSES, shipped

ROOT = Path(__file__).parents[3]


def test_every_dependency_has_a_purpose() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert {Requirement(line).name for line in project["dependencies"]} == set(PURPOSES)


def test_what_dependencies_bring_with_them_is_listed_with_its_licence(dressed: QApplication, qtbot: QtBot) -> None:
    things = {one.name: one for one in shipped()}
    assert {"llvmlite", "shiboken6", "qtpy", *PURPOSES, *(one.name for one in OTHERS)} <= set(things)
    assert "stavka" not in things and "pytest" not in things
    for one in things.values():
        assert one.licence and one.purpose and one.licence != "see its own files", one
    box = AboutBox()
    qtbot.addWidget(box)
    table = box.findChild(QTableWidget)
    assert isinstance(table, QTableWidget) and table.rowCount() == len(things)
    shown = [table.item(row, column).text() for row in range(table.rowCount()) for column in (0, 3)]
    assert shown == [words for one in things.values() for words in (one.name, one.licence)]
