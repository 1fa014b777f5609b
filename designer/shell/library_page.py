"""The library page: every scenario of the open library as a card."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from designer.actions import ActionBook
from designer.fonts import SERIF
from designer.shell.card import CARD_WIDTH, Card
from designer.shell.flow import FlowLayout
from designer.shell.thumbnails import Thumbnails
from designer.theme import current_theme, scaled
from engine.store.library import Library
from engine.store.shelf import ScenarioInfo

_BUTTONS = ("file.new", "file.geography", "file.import", "file.open")


class LibraryPage(QWidget):
    """The first page: what there is, and a picture of each; `asked` carries a slug and what is wanted."""

    asked = Signal(str, str)

    def __init__(self, book: ActionBook) -> None:
        super().__init__()
        self._title = QLabel("Stavka")
        self._count = QLabel()
        self.search = QLineEdit()
        self.search.setPlaceholderText("Find a scenario")
        self.search.setClearButtonEnabled(True)
        self.search.setMinimumWidth(scaled(180))
        self.search.setMaximumWidth(scaled(320))
        self.search.textChanged.connect(self._filter)
        self._empty = QLabel()
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
        self._buttons = [self._button(book, id) for id in _BUTTONS]
        self._lay_out()
        self.cards: dict[str, Card] = {}
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

    def show_library(self, library: Library, scenarios: list[ScenarioInfo], offers: frozenset[str]) -> None:
        """Show a card for each scenario; a card whose scenario did not change is kept."""
        self._thumbnails.restart(library)
        kept, self.cards = self.cards, {}
        while self._flow.count():
            self._flow.takeAt(0)
        for info in scenarios:
            card = kept.get(info.slug)
            if card is None or card.info != info or self._shown != library.path:
                card = self._card(info, offers)
            else:
                kept.pop(info.slug)
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
        self._empty.setText(
            "No scenario fits. Clear the search to see them all."
            if self.cards
            else "This library is empty. Make a new scenario, import one, or restore a shipped one from the File menu."
        )
        self._empty.setVisible(shown == 0)
        self._scroll.setVisible(shown > 0)
        self._flow.invalidate()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wide cards need a new arrangement, and a narrow page has no room for its count."""
        super().resizeEvent(event)
        needed = sum(part.sizeHint().width() + 8 for part in (self._title, self._count, *self._buttons, self.search))
        self._count.setVisible(needed + 76 <= self.width())
        self._flow.invalidate()

    def _walk(self, key: Qt.Key) -> None:
        """Go from the card in focus to its neighbour."""
        steps = {
            Qt.Key.Key_Left: -1,
            Qt.Key.Key_Right: 1,
            Qt.Key.Key_Up: -self._columns(),
            Qt.Key.Key_Down: self._columns(),
        }
        cards = [card for card in self.cards.values() if card.isVisible()]
        at = next((index for index, card in enumerate(cards) if card.hasFocus()), 0)
        card = cards[min(max(at + steps[key], 0), len(cards) - 1)]
        card.setFocus(Qt.FocusReason.TabFocusReason)
        self._scroll.ensureWidgetVisible(card)

    def _columns(self) -> int:
        return self._flow.columns(self._field.width() - 56)
