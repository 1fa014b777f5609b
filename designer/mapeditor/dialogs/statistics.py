"""The statistics of a map: hexes by terrain, lengths of rivers and rails, places and regions."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from designer.labels import Label
from designer.mapeditor.context import ToolContext
from designer.mapeditor.operations.statistics import KM_PER_MILE, Statistic, statistics
from designer.theme import current_theme, resize_scaled
from engine.records.board import Grid


def length(km: float, units: str) -> str:
    """A length in the user's units."""
    return f"{km / KM_PER_MILE:,.0f} miles" if units == "miles" else f"{km:,.0f} km"


class StatisticsDialog(QDialog):
    """A table of what is on the map."""

    def __init__(self, context: ToolContext, units: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Statistics")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        grid = context.document.rows.the(Grid)
        wide, high = context.ground.grid.bounds()[2:]
        size = Label(
            f"{grid.columns} × {grid.rows} = {context.hexes(context.ground.grid.size)}, "
            f"{length(wide * grid.km, units)} by {length(high * grid.km, units)}"
        )
        self.tree = QTreeWidget()
        self.tree.setHeaderLabels(["", "Count", "Length or share"])
        self.tree.setRootIsDecorated(False)
        self.tree.setAlternatingRowColors(True)
        self.tree.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.tree.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._fill(statistics(context.ground), units)
        header = self.tree.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(2, QHeaderView.ResizeMode.ResizeToContents)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 16, 20, 14)
        layout.setSpacing(10)
        layout.addWidget(size)
        layout.addWidget(self.tree, 1)
        layout.addWidget(buttons)
        resize_scaled(self, 520, 600)

    def _fill(self, lines: list[Statistic], units: str) -> None:
        groups: dict[str, QTreeWidgetItem] = {}
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for line in lines:
            if line.group not in groups:
                groups[line.group] = QTreeWidgetItem(self.tree, [line.group])
                groups[line.group].setForeground(0, current_theme().colour("accent"))
                groups[line.group].setExpanded(True)
            extra = f"{line.share:.1%}" if line.group == "Terrain" else length(line.km, units) if line.km else ""
            item = QTreeWidgetItem(groups[line.group], [line.name, f"{line.count:,}", extra])
            item.setTextAlignment(1, right)
            item.setTextAlignment(2, right)
