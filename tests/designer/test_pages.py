"""Pages that are made when somebody looks at them first."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from designer.pages import LatePages


@pytest.fixture
def made() -> list[str]:
    return []


@pytest.fixture
def pages(qtbot: QtBot, made: list[str]) -> LatePages:
    found = LatePages()
    qtbot.addWidget(found)

    def make(title: str) -> QLabel:
        made.append(title)
        return QLabel(title)

    for title in ("first", "second", "third"):
        found.add(title, lambda title=title: make(title))
    found.turn_to("first")
    with qtbot.waitExposed(found):
        found.show()
    return found


def test_only_the_page_in_sight_is_made(pages: LatePages, made: list[str]) -> None:
    assert made == ["first"] and pages.made("second") is None
    pages.setCurrentIndex(1)
    assert made == ["first", "second"] and pages.page("second").isVisible()
    pages.setCurrentIndex(0)
    pages.setCurrentIndex(1)
    assert made == ["first", "second"], "a page is made once"


def test_a_page_is_made_when_it_is_asked_for_and_may_be_turned_to(pages: LatePages, made: list[str]) -> None:
    third = pages.page("third")
    assert made == ["first", "third"] and pages.currentIndex() == 0 and not third.isVisible()
    pages.setCurrentWidget(third)
    assert pages.currentIndex() == 2 and third.isVisible() and pages.made("third") is third
    assert pages.turn_to("first").isVisible() and not third.isVisible()
