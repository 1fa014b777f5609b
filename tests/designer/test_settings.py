"""Settings, actions and crash reports."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from designer import crash
from designer.actions import ACTIONS, MENUS, ActionBook
from designer.settings import SETTINGS, Settings, settings_file
from designer.shell.palette import rank


def test_settings_come_back_in_the_next_run_and_stay_in_their_home(home: Path, qapp: QApplication) -> None:
    Settings().put("text_scale", 150)
    assert Settings().get("text_scale") == 150
    assert settings_file().parent == home
    assert settings_file().exists()


def test_a_stored_setting_out_of_range_is_put_right(qapp: QApplication, tmp_path: Path) -> None:
    path = tmp_path / "odd.ini"
    path.write_text("[settings]\ntheme=purple\ntext_scale=9000\nanimate=false\npaper=7\n", encoding="utf-8")
    settings = Settings(path)
    assert settings.get("theme") == "system"
    assert settings.get("text_scale") == 200
    assert settings.get("animate") is False
    assert settings.get("paper") == "A4"
    path.write_text("[settings]\ntext_scale=huge\n", encoding="utf-8")
    assert Settings(path).get("text_scale") == 100


def test_every_choice_has_its_default_among_its_choices() -> None:
    for setting in SETTINGS:
        if setting.choices:
            assert setting.default in [key for key, _ in setting.choices]


def test_recent_libraries_are_newest_first_without_repeats_or_ghosts(qapp: QApplication, tmp_path: Path) -> None:
    settings = Settings()
    files = [tmp_path / name for name in ("a.db", "b.db")]
    for path in (*files, files[0]):
        path.touch()
        settings.add_recent(path)
    assert Settings().recent() == [files[0], files[1]]
    files[0].unlink()
    assert Settings().recent() == [files[1]]


WINDOW = {"file", "edit", "view", "help", "scenario", "part"}
"""Actions that can be carried out whichever part is in front, by the beginning of their ids."""


def test_no_two_actions_share_an_id_or_a_shortcut_at_the_same_time() -> None:
    ids = [row.id for row in ACTIONS if row.id]
    assert len(ids) == len(set(ids))
    assert all(row.menu in MENUS for row in ACTIONS)
    held: dict[str, list[str]] = {}
    for row in ACTIONS:
        for key in filter(None, row.shortcut.split("|")):
            held.setdefault(QKeySequence(key).toString(), []).append(row.id.partition(".")[0])
    for key, owners in held.items():
        assert len(owners) == 1 or (len(set(owners)) == len(owners) and not WINDOW & set(owners)), key


def test_an_action_is_grey_until_somebody_answers_it(qtbot: QtBot, dressed: QApplication) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    book = ActionBook(window)
    heard: list[str] = []
    outer, inner = {"file.new": lambda: heard.append("outer")}, {"file.new": lambda: heard.append("inner")}
    assert not book["file.new"].isEnabled()
    book.bind(outer)
    book.bind(inner)
    book["file.new"].trigger()
    book.release(inner)
    book["file.new"].trigger()
    book.release(outer)
    book["file.new"].trigger()
    assert heard == ["inner", "outer"]
    assert not book["file.new"].isEnabled()


@pytest.mark.parametrize(
    ("text", "typed", "level"),
    [
        ("Terrain brush", "ter", 0),
        ("Terrain brush", "bru", 1),
        ("Terrain brush", "rain", 2),
        ("Terrain brush", "tbr", 3),
        ("Terrain brush", "xyz", None),
        ("Anything", "", 0),
    ],
)
def test_the_palette_ranks_beginnings_before_middles(text: str, typed: str, level: int | None) -> None:
    assert rank(text, typed) == level


def test_an_exception_leaves_a_report_that_is_offered_once(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Path] = []
    monkeypatch.setattr(sys, "excepthook", lambda *_args: None)
    crash.install(told.append)
    try:
        raise ValueError("a very particular mistake")
    except ValueError as error:
        sys.excepthook(type(error), error, error.__traceback__)
    assert told == [crash.unseen_report()]
    text = told[0].read_text(encoding="utf-8")
    assert "a very particular mistake" in text and "Python" in text and "test_settings" in text
    assert told[0].is_relative_to(home)
    crash.mark_seen(told[0])
    assert crash.unseen_report() is None
    assert crash.last_report() == told[0]


def test_old_reports_are_thrown_away(home: Path) -> None:
    for _ in range(crash.KEEP + 3):
        crash.write_report(ValueError, ValueError("x"), None)
    assert len(list(crash.crash_folder().glob("crash-*.txt"))) == crash.KEEP
