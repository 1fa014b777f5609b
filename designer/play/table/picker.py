"""The stack picker: the units of a crowded hex side by side, to be taken one by one, several or all."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from PySide6.QtCore import QPoint, QPointF, QRect, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from designer.labels import Label
from designer.paint.counter import counter_pixmap
from designer.paint.faces import CounterFace
from designer.room import free_place
from designer.theme import current_theme

SIDES = (58, 46, 36)
"""How large the counters are, from the size that is wished for down."""

GAP = 6
MARGIN = 4
"""Pixels that the picker stays away from the rim of the map."""

ABREAST = 6
"""The most counters in a row."""


class PickerField(QWidget):
    """The counters in rows; a press picks one, a sweep over several picks them all."""

    picked = Signal(int, bool)
    swept = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.pieces: list[int] = []
        self.side, self.columns = SIDES[0], 1
        self.chosen: frozenset[int] = frozenset()
        self.able: frozenset[int] = frozenset()
        self.tell: Callable[[int], str] = str
        self._faces: list[CounterFace] = []
        self._from: int | None = None
        self.setMouseTracking(True)

    def lay(self, counters: Sequence[tuple[int, CounterFace]]) -> None:
        """Take these counters."""
        self.pieces = [piece for piece, _ in counters]
        self._faces = [face for _, face in counters]

    def shape(self, side: int, columns: int) -> QSize:
        """How much room the counters take, so large and so many abreast."""
        rows = -(-len(self.pieces) // columns)
        return QSize(columns * (side + GAP) + GAP, rows * (side + GAP) + GAP)

    def rect_of(self, piece: int) -> QRect:
        """Where a piece lies."""
        row, column = divmod(self.pieces.index(piece), self.columns)
        return QRect(GAP + column * (self.side + GAP), GAP + row * (self.side + GAP), self.side, self.side)

    def _at(self, at: QPoint) -> int | None:
        return next((piece for piece in self.pieces if self.rect_of(piece).contains(at)), None)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The counters; those that cannot be taken lie under a veil that leaves them readable."""
        painter, theme = QPainter(self), current_theme()
        for piece, face in zip(self.pieces, self._faces, strict=True):
            place = self.rect_of(piece)
            pixmap = counter_pixmap(face, self.side, self.devicePixelRatioF(), selected=piece in self.chosen)
            painter.drawPixmap(QPointF(place.topLeft()), pixmap)
            if piece not in self.able:
                veil = theme.colour("panel")
                veil.setAlpha(110)
                painter.fillRect(place, veil)
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Pick a counter."""
        held = event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
        piece = self._at(event.position().toPoint())
        self._from = piece
        if piece is not None and event.button() == Qt.MouseButton.LeftButton:
            self.picked.emit(piece, bool(held))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Sweep over counters with the button down; without, say what a click would do."""
        piece = self._at(event.position().toPoint())
        if not event.buttons() & Qt.MouseButton.LeftButton:
            self.setToolTip("" if piece is None else self.tell(piece))
        elif piece is not None and self._from is not None and piece != self._from:
            first, last = sorted((self.pieces.index(self._from), self.pieces.index(piece)))
            self.swept.emit(tuple(one for one in self.pieces[first : last + 1] if one in self.able))


