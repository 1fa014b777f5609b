"""What is wrong with a screen that a program can see: cut words, hidden buttons, faint text, scrolls in scrolls."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QComboBox,
    QLineEdit,
    QListView,
    QMenuBar,
    QScrollArea,
    QStyle,
    QStyleOptionComboBox,
    QTabBar,
    QToolButton,
    QWidget,
)

from designer.labels import Label, RichLabel, bare
from designer.play.elided import ElidedLabel

Words = Label | RichLabel

SLACK = 2
"""Pixels that a text may lack unnoticed."""

READABLE = 3.0
"""The least contrast of text on its ground."""


def flaws(window: QWidget) -> list[str]:
    """Every flaw of what is seen in a window, in a sentence."""
    found: list[str] = []
    for widget in [window, *window.findChildren(QWidget)]:
        if widget.isVisible() and not widget.visibleRegion().isEmpty() and widget.isVisibleTo(window):
            found += [f"{_name(widget)}: {flaw}" for flaw in _flaws_of(widget, window)]
    return found


def _flaws_of(widget: QWidget, window: QWidget) -> Iterator[str]:
    yield from _cut(widget)
    if isinstance(widget, QAbstractButton | Words | QLineEdit | QComboBox):
        yield from _hidden(widget, window)
        yield from _faint(widget)
    if isinstance(widget, QTabBar):
        yield from _tabs(widget)
    if isinstance(widget, QAbstractScrollArea):
        yield from _scrolls(widget)
    if isinstance(widget, QListView):
        yield from _lines(widget)


def _cut(widget: QWidget) -> Iterator[str]:
    """Words that have less room than they need; what ends in dots must be told whole under the mouse."""
    if isinstance(widget, Words):
        if isinstance(widget, ElidedLabel):
            yield from _elided(widget)
        elif widget.wordWrap():
            wanted = widget.heightForWidth(widget.width())
            if wanted > widget.height() + SLACK and not widget.toolTip():
                yield f"“{bare(widget.text())[:60]}” needs a height of {wanted} and has {widget.height()}"
        elif widget.sizeHint().width() > widget.width() + SLACK and not _told(widget):
            yield f"“{bare(widget.text())[:60]}” is {widget.sizeHint().width()} wide and has {widget.width()}"
    elif isinstance(widget, QAbstractButton):
        yield from _cut_button(widget)
    elif isinstance(widget, QComboBox) and not widget.toolTip() and not _fits(widget):
        yield f"“{widget.currentText()}” is cut"


def _told(label: Words) -> bool:
    """Whether hovering tells a line that is cut: other words are no help to whoever would read it."""
    return bool(label.toolTip()) and bare(label.text()) in bare(label.toolTip())


def _fits(box: QComboBox) -> bool:
    """Whether a box has room for the line that it shows."""
    option = QStyleOptionComboBox()
    box.initStyleOption(option)
    part = QStyle.SubControl.SC_ComboBoxEditField
    room = box.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, part, box).width()
    return box.fontMetrics().horizontalAdvance(box.currentText()) <= room


def _elided(widget: ElidedLabel) -> Iterator[str]:
    if not widget.fits() and widget.text() not in widget.toolTip():
        yield f"“{widget.text()}” ends in dots and is not told whole"


def _cut_button(widget: QAbstractButton) -> Iterator[str]:
    """A button needs room for its words; an icon alone must say under the mouse what it is."""
    words = widget.text().replace("&", "")
    bare = isinstance(widget, QToolButton) and widget.toolButtonStyle() == Qt.ToolButtonStyle.ToolButtonIconOnly
    if bare or not words:
        if not widget.icon().isNull() and not widget.toolTip():
            yield "a sign without words says nothing under the mouse"
        return
    wide = max(widget.fontMetrics().horizontalAdvance(line) for line in words.splitlines())
    wide += 0 if widget.icon().isNull() else widget.iconSize().width() + 4
    if wide > widget.width() - 4:
        yield f"“{words}” is {wide} wide and has {widget.width()}"
    if words.endswith("…") and getattr(widget, "words", words) != words and not widget.toolTip():
        yield f"“{words}” ends in dots and is not told whole"


def _hidden(widget: QWidget, window: QWidget) -> Iterator[str]:
    """What can be clicked or read lies in the window, and nothing but a scroll cuts it."""
    rect = QRect(widget.mapTo(window, QPoint(0, 0)), widget.size())
    if _scroll_round(widget) is not None:
        return
    if not window.rect().adjusted(-SLACK, -SLACK, SLACK, SLACK).contains(rect):
        yield f"lies at {rect.getRect()}, outside the window"
    seen = widget.visibleRegion().boundingRect()
    if seen.width() < widget.width() - SLACK or seen.height() < widget.height() - SLACK:
        yield f"is cut: {seen.width()} x {seen.height()} of {widget.width()} x {widget.height()} are seen"


def _scroll_round(widget: QWidget) -> QAbstractScrollArea | None:
    above = widget.parentWidget()
    while above is not None and not isinstance(above, QAbstractScrollArea):
        above = above.parentWidget()
    return above


def _tabs(bar: QTabBar) -> Iterator[str]:
    """Every tab is seen whole."""
    buttons = [one for one in bar.findChildren(QToolButton) if one.isVisible()]
    if buttons:
        names = [bar.tabText(number) for number in range(bar.count())]
        yield f"the tabs {', '.join(names)} do not fit"
    for number in range(bar.count()):
        if bar.fontMetrics().horizontalAdvance(bar.tabText(number)) > bar.tabRect(number).width():
            yield f"the tab “{bar.tabText(number)}” is cut"


def _scrolls(area: QAbstractScrollArea) -> Iterator[str]:
    """No panel is cut sideways, and no list scrolls inside a panel that scrolls."""
    panel = area.widget() if isinstance(area, QScrollArea) else None
    if panel is None:
        return
    if panel.width() > area.viewport().width() + SLACK:
        yield f"a panel of {panel.width()} pixels is cut to {area.viewport().width()}"
    inner = [one for one in panel.findChildren(QAbstractScrollArea) if one.isVisible()]
    if area.verticalScrollBar().isVisible() and any(one.verticalScrollBar().isVisible() for one in inner):
        yield "a list scrolls inside a panel that scrolls"


def _lines(view: QListView) -> Iterator[str]:
    """The lines of a list are told whole."""
    model = view.model()
    for row in range(model.rowCount()):
        index = model.index(row, 0)
        rect, text = view.visualRect(index), str(index.data() or "")
        if not view.viewport().rect().intersects(rect) or index.data(Qt.ItemDataRole.ToolTipRole):
            continue
        icon = view.iconSize().width() if index.data(Qt.ItemDataRole.DecorationRole) is not None else 0
        room = rect.width() - icon - 6
        if view.wordWrap():
            wanted = view.fontMetrics().boundingRect(QRect(0, 0, room, 10_000), int(Qt.TextFlag.TextWordWrap), text)
            cut = wanted.height() > rect.height() + SLACK
        else:
            cut = max((view.fontMetrics().horizontalAdvance(line) for line in text.splitlines()), default=0) > room
        if cut:
            yield f"the line “{text[:60]}” is cut"


def _faint(widget: QWidget) -> Iterator[str]:
    """Words stand out from their ground; what is greyed need not."""
    text = widget.text() if isinstance(widget, QAbstractButton | Words | QLineEdit) else ""
    if not bare(text).strip() or not widget.isEnabled() or widget.width() * widget.height() > 200_000:
        return
    if (found := contrast(widget.grab().toImage())) < READABLE:
        yield f"“{bare(text)[:40]}” stands out by {found:.1f} only"


def contrast(image: QImage) -> float:
    """The contrast of the commonest colour with the one that stands out most from it."""
    plain = image.convertToFormat(QImage.Format.Format_RGB32)
    pixels = np.frombuffer(bytes(plain.constBits()), np.uint32).reshape(plain.height(), -1)[:, : plain.width()]
    colours, counts = np.unique(pixels, return_counts=True)
    few = max(2, pixels.size // 4000)
    light = _luminance(colours)
    ground = light[int(np.argmax(counts))]
    others = light[(counts >= few) | (len(colours) < 12)]
    return float(np.max((np.maximum(others, ground) + 0.05) / (np.minimum(others, ground) + 0.05)))


def _luminance(colours: NDArray[np.uint32]) -> NDArray[np.float64]:
    """How light colours are to the eye, from 0 to 1."""
    parts = np.stack([(colours >> shift) & 0xFF for shift in (16, 8, 0)]) / 255.0
    linear = np.where(parts <= 0.03928, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    found: NDArray[np.float64] = np.array([0.2126, 0.7152, 0.0722]) @ linear
    return found


def _name(widget: QWidget) -> str:
    """Where a widget is, for whoever looks for it."""
    names = [type(widget).__name__ + (f" {widget.objectName()}" if widget.objectName() else "")]
    above = widget.parentWidget()
    while above is not None and len(names) < 4:
        if type(above) is not QWidget and not isinstance(above, QMenuBar | QAbstractItemView):
            names.append(type(above).__name__)
        above = above.parentWidget()
    return " in ".join(names)
