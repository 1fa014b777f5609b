"""The panel on which something is shared out: a line for each piece, what it takes, and buttons for more and less."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from designer.labels import Label
from designer.paint.counter import counter_pixmap
from designer.play.elided import ElidedLabel
from designer.play.table.faces import piece_face
from designer.theme import current_theme, scaled
from engine.rules.table import Table

SIDE = 40


@dataclass(frozen=True)
class Share:
    """One line: the piece, its name, what becomes of it, how many shares it has, and whether it may take another."""

    piece: int
    name: str
    after: str
    count: int
    open: bool


class ShareLine(QWidget):
    """A counter, two lines of words, and the shares between a minus and a plus; no click moves any of it."""

    def __init__(self, piece: int) -> None:
        super().__init__()
        self.piece = piece
        self.picture, self.name, self.after, self.count = Label(), ElidedLabel(), ElidedLabel(), Label("0")
        self.picture.setFixedSize(QSize(SIDE, SIDE))
        self.less, self.more = QToolButton(), QToolButton()
        self.less.setText("−")
        self.more.setText("+")
        for button in (self.less, self.more):
            button.setFixedSize(scaled(28), scaled(28))
        self.count.setFixedWidth(scaled(24))
        self.count.setAlignment(Qt.AlignmentFlag.AlignCenter)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self.name)
        words.addWidget(self.after)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 2, 0, 2)
        layout.setSpacing(8)
        layout.addWidget(self.picture)
        layout.addLayout(words, 1)
        for widget in (self.less, self.count, self.more):
            layout.addWidget(widget)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def show_share(self, share: Share, table: Table) -> None:
        """Show what a piece takes."""
        theme = current_theme()
        self.picture.setPixmap(counter_pixmap(piece_face(table, share.piece), SIDE, self.devicePixelRatioF()))
        self.name.setText(share.name)
        self.after.setText(share.after)
        self.after.setStyleSheet(f"color: {theme.text if share.count else theme.muted};")
        self.count.setText(str(share.count))
        self.count.setStyleSheet(f"color: {theme.text if share.count else theme.muted}; font-weight: 600;")
        self.less.setEnabled(share.count > 0)
        self.more.setEnabled(share.open)
        self.more.setToolTip("" if share.open else "It can take no share now")


class Allotment(QWidget):
    """What is open, a line for each piece, and a way to begin again."""

    more = Signal(int)
    less = Signal(int)
    cleared = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.heading = Label()
        self.heading.setWordWrap(True)
        self.again = QPushButton("Begin again")
        self.again.clicked.connect(self.cleared)
        self.lines: dict[int, ShareLine] = {}
        self._order: tuple[int, ...] = ()
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(10, 8, 10, 8)
        self._layout.setSpacing(2)
        head = QHBoxLayout()
        head.addWidget(self.heading, 1)
        head.addWidget(self.again)
        self._layout.addLayout(head)
        self._layout.addStretch(1)
        self.dress()

    def show_shares(self, heading: str, shares: Sequence[Share], table: Table, *, begun: bool) -> None:
        """Show who takes what; lines keep their places."""
        self.heading.setText(heading)
        self.heading.setMinimumHeight(2 * self.heading.fontMetrics().height())
        self.again.setEnabled(begun)
        if tuple(share.piece for share in shares) != self._order:
            self._lay_out(shares)
        for share in shares:
            self.lines[share.piece].show_share(share, table)

    def _lay_out(self, shares: Sequence[Share]) -> None:
        for line in self.lines.values():
            self._layout.removeWidget(line)
            line.deleteLater()
        self._order = tuple(share.piece for share in shares)
        self.lines = {piece: ShareLine(piece) for piece in self._order}
        for place, line in enumerate(self.lines.values()):
            line.more.clicked.connect(lambda _=False, piece=line.piece: self.more.emit(piece))
            line.less.clicked.connect(lambda _=False, piece=line.piece: self.less.emit(piece))
            self._layout.insertWidget(1 + place, line)

    def walk(self, forward: bool) -> None:
        """Give the keyboard the next line that can take more."""
        able = [piece for piece in self._order if self.lines[piece].more.isEnabled()]
        now = next((n for n, piece in enumerate(able) if self.lines[piece].more.hasFocus()), -1 if forward else 0)
        if able:
            self.lines[able[(now + (1 if forward else -1)) % len(able)]].more.setFocus()

    def dress(self) -> None:
        """Take the colours of the theme."""
        theme = current_theme()
        self.heading.setStyleSheet(f"color: {theme.text}; font-weight: 600;")
        for line in self.lines.values():
            line.after.setStyleSheet(f"color: {theme.muted};")
