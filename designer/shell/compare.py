"""Two versions of a scenario, or two scenarios, side by side: what is different, in tables and on the map."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QPushButton,
    QSplitter,
    QTableWidget,
    QTableWidgetItem,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from designer.culprits import PLACES
from designer.document import Document
from designer.kinship import kinship
from designer.labels import Label
from designer.mapview import MapView
from designer.parts import PARTS
from designer.shell.differences import Kind, RowDifference, differences
from designer.theme import current_theme, resize_scaled, scaled
from designer.wording import count
from engine.errors import ScenarioError, StavkaError
from engine.records import Rows
from engine.records.play import ScenarioRow
from engine.records.variants import inherited
from engine.store.shelf import ScenarioInfo

TONES: dict[Kind, str] = {"added": "good", "removed": "bad", "changed": "warning"}
MANY = {
    "grid": "Size and numbering",
    "cell": "Hexes",
    "hexside": "Hexsides",
    "link": "Roads and railways",
    "place": "Places",
    "region": "Regions",
    "region_cell": "Hexes of regions",
    "unit": "Units",
    "face": "Values of units",
    "formation": "Formations",
    "nationality": "Nationalities",
    "chart": "Charts",
    "chart_row": "Rows of charts",
    "chart_column": "Columns of charts",
    "chart_cell": "Cells of charts",
    "result": "Combat results",
    "tec": "Terrain effects",
    "placement": "Set-up lines",
    "arrival": "Arrivals",
    "phase": "Phases",
    "mechanism": "Mechanisms",
    "turn": "Turns",
    "option": "Options",
    "rule_case": "Rule cases",
    "plan": "Plans",
    "doctrine": "Doctrine rules",
}
"""What the rows of a table are called together, where the words for one of them would not do."""

MOST_LINES = 1200
"""How many lines are listed; whoever has more chooses a part."""

MOST_VERSIONS = 60
"""How many edits of the history are offered, the latest first."""


class CompareDialog(QDialog):
    """The open scenario as it is now against what is chosen above; a click on a line shows the row in its editor."""

    culprit = Signal(str, object)
    failed = Signal(str)

    def __init__(self, document: Document, others: Sequence[ScenarioInfo], parent: QWidget, chosen: str = "") -> None:
        super().__init__(parent)
        self.setWindowTitle(f"Compare {document.title}")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._document = document
        self.found: list[RowDifference] = []
        self._listed: list[RowDifference] = []
        self._all: list[RowDifference] = []
        self.other = QComboBox()
        self.says = Label()
        self.says.setWordWrap(True)
        self.tree = QTreeWidget()
        self.tree.setHeaderLabels(["Part", "Rows"])
        self.filter = QLineEdit()
        self.filter.setPlaceholderText("Filter")
        self.filter.setClearButtonEnabled(True)
        self.table = QTableWidget(0, 4)
        self.map = MapView(document.rows)
        self.map.add_overlay(self._draw)
        self._kin = kinship(document)
        self.back = QPushButton("Give back to the parent")
        self.back.setToolTip("Make the selected rows as they are there; what only this scenario has is removed")
        self._offer(others)
        self.other.setCurrentIndex(max(0, self._index_of(chosen)))
        self._lay_out()
        self.other.currentIndexChanged.connect(lambda _index: self.compare())
        self.tree.currentItemChanged.connect(lambda _now, _before: self._list())
        self.filter.textChanged.connect(lambda _text: self._list())
        self.table.cellClicked.connect(self._show_on_map)
        self.table.cellDoubleClicked.connect(self._go)
        self.table.itemSelectionChanged.connect(self._ready)
        self.back.clicked.connect(self.give_back)
        self._kin.moved.connect(self._follow)
        self.compare()

    def _offer(self, others: Sequence[ScenarioInfo]) -> None:
        """The versions of the scenario, the latest first, then the other scenarios of the library."""
        lines = [line for line in self._document.library.history(self._document.slug) if not line.undone]
        if lines:
            self.other.addItem("as it was at first", ("version", 0))
        for line in list(reversed(lines))[:MOST_VERSIONS]:
            before = max((one.position for one in lines if one.position < line.position), default=0)
            self.other.addItem(f"before “{line.name}” ({line.made_at[:16].replace('T', ' ')})", ("version", before))
        for info in others:
            if info.slug != self._document.slug:
                word = "its parent" if info.slug == self._kin.slug else "the scenario"
                self.other.addItem(f"{word} {info.title}", ("scenario", info.slug))

    def _index_of(self, slug: str) -> int:
        """Where a scenario stands in the list; -1 if it does not."""
        data = [self.other.itemData(at) for at in range(self.other.count())]
        return next((at for at, one in enumerate(data) if tuple(one) == ("scenario", slug)), -1)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.addWidget(Label("Compare what is open with"))
        head.addWidget(self.other, 1)
        head.addWidget(self.filter)
        head.addWidget(self.back)
        self.filter.setMaximumWidth(scaled(200))
        self.tree.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.tree.header().setStretchLastSection(False)
        self.tree.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.table.setHorizontalHeaderLabels(["Row", "Column", "There", "Here"])
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.verticalHeader().hide()
        self.table.setAlternatingRowColors(True)
        self.table.horizontalHeader().setStretchLastSection(True)
        right = QSplitter(Qt.Orientation.Vertical)
        right.addWidget(self.table)
        right.addWidget(self.map)
        right.setSizes([300, 320])
        whole = QSplitter(Qt.Orientation.Horizontal)
        whole.addWidget(self.tree)
        whole.addWidget(right)
        whole.setSizes([scaled(240), 860])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 14, 16, 14)
        layout.addLayout(head)
        layout.addWidget(self.says)
        layout.addWidget(whole, 1)
        resize_scaled(self, 1180, 760)

    def _there(self) -> Rows | None:
        """What the open scenario is compared with."""
        chosen = self.other.currentData()
        if chosen is None:
            return None
        what, which = chosen
        library = self._document.library
        if what == "version":
            return library.as_of(self._document.slug, which)
        return self._inherited(library.load(which)) if which == self._kin.slug else library.load(which)

    def _inherited(self, parent: Rows) -> Rows:
        """The parent's rows, but for the names that every variant has to itself."""
        about = inherited(parent.the(ScenarioRow), self._document.rows.the(ScenarioRow))
        assert about is not None
        parent.put(about)
        return parent

    @property
    def standing(self) -> bool:
        """Whether it is compared with the scenario that it stands on."""
        return bool(self._kin.slug) and self.other.currentIndex() == self._index_of(self._kin.slug)

    def _follow(self) -> None:
        if self.standing:
            self.compare()

    def _ready(self) -> None:
        """Rows can be given back to the parent only, and only when some are selected."""
        self.back.setVisible(self.standing)
        self.back.setEnabled(bool(self.table.selectedIndexes()) and self._document.library.writable)

    def give_back(self) -> None:
        """Make the selected rows as they are in the parent."""
        rows = sorted({index.row() for index in self.table.selectedIndexes()})
        chosen = {(self._listed[row].table, self._listed[row].key): self._listed[row].place for row in rows}
        told = next(iter(chosen.values())) if len(chosen) == 1 else count(len(chosen), "row")
        self._kin.give_back(chosen, told)

    def compare(self) -> None:
        """Work out what is different, and show it."""
        try:
            there = self._there()
        except StavkaError as error:
            self.failed.emit(str(error))
            return
        self.found = differences(there, self._document.rows) if there is not None else []
        self._say(there is None)
        self._fill_tree()
        self._list()

    def _say(self, alone: bool) -> None:
        kinds = Counter(one.kind for one in self.found)
        parts = [f"{count(kinds[kind], 'row')} {kind}" for kind in TONES if kinds[kind]]
        if alone:
            self.says.setText("There is nothing to compare with yet: no edit was made, and the library holds no other.")
        else:
            more = " Click a line to see it on the map, double-click it to go there." if parts else ""
            if len(self.found) > MOST_LINES:
                more += f" Only {MOST_LINES:,} lines are listed at a time: choose a part, or filter."
            self.says.setText(f"{', '.join(parts) or 'Nothing is different'}.{more}")

    def _fill_tree(self) -> None:
        self.tree.blockSignals(True)
        self.tree.clear()
        root = QTreeWidgetItem(["Everything", str(len(self.found))])
        root.setData(0, Qt.ItemDataRole.UserRole, None)
        self.tree.addTopLevelItem(root)
        tables = Counter(one.table for one in self.found)
        for title, own in (*((part.title, part.tables) for part in PARTS), ("Title and description", ("scenario",))):
            there = [table for table in own if tables[table]]
            if there:
                branch = _item(title, sum(tables[table] for table in there), tuple(there))
                root.addChild(branch)
                for table in there if len(there) > 1 else ():
                    branch.addChild(_item(MANY.get(table, PLACES.get(table, table)), tables[table], (table,)))
        self.tree.expandAll()
        self.tree.setCurrentItem(root)
        self.tree.blockSignals(False)

    def _list(self) -> None:
        """List the lines of the branch in front."""
        item = self.tree.currentItem()
        wanted = item.data(0, Qt.ItemDataRole.UserRole) if item is not None else None
        words = self.filter.text().lower().split()
        lines = [
            (one, column)
            for one in self.found
            if wanted is None or one.table in wanted
            for column in (one.columns or (("", _whole(one, "removed"), _whole(one, "added")),))
            if all(word in f"{one.place} {' '.join(column)}".lower() for word in words)
        ]
        self._all = [one for one, _ in lines]
        lines = lines[:MOST_LINES]
        self._listed = [one for one, _ in lines]
        self.table.setRowCount(len(lines))
        for row, (one, texts) in enumerate(lines):
            tint = current_theme().colour(TONES[one.kind])
            tint.setAlpha(45)
            for at, text in enumerate((one.place, *texts)):
                cell = QTableWidgetItem(text)
                cell.setToolTip(text)
                cell.setBackground(tint)
                self.table.setItem(row, at, cell)
        self.table.resizeColumnsToContents()
        for at in range(3):
            self.table.setColumnWidth(at, min(self.table.columnWidth(at), scaled(280)))
        self.table.clearSelection()
        self._ready()
        self.map.update()

    def marked(self) -> dict[str, Kind]:
        """The cells that are marked on the map, and how."""
        return {cell: one.kind for one in self._all for cell in one.cells}

    def _draw(self, painter: QPainter, _scale: float) -> None:
        grid = self.map.grid
        for label, kind in self.marked().items():
            try:
                cell = grid.parse(label)
            except ScenarioError:
                continue
            colour = current_theme().colour(TONES[kind])
            painter.setPen(QPen(QColor(colour), 0.09))
            colour.setAlpha(70)
            painter.setBrush(colour)
            painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in grid.corners(cell)]))

    def _show_on_map(self, row: int, _column: int) -> None:
        for label in self._listed[row].cells[:1]:
            try:
                self.map.centre_on(self.map.grid.parse(label))
            except ScenarioError:
                continue

    def _go(self, row: int, _column: int) -> None:
        one = self._listed[row]
        if one.kind != "removed":
            self.culprit.emit(one.table, one.key)


def _item(title: str, many: int, tables: tuple[str, ...]) -> QTreeWidgetItem:
    item = QTreeWidgetItem([title, str(many)])
    item.setData(0, Qt.ItemDataRole.UserRole, tables)
    item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight)
    return item


def _whole(one: RowDifference, kind: Kind) -> str:
    """What stands for a whole row where it is."""
    return "there only" if kind == one.kind == "removed" else "here only" if kind == one.kind == "added" else "–"
