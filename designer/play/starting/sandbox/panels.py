"""The panels of the sandbox: counters off the map, who holds which place, and what is doubtful."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHeaderView,
    QListWidget,
    QListWidgetItem,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from designer.icons import icon
from designer.labels import Label
from designer.play.starting.sandbox.draft import PositionDraft
from designer.play.table.faces import piece_face
from designer.play.table.tray import Tray, TrayCounter
from designer.play.wording import unbroken
from designer.theme import current_theme, scaled
from engine.records.play import RuleCase
from engine.rules.control import Control

LOST = 150
"""The height in which one row of eliminated counters can be seen."""

_CELL = Qt.ItemDataRole.UserRole


class UnitsPanel(QWidget):
    """The counters of one side that are not on the map, alike ones in one heap."""

    def __init__(self, draft: PositionDraft) -> None:
        super().__init__()
        self._draft = draft
        self.side = QComboBox()
        for index, side in enumerate(draft.setting.scenario.sides):
            self.side.addItem(side.name, index)
        self.waiting, self.lost = Tray("Off the map"), Tray("Eliminated")
        for tray in (self.waiting, self.lost):
            tray.setMinimumHeight(scaled(LOST))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 4)
        layout.setSpacing(2)
        layout.addWidget(self.side)
        layout.addWidget(self.waiting, 3)
        layout.addWidget(self.lost, 1)
        self.side.currentIndexChanged.connect(lambda _index: self.refresh(None))

    def heaps(self, pieces: list[int]) -> list[tuple[int, int]]:
        """Of pieces that are alike only the first, each with how many there are."""
        found: dict[object, tuple[int, int]] = {}
        for piece in pieces:
            hidden = self._draft.table.state.counter[piece] is None
            record = self._draft.setting.scenario.pieces[piece]
            alike = record.pool if hidden else self._draft.table.unit(piece).unit
            first, count = found.get((hidden, alike), (piece, 0))
            found[hidden, alike] = (first, count + 1)
        return list(found.values())

    def refresh(self, held: int | None) -> None:
        """Lay out what is off the map now."""
        side = int(self.side.currentData() or 0)
        self._lay(self.waiting, self._draft.off_map(side), held, "Every counter of this side is on the map.")
        self._lay(self.lost, self._draft.lost(side), held, "None.")
        self.lost.setVisible(bool(self._draft.lost(side)))

    def _lay(self, tray: Tray, pieces: list[int], held: int | None, nobody: str) -> None:
        heading = "Off the map" if tray is self.waiting else "Eliminated"
        tray.heading.setText(f"{heading}: {len(pieces)}" if pieces else f"{heading}: {nobody}")
        table = self._draft.table
        tray.lay(
            [
                TrayCounter(
                    first, piece_face(table, first, marks=False), self._caption(first, count), tip=table.name(first)
                )
                for first, count in self.heaps(pieces)
            ],
            held,
        )

    def _caption(self, piece: int, count: int) -> str:
        name = "untried" if self._draft.table.state.counter[piece] is None else self._draft.table.name(piece)
        return name if count == 1 else f"{count} × {name}"

    def next(self, held: int | None, step: int) -> int | None:
        """The counter after the one in hand."""
        firsts = [first for first, _ in self.heaps(self._draft.off_map(int(self.side.currentData() or 0)))]
        if not firsts:
            return None
        return firsts[(firsts.index(held) + step) % len(firsts)] if held in firsts else firsts[0]


class PlacesPanel(QTableWidget):
    """The places that can change hands, and who holds them."""

    held = Signal(int, object)
    """A place is to be held by a side, or by nobody (None)."""
    shown = Signal(int)
    """A place was clicked: its cell."""

    def __init__(self, draft: PositionDraft) -> None:
        kinds = draft.setting.mechanism(Control).kinds
        places = draft.setting.scenario.places
        self._listed = [n for n, place in enumerate(places) if not kinds or place.kind in kinds or place.owner]
        super().__init__(len(self._listed), 2)
        self._draft = draft
        self.holders: dict[int, QComboBox] = {}
        self.setHorizontalHeaderLabels(["Place", "Held by"])
        self.verticalHeader().hide()
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.horizontalHeader().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        for row, index in enumerate(self._listed):
            self.setItem(row, 0, QTableWidgetItem(f"{places[index].name}  ({places[index].cell})"))
            self.holders[index] = self._holder(index)
            self.setCellWidget(row, 1, self.holders[index])
        self.cellClicked.connect(lambda row, _column: self.shown.emit(self._cell(row)))
        self.refresh()

    def _cell(self, row: int) -> int:
        place = self._draft.setting.scenario.places[self._listed[row]]
        return int(self._draft.setting.board.cell(place.cell))

    def _holder(self, index: int) -> QComboBox:
        combo = QComboBox()
        for number, side in enumerate(self._draft.setting.scenario.sides):
            combo.addItem(side.name, number)
        combo.addItem("nobody", None)
        combo.setAccessibleName(f"Holder of {self._draft.setting.scenario.places[index].name}")
        combo.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        combo.activated.connect(lambda _at, index=index: self.held.emit(index, self.holders[index].currentData()))
        return combo

    def refresh(self) -> None:
        """Show who holds what now."""
        for index, combo in self.holders.items():
            with QSignalBlocker(combo):
                combo.setCurrentIndex(combo.findData(self._draft.table.state.control[index]))


class DoubtsPanel(QWidget):
    """What the rules would not have let come about; each line leads to its cell."""

    shown = Signal(int)
    """A doubt was clicked: its cell."""

    def __init__(self, draft: PositionDraft) -> None:
        super().__init__()
        self._draft = draft
        self.heading = Label()
        self.heading.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.list = QListWidget()
        self.list.setWordWrap(True)
        self.list.setIconSize(QSize(18, 18))
        self.list.setFrameShape(QListWidget.Shape.NoFrame)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.itemClicked.connect(self._go)
        self.list.itemActivated.connect(self._go)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 8, 8, 8)
        layout.addWidget(self.heading)
        layout.addWidget(self.list, 1)

    def refresh(self) -> None:
        """List the doubts, each with its rule case."""
        found, theme = self._draft.doubts, current_theme()
        self.list.clear()
        for doubt in found:
            item = QListWidgetItem(icon("mdi6.alert-outline", "warning"), f"{doubt.why} {_cited(doubt.case)}".strip())
            item.setData(_CELL, doubt.cell)
            item.setToolTip(self._rule(doubt.case))
            self.list.addItem(item)
        self.list.setVisible(bool(found))
        self.heading.setText(
            "The rules would not have let this come about. You may play it all the same."
            if found
            else "No rule speaks against this position."
        )
        self.heading.setWordWrap(True)
        self.heading.setStyleSheet(f"color: {theme.warning if found else theme.good}; font-weight: 600;")
        self._give_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the heading the lines that it takes in this width."""
        super().resizeEvent(event)
        self._give_room()

    def _give_room(self) -> None:
        self.heading.ensurePolished()
        self.heading.setMinimumHeight(self.heading.heightForWidth(self.heading.width()))

    def _rule(self, case: str) -> str:
        row = self._draft.setting.scenario.rows.get(RuleCase, case) if case else None
        return f"{row.case} {row.title}\n{row.text}" if row is not None else ""

    def _go(self, item: QListWidgetItem) -> None:
        cell = item.data(_CELL)
        if cell is not None:
            self.shown.emit(int(cell))


def _cited(case: str) -> str:
    return f"({unbroken(case)})" if case else ""
