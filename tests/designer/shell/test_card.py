"""The cards of the library with the keyboard: Enter presses the button in focus, and the focus can be seen."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication
from pytestqt.qtbot import QtBot
from shiboken6 import delete, isValid

from designer.shell.card import Card
from designer.shell.window import MainWindow
from engine.store.shelf import ScenarioInfo

OFFERS = frozenset({"play", "what-if", "duplicate", "rename", "export", "print", "delete"})


@pytest.fixture
def card(window: MainWindow, qtbot: QtBot) -> Card:
    """A card of a scenario that can be played."""
    info = window.library_page.cards["orsha"].info
    made = Card(ScenarioInfo(**{name: getattr(info, name) for name in info.__struct_fields__} | {"units": 3}), OFFERS)
    qtbot.addWidget(made)
    made.resize(320, 420)
    with qtbot.waitExposed(made):
        made.show()
    return made


@pytest.mark.parametrize(("button", "wanted"), [("play", "play"), ("edit", "edit")])
def test_enter_presses_the_button_that_has_the_focus(card: Card, qtbot: QtBot, button: str, wanted: str) -> None:
    pressed: QAbstractButton = getattr(card, button)
    pressed.setFocus()
    with qtbot.waitSignal(card.asked) as asked:
        QTest.keyClick(pressed, Qt.Key.Key_Return)
    assert asked.args == ["orsha", wanted]


def test_enter_on_the_card_itself_still_opens_the_editor(card: Card, qtbot: QtBot) -> None:
    card.setFocus()
    with qtbot.waitSignal(card.asked) as asked:
        QTest.keyClick(card, Qt.Key.Key_Return)
    assert asked.args == ["orsha", "edit"]


@pytest.mark.parametrize("button", ["play", "edit", "more"])
def test_the_focus_has_a_ring_and_moves_nothing(card: Card, button: str) -> None:
    target: QAbstractButton = getattr(card, button)
    other = card.edit if button != "edit" else card.play
    other.setFocus()
    QApplication.processEvents()
    before, place = _picture(target), target.geometry()
    target.setFocus()
    QApplication.processEvents()
    assert target.geometry() == place
    assert _picture(target) != before, "nobody could tell where the keyboard is"


def _picture(button: QAbstractButton) -> QImage:
    return button.grab().toImage()


def test_a_picture_that_is_drawn_when_its_card_has_gone_is_dropped(window: MainWindow) -> None:
    made = Card(window.library_page.cards["orsha"].info, OFFERS)
    picture = made.picture
    picture.show_picture(QPixmap(8, 8))
    delete(made)
    picture.show_picture(QPixmap(9, 9))
    assert not isValid(picture) and picture._pixmap.width() == 8
