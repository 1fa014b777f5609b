"""Larger text: nothing is cut off, and everything that leads somewhere stays in sight."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication, QLabel

from designer.play.elided import ElidedLabel
from designer.shell.settings_dialog import SettingsDialog
from designer.shell.window import MainWindow
from designer.theme import apply_theme, scaled


@pytest.fixture
def large(window: MainWindow) -> Iterator[MainWindow]:
    """The window at one and a half times the usual text size, as small as it is promised to work."""
    window.resize(1280, 800)
    window.settings.put("text_scale", 150)
    QApplication.processEvents()
    yield window
    window.settings.put("text_scale", 100)


def test_lengths_follow_the_text_up_to_a_limit(dressed: QApplication) -> None:
    apply_theme(dressed, "light", 1.5)
    assert (scaled(100), scaled(100, 120), scaled(100, 90)) == (150, 120, 100)
    apply_theme(dressed, "light", 1.0)
    assert scaled(100, 120) == 100


@pytest.mark.parametrize("size", [100, 150, 200])
def test_the_settings_show_every_word_of_their_help(window: MainWindow, size: int) -> None:
    dialog = SettingsDialog(window.settings, window)
    dialog.show()
    window.settings.put("text_scale", size)
    QApplication.processEvents()
    for label in dialog.findChildren(QLabel):
        assert label.height() >= label.heightForWidth(label.width()), label.text()
    window.settings.put("text_scale", 100)


def test_every_tab_stays_in_sight(large: MainWindow) -> None:
    large.open_scenario("orsha")
    QApplication.processEvents()
    tabs = large.workspace.tabs if large.workspace else None
    assert tabs is not None and tabs.tabIcon(0).isNull()
    assert all(tabs.rect().contains(tabs.tabRect(index)) for index in range(tabs.count()))
    for width in range(2200, 1200, -60):
        large.resize(width, 900)
        QApplication.processEvents()
        seen = [tabs.rect().contains(tabs.tabRect(index)) for index in range(tabs.count())]
        assert all(seen), f"at {width}: {seen}"
    large.settings.put("text_scale", 100)
    QApplication.processEvents()
    assert not tabs.tabIcon(0).isNull()


def test_the_first_page_keeps_its_buttons_whole(large: MainWindow) -> None:
    for button in large.library_page._buttons:
        assert button.width() >= button.sizeHint().width(), button.text()


def test_a_long_prompt_is_set_smaller_before_it_is_cut(dressed: QApplication) -> None:
    label = ElidedLabel("Commit units to battles, then announce them all.")
    whole = QFontMetrics(label.font()).horizontalAdvance(label.text())
    label.resize(whole + 2, 30)
    assert label.fitting().pointSizeF() == label.font().pointSizeF()
    label.resize(round(whole * 0.9), 30)
    assert label.fitting().pointSizeF() < label.font().pointSizeF()
    assert QFontMetrics(label.fitting()).horizontalAdvance(label.text()) <= label.width()


def test_what_the_map_said_is_not_left_standing_in_other_tabs(window: MainWindow) -> None:
    window.open_scenario("orsha")
    window.say("Drag to paint.")
    window.where.setText("0101  Clear  84%")
    window.show_part("oob")
    assert window.statusBar().currentMessage() == "" and window.where.text() == ""
