from __future__ import annotations

import sys

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QComboBox, QLineEdit, QPushButton, QSpinBox, QWidget

from designer.fonts import SANS, SERIF, font, load_fonts
from designer.paint.colours import lightness, mix, readable_on
from designer.paint.icons import ICONS, icon
from designer.theme import DARK, LIGHT, apply_theme, chosen_theme, current_theme, ui_font


@pytest.fixture
def undress(qapp):
    yield
    apply_theme(qapp, "light")


def test_both_faces_are_loaded(qapp):
    from PySide6.QtGui import QFontInfo

    assert load_fonts()
    assert all(QFontInfo(font(family, 20)).family() == family for family in (SANS, SERIF))


@pytest.mark.parametrize("theme", [LIGHT, DARK])
@pytest.mark.parametrize("ground", ["window", "panel", "field"])
def test_text_reads_on_every_ground(theme, ground):
    assert abs(lightness(theme.text) - lightness(getattr(theme, ground))) > 0.6
    assert abs(lightness(theme.muted) - lightness(getattr(theme, ground))) > 0.3


def test_themes_are_applied(qapp, undress):
    apply_theme(qapp, "dark")
    assert current_theme() is DARK and qapp.palette().window().color().name() == DARK.window
    apply_theme(qapp, "light", 1.5)
    assert current_theme() is LIGHT and qapp.font().pointSizeF() == pytest.approx(ui_font(1.5).pointSizeF())


@pytest.mark.parametrize("choice", ["light", "dark"])
@pytest.mark.parametrize("kind", [QLineEdit, QSpinBox, QComboBox, QPushButton])
def test_fields_have_a_frame_in_either_theme(qapp, undress, qtbot, choice, kind):
    theme = apply_theme(qapp, choice)
    holder = QWidget()
    qtbot.addWidget(holder)
    field = kind(holder)
    field.setGeometry(20, 20, 160, 30)
    holder.resize(200, 70)
    holder.show()
    edge = [lightness(holder.grab().toImage().pixelColor(100, y).name()) for y in range(18, 26)]
    assert max(abs(shade - lightness(theme.window)) for shade in edge[:5]) > 0.08


def test_the_system_is_followed(qapp):
    assert chosen_theme("system") in (LIGHT, DARK)


def test_every_icon_exists(qapp):
    assert [name for name in ICONS if icon(name).isNull()] == []
    assert icon("mdi6.brush").isNull() is False and icon("mdi6.no-such-thing").isNull()


def test_an_icon_shows_on_the_accent_of_a_chosen_line(qapp, undress):
    apply_theme(qapp, "light")
    image = icon("mdi6.square").pixmap(QSize(32, 32), QIcon.Mode.Selected).toImage()
    assert lightness(image.pixelColor(16, 16).name()) > 0.9


def test_mixing_colours():
    assert mix("#000000", "#ffffff", 0.5).red() in (127, 128)
    assert readable_on("#ffffff").name() == "#111111" and readable_on("#000000").name() == "#ffffff"


def test_qt_gives_back_the_none_it_took(qapp):
    """PySide6 6.12 loses a reference to None with every call on Python 3.11, until the interpreter aborts."""
    from PySide6.QtGui import QImage, QPainter

    painter = QPainter(image := QImage(4, 4, QImage.Format.Format_ARGB32))
    before = sys.getrefcount(None)
    for _ in range(1000):
        painter.drawPoint(1, 1)
    painter.end()
    assert image.width() == 4 and sys.getrefcount(None) > before - 500


@pytest.mark.parametrize("choice", ["light", "dark"])
def test_a_button_that_is_down_is_told_from_one_that_is_up(qapp, undress, choice, qtbot):
    apply_theme(qapp, choice)
    button = QPushButton("Plan")
    qtbot.addWidget(button)
    button.setCheckable(True)
    button.resize(120, 28)
    button.show()
    fills = []
    for down in (False, True):
        button.setChecked(down)
        size, image = button.sizeHint(), button.grab().toImage()
        fills.append((size, image.pixelColor(12, 14)))
    (up, plain), (still, marked) = fills
    assert up == still, "it does not grow"
    assert abs(lightness(plain.name()) - lightness(marked.name())) > 0.2
