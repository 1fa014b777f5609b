"""The library page: every scenario of the open library as a card."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QFont, QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QLineEdit,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from designer.actions import ActionBook
from designer.fonts import SERIF
from designer.labels import Label
from designer.shell.card import CARD_WIDTH, Card
from designer.shell.families import families
from designer.shell.flow import FlowLayout
from designer.shell.going import Going
from designer.shell.thumbnails import Thumbnails
from designer.theme import current_theme, scaled
from engine.store.library import Library
from engine.store.shelf import ScenarioInfo

AGEING = 20_000
"""Milliseconds after which the cards say anew how long ago they were edited."""

_BUTTONS = ("file.new", "file.geography", "file.import", "file.open")


class LibraryPage(QWidget):
    """The first page: what there is, and a picture of each; `asked` carries a slug and what is wanted."""

    asked = Signal(str, str)

    def __init__(self, book: ActionBook) -> None:
        super().__init__()
        self._title = Label("Stavka")
        self._count = Label()
        self.search = QLineEdit()
        self.search.setPlaceholderText("Find a scenario")
        self.search.setClearButtonEnabled(True)
        self.search.setMinimumWidth(scaled(180))
        self.search.setMaximumWidth(scaled(320))
        self.search.textChanged.connect(self._filter)
        self._empty = Label()
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._empty.setWordWrap(True)
        self._field = QWidget()
        self._field.setObjectName("shelf")
        self._flow = FlowLayout(self._field, CARD_WIDTH)
        self._flow.setContentsMargins(28, 6, 28, 28)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        self._scroll.setWidget(self._field)
        self._thumbnails = Thumbnails(self)
        self.clock = QTimer(self)
        self.clock.setInterval(AGEING)
        self.clock.timeout.connect(self._age)
        self._buttons = [self._button(book, id) for id in _BUTTONS]
        self._lay_out()
        self.cards: dict[str, Card] = {}
        self.headings: dict[Label, list[str]] = {}
        """The titles of families, with the slugs of their members."""
        self._shown: Path | None = None
        self.dress()

    @staticmethod
    def _button(book: ActionBook, id: str) -> QToolButton:
        button = QToolButton()
        button.setDefaultAction(book[id])
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setAutoRaise(True)
        return button

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(28, 20, 28, 10)
        head.addWidget(self._title)
        head.addSpacing(12)
        head.addWidget(self._count, 0, Qt.AlignmentFlag.AlignBottom)
        head.addStretch(1)
        for button in self._buttons:
            head.addWidget(button)
        head.addSpacing(8)
        head.addWidget(self.search)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(self._scroll, 1)
        layout.addWidget(self._empty, 1)

    def dress(self) -> None:
        """Take the colours and the text size of the theme."""
        theme = current_theme()
        heading = QFont(SERIF)
        heading.setPointSizeF(QApplication.font().pointSizeF() * 2.1)
        heading.setWeight(QFont.Weight.DemiBold)
        self._title.setFont(heading)
        self._count.setStyleSheet(f"color: {theme.muted}; padding-bottom: 5px;")
        self._empty.setStyleSheet(f"color: {theme.muted};")
        self._scroll.setStyleSheet("QScrollArea, #shelf { background: transparent; }")
        for card in self.cards.values():
            card.dress()
        for title in self.headings:
            self._dress_heading(title)

    def show_library(self, library: Library, scenarios: list[ScenarioInfo], offers: frozenset[str]) -> None:
        """Show a card for each scenario; a card whose scenario did not change is kept."""
        self._thumbnails.restart(library)
        kept, self.cards = self.cards, {}
        while self._flow.count():
            self._flow.takeAt(0)
        titles = {info.slug: info.title for info in scenarios}
        self._drop_headings()
        for title, members in families(scenarios):
            if title:
                self._head(title, members)
            for info in members:
                card = kept.get(info.slug)
                if card is None or card.info != info or self._shown != library.path:
                    card = self._card(info, offers)
                else:
                    kept.pop(info.slug)
                card.show_parent(titles.get(info.family, "") if info.family != info.slug else "")
                self.cards[info.slug] = card
                self._flow.addWidget(card)
                card.show()
        for old in kept.values():
            old.hide()
            old.deleteLater()
        self._shown = library.path
        self._count.setText(f"{library.path.name}, {len(scenarios)} scenario{'s' if len(scenarios) != 1 else ''}")
        self._count.setToolTip(str(library.path))
        self._filter(self.search.text())

    def _head(self, title: str, members: list[ScenarioInfo]) -> None:
        """Begin a family."""
        heading = Label(f"{title}, and what stands on it")
        heading.setProperty("heading", True)
        self.headings[heading] = [info.slug for info in members]
        self._dress_heading(heading)
        self._flow.addWidget(heading)
        heading.show()

    def _drop_headings(self) -> None:
        for heading in self.headings:
            heading.hide()
            heading.deleteLater()
        self.headings.clear()

    @staticmethod
    def _dress_heading(heading: Label) -> None:
        face = QFont(SERIF)
        face.setPointSizeF(QApplication.font().pointSizeF() * 1.3)
        heading.setFont(face)
        heading.setStyleSheet(f"color: {current_theme().muted}; padding-top: 8px;")

    def _age(self) -> None:
        for card in self.cards.values():
            card.age()

    def show_going(self, going: Mapping[str, Going]) -> None:
        """Let the cards of scenarios with an unfinished game go on with it."""
        for slug, card in self.cards.items():
            card.show_going(going.get(slug))

    def _card(self, info: ScenarioInfo, offers: frozenset[str]) -> Card:
        card = Card(info, offers)
        card.asked.connect(self.asked)
        card.walked.connect(self._walk)
        self._thumbnails.ask(info, card.picture.show_picture)
        return card

    def busy(self) -> bool:
        """Whether pictures are still to be drawn."""
        return self._thumbnails.busy()

    def _filter(self, wanted: str) -> None:
        words = wanted.casefold().split()
        shown = 0
        for card in self.cards.values():
            info = card.info
            text = " ".join((info.title, info.subtitle, info.system, *info.sides)).casefold()
            fits = all(word in text for word in words)
            card.setVisible(fits)
            shown += fits
        for heading, members in self.headings.items():
            heading.setVisible(any(not self.cards[slug].isHidden() for slug in members))
        self._empty.setText(
            "No scenario fits. Clear the search to see them all."
            if self.cards
            else "This library is empty. Make a new scenario, import one, or restore a shipped one from the File menu."
        )
        self._empty.setVisible(shown == 0)
        self._scroll.setVisible(shown > 0)
        self._flow.invalidate()

    def showEvent(self, event: QShowEvent) -> None:
        """Go on with the pictures, and let the cards grow older while they are in sight."""
        super().showEvent(event)
        self._age()
        self.clock.start()
        self._thumbnails.rest(False)

    def hideEvent(self, event: QHideEvent) -> None:
        """Leave the processor to the scenario that is opened."""
        super().hideEvent(event)
        self.clock.stop()
        self._thumbnails.rest(True)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wide cards need a new arrangement, and a narrow page has no room for its count."""
        super().resizeEvent(event)
        needed = sum(part.sizeHint().width() + 8 for part in (self._title, self._count, *self._buttons, self.search))
        self._count.setVisible(needed + 76 <= self.width())
        self._flow.invalidate()

    def _walk(self, key: Qt.Key) -> None:
        """Go from the card in focus to its neighbour; up and down, to the one that stands nearest in the next row."""
        cards = [card for card in self.cards.values() if card.isVisible()]
        at = next((index for index, card in enumerate(cards) if card.hasFocus()), 0)
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            card = cards[min(max(at + (1 if key == Qt.Key.Key_Right else -1), 0), len(cards) - 1)]
        else:
            card = _beyond(cards[at], cards, down=key == Qt.Key.Key_Down)
        card.setFocus(Qt.FocusReason.TabFocusReason)
        self._scroll.ensureWidgetVisible(card)


def _beyond(card: Card, cards: list[Card], *, down: bool) -> Card:
    """The nearest card of the row above or below; the card itself where there is none."""
    way = 1 if down else -1
    there = [other for other in cards if way * (other.y() - card.y()) > 0]
    return min(there, key=lambda other: (abs(other.y() - card.y()), abs(other.x() - card.x())), default=card)
