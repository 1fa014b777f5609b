"""The first column of a table, kept in sight while the others are scrolled."""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView

from designer.theme import current_theme


class FrozenColumn(QTableView):
    """Lies over the left edge of a table as soon as its first column is scrolled away; it selects with it."""

    def __init__(self, table: QTableView) -> None:
        super().__init__(table)
        self._table = table
        self.setModel(table.model())
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setAlternatingRowColors(True)
        self.setWordWrap(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(table.verticalHeader().defaultSectionSize())
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.horizontalHeader().setHighlightSections(False)
        self._connect()
        self.hide()

    def _connect(self) -> None:
        table = self._table
        table.horizontalScrollBar().valueChanged.connect(lambda _value: self.follow())
        table.horizontalHeader().sectionResized.connect(lambda *_sizes: self.follow())
        table.verticalScrollBar().valueChanged.connect(self.verticalScrollBar().setValue)
        self.verticalScrollBar().valueChanged.connect(table.verticalScrollBar().setValue)
        self.doubleClicked.connect(self._open)
        self.horizontalHeader().setSectionsClickable(True)
        self.horizontalHeader().sectionClicked.connect(self._sort)

    def share(self, selection: QItemSelectionModel) -> None:
        """Select what the table selects."""
        self.setSelectionModel(selection)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose a line without scrolling the table back to its beginning."""
        self._table.setAutoScroll(False)
        super().mousePressEvent(event)
        self._table.setAutoScroll(True)
        self._table.setFocus()

    def _open(self, index: QModelIndex) -> None:
        self._table.horizontalScrollBar().setValue(0)
        self._table.edit(index)

    def _sort(self, column: int) -> None:
        head = self._table.horizontalHeader()
        up = head.sortIndicatorSection() == column and head.sortIndicatorOrder() == Qt.SortOrder.AscendingOrder
        if self._table.isSortingEnabled():
            head.setSortIndicator(column, Qt.SortOrder.DescendingOrder if up else Qt.SortOrder.AscendingOrder)

    @property
    def reach(self) -> int:
        """How many pixels of the table's cells it covers."""
        return self._table.columnWidth(0) if self.isVisible() else 0

    def follow(self) -> None:
        """Lie where the first column would be, or go away while that is in sight."""
        table = self._table
        wanted = table.horizontalScrollBar().value() > 0 and table.model().columnCount() > 1
        if not wanted:
            self.hide()
            return
        for column in range(self.model().columnCount()):
            self.setColumnHidden(column, column > 0)
        wide = table.columnWidth(0)
        self.setColumnWidth(0, wide)
        head = table.horizontalHeader()
        self.horizontalHeader().setFixedHeight(head.height())
        left = table.frameWidth() + (table.verticalHeader().width() if table.verticalHeader().isVisible() else 0)
        self.setGeometry(left, table.frameWidth(), wide + 1, table.viewport().height() + head.height())
        self.setStyleSheet(f"QTableView {{ border: 0; border-right: 1px solid {current_theme().line}; }}")
        self.show()
        self.raise_()
        self.verticalScrollBar().setValue(table.verticalScrollBar().value())
