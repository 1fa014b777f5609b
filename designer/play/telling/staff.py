"""The staff: one's own formations to be found, filtered and taken, and the orders that were given to them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSplitter,
    QToolButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from designer.icons import icon
from designer.labels import Label
from designer.play.table.formations import Body, bodies
from designer.play.table.stage import Stage
from designer.play.wording import sentence
from designer.theme import current_theme
from engine.bots.staff.orders import Order, order_words, pieces_of
from engine.scenario.sentences import counted

_PIECES = Qt.ItemDataRole.UserRole
_KEY = Qt.ItemDataRole.UserRole + 1

LINES = 2
"""Lines of either list that are seen however little room there is."""

NONE = "No orders yet. Give one to a formation above, or to units on the map."


class StaffPanel(QWidget):
    """The tree of formations above the list of orders, each with the buttons that belong to it."""

    taken = Signal(object)
    """Units of a formation that was chosen: a tuple of pieces."""
    wanted = Signal(object)
    """An order is to be given to these units; an empty tuple: to be chosen on the map."""
    asked = Signal(object)
    """How these units stand is to be said."""
    changed = Signal(int)
    lifted = Signal(int)
    shown = Signal(int)
    carried = Signal(bool)
    """The orders are to be carried out in this phase; whether the dice are thrown too."""

    def __init__(self, stage: Stage, able: Callable[[], frozenset[int]]) -> None:
        super().__init__()
        self._stage, self._able = stage, able
        self._shape: object = None
        self._behind = True
        self.filter = QLineEdit()
        self.filter.setPlaceholderText("Find a formation or a unit")
        self.filter.setClearButtonEnabled(True)
        self.idle = QCheckBox("Can still act")
        self.idle.setToolTip("List only formations with units that can still do something now")
        self.tree = QTreeWidget()
        self.tree.setColumnCount(2)
        self.tree.setHeaderHidden(True)
        self.tree.setUniformRowHeights(True)
        self.tree.setToolTip("Click a formation to select its units; the figures: can still act, of those on the map")
        self.order = QPushButton("Give it an order…")
        self.order.setToolTip("To the formation chosen above, or else to the units selected on the map (O)")
        self.ask = QToolButton()
        self.ask.setAccessibleName("How does it stand?")
        self.ask.setToolTip(
            "How does it stand? Where it would break, what may be cut off, what it covers and can take: the formation "
            "chosen above, or else the units selected on the map"
        )
        self.heading = Label("Orders")
        self.empty = Label(NONE)
        self.empty.setWordWrap(True)
        self.list = QListWidget()
        self.list.setWordWrap(True)
        self.list.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)  # no empty room below the last order
        self.change, self.lift = QToolButton(), QToolButton()
        self.change.setToolTip("Change the order that is chosen: other units, another posture or objective")
        self.lift.setToolTip("Lift the order that is chosen: it is no longer in force; the units stay where they are")
        self.do, self.fight = QPushButton("Carry out"), QPushButton("… and fight")
        self.do.setToolTip(
            "The staff moves the units under orders, or announces their attacks; no dice are thrown (Shift+O)"
        )
        self.fight.setToolTip("The staff carries the orders out for the whole of this phase, battles and dice too")
        self._lay_out()
        self._connect()
        self.dress()

    def _lay_out(self) -> None:
        top, foot = QWidget(), QWidget()
        above, below = QVBoxLayout(top), QVBoxLayout(foot)
        head, middle, last = QHBoxLayout(), QHBoxLayout(), QHBoxLayout()
        head.addWidget(self.filter, 1)
        head.addWidget(self.idle)
        middle.addWidget(self.heading, 1)
        middle.addWidget(self.ask)
        middle.addWidget(self.order)
        for button in (self.change, self.lift, self.ask):
            button.setAutoRaise(True)
        for button in (self.change, self.lift):
            last.addWidget(button)
        last.addWidget(self.do, 1)
        last.addWidget(self.fight)
        above.addLayout(head)
        above.addWidget(self.tree, 1)
        below.addLayout(middle)
        below.addWidget(self.empty, 1, Qt.AlignmentFlag.AlignTop)
        below.addWidget(self.list, 1)
        below.addLayout(last)
        split = QSplitter(Qt.Orientation.Vertical)
        for part, lines in ((top, above), (foot, below)):
            lines.setContentsMargins(8, 4, 8, 4)
            lines.setSpacing(4)
            split.addWidget(part)
        split.setSizes([300, 220])
        split.setChildrenCollapsible(False)
        header = self.tree.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(split)

    def _connect(self) -> None:
        self.filter.textChanged.connect(lambda _text: self._sift())
        self.filter.returnPressed.connect(self._take_first)
        self.idle.toggled.connect(lambda _on: self._sift())
        self.tree.itemClicked.connect(lambda item, _column: self.taken.emit(item.data(0, _PIECES)))
        self.tree.itemActivated.connect(lambda item, _column: self.taken.emit(item.data(0, _PIECES)))
        self.order.clicked.connect(lambda: self.wanted.emit(self.chosen()))
        self.ask.clicked.connect(lambda: self.asked.emit(self.chosen()))
        self.list.itemClicked.connect(lambda _item: self.shown.emit(self.list.currentRow()))
        self.list.currentRowChanged.connect(lambda _row: self._show_buttons())
        self.change.clicked.connect(lambda: self.changed.emit(self.list.currentRow()))
        self.lift.clicked.connect(lambda: self.lifted.emit(self.list.currentRow()))
        self.do.clicked.connect(lambda: self.carried.emit(False))
        self.fight.clicked.connect(lambda: self.carried.emit(True))

    def dress(self) -> None:
        """Take the colours of the theme."""
        theme = current_theme()
        for part in (self.tree, self.list):
            part.setMinimumHeight(LINES * part.fontMetrics().lineSpacing() + 2 * part.frameWidth() + 4)
        self.empty.setMinimumHeight(LINES * self.empty.fontMetrics().lineSpacing() + 2)
        self.ask.setIcon(icon("mdi6.comment-question-outline"))
        self.change.setIcon(icon("mdi6.pencil-outline"))
        self.lift.setIcon(icon("mdi6.close-circle-outline"))
        self.heading.setStyleSheet(f"color: {theme.muted}; font-weight: 600;")
        self.empty.setStyleSheet(f"color: {theme.muted};")

    # formations

    def follow(self) -> None:
        """Show who there is and who can still act, and the orders in force; behind other panels, once it is seen."""
        self._behind = not self.isVisible()
        if self._behind:
            return
        known = bodies(self._stage.table, self._stage.view.side)
        shape = tuple((body.key, body.members) for top in known for body in top.walk())
        if shape != self._shape:
            self._shape = shape
            self._plant(known)
        able = self._able()
        for item in self._items():
            self._count(item, able)
        self._sift()
        self._list_orders(self._stage.session.my_orders)

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what happened behind other panels."""
        super().showEvent(event)
        if self._behind:
            self.follow()

    def chosen(self) -> tuple[int, ...]:
        """The units of the formation that is chosen."""
        item = self.tree.currentItem()
        return item.data(0, _PIECES) if item is not None and item.isSelected() else ()

    def _plant(self, known: Sequence[Body]) -> None:
        """Make the tree anew; what was open stays open."""
        first = self.tree.topLevelItemCount() == 0
        opened = {item.data(0, _KEY) for item in self._items() if item.isExpanded()}
        self.tree.clear()
        for body in known:
            self.tree.addTopLevelItem(self._branch(body))
        for item in self._items():
            item.setExpanded(item.data(0, _KEY) in opened or (first and item.parent() is None and len(known) <= 3))

    def _branch(self, body: Body) -> QTreeWidgetItem:
        item = self._leaf(body.key, body.name, body.pieces)
        for part in body.parts:
            item.addChild(self._branch(part))
        for piece in body.members:
            item.addChild(self._leaf(f"unit {piece}", self._stage.name(piece), (piece,)))
        return item

    @staticmethod
    def _leaf(key: str, name: str, pieces: tuple[int, ...]) -> QTreeWidgetItem:
        item = QTreeWidgetItem([name, ""])
        item.setData(0, _KEY, key)
        item.setData(0, _PIECES, pieces)
        item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight)
        return item

    def _items(self) -> list[QTreeWidgetItem]:
        found, rest = [], _parts(self.tree.invisibleRootItem())
        while rest:
            found.append(rest.pop())
            rest += _parts(found[-1])
        return found

    def _count(self, item: QTreeWidgetItem, able: frozenset[int]) -> None:
        pieces, cell = item.data(0, _PIECES), self._stage.table.state.cell
        there = sum(cell[piece] >= 0 for piece in pieces)
        can = sum(piece in able for piece in pieces)
        single = len(pieces) == 1 and item.childCount() == 0
        where = self._stage.table.board.label(cell[pieces[0]]) if single and there else "to come" if not there else ""
        item.setText(1, where if single or not there else f"{can} of {there}")

    def _sift(self) -> None:
        """Hide what is not asked for; a formation stays with any of its parts."""
        text, idle, able = self.filter.text().strip().casefold(), self.idle.isChecked(), self._able()

        def keep(item: QTreeWidgetItem, within: bool) -> bool:
            named = within or not text or text in item.text(0).casefold()
            below = [keep(part, named and bool(text)) for part in _parts(item)]
            fit = not idle or any(piece in able for piece in item.data(0, _PIECES))
            shown = fit and (named or any(below))
            item.setHidden(not shown)
            if text and any(below) and not named:
                item.setExpanded(True)
            return shown

        for top in _parts(self.tree.invisibleRootItem()):
            keep(top, False)

    def _take_first(self) -> None:
        """Enter in the field: choose the first that is named so."""
        text = self.filter.text().strip().casefold()
        ordered = sorted(self._items(), key=lambda item: (not item.text(0).casefold().startswith(text), item.text(0)))
        for item in ordered:
            if not item.isHidden() and text and text in item.text(0).casefold():
                self.tree.setCurrentItem(item)
                self.taken.emit(item.data(0, _PIECES))
                return

    # orders

    def _list_orders(self, orders: Sequence[Order]) -> None:
        row, table, able = self.list.currentRow(), self._stage.table, self._able()
        if len(orders) > self.list.count() > 0:
            row = len(orders) - 1  # the one that was just given
        self.list.blockSignals(True)
        self.list.clear()
        for order in orders:
            pieces = pieces_of(table.scenario, order)
            there = sum(table.state.cell[piece] >= 0 for piece in pieces)
            can = sum(piece in able for piece in pieces)
            who = f"{order.name or counted(len(pieces), 'unit')}: {order_words(table, order)}"
            state = f"{counted(there, 'unit')} on the map, {can} can still act"
            self.list.addItem(QListWidgetItem(f"{sentence(who)}\n{state}"))
        self.list.setCurrentRow(min(max(row, 0), len(orders) - 1))
        self.list.blockSignals(False)
        self.list.setVisible(bool(orders))
        self.empty.setVisible(not orders)
        self._show_buttons()

    def _show_buttons(self) -> None:
        some, mine = self.list.count() > 0, self._stage.decision is not None
        for change in (self.change, self.lift):
            change.setEnabled(some and self.list.currentRow() >= 0 and mine)
        for deed in (self.do, self.fight):
            deed.setEnabled(some and mine)

    def sizeHint(self) -> QSize:
        """As much as there is."""
        return QSize(300, 480)


def _parts(item: QTreeWidgetItem) -> list[QTreeWidgetItem]:
    """What stands below an item of a tree."""
    return [part for row in range(item.childCount()) if (part := item.child(row)) is not None]
