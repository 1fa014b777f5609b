"""A card of the library: a scenario's picture, its facts and what can be done with it."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFont, QKeyEvent, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPixmap
from PySide6.QtWidgets import (
    QAbstractButton,
    QFrame,
    QHBoxLayout,
    QMenu,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
)
from shiboken6 import isValid

from designer.fonts import SERIF
from designer.icons import icon
from designer.labels import Label
from designer.shell.going import Going
from designer.theme import Theme, current_theme
from designer.wording import ago, count
from engine.store.shelf import ScenarioInfo

CARD_WIDTH = 310
PICTURE_SHAPE = 0.58
"""Height of the picture as a share of its width."""

CARD_MENU: tuple[tuple[str, str, str], ...] = (
    ("play", "New game…", "mdi6.plus-circle-outline"),
    ("what-if", "What if…", "mdi6.chess-pawn"),
    ("---", "", ""),
    ("variant", "New variant of this…", "mdi6.source-branch-plus"),
    ("duplicate", "Duplicate", "mdi6.content-duplicate"),
    ("rename", "Rename…", "mdi6.rename"),
    ("export", "Export…", "mdi6.export"),
    ("print", "Print…", "mdi6.printer-outline"),
    ("---", "", ""),
    ("delete", "Delete", "mdi6.delete-outline"),
)
"""What a card offers beside Play and Edit."""

NBSP = "\N{NO-BREAK SPACE}"
"""Keeps the words of one fact on one line."""

_ARROWS = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down)
_KEYS = {
    Qt.Key.Key_Return: "edit",
    Qt.Key.Key_Enter: "edit",
    Qt.Key.Key_Space: "play",
    Qt.Key.Key_F2: "rename",
    Qt.Key.Key_Delete: "delete",
}


def facts(info: ScenarioInfo) -> str:
    """One line of what a scenario is."""
    parts = [" v ".join(info.sides), count(info.turns, "turn"), f"{info.columns} × {info.rows}"]
    parts.append(count(info.units, "counter") if info.units else "map only")
    return "  ·  ".join(part.replace(" ", NBSP) for part in parts if part)


class MapPicture(QFrame):
    """The map of a scenario, filling the top of its card."""

    def __init__(self) -> None:
        super().__init__()
        self._pixmap = QPixmap()
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def sizeHint(self) -> QSize:
        """As wide as a card."""
        return QSize(CARD_WIDTH, round(CARD_WIDTH * PICTURE_SHAPE))

    def hasHeightForWidth(self) -> bool:
        """The picture keeps its shape."""
        return True

    def heightForWidth(self, width: int) -> int:
        """How tall it is at a width."""
        return round(width * PICTURE_SHAPE)

    def show_picture(self, pixmap: QPixmap) -> None:
        """Show a rendered map, unless the card has gone while it was drawn: another window removed the scenario."""
        if isValid(self):
            self._pixmap = pixmap
            self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Crop the map to the frame, with round upper corners."""
        painter = QPainter(self)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        frame = QRectF(self.rect())
        shape = QPainterPath()
        shape.setFillRule(Qt.FillRule.WindingFill)
        shape.addRoundedRect(frame, 7, 7)
        shape.addRect(frame.adjusted(0, 12, 0, 0))
        painter.setClipPath(shape)
        painter.fillRect(frame, current_theme().colour("table"))
        if not self._pixmap.isNull():
            size = self._pixmap.size().scaled(frame.size().toSize(), Qt.AspectRatioMode.KeepAspectRatioByExpanding)
            box = QRectF(0, 0, size.width(), size.height())
            box.moveCenter(frame.center())
            painter.drawPixmap(box, self._pixmap, QRectF(self._pixmap.rect()))
        painter.end()


