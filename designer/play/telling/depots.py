"""The supply of a side at a glance: every dump, what is in it, and whom it can serve."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHeaderView, QTableWidget, QTableWidgetItem, QVBoxLayout

from designer.docking import OverduePanel
from designer.labels import Label
from designer.play.table.stage import Stage
from designer.play.wording import counted
from engine.rules.depots import Depot, amount_words, depots
from engine.rules.stores import in_use
from engine.rules.table import Table
from engine.scenario.sentences import listed

COLUMNS = ("Where", "Supply", "Serves", "Through")


def depot_row(table: Table, depot: Depot) -> tuple[str, str, str, str]:
    """A line of the table: the place, what is there, how many can draw on it, and through whom."""
    whose = f", {depot.store.group.title()}" if depot.store.group else ""
    many = len(depot.straight) + len(depot.thrown)
    served = counted(many, "unit") if many else "nobody"
    return (
        f"{depot.name}{whose}",
        amount_words(table, depot.tokens),
        served,
        listed([table.name(piece) for piece in depot.through]),
    )


def depot_facts(table: Table, depot: Depot) -> str:
    """Whom a dump serves, by name, for the note under the mouse."""
    lines = []
    if depot.straight:
        lines.append(f"Straight: {listed([table.name(piece) for piece in depot.straight])}.")
    if depot.thrown:
        lines.append(f"Thrown: {listed([table.name(piece) for piece in depot.thrown])}.")
    if depot.carried:
        lines.append(f"{amount_words(table, depot.carried)} were carried in this phase and stay.")
    return "\n".join(lines) or "Nobody can draw on it now."


class DepotPanel(OverduePanel):
    """The dumps of the side that looks on; a click shows one on the map."""

    def __init__(self, stage: Stage) -> None:
        super().__init__()
        self._stage = stage
        self._cells: list[int] = []
        self.used = in_use(stage.table) is not None
        self.total = Label()
        self.table = QTableWidget(0, len(COLUMNS))
        self.table.setHorizontalHeaderLabels(list(COLUMNS))
        self.table.verticalHeader().hide()
        self.table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.table.setSelectionBehavior(QTableWidget.SelectionBehavior.SelectRows)
        self.table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        for wide in (0, len(COLUMNS) - 1):
            header.setSectionResizeMode(wide, QHeaderView.ResizeMode.Stretch)
        header.setMinimumSectionSize(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 6, 8, 6)
        layout.setSpacing(4)
        layout.addWidget(self.total)
        layout.addWidget(self.table, 1)
        self.table.cellClicked.connect(self._point)

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
        self.total.setText(f"{counted(len(found), 'dump')}, {whole} in all." if found else "No supply on the map.")

    def _point(self, row: int, _column: int) -> None:
        if row < len(self._cells) and self._cells[row] >= 0:
            self._stage.pointed.emit(self._cells[row])
