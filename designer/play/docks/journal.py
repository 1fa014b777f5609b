"""The journal: the story in sentences, to filter and to click."""

from __future__ import annotations

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QSortFilterProxyModel, Qt, Signal
from PySide6.QtGui import QColor, QFont
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QLineEdit, QListView, QVBoxLayout, QWidget

from designer.paint.colours import mix
from designer.play.chronicle import Chronicle, Told
from designer.theme import current_theme
from engine.scenario import Scenario

Index = QModelIndex | QPersistentModelIndex
_TOLD = Qt.ItemDataRole.UserRole


class StoryModel(QAbstractListModel):
    """The sentences of the chronicle."""

    def __init__(self, scenario: Scenario) -> None:
        super().__init__()
        self._scenario = scenario
        self.told: list[Told] = []

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """One row a sentence."""
        return 0 if parent.isValid() else len(self.told)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The sentence, coloured by its side; phases are headings."""
        told = self.told[index.row()]
        heading = told.line.kind == "PhaseBegan"
        if role == Qt.ItemDataRole.DisplayRole:
            return told.line.text
        if role == _TOLD:
            return told
        if role == Qt.ItemDataRole.ForegroundRole:
            return self._ink(told, heading)
        if role == Qt.ItemDataRole.FontRole and (heading or told.line.kind in ("BattleFought", "GameEnded")):
            font = QFont()
            font.setBold(True)
            return font
        if role == Qt.ItemDataRole.ToolTipRole and told.line.case:
            return f"Rule case {told.line.case}"
        return None

    def _ink(self, told: Told, heading: bool) -> QColor:
        theme = current_theme()
        if heading:
            return QColor(theme.muted)
        return mix(theme.text, self._scenario.sides[told.line.side].colour, 0.35)

    def replace_from(self, position: int, told: list[Told]) -> None:
        """Keep the first sentences, and tell the rest anew."""
        if position < len(self.told):
            self.beginRemoveRows(QModelIndex(), position, len(self.told) - 1)
            del self.told[position:]
            self.endRemoveRows()
        if told:
            self.beginInsertRows(QModelIndex(), position, position + len(told) - 1)
            self.told += told
            self.endInsertRows()


class StoryFilter(QSortFilterProxyModel):
    """Sentences of a side, of a battle, with a word; headings stay."""

    def __init__(self) -> None:
        super().__init__()
        self.side: int | None = None
        self.battle: int | None = None
        self.word = ""

    def narrow(self, side: int | None, battle: int | None, word: str) -> None:
        """Show only these."""
        self.side, self.battle, self.word = side, battle, word.casefold()
        self.invalidate()

    def filterAcceptsRow(self, row: int, parent: Index) -> bool:
        """Whether a sentence is shown."""
        told: Told = self.sourceModel().data(self.sourceModel().index(row, 0, parent), _TOLD)
        if self.word and self.word not in told.line.text.casefold():
            return False
        if self.battle is not None:
            return told.battle == self.battle if self.battle else told.battle > 0
        heading = told.line.kind in ("PhaseBegan", "GameEnded")
        return self.side is None or told.line.side == self.side or (heading and not self.word)


class JournalPanel(QWidget):
    """The story with its filters; a click shows where, a double click goes there in the replay."""

    shown = Signal(object)
    """A Told that was clicked."""
    visited = Signal(int)
    """The entry of a sentence that was double-clicked."""

    def __init__(self, chronicle: Chronicle, scenario: Scenario) -> None:
        super().__init__()
        self._chronicle = chronicle
        self._scenario = scenario
        self.model = StoryModel(scenario)
        self.filter = StoryFilter()
        self.filter.setSourceModel(self.model)
        self.list = QListView()
        self.list.setModel(self.filter)
        self.list.setWordWrap(True)
        self.list.setSpacing(1)
        self.list.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.setToolTip("Click to show it on the map, double-click to go back to it")
        self.which = QComboBox()
        self.word = QLineEdit()
        self.word.setPlaceholderText("Find")
        self.word.setClearButtonEnabled(True)
        self._empty = QLabel("Nothing has happened yet. Every move and every battle will be told here.")
        self._empty.setWordWrap(True)
        self._fill()
        head = QHBoxLayout()
        head.addWidget(self.which, 2)
        head.addWidget(self.word, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 6, 8, 6)
        layout.addLayout(head)
        layout.addWidget(self._empty)
        layout.addWidget(self.list, 1)
        self.which.activated.connect(lambda _index: self._narrow())
        self.word.textChanged.connect(lambda _text: self._narrow())
        self.list.clicked.connect(lambda index: self.shown.emit(index.data(_TOLD)))
        self.list.doubleClicked.connect(lambda index: self.visited.emit(index.data(_TOLD).line.entry))

    def _fill(self) -> None:
        """The filters: everything, a side, all battles, one battle."""
        kept = self.which.currentData()
        self.which.clear()
        self.which.addItem("Everything", ("all", 0))
        for index, side in enumerate(self._scenario.sides):
            self.which.addItem(f"{side.name} side", ("side", index))
        self.which.addItem("All battles", ("battle", 0))
        for told in self.model.told:
            if told.battle and told.line.kind == "BattleFought":
                where = told.line.text.partition(" attack ")[2].partition(":")[0] or told.line.text[:30]
                self.which.addItem(f"Battle {told.battle}, turn {told.turn}: {where}", ("battle", told.battle))
        at = next((n for n in range(self.which.count()) if self.which.itemData(n) == kept), 0)
        self.which.setCurrentIndex(at)

    def _narrow(self) -> None:
        kind, number = self.which.currentData() or ("all", 0)
        self.filter.narrow(number if kind == "side" else None, number if kind == "battle" else None, self.word.text())

    def follow(self, entry: int) -> None:
        """Tell the story from an entry on anew."""
        position = next((n for n, told in enumerate(self.model.told) if told.line.entry >= entry), len(self.model.told))
        fresh = self._chronicle.told_since(entry)
        self.model.replace_from(position, fresh)
        if any(told.line.kind == "BattleFought" for told in fresh):
            self._fill()
        self._empty.setVisible(not self.model.told)
        self.list.scrollToBottom()