class Card(QFrame):
    """One scenario of the library; `asked` carries its slug and what is wanted of it."""

    asked = Signal(str, str)
    walked = Signal(object)
    """An arrow key was pressed on the card."""

    def __init__(self, info: ScenarioInfo, offers: frozenset[str]) -> None:
        super().__init__()
        self.info = info
        self._offers = offers = offers if info.units else offers - {"play", "what-if"}
        self.setObjectName("card")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(info.title)
        self.picture = MapPicture()
        self.play = QPushButton("Play")
        self.play.setObjectName("primary")
        self._going: Going | None = None
        self.edit = QPushButton("Edit")
        self.more = QToolButton()
        self._texts = self._labels()
        self._lay_out()
        self.play.setEnabled("play" in offers)
        self.play.setToolTip("Start a game" if "play" in offers else "There are no counters to play with yet")
        self.edit.setToolTip("Open the map, the charts and the order of battle")
        self.play.clicked.connect(lambda: self.asked.emit(self.info.slug, self._first))
        self.edit.clicked.connect(lambda: self.asked.emit(self.info.slug, "edit"))
        self.more.clicked.connect(self._open_menu)
        self.dress()

    def _labels(self) -> list[Label]:
        title, subtitle = Label(self.info.title), Label(self.info.subtitle or self.info.system)
        details, edited = Label(facts(self.info)), Label(ago(self.info.edited_at, shipped=self.info.shipped))
        title.setWordWrap(True)
        subtitle.setWordWrap(True)
        details.setWordWrap(True)
        return [title, subtitle, details, edited]

    def show_parent(self, title: str) -> None:
        """Say which scenario it stands on, where it does."""
        said = self.info.subtitle or self.info.system
        self._texts[1].setText(f"Variant of {title}" if title else said)
        self._texts[1].setToolTip(said if title else "")

    def age(self) -> None:
        """Say anew how long ago it was edited, where no game of it goes on."""
        if self._going is None or not self._going.moment:
            self._texts[-1].setText(ago(self.info.edited_at, shipped=self.info.shipped))

    @property
    def _first(self) -> str:
        """What the first button asks for."""
        return "play" if self._going is None else "continue"

    def show_going(self, going: Going | None) -> None:
        """Offer to go on with an unfinished game, and say where it stands; or to play, where there is none."""
        self._going = going if "play" in self._offers else None
        self.play.setText("Play" if self._going is None else "Continue")
        moment = "" if self._going is None else self._going.moment
        if self._going is not None:
            self.play.setToolTip(f"Go on where you left off: {moment}" if moment else "Go on where you left off")
        elif "play" in self._offers:
            self.play.setToolTip("Start a game")
        edited = ago(self.info.edited_at, shipped=self.info.shipped)
        self._texts[3].setText(f"Continue: {moment}" if moment else edited)

    def _lay_out(self) -> None:
        body = QVBoxLayout()
        body.setContentsMargins(16, 10, 16, 14)
        body.setSpacing(3)
        for label in self._texts:
            body.addWidget(label)
        body.addStretch(1)
        body.addSpacing(8)
        buttons = QHBoxLayout()
        buttons.addWidget(self.play, 1)
        buttons.addWidget(self.edit, 1)
        buttons.addWidget(self.more)
        body.addLayout(buttons)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(1, 1, 1, 1)
        layout.setSpacing(0)
        layout.addWidget(self.picture)
        layout.addLayout(body, 1)

    def dress(self) -> None:
        """Take the colours of the theme."""
        theme = current_theme()
        self.setStyleSheet(_sheet(theme))
        title, subtitle, details, edited = self._texts
        heading = QFont(SERIF)
        heading.setPointSizeF(self.font().pointSizeF() * 1.32)
        heading.setWeight(QFont.Weight.DemiBold)
        title.setFont(heading)
        for label in (subtitle, details, edited):
            label.setStyleSheet(f"color: {theme.muted};")
        details.setStyleSheet(f"color: {theme.text};")
        self.play.setIcon(icon("mdi6.play", "on_accent"))
        self.edit.setIcon(icon("mdi6.pencil-outline"))
        self.more.setIcon(icon("mdi6.dots-horizontal"))
        self.more.setToolTip("More: what if, variant, duplicate, rename, export, print, delete")

    def menu(self) -> QMenu:
        """The menu of everything else that can be done."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for key, text, sign in CARD_MENU:
            if key == "---":
                menu.addSeparator()
                continue
            action = menu.addAction(icon(sign), text)
            action.setEnabled(key in self._offers)
            action.triggered.connect(lambda _checked=False, key=key: self.asked.emit(self.info.slug, key))
        return menu

    def _open_menu(self) -> None:
        self.menu().popup(self.more.mapToGlobal(self.more.rect().bottomLeft()))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """The same menu on a right click."""
        self.menu().popup(event.globalPos())

    def mouseDoubleClickEvent(self, _event: QMouseEvent) -> None:
        """A double click opens the scenario."""
        self.asked.emit(self.info.slug, "edit")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter edits or presses the button in focus, Space plays, F2 renames, Delete deletes, arrows walk."""
        key = Qt.Key(event.key())
        wanted = _KEYS.get(key)
        focused = self.focusWidget()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and isinstance(focused, QAbstractButton):
            focused.click()
        elif key in _ARROWS:
            self.walked.emit(key)
        elif wanted in ("edit", *self._offers):
            self.asked.emit(self.info.slug, self._first if wanted == "play" else wanted)
        else:
            super().keyPressEvent(event)


def _sheet(theme: Theme) -> str:
    return (
        f"#card {{ background: {theme.panel}; border: 2px solid {theme.line}; border-radius: 8px; }}"
        f"#card:hover, #card:focus {{ border-color: {theme.accent}; }}"
        f"QPushButton {{ padding: 5px 11px; border: 2px solid {theme.line}; border-radius: 5px;"
        f" background: {theme.field}; }}"
        f"QPushButton:hover {{ border-color: {theme.accent}; }}"
        f"#primary:enabled {{ background: {theme.accent}; color: {theme.on_accent};"
        f" border-color: {theme.accent}; font-weight: 600; }}"
        f"QToolButton {{ padding: 4px; border: 2px solid {theme.line}; border-radius: 5px;"
        f" background: {theme.field}; }}"
        f"QPushButton:focus, #primary:enabled:focus, QToolButton:focus"
        f" {{ border-color: {theme.text}; }}"
    )
