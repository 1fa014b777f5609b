"""The supply of a side at a glance: every dump, what is in it, and whom it can serve."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHeaderView, QPushButton, QTableWidget, QTableWidgetItem, QVBoxLayout, QWidget

from designer.docking import OverduePanel
from designer.labels import Label
from designer.play.table.stage import Stage
from engine.rules.depots import Depot, amount_words, depots
from engine.rules.paying import NOWHERE, PayFirst, Paying, first_of
from engine.rules.stores import in_use
from engine.rules.table import Table
from engine.scenario.sentences import counted, listed

COLUMNS = ("Where", "Supply", "Serves")


def depot_row(table: Table, depot: Depot) -> tuple[str, str, str]:
    """A line of the table: where it lies, and whether it pays first; how much is there; how many can draw on it."""
    many = len(depot.straight) + len(depot.thrown)
    aboard = f" in {table.label(depot.cell)}" if depot.store.on == "piece" and depot.cell >= 0 else ""
    whose = f", {depot.store.group.title()}" if depot.store.group else ""
    first = ", pays first" if depot.cell == first_of(table, depot.store.side) else ""
    served = counted(many, "unit") if many else "nobody"
    return f"{depot.name}{aboard}{whose}{first}", amount_words(table, depot.tokens), served


def _rate(table: Table) -> str:
    """What a supply point is in tokens, in which prices are told."""
    rule = in_use(table)
    return f" 1 SP is {counted(rule.tokens, 'token')}." if rule is not None and rule.tokens > 1 else ""


def depot_facts(table: Table, depot: Depot) -> str:
    """Whom a dump serves, by name, for the note under the mouse."""
    lines = []
    if depot.straight:
        lines.append(f"Straight: {listed([table.name(piece) for piece in depot.straight])}.")
    if depot.thrown:
        throwers = listed([table.name(piece) for piece in depot.through])
        lines.append(f"Thrown by {throwers}: {listed([table.name(piece) for piece in depot.thrown])}.")
    if depot.carried:
        lines.append(f"{amount_words(table, depot.carried)} were carried in this phase and stay.")
    return "\n".join(lines) or "Nobody can draw on it now."


class DepotPanel(OverduePanel):
    """The dumps of the side that looks on; a click shows one on the map."""

    def __init__(self, stage: Stage, view: QWidget | None = None) -> None:
        super().__init__()
        self._stage = stage
        self._cells: list[int] = []
        self.used = in_use(stage.table) is not None
        if not self.used:  # it gets no dock, and is freed with the view all the same
            self.setParent(view)
            self.hide()
        self.total = Label()
        self.total.setWordWrap(True)
        self.table = QTableWidget(0, len(COLUMNS))
        self.table.setHorizontalHeaderLabels(list(COLUMNS))
        self.table.verticalHeader().hide()
        self.table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.table.setSelectionBehavior(QTableWidget.SelectionBehavior.SelectRows)
        self.table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setMinimumSectionSize(1)
        self.table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 6, 8, 6)
        layout.setSpacing(4)
        layout.addWidget(self.total)
        layout.addWidget(self.table, 1)
        self.prefer = QPushButton("Pay out of it first")
        self.prefer.setToolTip("Its stores pay before all others that reach, until you say otherwise; in your movement")
        self.prefer.setVisible(stage.table.setting.by_key(Paying.key) is not None)
        self.prefer.setEnabled(False)
        layout.addWidget(self.prefer)
        self.prefer.clicked.connect(self._prefer)
        self.table.cellClicked.connect(self._point)
        self.table.itemSelectionChanged.connect(self._offer)

    def work_out(self) -> None:
        """List the dumps."""
        table = self._stage.table
        found = depots(table, self._stage.view.side)
        self._cells = [depot.cell for depot in found]
        self.table.setRowCount(len(found))
        for row, depot in enumerate(found):
            for column, text in enumerate(depot_row(table, depot)):
                item = QTableWidgetItem(text)
                item.setToolTip(depot_facts(table, depot))
                if column == 1:
                    item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
                self.table.setItem(row, column, item)
        whole = amount_words(table, sum(depot.tokens for depot in found))
        said = f"{counted(len(found), 'dump')}, {whole} in all.{_rate(table)}"
        self.total.setText(said if found else "No supply on the map.")
        self._offer()

    def _wish(self) -> PayFirst | None:
        """What the button would say of the selected dump: that it pays first, or that the nearest does again."""
        rows = sorted({index.row() for index in self.table.selectedIndexes()})
        if not rows or rows[0] >= len(self._cells):
            return None
        cell, table = self._cells[rows[0]], self._stage.table
        return PayFirst(NOWHERE if cell == first_of(table, self._stage.view.side) else cell)

    def _offer(self) -> None:
        """The button reads as what it would do, and is grey where that may not be said now."""
        wish = self._wish()
        again = wish is not None and wish.cell == NOWHERE
        self.prefer.setText("Let the nearest pay again" if again else "Pay out of it first")
        self.prefer.setEnabled(wish is not None and bool(self._stage.judge(wish)))

    def _prefer(self) -> None:
        wish = self._wish()
        if wish is not None and self._stage.judge(wish):
            self._stage.act(wish)

    def _point(self, row: int, _column: int) -> None:
        if row < len(self._cells) and self._cells[row] >= 0:
            self._stage.pointed.emit(self._cells[row])
