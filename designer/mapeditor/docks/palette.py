"""The palette: what the tool paints with, and how large its brush is."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import (
    QButtonGroup,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from designer.actions import ActionBook
from designer.icons import icon
from designer.labels import Label
from designer.mapeditor.context import KINDS, ToolContext
from designer.mapeditor.operations.shapes import BRUSH_SIZES
from designer.mapeditor.tools.base import Tool
from designer.theme import current_theme, scaled
from engine.records import Record
from engine.records.board import HexsideKind, LinkKind, PlaceKind, Region

TITLES = {
    "terrain": "Terrain",
    "hexside": "Hexside features",
    "link": "Roads and railways",
    "place": "Kinds of place",
    "region": "Regions and edges",
}


def swatch(row: Record) -> QIcon:
    """A small picture of a kind: a patch, a line or a dot in its colour."""
    pixmap = QPixmap(36, 24)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    colour = QColor(getattr(row, "colour", "#5b4a41"))
    if isinstance(row, HexsideKind | LinkKind):
        pen = painter.pen()
        pen.setColor(colour)
        pen.setWidthF(5 if getattr(row, "style", "") in ("major-river", "highway") else 3)
        painter.setPen(pen)
        painter.drawLine(3, 17, 14, 8)
        painter.drawLine(14, 8, 33, 14)
    elif isinstance(row, PlaceKind):
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        if row.symbol == "city":
            painter.drawRect(11, 5, 14, 14)
        else:
            painter.drawEllipse(13, 7, 10, 10)
    else:
        if isinstance(row, Region):
            painter.setPen(colour.darker(120))
            colour.setAlpha(90)
        else:
            painter.setPen(current_theme().colour("line"))
        painter.setBrush(colour)
        painter.drawRoundedRect(2, 2, 32, 20, 4, 4)
    painter.end()
    made = QIcon(pixmap)
    made.addPixmap(pixmap, QIcon.Mode.Selected)
    return made


WIDTH = 204
"""How wide the palette is at least: wide enough for every tool, so that the map does not jump from one to the next."""


class PalettePanel(QWidget):
    """A list of kinds for the tool in hand, with buttons to add and change them."""

    adding = Signal(str)
    changing = Signal(str)

    def __init__(self, context: ToolContext, book: ActionBook) -> None:
        super().__init__()
        self._context = context
        self._book = book
        self._palette = ""
        self._title = Label()
        self.list = QListWidget()
        self.list.setIconSize(QSize(36, 24))
        self.add = self._button("mdi6.plus", "Add a kind or region")
        self.change = self._button("mdi6.pencil-outline", "Change or remove the chosen one")
        self.add.clicked.connect(lambda: self.adding.emit(self._palette))
        self.change.clicked.connect(lambda: self.changing.emit(self._palette))
        self._says = Label()
        self._says.setWordWrap(True)
        self._says.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._offers = QVBoxLayout()
        self._sizes, self._group = self._size_row()
        self.setMinimumWidth(scaled(WIDTH))
        self._lay_out()
        self.list.currentItemChanged.connect(self._choose)
        self.list.itemDoubleClicked.connect(lambda _item: self.changing.emit(self._palette))
        context.chosen.connect(self._follow)

    @staticmethod
    def _button(sign: str, tip: str) -> QToolButton:
        button = QToolButton()
        button.setIcon(icon(sign))
        button.setToolTip(tip)
        button.setAutoRaise(True)
        return button

    def _size_row(self) -> tuple[QWidget, QButtonGroup]:
        row, group = QWidget(), QButtonGroup(self)
        layout = QHBoxLayout(row)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(Label("Brush"))
        for size in BRUSH_SIZES:
            button = QToolButton()
            button.setText(str(size))
            button.setCheckable(True)
            button.setToolTip(f"Brush of size {size} ({size})")
            group.addButton(button, size)
            layout.addWidget(button)
        layout.addStretch(1)
        group.button(1).setChecked(True)
        group.idClicked.connect(self._context.set_size)
        return row, group

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.addWidget(self._title, 1)
        head.addWidget(self.add)
        head.addWidget(self.change)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 6, 10, 10)
        layout.addWidget(self._sizes)
        layout.addLayout(head)
        layout.addWidget(self.list, 1)
        layout.addWidget(self._says)
        layout.addLayout(self._offers)
        layout.addStretch(0)

    def show_tool(self, tool: Tool) -> None:
        """Offer what a tool can paint with."""
        self._palette = tool.palette
        self._sizes.setVisible(tool.sized)
        self._says.setText(self._context.words(tool.hint))
        self._show_offers(tool.offers)
        self._fill()

    def _show_offers(self, ids: tuple[str, ...]) -> None:
        """A button for each action that goes with the tool."""
        while (item := self._offers.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.deleteLater()
        for id in ids:
            button = QToolButton()
            button.setDefaultAction(self._book[id])
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            button.setAutoRaise(True)
            self._offers.addWidget(button)

    def _fill(self) -> None:
        there = bool(self._palette)
        for widget in (self._title, self.list, self.add, self.change):
            widget.setVisible(there)
        self._says.setStyleSheet(f"color: {current_theme().muted};")
        if not there:
            return
        self._title.setText(TITLES[self._palette])
        known = self._context.document.rows.all(KINDS[self._palette])
        rows = sorted(known, key=lambda row: getattr(row, "position", 0))
        with QSignalBlocker(self.list):
            self.list.clear()
            for row in rows:
                item = QListWidgetItem(swatch(row), str(getattr(row, "name", "")))
                item.setData(Qt.ItemDataRole.UserRole, row.identity()[0])
                self.list.addItem(item)
                if row.identity()[0] == self._context.choice[self._palette]:
                    self.list.setCurrentItem(item)

    def _choose(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self._context.choose(self._palette, item.data(Qt.ItemDataRole.UserRole))

    def _follow(self, what: str) -> None:
        if what == "size":
            self._group.button(self._context.size).setChecked(True)
        elif what == self._palette:
            self._fill()

    def dress(self) -> None:
        """Draw the swatches again in the theme's colours."""
        self._fill()