class StackPicker(QFrame):
    """A card over the map, beside its hex and clear of every hex that can be clicked."""

    picked = Signal(int, bool)
    """A piece was clicked; whether Ctrl or Shift was held."""
    swept = Signal(object)
    """Several pieces are to be taken together: a tuple of them."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._map = parent
        self._where, self._near = "", QPoint()
        self._widest = ""
        """The longest title that the choices of this stack can come to."""
        self.setObjectName("picker")
        self.field, self.title = PickerField(), Label()
        self.all, self.close_ = QToolButton(), QToolButton()
        self.all.setText("All")
        self.all.setToolTip("Take every unit of the stack that can go (a double click on the stack does it too)")
        self.close_.setText("×")
        self.close_.setToolTip("Close (Escape)")
        self._head = head = QHBoxLayout()
        head.setContentsMargins(8, 4, 6, 0)
        head.addWidget(self.title, 1)
        head.addSpacing(8)
        head.addWidget(self.all)
        head.addWidget(self.close_)
        self._lines = QVBoxLayout(self)
        self._lines.setContentsMargins(0, 0, 0, 0)
        self._lines.setSpacing(0)
        self._lines.addLayout(head)
        self._lines.addWidget(self.field)
        self.field.picked.connect(self.picked)
        self.field.swept.connect(self.swept)
        self.all.clicked.connect(
            lambda: self.swept.emit(tuple(piece for piece in self.pieces if piece in self.field.able))
        )
        self.close_.clicked.connect(self.hide)
        self.dress()
        self.hide()

    @property
    def pieces(self) -> list[int]:
        """The pieces that are offered."""
        return self.field.pieces

    def dress(self) -> None:
        """Take the colours of the theme."""
        theme = current_theme()
        self.setStyleSheet(
            f"#picker {{ background: {theme.panel}; border: 1px solid {theme.line}; border-radius: 7px; }}"
        )
        self.title.setStyleSheet(f"color: {theme.text}; font-weight: 600;")
        for button in (self.all, self.close_):
            button.setAutoRaise(True)

    def offer(
        self,
        counters: Sequence[tuple[int, CounterFace]],
        able: Collection[int],
        where: str,
        near: QPoint,
        *,
        group: bool,
        worth: str = "",
    ) -> None:
        """Take the units of a stack, worth so much together; `group` says whether several can be taken together."""
        self.field.lay(counters)
        self.field.able = frozenset(able)
        self._where = where
        self.all.setVisible(group)
        self._near = near
        self._widest = self._titled(len(self.pieces), worth)

    def place(self, taken: Collection[QRect], shunned: Collection[QRect] = ()) -> bool:
        """Lie down near the stack, clear of everything taken; False where there is no room for that.

        It lies clear of what is shunned as well if it can, and covers as little of that as it can where it cannot.
        """
        for part in (self.title, self.all, self.close_):
            part.ensurePolished()  # what was never shown measures itself in the type it was made with
            part.updateGeometry()
        self.title.setMinimumWidth(self.title.fontMetrics().horizontalAdvance(self._widest) + 4)
        area = self._map.rect().adjusted(MARGIN, MARGIN, -MARGIN, -MARGIN)
        found: tuple[int, tuple[int, int], QPoint] | None = None
        for shape in self._shapes():
            self._take(shape)
            room = free_place(self.size(), area, taken, self._near, shunned)
            if room is not None and (found is None or room.covered < found[0]):
                found = room.covered, shape, room.corner
            if found is not None and not found[0]:
                break
        if found is None:
            self.hide()
            return False
        self._take(found[1])
        self.move(found[2])
        self.show()
        self.raise_()
        return True

    def _shapes(self) -> list[tuple[int, int]]:
        """How large the counters may be and how many abreast, from what is wished for down."""
        many = len(self.pieces)
        abreast = dict.fromkeys(min(ABREAST, -(-many // rows)) for rows in range(1, many + 1))
        return [(side, columns) for side in SIDES for columns in abreast]

    def _take(self, shape: tuple[int, int]) -> None:
        self.field.side, self.field.columns = shape
        self.field.setFixedSize(self.field.shape(*shape))
        self._head.invalidate()  # a layout in another does not see by itself that its title has grown
        self._lines.invalidate()
        self.setFixedSize(self.sizeHint())

    def choose(self, pieces: Sequence[int], worth: str = "") -> None:
        """Mark the chosen ones, and say what they are worth together."""
        self.field.chosen = frozenset(pieces)
        self.title.setText(self._titled(len(self.field.chosen.intersection(self.pieces)), worth))
        self.field.update()

    def _titled(self, taken: int, worth: str) -> str:
        said = f"{self._where}: {taken} of {len(self.pieces)}" if self.pieces else ""
        return f"{said} \N{MIDDLE DOT} {worth}" if worth else said
