"""A list of things to choose from, each with its counter, a title and a line of detail."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from designer.labels import Label
from designer.paint.counter import counter_icon
from designer.play.table.faces import piece_face
from designer.theme import current_theme
from engine.rules.table import Table

SIDE = 44
GAP, PAD = 1, 4
MARGIN = 8
FEW = 4
"""Lines that are seen without scrolling wherever there is room for anything."""

_KEY = Qt.ItemDataRole.UserRole
_WRAP = int(Qt.TextFlag.TextWordWrap)


@dataclass(frozen=True)
class ChoiceLine:
    """One line: what it stands for, how it reads, and the piece whose counter is shown."""

    key: Any
    title: str
    detail: str = ""
    piece: int | None = None


def alike_as_one(lines: Iterable[ChoiceLine], table: Table) -> list[ChoiceLine]:
    """Lines that read and look alike shown once, by the first of them, with how many there are."""
    found: dict[object, list[ChoiceLine]] = {}
    for line in lines:
        looks = piece_face(table, line.piece) if line.piece is not None else line.key
        found.setdefault((line.title, line.detail, looks), []).append(line)
    return [
        replace(same[0], detail=". ".join(filter(None, (same[0].detail, f"{len(same)} alike"))))
        if len(same) > 1
        else same[0]
        for same in found.values()
    ]


class ChoicePanel(QWidget):
    """A heading and a list; a click, Enter or Space chooses, the mouse points.

    A list that shares its panel with others is no taller than its lines; one that is `whole` lies in a panel that
    scrolls, and shows all of them.
    """

    chosen = Signal(object)
    pointed = Signal(object)

    def __init__(self, heading: str, empty: str = "", *, whole: bool = False, shares: bool = False) -> None:
        super().__init__()
        self._whole, self._shares, self._slim = whole, shares, False
        self._choices: Sequence[ChoiceLine] = ()
        self.heading = Label(heading)
        self.list = QListWidget()
        self.list.setIconSize(QSize(SIDE, SIDE))
        self.list.setMouseTracking(True)
        self.list.setWordWrap(True)
        self.list.setSpacing(GAP)
        self.list.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._bar_or_none()
        self.list.installEventFilter(self)
        self.list.viewport().installEventFilter(self)
        self._empty = Label(empty)
        self._empty.setWordWrap(True)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignTop)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, MARGIN, 10, MARGIN)
        layout.addWidget(self.heading)
        layout.addWidget(self.list, 1)
        layout.addWidget(self._empty, 1)
        layout.addStretch(0)
        self.heading.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.list.itemClicked.connect(lambda item: self.chosen.emit(item.data(_KEY)))
        self.list.itemEntered.connect(lambda item: self.pointed.emit(item.data(_KEY)))
        self.list.currentItemChanged.connect(self._walk)
        self.dress()

    def dress(self) -> None:
        """Take the colours of the theme."""
        theme = current_theme()
        self.heading.setStyleSheet(f"color: {theme.muted}; font-weight: 600;")
        self._empty.setStyleSheet(f"color: {theme.muted};")

    def show_choices(self, choices: Sequence[ChoiceLine], table: Table) -> None:
        """Show these lines; the list keeps its place where it can."""
        place = self.list.verticalScrollBar().value()
        self._choices = choices
        self.list.blockSignals(True)
        self.list.clear()
        ratio = self.devicePixelRatioF()
        for choice in choices:
            item = QListWidgetItem(self._words(choice))
            item.setData(_KEY, choice.key)
            if choice.piece is not None:
                item.setIcon(counter_icon(piece_face(table, choice.piece), SIDE, ratio))
            self.list.addItem(item)
        self.list.blockSignals(False)
        self.list.setVisible(bool(choices))
        self._empty.setVisible(not choices)
        self._measure()
        self.list.verticalScrollBar().setValue(place)

    def say_empty(self, text: str) -> None:
        """Say what stands there while there is nothing to choose."""
        self._empty.setText(text)

    @property
    def whole(self) -> bool:
        """Whether all lines are shown, and whatever lies round the list scrolls."""
        return self._whole

    @whole.setter
    def whole(self, whole: bool) -> None:
        self._whole = whole
        self._bar_or_none()
        self._measure()

    def _bar_or_none(self) -> None:
        policy = Qt.ScrollBarPolicy
        self.list.setVerticalScrollBarPolicy(policy.ScrollBarAlwaysOff if self._whole else policy.ScrollBarAsNeeded)

    @property
    def slim(self) -> bool:
        """Whether room is short: the detail beside the title."""
        return self._slim

    @slim.setter
    def slim(self, slim: bool) -> None:
        self._slim = slim
        for row, choice in enumerate(self._choices):
            self.list.item(row).setText(self._words(choice))
        self._measure()

    @property
    def head(self) -> int:
        """How much room the heading takes."""
        return self.heading.sizeHint().height() + 2 * MARGIN

    @property
    def headed(self) -> bool:
        """Whether there is room for the heading."""
        return not self.heading.isHidden()

    @headed.setter
    def headed(self, headed: bool) -> None:
        self.heading.setHidden(not headed)

    def room_for(self, lines: int) -> int:
        """How tall the list is with so many lines, each of a title and a detail."""
        line = max(SIDE, 2 * self.list.fontMetrics().height()) + 2 * PAD + 2 * GAP
        return lines * line + 2 * (MARGIN + self.list.frameWidth()) + 2

    def _words(self, choice: ChoiceLine) -> str:
        return (": " if self._slim else "\n").join(part for part in (choice.title, choice.detail) if part)

    def mark(self, key: Any) -> None:
        """Show which line is chosen; the mouse does not do that."""
        keys = self.keys()
        self.list.blockSignals(True)
        self.list.setCurrentRow(keys.index(key) if key in keys else -1)
        self.list.blockSignals(False)

    def keys(self) -> list[Any]:
        """What the lines stand for, from the top."""
        return [self.list.item(row).data(_KEY) for row in range(self.list.count())]

    def line_rect(self, row: int) -> QRect:
        """Where a line stands on the screen."""
        rect = self.list.visualItemRect(self.list.item(row))
        return QRect(self.list.viewport().mapToGlobal(rect.topLeft()), rect.size())

    def _measure(self) -> None:
        """Give every line the room that its words take, and the list that of its lines."""
        metrics, frame = self.list.fontMetrics(), 2 * self.list.frameWidth()
        wide = self.list.width() - frame - self.list.verticalScrollBar().sizeHint().width() - 14
        heights = []
        for row in range(self.list.count()):
            item = self.list.item(row)
            counter = not item.icon().isNull()
            room = QRect(0, 0, max(60, wide - (SIDE + 6 if counter else 0)), 10_000)
            high = max(SIDE if counter else 0, metrics.boundingRect(room, _WRAP, item.text()).height()) + 2 * PAD
            item.setSizeHint(QSize(0, high))
            heights.append(high + 2 * GAP)
        total = sum(heights) + frame + 2
        few = heights[: FEW if self._shares else 1]
        self.list.setMinimumHeight(total if self._whole else sum(few) + frame + 2)
        self.list.setMaximumHeight(max(total, 1))
        if self._shares:
            self.setMaximumHeight(total + self.heading.sizeHint().height() + 3 * MARGIN)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Words wrap anew at another width."""
        super().resizeEvent(event)
        self._measure()

    def _walk(self, item: QListWidgetItem | None) -> None:
        if item is not None and self.list.hasFocus():
            self._into_view(item)
            self.pointed.emit(item.data(_KEY))

    def _into_view(self, item: QListWidgetItem) -> None:
        """Scroll the panel that the list lies in, where it has no scroll bar of its own."""
        area: QWidget | None = self.parentWidget()
        while self._whole and area is not None and not isinstance(area, QScrollArea):
            area = area.parentWidget()
        inside = area.widget() if isinstance(area, QScrollArea) else None
        if isinstance(area, QScrollArea) and inside is not None:
            at = self.list.viewport().mapTo(inside, self.list.visualItemRect(item).center())
            area.ensureVisible(at.x(), at.y(), 0, SIDE)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Enter and Space choose; leaving the list points at nothing."""
        if event.type() == QEvent.Type.Leave:
            self.pointed.emit(None)
        elif watched is self.list and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            item = self.list.currentItem()
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and item is not None:
                self.chosen.emit(item.data(_KEY))
                return True
        return super().eventFilter(watched, event)
